// Package eventlog says what entries of a house's log say. Each comes with the entry that it is about, and with
// what it did to its hand and does not say itself.
package eventlog

import (
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A Log is the door to what entries of a house's log say. It holds the house, and nothing else.
type Log struct{ *session.House }

// Of returns the door to what entries of a house's log say.
func Of(h *session.House) Log { return Log{h} }

// A Logged is an entry of the log, and the fact of the entry that it is about; nil where it is about none.
type Logged struct {
	record.Entry
	Of     record.Fact
	ofAt   time.Time // when that was entered
	did    reports.Effect
	signer string // of the change of people that was entered at the same moment; "" where nobody signed one
}

// Line returns the entry as a line in words.
func (l Logged) Line(house *house.House) reports.NotedLine {
	return reports.LineOf(reports.Form, l.Entry, nil, l.Of, house).NamedOf(l.ofAt, house).With(l.did).SignedWith(l.signer, house)
}

// Between reports whether the entry was entered in no hand, after the one before its own.
func (l Logged) Between() bool { return l.did.Between }

// WithSubjects returns entries, each with the fact of the entry that it is about. Error: of a record that
// cannot be read.
func (h Log) WithSubjects(found []record.Entry) ([]Logged, error) {
	all := make([]Logged, len(found))
	whole := make([]reports.Stream, len(found)) // what lies in place of a card was entered behind it
	for i, e := range found {
		whole[i] = reports.Stream{Table: e.Table, Seq: wholeStream}
	}
	effects, err := h.Effects(found, whole)
	if err != nil {
		return nil, err
	}
	signed := map[time.Time]string{}
	for i, e := range found {
		if all[i].signer, err = h.signerWith(e, signed); err != nil {
			return nil, err
		}
		all[i].Entry, all[i].did = e, effects[ID{e.Table, e.Seq}]
		watch, err := hand.WatchBefore(h.Store(), e)
		if err != nil {
			return nil, err
		}
		all[i].did.Between, all[i].did.Shut = watch.Between(e), watch.Shut()
		if seq := reports.RefersTo(e.Fact); seq > 0 && seq < e.Seq {
			of, err := h.Entry(e.Table, seq)
			if err != nil {
				return nil, err
			}
			all[i].Of, all[i].ofAt = of.Fact, of.At
		}
	}
	return all, nil
}

// signerWith returns who signed the change of people that was entered behind an entry of the house, at the same
// moment, as the one who sets a house up does. It returns "" of any other entry. What it finds is kept in signed,
// by moment.
func (h Log) signerWith(e record.Entry, signed map[time.Time]string) (string, error) {
	if e.Table != record.HouseStream {
		return "", nil
	}
	if who, known := signed[e.At]; known {
		return who, nil
	}
	for with, err := range h.Store().Entries(record.HouseStream, e.Seq) {
		if err != nil {
			return "", err
		}
		if !with.At.Equal(e.At) {
			break
		}
		if f, signs := with.Fact.(record.StaffChanged); signs {
			signed[e.At] = f.By
			return f.By, nil
		}
	}
	return "", nil
}

// Shown does what House.Log does, for a screen beside the table. Where the game deals cards face down, it leaves
// out the cards that a reader has read of an open hand. Once the hand is closed the entries are shown as they
// are in the record.
func (h Log) Shown(stream string, q shifts.LogQuery) ([]Logged, error) {
	entries, err := h.Log(stream, q)
	if err != nil {
		return nil, err
	}
	found, err := h.WithSubjects(entries)
	if err != nil {
		return nil, err
	}
	closed := map[string]int64{} // the last entry by which a hand closed, by table
	for i, e := range found {
		fact, read := withoutCard(e.Fact)
		of, about := withoutCard(e.Of)
		if !read && !about || !h.dealsFaceDown(e.Table) {
			continue
		}
		if _, known := closed[e.Table]; !known {
			last, err := h.Log(e.Table, shifts.LogQuery{Kinds: []string{record.KindOf(record.HandClosed{})}, Most: 1})
			if err != nil {
				return nil, err
			}
			closed[e.Table] = 0
			if len(last) > 0 {
				closed[e.Table] = last[0].Seq
			}
		}
		if e.Seq > closed[e.Table] {
			found[i].Fact, found[i].Of = fact, of
		}
	}
	return found, nil
}

// withoutCard returns a fact without the card that a reader has read; false where a reader read none.
func withoutCard(f record.Fact) (record.Fact, bool) {
	if f == nil {
		return nil, false
	}
	by, _ := record.ReadingOf([]record.Fact{f})
	if by.Source != record.ByShoe && by.Source != record.ByWedge && by.Said == "" {
		return f, false
	}
	switch f := f.(type) {
	case record.CardLaid:
		f.Card, f.Said = record.FaceDownName, ""
		return f, true
	case record.SuitRead:
		f.Card, f.Said = record.FaceDownName, ""
		return f, true
	}
	return f, false
}

// dealsFaceDown reports whether a table's game deals cards that nobody sees before they are turned; true where
// its rules cannot be read.
func (h Log) dealsFaceDown(table string) bool {
	set, _ := h.State.TableNamed(table)
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return true
	}
	_, hole := g.(games.HoleCard)
	return hole
}

// Entry returns an entry; without a fact where there is none.
func (h Log) Entry(stream string, seq int64) (record.Entry, error) {
	for e, err := range h.Store().Entries(stream, seq) {
		if err != nil || e.Seq != seq {
			return record.Entry{}, err
		}
		return e, nil
	}
	return record.Entry{}, nil
}
