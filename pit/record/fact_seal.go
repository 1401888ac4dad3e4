package record

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
)

// Approved means: By gave the PIN for entry Seq of the same stream, which stands right
// before it, in a stream that was as Before says when the command came that enters it. Sig is by the key that
// opens with the PIN, over what Stood.Signed makes of both (ECDSA P-256 with SHA-256, ASN.1, base64).
type Approved struct {
	Seq    int64  `json:"seq"`
	By     string `json:"by"`
	Before Stood  `json:"before,omitzero"` // Sabot 0.9 had none
	Sig    string `json:"sig"`
}

// SealedBy means: from here on the record's heads are signed by that key of the
// installation, in the form of a note verifier.
type SealedBy struct {
	Key string `json:"key"`
}

// Checkpointed means: that was the signed head of a table's entries, in the form of a
// note. What is cut off behind it shows.
type Checkpointed struct {
	Note string `json:"note"`
}

// Restored means: the key of the installation was not there any more, as after a restore on
// another machine, and the record goes on under the one that SealedBy names next. Heads are the
// signed heads of all its streams as they stood then, the house's the one right before this entry:
// whoever trusts a key of before goes on trusting what that has signed.
type Restored struct {
	Heads []string `json:"heads"`
}

// RestoredFrom means: what lies here was restored from that backup, and what came behind it is lost.
// Heads are the signed heads of all streams as the backup left them, as in Restored. Left are signed
// heads that were kept elsewhere and are of more entries than that.
type RestoredFrom struct {
	Backup string   `json:"backup"` // the name of its file
	Heads  []string `json:"heads"`
	Left   []string `json:"left,omitempty"`
	By     string   `json:"by"`
	// Compared is against how many heads that were kept elsewhere it was held; 0 of one that nobody named any for.
	Compared int `json:"compared,omitempty"`
}

// LossSigned means: an inspector and a manager answer for the heads that the restore with that number
// left behind.
type LossSigned struct {
	Restore   int64  `json:"restore"`
	Inspector string `json:"inspector"`
	Manager   string `json:"manager"`
}

// ProofPlanned means: from now on the signed heads go to that folder at each closing, and beside
// that each so many minutes, 0 for never; with no folder, no more.
type ProofPlanned struct {
	Folder string `json:"folder,omitempty"` // of the machine, in full
	Every  int    `json:"every,omitempty"`  // minutes
	By     string `json:"by"`
}

// KitMade means: somebody had the recovery kit made, on which the house's secret keys are.
type KitMade struct {
	By string `json:"by"`
}

func (Restored) kind() string     { return "restored" }
func (RestoredFrom) kind() string { return "restoredfrom" }
func (LossSigned) kind() string   { return "losssigned" }
func (ProofPlanned) kind() string { return "proofplanned" }
func (KitMade) kind() string      { return "kitmade" }
func (Approved) kind() string     { return "approved" }
func (SealedBy) kind() string     { return "sealedby" }
func (Checkpointed) kind() string { return "checkpoint" }

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
