package pitserver_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// officeForgeries returns what somebody enters at the office with the key that seals its record and no PIN.
func officeForgeries(h *session.House) map[string]record.Fact {
	table := h.State.Tables[0]
	table.By = "31"
	set := h.State.Particulars()
	set.By = "31"
	return map[string]record.Fact{
		"a move":        record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-2", Over: true, By: "31"},
		"a manager":     record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Manager},
		"a key":         record.PINSet{Number: "11", Key: h.State.People().KeyOf("31")},
		"limits":        table,
		"the house":     set,
		"chips":         record.ChipsSet{Values: h.State.Chips, By: "31"},
		"rules of PINs": record.PINRules{Least: 4, By: "31"},
		"who left":      record.StaffLeft{Number: "13", By: "31"},
		"a table less":  record.TableRetired{Name: "LB1", By: "31"},
		"by a croupier": record.StaffLeft{Number: "13", By: "11"},
		"by nobody":     record.StaffLeft{Number: "13"},
	}
}

// enters has the office's record have facts that nobody signs, sealed with its key.
func (p *pit) enters(t *testing.T, facts ...record.Fact) {
	t.Helper()
	by := ""
	if signers := record.Signers(facts[0]); len(signers) > 0 {
		by = signers[0]
	}
	must(t, p.house.Store().Append(p.house.State.Stamp(then(), by, facts...)...))
}

// behind returns the entries of the office's house behind one, with the head of all.
func (p *pit) behind(t *testing.T, size int64) (entries [][]byte, note string) {
	t.Helper()
	return behind(t, p.house, size)
}

// behind returns the entries of a machine's house behind one, with the head of all.
func behind(t *testing.T, house *session.House, size int64) (entries [][]byte, note string) {
	t.Helper()
	snap, err := house.Store().Snapshot(t.Context())
	must(t, err)
	defer snap.Close()
	stored, err := snap.Stored(t.Context(), record.HouseStream)
	must(t, err)
	entries, err = snap.Bytes(t.Context(), record.HouseStream, size+1, pitclient.MostEntries)
	must(t, err)
	return entries, stored.Note
}

// lets has the pit have what the office entered, countersigned, as a pit that reads nothing.
func (p *pit) lets(t *testing.T) {
	t.Helper()
	p.letsOf(t, "ufficio", p.house)
}

// letsOf returns lets of what a machine entered.
func (p *pit) letsOf(t *testing.T, machine string, house *session.House) {
	t.Helper()
	p.stop()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), machine, record.HouseStream)
	must(t, err)
	var w *central.Writer
	must(t, pgtest.Seen("nobody writes", func() (free bool) {
		var err error
		w, err = central.Write(t.Context(), p.folder.Serve, p.folder.House)
		return err == nil
	}))
	tree, err := seal.ReadTree(s.Size, s.Edge)
	must(t, err)
	texts, note := behind(t, house, s.Size)
	note, err = seal.Countersign(note, p.folder.Witness)
	must(t, err)
	piece := central.Piece{Stream: s.ID, From: s.Size, Texts: texts, Note: note}
	for _, text := range texts {
		e, err := record.Decode(text)
		must(t, err)
		tree.Add(text)
		piece.Times = append(piece.Times, e.At.UnixMilli())
	}
	piece.Edge = tree.Edge()
	must(t, w.Append(t.Context(), []central.Piece{piece}, then().UnixMilli()))
	w.Close()
	p.again(t)
}

// With the key that seals the office's record, and no PIN, somebody enters there what a manager has to sign. The pit takes nothing of it, moves no table by
// it, and says so to all; the machines go on with what they have. Where a pit lets it through, each machine refuses it, and names entry and person.
func TestUnsignedEntriesOfTheOffice(t *testing.T) {
	t.Parallel()
	names := []string{"a move", "a manager", "who left"} // the others differ for the audit alone
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			a.play(t, 2, 1)
			_, err := a.ship()
			must(t, err)
			seq, size := a.house.State.Seq, p.house.State.Seq
			p.enters(t, officeForgeries(p.house)[name])
			_, err = pitclient.New(p.house.Store(), e, then).Once(t.Context())
			says(t, err, "of what ufficio entered, entry", "does not hold")
			if r := p.refusal(t, "ufficio", record.HouseStream, pitclient.NotSigned); r.Ours != size {
				t.Errorf("the pit keeps %+v", r)
			}
			lacks := (*pitclient.LacksError)(nil)
			if err := a.puller().Once(t.Context()); !errors.As(err, &lacks) || !lacks.Refused {
				t.Errorf("the machine is told %v", err)
			}
			if a.house.State.Seq != seq || strings.Contains(p.said.String(), "is played on") {
				t.Error("it is taken in")
			}
			p.lets(t)
			for _, m := range []*machine{a, b} {
				puller := m.puller()
				err := puller.Once(t.Context())
				unsigned := (*audit.UnsignedError)(nil)
				if !errors.As(err, &unsigned) || unsigned.Fault.Seq < size+1 || puller.State().Wrong == "" || puller.State().Size > size {
					t.Errorf("%s: %v, %+v", m.name, err, puller.State())
				}
				if again := puller.Once(t.Context()); again == nil || again.Error() != err.Error() {
					t.Errorf("once more: %v", again)
				}
				if m.house.State.Office().Size != size {
					t.Errorf("%s has taken in %d entries", m.name, m.house.State.Office().Size)
				}
			}
			a.play(t, 2, 2)
			if _, plays := slices.BinarySearch(a.held(t), "LB1"); !plays {
				t.Error("it has let go of its table")
			}
			holds(t, a.house)
		})
	}
}

// held are the tables that a machine plays.
func (m *machine) held(t *testing.T) []string {
	t.Helper()
	must(t, m.house.Takeover().CatchUp())
	list, _ := m.house.State.Held()
	return list
}

// Whatever a manager has to sign at the office is refused unsigned, alone or with a signature for something else behind it, at each machine; and where one has
// taken it in, as an earlier Sabot did, its audit names it.
func TestEveryUnsignedKindOfTheOffice(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	manager := demotest.Badge(t, p.house, code("31"))
	must(t, p.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "77", Name: "Nuovo", Role: record.Croupier}, PIN: "928374"}, manager))
	p.ships(t, e)
	other := p.newMember(t, "tavolo-2", "LB9")
	other.pull(t)
	has := other.house.State.Office().Size
	base := p.data
	foreign := approvals(t, p.house)
	tries := officeForgeries(p.house)
	for name, fact := range officeForgeries(p.house) {
		if len(record.Signers(fact)) > 0 {
			tries[name+", signed for something else"] = fact
		}
	}
	for name, fact := range tries {
		t.Run(name, func(t *testing.T) {
			dir := copied(t, base)
			forged, err := session.Open(dir, then)
			must(t, err)
			defer forged.Close()
			q := &pit{house: forged}
			q.enters(t, fact)
			if strings.Contains(name, "something else") {
				must(t, forged.Takeover().CatchUp())
				for _, number := range record.Signers(fact) {
					given := foreign[len(foreign)-1]
					given.Seq, given.By = has+1, number
					must(t, forged.Store().Append(forged.State.Stamp(then(), number, given)...))
					must(t, forged.Takeover().CatchUp())
				}
			}
			entries, note := q.behind(t, has)
			m := other.another(t)
			seq := m.house.State.Seq
			unsigned := (*audit.UnsignedError)(nil)
			if err := m.house.Takeover().TakeHouse("ufficio", has, entries, note, nil); !errors.As(err, &unsigned) || m.house.State.Seq != seq {
				t.Errorf("it is taken in: %v", err)
			} else if signers := record.Signers(fact); len(signers) > 0 && !strings.Contains(err.Error(), signers[0]) {
				t.Errorf("it does not name %s: %v", signers[0], err)
			}
			texts := []string{}
			for _, text := range entries {
				texts = append(texts, string(text))
			}
			must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), "", record.HouseTaken{Machine: "ufficio", From: has, Entries: texts, Head: note})...))
			if !slices.ContainsFunc(audited(t, m.house), func(c audit.Checked) bool {
				return c.Name == record.HouseStream && c.Fault != nil && strings.Contains(c.Fault.What, "of what ufficio entered, entry ")
			}) {
				t.Error("its audit holds")
			}
		})
	}
}

// approvals returns those of a house's stream.
func approvals(t *testing.T, h *session.House) (list []record.Approved) {
	t.Helper()
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if f, is := e.Fact.(record.Approved); is {
			list = append(list, f)
		}
	}
	return list
}

// An entry of the office and its signature may come in different pieces. Neither pit nor machine takes the first alone for signed; with the other, both are.
func TestSignatureThatComesLater(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	b.hears(t)
	size := p.house.State.Seq
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), "tavolo-1", "LB1")
	must(t, err)
	must(t, p.house.MoveTable(record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-2", Head: s.Note}, demotest.Badge(t, p.house, code("31"))))
	entries, note := p.behind(t, size)
	if e, err := record.Decode(entries[len(entries)-1]); err != nil || record.KindOf(e.Fact) != record.KindOf(record.Approved{}) {
		t.Fatal(err, e)
	}
	first := entries[:len(entries)-1]
	unsigned := (*audit.UnsignedError)(nil)
	if err := b.house.Takeover().TakeHouse("ufficio", size, first, "", nil); !errors.As(err, &unsigned) || !strings.Contains(err.Error(), "31 has not approved it") {
		t.Errorf("the machine takes the first alone: %v", err)
	}

	by := p.by(t, e, then)
	w, err := by.hello("one", p.house.Store().Verifier())
	must(t, err)
	tree := firstTree(t, p, size)
	sends := func(number, from int64, note string, texts ...[]byte) {
		t.Helper()
		for _, text := range texts {
			tree.Add(text)
		}
		_, err := by.append(pitclient.Append{Session: w.Session, Number: number, Stream: record.HouseStream, From: from, Root: tree.Root().String(), Note: note, Own: size + int64(len(entries)), Clock: then().UnixMilli(), Texts: texts})
		must(t, err)
	}
	plays := func() string {
		t.Helper()
		machines, err := q.Machines(t.Context())
		must(t, err)
		for _, m := range machines {
			if slices.Contains(m.Tables, "LB1") {
				return m.Name
			}
		}
		return ""
	}
	sends(1, size, "", first...)
	if on := plays(); on != "tavolo-1" {
		t.Errorf("the pit has moved it to %s, and nobody has signed", on)
	}
	if err := b.puller().Once(t.Context()); b.house.State.Office().Size != size {
		t.Errorf("the machine has taken it in: %v", err)
	}
	sends(2, size+int64(len(first)), note, entries[len(entries)-1])
	if on := plays(); on != "tavolo-2" {
		t.Errorf("a manager has signed, and %s plays it", on)
	}
	a.hears(t)
	b.pull(t)
	if b.house.State.Office().Size != p.house.State.Seq {
		t.Error("the machine has not taken it in")
	}
	holds(t, a.house)
	holds(t, b.house)
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	if len(status.Unsigned) > 0 {
		t.Errorf("%+v", status.Unsigned)
	}
}

// firstTree returns the log of the first entries of the office's house.
func firstTree(t *testing.T, p *pit, size int64) (tree seal.Tree) {
	t.Helper()
	entries, _ := p.behind(t, 0)
	for _, text := range entries[:size] {
		tree.Add(text)
	}
	return tree
}

// What a pit or a machine of an earlier Sabot took in unsigned stays there, and is named; what the office enters since is judged by itself.
func TestUnsignedEntryOfBefore(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	p.enters(t, record.StaffLeft{Number: "13", By: "31"})
	must(t, p.house.Takeover().CatchUp())
	entries, note := p.behind(t, a.house.State.Office().Size)
	taken := record.HouseTaken{Machine: "ufficio", From: a.house.State.Office().Size, Head: note}
	for _, text := range entries {
		taken.Entries = append(taken.Entries, string(text))
	}
	must(t, a.house.Store().Append(a.house.State.Stamp(a.clock.Now(), "", taken)...))
	p.lets(t)
	must(t, p.house.Staff().RemoveStaff("12", demotest.Badge(t, p.house, code("31"))))
	p.ships(t, e)
	a.clock.Pass(time.Minute)
	a.pull(t)
	if _, works := a.house.State.People().Working("12"); works {
		t.Error("whom a manager has removed since works there still")
	}
	p.enters(t, record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Manager})
	_, err := pitclient.New(p.house.Store(), e, then).Once(t.Context())
	says(t, err, "nobody signed that 11 is Anna Rossi")
	if c := auditedOf(t, a.house, record.HouseStream); c.Fault == nil || c.Fault.Code != record.NotApproved {
		t.Errorf("its audit says %v", c.Fault)
	}
}

// What the pit judged and did not add, as its head was no head of the office's, lets nothing else in that has as many entries.
func TestJudgedAndNotAdded(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	size := p.house.State.Seq
	honest, err := session.Open(copied(t, p.data), then)
	must(t, err)
	defer honest.Close()
	must(t, honest.Staff().RemoveStaff("12", demotest.Badge(t, honest, code("31"))))
	signed, _ := (&pit{house: honest}).behind(t, size)
	p.enters(t, record.StaffLeft{Number: "13", By: "31"}, record.StaffLeft{Number: "12", By: "31"})
	unsigned, note := p.behind(t, size)
	if len(signed) != len(unsigned) {
		t.Fatal(len(signed), len(unsigned))
	}
	by := p.by(t, e, then)
	w, err := by.hello("one", p.house.Store().Verifier())
	must(t, err)
	number := int64(0)
	sends := func(from int64, tree seal.Tree, note string, texts ...[]byte) error {
		number++
		_, err := by.append(pitclient.Append{Session: w.Session, Number: number, Stream: record.HouseStream, From: from, Root: tree.Root().String(), Note: note, Own: size + 2, Clock: then().UnixMilli(), Texts: texts})
		return err
	}
	with := func(texts [][]byte) seal.Tree {
		tree := firstTree(t, p, size)
		for _, text := range texts {
			tree.Add(text)
		}
		return tree
	}
	key, err := seal.NewKey()
	must(t, err)
	tree := with(signed)
	foreign, err := seal.HeadOf(record.HouseStream, &tree).Sign(key)
	must(t, err)
	refused := (*pitclient.Refusal)(nil)
	if err := sends(size, tree, foreign, signed...); !errors.As(err, &refused) || refused.Why != pitclient.OtherKey {
		t.Fatalf("a foreign head: %v", err)
	}
	tree = with(unsigned)
	must(t, sends(size, tree, "", unsigned...))
	if err := sends(size+2, tree, note); !errors.As(err, &refused) || refused.Why != pitclient.NotSigned {
		t.Errorf("it is countersigned: %v", err)
	}
	_ = a.puller().Once(t.Context())
	if a.house.State.Office().Size != size {
		t.Error("the machine has taken it in")
	}
}

// What the office says of its own machine is its own: where that does not hold its verify names it, and the house goes on hearing the office.
func TestWhatTheOfficeSaysOfItselfStopsNobody(t *testing.T) {
	t.Parallel()
	p, office, a, _ := twoMembers(t)
	p.enters(t, record.Started{Unended: []record.Unended{{Began: 1}}}) // it ended while another one began
	must(t, p.house.Takeover().CatchUp())
	p.ships(t, office)
	a.pull(t)
	if got, want := a.house.State.Office().Size, p.house.State.Seq; got != want {
		t.Errorf("%d entries are taken in, of %d", got, want)
	}
}
