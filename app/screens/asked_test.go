package screens

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/pitclient"
	"sabot/app/screens/floor"
	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/pit/tray"
)

// between is a pit between a table's machine and one of the office, and nothing of a network.
type between struct {
	keeper record.Keeper // the table's
	away   bool
	ask    *pitclient.Ask
	looks  []string
	answer *pitclient.Look

	loses  bool            // it takes signatures and never gives them to the table
	deaf   bool            // it hears of none
	alerts bool            // the table's machine asks whether somebody has seen to one of its alerts
	seen   *pitclient.Look // somebody has
}

// Ask implements table.Asks.
func (b *between) Ask(_ context.Context, ask pitclient.Ask) (pitclient.Asked, error) {
	if b.away {
		return pitclient.Asked{}, context.DeadlineExceeded
	}
	if ask.Table == record.HouseStream && b.deaf {
		return pitclient.Asked{}, nil
	}
	if ask.Table == record.HouseStream {
		answer := pitclient.Asked{Answer: b.seen}
		b.alerts, b.seen = true, nil
		return answer, nil
	}
	if ask.Over {
		b.ask, b.looks, b.answer = nil, nil, nil
		return pitclient.Asked{}, nil
	}
	if b.ask == nil || b.ask.ID != ask.ID {
		b.looks, b.answer = nil, nil
	}
	ask.Title = "title_relief" // of a machine that has another page shown than what is signed
	b.ask = &ask
	answer := pitclient.Asked{Looks: b.looks, Answer: b.answer}
	b.answer = nil
	return answer, nil
}

// Asked implements floor.Asks.
func (b *between) Asked(context.Context) ([]pitclient.AskedAt, error) {
	switch {
	case b.away:
		return nil, context.DeadlineExceeded
	case b.ask == nil:
		return nil, nil
	}
	return []pitclient.AskedAt{{Ask: *b.ask, Machine: "tavolo-1"}}, nil
}

// Look implements floor.Asks.
func (b *between) Look(_ context.Context, look pitclient.Look) error {
	switch {
	case b.away:
		return context.DeadlineExceeded
	case b.alerts && look.ID == pitclient.AlertsOf("tavolo-1"):
		b.seen = &look
	case b.ask == nil || b.ask.ID != look.ID:
		return pitclient.Refuse(pitclient.NotAsked, "that is asked no more")
	case len(look.Given) > 0 && b.loses:
	case len(look.Given) > 0:
		b.answer = &look
	case !slices.Contains(b.looks, look.By):
		b.looks = append(b.looks, look.By)
	}
	return nil
}

// Machine implements record.Elsewhere.
func (b *between) Machine() string { return "ufficio" }

// Here implements record.Elsewhere.
func (b *between) Here(table string) bool { return table != "LB1" }

// Heard implements record.Elsewhere.
func (b *between) Heard() (list []record.HeardStream) {
	for _, stream := range []string{record.HouseStream, "LB1"} {
		if last, err := b.keeper.Last(stream); err == nil {
			list = append(list, record.HeardStream{Machine: "tavolo-1", Stream: stream, Size: last, At: time.Now()})
		}
	}
	return list
}

// Journal implements record.Elsewhere.
func (b *between) Journal(context.Context, string) record.Journal { return b.keeper }

// ownMachine is that pit as the table's own machine knows it.
type ownMachine struct{ *between }

func (ownMachine) Machine() string { return "tavolo-1" }

func (ownMachine) Here(string) bool { return true }

func (ownMachine) Heard() []record.HeardStream { return nil }

// both are somebody at a table and somebody before the floor, whose house is a copy of the table's.
type both struct {
	t      *testing.T
	via    *between
	table  *guest
	office *guest
}

// newBoth has a hand of three boxes that is to be cancelled after its 59 were paid: the pad for it is open.
func newBoth(t *testing.T) *both {
	t.Helper()
	b := newTableOf(t)
	dir := filepath.Join(t.TempDir(), "ufficio")
	recordtest.Copied(t, dir, b.table.Dir)
	b.office = arriveAt(t, dir, Options{Floor: true, Language: "it", pit: pitWays{asks: b.via, elsewhere: b.via}})
	return b
}

// newTableOf is the table of both, before anybody is at the floor.
func newTableOf(t *testing.T) *both {
	t.Helper()
	b := &both{t: t, via: &between{}}
	b.table = arrive(t, Options{Demo: true, Table: "LB1", Language: "it", pit: pitWays{asks: b.via}})
	b.via.keeper = b.table.Shell.House.Store()
	b.table.Open()
	b.table.Keys("125\t25\n225\t25\n325\t25\n\n" + "805k304" + "\n\n\n")
	return b
}

// cancel asks at the table for the hand to be cancelled.
func (b *both) cancel() {
	b.t.Helper()
	b.table.F4("i" + "Sabot bloccato\n")
	b.table.Shows("Mano 1: annullata", "Motivo: Sabot bloccato")
}

// asks has the manager sign on at the floor, then asks at the table for the hand to be cancelled.
func (b *both) asks() {
	b.t.Helper()
	b.office.Keys(screentest.ManagerCode)
	b.pass(2 * time.Second)
	b.cancel()
	b.pass(3 * time.Second)
}

// pass lets time pass at both.
func (b *both) pass(d time.Duration) {
	for ; d > 0; d -= 250 * time.Millisecond {
		for _, g := range []*guest{b.table, b.office} {
			g.Pass(250 * time.Millisecond)
			g.Shell.Wait()
			g.Pass(0)
		}
	}
}

// opens opens what the table asks: its felt, then what is approved.
func (b *both) opens() {
	b.t.Helper()
	b.office.Keys("o")
	b.pass(2 * time.Second)
	b.office.Shows("LB1", "Approvare")
	b.office.Silent("Da approvare · LB1")
	b.office.Keys("o")
	b.pass(2 * time.Second)
}

// unsaid demands that a sentence stands nowhere at the floor.
func (b *both) unsaid(sentence string) {
	b.t.Helper()
	if words := b.office.Words(); strings.Contains(words, sentence) {
		b.t.Errorf("the floor says %q:\n%s", sentence, words)
	}
}

// holds demands that the audit of the table's record finds nothing.
func (b *both) holds() {
	b.t.Helper()
	snapshot, err := b.via.keeper.Snapshot(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	defer snapshot.Close()
	all, err := audit.Verify(b.t.Context(), snapshot, audit.Check{Trusted: b.via.keeper.Verifier()})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range all {
		if c.Fault != nil {
			b.t.Errorf("%s: %v", c.Name, c.Fault)
		}
	}
}

// A table asks for an approval, and the floor of the office shows what the table itself shows: what changes, the money of each
// player, above the live felt. The manager's code, typed there, has it entered at the table.
func TestApprovedOnTheFloor(t *testing.T) {
	b := newBoth(t)
	b.office.Keys(screentest.ManagerCode)
	b.pass(2 * time.Second)
	b.cancel()
	at := b.table.Over()
	b.pass(3 * time.Second)
	b.table.Shows("Chiesto anche in sala")
	b.table.Look("table asks")
	b.office.Says("Approva il responsabile")
	b.office.inHouse().Look("floor asked")
	b.opens()
	b.office.Shows("Da approvare · LB1", "Mano 1: annullata", "Box 1: restituire 25 come sta", "Box 3: ritirare 25", "Motivo: Sabot bloccato")
	for _, line := range strings.Split(at, "\n") { // every line that the table has
		if strings.Contains(line, "Box ") && !strings.Contains(b.office.Over(), line) {
			t.Errorf("the floor does not say %q", line)
		}
	}
	b.table.Shows("Elena Moser guarda dalla sala")
	b.office.Look("floor approve")
	b.office.Shows("Chi approva: numero e PIN")
	b.table.inHouse().Look("table asked")

	b.office.Keys("315555\n") // a wrong PIN
	if wrong := b.office.Shell.House.State.People().Failed("31"); wrong != 1 || b.table.Shell.House.State.People().Failed("31") != 0 {
		t.Errorf("a wrong PIN counts %d times in the office and %d times at the table", wrong, b.table.Shell.House.State.People().Failed("31"))
	}
	b.office.Keys(screentest.InspectorCode) // who is not signed on there
	b.office.Shows("Qui approva chi ha fatto l’accesso: Elena Moser")
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	if len(b.table.Table().History) == 0 || b.table.Table().History[0].Cancelled == nil {
		t.Fatalf("the hand was not cancelled:\n%s", b.table.Words())
	}
	if b.table.Table().History[0].Cancelled.Manager != "31" {
		t.Errorf("it was approved by %+v", b.table.Table().History[0].Cancelled)
	}
	b.office.Says("Registrato a LB1")
	if b.via.ask != nil {
		t.Error("it is asked still")
	}
	b.holds()
}

// A signature that never reached the table, because the pit had it longer than it keeps one, is said at the floor. The code typed
// once more is taken.
func TestLostSignatureIsSaidOnTheFloor(t *testing.T) {
	b := newBoth(t)
	b.asks()
	b.opens()
	b.via.loses = true
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	b.office.Says("Firmato e inviato a LB1")
	b.pass(2 * pitclient.AskLives)
	b.office.Says("La firma non è arrivata a LB1")
	if len(b.table.Table().History) != 0 {
		t.Fatal("the hand was cancelled by a signature that was lost")
	}
	b.via.loses = false
	b.office.Keys("o")
	b.pass(2 * time.Second)
	b.office.Shows("Mano 1: annullata")
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	if h := b.table.Table().History; len(h) != 1 || h[0].Cancelled == nil || h[0].Cancelled.Manager != "31" {
		t.Fatalf("the hand was not cancelled by the second signature:\n%s", b.table.Words())
	}
	b.office.Says("Registrato a LB1")
	b.holds()
}

// A second program on the table's own machine shows the floor: it shows too what that table asks, and what is approved there is
// entered at the table.
func TestApprovedOnTheFloorOfTheOwnMachine(t *testing.T) {
	b := newTableOf(t)
	b.office = arriveAt(t, b.table.Dir, Options{Floor: true, Language: "it", pit: pitWays{asks: b.via, elsewhere: ownMachine{b.via}}})
	b.office.Keys(screentest.ManagerCode)
	b.pass(2 * time.Second)
	b.office.Keys("o")
	b.office.Says("Nessun tavolo chiede ora")
	b.cancel()
	b.pass(3 * time.Second)
	b.office.Says("Approva il responsabile")
	b.opens()
	b.office.Shows("Da approvare · LB1", "Mano 1: annullata", "Box 1: restituire 25 come sta", "Motivo: Sabot bloccato")
	b.table.Shows("Elena Moser guarda dalla sala")
	b.office.Keys("315555\n") // a wrong PIN
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	if h := b.table.Table().History; len(h) != 1 || h[0].Cancelled == nil || h[0].Cancelled.Manager != "31" {
		t.Fatalf("the hand was not cancelled by the manager:\n%s", b.table.Words())
	}
	b.office.Says("Registrato a LB1")
	if b.via.ask != nil {
		t.Error("it is asked still")
	}
	b.holds()
}

// Who types their code at the table first has approved it: the floor is told, and what it signs then counts no more. With the pit
// away the table has its pad as ever.
func TestApprovedAtTheTableFirst(t *testing.T) {
	b := newBoth(t)
	b.asks()
	b.opens()
	b.office.Shows("Mano 1: annullata")
	b.table.Keys(screentest.ManagerCode)
	if len(b.table.Table().History) == 0 {
		t.Fatalf("the hand was not cancelled:\n%s", b.table.Words())
	}
	seq := b.table.Table().Seq
	b.office.Keys(screentest.ManagerCode) // at the same moment
	b.pass(3 * time.Second)
	if b.table.Table().Seq != seq {
		t.Error("it was entered twice")
	}
	b.office.Silent("Mano 1: annullata")
	b.holds()

	b.table.LeaveOverlays()
	b.via.away = true
	b.table.Keys("125\t25\n\n")
	b.table.Keys("8\b\b")
	b.pass(3 * time.Second)
	b.table.Silent("Chiesto anche in sala")
	b.table.Keys(screentest.InspectorCode)
	b.office.Silent("Approva il responsabile")
}

// Why a table asks no more is said as it is: approved there, dropped with nothing entered, or the table has gone on.
func TestFloorSaysWhyItIsAskedNoMore(t *testing.T) {
	for _, c := range []struct {
		says string
		do   func(b *both)
	}{
		{"LB1 non lo chiede più: Elena Moser l’ha approvato al tavolo.", func(b *both) { b.table.Keys(screentest.ManagerCode) }},
		{"LB1 non lo chiede più: al tavolo è stato lasciato.", func(b *both) { b.table.LeaveOverlays() }},
		{"LB1 non lo chiede più: il tavolo è andato avanti.", func(b *both) {
			b.table.LeaveOverlays()
			if err := b.table.station.open.Do(b.incident); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		b := newBoth(t)
		b.office.Keys(screentest.ManagerCode)
		b.pass(2 * time.Second)
		b.cancel()
		b.pass(3 * time.Second)
		b.opens()
		b.office.Shows("Mano 1: annullata")
		c.do(b)
		b.pass(8 * time.Second)
		b.office.Says(c.says)
	}
}

// While somebody looks the table moves on: what they signed before does not count, and it is asked anew as it stands then.
func TestTableMovesOnWhileSomebodyLooks(t *testing.T) {
	b := newBoth(t)
	b.asks()
	b.opens()
	b.office.Shows("Mano 1: annullata")
	if err := b.table.station.open.Do(b.incident); err != nil {
		t.Fatal(err)
	}
	was := b.via.ask.ID
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	if len(b.table.Table().History) != 0 {
		t.Fatal("what was signed before the table moved on was entered")
	}
	if b.via.ask == nil || b.via.ask.ID == was {
		t.Fatalf("it is not asked anew: %+v", b.via.ask)
	}
	b.office.Says("LB1 chiede di nuovo: O mostra che cosa cambia.")
	b.office.Keys("o") // on the felt still
	b.pass(2 * time.Second)
	b.office.Shows("Mano 1: annullata")
	b.office.Keys(screentest.ManagerCode)
	b.pass(3 * time.Second)
	if len(b.table.Table().History) != 1 {
		t.Errorf("it was not approved in the end:\n%s", b.office.Words())
	}
	b.holds()
}

func (b *both) incident(s *pit.Table) ([]record.Fact, error) {
	return s.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
}

// Of what two people sign the croupier gives their code at the table, then the inspector theirs on the floor: both signatures
// stand behind the entry. As long as the croupier has not, nobody is asked elsewhere.
func TestTwoPeopleAtTwoPlaces(t *testing.T) {
	b := newBoth(t)
	b.office.Keys(screentest.InspectorCode)
	b.pass(2 * time.Second)
	b.table.Shell.TypedKey(fyne.KeyF5)
	b.table.Choose("cash_fill")
	b.table.Keys("5000\n\n" + screentest.InspectorCode)
	slips := b.table.Table().Slips(tray.Requested)
	if len(slips) != 1 {
		t.Fatalf("no slip:\n%s", b.table.Words())
	}
	b.pass(2 * time.Second)
	b.table.Shell.TypedKey(fyne.KeyF5)
	b.table.Choose("cash_slips", map[string]any{"N": 1})
	b.table.Choose("slip_void", map[string]any{"Name": slips[0].Of("LB1"), "Kind": "Aggiunta", "Amount": "CHF 5’000.00"})
	b.table.Keys("Importo sbagliato\n")
	b.pass(3 * time.Second)
	if b.via.ask != nil {
		t.Error("it is asked elsewhere before the croupier has signed")
	}
	b.table.Keys(screentest.CroupierCode)
	b.pass(2 * time.Second)
	if b.via.ask == nil {
		t.Fatalf("it is not asked elsewhere:\n%s", b.table.Over())
	}
	b.table.Escape() // back to the reason: no code counts
	b.pass(2 * time.Second)
	if b.via.ask != nil {
		t.Error("it is asked still, and the croupier has not signed")
	}
	b.table.Keys("\n" + screentest.CroupierCode)
	b.pass(2 * time.Second)
	b.opens()
	b.office.Shows("Da approvare · LB1", "Importo sbagliato")
	b.office.Keys(screentest.InspectorCode)
	b.pass(3 * time.Second)
	if left := b.table.Table().Slips(tray.Requested); len(left) != 0 {
		t.Fatalf("the slip is not void:\n%s\n%s", b.table.Words(), b.office.Words())
	}
	var by []string
	for e, err := range b.via.keeper.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if f, approved := e.Fact.(record.Approved); approved {
			by = append(by, f.By)
		}
	}
	if n := len(by); n < 2 || by[n-2] != "11" || by[n-1] != "21" {
		t.Errorf("signed by %v", by)
	}
	b.holds()
}

// Who may not approve it may look at it, and is told so in the table's words: what they type opens nothing. What is said of it goes
// with what is asked.
func TestWhoMayNotIsToldOnTheFloor(t *testing.T) {
	b := newBoth(t)
	b.office.Keys(screentest.InspectorCode)
	b.pass(2 * time.Second)
	b.cancel()
	b.pass(3 * time.Second)
	b.office.Says("Approva il responsabile")
	b.opens()
	b.office.Shows("Da approvare · LB1", "Mano 1: annullata", "Box 1: restituire 25 come sta", "responsabile")
	b.office.inHouse().Look("only looked at")
	seq := b.table.Table().Seq
	b.office.Keys(screentest.InspectorCode)
	b.pass(3 * time.Second)
	b.office.Shows("Mano 1: annullata", "responsabile")
	if b.table.Table().Seq != seq {
		t.Error("it was entered")
	}
	b.table.Look("asked elsewhere")
	b.table.Escape() // asks no more
	b.pass(2 * time.Second)
	b.office.Says("LB1 non lo chiede più")
	b.pass(25 * time.Second)
	b.unsaid("LB1 non lo chiede più")
	if _, shown := b.office.Shell.Base().(*floor.Floor); !shown {
		t.Error("no floor")
	}
}

// With the pit away nobody at the floor says that no table asks: it says since when that is not known. The key for approvals is
// lit only where one is asked, and a table that has asked before is no news once the pit is back.
func TestPitAwayWhileATableAsks(t *testing.T) {
	b := newBoth(t)
	b.office.Keys(screentest.ManagerCode)
	b.pass(2 * time.Second)
	b.office.Keys("f")
	lit := func() bool {
		b.pass(time.Second)
		return slices.ContainsFunc(b.office.Shell.Overlay().Content().(*fyne.Container).Objects, func(o fyne.CanvasObject) bool {
			_, there := o.(*controls.Drawn).Board.Where(b.office.Shell.Text.T("floor_approve"))
			return there
		})
	}
	if lit() {
		t.Error("nothing is asked, and the key is lit")
	}
	b.office.Keys("o")
	b.office.Says("Nessun tavolo chiede ora")
	b.cancel()
	b.pass(3 * time.Second)
	if !lit() {
		t.Error("LB1 asks, and the key is not lit")
	}
	b.office.LeaveOverlays()
	b.via.away, b.via.ask = true, nil
	b.pass(12 * time.Second)
	b.office.Keys("o")
	b.unsaid("Nessun tavolo chiede ora")
	b.office.Says("qui non si sa se un tavolo chiede")
	b.office.Keys("f")
	if lit() {
		t.Error("the pit is away, and the key is lit")
	}
	b.office.LeaveOverlays()
	b.pass(40 * time.Second)
	b.via.away = false
	b.pass(500 * time.Millisecond)
	for range 12 {
		b.pass(time.Second)
		b.office.Says("Approva il responsabile")
	}
}
