// Package recordtest is the contract of a record.Keeper, which every implementation passes.
package recordtest

import (
	"bytes"
	"errors"
	"io/fs"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Run tries what every record must do; open gives an empty one.
func Run(t *testing.T, open func(t *testing.T) record.Keeper) {
	for name, try := range map[string]func(*testing.T, record.Keeper){
		"GivesBackWhatItGot": givesBack, "KeepsTablesApart": keepsApart, "RefusesATakenPlace": refusesTaken,
		"AllOrNothing": allOrNothing, "FindsOpenings": findsOpenings,
		"SecretsGoWithTheirEntries": secrets, "DependsOnAnotherStream": depends, "SealsWhatItHas": seals, "SnapshotStands": snapshot,
		"OneHoldsATable": leases, "OneAtATime": alone, "KeepsFiles": files, "VouchesWithItsKey": vouches,
	} {
		t.Run(name, func(t *testing.T) { try(t, open(t)) })
	}
}

func givesBack(t *testing.T, r record.Keeper) {
	want := entries("LB1", 1, 5)
	mustAppend(t, r, want[:1]...)
	mustAppend(t, r, want[1:]...)
	if got := all(t, r, "LB1", 1); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := all(t, r, "LB1", 4); !reflect.DeepEqual(got, want[3:]) {
		t.Errorf("from 4: %v, want %v", got, want[3:])
	}
	if last, err := r.Last("LB1"); last != 5 || err != nil {
		t.Errorf("the last is %d, %v", last, err)
	}
}

func keepsApart(t *testing.T, r record.Keeper) {
	mustAppend(t, r, entries("LB1", 1, 3)...)
	mustAppend(t, r, entries("LB2", 1, 2)...)
	for name, want := range map[string]int{"LB1": 3, "LB2": 2, "LB3": 0} {
		if n := len(all(t, r, name, 1)); n != want {
			t.Errorf("%s has %d entries, want %d", name, n, want)
		}
		if last, err := r.Last(name); last != int64(want) || err != nil {
			t.Errorf("the last of %s is %d, %v", name, last, err)
		}
	}
}

func refusesTaken(t *testing.T, r record.Keeper) {
	mustAppend(t, r, entries("LB1", 1, 3)...)
	if err := r.Append(entries("LB1", 3, 1)...); !errors.Is(err, record.ErrConflict) {
		t.Errorf("error %v, want a conflict", err)
	}
	if err := r.Append(entries("LB1", 5, 1)...); err == nil || errors.Is(err, record.ErrConflict) {
		t.Errorf("a gap: %v", err)
	}
	if err := r.Append(); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

func allOrNothing(t *testing.T, r record.Keeper) {
	mustAppend(t, r, entries("LB1", 1, 2)...)
	two := []record.Entry{entries("LB1", 3, 1)[0], entries("LB1", 2, 1)[0]}
	if err := r.Append(two...); !errors.Is(err, record.ErrConflict) {
		t.Errorf("error %v, want a conflict", err)
	}
	if n := len(all(t, r, "LB1", 1)); n != 2 {
		t.Errorf("%d entries after a refused append, want 2", n)
	}
}

func findsOpenings(t *testing.T, r record.Keeper) {
	list := entries("LB1", 1, 9)
	opened := record.Opened{Game: "lugano", Rules: []byte(`"lugano"`)}
	list[0].Fact, list[6].Fact = opened, opened
	for i := range list[6:] {
		list[6+i].Shift++
	}
	list[3].Fact, list[8].Fact = record.Relieved{From: "11", To: "12"}, record.Closed{}
	mustAppend(t, r, list...)
	if got, err := r.Openings("LB1"); err != nil || !reflect.DeepEqual(got, []int64{1, 7}) {
		t.Errorf("openings %v, %v, want 1 and 7", got, err)
	}
	var got []int64
	for e, err := range r.Headlines("LB1", 2) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Seq)
	}
	if !reflect.DeepEqual(got, []int64{4, 7, 9}) {
		t.Errorf("headlines from 2: %v, want 4, 7 and 9", got)
	}
}

func secrets(t *testing.T, r record.Keeper) {
	is := func(want string) {
		t.Helper()
		if got, err := r.Secret("11"); got != want || err != nil {
			t.Errorf("the secret is %q, %v, want %q", got, err, want)
		}
	}
	is("")
	if err := r.AppendWith([]record.Secret{{Number: "11", Sealed: "one"}, {Number: "12", Sealed: "x"}}, entries(record.HouseStream, 1, 2)...); err != nil {
		t.Fatal(err)
	}
	is("one")
	if err := r.AppendWith([]record.Secret{{Number: "11", Sealed: "two"}}, entries(record.HouseStream, 2, 1)...); !errors.Is(err, record.ErrConflict) {
		t.Errorf("a taken place: %v", err)
	}
	is("one")
	if err := r.AppendWith([]record.Secret{{Number: "11", Sealed: "two"}}, entries(record.HouseStream, 3, 1)...); err != nil {
		t.Fatal(err)
	}
	is("two")
}

// depends tries what is entered as long as another stream has not gone on.
func depends(t *testing.T, r record.Keeper) {
	mustAppend(t, r, entries("LB1", 1, 2)...)
	for _, c := range []struct {
		stream string
		last   int64
		fits   bool
	}{{"LB1", 1, false}, {"LB1", 3, false}, {"LB2", 1, false}, {"LB1", 2, true}, {"LB2", 0, true}} {
		before, err := r.Last(record.HouseStream)
		if err != nil {
			t.Fatal(err)
		}
		err = r.AppendIf(c.stream, c.last, entries(record.HouseStream, before+1, 2)...)
		if c.fits != (err == nil) || !c.fits && !errors.Is(err, record.ErrConflict) {
			t.Errorf("if %s ends with %d: %v", c.stream, c.last, err)
		}
		after, err := r.Last(record.HouseStream)
		if err != nil || c.fits != (after == before+2) || !c.fits && after != before {
			t.Errorf("if %s ends with %d: it had %d entries and has %d, %v", c.stream, c.last, before, after, err)
		}
	}
	if err := r.AppendIf("LB1", 2, entries(record.HouseStream, 2, 1)...); !errors.Is(err, record.ErrConflict) {
		t.Errorf("a taken place: %v", err)
	}
	mustAppend(t, r, entries(record.HouseStream, 5, 1)...)
}

func seals(t *testing.T, r record.Keeper) {
	if note, err := r.Head("LB1"); note != "" || err != nil {
		t.Errorf("nothing has the head %q, %v", note, err)
	}
	var tree seal.Tree
	for seq := int64(1); seq < 20; seq += 3 {
		some := entries("LB1", seq, 3)
		mustAppend(t, r, some...)
		for _, e := range some {
			tree.Add(record.Encode(e))
		}
		note, err := r.Head("LB1")
		if err != nil {
			t.Fatal(err)
		}
		if head, _, err := seal.Open(note, r.Verifier()); err != nil || head != seal.HeadOf("LB1", &tree) {
			t.Errorf("the head of %d entries is %+v, %v", tree.Size(), head, err)
		}
	}
}

// snapshot tests a snapshot of a house that names its key, and of a table whose entries no table can have. What is added later is
// not in it, and the audit finds the one thing that does not hold.
func snapshot(t *testing.T, r record.Keeper) {
	house := entries(record.HouseStream, 1, 1)
	house[0] = record.Entry{Table: record.HouseStream, Seq: 1, At: house[0].At, Fact: record.SealedBy{Key: r.Verifier()}}
	mustAppend(t, r, entries("LB1", 1, 3)...)
	mustAppend(t, r, house...)
	s, err := r.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	mustAppend(t, r, entries("LB1", 4, 2)...)
	if names, err := s.Streams(t.Context()); err != nil || !reflect.DeepEqual(names, []string{"LB1", record.HouseStream}) {
		t.Errorf("streams %v, %v", names, err)
	}
	for range 2 { // it is the same at every reading
		lines(t, s, "LB1", entries("LB1", 1, 3))
	}
	lines(t, s, "LB2", nil)
	checked, err := audit.Verify(t.Context(), s, audit.Check{Trusted: r.Verifier()})
	if err != nil || len(checked) != 2 {
		t.Fatal(checked, err)
	}
	if h := checked[0]; h.Name != record.HouseStream || h.Fault != nil || h.Entries != 1 || h.Head == "" {
		t.Errorf("the house: %+v", h)
	}
	if f := checked[1].Fault; f == nil || f.Seq != 1 || f.Code != record.WrongStamp {
		t.Errorf("cards of no shift: %v", f)
	}
}

func lines(t *testing.T, s record.Snapshot, stream string, want []record.Entry) {
	t.Helper()
	var leaves [][32]byte
	for leaf, err := range s.Leaves(t.Context(), stream) {
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leaf)
	}
	if len(leaves) != len(want) {
		t.Errorf("%s has %d leaves, want %d", stream, len(leaves), len(want))
	}
	n := 0
	for l, err := range s.Lines(t.Context(), stream) {
		if err != nil {
			t.Fatal(err)
		}
		if n >= len(want) {
			t.Fatalf("%s has a line %d", stream, l.Seq)
		}
		text := record.Encode(want[n])
		if n++; l.Seq != int64(n) || !bytes.Equal(l.Bytes, text) || l.Leaf != seal.Leaf(text) || l.Leaf != leaves[n-1] || !reflect.DeepEqual(l.Entry, want[n-1]) || l.Wrong != nil {
			t.Errorf("line %d of %s is %+v", n, stream, l)
		}
	}
	for from := range len(want) + 2 {
		most := min(2, max(0, len(want)-max(from, 1)+1))
		got, err := s.Bytes(t.Context(), stream, int64(max(from, 1)), 2)
		if err != nil || len(got) != most {
			t.Errorf("from %d on %s has %d entries, want %d: %v", from, stream, len(got), most, err)
		}
		for i, text := range got {
			if !bytes.Equal(text, record.Encode(want[max(from, 1)-1+i])) {
				t.Errorf("entry %d of %s is %s", max(from, 1)+i, stream, text)
			}
		}
	}
	head, err := s.Stored(t.Context(), stream)
	if err != nil || n != len(want) || (head == nil) != (n == 0) || head != nil && head.Size != int64(n) {
		t.Errorf("%s has %d lines, want %d; its head is %+v, %v", stream, n, len(want), head, err)
	}
}

func leases(t *testing.T, r record.Keeper) {
	l, err := r.Lease("LB1", "process 4711 on tavolo-1")
	if err != nil {
		t.Fatal(err)
	}
	var held *record.HeldError
	if _, err := r.Lease("LB1", "me"); !errors.As(err, &held) || held.Table != "LB1" || held.Holder != "process 4711 on tavolo-1" {
		t.Errorf("a second program: %v", err)
	}
	other, err := r.Lease("LB2", "me")
	if err != nil {
		t.Fatalf("another table: %v", err)
	}
	if err := errors.Join(l.Release(), other.Release()); err != nil {
		t.Fatal(err)
	}
	if l, err = r.Lease("LB1", "me"); err != nil {
		t.Fatalf("after the release: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
}

func files(t *testing.T, r record.Keeper) {
	if list, err := r.KeptIn("reports"); len(list) > 0 || err != nil {
		t.Errorf("no folder has %v, %v", list, err)
	}
	if _, err := r.Kept("reports/a.pdf"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for name, content := range map[string]string{"reports/b.pdf": "b", "reports/a.pdf": "old", "alone.pem": "key"} {
		if path, err := r.Keep(name, []byte(content)); err != nil || path == "" {
			t.Fatal(path, err)
		}
	}
	if _, err := r.Keep("reports/a.pdf", []byte("new")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"reports/a.pdf": "new", "reports/b.pdf": "b", "alone.pem": "key"} {
		if got, err := r.Kept(name); string(got) != want || err != nil {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	list, err := r.KeptIn("reports")
	if err != nil || len(list) != 2 || list[0].Name != "a.pdf" || list[1].Name != "b.pdf" || list[0].Path == "" || list[0].At.IsZero() {
		t.Errorf("the folder has %+v, %v", list, err)
	}
	for _, name := range []string{"reports/b.pdf", "reports/b.pdf", "reports/none"} {
		if err := r.Forget(name); err != nil {
			t.Error(err)
		}
	}
	if list, err := r.KeptIn("reports"); err != nil || len(list) != 1 || list[0].Name != "a.pdf" {
		t.Errorf("after one was forgotten the folder has %+v, %v", list, err)
	}
	for range 2 {
		if err := r.Destroy("alone.pem"); err != nil {
			t.Error(err)
		}
	}
	if _, err := r.Kept("alone.pem"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was destroyed: %v", err)
	}
	for _, name := range []string{"../a", "/a", ""} {
		if err := r.Destroy(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q was destroyed: %v", name, err)
		}
		if err := r.Forget(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q was forgotten: %v", name, err)
		}
		if _, err := r.Keep(name, nil); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q was kept: %v", name, err)
		}
	}
}

func vouches(t *testing.T, r record.Keeper) {
	note, err := r.Vouch("derived/a-LB1", 7, []byte("content"))
	if err != nil {
		t.Fatal(err)
	}
	want := seal.Head{Stream: "derived/a-LB1", Size: 7, Root: seal.Leaf([]byte("content"))}
	if head, _, err := seal.Open(note, r.Verifier()); err != nil || head != want {
		t.Errorf("%+v, %v, want %+v", head, err, want)
	}
}

func mustAppend(t *testing.T, j record.Journal, entries ...record.Entry) {
	t.Helper()
	if err := j.Append(entries...); err != nil {
		t.Fatal(err)
	}
}

func all(t *testing.T, j record.Journal, table string, from int64) []record.Entry {
	t.Helper()
	var list []record.Entry
	for e, err := range j.Entries(table, from) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// entries returns n entries of a stream, from a sequence number on.
func entries(table string, from int64, n int) []record.Entry {
	list := make([]record.Entry, n)
	for i := range list {
		list[i] = record.Entry{
			Table: table, Seq: from + int64(i), At: time.UnixMilli(1_795_000_000_000 + from + int64(i)).UTC(), By: "11",
			Shift: 1, Shoe: 1, Hand: 2, Fact: record.CardLaid{Card: "8h", At: "box:1"},
		}
	}
	return list
}

// Who does something alone is done with it before another one begins; there is one pepper.
func alone(t *testing.T, r record.Keeper) {
	const n = 8
	var in atomic.Int32 // a lock of a file is none that the race detector knows
	errs := make(chan error, n)
	for range n {
		go func() {
			errs <- r.Alone("counting", func() error {
				was := in.Load()
				time.Sleep(time.Millisecond)
				in.Store(was + 1)
				return nil
			})
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if in.Load() != n {
		t.Errorf("%d of %d counted", in.Load(), n)
	}
	if err := r.Alone("counting", func() error { return fs.ErrInvalid }); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("what went wrong is not told: %v", err)
	}
	one, err := r.Pepper()
	if err != nil {
		t.Fatal(err)
	}
	two, err := r.Pepper()
	if err != nil || !bytes.Equal(one, two) || len(one) == 0 {
		t.Errorf("peppers %x, %x, %v", one, two, err)
	}
}
