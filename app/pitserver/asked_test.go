package pitserver_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	table "sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central/pgtest"
)

// pair are a table's machine and the office of one house: the same people, with the same keys.
type pair struct {
	pit    *pit
	at     *machine
	table  *session.Table
	floor  *farFloor
	asks   *pitclient.Asks // the table's
	looks  *pitclient.Asks // the office's
	passed atomic.Int64
}

// newPair has a table in the middle of a night, at which the game is paused.
func newPair(t *testing.T) *pair {
	t.Helper()
	w := &pair{pit: newPitOf(t, 2)}
	w.pit.stop = w.pit.serve(t, 0, w.now)
	must(t, pgtest.Seen("the pit writes", func() bool { return strings.Contains(w.pit.said.String(), "writing: ") }))
	e, err := pitserver.EnrollOffice(t.Context(), w.pit.house, w.pit.folder, sign.Post{Kind: sign.MachinePost, Name: "ufficio", Reads: true}, true)
	must(t, err)
	text, err := e.Text()
	must(t, err)
	e, err = pitclient.Join(w.pit.house.Store(), w.pit.house.State.Name, text)
	must(t, err)
	w.pit.ships(t, e)
	w.at = w.pit.newMember(t, "tavolo-1", "LB1")
	w.at.pull(t)
	w.at.play(t, 3, 1)
	w.ships(t)
	w.floor = w.pit.floorOf(t, w.pit.house, e)
	w.asks, w.looks = pitclient.NewAsks(w.at.enrolment, then), pitclient.NewAsks(e, then)
	w.table, err = w.at.house.OpenTable("LB1")
	must(t, err)
	t.Cleanup(func() { must(t, w.table.Release()) })
	must(t, w.table.Do(func(s *table.Table) ([]record.Fact, error) { return s.PauseTable(record.OtherTrouble, "rissa") }))
	w.arrived(t)
	return w
}

// now is the time by the pit's clock.
func (w *pair) now() time.Time { return then().Add(time.Duration(w.passed.Load())) }

func (w *pair) ships(t *testing.T) {
	t.Helper()
	_, err := pitclient.New(w.at.house.Store(), w.at.enrolment, then).Once(t.Context())
	must(t, err)
}

// arrived ships what the table has, and waits until the floor has it.
func (w *pair) arrived(t *testing.T) {
	t.Helper()
	w.ships(t)
	w.floor.until(t, "the table is there as it is", func() bool { return w.floor.shows(t, w.at) })
}

// resume is what is asked: that the game goes on.
func resume(s *table.Table, who *house.Staff) ([]record.Fact, error) { return s.Resume(who, "calma") }

// inspector is who approves in the office, by the code that they type there.
const inspector, inspectorCode = "21", "215821"

// asked asks for something, has the inspector look, and answers what they would sign, by both sides.
func (w *pair) asked(t *testing.T, ask *pitclient.Ask) (*session.Asked, []record.Entry) {
	t.Helper()
	ctx := t.Context()
	*ask = pitclient.Ask{ID: rand.Text(), Table: "LB1", Title: "title_approve_resume"}
	answer, err := w.asks.Ask(ctx, *ask)
	must(t, err)
	if len(answer.Looks) != 0 || answer.Answer != nil {
		t.Fatalf("somebody looks already: %+v", answer)
	}
	list, err := w.looks.Asked(ctx)
	must(t, err)
	if len(list) != 1 || list[0].ID != ask.ID || list[0].Table != "LB1" || list[0].Machine != w.at.name {
		t.Fatalf("the office is told of %+v", list)
	}
	must(t, w.looks.Look(ctx, pitclient.Look{ID: ask.ID, By: inspector}))
	answer, err = w.asks.Ask(ctx, *ask)
	must(t, err)
	if !slices.Equal(answer.Looks, []string{inspector}) {
		t.Fatalf("the table is told that %v look", answer.Looks)
	}
	form, err := w.table.Ask(inspector, resume)
	must(t, err)
	ask.Forms = map[string]pitclient.Form{inspector: {Entries: form.Texts(), Before: form.Before()}}
	_, err = w.asks.Ask(ctx, *ask)
	must(t, err)
	list, err = w.looks.Asked(ctx)
	must(t, err)
	entries, err := session.Judge(w.floor.Table("LB1").State, w.floor.HouseAt("LB1"), inspector, list[0].Forms[inspector].Entries, w.at.clock.Now())
	must(t, err)
	return form, entries
}

// signs has the inspector type their code in the office, and sends what they have signed.
func (w *pair) signs(t *testing.T, ask pitclient.Ask, entries []record.Entry) pitclient.Look {
	t.Helper()
	who, err := w.pit.house.SignOn(inspectorCode)
	must(t, err)
	given, err := session.Sign(who, ask.Forms[inspector].Before, entries)
	must(t, err)
	must(t, w.looks.Look(t.Context(), pitclient.Look{ID: ask.ID, By: inspector, Given: given}))
	answer, err := w.asks.Ask(t.Context(), ask)
	must(t, err)
	if answer.Answer == nil {
		t.Fatal("no answer arrives")
	}
	return *answer.Answer
}

// An inspector approves in the office what a table asks: the signature is made there, over the bytes of the entry that
// the table enters then, and the audit of the table's record finds nothing. An answer counts once.
func TestApprovedFromAfar(t *testing.T) {
	t.Parallel()
	w := newPair(t)
	var ask pitclient.Ask
	form, entries := w.asked(t, &ask)
	w.at.clock.Pass(40 * time.Second) // they read
	before := w.table.State.Seq
	look := w.signs(t, ask, entries)
	must(t, w.table.Answer(form, look.Given))
	if w.table.State.Current.Paused != nil || w.table.State.Seq != before+int64(len(entries)+len(look.Given)) {
		t.Fatalf("the game does not go on: %+v", w.table.State.Current.Paused)
	}
	if err := w.table.Answer(form, look.Given); !errors.Is(err, session.ErrMoved) {
		t.Errorf("the same answer once more: %v", err)
	}
	var last record.Entry
	for e, err := range w.at.house.Store().Entries("LB1", 1) {
		must(t, err)
		last = e
	}
	if f, is := last.Fact.(record.Approved); !is || f != look.Given[len(look.Given)-1] {
		t.Errorf("the last entry is %+v, and %+v was signed", last, look.Given)
	}
	_, err := w.asks.Ask(t.Context(), pitclient.Ask{ID: ask.ID, Table: "LB1", Over: true})
	must(t, err)
	if list, err := w.looks.Asked(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("it is asked still: %+v, %v", list, err)
	}
	if f := w.pit.house.State.People().Failed(inspector); f != 0 {
		t.Errorf("%d wrong PINs", f)
	}
	holds(t, w.at.house)
	w.arrived(t)
	if !w.floor.shows(t, w.at) {
		t.Error("the floor does not show that it goes on")
	}
}

// A machine that plays a table and may read at the pit is told there what its own table asks, and knows it for its own.
func TestAskedOfTheTablesOwnMachine(t *testing.T) {
	t.Parallel()
	w := newPair(t)
	e := w.pit.reader(t, w.at.name, w.at.house, "LB1")
	asks, f := pitclient.NewAsks(e, then), w.pit.floorOf(t, w.at.house, e)
	must(t, pgtest.Seen("the table asks", func() bool {
		_, err := asks.Ask(t.Context(), pitclient.Ask{ID: "1", Table: "LB1"})
		return err == nil
	}))
	list, err := asks.Asked(t.Context())
	must(t, err)
	if len(list) != 1 || list[0].Machine != w.at.name {
		t.Fatalf("the machine is told of %+v", list)
	}
	f.until(t, "the table is read here", func() bool { return f.ReadAt("LB1", list[0].Machine) })
	for table, machine := range map[string]string{"LB1": "ufficio", "LB9": w.at.name} {
		if f.ReadAt(table, machine) {
			t.Errorf("%s is read as %s has it", table, machine)
		}
	}
}

// The table takes no answer but that of who was asked, over the very bytes that it asked, while it stands as it
// did; nothing is entered otherwise.
func TestAnswersThatAreNotTaken(t *testing.T) {
	t.Parallel()
	w := newPair(t)
	var ask pitclient.Ask
	form, entries := w.asked(t, &ask)
	look := w.signs(t, ask, entries)
	before := w.table.State.Seq
	refused := func(what string, given []record.Approved, want error) {
		t.Helper()
		if err := w.table.Answer(form, given); !errors.Is(err, want) {
			t.Errorf("%s: %v", what, err)
		}
		if w.table.State.Seq != before {
			t.Fatalf("%s was entered", what)
		}
	}
	refused("no signature", nil, house.ErrNotSigned)
	changed := slices.Clone(look.Given)
	changed[0].Sig = "A" + changed[0].Sig[1:]
	if changed[0].Sig == look.Given[0].Sig {
		changed[0].Sig = "B" + changed[0].Sig[1:]
	}
	refused("a changed signature", changed, house.ErrNotSigned)
	manager, err := w.pit.house.SignOn("316931")
	must(t, err)
	var theirs []record.Approved
	for _, e := range entries {
		if len(record.Signers(e.Fact)) > 0 {
			f, err := manager.Approve(form.Before(), e)
			must(t, err)
			f.By = inspector
			theirs = append(theirs, f)
		}
	}
	refused("a manager's signature in the inspector's name", theirs, house.ErrNotSigned)
	who, err := w.pit.house.SignOn(inspectorCode)
	must(t, err)
	later := slices.Clone(entries)
	for i := range later {
		later[i].At = later[i].At.Add(time.Millisecond)
	}
	given, err := session.Sign(who, form.Before(), later)
	must(t, err)
	refused("a signature of a millisecond later", given, house.ErrNotSigned)
	other := form.Before()
	other.Root = (&seal.Tree{}).Root().String()
	for what, stood := range map[string]record.Stood{"a signature behind other entries": other, "a signature that says of none": {}} {
		given, err := session.Sign(who, stood, entries)
		must(t, err)
		refused(what, given, house.ErrNotSigned)
	}
	other.Size--
	if _, err := session.Sign(who, other, entries); err == nil {
		t.Error("the office signs for fewer entries than lie before")
	}

	must(t, w.table.Do(func(s *table.Table) ([]record.Fact, error) {
		return s.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	}))
	before = w.table.State.Seq
	refused("an answer after the table moved on", look.Given, session.ErrMoved)

	w.arrived(t)
	form, entries = w.asked(t, &ask)
	look = w.signs(t, ask, entries)
	w.at.clock.Pass(session.LongestAsked)
	refused("an answer that comes too late", look.Given, session.ErrMoved)
	holds(t, w.at.house)
}

// The office signs that the table enters it next, and nothing else: no entry of the house, of another table, of another
// moment, in another's name, nor one that does not follow.
func TestWhatIsNotSignedFromAfar(t *testing.T) {
	t.Parallel()
	w := newPair(t)
	var ask pitclient.Ask
	_, entries := w.asked(t, &ask)
	state, now := w.floor.Table("LB1").State, w.at.clock.Now()
	texts := func(change func(e *record.Entry)) (list [][]byte) {
		for _, e := range entries {
			change(&e)
			list = append(list, record.Encode(e))
		}
		return list
	}
	refused := func(what, number string, list [][]byte, now time.Time) {
		t.Helper()
		if _, err := session.Judge(state, w.floor.HouseAt("LB1"), number, list, now); err == nil {
			t.Errorf("%s would be signed", what)
		}
	}
	same := texts(func(*record.Entry) {})
	if _, err := session.Judge(state, w.floor.HouseAt("LB1"), inspector, same, now); err != nil {
		t.Fatal(err)
	}
	refused("what somebody else is to sign", "31", same, now)
	refused("what is of an hour ago", inspector, same, now.Add(time.Hour))
	refused("an entry of another table", inspector, texts(func(e *record.Entry) { e.Table = "LB2" }), now)
	refused("an entry of the house", inspector, texts(func(e *record.Entry) {
		e.Table, e.Fact = record.HouseStream, record.StaffChanged{Number: "99", By: inspector}
	}), now)
	refused("an entry that comes later", inspector, texts(func(e *record.Entry) { e.Seq++ }), now)
	refused("an entry in another croupier's name", inspector, texts(func(e *record.Entry) { e.By = "99" }), now)
	refused("an entry of another hand", inspector, texts(func(e *record.Entry) { e.Hand++ }), now)
	as := func(facts ...record.Fact) (list [][]byte) { // as it would follow there
		for _, e := range house.Numbered(state.Stamp(entries[0].At, facts...)) {
			list = append(list, record.Encode(e))
		}
		return list
	}
	croupier, stock := state.Croupier, state.Desk().Stock()
	count := func(when record.CountMoment) record.Fact {
		f := record.Counted{When: when, Croupier: croupier, Inspector: inspector}
		for value, n := range stock {
			f.Float = append(f.Float, record.Stack{Value: value, Pieces: int64(n)})
		}
		return f
	}
	refused("a closing count, which looks like any other", inspector, as(count(record.AtClosing)), now)
	refused("an opening count", inspector, as(count(record.AtOpening)), now)
	refused("a closing that nobody counts", inspector, as(record.Closed{Croupier: croupier, Inspector: inspector, Uncounted: true}), now)
	refused("a drop counted at an open table", inspector, as(record.DropCounted{By: croupier, With: inspector}), now)
	refused("a slip with a later number", inspector, as(record.SlipRequested{
		SlipID: record.SlipID{Kind: record.Fill, Year: entries[0].At.Year(), Number: 7}, Float: record.Float{{Value: 10000, Pieces: 1}}, Inspector: inspector,
	}), now)
	refused("a move voided that is none", inspector, as(record.MoveVoided{Seq: 1, Reason: "x", Approver: inspector}), now)
	refused("an incident closed that there is not", inspector, as(record.IncidentClosed{Incident: 1, By: inspector}), now)
	refused("nothing", inspector, nil, now)
	refused("what is no entry", inspector, [][]byte{[]byte("{}")}, now)
	var behind *session.BehindError
	if _, err := session.Judge(state, w.floor.HouseAt("LB1"), inspector, texts(func(e *record.Entry) { e.Seq += 5 }), now); !errors.As(err, &behind) {
		t.Errorf("entries that have not arrived: %v", err)
	}
}

// Who may ask, and who may look, the pit says; what is asked no more is forgotten; and no more is taken than has room.
func TestWhoMayAskAndLook(t *testing.T) {
	t.Parallel()
	w := newPair(t)
	ctx := t.Context()
	var refused *pitclient.Refusal
	is := func(err error, why pitclient.Why) {
		t.Helper()
		if !errors.As(err, &refused) || refused.Why != why {
			t.Errorf("%v, and not %s", err, why)
		}
	}
	_, err := w.asks.Ask(ctx, pitclient.Ask{ID: "1", Table: "LB2"})
	is(err, pitclient.NotItsTable)
	_, err = w.looks.Ask(ctx, pitclient.Ask{ID: "1", Table: "LB1"})
	is(err, pitclient.NotItsTable)
	_, err = w.asks.Asked(ctx)
	is(err, pitclient.NotItsTable)
	is(w.asks.Look(ctx, pitclient.Look{ID: "1", By: inspector}), pitclient.NotItsTable)
	is(w.looks.Look(ctx, pitclient.Look{ID: "1", By: inspector}), pitclient.NotAsked)
	_, err = w.asks.Ask(ctx, pitclient.Ask{ID: "1", Table: "LB1", Title: strings.Repeat("a", pitclient.MostAsk)})
	is(err, pitclient.Malformed)
	_, err = w.asks.Ask(ctx, pitclient.Ask{ID: "", Table: "LB1"})
	is(err, pitclient.Malformed)

	for n := range 3 { // a table asks for one thing, the last
		_, err = w.asks.Ask(ctx, pitclient.Ask{ID: fmt.Sprint(n), Table: "LB1"})
		must(t, err)
	}
	list, err := w.looks.Asked(ctx)
	must(t, err)
	if len(list) != 1 || list[0].ID != "2" {
		t.Errorf("it asks for %+v", list)
	}
	for n := range pitclient.MostLooks {
		must(t, w.looks.Look(ctx, pitclient.Look{ID: "2", By: fmt.Sprint(n)}))
	}
	is(w.looks.Look(ctx, pitclient.Look{ID: "2", By: "another"}), pitclient.NotAsked)

	w.passed.Add(int64(2 * pitclient.AskLives))
	if list, err = w.looks.Asked(ctx); err != nil || len(list) != 0 {
		t.Errorf("nobody says any more that it is asked: %+v, %v", list, err)
	}
	w.pit.enroll(t, w.at.house, w.at.name, "LB1")
	must(t, pgtest.Seen("the certificate before counts no more", func() bool {
		_, err = w.asks.Ask(ctx, pitclient.Ask{ID: "2", Table: "LB1"})
		return err != nil
	}))
	is(err, pitclient.NotEnrolled)
}
