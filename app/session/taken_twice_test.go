package session_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// shipped returns what an office has entered behind an entry, with its signed head and the keys of its people.
func shipped(t *testing.T, office *session.House, from int64) (entries [][]byte, head string, keys []record.Secret) {
	t.Helper()
	for e, err := range office.Store().Entries(record.HouseStream, from+1) {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, record.Encode(e))
	}
	head, err := office.Store().Head(record.HouseStream)
	for _, who := range office.State.Staff {
		sealed, failed := office.Store().Secret(who.Number)
		err = errors.Join(err, failed)
		keys = append(keys, record.Secret{Number: who.Number, Sealed: sealed})
	}
	if err != nil {
		t.Fatal(err)
	}
	return entries, head, keys
}

// checkedHouse is what the audit says of a house's stream.
func checkedHouse(t *testing.T, h *session.House) audit.Checked {
	t.Helper()
	snapshot, err := h.Store().Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	all, err := audit.Verify(context.Background(), snapshot, audit.Check{Trusted: h.Store().Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// A raced is a keeper of a record that another program writes to: that happens once, before the stream of the house is read from its begin.
type raced struct {
	record.Keeper
	happens func()
}

func (m *raced) Entries(stream string, from int64) iter.Seq2[record.Entry, error] {
	if happens := m.happens; happens != nil && stream == record.HouseStream && from == 1 {
		m.happens = nil
		happens()
	}
	return m.Keeper.Entries(stream, from)
}

// Another program of the machine takes in what the office entered while this one judges it: nothing is wrong with what the office entered.
func TestAnotherProgramTakesTheOfficeInMeanwhile(t *testing.T) {
	office := demoHouse(t)
	elena := signOn(t, office, "316931")
	dir := t.TempDir()
	first, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	take := func(h *session.House, size int64) error {
		entries, head, keys := shipped(t, office, size)
		return h.Takeover().TakeHouse("ufficio", size, entries, head, keys)
	}
	if err := take(first, 0); err != nil {
		t.Fatal(err)
	}
	other, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	store := &raced{Keeper: other.Store()}
	second, err := session.On(store, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	had := second.State.Office().Size
	if err := office.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "701", Name: "Altro Uno", Role: record.Croupier}, PIN: "928374"}, elena); err != nil {
		t.Fatal(err)
	}
	store.happens = func() {
		if err := take(first, had); err != nil {
			t.Error(err)
		}
	}
	if err := take(second, had); !errors.Is(err, record.ErrConflict) || store.happens != nil {
		t.Errorf("it says %v", err)
	}
	if err := second.Takeover().CatchUp(); err != nil || second.State.Office().Size != office.State.Seq {
		t.Errorf("%d entries are taken in, and the office has %d: %v", second.State.Office().Size, office.State.Seq, err)
	}
}

// Two programs of Sabot 0.9 on one record each took in what the office had entered (floor F1). The machine goes on to hear
// the office, the audit says which entries stand twice, and they hold once a manager at the office has signed for them.
func TestTakenTwiceByAnOlderSabot(t *testing.T) {
	office := demoHouse(t)
	elena, dario := signOn(t, office, "316931"), signOn(t, office, "215821")
	h, err := session.Open(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	take := func() {
		t.Helper()
		size := h.State.Office().Size
		entries, head, keys := shipped(t, office, size)
		if err := h.Takeover().TakeHouse("ufficio", size, entries, head, keys); err != nil {
			t.Fatal(err)
		}
	}
	enter := func(facts ...record.Fact) {
		t.Helper()
		if err := errors.Join(h.Store().Append(h.State.Stamp(time.Now(), "", facts...)...), h.Takeover().CatchUp()); err != nil {
			t.Fatal(err)
		}
	}
	take()
	if err := h.Takeover().HoldTables("tavolo-1", []string{"LB1"}); err != nil {
		t.Fatal(err)
	}
	before := h.State.Office().Size
	change := func(number string) {
		t.Helper()
		if err := office.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: "Nuova " + number, Role: record.Croupier}, PIN: "928374"}, elena); err != nil {
			t.Fatal(err)
		}
	}
	text := func(from int64) (list []string, head string) {
		entries, head, _ := shipped(t, office, from)
		for _, e := range entries {
			list = append(list, string(e))
		}
		return list, head
	}

	change("701")
	take()
	again, head := text(before)
	enter(record.HouseTaken{Machine: "ufficio", From: h.State.Office().Size, Entries: again, Head: head})
	twice := []int64{h.State.Seq}
	counted := int64(len(again)) // so many more than there are, as 0.9 counted
	middle := h.State.Office().Size

	change("702") // the other program is slower: what it takes in has the first once more, and the next
	more, head := text(before)
	enter(record.HouseTaken{Machine: "ufficio", From: middle + counted, Entries: more, Head: head})
	twice = append(twice, h.State.Seq)
	if _, works := h.State.People().Working("702"); !works {
		t.Error("what came with it is not taken in")
	}

	take() // nothing new
	change("703")
	take()
	if size := h.State.Office().Size; size != office.State.Seq {
		t.Errorf("it has %d entries of the office, and there are %d", size, office.State.Seq)
	}
	log, err := h.Takeover().OfficeLog()
	if err != nil || log.Size() != office.State.Seq {
		t.Errorf("its log has %d of %d: %v", log.Size(), office.State.Seq, err)
	}
	if c := checkedHouse(t, h); c.Fault != nil || !slices.Equal(c.TakenTwice, twice) {
		t.Fatalf("taken twice: %v, fault %v, wanted %v", c.TakenTwice, c.Fault, twice)
	}

	if err := h.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-1", Entries: twice}, elena); !house.RefusedFor(err, house.AtTheOffice) {
		t.Errorf("it is signed at the machine itself: %v", err)
	}
	if err := office.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-1", Entries: twice}, dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector signs for it: %v", err)
	}
	for _, f := range []record.TakenTwice{{Entries: twice}, {Machine: "tavolo-1"}, {Machine: "tavolo-1", Entries: []int64{0, 7}}} {
		if err := office.Takeover().SignTwice(f, elena); !house.RefusedFor(err, house.BadSetting) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if err := office.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-2", Entries: twice}, elena); err != nil {
		t.Fatal(err)
	}
	wrong := []int64{9999, twice[0] - 1, twice[0]}
	if err := office.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-1", Entries: wrong}, elena); err != nil {
		t.Fatal(err)
	}
	take()
	if c := checkedHouse(t, h); c.Vain() != fmt.Sprintf("%d, 9999", twice[0]-1) {
		t.Errorf("signed for in vain: %q", c.Vain())
	}
	if c := checkedHouse(t, h); c.Fault != nil || !slices.Equal(c.TakenTwice, twice[1:]) {
		t.Errorf("one is signed for: %v, fault %v, wanted %v", c.TakenTwice, c.Fault, twice[1:])
	}
	if err := office.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-1", Entries: twice}, elena); err != nil {
		t.Fatal(err)
	}
	take()
	if c := checkedHouse(t, h); c.Fault != nil || len(c.TakenTwice) > 0 || len(c.SignedInVain) != 2 {
		t.Errorf("both are signed for: %v, in vain %v, fault %v", c.TakenTwice, c.SignedInVain, c.Fault)
	}
	if c := checkedHouse(t, office); c.Fault != nil {
		t.Errorf("the office: %v", c.Fault)
	}
}

// A program whose clock is behind says so first. What another program takes in meanwhile is not taken in once more behind that.
func TestTakenOnceByAClockThatIsBehind(t *testing.T) {
	office := demoHouse(t)
	dir, now, meanwhile := t.TempDir(), time.Now(), func() {}
	h, err := session.Open(dir, func() time.Time { meanwhile(); return now })
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	other, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	entries, head, keys := shipped(t, office, 0)
	if err := h.Takeover().TakeHouse("ufficio", 0, entries, head, keys); err != nil {
		t.Fatal(err)
	}
	if err := office.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "701", Name: "Nuova", Role: record.Croupier}, PIN: "928374"}, signOn(t, office, "316931")); err != nil {
		t.Fatal(err)
	}
	size := int64(len(entries))
	entries, head, keys = shipped(t, office, size)
	now = now.Add(-time.Hour)
	meanwhile = func() {
		meanwhile = func() {}
		if err := other.Takeover().TakeHouse("ufficio", size, entries, head, keys); err != nil {
			t.Error(err)
		}
	}
	if err := h.Takeover().TakeHouse("ufficio", size, entries, head, keys); !errors.Is(err, record.ErrConflict) {
		t.Errorf("another program was faster: %v", err)
	}
	if c := checkedHouse(t, h); c.Fault != nil || len(c.TakenTwice) > 0 {
		t.Errorf("taken twice: %v, fault %v", c.TakenTwice, c.Fault)
	}
}

// What is not byte for byte an entry of the office, or comes under a head that does not stand for it, is a forgery and no entry
// taken in twice.
func TestForgedTakenTwice(t *testing.T) {
	office := demoHouse(t)
	_, before, _ := shipped(t, office, 0)
	if err := office.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "701", Name: "Nuova", Role: record.Croupier}, PIN: "928374"}, signOn(t, office, "316931")); err != nil {
		t.Fatal(err)
	}
	entries, head, keys := shipped(t, office, 0)
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = string(e)
	}
	size := int64(len(texts))
	last := texts[size-1]
	later := office.State.Stamp(office.State.Last.Add(time.Minute), "", record.Stopped{})
	for what, f := range map[string]record.HouseTaken{
		"another byte":                             {Entries: []string{strings.Replace(last, `"house"`, `"house" `, 1)}, Head: head},
		"nothing, under a head of before":          {Entries: []string{}, Head: before},
		"a new one before one that it had":         {Entries: []string{string(record.Encode(later[0])), last}, Head: head},
		"a new one, and one that it had behind it": {Entries: []string{string(record.Encode(later[0]))}},
	} {
		t.Run(what, func(t *testing.T) {
			house, err := session.Open(t.TempDir(), time.Now)
			if err != nil {
				t.Fatal(err)
			}
			defer house.Close()
			if err := house.Takeover().TakeHouse("ufficio", 0, entries, head, keys); err != nil {
				t.Fatal(err)
			}
			if c := checkedHouse(t, house); c.Fault != nil {
				t.Fatal(c.Fault)
			}
			f.Machine, f.From = "ufficio", size
			facts := []record.Fact{f}
			if f.Head == "" {
				facts = append(facts, record.HouseTaken{Machine: "ufficio", From: size + 1, Entries: []string{last}, Head: head})
			}
			if err := errors.Join(house.Store().Append(house.State.Stamp(time.Now(), "", facts...)...), house.Takeover().CatchUp()); err != nil {
				t.Fatal(err)
			}
			if c := checkedHouse(t, house); c.Fault == nil || c.Fault.Seq != house.State.Seq {
				t.Errorf("it is taken: %v", c.Fault)
			}
		})
	}
}

// Nobody signs which tables a machine plays: the pit says it. An entry of somebody with the seal's key closes a table on this
// machine, and is there to be read; the next word of the pit opens it again.
func TestTablesHeldIsSignedByNobody(t *testing.T) {
	h := demoHouse(t)
	if err := errors.Join(h.Store().Append(h.State.Stamp(time.Now(), "", record.TablesHeld{Machine: "tavolo-9"})...), h.Takeover().CatchUp()); err != nil {
		t.Fatal(err)
	}
	if c := checkedHouse(t, h); c.Fault != nil {
		t.Errorf("it is named now, and docs/attacks.md says that it is not: %v", c.Fault)
	}
	if _, err := h.OpenTable("LB1"); !house.RefusedFor(err, house.TableElsewhere) {
		t.Errorf("the table is opened: %v", err)
	}
	if err := h.Takeover().HoldTables("tavolo-9", []string{"LB1"}); err != nil {
		t.Fatal(err)
	}
	table, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Release(); err != nil {
		t.Fatal(err)
	}
}
