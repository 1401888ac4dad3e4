package house

import (
	"crypto/ecdsa"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sabot/pit/record"
)

// Authority returns the certificate of the authority that certifies now; "" before there was one.
func (h *House) Authority() string {
	if len(h.Authorities) == 0 {
		return ""
	}
	return h.Authorities[len(h.Authorities)-1]
}

// AuthorityClosed reports whether the key of the house's authority lies under a passphrase.
func (h *House) AuthorityClosed() bool { return h.authorityClosed }

// CloseAuthority records that the key of the authority with that certificate is under a passphrase. Refusal: WrongRole.
func (h *House) CloseAuthority(certificate string, by Staff) ([]record.Fact, error) {
	f := record.AuthorityClosed{Certificate: certificate, By: by.Number}
	if err := by.MayEnter(f); err != nil {
		return nil, err
	}
	return []record.Fact{f}, nil
}

func (h *House) applyAuthorityClosed(f record.AuthorityClosed) {
	if h.authorityClosed = true; h.Authority() != f.Certificate {
		h.Authorities = append(h.Authorities, f.Certificate)
	}
}

// Lengths of a passphrase that are taken, in characters. The shortest is what NIST SP 800-63B-4, section 3.1.1.2, asks of a
// password that stands alone: what it seals can be copied and tried elsewhere.
const (
	MinPassphrase = 15
	maxPassphrase = 200
	leastLetters  = 5 // different ones
)

// passphraseCost returns the cost at which a key is sealed under a passphrase. It is high: such a key is opened now and then, by
// somebody who waits.
func passphraseCost() Cost { return Cost{4 * KeyCost.Memory, 2 * KeyCost.Passes} }

// CheckPassphrase demands 15 to 200 characters that can be typed, five of them different. Refusal: BadSetting with
// "passphrase" as What.
func CheckPassphrase(typed string) error {
	said := passphrase(typed)
	n, different := utf8.RuneCountInString(said), map[rune]bool{}
	for _, r := range said {
		different[r] = true
	}
	if n < MinPassphrase || n > maxPassphrase || len(different) < leastLetters || !utf8.ValidString(said) || strings.ContainsFunc(said, unicode.IsControl) {
		return &Refusal{Why: BadSetting, What: "passphrase"}
	}
	return nil
}

// passphrase returns a typed passphrase in one form: keyboards write an accent as one sign or as two.
func passphrase(typed string) string { return norm.NFC.String(strings.TrimSpace(typed)) }

// SealUnder seals a key so that only the passphrase opens it. Refusal: that of CheckPassphrase.
func SealUnder(typed string, key *ecdsa.PrivateKey) (secret string, err error) {
	if err := CheckPassphrase(typed); err != nil {
		return "", err
	}
	return sealing{Cost: passphraseCost()}.seal(passphrase(typed), nil, key)
}

// OpenUnder returns the key that SealUnder sealed; nil where the passphrase is another one.
func OpenUnder(secret, typed string) *ecdsa.PrivateKey {
	return OpenKey(secret, passphrase(typed), nil)
}
