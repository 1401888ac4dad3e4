package session

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// aloneWithAuthority is under what name one program at a time changes how the authority is kept.
const aloneWithAuthority = "authority"

// closedFile returns the file name of a closed authority. It depends on the certificate: a new authority is
// kept beside the old one until the record has gone over to it.
func closedFile(certificate string) string {
	sum := sha256.Sum256([]byte(certificate))
	return fmt.Sprintf("authority-%x.sealed", sum[:4])
}

// CloseAuthority puts the key of the house's authority under a passphrase and destroys the file in which it lay
// open. Whose certificate was due gets it. A closed authority is closed anew where its key was put back from a
// recovery kit, or where another one is wanted in its place. What the one before certified stays trusted. Stopped
// anywhere it has closed the authority or left it as it was. Refusals: BadSetting, WrongRole, AtTheOffice,
// AuthorityShut.
func (h Authority) CloseAuthority(passphrase string, anew bool, by house.Badge) error {
	return h.store.Alone(aloneWithAuthority, func() error {
		if err := h.Takeover().CatchUp(); err != nil {
			return err
		}
		authority, err := h.toClose(anew)
		if err != nil {
			return err
		}
		facts, err := h.State.CloseAuthority(encodeCertificate(authority.Certificate), by.Staff)
		if err != nil {
			return err
		}
		before := h.State.Authority()
		if err := h.keepClosed(authority, passphrase); err != nil {
			return err
		}
		if err := h.Record(by.Number, facts, by); err != nil {
			return err
		}
		if before != h.State.Authority() {
			err = h.store.Destroy(closedFile(before))
		}
		return errors.Join(err, h.destroyOpen(), h.certifyAll(authority, by.Number))
	})
}

// toClose returns the authority that is to be put under a passphrase; with anew, a new one.
func (h Authority) toClose(anew bool) (sign.Identity, error) {
	if err := h.State.Here(record.AuthorityClosed{}); err != nil {
		return sign.Identity{}, err
	}
	if anew {
		return sign.NewAuthority(h.State.Name, h.now())
	}
	authority, there, err := h.openAuthority()
	switch {
	case err != nil:
		return sign.Identity{}, err
	case h.State.AuthorityClosed() && there && encodeCertificate(authority.Certificate) == h.State.Authority(): // a kit put it back
		return authority, nil
	case h.State.AuthorityClosed():
		return sign.Identity{}, &house.Refusal{Why: house.AuthorityShut}
	case !there || h.endsSoon(authority.Certificate.NotAfter):
		return sign.NewAuthority(h.State.Name, h.now())
	}
	return authority, nil
}

// keepClosed writes the file of an authority under a passphrase: its certificate, and behind that its sealed key.
func (h Authority) keepClosed(authority sign.Identity, passphrase string) error {
	key, ok := authority.Key.(*ecdsa.PrivateKey)
	if !ok {
		return errors.New("the key of the house's authority is in a device: it is put under no passphrase")
	}
	secret, err := house.SealUnder(passphrase, key)
	if err != nil {
		return err
	}
	content := append(sign.CertificatePEM(authority.Certificate), secret+"\n"...)
	if _, err := h.store.Keep(closedFile(encodeCertificate(authority.Certificate)), content); err != nil {
		return fmt.Errorf("keeping the house's authority: %w", err)
	}
	return nil
}

// closedAuthority reads the certificate of the closed authority and its sealed key from its file. Refusal:
// AuthorityGone where that file is not here, or is no such file.
func (h Authority) closedAuthority() (authority sign.Identity, secret string, err error) {
	gone := &house.Refusal{Why: house.AuthorityGone, What: closedFile(h.State.Authority())}
	text, err := h.store.Kept(gone.What)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return sign.Identity{}, "", gone
	case err != nil:
		return sign.Identity{}, "", fmt.Errorf("reading the house's authority: %w", err)
	}
	block, rest := pem.Decode(text)
	if block == nil {
		return sign.Identity{}, "", gone
	}
	if authority.Certificate, err = DecodeCertificate(h.State.Authority()); err != nil {
		return sign.Identity{}, "", fmt.Errorf("the certificate of the house: %w", err)
	}
	if string(block.Bytes) != string(authority.Certificate.Raw) {
		return sign.Identity{}, "", gone
	}
	return authority, strings.TrimSpace(string(rest)), nil
}

// unsealed returns the closed authority with its key opened. Refusals: AuthorityIsOpen, AuthorityGone,
// WrongPassphrase, AtTheOffice.
func (h Authority) unsealed(passphrase string) (sign.Identity, error) {
	if err := h.State.Here(record.AuthorityClosed{}); err != nil {
		return sign.Identity{}, err
	}
	if !h.State.AuthorityClosed() {
		return sign.Identity{}, &house.Refusal{Why: house.AuthorityIsOpen}
	}
	authority, secret, err := h.closedAuthority()
	if err != nil {
		return sign.Identity{}, err
	}
	key := house.OpenUnder(secret, passphrase)
	if key == nil || !key.PublicKey.Equal(authority.Certificate.PublicKey) {
		return sign.Identity{}, &house.Refusal{Why: house.WrongPassphrase}
	}
	authority.Key = key
	return authority, nil
}

// OpenAuthority opens the closed authority, so that this program certifies with it until it ends. Refusals:
// AuthorityIsOpen, AuthorityGone, WrongPassphrase, AtTheOffice.
func (h Authority) OpenAuthority(passphrase string) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	authority, err := h.unsealed(passphrase)
	if err == nil {
		h.opened = authority
	}
	return err
}

// CertifyComing opens the closed authority for as long as it takes to give the certificates that are still to come.
// It also renews those that end within 60 days. It answers who got one. Refusals: those of OpenAuthority.
func (h Authority) CertifyComing(passphrase, by string) (given []house.Staff, err error) {
	err = h.store.Alone(aloneWithAuthority, func() error {
		if err := h.Takeover().CatchUp(); err != nil {
			return err
		}
		authority, err := h.unsealed(passphrase)
		if err != nil {
			return err
		}
		given = h.due()
		return errors.Join(h.certifyAll(authority, by), h.destroyOpen())
	})
	return given, err
}

// certifyAll gives everybody a certificate who has none that they can sign with, or one that ends soon.
func (h Authority) certifyAll(authority sign.Identity, by string) error {
	const tries = 5
	for try := 1; ; try++ {
		var facts []record.Fact
		for _, who := range h.due() {
			certified, err := h.certify(authority, who, h.State.People().KeyOf(who.Number))
			if err != nil {
				return err
			}
			facts = append(facts, certified...)
		}
		err := h.Record(by, facts)
		if !errors.Is(err, record.ErrConflict) || try == tries {
			return err
		}
	}
}

// destroyOpen destroys the file of an authority that lies under a passphrase, and so has no use any more. Where that is
// missing, the open one may be all that there is of its key, and stays.
func (h Authority) destroyOpen() error {
	if !h.State.AuthorityClosed() || h.State.Office().Machine != "" {
		return nil
	}
	if _, _, err := h.closedAuthority(); err != nil {
		return nil // it is told to whoever needs it
	}
	return h.store.Destroy(AuthorityFile)
}

// DestroyOld destroys the authority that this machine had of its own before it went by its house's office, and which
// certifies nobody any more. False where there is none, or where it goes by no office.
func (h Authority) DestroyOld() (bool, error) {
	if h.State.Office().Machine == "" {
		return false, nil
	}
	if _, err := h.store.Kept(AuthorityFile); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, h.store.Destroy(AuthorityFile)
}
