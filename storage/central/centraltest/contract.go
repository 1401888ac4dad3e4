// Package centraltest is the contract of a pit's database: whatever keeps what machines ship passes it.
package centraltest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// House is the house of the databases that are tried.
const House = "Casinò di Prova"

var november = time.Date(2026, 11, 30, 23, 59, 59, 900e6, time.UTC)

// A base is a database with two machines and one that writes.
type base struct {
	*testing.T
	central.Database
	owner central.Owning
	q     central.Reading
	w     central.Writing
}

// Run tries databases, each of House and empty, that fresh makes.
func Run(t *testing.T, fresh func(t *testing.T) central.Database) {
	for _, c := range []struct {
		name string
		try  func(*base)
	}{
		{"entries", (*base).entries},
		{"all or none", (*base).allOrNone},
		{"of one moment", (*base).atOnce},
		{"refused", (*base).refused},
		{"one writer", (*base).oneWriter},
		{"enrolment", (*base).enrolment},
		{"office", (*base).office},
		{"moves", (*base).moves},
		{"moved before it came over", (*base).movedTwice},
		{"moves that a manager signed", (*base).movesSigned},
		{"what is gone", (*base).isGone},
		{"moves to who cannot play", (*base).movesToHolder},
		{"shifts", (*base).shifts},
		{"refusals", (*base).refusals},
		{"what is no text", (*base).texts},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := fresh(t)
			b := &base{T: t, Database: d, owner: d.Owned(House), q: d.Read(House)}
			t.Cleanup(b.q.Close)
			t.Cleanup(b.owner.Close)
			b.must(b.owner.Enroll(t.Context(), "m1", "1", []string{"LB1"}, false, 1))
			b.must(b.owner.Enroll(t.Context(), "m2", "2", []string{"LB2"}, false, 1))
			w, err := d.Write(t.Context(), House)
			b.must(err)
			b.w = w
			t.Cleanup(w.Close)
			c.try(b)
		})
	}
}

func (b *base) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// piece returns what is added to a stream of some texts.
func piece(s central.Stream, tree *seal.Tree, texts ...string) central.Piece {
	p := central.Piece{Stream: s.ID, From: tree.Size()}
	for _, text := range texts {
		p.Texts = append(p.Texts, []byte(text))
		p.Times = append(p.Times, november.UnixMilli()+100*tree.Size())
		tree.Add([]byte(text))
	}
	p.Edge = tree.Edge()
	return p
}

// plain returns so many entries behind a size.
func plain(size int64, n int) (texts []string) {
	for i := range n {
		texts = append(texts, fmt.Sprintf(`[1,"LB1",%d]`, size+int64(i)+1))
	}
	return texts
}

// begin begins a new stream with so many entries.
func (b *base) begin(machine, name string, n int) (central.Stream, *seal.Tree) {
	b.Helper()
	s, err := b.w.Begin(b.Context(), machine, name)
	b.must(err)
	tree := &seal.Tree{}
	if n > 0 {
		b.must(b.w.Append(b.Context(), []central.Piece{piece(s, tree, plain(0, n)...)}, 7))
	}
	return s, tree
}

// note returns the head of a log, as far as a database looks at it.
func note(tree *seal.Tree) string {
	return strings.Join([]string{"LB1", fmt.Sprint(tree.Size()), tree.Root().String(), ""}, "\n")
}

func (b *base) entries() {
	ctx := b.Context()
	s, tree := b.begin("m1", "LB1", 3)
	if again, err := b.w.Begin(ctx, "m1", "LB1"); err != nil || again.ID != s.ID || again.Size != 3 {
		b.Errorf("begun again it is %+v: %v", again, err)
	}
	before := tree.Clone()
	p := piece(s, tree, plain(3, 2)...)
	p.Note = note(tree)
	b.must(b.w.Append(ctx, []central.Piece{p}, 8))
	b.must(b.w.Append(ctx, []central.Piece{{Stream: s.ID, From: 5, Edge: tree.Edge(), Note: note(tree)}}, 8))
	got, err := b.q.Entries(ctx, s.ID, 2, 3)
	if err != nil || len(got) != 3 || string(got[0]) != `[1,"LB1",2]` || string(got[2]) != `[1,"LB1",4]` {
		b.Errorf("%q, %v", got, err)
	}
	if times, err := b.q.Times(ctx, s.ID, 3, 2); err != nil || !slices.Equal(times, []int64{november.UnixMilli() + 200, november.UnixMilli() + 300}) {
		b.Errorf("%v, %v", times, err)
	}
	if at, err := b.q.Arrived(ctx, s.ID, 5); err != nil || at != 8 {
		b.Errorf("it arrived at %d, %v", at, err)
	}
	if _, err := b.q.Arrived(ctx, s.ID, 6); !errors.Is(err, central.ErrMissing) {
		b.Errorf("what is not there arrived: %v", err)
	}
	if own, err := b.w.Entries(ctx, s.ID, 5, 10); err != nil || len(own) != 1 {
		b.Errorf("%q, %v", own, err)
	}
	if counts, err := b.q.Counts(ctx); err != nil || len(counts) != 1 || counts[0].Stream != s.ID || !counts[0].Whole(5) || counts[0].Whole(4) {
		b.Errorf("%+v, %v", counts, err)
	}
	if counts, err := b.q.Counts(ctx, s.ID+1); err != nil || len(counts) != 0 {
		b.Errorf("%+v, %v", counts, err)
	}
	if ends, err := b.q.Ends(ctx); err != nil || len(ends) != 1 || ends[0].Stream != s.ID || !ends[0].Whole(5) || ends[0].Whole(4) {
		b.Errorf("%+v, %v", ends, err)
	}
	list, next, err := b.q.EntriesOf(ctx, s.ID, 2, 4, 2, nil)
	if err != nil || len(list) != 2 || next != 4 {
		b.Errorf("%q, then %d, %v", list, next, err)
	}
	all, err := b.q.Streams(ctx)
	if err != nil || len(all) != 1 || all[0].Size != 5 || all[0].Signed != 5 || all[0].Note != note(tree) || string(all[0].Edge) != string(tree.Edge()) {
		b.Errorf("%+v, %v", all, err)
	}
	if err := b.w.Append(ctx, []central.Piece{piece(s, &before, plain(3, 2)...)}, 9); !errors.Is(err, central.ErrMoved) {
		b.Errorf("appended in the middle: %v", err)
	}
	if one, err := b.q.Stream(ctx, "m1", "LB1"); err != nil || one.Size != 5 {
		b.Errorf("%+v, %v", one, err)
	}
	if _, err := b.q.Stream(ctx, "m2", "LB1"); !errors.Is(err, central.ErrNoStream) {
		b.Errorf("nobody's: %v", err)
	}
}

// allOrNone tests that of several pieces none is added where one is wrong.
func (b *base) allOrNone() {
	ctx := b.Context()
	one, tree := b.begin("m1", "LB1", 2)
	other, second := b.begin("m2", "LB2", 2)
	wrong := piece(other, second, plain(2, 1)...)
	wrong.From = 1
	if err := b.w.Append(ctx, []central.Piece{piece(one, tree, plain(2, 1)...), wrong}, 7); !errors.Is(err, central.ErrMoved) {
		b.Errorf("%v", err)
	}
	for _, id := range []int32{one.ID, other.ID} {
		if list, err := b.q.Entries(ctx, id, 1, 10); err != nil || len(list) != 2 {
			b.Errorf("%d entries, %v", len(list), err)
		}
	}
}

func (b *base) refused() {
	ctx := b.Context()
	s, tree := b.begin("m1", "LB1", 3)
	b.must(b.w.Pin(ctx, "m1", "its key"))
	b.must(b.w.Pin(ctx, "m1", "its key"))
	if err := b.w.Pin(ctx, "m1", "another"); !central.IsData(err) {
		b.Errorf("another key: %v", err)
	}
	for what, change := range map[string]func(*central.Piece){
		"the edge of something else": func(p *central.Piece) { p.Edge = (&seal.Tree{}).Edge() },
		"what is no entry":           func(p *central.Piece) { p.Texts[0] = []byte("garbage") },
		"too few times":              func(p *central.Piece) { p.Times = nil },
		"the head of something else": func(p *central.Piece) { p.Note = "LB1\n3\nAAAA\n" },
	} {
		p := piece(s, ptr(tree.Clone()), plain(3, 1)...)
		if change(&p); what != "too few times" && len(p.Texts) != len(p.Times) {
			b.Fatal(what)
		}
		if err := b.w.Append(ctx, []central.Piece{p}, 7); !central.IsData(err) {
			b.Errorf("%s: %v", what, err)
		}
	}
	b.must(b.w.Append(ctx, []central.Piece{piece(s, tree, plain(3, 1)...)}, 7))
}

func ptr[T any](v T) *T { return &v }

func (b *base) oneWriter() {
	ctx := b.Context()
	if w, err := b.Write(ctx, House); !errors.Is(err, central.ErrTaken) {
		b.Errorf("a second one: %v, %v", w, err)
	}
	if w, err := b.Write(ctx, "Kursaal"); !errors.Is(err, central.ErrOtherHouse) {
		b.Errorf("another house: %v, %v", w, err)
	}
	b.must(b.w.Alive(ctx))
	b.must(b.w.Notify(ctx))
	s, tree := b.begin("m1", "LB1", 1)
	b.w.Close()
	next := b.next()
	defer next.Close()
	if err := b.w.Append(ctx, []central.Piece{piece(s, ptr(tree.Clone()), plain(1, 1)...)}, 7); err == nil {
		b.Error("the one before still writes")
	}
	streams, machines, err := next.State(ctx)
	if err != nil || len(streams) != 1 || len(machines) != 2 || machines[0].Serial != "1" || !slices.Equal(machines[1].Tables, []string{"LB2"}) {
		b.Errorf("%+v, %+v, %v", streams, machines, err)
	}
}

// next writes once the one before is seen to be gone.
func (b *base) next() central.Writing {
	b.Helper()
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		w, err := b.Write(b.Context(), House)
		if err == nil {
			return w
		}
		if !errors.Is(err, central.ErrTaken) || time.Now().After(until) {
			b.Fatal(err)
		}
	}
}

// enrolment tests that a table is on one machine, from which it is taken only on an explicit demand.
func (b *base) enrolment() {
	ctx := b.Context()
	if err := b.owner.Enroll(ctx, "m3", "3", []string{"LB3", "LB1"}, false, 2); !errors.Is(err, central.ErrElsewhere) {
		b.Errorf("LB1 is on two machines: %v", err)
	}
	if list, err := b.q.Machines(ctx); err != nil || len(list) != 2 {
		b.Errorf("a part of it was entered: %+v, %v", list, err)
	}
	b.must(b.w.Pin(ctx, "m1", "its key"))
	b.must(b.owner.Enroll(ctx, "m3", "3", []string{"LB3", "LB1"}, true, 2))
	b.must(b.owner.Enroll(ctx, "m1", "9", nil, false, 2))
	list, err := b.q.Machines(ctx)
	if err != nil || len(list) != 3 || len(list[0].Tables) != 0 || list[0].Serial != "9" || list[0].Verifier != "" || len(list[2].Tables) != 2 {
		b.Errorf("%+v, %v", list, err)
	}
	for machine, want := range map[string]string{"m1": "9", "m7": ""} {
		if serial, err := b.q.Serial(ctx, machine); err != nil || serial != want {
			b.Errorf("%s: %q, %v", machine, serial, err)
		}
	}
}

func (b *base) office() {
	ctx := b.Context()
	if h, is, err := b.q.HouseFor(ctx, "m2"); err != nil || !is || h.Office != "" || h.Serial != "2" {
		b.Errorf("%+v, %v, %v", h, is, err)
	}
	b.must(b.owner.SetOffice(ctx, "m1", "voucher"))
	if err := b.owner.SetOffice(ctx, "m2", "voucher"); !errors.Is(err, central.ErrOfficeElsewhere) {
		b.Errorf("a second office: %v", err)
	}
	if name, err := b.owner.OfficeBy(ctx); err != nil || name != "m1" {
		b.Errorf("%q, %v", name, err)
	}
	s, tree := b.begin("m1", record.HouseStream, 0)
	p := piece(s, tree, plain(0, 2)...)
	p.Note, p.Keys = note(tree), []record.Secret{{Number: "11", Sealed: "one"}, {Number: "12", Sealed: "two"}}
	b.must(b.w.Append(ctx, []central.Piece{p}, 7))
	p = piece(s, tree, plain(2, 1)...)
	p.Keys = []record.Secret{{Number: "11", Sealed: "three"}}
	b.must(b.w.Append(ctx, []central.Piece{p}, 7))
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m1", At: 5_000, Apart: 3, Program: "p", Own: map[int32]int64{s.ID: 9}, Whole: 4_000}}))
	h, is, err := b.q.HouseFor(ctx, "m2")
	if err != nil || !is || h.Office != "m1" || h.Voucher != "voucher" || h.Whole != 4_000 || h.Own != 9 || h.Refused || h.Stream != s.ID || h.Signed != 2 || h.Note == "" || h.Restored {
		b.Errorf("%+v, %v, %v", h, is, err)
	}
	for _, r := range []central.Refusal{{Machine: "m2", Stream: record.HouseStream, Why: "forked", Last: 6_000}, {Machine: "m1", Stream: "LB1", Why: "forked", Last: 6_000}, {Machine: "m1", Stream: record.HouseStream, Why: "replayed", Last: 6_000}, {Machine: "m1", Stream: record.HouseStream, Why: "behind", Last: 3_000}} {
		b.must(b.w.Refuse(ctx, r))
	}
	if h, _, err := b.q.HouseFor(ctx, "m2"); err != nil || h.Refused {
		b.Errorf("what it ships is not refused: %+v, %v", h, err)
	}
	b.must(b.w.Refuse(ctx, central.Refusal{Machine: "m1", Stream: record.HouseStream, Why: "forked", Last: 4_001}))
	if h, _, err := b.q.HouseFor(ctx, "m2"); err != nil || !h.Refused {
		b.Errorf("what it ships is refused: %+v, %v", h, err)
	}
	if _, is, err := b.q.HouseFor(ctx, "m7"); err != nil || is {
		b.Errorf("nobody's house: %v, %v", is, err)
	}
	keys, err := b.q.Sealed(ctx)
	if err != nil || !slices.Equal(keys, []record.Secret{{Number: "11", Sealed: "three"}, {Number: "12", Sealed: "two"}}) {
		b.Errorf("%+v, %v", keys, err)
	}
	if back, err := b.w.Restored(ctx); err != nil || back {
		b.Errorf("restored: %v, %v", back, err)
	}
	b.must(b.w.PutBack(ctx, 8_000))
	if back, err := b.w.Restored(ctx); err != nil || !back {
		b.Errorf("put back: %v, %v", back, err)
	}
	if h, is, err := b.q.HouseFor(ctx, "m2"); err != nil || !is || h.Whole != 0 || !h.Restored {
		b.Errorf("%+v, %v, %v", h, is, err)
	}
	b.must(b.w.Whole(ctx))
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m1", At: 5_000, Apart: 3, Program: "p", Own: map[int32]int64{s.ID: 9}}}))
	one, err := b.q.Stream(ctx, "m1", record.HouseStream)
	if err != nil || one.Own != 9 || one.Heard != 5_000 {
		b.Errorf("%+v, %v", one, err)
	}
	if err := b.owner.Enroll(ctx, "m2", "5", []string{"LB1"}, true, 3); !errors.Is(err, central.ErrElsewhere) {
		b.Errorf("a table is taken away in a house with an office: %v", err)
	}
	b.must(b.owner.Enroll(ctx, "m1", "6", []string{"LB2"}, true, 3)) // nothing of it has arrived
}

func (b *base) moves() {
	ctx := b.Context()
	move := func(table, to string, way central.Way, now int64) (central.Moved, error) {
		return b.owner.Move(ctx, table, to, way, nil, now, func(string, central.Moved) error { return nil })
	}
	s, tree := b.begin("m1", "LB1", 3)
	p := central.Piece{Stream: s.ID, From: 3, Edge: tree.Edge(), Note: note(tree)}
	b.must(b.w.Append(ctx, []central.Piece{p}, 7))
	for what, try := range map[string]func() (central.Moved, error){
		"of a machine that is not heard": func() (central.Moved, error) { return move("LB1", "m2", central.InOrder, 1_000_000) },
		"a table of no machine":          func() (central.Moved, error) { return move("LB7", "m2", central.FromAny, 8) },
		"to no machine":                  func() (central.Moved, error) { return move("LB1", "m7", central.FromAny, 8) },
		"to where it is":                 func() (central.Moved, error) { return move("LB1", "m1", central.FromAny, 8) },
	} {
		if m, err := try(); err == nil {
			b.Errorf("%s: %+v", what, m)
		}
	}
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m1", At: 5_000, Own: map[int32]int64{s.ID: 4}}}))
	if _, err := move("LB1", "m2", central.FromSilent, 65_000); !errors.Is(err, central.ErrAnswers) {
		b.Errorf("of a machine that answers: %v", err)
	}
	if _, err := move("LB1", "m2", central.InOrder, 6_000); !errors.Is(err, central.ErrNotHandedOver) {
		b.Errorf("of which the machine has more: %v", err)
	}
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m1", At: 5_000, Own: map[int32]int64{s.ID: 3}}}))
	unsigned := errors.New("nobody signed")
	if _, err := b.owner.Move(ctx, "LB1", "m2", central.InOrder, nil, 6_000, func(string, central.Moved) error { return unsigned }); !errors.Is(err, unsigned) {
		b.Errorf("without a manager's word: %v", err)
	}
	if _, is, err := b.w.Moved(ctx, "LB1", "m1"); err != nil || is {
		b.Errorf("it moved without a manager's word: %v, %v", is, err)
	}
	m, err := move("LB1", "m2", central.InOrder, 6_000)
	b.must(err)
	b.must(b.owner.Enroll(ctx, "m4", "4", nil, false, 1))
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m4", At: 60_000}}))
	if _, err := b.owner.Move(ctx, "LB1", "m2", central.FromSilent, []string{"m4", "m2"}, 70_000, func(string, central.Moved) error { return nil }); !errors.Is(err, central.ErrAnswers) || !strings.Contains(err.Error(), "m4 was heard") {
		b.Errorf("once more, of another one that answers: %v", err)
	}
	again, err := move("LB1", "m2", central.FromAny, 9)
	b.must(err)
	if m != again || m != (central.Moved{Table: "LB1", From: "m1", To: "m2", Size: 3, Note: note(tree)}) {
		b.Errorf("%+v, once more %+v", m, again)
	}
	if h, id, is, err := b.q.Heritage(ctx, "LB1", "m2"); err != nil || !is || id != s.ID || h != m {
		b.Errorf("heritage: %+v, %d, %v, %v", h, id, is, err)
	}
	if _, _, is, err := b.q.Heritage(ctx, "LB1", "m1"); err != nil || is {
		b.Errorf("who lost it inherits it: %v, %v", is, err)
	}
	if err := b.w.Append(ctx, []central.Piece{piece(s, ptr(tree.Clone()), plain(3, 1)...)}, 9); !central.IsData(err) || !strings.Contains(err.Error(), "was moved to another machine") {
		b.Errorf("what was overtaken is added: %v", err)
	}
	_, err = move("LB1", "m1", central.FromAny, 10)
	b.must(err)
	b.must(b.w.Append(ctx, []central.Piece{piece(s, tree, plain(3, 1)...)}, 11))
	moved, is, err := b.w.Moved(ctx, "LB1", "m2")
	if err != nil || !is || moved.To != "m1" || moved.Size != 0 {
		b.Errorf("%+v, %v, %v", moved, is, err)
	}
	if strays, err := b.q.Strays(ctx, false); err != nil || len(strays) != 0 {
		b.Errorf("%+v, %v", strays, err)
	}
	b.must(b.owner.Enroll(ctx, "m3", "3", nil, false, 1))
	machines, err := b.q.Machines(ctx)
	if err != nil || len(machines) != 4 || !machines[0].Moves || !machines[1].Moves || machines[2].Moves {
		b.Errorf("who had a table moved: %+v, %v", machines, err)
	}
}

// movedTwice moves a table on from a machine to which it never came. It goes on from the one that had it, with all
// that it had.
func (b *base) movedTwice() {
	ctx := b.Context()
	b.must(b.owner.Enroll(ctx, "m3", "3", nil, false, 1))
	s, tree := b.begin("m1", "LB1", 3)
	b.must(b.w.Append(ctx, []central.Piece{{Stream: s.ID, From: 3, Edge: tree.Edge(), Note: note(tree)}}, 7))
	move := func(to string, way central.Way, now int64) (central.Moved, error) {
		return b.owner.Move(ctx, "LB1", to, way, nil, now, func(string, central.Moved) error { return nil })
	}
	_, err := move("m2", central.FromAny, 10)
	b.must(err)
	b.must(b.w.Hear(ctx, []central.Heard{{Machine: "m2", At: 10}}))
	if m, err := move("m3", central.InOrder, 11); !errors.Is(err, central.ErrNotHandedOver) {
		b.Errorf("in order: %+v, %v", m, err)
	}
	want := central.Moved{Table: "LB1", From: "m1", To: "m3", Size: 3, Note: note(tree)}
	for range 2 {
		if m, err := move("m3", central.FromAny, 11); err != nil || m != want {
			b.Errorf("%+v, %v", m, err)
		}
	}
	if h, id, is, err := b.q.Heritage(ctx, "LB1", "m3"); err != nil || !is || id != s.ID || h != want {
		b.Errorf("heritage: %+v, %d, %v, %v", h, id, is, err)
	}
	other, second := b.begin("m2", "LB1", 0)
	if err := b.w.Append(ctx, []central.Piece{piece(other, second, plain(0, 4)...)}, 12); !central.IsData(err) {
		b.Errorf("the machine to which it never came adds to it: %v", err)
	}
	if m, err := move("m1", central.FromAny, 13); err != nil || m.From != "m3" || m.Size != 0 { // who had it goes on
		b.Errorf("back to where it was: %+v, %v", m, err)
	}
}

func (b *base) movesSigned() {
	ctx := b.Context()
	texts := []string{`[1,"house",1,0,"",0,0,0,"tablemoved",{"table":"LB1"}]`, `[1,"house",2,0,"",0,0,0,"housenamed",{}]`, `[1,"house",3,0,"",0,0,0,"tablemoved",{"table":"LB2"}]`}
	s, tree := b.begin("m1", record.HouseStream, 0)
	b.must(b.w.Append(ctx, []central.Piece{piece(s, tree, texts...)}, 7))
	list, err := b.w.TableMoves(ctx, s.ID)
	if err != nil || len(list) != 2 || string(list[1]) != texts[2] {
		b.Errorf("%q, %v", list, err)
	}
	if text, err := b.q.LastOf(ctx, s.ID, record.TableMoved{}); err != nil || string(text) != texts[2] {
		b.Errorf("%q, %v", text, err)
	}
	if text, err := b.q.LastOf(ctx, s.ID, record.HouseSet{}); err != nil || text != nil {
		b.Errorf("%q, %v", text, err)
	}
	want := central.Moved{Table: "LB1", From: "m1", To: "m2", Size: 0, Note: "its head"}
	b.must(b.w.MovesSigned(ctx, []central.SignedMove{{Moved: want, At: 5, Plays: want.To}}))
	other := central.Moved{Table: "LB1", From: "m1", To: "m3", Size: 0, Note: "its head"}
	if err := b.w.MovesSigned(ctx, []central.SignedMove{{Moved: other, At: 6, Plays: other.To}, {Moved: central.Moved{Table: "LB1", From: "m9", To: "m3"}, At: 7, Plays: "m3"}}); !central.IsData(err) {
		b.Errorf("from a machine that is not enrolled: %v", err)
	}
	if m, is, err := b.w.Moved(ctx, "LB1", "m1"); err != nil || !is || m != want {
		b.Errorf("%+v, %v, %v", m, is, err)
	}
	machines, err := b.q.Machines(ctx)
	if err != nil || !slices.Equal(machines[1].Tables, []string{"LB1", "LB2"}) {
		b.Errorf("%+v, %v", machines, err)
	}
	own := central.Moved{Table: record.HouseStream, From: "m1", To: "m2", Size: 0, Note: "its head"}
	if err := b.w.MovesSigned(ctx, []central.SignedMove{{Moved: own, At: 8, Plays: own.To}}); !central.IsData(err) {
		b.Errorf("a machine's own stream: %v", err)
	}
	b.must(b.w.Append(ctx, []central.Piece{piece(s, tree, `[1,"house",4,0,"",0,0,0,"housenamed",{}]`)}, 9))
}

func (b *base) shifts() {
	ctx := b.Context()
	s, tree := b.begin("m1", "LB1", 2)
	open := func(want bool, opening int64, last int) {
		b.Helper()
		if is, err := b.q.Open(ctx, s.ID); err != nil || is != want {
			b.Errorf("open: %v, %v", is, err)
		}
		at, err := b.q.Stream(ctx, "m1", "LB1")
		b.must(err)
		if seq, err := b.q.LastOpening(ctx, at); err != nil || seq != opening {
			b.Errorf("it was opened at %d, %v", seq, err)
		}
		if list, err := b.q.LastShifts(ctx, at, 2); err != nil || len(list) != last {
			b.Errorf("%q, %v", list, err)
		}
	}
	add := func(signed bool, texts ...string) {
		b.Helper()
		p := piece(s, tree, texts...)
		if signed {
			p.Note = note(tree)
		}
		b.must(b.w.Append(ctx, []central.Piece{p}, 7))
	}
	open(false, 0, 0)
	add(true, `[1,"LB1",3,0,"",1,0,0,"opened",{}]`)
	open(true, 3, 1)
	add(false, `[1,"LB1",4,0,"",1,0,0,"closed",{}]`, `[1,"LB1",5,0,"",2,0,0,"opened",{}]`)
	open(true, 3, 1) // as far as it was signed
	add(true, `[1,"LB1",6,0,"",2,0,0,"closed",{}]`)
	open(false, 5, 2)
}

func (b *base) refusals() {
	ctx := b.Context()
	b.must(b.w.Refuse(ctx, central.Refusal{Machine: "m1", Stream: "LB1", Why: "forked", Ours: 5, Theirs: 9, Says: "as it was", Last: 100}))
	b.must(b.w.Refuse(ctx, central.Refusal{Machine: "m2", Stream: "LB2", Why: "behind", Ours: 7, Theirs: 3, Says: "older", Last: 150}))
	b.must(b.w.Refuse(ctx, central.Refusal{Machine: "m1", Stream: "LB1", Why: "forked", Ours: 5, Theirs: 12, Says: "again", Last: 200}))
	for what, ask := range map[string]func() ([]central.Refusal, error){
		"since a time": func() ([]central.Refusal, error) { return b.q.Refusals(ctx, 150) },
		"unseen":       func() ([]central.Refusal, error) { return b.q.Unseen(ctx) },
	} {
		list, err := ask()
		if err != nil || len(list) != 2 || list[0].Times != 2 || list[0].First != 100 || list[0].Last != 200 || list[0].Theirs != 12 || list[0].Says != "again" || list[1].Machine != "m2" {
			b.Errorf("%s: %+v, %v", what, list, err)
		}
	}
	if list, err := b.q.Refusals(ctx, 201); err != nil || len(list) != 0 {
		b.Errorf("%+v, %v", list, err)
	}
}

// atOnce: what is asked at once is of one moment, whatever is written meanwhile.
func (b *base) atOnce() {
	b.must(b.q.AtOnce(b.Context(), func(q central.Reading) error {
		before, err := q.Machines(b.Context())
		b.must(err)
		b.must(b.owner.Enroll(b.Context(), "m3", "3", nil, false, 1))
		after, err := q.Machines(b.Context())
		b.must(err)
		if fmt.Sprint(after) != fmt.Sprint(before) {
			b.Errorf("%v, then %v", before, after)
		}
		return nil
	}))
	now, err := b.q.Machines(b.Context())
	b.must(err)
	if len(now) != 3 {
		b.Errorf("afterwards %v", now)
	}
	wrong := errors.New("it fails")
	if err := b.q.AtOnce(b.Context(), func(central.Reading) error { return wrong }); !errors.Is(err, wrong) {
		b.Error(err)
	}
}
