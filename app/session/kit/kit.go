// Package kit is the recovery kit: the secret keys of a house in a form that people read,
// type and scan.
package kit

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Kit is the secrets of a house; a part that it has not is empty.
type Kit struct {
	Seal      []byte // of the key that signs the heads
	Authority []byte // of the certificate authority
	Pepper    []byte // of the PINs
}

// Measures of a kit's text: bytes in a line, letters in a group.
const (
	inLine  = 20
	inGroup = 4
	sumLen  = 4
	form    = 1
)

// letters are Crockford's: none that is taken for another one.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Lines returns a kit in lines, each with its number and a check of its own: a typing error shows in its line.
func (k Kit) Lines() []string {
	all := []byte{form}
	for i, part := range [][]byte{k.Seal, k.Authority, k.Pepper} {
		if len(part) > 0 {
			all = append(append(all, byte(i), byte(len(part))), part...)
		}
	}
	sum := sha256.Sum256(all)
	all = append(all, sum[:sumLen]...)
	var lines []string
	for part := range slices.Chunk(all, inLine) {
		n := len(lines) + 1
		var groups []string
		for group := range slices.Chunk([]byte(encode(part)), inGroup) {
			groups = append(groups, string(group))
		}
		lines = append(lines, fmt.Sprintf("K%d %s-%s", n, strings.Join(groups, " "), check(n, part)))
	}
	return lines
}

// Read returns the kit in a text: lines as Lines wrote them, in any order, in small letters or capitals, with
// anything between them. The error names the line that is wrong or missing.
func Read(text string) (Kit, error) {
	lines, last := map[int]string{}, 0
	n := 0
	for _, word := range strings.Fields(strings.ToUpper(text)) {
		if len(word) == 2 && word[0] == 'K' && word[1] >= '1' && word[1] <= '9' {
			n = int(word[1] - '0')
			lines[n], last = "", max(last, n)
			continue
		}
		if n > 0 {
			lines[n] += word
		}
		if strings.Contains(word, "-") { // the check ends a line
			n = 0
		}
	}
	var all []byte
	for n := 1; n <= last; n++ {
		data, sum, _ := strings.Cut(lines[n], "-")
		part, err := decode(data)
		if err != nil || len(part) > inLine || check(n, part) != plainLetters(sum) {
			return Kit{}, fmt.Errorf("line K%d is not what was printed: type it again", n)
		}
		all = append(all, part...)
	}
	return read(all)
}

var errShort = errors.New("lines of the kit are missing: type all of them")

func read(all []byte) (Kit, error) {
	if len(all) <= sumLen {
		return Kit{}, errShort
	}
	body := all[:len(all)-sumLen]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:sumLen], all[len(body):]) {
		return Kit{}, errShort
	}
	if body[0] != form {
		return Kit{}, errors.New("a newer Sabot made this kit: recover with that one")
	}
	var k Kit
	parts := []*[]byte{&k.Seal, &k.Authority, &k.Pepper}
	for body = body[1:]; len(body) >= 2 && int(body[0]) < len(parts) && len(body) >= 2+int(body[1]); body = body[2+int(body[1]):] {
		*parts[body[0]] = body[2 : 2+int(body[1])]
	}
	if len(body) > 0 {
		return Kit{}, errShort
	}
	return k, nil
}

// check returns two letters computed from a line and its number.
func check(n int, part []byte) string {
	sum := sha256.Sum256(append([]byte{byte(n)}, part...))
	return string([]byte{letters[sum[0]&31], letters[sum[1]&31]})
}

func encode(data []byte) string {
	var out strings.Builder
	bits, n := uint(0), 0
	for _, b := range data {
		bits, n = bits<<8|uint(b), n+8
		for ; n >= 5; n -= 5 {
			out.WriteByte(letters[bits>>(n-5)&31])
		}
	}
	if n > 0 {
		out.WriteByte(letters[bits<<(5-n)&31])
	}
	return out.String()
}

// plainLetters puts the letters that are read for others right.
func plainLetters(text string) string {
	return strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(text)
}

func decode(text string) ([]byte, error) {
	var out []byte
	bits, n := uint(0), 0
	for _, c := range []byte(plainLetters(text)) {
		at := strings.IndexByte(letters, c)
		if at < 0 {
			return nil, fmt.Errorf("%q is no letter of a kit", c)
		}
		if bits, n = bits<<5|uint(at), n+5; n >= 8 {
			out, n = append(out, byte(bits>>(n-8))), n-8
		}
	}
	return out, nil
}
