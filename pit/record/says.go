package record

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// SaysOf stands for facts, in their order: the SHA-256 of their kinds and bytes, in
// hexadecimal.
func SaysOf(facts []Fact) string {
	sum := sha256.New()
	for _, f := range facts {
		say(sum, f)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Said returns how many facts a digest of SaysOf stands for, from the first on; false where it stands for none.
func Said(says string, facts []Fact) (int, bool) {
	sum := sha256.New()
	for i, f := range facts {
		if say(sum, f); hex.EncodeToString(sum.Sum(nil)) == says {
			return i + 1, true
		}
	}
	return 0, false
}

func say(sum hash.Hash, f Fact) {
	sum.Write([]byte(f.kind() + ","))
	sum.Write(append(EncodeValue(f), '\n'))
}
