package record_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// A frozenFact is a fact with the bytes that it is.
type frozenFact struct {
	fact  record.Fact
	bytes string
}

// everyKindFrozen has the bytes of a fact of each kind that says all it can say. Lines are only added: SABOT_FROZEN=write adds the
// lines of new kinds, and of kinds that have a new field.
const everyKindFrozen = "testdata/frozen.txt"

// everyFact returns the facts of the file, in its order.
func everyFact(t testing.TB) (all []frozenFact) {
	t.Helper()
	b, err := os.ReadFile(everyKindFrozen)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		e, err := record.Decode([]byte(`[1,"LB1",17,1795241553123,"11",3,1,45,` + line + `]`))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, frozenFact{e.Fact, line})
	}
	return all
}

// Every kind of entry has the bytes of all its fields frozen, by the names and in the order of its struct.
func TestEveryFactIsFrozen(t *testing.T) {
	there := map[string]bool{}
	for _, f := range everyFact(t) {
		there[f.bytes] = true
		if is := factBytes(f.fact); is != f.bytes {
			t.Errorf("%s is written as %s", f.bytes, is)
		}
	}
	var added []string
	for _, kind := range record.Kinds() {
		fact := recordtest.Full(record.Blank(kind))
		said := factBytes(fact)
		if !there[said] {
			added = append(added, said)
		}
		back, err := record.Decode([]byte(`[1,"LB1",17,1795241553123,"11",3,1,45,` + said + `]`))
		if err != nil || !record.Same(back.Fact, fact) {
			t.Errorf("%s reads as %+v: %v", said, back.Fact, err)
		}
	}
	if len(added) > 0 && os.Getenv("SABOT_FROZEN") == "write" && !t.Failed() {
		f, err := os.OpenFile(everyKindFrozen, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(strings.Join(added, "\n") + "\n")
		if closed := f.Close(); err != nil || closed != nil {
			t.Fatal(err, closed)
		}
		added = nil
	}
	for _, said := range added {
		t.Errorf("no line of %s freezes %s: see there that it is meant, and run this test with SABOT_FROZEN=write", everyKindFrozen, said)
	}
}

// factBytes returns the kind and the fields of a fact as an entry has them.
func factBytes(f record.Fact) string {
	return strings.TrimSuffix(strings.TrimPrefix(string(record.Encode(record.Entry{At: time.UnixMilli(0), Fact: f})), `[1,"",0,0,"",0,0,0,`), "]")
}
