package session

import (
	"crypto/x509"
	"errors"

	"sabot/reports/sign"
)

// NewPost makes a key for a machine and has the house's authority certify it. Behind the certificate stand all
// authorities of the house, which the machine trusts. Errors: of a house that is not set up, of an authority that
// cannot be read.
func (h Authority) NewPost(p sign.Post) (sign.Identity, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return sign.Identity{}, err
	}
	if !h.State.SetUp() {
		return sign.Identity{}, errors.New("that is the record of no house yet: set it up first")
	}
	authority, err := h.Own(h.State.Name)
	if err != nil {
		return sign.Identity{}, err
	}
	if err := h.Record("", h.Certifying(authority)); err != nil {
		return sign.Identity{}, err
	}
	id, err := authority.NewPost(p, h.now())
	if err != nil {
		return sign.Identity{}, err
	}
	chain, err := h.authorities()
	id.Chain = append(id.Chain, others(chain, authority.Certificate)...)
	return id, err
}

// others returns all certificates except one.
func others(all []*x509.Certificate, but *x509.Certificate) (list []*x509.Certificate) {
	for _, c := range all {
		if !c.Equal(but) {
			list = append(list, c)
		}
	}
	return list
}

// VouchOffice returns a voucher of the house's authority that this record's key is the office's. It has the names
// that the house and its machine have in the pit. Errors: as NewPost.
func (h Authority) VouchOffice(house, machine string) (string, error) {
	authority, err := h.Own(h.State.Name)
	if err != nil {
		return "", err
	}
	return authority.Vouch(sign.Voucher{House: house, Machine: machine, Key: h.store.Verifier()})
}
