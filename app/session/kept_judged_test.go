package session_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/assets"
	"sabot/games"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/reports"
)

// newPlayed is newAttacked of nights that were played, each with two hands: a house that verifies.
func newPlayed(t *testing.T) *attacked {
	t.Helper()
	const nights = 11 // as many as a list of shifts is kept of
	a := &attacked{T: t, dir: t.TempDir(), day: evening.AddDate(0, 0, 3).Format(time.DateOnly), clock: demo.NewClock(evening)}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	a.house, err = session.Open(a.dir, a.clock.Now)
	must(err)
	t.Cleanup(func() { must(a.house.Close()) })
	must(a.house.SetUp(house.DemoPlan("it", "lugano", 1)))
	for night := range nights {
		a.clock.Pass(evening.AddDate(0, 0, night).Sub(a.clock.Now()))
		must(demo.Play(t.Context(), a.house, a.clock, "LB1", 2, 1))
		_, err := demo.Close(a.house, a.clock, "LB1")
		must(err)
	}
	a.want = a.sum(a.on(unkept{a.house.Store()}))
	return a
}

// forged changes what is kept of the first table beside the record, and vouches for that as who has the key that seals it can.
func forged(t *testing.T, dir string, store record.Keeper, name string, change func(body []byte) []byte) {
	t.Helper()
	file := filepath.Join(dir, "derived", name+"-LB1")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfterN(content, []byte("\n"), 6)
	head, err := seal.ReadHead(string(content[:len(content)-len(lines[5])]))
	if err != nil {
		t.Fatal(err)
	}
	body := change(slices.Clone(lines[5]))
	if bytes.Equal(body, lines[5]) {
		t.Fatalf("%s: nothing was changed", name)
	}
	vouched(t, file, store, head, body)
}

// vouched writes a file of what was derived of the first table.
func vouched(t *testing.T, file string, store record.Keeper, head seal.Head, body []byte) {
	t.Helper()
	bound, err := boundOf(store, head)
	if err != nil {
		t.Fatal(err)
	}
	note, err := store.Vouch(head.Stream, head.Size, slices.Concat(bound, []byte("\n"), body))
	if err == nil {
		err = os.WriteFile(file, append([]byte(note), body...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func boundOf(store record.Keeper, head seal.Head) ([]byte, error) {
	if strings.HasPrefix(head.Stream, "derived/days") {
		note, err := store.Head("LB1")
		if err != nil {
			return nil, err
		}
		now, err := seal.ReadHead(note)
		return now.Root[:], err
	}
	for e, err := range store.Entries("LB1", head.Size) {
		return record.Encode(e), err
	}
	return nil, fs.ErrNotExist
}

// amount has an amount be another one wherever it stands as a number of what is kept.
func amount(from, to games.Amount) func([]byte) []byte {
	return func(body []byte) []byte {
		return bytes.ReplaceAll(body, binary.AppendVarint(nil, int64(from)), binary.AppendVarint(nil, int64(to)))
	}
}

// kept has an index of the first table's log be kept, which a program keeps of longer ones alone.
func keptIndex(t *testing.T, dir string, store record.Keeper) {
	t.Helper()
	var index shifts.LogIndex
	var tree seal.Tree
	for e, err := range store.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		index.Add(e)
		tree.Add(record.Encode(e))
	}
	body, err := index.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	text := slices.Concat([]byte("Sabot "+assets.Version+"\n"), edgeLine(&tree), body)
	vouched(t, filepath.Join(dir, "derived", "entries-LB1"), store, seal.Head{Stream: "derived/entries-LB1", Size: tree.Size()}, text)
}

func edgeLine(tree *seal.Tree) []byte {
	return []byte("edge " + base64.StdEncoding.EncodeToString(tree.Edge()) + "\n")
}

// otherEdge has a log of other entries stand for those of which something is kept.
func otherEdge(body []byte) []byte {
	lines := bytes.SplitAfterN(body, []byte("\n"), 3)
	edge, err := base64.StdEncoding.DecodeString(strings.TrimSpace(strings.TrimPrefix(string(lines[1]), "edge ")))
	if err != nil {
		panic(err)
	}
	edge[len(edge)-1] ^= 1
	return slices.Concat(lines[0], []byte("edge "+base64.StdEncoding.EncodeToString(edge)+"\n"), lines[2])
}

// standing is what the office's verification of the record comes to, and which files it threw away.
func standing(t *testing.T, h *session.House) (audit.Standing, []string) {
	t.Helper()
	all, err := papers.Of(h).VerifyRecord(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, c := range all {
		for _, k := range c.KeptFalse {
			files = append(files, k.File)
		}
	}
	return audit.StandingOf(all), files
}

// What is kept beside the record and was forged with the key that seals it is named by who verifies the record, and thrown away: what
// this program has read of it, too. As it was kept nothing is named.
func TestForgedListsAreNamed(t *testing.T) {
	a := newPlayed(t)
	line := a.want.Periods[0].Lines[0]
	for name, change := range map[string]func([]byte) []byte{
		"days3":   amount(line.Turnover, line.Turnover+2),
		"sums8":   amount(line.Turnover, line.Turnover+2),
		"shifts4": func(b []byte) []byte { return bytes.Replace(b, []byte(a.day), []byte("2023-11-21"), 1) },
		"entries": func(b []byte) []byte { return bytes.Replace(b, []byte("handclosed"), []byte("handopened"), 1) },
		"an edge": func(b []byte) []byte { return otherEdge(b) },
	} {
		t.Run(name, func(t *testing.T) {
			a.T = t
			h := a.on(a.house.Store())
			if _, err := h.Sums().Shifts(sums.ShiftQuery{}); err != nil {
				t.Fatal(err)
			}
			a.isTrue(h)
			keptIndex(t, a.dir, a.house.Store())
			if s, files := standing(t, h); s != audit.Sound || len(files) > 0 {
				t.Fatalf("as it was kept: %v, %v", s, files)
			}
			if name == "an edge" {
				name = "shifts4"
			}
			forged(t, a.dir, h.Store(), name, change)
			h = a.on(a.house.Store())
			if _, err := h.Sums().Shifts(sums.ShiftQuery{}); err != nil {
				t.Fatal(err)
			}
			a.sum(h) // it has read that now
			if s, files := standing(t, h); s != audit.KeptWasFalse || !slices.Equal(files, []string{"derived/" + name + "-LB1"}) {
				t.Errorf("%v, %v", s, files)
			}
			if _, err := os.Stat(filepath.Join(a.dir, "derived", name+"-LB1")); !errors.Is(err, fs.ErrNotExist) {
				t.Error("it lies there still:", err)
			}
			a.isTrue(h)
			if s, files := standing(t, h); s != audit.Sound {
				t.Errorf("once more: %v, %v", s, files)
			}
		})
	}
}

// People sign the record's own figures, whatever is kept beside it; who was shown others reads them again first.
func TestForgedListsAreNotSigned(t *testing.T) {
	a := newPlayed(t)
	line := a.want.Periods[0].Lines[0]
	for _, name := range []string{"days3", "sums8"} {
		w := papers.Wanted{Kind: reports.HouseReport, Item: a.day, Lang: "en"}
		elena := demotest.Badge(t, a.house, "316931")
		forge := func() *session.House {
			a.sum(a.on(a.house.Store()))
			forged(t, a.dir, a.house.Store(), name, amount(line.Turnover, line.Turnover+2))
			if name == "sums8" { // what is made of them is not kept yet
				if err := os.Remove(filepath.Join(a.dir, "derived", "days3-LB1")); err != nil {
					t.Fatal(err)
				}
			}
			return a.on(a.house.Store())
		}
		h := forge()
		if got := a.sum(h); reflect.DeepEqual(got, a.want) {
			t.Fatalf("%s: it is not read", name)
		}
		_, pdf, err := papers.Of(h).Signed(w, elena)
		if err != nil {
			t.Fatal(name, err)
		}
		if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("%s: what was signed: %v, %v", name, err, v.Faults)
		}
		if thrown := h.Sums().ThrownAway(); len(thrown) == 0 || thrown[0].Stream != "LB1" || thrown[0].Left != nil {
			t.Errorf("%s: it is not said: %v", name, thrown)
		}
		a.isTrue(h)

		h = forge()
		shown, err := papers.Of(h).Evidence(w)
		if err != nil {
			t.Fatal(err)
		}
		w.Shown = shown.Digest()
		if _, _, err := papers.Of(h).Signed(w, elena); !house.RefusedFor(err, house.KeptFalse) {
			t.Errorf("%s: who was shown other figures: %v", name, err)
		}
		if shown, err = papers.Of(h).Evidence(w); err != nil {
			t.Fatal(err)
		}
		w.Shown = shown.Digest()
		if _, _, err := papers.Of(h).Signed(w, elena); err != nil {
			t.Errorf("%s: read again: %v", name, err)
		}
	}
}

// A list that was forged so that somebody dealt who did not lets them sign nothing.
func TestForgedListLetsNobodySign(t *testing.T) {
	a := newPlayed(t)
	lines, err := a.house.Sums().Shifts(sums.ShiftQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var other house.Badge // deals, and has not
	for _, code := range []string{"114711", "124712", "134713"} {
		if who := demotest.Badge(t, a.house, code); !slices.Contains(lines[0].Dealt, who.Number) {
			other = who
		}
	}
	if other.Number == "" {
		t.Fatal("all have dealt")
	}
	dealt := func(n string) []byte { return append([]byte{byte(len(n))}, n...) }
	forged(t, a.dir, a.house.Store(), "shifts4", func(b []byte) []byte {
		return bytes.ReplaceAll(b, dealt(lines[0].Dealt[0]), dealt(other.Number))
	})
	h := a.on(a.house.Store())
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	if head, err := h.Derived().Head("LB1", 1); err != nil || !slices.Contains(head.Dealt, other.Number) {
		t.Fatalf("it is not read: %v, %v", head.Dealt, err)
	}
	if _, _, err := papers.Of(h).Signed(w, other, demotest.Badge(t, h, "215821")); !house.RefusedFor(err, house.NeverDealt) {
		t.Error(err)
	}
}
