package session

import (
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sabot/pit"
	"sabot/reports/sign"
)

// authorityFile is the house's certificate authority in the data directory, readable to
// this user alone.
const authorityFile = "authority.pem"

// Authority is the house's certificate authority; it is made where there is none yet.
func (h *House) Authority() (sign.Identity, error) {
	path := filepath.Join(h.store.Dir(), authorityFile)
	text, err := os.ReadFile(path)
	if err == nil {
		return sign.ParsePEM(text)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return sign.Identity{}, fmt.Errorf("reading the house's authority: %w", err)
	}
	authority, err := sign.NewAuthority(h.State.Name, h.now())
	if err != nil {
		return sign.Identity{}, err
	}
	if text, err = authority.MarshalPEM(); err != nil {
		return sign.Identity{}, err
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return sign.Identity{}, fmt.Errorf("keeping the house's authority: %w", err)
	}
	return authority, h.record("", []pit.Fact{pit.AuthoritySet{Certificate: encodeCertificate(authority.Certificate)}})
}

func encodeCertificate(c *x509.Certificate) string { return base64.StdEncoding.EncodeToString(c.Raw) }

// Roots are the certificates by which the house's signatures are trusted, as the record
// has them.
func (h *House) Roots() (*x509.CertPool, error) {
	roots := x509.NewCertPool()
	certificate, err := decodeCertificate(h.State.Authority)
	if err != nil {
		return nil, fmt.Errorf("the record has no certificate authority: %w", err)
	}
	roots.AddCert(certificate)
	return roots, nil
}

func decodeCertificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// certify gives somebody who signs a certificate for their key.
func (h *House) certify(who pit.Staff, public string) ([]pit.Fact, error) {
	if !who.Role.May(pit.SignDealt) && !who.Role.May(pit.SignReports) {
		return nil, nil
	}
	authority, err := h.Authority()
	if err != nil {
		return nil, err
	}
	der, err := base64.StdEncoding.DecodeString(public)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, err
	}
	certificate, err := authority.Issue(key, who.Number, who.Name, string(who.Role), h.now())
	if err != nil {
		return nil, err
	}
	return []pit.Fact{pit.Certified{Number: who.Number, Certificate: encodeCertificate(certificate)}}, nil
}

// Identity is who signs a report with their badge.
func (h *House) Identity(who pit.Badge) (sign.Identity, error) {
	text, ok := h.State.Certificates[who.Number]
	if !ok {
		return sign.Identity{}, fmt.Errorf("%s has no certificate: a manager gives them a new PIN", who.Name)
	}
	certificate, err := decodeCertificate(text)
	if err != nil {
		return sign.Identity{}, fmt.Errorf("the certificate of %s: %w", who.Name, err)
	}
	authority, err := decodeCertificate(h.State.Authority)
	if err != nil {
		return sign.Identity{}, fmt.Errorf("the certificate of the house: %w", err)
	}
	return sign.Identity{Certificate: certificate, Chain: []*x509.Certificate{authority}, Key: who.Key()}, nil
}

// newKey makes somebody's key; it answers its public half and the secret that opens
// with the PIN.
func newKey(pin string) (public, secret string, err error) {
	key, err := pit.NewKey()
	if err != nil {
		return "", "", err
	}
	if secret, err = pit.SealKey(pin, key); err != nil {
		return "", "", err
	}
	public, err = pit.PublicKey(key)
	return public, secret, err
}

// renew gives a key to who gives the PIN of a record from before there were keys. While
// the code is shut nothing is tried.
func (h *House) renew(code string) error {
	who, pin, ok := h.State.SplitCode(code)
	if !ok || h.State.Left(who.Number) || h.State.Locked(who.Number, h.now()) > 0 {
		return nil
	}
	old, err := h.store.Secret(who.Number)
	if err != nil || !pit.OldPIN(old, pin) {
		return err
	}
	public, secret, err := newKey(pin)
	if err != nil {
		return err
	}
	certified, err := h.certify(who, public)
	if err != nil {
		return err
	}
	if err := h.record("", append([]pit.Fact{pit.PINSet{Number: who.Number, Key: public}}, certified...)); err != nil {
		return err
	}
	return h.store.SetSecret(who.Number, secret)
}

// EnterStaff enters somebody with a new key under the PIN, or changes who has that
// number. Refusals: those of pit.House.EnterStaff.
func (h *House) EnterStaff(s pit.NewStaff, by pit.Badge) error {
	if _, err := h.State.EnterStaff(s, by.Staff); err != nil {
		return err
	}
	public, secret, err := newKey(s.PIN)
	if err != nil {
		return err
	}
	s.Key = public
	facts, err := h.State.EnterStaff(s, by.Staff)
	if err != nil {
		return err
	}
	certified, err := h.certify(s.Staff, public)
	if err != nil {
		return err
	}
	if err := h.store.SetSecret(s.Number, secret); err != nil {
		return err
	}
	return h.record(by.Number, append(facts, certified...), by)
}

// ChangePIN gives whose code it is a new PIN; the key stays. Refusals: those of SignOn
// but PINExpired, WeakPIN also for the PIN that is changed.
func (h *House) ChangePIN(code, pin string) error {
	who, err := h.SignOn(code)
	var refusal *pit.Refusal
	if err != nil && (!errors.As(err, &refusal) || refusal.Why != pit.PINExpired) {
		return err
	}
	if _, old, _ := h.State.SplitCode(code); old == pin {
		return &pit.Refusal{Why: pit.WeakPIN, What: who.Number}
	}
	public, err := publicOf(who.Key())
	if err != nil {
		return err
	}
	facts, err := h.State.ChangePIN(who, pin, public)
	if err != nil {
		return err
	}
	secret, err := pit.SealKey(pin, who.Key())
	if err != nil {
		return err
	}
	if err := h.store.SetSecret(who.Number, secret); err != nil {
		return err
	}
	return h.record(who.Number, facts)
}

func publicOf(key *ecdsa.PrivateKey) (string, error) {
	if key == nil {
		return "", errors.New("a badge without a key")
	}
	return pit.PublicKey(key)
}

// RemoveStaff says that somebody works here no more. Refusals: those of
// pit.House.RemoveStaff.
func (h *House) RemoveStaff(number string, by pit.Badge) error {
	facts, err := h.State.RemoveStaff(number, by.Staff)
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// SetPINRules sets what PINs must be. Refusals: those of pit.House.SetPINRules.
func (h *House) SetPINRules(rules pit.PINRules, by pit.Badge) error {
	facts, err := h.State.SetPINRules(rules, by.Staff)
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// SetTable enters a table, or what it plays by from its next opening on. Refusals:
// those of pit.House.SetTable.
func (h *House) SetTable(set pit.TableSet, by pit.Badge) error {
	facts, err := h.State.SetTable(set, by.Staff)
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// Printed notes that a report left the house, and answers which copy it is.
func (h *House) Printed(report pit.ReportPrinted) (int, error) {
	if err := h.catchUp(); err != nil {
		return 0, err
	}
	report.Copy = h.State.Copies(report) + 1
	return report.Copy, h.record(report.By, []pit.Fact{report})
}
