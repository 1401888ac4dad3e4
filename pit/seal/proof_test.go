package seal_test

import (
	"iter"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/pit/seal"
)

func leavesOf(n int64) iter.Seq2[[32]byte, error] {
	return func(yield func([32]byte, error) bool) {
		for i := range n {
			if !yield(seal.Leaf(record(i)), nil) {
				return
			}
		}
	}
}

// A head with its proof shows that it goes on from every smaller head of the same log, and from no head of another one.
func TestContinuing(t *testing.T) {
	k := key(t)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Int64Range(1, 300).Draw(t, "size")
		first := rapid.Int64Range(1, size).Draw(t, "first")
		var tree, other seal.Tree
		var before, beside seal.Head
		for i := range size {
			tree.Add(record(i))
			other.Add(record(i + 1))
			if i+1 == first {
				before, beside = seal.HeadOf("LB1", &tree), seal.HeadOf("LB1", &other)
			}
		}
		head := seal.HeadOf("LB1", &tree)
		note, err := head.Sign(k)
		if err != nil {
			t.Fatal(err)
		}
		text, err := seal.Continuing(note, first, leavesOf(size+3))
		if err != nil {
			t.Fatal(err)
		}
		bare, proof, err := seal.Unproved(text)
		if err != nil || bare != note || proof.First != first {
			t.Fatalf("%q from %d: %v", bare, proof.First, err)
		}
		if !proof.Shows(before, head) {
			t.Error("it is not shown")
		}
		if proof.Shows(beside, head) || proof.Shows(seal.Head{Stream: "LB2", Size: before.Size, Root: before.Root}, head) {
			t.Error("another log is shown")
		}
		if first < size && proof.Shows(before, seal.HeadOf("LB1", &other)) {
			t.Error("a fork is shown")
		}
	})
	var tree seal.Tree
	tree.Add(record(0))
	note, err := seal.HeadOf("LB1", &tree).Sign(k)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ first, leaves int64 }{{0, 1}, {2, 2}, {1, 0}} {
		if _, err := seal.Continuing(note, c.first, leavesOf(c.leaves)); err == nil {
			t.Errorf("from %d of %d", c.first, c.leaves)
		}
	}
	for _, text := range []string{"old \n\n" + note, "old 1\nxx\n\n" + note, "old 1\n", "old 1\n" + strings.Repeat("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", 65) + "\n" + note} {
		if _, _, err := seal.Unproved(text); err == nil {
			t.Errorf("%q is taken for a proof", text)
		}
	}
}
