package record

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
)

// Holds reports whether an approval is that of the holder of a public key for an entry, given as its bytes.
func (a Approved) Holds(entry []byte, publicKey string) bool {
	return a.HoldsOf(sha256.Sum256(entry), publicKey)
}

// HoldsOf reports the same as Holds, for an entry of whose bytes the SHA-256 is given.
func (a Approved) HoldsOf(entry [sha256.Size]byte, publicKey string) bool {
	der, err := base64.StdEncoding.DecodeString(publicKey)
	if err != nil {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	public, ok := parsed.(*ecdsa.PublicKey)
	sig, errSig := base64.StdEncoding.DecodeString(a.Sig)
	digest := a.Before.Signed(entry)
	return err == nil && ok && errSig == nil && ecdsa.VerifyASN1(public, digest[:], sig)
}

// Signed returns what somebody signs who approves an entry, given as the SHA-256 of its bytes, that a command enters in a stream
// which stood so: the SHA-256 of that one and of two lines, how many entries there were and their root. Of a stream of which
// nothing is known the entry alone is signed, as it was before Sabot 0.10.
func (s Stood) Signed(entry [sha256.Size]byte) [sha256.Size]byte {
	if s == (Stood{}) {
		return entry
	}
	return sha256.Sum256(fmt.Appendf(entry[:], "\n%d\n%s\n", s.Size, s.Root))
}
