package session

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"

	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// authorityFile is the house's certificate authority among its files: in no backup, as
// whoever has it can issue certificates.
const authorityFile = "authority.pem"

// ErrAuthorityDamaged is the error of an authority whose file cannot be read.
var ErrAuthorityDamaged = errors.New("the house's authority, " + authorityFile + " in the data directory, is damaged: put it back with sabotctl recover, " +
	"or take the file away: another authority is made then, and what this one certified stays trusted")

// authority is the house's certificate authority, made under the house's name where there
// is none yet. Whether the record names it is for certifying to see. Refusal: AtTheOffice,
// where another machine of the house has it.
func (h *House) authority(name string) (sign.Identity, error) {
	if err := h.State.Here(record.AuthoritySet{}); err != nil {
		return sign.Identity{}, err
	}
	text, err := h.store.Kept(authorityFile)
	if err == nil && len(bytes.Trim(text, "\x00\r\n ")) == 0 { // a power cut left its name alone
		return h.newAuthority(name)
	}
	if err == nil {
		authority, err := sign.ParsePEM(text)
		if err != nil {
			return sign.Identity{}, fmt.Errorf("%w: %w", ErrAuthorityDamaged, err)
		}
		if !h.endsSoon(authority.Certificate.NotAfter) {
			return authority, nil
		}
		return h.newAuthority(name) // what the old one signed stays trusted
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return sign.Identity{}, fmt.Errorf("reading the house's authority: %w", err)
	}
	return h.newAuthority(name)
}

// firstAuthority is the authority of a house that is being set up. One that is there is
// its own, unless it was made for another name: that house was never recorded.
func (h *House) firstAuthority(name string) (sign.Identity, error) {
	authority, err := h.authority(name)
	if err != nil || authority.Certificate.Subject.CommonName == name {
		return authority, err
	}
	return h.newAuthority(name)
}

func (h *House) newAuthority(name string) (sign.Identity, error) {
	authority, err := sign.NewAuthority(name, h.now())
	if err != nil {
		return sign.Identity{}, err
	}
	text, err := authority.MarshalPEM()
	if err != nil {
		return sign.Identity{}, err
	}
	if _, err := h.store.Keep(authorityFile, text); err != nil {
		return sign.Identity{}, fmt.Errorf("keeping the house's authority: %w", err)
	}
	return authority, nil
}

// certifying enters an authority that the record does not have as its last: a new one, or
// one of which a crash or a restored record lost the entry.
func (h *House) certifying(authority sign.Identity) []record.Fact {
	certificate := encodeCertificate(authority.Certificate)
	if h.State.Authority() == certificate {
		return nil
	}
	return []record.Fact{record.AuthoritySet{Certificate: certificate}}
}

func encodeCertificate(c *x509.Certificate) string { return base64.StdEncoding.EncodeToString(c.Raw) }

// Roots are the certificates by which the house's signatures are trusted, as the record
// has them: of every authority that it has had.
func (h *House) Roots() (*x509.CertPool, error) {
	roots := x509.NewCertPool()
	authorities, err := h.authorities()
	for _, certificate := range authorities {
		roots.AddCert(certificate)
	}
	return roots, err
}

// authorities are those that the record names, the last one's last.
func (h *House) authorities() ([]*x509.Certificate, error) {
	var list []*x509.Certificate
	for _, text := range h.State.Authorities {
		certificate, err := decodeCertificate(text)
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

func decodeCertificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// certify gives somebody who signs a certificate for their key. Who had one may sign what is of the shifts in which they dealt.
func (h *House) certify(authority sign.Identity, who people.Staff, public string) ([]record.Fact, error) {
	if _, had := h.State.Certificates[who.Number]; !had && !who.May(people.SignDealt) && !who.May(people.SignReports) {
		return nil, nil
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
	return []record.Fact{record.Certified{Number: who.Number, Certificate: encodeCertificate(certificate)}}, nil
}

// Identity is who signs a report with their badge.
func (h *House) Identity(who people.Badge) (sign.Identity, error) {
	text, ok := h.State.Certificates[who.Number]
	if !ok {
		return sign.Identity{}, fmt.Errorf("%s has no certificate: a manager gives them a new PIN", who.Name)
	}
	certificate, err := decodeCertificate(text)
	if err != nil {
		return sign.Identity{}, fmt.Errorf("the certificate of %s: %w", who.Name, err)
	}
	authorities, err := h.authorities()
	if err != nil {
		return sign.Identity{}, err
	}
	for _, authority := range authorities {
		if certificate.CheckSignatureFrom(authority) == nil {
			return sign.Identity{Certificate: certificate, Chain: []*x509.Certificate{authority}, Key: who.Key()}, nil
		}
	}
	return sign.Identity{}, fmt.Errorf("no authority of this house has issued the certificate of %s: a manager gives them a new PIN", who.Name)
}

// EnterStaff enters somebody with a new key under the PIN, or changes who has that
// number: without a PIN the key stays. Refusals: those of people.House.EnterStaff.
func (h *House) EnterStaff(s people.NewStaff, by people.Badge) error {
	facts, err := h.State.EnterStaff(s, by.Staff)
	if err != nil {
		return err
	}
	if s.PIN == "" {
		return h.changeStaff(s.Staff, facts, by)
	}
	k, err := h.newKey(s.PIN)
	if err != nil {
		return err
	}
	s.Key = k.public
	if facts, err = h.State.EnterStaff(s, by.Staff); err != nil {
		return err
	}
	return h.setKey(by.Number, s.Staff, k, facts, by)
}

// changeStaff enters what somebody is from now on, with a certificate that says so where
// they have a key.
func (h *House) changeStaff(s people.Staff, facts []record.Fact, by people.Badge) error {
	if key := h.State.KeyOf(s.Number); key != "" {
		certified, err := h.newCertificate(s, key)
		if err != nil {
			return err
		}
		facts = append(facts, certified...)
	}
	return h.record(by.Number, facts, by)
}

// ChangePIN gives whose code it is a new PIN, and a key that nobody ever had: who kept an old
// record and knows the PIN of then opens nothing that signs now. Refusals: those of SignOn
// but PINExpired and PINGiven, WeakPIN also for the PIN that is changed.
func (h *House) ChangePIN(code, pin string) error {
	who, err := h.SignOn(code)
	if err != nil && !people.ChooseAnew(err) {
		return err
	}
	if _, old, _ := h.State.SplitCode(code); old == pin {
		return &people.Refusal{Why: people.WeakPIN, What: who.Number}
	}
	if err := h.State.CheckPIN(who.Number, pin); err != nil {
		return err
	}
	k, err := h.newKey(pin)
	if err != nil {
		return err
	}
	facts, err := h.State.ChangePIN(who, pin, k.public)
	if err != nil {
		return err
	}
	return h.setKey(who.Number, who.Staff, k, facts, who)
}

// RemoveStaff says that somebody works here no more. Refusals: those of
// people.House.RemoveStaff.
func (h *House) RemoveStaff(number string, by people.Badge) error {
	duties, err := h.onDuty(number, "")
	if err != nil {
		return err
	}
	var tables []string
	for _, d := range duties {
		tables = append(tables, d.Table)
	}
	facts, err := h.State.RemoveStaff(number, tables, by.Staff)
	return h.decided(by, facts, err)
}

// SetPINRules sets what PINs must be. Refusals: those of people.House.SetPINRules.
func (h *House) SetPINRules(rules record.PINRules, by people.Badge) error {
	facts, err := h.State.SetPINRules(rules, by.Staff)
	return h.decided(by, facts, err)
}

// SetTable enters a table, or what it plays by from its next opening on. Refusals:
// those of people.House.SetTable.
func (h *House) SetTable(set record.TableSet, by people.Badge) error {
	facts, err := h.State.SetTable(set, by.Staff)
	return h.decided(by, facts, err)
}

// DecideCommission enters how a table rounds commission from its next opening on. Refusals: those of
// people.DecideCommission.
func (h *House) DecideCommission(set record.TableSet, exact bool, by people.Badge) error {
	facts, err := people.DecideCommission(set, exact, by.Staff)
	return h.decided(by, facts, err)
}
