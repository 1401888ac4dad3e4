package record

// Approved means: By gave the PIN for entry Seq of the same stream, which stands right
// before it. Sig is by the key that opens with the PIN, over that entry's bytes
// (ECDSA P-256 with SHA-256, ASN.1, base64).
type Approved struct {
	Seq int64  `json:"seq"`
	By  string `json:"by"`
	Sig string `json:"sig"`
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

func (Approved) kind() string     { return "approved" }
func (SealedBy) kind() string     { return "sealedby" }
func (Checkpointed) kind() string { return "checkpoint" }
