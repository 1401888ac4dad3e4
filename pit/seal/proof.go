package seal

import (
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// oldLine begins a head with the proof that it goes on from a smaller one, in the form that C2SP's tlog-witness has for a request.
const oldLine = "old "

// Continuing returns a signed head of a log with the proof that it goes on from the first entries of it, as Countersign
// takes both. Leaves are those of the log. Errors: of more entries than the head stands for, and those of leaves.
func Continuing(text string, first int64, leaves iter.Seq2[[32]byte, error]) (string, error) {
	head, err := ReadHead(text)
	switch {
	case err != nil:
		return "", err
	case first < 1 || first > head.Size:
		return "", fmt.Errorf("the head of %s stands for %d entries: none is proved to go on from %d", head.Stream, head.Size, first)
	}
	var hashes []Hash
	reader := tlog.HashReaderFunc(func(at []int64) ([]Hash, error) {
		list := make([]Hash, len(at))
		for i, n := range at {
			list[i] = hashes[n]
		}
		return list, nil
	})
	n := int64(0)
	for leaf, err := range leaves {
		if err != nil {
			return "", err
		}
		if n == head.Size {
			break
		}
		more, err := tlog.StoredHashesForRecordHash(n, leaf, reader)
		if err != nil {
			return "", fmt.Errorf("hashing entry %d of %s: %w", n+1, head.Stream, err)
		}
		hashes = append(hashes, more...)
		n++
	}
	if n < head.Size {
		return "", fmt.Errorf("the head of %s stands for %d entries, and there are %d", head.Stream, head.Size, n)
	}
	proof, err := tlog.ProveTree(head.Size, first, reader)
	if err != nil {
		return "", fmt.Errorf("proving that %s goes on from %d entries: %w", head.Stream, first, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d\n", oldLine, first)
	for _, h := range proof {
		fmt.Fprintln(&b, h)
	}
	return b.String() + "\n" + text, nil
}

// A Proof is evidence that a head goes on from a smaller one.
type Proof struct {
	First  int64 // entries that the smaller one stands for; 0 where there is no proof
	hashes tlog.TreeProof
}

// errNoProof is the error of a checkpoint with something else than a proof before its head.
var errNoProof = errors.New("what stands before the head is no proof: have whoever gave this checkpoint give it again")

// Unproved takes the proof away that stands before a head, if there is one. The error is of one that is none.
func Unproved(text string) (string, Proof, error) {
	if !strings.HasPrefix(text, oldLine) {
		return text, Proof{}, nil
	}
	before, text, ok := strings.Cut(text, "\n\n")
	lines := strings.Split(before, "\n")
	first, err := strconv.ParseInt(strings.TrimPrefix(lines[0], oldLine), 10, 64)
	if !ok || err != nil || first < 1 || len(lines) > 64 {
		return "", Proof{}, errNoProof
	}
	p := Proof{First: first}
	for _, line := range lines[1:] {
		raw, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(raw) != tlog.HashSize {
			return "", Proof{}, errNoProof
		}
		p.hashes = append(p.hashes, Hash(raw))
	}
	return text, p, nil
}

// Shows reports whether a head goes on from the one before, which is of the same stream and of p.First entries.
func (p Proof) Shows(before, head Head) bool {
	if before.Stream != head.Stream || before.Size != p.First || head.Size < before.Size {
		return false
	}
	return tlog.CheckTree(p.hashes, head.Size, head.Root, before.Size, before.Root) == nil
}
