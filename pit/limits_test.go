package pit_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

func announce(f *floor, limits map[string]games.Limit, ahead time.Duration, by *house.Staff) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(limits, f.now.Add(ahead), by, f.now)
	}
}

// due has what happens by itself by now happen.
func (f *floor) due() bool {
	facts := f.table.ByItself(f.now)
	f.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	return len(facts) > 0
}

// With people seated limits change only after notice, between hands: the hand that lies
// when the time comes ends by the limits it began with, the next one has the others, and
// the record says when.
func TestLimitsChangeWithNotice(t *testing.T) {
	f := newFloor(t)
	set := luganoSet
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]games.Limit{}
	for _, s := range games.PresetSpots(g) {
		most[s.Name] = games.Limit{Min: g.Options().Limits[s.Name].Min, Max: 100000}
	}
	g, _ = handfile.WithLimits(g, most)
	set.Rules = handfile.EncodeRules(g)
	settings := record.Settings{}
	if set.Settings != nil {
		settings = *set.Settings
	}
	settings.Notice = 30
	set.Settings = &settings
	f.do(counted(set, tall), shoe)
	raised := map[string]games.Limit{"59": {Min: 5000, Max: 50000}}
	before := maps.Clone(f.table.Game.Options().Limits)

	f.refused(house.NeedsInspector, announce(f, raised, time.Hour, nil))
	f.refused(house.WrongRole, announce(f, raised, time.Hour, &dario))
	f.refused(house.BadSetting, announce(f, raised, 29*time.Minute, &elena))
	f.refused(house.BadSetting, announce(f, raised, 25*time.Hour, &elena))
	f.refused(house.NothingChanges, announce(f, before, time.Hour, &elena))
	f.refused(house.LimitMissing, announce(f, map[string]games.Limit{"pair": {Min: 1000}}, time.Hour, &elena))
	f.refused(house.NothingChanges, func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&elena) })

	f.do(announce(f, raised, time.Hour, &elena))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&elena) })
	if f.table.NewLimits != nil {
		t.Fatal("what was withdrawn waits still")
	}
	f.do(announce(f, raised, time.Hour, &elena))
	changes := f.table.NewLimits.Changes(f.table.Game)
	if len(changes) != 1 || changes[0].Spot != "59" || changes[0].Is.Min != 5000 {
		t.Fatalf("announced: %+v", changes)
	}

	f.do(bet(1, "59", 2000))
	f.now = f.now.Add(time.Hour)
	if f.due() || f.table.Game.Options().Limits["59"].Min != 1000 {
		t.Fatal("the limits change under a bet that lies")
	}
	f.do(bet(1, "play", 2000), closeBets)
	for f.table.Deal().Next().Kind != games.Finished {
		if f.table.Deal().Next().Kind == games.Ask {
			f.do(decide(games.Stand))
			continue
		}
		f.do(card("4"))
	}
	f.do(payAll)
	hand := &f.table.History[0]
	if stakes := hand.Export(f.table.Game).Game.Stakes(hand.Round); stakes[0].Amount != 2000 {
		t.Fatalf("the hand before ends as %+v", stakes)
	}
	if !f.due() || f.table.NewLimits != nil || f.table.Game.Options().Limits["59"].Min != 5000 || f.table.Game.Options().Limits["play"] != before["play"] {
		t.Fatalf("after it the limits are %+v", f.table.Game.Options().Limits)
	}
	f.do(bet(1, "59", 2000))
	if stakes := f.table.Game.Stakes(f.table.Current.Round); stakes[0].Amount != 0 {
		t.Fatalf("20 stand under a minimum of 50: %+v", stakes)
	}
	hand = &f.table.History[0]
	if got := hand.Export(f.table.Game); got.Game.Options().Limits["59"].Min != 1000 {
		t.Error("the hand before is exported with limits that came after it")
	}
	if changes := f.table.LimitChanges; len(changes) != 2 || changes[0].WithdrawnBy != elena.Number || !changes[0].Began.IsZero() ||
		changes[1].Began.IsZero() || changes[1].Hand != 2 || changes[1].By != elena.Number || changes[1].Spots[0].Was.Min != 1000 || changes[1].Spots[0].Is.Min != 5000 {
		t.Errorf("the shift's changes are %+v", changes)
	}
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil || again.Game.Options().Limits["59"].Min != 5000 || again.History[0].Export(again.Game).Game.Options().Limits["59"].Min != 1000 {
		t.Errorf("read again the limits are others: %v", err)
	}
}

// Bets between the limits can be put down in chips: what cannot is refused by its spot and
// end, and so is rounding that no chip pays.
func TestLimitsAreInChips(t *testing.T) {
	h := &house.House{Chips: []games.Amount{500, 1000, 2500}}
	for _, c := range []struct {
		rules string
		want  house.Refusal
	}{
		{`{"preset":"lugano","limits":{"59":{"min":1055}},"rounding":{"unit":500,"mode":"down"}}`, house.Refusal{Why: house.LimitUneven, What: "59", End: house.LeastEnd, Unit: 500}},
		{`{"preset":"lugano","limits":{"pair":{"min":500,"max":10001}},"rounding":{"unit":500,"mode":"down"}}`, house.Refusal{Why: house.LimitUneven, What: "pair", End: house.MostEnd, Unit: 500}},
		{`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"max":1000}},"rounding":{"unit":100,"mode":"down"}}`, house.Refusal{Why: house.BadSetting, What: "rounding", Unit: 500}},
		{`{"preset":"lugano","limits":{"59":{"min":1000}},"rounding":{"unit":500,"mode":"down"}}`, house.Refusal{Why: house.LimitMissing, What: "59", End: house.MostEnd}},
		{`{"preset":"lugano","off":["plus8"],"limits":{"59":{"max":1000},"pair":{"min":500}},"rounding":{"unit":500,"mode":"down"}}`, house.Refusal{Why: house.LimitMissing, What: "pair", End: house.MostEnd}},
		{`{"preset":"lugano","limits":{"59":{"min":2000,"max":1000}}}`, house.Refusal{Why: house.BadSetting, What: "limits"}},
	} {
		_, err := h.SetTable(record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(c.rules)}, elena)
		var refusal *house.Refusal
		if !errors.As(err, &refusal) || *refusal != c.want {
			t.Errorf("%s: %+v, want %+v", c.rules, err, c.want)
		}
	}
	facts, err := h.SetTable(record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"min":1000,"max":5000}},"rounding":{"unit":500,"mode":"down"}}`)}, elena)
	if err != nil || len(record.Signers(facts[0])) != 1 {
		t.Errorf("a sound table: %v, %v", facts, err)
	}
}

// A table that is retired stays in the house with what it was, and is not the last one.
func TestRetireTable(t *testing.T) {
	h := &house.House{}
	enter := func(facts ...record.Fact) {
		for _, e := range h.Stamp(moment, "31", facts...) {
			h.Apply(e)
		}
	}
	enter(luganoSet)
	if _, err := h.RetireTable("LB1", elena); !house.RefusedFor(err, house.LastTable) {
		t.Errorf("the last table: %v", err)
	}
	other := luganoSet
	other.Name = "LB2"
	enter(other)
	for name, by := range map[string]house.Staff{"LB1": dario, "LB9": elena} {
		if _, err := h.RetireTable(name, by); err == nil {
			t.Errorf("%s is retired by %s", name, by.Name)
		}
	}
	facts, err := h.RetireTable("LB1", elena)
	if err != nil {
		t.Fatal(err)
	}
	enter(facts...)
	if _, there := h.TableNamed("LB1"); !there || !h.Retired("LB1") || len(h.InUse()) != 1 {
		t.Error("it is not there any more, or still in use")
	}
	enter(luganoSet)
	if h.Retired("LB1") {
		t.Error("set up anew it is still retired")
	}
}

// Chips rise, and their colours are colours, one for each.
func TestSetChips(t *testing.T) {
	h := &house.House{Chips: theChips}
	for _, c := range []struct {
		set  record.ChipsSet
		what string
	}{
		{record.ChipsSet{Values: []games.Amount{500, 500}}, "chips"},
		{record.ChipsSet{Values: []games.Amount{1000, 500}}, "chips"},
		{record.ChipsSet{}, "chips"},
		{record.ChipsSet{Values: []games.Amount{500}, Colours: []string{"red"}}, "colours"},
		{record.ChipsSet{Values: []games.Amount{500}, Colours: []string{"#00ff00", ""}}, "colours"},
	} {
		_, err := h.SetChips(c.set, elena)
		var refusal *house.Refusal
		if !errors.As(err, &refusal) || refusal.What != c.what {
			t.Errorf("%+v: %v", c.set, err)
		}
	}
	set := record.ChipsSet{Values: []games.Amount{500, 2000}, Colours: []string{"#cc2222", ""}}
	if _, err := h.SetChips(set, dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector: %v", err)
	}
	facts, err := h.SetChips(set, elena)
	if err != nil {
		t.Fatal(err)
	}
	h.Apply(h.Stamp(moment, "31", facts...)[0])
	if len(h.Chips) != 2 || h.Colours[0] != "#cc2222" {
		t.Errorf("the chips are %v %v", h.Chips, h.Colours)
	}
}

// Maxima that are halved as the shoe goes on (source 002) are halved in chips too: what is
// over the half goes back.
func TestHalvedLimitsAreInChips(t *testing.T) {
	h := &house.House{Chips: []games.Amount{500, 1000, 2500}}
	set := func(most int) error {
		rules := fmt.Sprintf(`{"preset":"pb-first","off":["either_pair","perfect_pair","player_bonus","banker_bonus","super6"],"limits":{"player":{"max":5000},"banker":{"max":5000},"tie":{"min":500,"max":2500},"player_pair":{"max":%d},"banker_pair":{"max":3000}},"rounding":{"unit":500,"mode":"down"}}`, most)
		_, err := h.SetTable(record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(rules)}, elena)
		return err
	}
	var refusal *house.Refusal
	if err := set(2500); !errors.As(err, &refusal) || *refusal != (house.Refusal{Why: house.LimitHalved, What: "player_pair", End: house.MostEnd, Unit: 1000}) {
		t.Errorf("half of 25 in chips of 5: %+v", err)
	}
	if err := set(3000); err != nil {
		t.Errorf("half of 30 in chips of 5: %v", err)
	}
}

// Chips by which winnings could no longer be paid are not the house's while a table rounds so.
func TestChipsThatPayNoWinnings(t *testing.T) {
	h := &house.House{Currency: "CHF", Chips: []games.Amount{100, 500, 1000}}
	facts, err := h.SetTable(record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"min":1000,"max":5000}},"rounding":{"unit":100,"mode":"down"}}`)}, elena)
	if err != nil {
		t.Fatal(err)
	}
	h.Apply(record.Entry{Fact: facts[0]})
	if _, err := h.SetChips(record.ChipsSet{Values: []games.Amount{500, 1000}}, elena); !house.RefusedFor(err, house.TableNeedsChips) {
		t.Errorf("without chips of 1 at a table that rounds to 1: %v", err)
	}
	if _, err := h.SetChips(record.ChipsSet{Values: []games.Amount{100, 500}}, elena); err != nil {
		t.Errorf("with them: %v", err)
	}
}

// Two tables whose names differ by capitals alone are one name to who hears it: refused of a
// new table and of a plan; the table itself is changed under its name.
func TestNamesOfTablesDifferByMoreThanCapitals(t *testing.T) {
	plan := house.DemoPlan("it", "lugano", 1)
	set := plan.Tables[0]
	h := &house.House{Chips: plan.Chips, Tables: []record.TableSet{set}}
	other := set
	other.Name = strings.ToLower(set.Name)
	if _, err := h.SetTable(other, elena); !house.RefusedFor(err, house.TableAlike) {
		t.Errorf("%s beside %s: %v", other.Name, set.Name, err)
	}
	if _, err := h.SetTable(set, elena); err != nil {
		t.Errorf("%s itself: %v", set.Name, err)
	}
	plan.Tables = append(plan.Tables, other)
	if _, err := plan.Facts(); !house.RefusedFor(err, house.TableAlike) {
		t.Errorf("a plan with %s and %s: %v", set.Name, other.Name, err)
	}
}

// An amount over ten times what the 59 beside it lets stand on PLAY was never meant, though PLAY has no maximum of its own.
func TestCappedSpotRefusesWhatWasNeverMeant(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, put(1, "59", "", 2000))
	f.refused(house.AmountTooLarge, bet(1, "play", 2_022_000))
	f.do(put(1, "play", "", 20_000)) // reduced in view of everyone
}
