package pit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// line is an entry as it lies in a record.
func line(e record.Entry) *record.Line {
	b := record.Encode(e)
	return &record.Line{Seq: e.Seq, Bytes: b, Leaf: seal.Leaf(b), Entry: e}
}

// audited returns the result of an audit of a table's entries, under keys that the house gave out.
func audited(t *testing.T, keys map[string]string, entries ...record.Entry) (*audit.Run, *record.Fault) {
	t.Helper()
	w, err := audit.NewWitness("")
	if err != nil {
		t.Fatal(err)
	}
	houseOf(w, keys, entries)
	a := w.Begin("LB1")
	for _, e := range entries {
		a.Add(line(e))
	}
	return a, a.Fault()
}

// houseOf has a witness read a house in which everybody of these tests works, and which has
// a table, and what the house says of all tables, as it was opened.
func houseOf(w *audit.Witness, keys map[string]string, entries []record.Entry) {
	facts := []record.Fact{record.HouseNamed{Name: "Casinò", Currency: "CHF", Language: "it"}}
	for _, s := range []house.Staff{anna, bruno, dario, elena, {Number: "32", Name: "Paul Weber", Role: record.Manager}, {Number: "41", Name: "Fabio Conti", Role: record.BackOffice}} {
		facts = append(facts, record.StaffSet(s))
		if keys[s.Number] != "" {
			facts = append(facts, record.PINSet{Number: s.Number, Key: keys[s.Number]})
		}
	}
	ofHouse, state := w.Begin(record.HouseStream), house.House{}
	enter := func(at time.Time, facts ...record.Fact) {
		for _, e := range state.Stamp(at, "", facts...) {
			state.Apply(e)
			ofHouse.Add(line(e))
		}
	}
	enter(moment.Add(-48*time.Hour), facts...)
	for _, e := range entries {
		if f, ok := e.Fact.(record.Opened); ok {
			set := record.HouseSet{Name: "Casinò", Currencies: []string{"CHF"}, Zone: "UTC", Begins: house.UsualBegin, Language: "it"}
			set.Cash, set.LateAlone = map[string]games.Amount{"CHF": f.Cash}, f.LateAlone
			enter(e.At, set, record.ChipsSet{Values: f.Chips}, record.TableSet{Name: e.Table, Game: f.Game, Rules: f.Rules, Settings: f.Settings})
		}
	}
	ofHouse.Fault()
}

// holds has the audit read the whole record.
func (f *floor) holds() {
	f.t.Helper()
	if fault := faultOf(f, f.entries()...); fault != nil {
		f.t.Fatalf("what the table itself wrote does not hold: %v", fault)
	}
}

// The facts of one command are stamped before any of them is folded: what follows a
// relief is still of the croupier who went.
func TestAuditOfOneCommand(t *testing.T) {
	f := newFloor(t)
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	entries := f.table.Stamp(moment, facts...)
	for _, e := range entries {
		f.table.Apply(e)
	}
	entries = append(entries, f.table.Stamp(moment, record.Relieved{From: "11", To: "12"}, record.CardsDue{Why: record.FloorCards})...)
	if a, fault := audited(t, nil, entries...); fault != nil || a.Unsigned != 3 || a.Entries != int64(len(entries)) {
		t.Errorf("%+v, %v", a, fault)
	}
	entries[len(entries)-1].By = "13"
	if _, fault := audited(t, nil, entries...); fault == nil || fault.Code != record.WrongStamp || fault.Seq != int64(len(entries)) {
		t.Errorf("of a croupier who was never there: %v", fault)
	}
}

// Whoever is named and had a key has signed, right behind and in the order of the names.
func TestAuditOfApprovals(t *testing.T) {
	f := newFloor(t)
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	a, annaKey := badge(t, anna)
	d, darioKey := badge(t, dario)
	_, otherKey := badge(t, dario)
	keys := map[string]string{"11": annaKey, "21": darioKey}
	signed, err := house.Sign(record.Stood{Root: (&seal.Tree{}).Root().String()}, f.table.Stamp(moment, append(facts, record.CardsDue{Why: record.FloorCards})...), a, d)
	if err != nil {
		t.Fatal(err)
	}
	renumbered := func(entries ...record.Entry) []record.Entry {
		for i := range entries {
			entries[i].Seq = int64(i + 1)
		}
		return entries
	}
	later := signed[2]
	later.At = later.At.Add(1e6)
	for _, c := range []struct {
		name    string
		keys    map[string]string
		entries []record.Entry
		fault   string
	}{
		{"all of them", keys, signed, ""},
		{"one alone", keys, renumbered(signed[0], signed[1], signed[3]), "LB1/3: approval: here 21 must approve entry 1"},
		{"the other way round", keys, renumbered(signed[0], signed[2], signed[1]), "LB1/2: approval: "},
		{"one twice", keys, renumbered(signed[0], signed[1], signed[2], signed[2]), "LB1/4: approval: it approves entry 1, which"},
		{"with a key he has no more", map[string]string{"11": annaKey, "21": otherKey}, signed, "LB1/3: approval: the signature"},
		{"he had no key", map[string]string{"11": annaKey}, signed, "LB1/3: approval: it approves entry 1, which"},
		{"at another time", keys, []record.Entry{signed[0], signed[1], later}, "LB1/3: stamp: "},
	} {
		_, fault := audited(t, c.keys, c.entries...)
		if said := ""; c.fault == "" && fault != nil || c.fault != "" && (fault == nil || !strings.HasPrefix(fault.Error(), c.fault)) {
			if fault != nil {
				said = fault.Error()
			}
			t.Errorf("%s: %q, want %q", c.name, said, c.fault)
		}
	}
}

// What nobody at a table can have entered is a fault and no crash.
func TestAuditOfNonsense(t *testing.T) {
	f := newFloor(t)
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	opened := f.table.Stamp(moment, facts...)[0]
	for _, fact := range []record.Fact{
		record.HandClosed{House: 5},
		record.Settled{},
		record.Settled{Rows: []record.Row{{Bet: 99, Outcome: games.Win}}},
		record.Settled{Rows: []record.Row{}, Parts: []record.Part{{Bet: 99, Hand: 7, Outcome: games.Lose}}},
	} {
		e := opened
		e.Seq, e.Fact = 2, fact
		if _, fault := audited(t, nil, opened, e); fault == nil || fault.Code != record.NotSettled || fault.Seq != 2 {
			t.Errorf("%T: %v", fact, fault)
		}
		e.Seq = 1
		if _, fault := audited(t, nil, e); fault == nil {
			t.Errorf("%T before the opening holds", fact)
		}
	}
}

// A part that the rules do not give is a fault, and so is one that is missing.
func TestAuditOfParts(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 5000), closeBets)
	entries := f.entries()
	last := entries[len(entries)-1]
	settled, ok := last.Fact.(record.Settled)
	if !ok || len(settled.Rows) != 0 || len(settled.Parts) != 1 || settled.Parts[0].Returned != 1000 {
		t.Fatalf("the bets end with %+v", last.Fact)
	}
	if _, fault := audited(t, nil, entries...); fault != nil {
		t.Fatal(fault)
	}
	for _, returned := range []games.Amount{0, 500} {
		last.Fact = record.Settled{Rows: []record.Row{}, Parts: []record.Part{{Outcome: games.Void, Returned: returned, Bet: 1}}}
		wrong := append(slices.Clone(entries[:len(entries)-1]), last)
		if _, fault := audited(t, nil, wrong...); fault == nil || fault.Code != record.NotSettled || fault.Seq != last.Seq {
			t.Errorf("a reduction of 1000 that gives back %d: %v", returned, fault)
		}
	}
	if _, fault := audited(t, nil, entries[:len(entries)-1]...); fault == nil || fault.Code != record.NotDone {
		t.Errorf("without its part: %v", fault)
	}
}

// Parts are missed where they are taken away, of one hand or of all, though the rows say what they came to.
func TestAuditMissesParts(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets)
	f.do(card("8c"), card("6s"), card("8s"), hide, decide(games.Split), card("3h"), decide(games.Hit), card("Kd"), card("Kh"))
	f.do(decide(games.Stand), card("Ts"), card("9d"), payNext, payAll)
	f.do(put(1, "main", "", 2000), closeBets, card("8c"), card("6s"), card("8s"), hide, decide(games.Split), card("3h"), decide(games.Stand))
	f.do(card("Kh"), decide(games.Stand), card("Ts"), card("9d"), payAll)
	stripped := func(hand int) *record.Fault {
		entries := f.entries(func(e *record.Entry) {
			if s, ok := e.Fact.(record.Settled); ok && (hand == 0 || e.Hand == hand) {
				s.Parts = nil
				e.Fact = s
			}
			if p, ok := e.Fact.(record.PaidOut); ok && hand == 0 {
				p.Acts = 0
				e.Fact = p
			}
		})
		_, fault := audited(t, nil, entries...)
		return fault
	}
	for _, hand := range []int{2, 0} {
		if fault := stripped(hand); fault == nil || fault.Code != record.NotSettled {
			t.Errorf("hand %d without its parts: %v", hand, fault)
		}
	}
	f.holds()
}

// Slips have no gap and none is there twice; what becomes of one is of a slip that waits,
// with its chips.
func TestAuditOfSlips(t *testing.T) {
	f := newFloor(t)
	var entries []record.Entry
	enter := func(facts ...record.Fact) {
		for _, e := range f.table.Stamp(moment, facts...) {
			f.table.Apply(e)
			entries = append(entries, e)
		}
	}
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	enter(facts...)
	id := func(n int) record.SlipID { return record.SlipID{Kind: record.Fill, Year: moment.Year(), Number: n} }
	chips, others := record.Float{{Value: 500, Pieces: 20}}, record.Float{{Value: 500, Pieces: 21}}
	asked := func(n int) record.Fact { return record.SlipRequested{SlipID: id(n), Float: chips, Inspector: "21"} }
	came := func(n int, what record.Float) record.Fact {
		return record.SlipVerified{SlipID: id(n), Float: what, Cashier: "c", Runner: "r", Croupier: "11", Inspector: "21"}
	}
	void := func(n int) record.Fact {
		return record.SlipVoided{SlipID: id(n), Reason: "not needed", Croupier: "11", Inspector: "21"}
	}
	enter(asked(1))
	enter(came(1, chips))
	enter(asked(2))
	enter(void(2))
	enter(asked(3))
	if _, fault := audited(t, nil, entries...); fault != nil {
		t.Fatal(fault)
	}
	for name, wrong := range map[string]record.Fact{
		"a gap": asked(5), "a number again": asked(2), "other chips": came(3, others), "chips of one that came": came(1, chips), "a void of a void": void(2),
	} {
		_, fault := audited(t, nil, append(entries[:len(entries):len(entries)], f.table.Stamp(moment, wrong)...)...)
		if fault == nil || fault.Code != record.WrongSlip {
			t.Errorf("%s holds: %v", name, fault)
		}
	}
}

// Whoever approves signs for the stream as it was before the command. In a shift of 0.9 nobody did, until one does.
func TestAuditOfWhatLiesBefore(t *testing.T) {
	f := newFloor(t)
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	opened := facts[0].(record.Opened)
	former := opened
	former.Checks, former.Uncounted, former.Cash, former.Collect = 0, false, 0, ""
	a, annaKey := badge(t, anna)
	d, darioKey := badge(t, dario)
	keys := map[string]string{"11": annaKey, "21": darioKey}
	none := record.Stood{Root: (&seal.Tree{}).Root().String()}
	for _, c := range []struct {
		name          string
		opened        record.Opened
		before, later record.Stood // of the second one
		fault         string
	}{
		{"as it was", opened, none, none, ""},
		{"nothing", opened, record.Stood{}, none, "LB1/2: past: 11 does not sign for the entries before entry 1"},
		{"nothing, the second one", opened, none, record.Stood{}, "LB1/3: past: 21 does not sign"},
		{"another stream", opened, record.Stood{Root: "x"}, none, "LB1/2: past: the first 0 entries are not those for which 11 signed entry 1"},
		{"what was still to come", opened, none, record.Stood{Size: 1, Root: "x"}, "LB1/3: past: 21 signs entry 1 as if"},
		{"less than nothing", opened, none, record.Stood{Size: -1, Root: "x"}, "LB1/3: past: 21 signs entry 1 as if"},
		{"nothing, in 0.9", former, record.Stood{}, record.Stood{}, ""},
		{"as it was, in a shift of 0.9", former, none, none, ""},
		{"one alone, in a shift of 0.9", former, none, record.Stood{}, "LB1/3: past: 21 does not sign"},
		{"another stream, in a shift of 0.9", former, record.Stood{Root: "x"}, none, "LB1/2: past: the first 0 entries"},
	} {
		entries := f.table.Stamp(moment, c.opened)
		for i, by := range []house.Badge{a, d} {
			given, err := by.Approve([]record.Stood{c.before, c.later}[i], entries[0])
			if err != nil {
				t.Fatal(err)
			}
			e := entries[0]
			e.Seq, e.Fact = int64(i)+2, given
			entries = append(entries, e)
		}
		_, fault := audited(t, keys, entries...)
		if c.fault == "" && fault != nil || c.fault != "" && (fault == nil || !strings.HasPrefix(fault.Error(), c.fault)) {
			t.Errorf("%s: %v, want %q", c.name, fault, c.fault)
		}
	}
}
