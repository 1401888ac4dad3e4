// Package journaltest is the contract of a pit.Journal, which every
// implementation passes, and a journal in memory for tests of the house itself.
package journaltest

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"testing"
	"time"

	"sabot/pit"
)

// Memory is a journal that forgets when the test ends. Its entries go through
// their encoding, as on disk.
type Memory struct{ streams map[string][][]byte }

var _ pit.Journal = (*Memory)(nil)

// Append implements pit.Journal.
func (m *Memory) Append(entries ...pit.Entry) error {
	if m.streams == nil {
		m.streams = map[string][][]byte{}
	}
	for i, e := range entries {
		if want := int64(len(m.streams[e.Table])) + 1; e.Seq != want {
			for _, undo := range entries[:i] {
				m.streams[undo.Table] = m.streams[undo.Table][:len(m.streams[undo.Table])-1]
			}
			return fmt.Errorf("entry %d of %s, next is %d: %w", e.Seq, e.Table, want, pit.ErrConflict)
		}
		m.streams[e.Table] = append(m.streams[e.Table], pit.Encode(e))
	}
	return nil
}

// Entries implements pit.Journal.
func (m *Memory) Entries(table string, from int64) iter.Seq2[pit.Entry, error] {
	return func(yield func(pit.Entry, error) bool) {
		for i := from - 1; i < int64(len(m.streams[table])); i++ {
			e, err := pit.Decode(m.streams[table][i])
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Openings implements pit.Journal.
func (m *Memory) Openings(table string) ([]int64, error) {
	var seqs []int64
	for e, err := range m.Entries(table, 1) {
		if err != nil {
			return nil, err
		}
		if _, ok := e.Fact.(pit.Opened); ok {
			seqs = append(seqs, e.Seq)
		}
	}
	return seqs, nil
}

// Headlines implements pit.Journal.
func (m *Memory) Headlines(table string, from int64) iter.Seq2[pit.Entry, error] {
	return func(yield func(pit.Entry, error) bool) {
		for e, err := range m.Entries(table, from) {
			if (err != nil || pit.Headline(e.Fact)) && !yield(e, err) {
				return
			}
		}
	}
}

// Run tries what every journal must do; open gives an empty one.
func Run(t *testing.T, open func(t *testing.T) pit.Journal) {
	t.Run("GivesBackWhatItGot", func(t *testing.T) {
		j := open(t)
		want := entries("LB1", 1, 5)
		mustAppend(t, j, want[:1]...)
		mustAppend(t, j, want[1:]...)
		if got := all(t, j, "LB1", 1); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if got := all(t, j, "LB1", 4); !reflect.DeepEqual(got, want[3:]) {
			t.Errorf("from 4: %v, want %v", got, want[3:])
		}
	})
	t.Run("KeepsTablesApart", func(t *testing.T) {
		j := open(t)
		mustAppend(t, j, entries("LB1", 1, 3)...)
		mustAppend(t, j, entries("LB2", 1, 2)...)
		if n := len(all(t, j, "LB2", 1)); n != 2 {
			t.Errorf("LB2 has %d entries, want 2", n)
		}
		if n := len(all(t, j, "LB3", 1)); n != 0 {
			t.Errorf("LB3 has %d entries, want none", n)
		}
	})
	t.Run("RefusesATakenPlace", func(t *testing.T) {
		j := open(t)
		mustAppend(t, j, entries("LB1", 1, 3)...)
		if err := j.Append(entries("LB1", 3, 1)...); !errors.Is(err, pit.ErrConflict) {
			t.Errorf("error %v, want a conflict", err)
		}
	})
	t.Run("AllOrNothing", func(t *testing.T) {
		j := open(t)
		mustAppend(t, j, entries("LB1", 1, 2)...)
		two := []pit.Entry{entries("LB1", 3, 1)[0], entries("LB1", 2, 1)[0]}
		if err := j.Append(two...); !errors.Is(err, pit.ErrConflict) {
			t.Errorf("error %v, want a conflict", err)
		}
		if n := len(all(t, j, "LB1", 1)); n != 2 {
			t.Errorf("%d entries after a refused append, want 2", n)
		}
	})
	t.Run("FindsOpenings", func(t *testing.T) {
		j := open(t)
		list := entries("LB1", 1, 9)
		list[0].Fact, list[6].Fact = pit.Opened{Game: "lugano", Rules: []byte(`"lugano"`)}, pit.Opened{Game: "lugano", Rules: []byte(`"lugano"`)}
		list[3].Fact, list[8].Fact = pit.Relieved{From: "11", To: "12"}, pit.Closed{}
		mustAppend(t, j, list...)
		if got, err := j.Openings("LB1"); err != nil || !reflect.DeepEqual(got, []int64{1, 7}) {
			t.Errorf("openings %v, %v, want 1 and 7", got, err)
		}
		var got []int64
		for e, err := range j.Headlines("LB1", 2) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.Seq)
		}
		if !reflect.DeepEqual(got, []int64{4, 7, 9}) {
			t.Errorf("headlines from 2: %v, want 4, 7 and 9", got)
		}
	})
}

func mustAppend(t *testing.T, j pit.Journal, entries ...pit.Entry) {
	t.Helper()
	if err := j.Append(entries...); err != nil {
		t.Fatal(err)
	}
}

func all(t *testing.T, j pit.Journal, table string, from int64) []pit.Entry {
	t.Helper()
	var list []pit.Entry
	for e, err := range j.Entries(table, from) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// entries are n entries of a table, from a sequence number on.
func entries(table string, from int64, n int) []pit.Entry {
	list := make([]pit.Entry, n)
	for i := range list {
		list[i] = pit.Entry{
			Table: table, Seq: from + int64(i), At: time.UnixMilli(1_795_000_000_000 + int64(i)).UTC(), By: "11",
			Shift: 1, Shoe: 1, Hand: 2, Fact: pit.CardLaid{Card: "8h", At: "box:1"},
		}
	}
	return list
}
