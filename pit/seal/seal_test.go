package seal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"sabot/pit/seal"
)

// stored is a log as the Go checksum database keeps it, every hash.
type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, i := range indexes {
		out = append(out, s[i])
	}
	return out, nil
}

func record(i int64) []byte { return fmt.Appendf(nil, `[1,"LB1",%d]`, i) }

// The tree is the Go checksum database's own, at every size, and goes on from its edge.
func TestTreeIsThatOfTlog(t *testing.T) {
	var all stored
	var tree seal.Tree
	for n := int64(0); n <= 300; n++ {
		want, err := tlog.TreeHash(n, all)
		if err != nil {
			t.Fatal(err)
		}
		if got := tree.Root(); got != want {
			t.Fatalf("root of %d records is %v, want %v", n, got, want)
		}
		again, err := seal.ReadTree(tree.Size(), tree.Edge())
		if err != nil || again.Root() != want {
			t.Fatalf("the edge of %d records gives %v, %v", n, again.Root(), err)
		}
		tree = again
		hashes, err := tlog.StoredHashes(n, record(n), all)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, hashes...)
		tree.Add(record(n))
	}
}

func TestEdgeThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		size  int64
		bytes int
	}{{-1, 0}, {0, 32}, {1, 0}, {1, 31}, {3, 32}, {4, 64}} {
		if _, err := seal.ReadTree(c.size, make([]byte, c.bytes)); err == nil {
			t.Errorf("%d bytes are the edge of %d records", c.bytes, c.size)
		}
	}
}

// A clone goes its own way.
func TestClone(t *testing.T) {
	var one seal.Tree
	for i := range int64(6) {
		one.Add(record(i))
	}
	want := one.Root()
	other := one.Clone()
	other.Add(record(7))
	other.Add(record(8))
	if one.Root() != want || one.Size() != 6 || other.Size() != 8 {
		t.Error("what was added to the clone is in the tree")
	}
}

// Where two logs differ is known as far as their edges say it.
func TestApart(t *testing.T) {
	for _, c := range []struct{ changed, from, to int64 }{{1, 1, 8}, {8, 1, 8}, {9, 9, 12}, {13, 13, 13}, {0, 0, 0}} {
		var one, other seal.Tree
		for i := int64(1); i <= 13; i++ {
			one.Add(record(i))
			if i == c.changed {
				other.Add(record(99))
			} else {
				other.Add(record(i))
			}
		}
		if from, to, apart := one.Apart(&other); from != c.from || to != c.to || apart != (c.changed > 0) {
			t.Errorf("entry %d changed: from %d to %d, %v", c.changed, from, to, apart)
		}
	}
}

func key(t *testing.T) *seal.Key {
	t.Helper()
	k, err := seal.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeyIsReadAsItWasWritten(t *testing.T) {
	k := key(t)
	again, err := seal.ReadKey(k.Text())
	if err != nil || again.Verifier() != k.Verifier() || again.Text() != k.Text() {
		t.Fatalf("%v", err)
	}
	for range 100 {
		k := key(t)
		made, err := seal.KeyOfSeed(k.Seed(), k.Verifier(), again.Verifier())
		if err != nil || made.Verifier() != k.Verifier() || !slices.Equal(made.Verifiers(), []string{k.Verifier(), again.Verifier()}) {
			t.Fatalf("made of its seed: %v, %v", made, err)
		}
	}
	if _, err := seal.KeyOfSeed([]byte("short")); err == nil {
		t.Error("a short seed is a key")
	}
	other := key(t)
	heir, err := seal.NewKey(k.Verifier(), other.Verifier())
	if err != nil {
		t.Fatal(err)
	}
	heir, err = seal.ReadKey(heir.Text())
	if err != nil || !slices.Equal(heir.Verifiers(), []string{heir.Verifier(), k.Verifier(), other.Verifier()}) {
		t.Errorf("of the earlier keys it knows %v: %v", heir.Verifiers(), err)
	}
	mixed := strings.SplitAfter(k.Text(), "\n")[0] + strings.SplitAfter(other.Text(), "\n")[1]
	for _, text := range []string{"", "x", k.Verifier(), k.Text()[1:], mixed, k.Text() + "x\n"} {
		if _, err := seal.ReadKey(text); err == nil {
			t.Errorf("%q is a key", text)
		}
	}
}

// A head opens with the key that signed it and with no other, and no byte of it can be
// another one.
func TestHead(t *testing.T) {
	k, other := key(t), key(t)
	var tree seal.Tree
	tree.Add(record(1))
	tree.Add(record(2))
	head := seal.HeadOf("LB1", &tree)
	text, err := head.Sign(k)
	if err != nil {
		t.Fatal(err)
	}
	if got, by, err := seal.Open(text, other.Verifier(), k.Verifier(), k.Verifier()); got != head || by != k.Verifier() || err != nil {
		t.Errorf("%+v by %s: %v", got, by, err)
	}
	if _, _, err := seal.Open(text, other.Verifier()); !errors.Is(err, seal.ErrNotSigned) {
		t.Errorf("with another key: %v", err)
	}
	if _, _, err := seal.Open(text); !errors.Is(err, seal.ErrNotSigned) {
		t.Errorf("without a key: %v", err)
	}
	if _, _, err := seal.Open(text, "no key"); err == nil {
		t.Error("a verifier that is none")
	}
	for i := range len(text) {
		for bit := range 8 {
			bent := []byte(text)
			bent[i] ^= 1 << bit
			if _, _, err := seal.Open(string(bent), k.Verifier()); err == nil {
				t.Errorf("byte %d, bit %d: %q opens", i, bit, bent)
			}
		}
	}
	for _, bent := range []string{"", text + "\n", text + text, strings.Replace(text, "\n2\n", "\n02\n", 1), strings.TrimSuffix(text, "\n"), text[:20]} {
		if _, _, err := seal.Open(bent, k.Verifier()); err == nil {
			t.Errorf("%q opens", bent)
		}
	}
}
