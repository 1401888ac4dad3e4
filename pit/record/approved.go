package record

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
)

// Holds says whether an approval is that of the holder of a public key for an entry,
// given as its bytes.
func (a Approved) Holds(entry []byte, publicKey string) bool {
	return a.HoldsOf(sha256.Sum256(entry), publicKey)
}

// HoldsOf is Holds for an entry of whose bytes the SHA-256 is given.
func (a Approved) HoldsOf(entry [sha256.Size]byte, publicKey string) bool {
	der, err := base64.StdEncoding.DecodeString(publicKey)
	if err != nil {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	public, ok := parsed.(*ecdsa.PublicKey)
	sig, errSig := base64.StdEncoding.DecodeString(a.Sig)
	return err == nil && ok && errSig == nil && ecdsa.VerifyASN1(public, entry[:], sig)
}
