package pitserver_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
)

// openedAs returns the opening of a machine's table once more, as an entry with a number, of a shift.
func (m *machine) openedAs(t *testing.T, seq int64, shift int) []byte {
	t.Helper()
	for e, err := range m.house.Store().Entries(m.table, 1) {
		must(t, err)
		if _, opened := e.Fact.(record.Opened); opened {
			e.Seq, e.Shift, e.Shoe, e.Hand, e.At = seq, shift, 0, 0, m.clock.Now().Add(time.Minute)
			return record.Encode(e)
		}
	}
	t.Fatal("it was never opened")
	return nil
}

// ofKind returns an entry of LB1 of a kind that no Sabot has.
func ofKind(seq int64, kind string) []byte {
	return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,1,%q,{}]`, seq, then().UnixMilli(), kind)
}

// poisons has the pit's database have one entry more of a machine's table, sealed with the machine's own key and countersigned, as a
// pit of before took it.
func (p *pit) poisons(t *testing.T, m *machine, entry func(seq int64) []byte) {
	t.Helper()
	s, tree := p.streamOf(t, m.name, m.table)
	text := entry(s.Size + 1)
	tree.Add(text)
	content, err := os.ReadFile(filepath.Join(m.dir, storage.KeyFile))
	must(t, err)
	key, err := seal.ReadKey(strings.TrimSpace(string(content)))
	must(t, err)
	note, err := seal.HeadOf(m.table, &tree).Sign(key)
	must(t, err)
	note, err = seal.Countersign(note, p.folder.Witness)
	must(t, err)
	e, err := record.DecodeHead(text)
	must(t, err)
	p.adds(t, central.Piece{Stream: s.ID, From: s.Size, Times: []int64{e.At.UnixMilli()}, Texts: [][]byte{text}, Edge: tree.Edge(), Note: note})
}

// A machine sends an entry that no Sabot enters there, or one of a kind that the pit does not know. It is refused by name, with its stream
// alone; what the machine has in truth arrives, and so does what the others have.
func TestEntryThatCannotFollowIsRefused(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	bad, good := p.newMachine(t, 1), p.newMachine(t, 2)
	bad.play(t, 2, 1)
	_, err := bad.ship()
	must(t, err)
	stamped := func(shift, shoe, hand int) func(int64) []byte {
		return func(seq int64) []byte {
			return record.Encode(record.Entry{Table: "LB1", Seq: seq, At: bad.clock.Now(), By: "11", Shift: shift, Shoe: shoe, Hand: hand, Fact: record.BetsClosed{}})
		}
	}
	s := p.by(t, bad.enrolment, then)
	w, err := s.hello("by hand", bad.house.Store().Verifier())
	must(t, err)
	written := func(fact string) func(seq int64) []byte {
		return func(seq int64) []byte {
			return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,2,%s]`, seq, then().UnixMilli(), fact)
		}
	}
	const notAsWritten = "is not written as Sabot writes it"
	number := int64(0)
	for name, c := range map[string]struct {
		entry func(seq int64) []byte
		why   pitclient.Why
		says  string
	}{
		"a shift of 2^62": {func(seq int64) []byte { return bad.openedAs(t, seq, 1<<62) }, pitclient.Malformed, "says that it is of shift 4611686018427387904"},
		"the shift again": {func(seq int64) []byte { return bad.openedAs(t, seq, 1) }, pitclient.Malformed, "no Sabot enters that"},
		"a later shift":   {stamped(2, 1, 1), pitclient.Malformed, "no Sabot enters that"},
		"a later shoe":    {stamped(1, 2, 1), pitclient.Malformed, "no Sabot enters that"},
		"a later hand":    {stamped(1, 1, 1<<40), pitclient.Malformed, "no Sabot enters that"},
		"less than none":  {stamped(1, 1, -1), pitclient.Malformed, "no Sabot enters that"},
		"no known kind":   {func(seq int64) []byte { return ofKind(seq, "frobnicated") }, pitclient.OtherVersion, `entries of kind "frobnicated"`},
		"no such fact": {func(seq int64) []byte {
			return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,1,"card",{"card":7}]`, seq, then().UnixMilli())
		}, pitclient.Malformed, "reading a fact of kind card"},
		"no fact at all":        {written(`"bets",null`), pitclient.Malformed, notAsWritten},
		"with a blank":          {written(`"bets", {}`), pitclient.Malformed, notAsWritten},
		"one member more":       {written(`"card",{"card":"7h","zzz":1}`), pitclient.Malformed, notAsWritten},
		"a member twice":        {written(`"card",{"card":"7h","card":"7h"}`), pitclient.Malformed, notAsWritten},
		"a text by escapes":     {written(`"card",{"card":"\u0037h"}`), pitclient.Malformed, notAsWritten},
		"more than all money":   {written(`"handclosed",{"house":9223372036854775807}`), pitclient.Malformed, "no Sabot enters house of 9223372036854775807"},
		"a debt of all money":   {written(`"handclosed",{"house":-9223372036854775808}`), pitclient.Malformed, "no Sabot enters house of -9223372036854775808"},
		"a bet past the rules":  {written(`"bets",{"how":"chip","bets":[[1,"59",10000000000001]]}`), pitclient.Malformed, "no Sabot enters amount of 10000000000001"},
		"a tip that is less":    {written(`"tipped",{"amount":-1}`), pitclient.Malformed, "no Sabot enters amount of -1"},
		"chips past all bounds": {written(`"chipschanged",{"in":[[4294967296,4294967296]],"out":[]}`), pitclient.Malformed, "no Sabot enters in of 9223372036854775807"},
	} {
		a := firstOf(t, bad, "LB1")
		var tree seal.Tree
		for _, text := range a.Texts {
			tree.Add(text)
		}
		number++
		a.Session, a.Number, a.From, a.Note = w.Session, number, tree.Size(), ""
		a.Texts = [][]byte{c.entry(tree.Size() + 1)}
		tree.Add(a.Texts[0])
		a.Root, a.Own = tree.Root().String(), tree.Size()
		_, err := s.append(a)
		refused, is := err.(*pitclient.Refusal)
		if !is || refused.Why != c.why || refused.Stream != "LB1" || !strings.Contains(refused.Says, c.says) || !strings.Contains(refused.Says, "LB1") {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad.play(t, 2, 2)
	good.play(t, 2, 1)
	for _, m := range []*machine{bad, good} {
		_, err := m.ship()
		must(t, err)
	}
	p.same(t, bad, good)
}

// A database has an entry from before that opens a shift of any number, or is of a kind that nobody knows. The report of the house is without
// that table, and names it; the figures of the others are theirs.
func TestReportWithoutATableThatIsPoisoned(t *testing.T) {
	t.Parallel()
	for name, entry := range map[string]func(m *machine) func(int64) []byte{
		"a shift of 2^62": func(m *machine) func(int64) []byte {
			return func(seq int64) []byte { return m.openedAs(t, seq, 1<<62) }
		},
		"an unknown kind": func(*machine) func(int64) []byte {
			return func(seq int64) []byte { return ofKind(seq, "frobnicated") }
		},
		"no entry": func(*machine) func(int64) []byte {
			return func(seq int64) []byte {
				return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,1,"card",{"card":7}]`, seq, then().UnixMilli())
			}
		},
		"more than all money": func(*machine) func(int64) []byte {
			return func(seq int64) []byte {
				return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,2,"handclosed",{"house":9223372036854775807}]`, seq, then().UnixMilli())
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPitOf(t, 2)
			p.up(t)
			bad, good := p.newMachine(t, 1), p.newMachine(t, 2)
			bad.play(t, 1, 1)
			good.night(t, 2, 1)
			for _, m := range []*machine{bad, good} {
				_, err := m.ship()
				must(t, err)
			}
			p.poisons(t, bad, entry(bad))
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			h, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			for range 2 { // what is kept by then as well
				sum, err := h.Sums().HouseSum(h.State.GamingDay(h.State.Wall(then())))
				must(t, err)
				if lines := sum.Periods[0].Lines; len(lines) != 1 || lines[0].Table != "LB2" || lines[0].Hands != 2 || sum.Open > 0 {
					t.Errorf("%+v", sum)
				}
				if left := h.Derived().LeftOut(); len(left) != 1 || left[0].Table != "LB1" || left[0].Why == nil || strings.Contains(left[0].Why.Error(), "runtime error") {
					t.Errorf("left out: %v", left)
				}
			}
			for lang, without := range map[string]string{"en": "without LB1", "de": "ohne LB1", "fr": "sans LB1", "it": "senza LB1"} {
				w := papers.Wanted{Kind: reports.HouseReport, Item: h.State.GamingDay(h.State.Wall(then())), Lang: lang}
				files, err := papers.Of(h.House).Sheets(w, papers.CSV, "a row is missing")
				must(t, err)
				first, note := string(files[0].Content), papers.Of(h.House).Words(lang).T("report_doubts_note")
				if !strings.Contains(first, without) || !strings.Contains(first, "a row is missing") || strings.Count(first, note) != len(files)-1 {
					t.Errorf("the CSV begins with %s", first)
				}
			}
			if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: ") || strings.Contains(found, "tavolo-2") || strings.Contains(found, "runtime error") {
				t.Errorf("pit verify: %s", found)
			}
			_, err = pitserver.KeptFalse(t.Context(), q, p.folder, nil)
			must(t, err)
		})
	}
}

// A machine takes over a table of which an entry of the machine before does not hold. Its own backup is made, and restored; its reports, its other table and
// the pit go on; what does not hold is named.
func TestHeirOfATableThatIsPoisoned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		entry func(m *machine) func(int64) []byte
		code  record.FaultCode
		left  []string // tables of which nothing can be made
	}{
		"a shift of 2^62": {func(m *machine) func(int64) []byte {
			return func(seq int64) []byte { return m.openedAs(t, seq, 1<<62) }
		}, record.WrongStamp, []string{"LB1"}},
		"other bytes": {func(*machine) func(int64) []byte {
			return func(seq int64) []byte {
				return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,2,"nobets", {}]`, seq, then().UnixMilli())
			}
		}, record.Unreadable, nil},
		"more than all money": {func(*machine) func(int64) []byte {
			return func(seq int64) []byte {
				return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,2,"handclosed",{"house":9223372036854775807}]`, seq, then().UnixMilli())
			}
		}, record.WrongAmount, []string{"LB1"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPitOf(t, 2)
			p.up(t)
			e := p.office(t)
			p.ships(t, e)
			a, b := p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB2")
			a.pull(t)
			b.pull(t)
			a.night(t, 1, 1)
			b.night(t, 2, 1)
			for _, m := range []*machine{a, b} {
				_, err := m.ship()
				must(t, err)
			}
			p.poisons(t, a, c.entry(a))
			_, err := p.moved(t, "LB1", "tavolo-2", true)
			must(t, err)
			p.ships(t, e)
			b.pull(t)
			_, err = b.ship()
			must(t, err)
			if f := auditedOf(t, b.house, "LB1").Fault; f == nil || f.Code != c.code {
				t.Fatalf("LB1 came as %v", f)
			}
			var came []string
			backup := backups.Backup{File: filepath.Join(t.TempDir(), "b.db"), Came: func(f *record.Fault) { came = append(came, f.Table) }}
			_, err = backups.Of(b.house).BackUp(t.Context(), backup)
			must(t, err)
			if !slices.Equal(came, []string{"LB1"}) {
				t.Errorf("the backup names %v", came)
			}
			again := filepath.Join(t.TempDir(), "again")
			must(t, backups.Restore(t.Context(), backup.File, again, audit.Check{}))
			sum, err := b.house.Sums().HouseSum(b.house.State.GamingDay(b.house.State.Wall(then())))
			must(t, err)
			if lines := sum.Periods[0].Lines; len(lines) != 2-len(c.left) || lines[len(lines)-1].Table != "LB2" {
				t.Errorf("%+v", lines)
			}
			var left []string
			for _, one := range b.house.Derived().LeftOut() {
				left = append(left, one.Table)
			}
			if !slices.Equal(left, c.left) {
				t.Errorf("left out: %v", left)
			}
			if c.code == record.WrongStamp {
				list, err := b.house.Sums().Shifts(sums.ShiftQuery{})
				must(t, err)
				if len(list) != 1 || list[0].Table != "LB2" {
					t.Errorf("%d shifts", len(list))
				}
			}
			b.clock.Pass(20 * time.Hour)
			b.night(t, 1, 3)
			if c.code == record.Unreadable { // what it says is sound
				b.table = "LB1"
				b.night(t, 1, 4)
			}
			_, err = b.ship()
			must(t, err)
		})
	}
}

// An entry that is none, which a pit of Sabot 0.9 countersigned, keeps its table from every other machine. The office retires the table and enters another one
// in its place, as docs/pit.md says: that one is played where the first was moved to, and the rest of that machine goes on.
func TestTableThatCannotBeTakenIsReplaced(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	a, b := p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB2")
	a.pull(t)
	b.pull(t)
	a.night(t, 1, 1)
	_, err := a.ship()
	must(t, err)
	p.poisons(t, a, func(seq int64) []byte {
		return fmt.Appendf(nil, `[1,"LB1",%d,%d,"11",1,1,1,"card",{"card":7}]`, seq, then().UnixMilli())
	})
	_, err = p.moved(t, "LB1", "tavolo-2", true)
	must(t, err)
	p.ships(t, e)
	if err := b.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "LB1 was moved to this machine, which has not taken it over") {
		t.Fatal(err)
	}
	elena := demotest.Badge(t, p.house, code("31"))
	set, _ := p.house.State.TableNamed("LB1")
	set.Name, set.By = "LB9", ""
	must(t, p.house.Staff().SetTable(set, elena))
	must(t, p.house.RetireTable("LB1", elena))
	p.ships(t, e)
	anew, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "tavolo-2", Tables: []string{"LB2", "LB9"}}, true)
	must(t, err)
	text, err := anew.Text()
	must(t, err)
	b.enrolment, err = pitclient.Join(b.house.Store(), b.house.State.Name, text)
	must(t, err)
	if err := b.puller().Once(t.Context()); err != nil && !strings.Contains(err.Error(), "LB1 was moved") {
		t.Fatal(err)
	}
	for _, table := range []string{"LB9", "LB2"} {
		b.table = table
		b.night(t, 1, 2)
	}
	_, err = b.ship()
	must(t, err)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	sum, err := h.Sums().HouseSum(h.State.GamingDay(h.State.Wall(then())))
	must(t, err)
	lines := sum.Periods[0].Lines
	if len(lines) != 2 || lines[0].Table != "LB2" || lines[1].Table != "LB9" {
		t.Errorf("%+v", lines)
	}
	if left := h.Derived().LeftOut(); len(left) != 1 || left[0].Table != "LB1" {
		t.Errorf("left out: %v", left)
	}
	must(t, b.puller().Once(t.Context()))
}

// A machine sends an entry that its table does not take as it stands: of a shift that has closed, of the house, or by a clock that never was so. It
// is refused by name, and stands in no figure; what may come at a table that is closed, and what the machine enters since, arrives.
func TestEntryOutOfItsShiftIsRefused(t *testing.T) {
	t.Parallel()
	p, m := shippedNight(t, 2)
	s := p.by(t, m.enrolment, then)
	w, err := s.hello("by hand", m.house.Store().Verifier())
	must(t, err)
	number := int64(0)
	// sends has the pit judge entries behind those that it has of a stream; it takes none of them, as no head comes with them.
	sends := func(stream string, entries ...record.Entry) error {
		t.Helper()
		_, tree := p.streamOf(t, m.name, stream)
		a := pitclient.Append{Session: w.Session, Stream: stream, From: tree.Size(), Clock: then().UnixMilli()}
		for _, e := range entries {
			e.Table, e.Seq = stream, tree.Size()+1
			a.Texts = append(a.Texts, record.Encode(e))
			tree.Add(a.Texts[len(a.Texts)-1])
		}
		number++
		a.Number, a.Root, a.Own = number, tree.Root().String(), tree.Size()
		_, err := s.append(a)
		return err
	}
	last := lastEntry(t, m.house, m.table)
	house := lastEntry(t, m.house, record.HouseStream)
	behind := func(facts ...record.Fact) (list []record.Entry) {
		for _, f := range facts {
			e := last
			e.By, e.At, e.Fact = "11", m.clock.Now().Add(time.Minute), f
			list = append(list, e)
		}
		return list
	}
	at := func(at time.Time, f record.Fact) []record.Entry {
		list := behind(f)
		list[0].At = at
		return list
	}
	opened := func(facts ...record.Fact) []record.Entry {
		list := behind(append([]record.Fact{openingOf(t, m)}, facts...)...)
		for i := range list {
			list[i].Shift, list[i].Shoe, list[i].Hand = last.Shift+1, 0, 0
		}
		return list
	}
	const closed, open = "and it is closed", "and it is open"
	for name, c := range map[string]struct {
		entries []record.Entry
		says    string
	}{
		"a second closing":         {behind(record.Closed{Croupier: "11", Inspector: "21", Uncounted: true}), closed},
		"last bets":                {behind(record.LastBetsCalled{}), closed},
		"a buy-in":                 {behind(record.BoughtIn{Cash: 500000}), closed},
		"a hand":                   {behind(record.HandClosed{House: 500000}), closed},
		"a new shoe":               {func() []record.Entry { l := behind(record.ShoeStarted{Shuffler: "11"}); l[0].Shoe++; return l }(), closed},
		"a relief":                 {behind(record.Relieved{From: "11", To: "12"}), closed},
		"no opening any more":      {behind(record.Undone{Seq: 1}), closed},
		"an opening of an open":    {func() []record.Entry { l := opened(openingOf(t, m)); l[1].Shift++; return l }(), open},
		"a recount of an open":     {opened(record.ClosingRecounted{Float: record.Float{}}), open},
		"not even this opening":    {opened(record.Undone{Seq: last.Seq + 1}), "takes back entry"},
		"what is still to come":    {opened(record.Undone{Seq: last.Seq + 2}), "takes back entry"},
		"a shift that has closed":  {opened(record.Undone{Seq: 2}), "takes back entry"},
		"an older entry":           {at(last.At.Add(-time.Millisecond), record.KeysHanded{Item: "x", Back: true}), "is older than the entry before it"},
		"a clock that was not so":  {at(m.clock.Now().AddDate(-1, 0, 0), record.ClockDrifted{Was: last.At.UnixMilli() + 1}), "says that the clock was ahead up to"},
		"a clock of long ago":      {at(m.clock.Now().AddDate(-1, 0, 0), record.ClockDrifted{Was: last.At.UnixMilli()}), "and its house says nothing of it"},
		"a clock that is right":    {at(last.At.Add(-time.Millisecond), record.ClockDrifted{Was: last.At.UnixMilli()}), "says that the clock was ahead up to"},
		"a thing of the house":     {behind(record.StaffLeft{Number: "11", By: "31"}), "is an entry of the house"},
		"a thing of the program's": {behind(record.PINFailed{Number: "11"}), "is an entry of the house"},
	} {
		says(t, sends(m.table, c.entries...), c.says, m.table+", "+strconv.Quote(record.KindOf(c.entries[len(c.entries)-1].Fact)))
		if t.Failed() {
			t.Fatal(name)
		}
	}
	for name, c := range map[string]struct {
		entry record.Entry
		says  string
	}{
		"a table's entry":         {record.Entry{At: m.clock.Now(), Fact: record.HandClosed{House: 500000}}, "is an entry of a table"},
		"an older entry":          {record.Entry{At: house.At.Add(-time.Millisecond), Fact: record.PINFailed{Number: "11"}}, "is older than the entry before it"},
		"a clock that was not so": {record.Entry{At: house.At.AddDate(-1, 0, 0), Fact: record.ClockDrifted{Was: house.At.UnixMilli() - 1}}, "says that the clock was ahead up to"},
	} {
		says(t, sends(record.HouseStream, c.entry), c.says)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	m.night(t, 2, 2)
	_, err = m.ship()
	must(t, err)
	p.same(t, m)
	p.nothingRefused(t)
}

// lastEntry returns the last entry of a stream.
func lastEntry(t *testing.T, h *session.House, stream string) (last record.Entry) {
	t.Helper()
	for e, err := range h.Store().Entries(stream, 1) {
		must(t, err)
		last = e
	}
	return last
}

// openingOf returns the first opening of a machine's table.
func openingOf(t *testing.T, m *machine) record.Fact {
	t.Helper()
	e, err := record.Decode(m.openedAs(t, 1, 1))
	must(t, err)
	return e.Fact
}
