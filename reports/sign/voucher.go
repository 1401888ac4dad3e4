package sign

import (
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
)

// A Voucher is the word of a house's authority about a key: the machine in its office signs the heads of its record
// with it. The people, tables and rules of that record are the house's.
type Voucher struct {
	House   string `json:"house"`
	Machine string `json:"machine"` // its name in the pit
	Key     string `json:"key"`     // verifier of the key
	Sig     string `json:"sig"`     // base64
}

// said returns the bytes that the authority signs.
func (v Voucher) said() []byte {
	v.Sig = ""
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // four texts
	}
	return append([]byte("sabot office\n"), text...)
}

// Vouch returns an authority's voucher, as a text. Error: of an authority without its key.
func (ca Identity) Vouch(v Voucher) (string, error) {
	if err := ca.whole(); err != nil {
		return "", fmt.Errorf("vouching for the key of %s: %w", v.Machine, err)
	}
	digest := sha256.Sum256(v.said())
	sig, err := ca.Key.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		return "", fmt.Errorf("vouching for the key of %s: %w", v.Machine, err)
	}
	v.Sig = base64.StdEncoding.EncodeToString(sig)
	text, err := json.Marshal(v)
	return string(text), err
}

// ReadVoucher reads what Vouch wrote. The error is of a text that none of the authorities has signed.
func ReadVoucher(text string, authorities ...*x509.Certificate) (v Voucher, err error) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return Voucher{}, fmt.Errorf("that is no voucher: %w", err)
	}
	sig, err := base64.StdEncoding.DecodeString(v.Sig)
	if err != nil {
		return Voucher{}, fmt.Errorf("that is no voucher: %w", err)
	}
	for _, c := range authorities {
		if c.IsCA && c.CheckSignature(x509.ECDSAWithSHA256, v.said(), sig) == nil {
			return v, nil
		}
	}
	return Voucher{}, errors.New("no authority of the house has signed for that key")
}
