package session

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// AuthorityFile is the house's certificate authority among its files while nobody closed it: in no backup, as
// whoever has it can issue certificates.
const AuthorityFile = "authority.pem"

// ErrAuthorityDamaged is the error of an authority whose file cannot be read.
var ErrAuthorityDamaged = errors.New("the house's authority, " + AuthorityFile + " in the data directory, is damaged: put it back with sabotctl recover, " +
	"or take the file away: another authority is made then, and what this one certified stays trusted")

// Own returns the house's certificate authority, and makes one under that name where there is none yet or
// it ends soon. It does not check whether the record names it: Certifying does. Refusals: AtTheOffice, where
// another machine of the house has it; AuthorityShut where it is closed and nobody has opened it.
func (h Authority) Own(name string) (sign.Identity, error) {
	if err := h.State.Here(record.AuthoritySet{}); err != nil {
		return sign.Identity{}, err
	}
	if h.State.AuthorityClosed() {
		if h.opened.Key == nil {
			return sign.Identity{}, &house.Refusal{Why: house.AuthorityShut}
		}
		return h.opened, nil
	}
	authority, there, err := h.openAuthority()
	if err != nil || there && !h.endsSoon(authority.Certificate.NotAfter) {
		return authority, err
	}
	return h.newAuthority(name) // what an old one signed stays trusted
}

// openAuthority reads the authority whose key is kept without a passphrase; false where there is none.
func (h Authority) openAuthority() (sign.Identity, bool, error) {
	text, err := h.store.Kept(AuthorityFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return sign.Identity{}, false, nil
	case err != nil:
		return sign.Identity{}, false, fmt.Errorf("reading the house's authority: %w", err)
	case len(bytes.Trim(text, "\x00\r\n ")) == 0: // a power cut left its name alone
		return sign.Identity{}, false, nil
	}
	authority, err := sign.ParsePEM(text)
	if err != nil {
		return sign.Identity{}, false, fmt.Errorf("%w: %w", ErrAuthorityDamaged, err)
	}
	return authority, true, nil
}

// firstAuthority returns the authority of a house that is being set up. It reuses one on disk only if that has
// the same name: one of another name is of a house that was never recorded. With closed, a new one is not
// written to disk.
func (h Authority) firstAuthority(name string, closed bool) (sign.Identity, error) {
	authority, there, err := h.openAuthority()
	switch {
	case err != nil || there && !h.endsSoon(authority.Certificate.NotAfter) && authority.Certificate.Subject.CommonName == name:
		return authority, err
	case closed:
		return sign.NewAuthority(name, h.now())
	}
	return h.newAuthority(name)
}

func (h Authority) newAuthority(name string) (sign.Identity, error) {
	authority, err := sign.NewAuthority(name, h.now())
	if err != nil {
		return sign.Identity{}, err
	}
	text, err := authority.MarshalPEM()
	if err != nil {
		return sign.Identity{}, err
	}
	if _, err := h.store.Keep(AuthorityFile, text); err != nil {
		return sign.Identity{}, fmt.Errorf("keeping the house's authority: %w", err)
	}
	return authority, nil
}

// Certifying enters an authority that the record does not have as its last. It is a new one, or one of which a
// crash or a restored record lost the entry.
func (h Authority) Certifying(authority sign.Identity) []record.Fact {
	certificate := encodeCertificate(authority.Certificate)
	if h.State.Authority() == certificate {
		return nil
	}
	return []record.Fact{record.AuthoritySet{Certificate: certificate}}
}

func encodeCertificate(c *x509.Certificate) string { return base64.StdEncoding.EncodeToString(c.Raw) }

// Roots returns the certificates by which the house's signatures are trusted: those of every authority that the
// record has named.
func (h *House) Roots() (*x509.CertPool, error) {
	roots := x509.NewCertPool()
	authorities, err := h.Authority().authorities()
	for _, certificate := range authorities {
		roots.AddCert(certificate)
	}
	return roots, err
}

// authorities returns the certificates of the authorities that the record names, the newest last. Error: where
// it names none.
func (h Authority) authorities() ([]*x509.Certificate, error) {
	var list []*x509.Certificate
	for _, text := range h.State.Authorities {
		certificate, err := DecodeCertificate(text)
		if err != nil {
			return nil, fmt.Errorf("the certificate of the house: %w", err)
		}
		list = append(list, certificate)
	}
	if len(list) == 0 {
		return nil, errors.New("the record has no certificate authority: enter somebody who signs once more")
	}
	return list, nil
}

// DecodeCertificate returns the certificate in a text of the record.
func DecodeCertificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
