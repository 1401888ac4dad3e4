package session

import (
	"crypto/ecdsa"

	"sabot/pit/house"
	"sabot/pit/record"
)

// newCertificate returns the facts that enter somebody's certificate, and the authority where the record does
// not have it. Where the authority is closed there are none.
func (h Staff) newCertificate(who house.Staff, public string) ([]record.Fact, error) {
	authority, err := h.Authority().Own(h.State.Name)
	if house.RefusedFor(err, house.AuthorityShut) {
		return nil, nil // it comes once the authority is opened
	}
	if err != nil {
		return nil, err
	}
	certified, err := h.Authority().certify(authority, who, public)
	return append(h.Authority().Certifying(authority), certified...), err
}

// A fresh is a key that nobody had before.
type fresh struct {
	key            *ecdsa.PrivateKey
	public, secret string // its public half, and the secret that opens with the PIN
}

// newKey makes somebody's key.
func (h Staff) newKey(pin string) (k fresh, err error) {
	pepper, err := h.store.Pepper()
	if err != nil {
		return k, err
	}
	if k.key, err = house.NewKey(); err != nil {
		return k, err
	}
	if k.secret, err = house.SealKey(pin, pepper, k.key); err != nil {
		return k, err
	}
	k.public, err = house.PublicKey(k.key)
	return k, err
}

// setKey enters facts with the key that goes with them, and its certificate.
func (h Staff) setKey(by string, who house.Staff, k fresh, facts []record.Fact, badges ...house.Badge) error {
	certified, err := h.newCertificate(who, k.public)
	if err != nil {
		return err
	}
	return h.enter(by, []record.Secret{{Number: who.Number, Sealed: k.secret}}, append(facts, certified...), badges...)
}

// peppered gives somebody a new key where their right PIN opened one from before there was a pepper. A copy of
// the old key then opens nothing that signs from now on. Where that fails they go on with the old key, and it
// is tried again the next time.
func (h Staff) peppered(who house.Badge, code string) house.Badge {
	secret, err := h.store.Secret(who.Number)
	if err != nil || house.PepperOf(secret) != "" || h.State.Office().Machine != "" {
		return who
	}
	_, pin, _ := h.State.People().SplitCode(code)
	k, err := h.newKey(pin)
	if err != nil {
		return who
	}
	if err := h.setKey(who.Number, who.Staff, k, h.State.People().MoveKey(who.Staff, k.public), who); err != nil {
		return who
	}
	return house.NewBadge(who.Staff, k.key)
}
