package seal_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/pit/seal"
)

// What a witness puts under a head leaves the head what it was, and is known as the witness's
// own; no other key and no other head passes for it.
func TestCountersign(t *testing.T) {
	k := key(t)
	var tree seal.Tree
	tree.Add(record(1))
	head, err := seal.HeadOf("LB1", &tree).Sign(k)
	if err != nil {
		t.Fatal(err)
	}
	var keys, verifiers []string
	for range 2 {
		key, err := seal.NewWitnessKey()
		if err != nil {
			t.Fatal(err)
		}
		verifier, err := seal.WitnessVerifier(key)
		if err != nil {
			t.Fatal(err)
		}
		keys, verifiers = append(keys, key), append(verifiers, verifier)
	}
	seen, err := seal.Countersign(head, keys[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, err := seal.Countersign(seen, keys[0]); err != nil || again != seen {
		t.Errorf("the second time: %q, %v", again, err)
	}
	both, err := seal.Countersign(seen, keys[1])
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{head: nil, seen: verifiers[:1], both: verifiers, strings.Replace(both, "\n1\n", "\n2\n", 1): nil} {
		got, by, err := seal.Split(text, verifiers...)
		if err != nil || !slices.Equal(by, want) {
			t.Errorf("%q is countersigned by %v, want %v: %v", text, by, want, err)
		}
		if _, _, err := seal.Open(got, k.Verifier()); (err == nil) != strings.HasPrefix(text, "LB1\n1\n") {
			t.Errorf("%q: %v", got, err)
		}
	}
	for _, text := range []string{"", "x", head[:20], strings.Replace(head, "— ", "", 1)} {
		if _, err := seal.Countersign(text, keys[0]); err == nil {
			t.Errorf("%q was countersigned", text)
		}
	}
}
