package session_test

import (
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/assets"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
)

// asked is a record that notes from where on headlines were asked for.
type asked struct {
	record.Keeper
	from []int64
}

func (a *asked) Headlines(table string, from int64) iter.Seq2[record.Entry, error] {
	a.from = append(a.from, from)
	return a.Keeper.Headlines(table, from)
}

// The shifts of a table are kept, so that the next program reads only what came since. They
// may be thrown away, spoilt, be older, another table's, of another Sabot or signed by another key: the list
// is what the record gives. Verification of a report reads nothing of it.
func TestShiftsAreKept(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	demotest.Night(t, h, clock, 2)
	demotest.Again(t, h, clock, 11)
	list := func(h *session.House) []sums.ShiftLine {
		t.Helper()
		lines, err := h.Sums().Shifts(sums.ShiftQuery{})
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	anew := func() (*session.House, *asked) {
		t.Helper()
		a := &asked{Keeper: h.Store()}
		fresh, err := session.On(a, clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		a.from = nil
		return fresh, a
	}
	want := list(h)
	file := filepath.Join(dir, "derived", "shifts4-LB1")
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fresh, a := anew()
	if got := list(fresh); !reflect.DeepEqual(got, want) || len(a.from) != 1 || a.from[0] == 1 {
		t.Fatalf("headlines were read from %v, the same list: %t", a.from, reflect.DeepEqual(got, want))
	}

	head, err := seal.ReadHead(string(kept))
	if err != nil {
		t.Fatal(err)
	}
	var entry []byte
	for e := range h.Store().Entries("LB1", head.Size) {
		entry = record.Encode(e)
		break
	}
	body := strings.SplitAfterN(string(kept), "\n", 6)[5]
	older := strings.Replace(body, "Sabot "+assets.Version, "Sabot 0.1.0", 1)
	forged := strings.Replace(body, "2024-11-21", "2023-11-21", 1)
	head.Root = seal.Leaf(slices.Concat(entry, []byte("\n"), []byte(forged)))
	stranger, err := seal.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	byStranger, err := head.Sign(stranger)
	if err != nil {
		t.Fatal(err)
	}
	byHouse, err := h.Store().Vouch(head.Stream, head.Size, slices.Concat(entry, []byte("\n"), []byte(forged)))
	if err != nil {
		t.Fatal(err)
	}
	byOlder, err := h.Store().Vouch(head.Stream, head.Size, slices.Concat(entry, []byte("\n"), []byte(older)))
	if err != nil {
		t.Fatal(err)
	}
	otherTable, err := h.Store().Vouch("derived/shifts4-LB2", head.Size, slices.Concat(entry, []byte("\n"), []byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	otherEntry, err := h.Store().Vouch(head.Stream, head.Size-1, slices.Concat(entry, []byte("\n"), []byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		content string
		read    bool // it is taken
	}{
		"nothing":            {"", false},
		"half of it":         {string(kept[:len(kept)/2]), false},
		"another day":        {strings.Replace(string(kept), "2024-11-21", "2023-11-21", 1), false},
		"a byte more":        {string(kept) + "x", false},
		"another key's":      {byStranger + forged, false},
		"another table's":    {otherTable + body, false},
		"another Sabot's":    {byOlder + older, false},
		"of another entry":   {otherEntry + body, false},
		"the house's forged": {byHouse + forged, true}, // that forgery fails by its key alone
	} {
		if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		fresh, a := anew()
		same := reflect.DeepEqual(list(fresh), want)
		if same == c.read || (a.from[0] != 1) != c.read {
			t.Errorf("%s: the same list: %t, headlines read from %v", what, same, a.from)
		}
	}

	// What is forged with the house's own key is still no ground for a verdict.
	fresh, a = anew()
	list(fresh)
	elena := demotest.Badge(t, fresh, "316931")
	a.from = nil
	_, pdf, err := papers.Of(fresh).Signed(papers.Wanted{Kind: reports.TableReport, Table: "LB1", Item: "2024-11-22..2024-11-22"}, elena)
	if err != nil {
		t.Fatal(err)
	}
	others := func(f papers.Failing) bool { return f.Key != "paper_record" } // these shifts are copies of one, which no table would have entered
	if v, err := papers.Of(fresh).VerifyReport(pdf); err != nil || slices.ContainsFunc(v.Faults, others) || a.from[0] != 1 {
		t.Errorf("%v, %v, headlines read from %v", err, v.Faults, a.from)
	}

	// An older one goes on to what came since.
	if err := os.WriteFile(file, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	demotest.Again(t, h, clock, 3)
	fresh, a = anew()
	if got := list(fresh); !reflect.DeepEqual(got, list(h)) || len(got) != 15 || a.from[0] == 1 {
		t.Errorf("%d shifts, headlines read from %v", len(got), a.from)
	}
}
