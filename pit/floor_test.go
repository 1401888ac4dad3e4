package pit_test

import (
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/memory"
)

var (
	anna  = house.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}
	bruno = house.Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}
	dario = house.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}
)

type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// floor is a table with its journal: every command goes the one way.
type floor struct {
	t       failer
	journal record.Keeper
	table   *pit.Table
	now     time.Time
}

func newFloor(t failer) *floor {
	journal, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	return &floor{t: t, journal: journal, table: pit.NewTable("LB1"), now: moment}
}

// try carries a command out: decide, append, fold.
func (f *floor) try(command func(*pit.Table) ([]record.Fact, error)) error {
	f.t.Helper()
	facts, err := command(f.table)
	if err != nil {
		return err
	}
	f.now = f.now.Add(time.Second)
	entries := f.table.Stamp(f.now, facts...)
	if err := f.journal.Append(entries...); err != nil {
		f.t.Fatal(err)
	}
	for _, e := range entries {
		f.table.Apply(e)
	}
	return nil
}

func (f *floor) do(commands ...func(*pit.Table) ([]record.Fact, error)) {
	f.t.Helper()
	for _, c := range commands {
		if err := f.try(c); err != nil {
			f.t.Fatal(err)
		}
	}
}

// entries are the table's, each as somebody would have it who forges them.
func (f *floor) entries(forge ...func(*record.Entry)) []record.Entry {
	f.t.Helper()
	var list []record.Entry
	for e, err := range f.journal.Entries("LB1", 1) {
		if err != nil {
			f.t.Fatal(err)
		}
		for _, change := range forge {
			change(&e)
		}
		list = append(list, e)
	}
	return list
}

func (f *floor) refused(why house.Why, command func(*pit.Table) ([]record.Fact, error)) {
	f.t.Helper()
	seq := f.table.Seq
	if err := f.try(command); !house.RefusedFor(err, why) {
		f.t.Fatalf("%v, want the refusal %s", err, why)
	}
	if f.table.Seq != seq {
		f.t.Fatal("a refused command is on the record")
	}
}

type command = func(*pit.Table) ([]record.Fact, error)

const limits = `{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000}}}`

const handHeld = `{"preset":"lugano-hand","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000}}}`

func openingHandHeld(t *pit.Table) ([]record.Fact, error) {
	return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(handHeld)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
}

func opening(t *pit.Table) ([]record.Fact, error) {
	return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(limits)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
}

func bet(box int, spot string, amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: box, Spot: spot, Amount: amount})
	}
}

func card(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
}

func decide(do games.Action) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) }
}

func closing(t *pit.Table) ([]record.Fact, error) {
	return t.Closing(pit.End{Croupier: house.Staff{Number: t.Croupier, Role: record.Croupier}, Inspector: dario})
}

func undo(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) }

// collects returns which way a house that has said nothing of it has a table's tracked commission rounded.
func collects(set record.TableSet) games.RoundingMode {
	if !strings.Contains(string(set.Rules), "tracked") || set.Settings != nil && set.Settings.Collect != "" {
		return ""
	}
	return games.RoundNearest
}

// theChips are the house's.
var theChips = []games.Amount{1, 500, 1000, 2500, 10000}

var (
	shoe      command = func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(asEnds(t, pit.NewShoe{}), moment) }
	closeBets command = pit.OfBets(hand.Bets.Close)
	payNext   command = pit.OfDeal(hand.Deal.PayNext)
	payAll    command = pit.OfDeal(hand.Deal.PayAll)
)

// betting is a floor whose bets are open, with one box in play.
func betting(t failer) *floor {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000))
	return f
}
