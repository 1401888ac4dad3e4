package pit_test

import (
	"errors"
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

var (
	elena = house.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	// tall is the first float of a table in these tests: 10,000.00.
	tall = record.Float{{Value: 500, Pieces: 200}, {Value: 1000, Pieces: 100}, {Value: 2500, Pieces: 80}, {Value: 10000, Pieces: 60}}
)

func counted(set record.TableSet, f record.Float) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		chips := theChips
		if set.Settings != nil && set.Settings.Collect != "" { // commission is collected in chips
			chips = theChips[1:]
		}
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario, Count: &f, Collect: collects(set)}, moment)
	}
}

var luganoSet = record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(limits), Settings: &record.Settings{Difference: 2500, Tips: true}}

var trackedSet = record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"}}`)}

// exactSet notes commission to the centime, and rounds it when it is collected.
var exactSet = record.TableSet{
	Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"commission_rounding":{"unit":1}}`),
	Settings: &record.Settings{Collect: games.RoundNearest},
}

var blackjackSet = record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","rounding":{"unit":500,"mode":"down"}}`)}

func closeWith(f *record.Float, inspector house.Staff) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: house.Staff{Number: t.Croupier, Role: record.Croupier}, Inspector: inspector, Count: f})
	}
}

func worth(amount games.Amount) record.Float {
	return record.Float{{Value: 500, Pieces: int64(amount / 500)}}
}

// exactly is an amount as it is counted to the centime.
func exactly(amount games.Amount) record.Float {
	count := record.Float{}
	for _, s := range []record.Stack{{Value: 1, Pieces: int64(amount % 10_000)}, {Value: 10_000, Pieces: int64(amount / 10_000)}} {
		if s.Pieces > 0 {
			count = append(count, s)
		}
	}
	return count
}

func request(kind record.SlipKind, f record.Float) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().RequestSlip(staffed(), kind, f, &dario) }
}

func verify(id record.SlipID) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(staffed(), id, "Cassa 2", "G. Neri", house.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
	}
}

func void(id record.SlipID) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidSlip(id, "wrong amount", house.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
	}
}

// A slip has the year of its gaming day, which is the house's, not that of the machine's or of
// the hour: on the night of New Year's Eve the old year's to the end.
func TestTheYearOfASlip(t *testing.T) {
	for _, day := range []string{"2025-12-31", "2027-01-01"} {
		f := newFloor(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: luganoSet, Chips: theChips, Croupier: anna, Inspector: dario, Count: &tall, Day: day}, moment)
		}, request(record.Fill, worth(1000)))
		if slip := f.table.Slips()[0]; slip.String() != "F "+day[:4]+"-0001" {
			t.Errorf("on the gaming day %s: %s", day, slip)
		}
	}
}

// A day of a table's float: the opener rolls from the closer, the tray follows fills,
// credits, buy-ins and payouts, the result by count is that by hands.
func TestDayOfAFloat(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), shoe)
	if got := f.table.Desk().Worth(); got != tray.KnownSum(tall.Value()) {
		t.Fatalf("the tray is %+v", got)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 50_000, nil, nil) })
	f.do(bet(2, "59", 10_000), bet(2, "play", 20_000), closeBets, card("8"), card("K"), card("8"), decide(games.Stand), card("9"), payAll)
	// 8-8: the 59 pays 2 to 1; PLAY 6 against 9 loses: 200 to the player, 200 from him.
	if got := f.table.History[0].House; got != 0 {
		t.Fatalf("the hand came to %d", got)
	}
	f.do(bet(2, "59", 10_000), bet(2, "play", 20_000), closeBets, card("2"), card("K"), card("2"), decide(games.Stand), card("9"), payAll)
	want := tall.Value() - 50_000 + 30_000
	if got := f.table.Desk().Worth(); got != tray.KnownSum(want) {
		t.Errorf("the tray should be %d, is %+v", want, got)
	}
	fill := record.SlipID{Kind: record.Fill, Year: moment.Year(), Number: 1}
	f.do(request(record.Fill, worth(100_000)))
	f.refused(house.SlipIsOpen, closeWith(&tall, dario))
	f.refused(house.NoSuchSlip, verify(record.SlipID{Kind: record.Credit, Year: fill.Year, Number: 1}))
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(staffed(), fill, " ", "", anna, dario)
	})
	f.refused(house.SamePerson, func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(staffed(), fill, "x", "y", anna, anna)
	})
	f.refused(house.NeedsCroupier, func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(staffed(), fill, "x", "y", bruno, dario)
	})
	f.do(verify(fill))
	f.refused(house.NoSuchSlip, verify(fill))
	credit := record.SlipID{Kind: record.Credit, Year: fill.Year, Number: 1}
	f.refused(house.NotEnoughChips, request(record.Credit, worth(9_000_000)))
	f.do(request(record.Credit, worth(40_000)), void(credit))
	credit.Number++ // a void keeps its number
	f.do(request(record.Credit, worth(30_000)), verify(credit))
	want += 100_000 - 30_000
	if got := f.table.Desk().Worth(); got != tray.KnownSum(want) {
		t.Errorf("the tray should be %d, is %+v", want, got)
	}
	f.refused(house.NotCounted, closeWith(nil, dario))
	closer := worth(want - 3000)
	f.do(closeWith(&closer, dario))
	r := f.table.Result()
	if r.ByHands != 30_000 || r.ByCount != tray.KnownSum(27_000) || r.Difference != tray.KnownSum(-3000) || !r.Estimated {
		t.Errorf("the result is %+v", r)
	}
	if open := f.table.IncidentBook().OpenIncidents(); len(open) != 1 || open[0].Class != record.DifferenceIncident || open[0].Amount != -3000 {
		t.Errorf("the difference of 30.00 is over the threshold, and: %+v", open)
	}
	f.refused(house.SamePerson, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(48_000, dario, dario) })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(48_000, dario, anna) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(48_000, dario, elena) })
	if r := f.table.Result(); r.Drop != tray.KnownSum(48_000) || r.Estimated || r.ByCount != tray.KnownSum(25_000) {
		t.Errorf("with the drop counted the result is %+v", r)
	}
	// The opener rolls; what is short is an incident; the numbers of slips go on; what is
	// open stays in sight.
	opener := worth(closer.Value() - 5000)
	f.do(counted(luganoSet, opener))
	if open := f.table.IncidentBook().OpenIncidents(); len(open) != 2 || open[1].Amount != -5000 || open[0].Shift != 1 || open[1].Shift != 2 {
		t.Errorf("%+v", open)
	}
	f.do(request(record.Fill, worth(500)))
	if got := f.table.Slips(); len(got) != 1 || got[0].Number != 2 {
		t.Errorf("the slip after F 1 is %+v", got)
	}
}

// A count that is missing makes the result unknown, never 0.
func TestUnknownIsNotZero(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe)
	if f.table.Desk().Worth().Known || f.table.Desk().Stock() != nil {
		t.Error("nobody counted, and the tray is known")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(1, 5000, nil, nil) }, closeWith(nil, dario))
	if r := f.table.Result(); r.ByCount.Known || r.Difference.Known || r.Opening.Known || r.Closing.Known {
		t.Errorf("nobody counted, and the result is %+v", r)
	}
	f = newFloor(t)
	f.do(counted(luganoSet, tall), closeWith(nil, elena)) // a manager may
	if r := f.table.Result(); !r.Opening.Known || r.Closing.Known || r.ByCount.Known {
		t.Errorf("%+v", r)
	}
	f.do(counted(luganoSet, worth(500)))
	if len(f.table.IncidentBook().OpenIncidents()) != 0 {
		t.Error("there is no closer to differ from")
	}
}

// Amounts are multiples of their chip's value: the line that is none is named.
func TestCountOfMultiples(t *testing.T) {
	count, wrong := tray.CountFloat(theChips, []games.Amount{0, 1500, 0, 2600, -1})
	if len(wrong) != 2 || wrong[0].Why != house.NoMultiple || wrong[0].What != "2500" || wrong[1].What != "10000" {
		t.Errorf("%+v", wrong)
	}
	if !reflect.DeepEqual(count, record.Float{{Value: 500, Pieces: 3}}) {
		t.Errorf("%+v", count)
	}
	f := newFloor(t)
	f.refused(house.BadSetting, counted(luganoSet, record.Float{{Value: 700, Pieces: 1}}))
	f.do(counted(luganoSet, tall), shoe)
	for _, c := range []struct {
		why     house.Why
		in, out record.Float
	}{
		{house.NotEqual, worth(1000), worth(1500)},
		{house.BadSetting, worth(1000), nil},
		{house.BadSetting, record.Float{{Value: 1000, Pieces: 1}, {Value: 500, Pieces: 1}}, worth(1500)},
		{house.NotEnoughChips, worth(2_000_000), worth(2_000_000)},
	} {
		f.refused(c.why, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().ChangeChips(c.in, c.out) })
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().ChangeChips(worth(1000), record.Float{{Value: 1000, Pieces: 1}})
	})
	if stock := f.table.Desk().Stock(); stock[500] != 202 || stock[1000] != 99 || f.table.Desk().Worth().Amount != tall.Value() {
		t.Errorf("after an equal change the tray is %v", stock)
	}
	f.refused(house.NothingToUndo, undo)
	f.do(f.lastNotSo())
	if stock := f.table.Desk().Stock(); stock[500] != 200 {
		t.Errorf("put right it is %v", stock)
	}
	f.refused(house.BadSetting, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(0) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(700) })
	if r := f.table.Result(); r.Tips != 700 {
		t.Errorf("tips %d", r.Tips)
	}
}

// Where the small chips are out a larger one is paid and the player gives change: the
// pieces stay worth what the tray is.
func TestTrayMakesChange(t *testing.T) {
	f := newFloor(t)
	set := luganoSet
	f.do(counted(set, record.Float{{Value: 2500, Pieces: 1}, {Value: 10_000, Pieces: 50}}), shoe)
	for range 3 {
		f.do(bet(2, "59", 2500), bet(2, "play", 2500), closeBets, card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll)
	}
	var worth games.Amount
	for value, n := range f.table.Desk().Stock() {
		worth += value * games.Amount(n)
	}
	if should := f.table.Desk().Worth(); should != tray.KnownSum(worth) {
		t.Errorf("the pieces are worth %d, the tray %+v", worth, should)
	}
}

// Who counted a float does not close the difference that the count found.
func TestDifferenceIsClosedByAnother(t *testing.T) {
	f := newFloor(t)
	short := worth(tall.Value() - 5000)
	f.do(counted(luganoSet, tall), closeWith(&short, elena))
	seq := f.table.IncidentBook().OpenIncidents()[0].Seq
	closes := func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().CloseIncident(seq, "found", &elena) }
	f.refused(house.CountedIt, closes)
	var refusal *house.Refusal
	if _, err := closes(f.table); !errors.As(err, &refusal) || refusal.What != elena.Name {
		t.Errorf("it does not say who counted: %v", err)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().CloseIncident(seq, "found", &paul) })
}

// While surveillance has not answered, an incident is closed only with a word on why its answer is not waited for.
func TestIncidentWaitsForSurveillance(t *testing.T) {
	f := newFloor(t)
	short := worth(tall.Value() - 5000)
	f.do(counted(luganoSet, tall), closeWith(&short, dario))
	seq := f.table.IncidentBook().OpenIncidents()[0].Seq
	closing := func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().CloseIncident(seq, "found", &paul) }
	unanswered := func(why string) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseUnanswered(seq, "found", why, &paul)
		}
	}
	f.refused(house.NotPossible, unanswered("too late"))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().AskVideo(seq, "who?", &dario) })
	f.refused(house.NotPossible, closing)
	f.refused(house.NeedsReason, unanswered(" "))
	f.do(unanswered("too late"))
	if i, _ := f.table.IncidentBook().Incident(seq); i.Open() || i.Unanswered != "too late" {
		t.Errorf("%+v", i)
	}
	f.holds()
	list := f.entries(func(e *record.Entry) {
		if closed, is := e.Fact.(record.IncidentClosed); is {
			closed.Unanswered = ""
			e.Fact = closed
		}
	})
	if faultOf(f, list...) == nil {
		t.Error("a record holds in which an incident is closed while surveillance has not answered")
	}
}

// The drop box of a shift is often counted when the table is open again: the count is
// that shift's, and not the next one's.
func TestDropCountedLater(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall))
	drop := func(cash games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(cash, dario, elena) }
	}
	check := tray.DropCheck{}
	later := func(cash games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDropBefore(check, cash, dario, elena) }
	}
	f.refused(house.TableOpen, drop(100))
	f.refused(house.TableOpen, later(100))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(1, 50_000, nil, nil) }, closeWith(nil, elena))
	check = f.table.Desk().DropCheck()
	f.refused(house.TableClosed, later(100))
	f.do(counted(luganoSet, tall))
	f.refused(house.TableOpen, drop(100))
	f.do(later(70_000))
	last := f.entries()
	if c := last[len(last)-1].Fact.(record.DropCounted); c.Difference != 20_000 || c.Shift != 1 {
		t.Errorf("%+v, want the 200.00 that are too many", c)
	}
	if f.table.Drop.Known {
		t.Error("the open shift has the drop of the one before")
	}
	first, _, err := pit.Shift(f.journal, "LB1", 1)
	if err != nil || first.Drop != tray.KnownSum(70_000) {
		t.Errorf("the first shift's drop is %+v, %v", first.Drop, err)
	}
	f.do(closeWith(&tall, dario), drop(500), counted(luganoSet, tall))
	for n, want := range map[int]games.Amount{1: 70_000, 2: 500} {
		if s, _, err := pit.Shift(f.journal, "LB1", n); err != nil || s.Drop != tray.KnownSum(want) {
			t.Errorf("shift %d: %+v, %v", n, s.Drop, err)
		}
	}
}
