package seal

import "strings"

// Words returns the first 64 bits of the head's root in syllables that two people can read to each other, whatever they speak: the
// proquints of D. S. Wilkerson (arXiv:0901.4016).
func (h Head) Words() string {
	const consonants, vowels = "bdfghjklmnprstvz", "aiou"
	const words = 4
	var out []string
	for i := range words {
		n := uint16(h.Root[2*i])<<8 | uint16(h.Root[2*i+1])
		out = append(out, string([]byte{consonants[n>>12], vowels[n>>10&3], consonants[n>>6&15], vowels[n>>4&3], consonants[n&15]}))
	}
	return strings.Join(out, "-")
}
