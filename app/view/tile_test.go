package view_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// A tile says that a relief is due, and that a table is idle, from when on the house says so; and that its machine is not
// heard.
func TestTileGoesByTheHousesLimits(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	now := s.table.Last()
	waits := func(after time.Duration) (said []string, age string) {
		s.view.Now = func() time.Time { return now.Add(after) }
		var tile view.Tile
		s.view.Floor().TileNow(&tile, s.table, now)
		return tile.Waits, tile.Age
	}
	if said, _ := waits(19 * time.Minute); len(said) != 0 {
		t.Errorf("after 19 minutes: %q", said)
	}
	if said, _ := waits(21 * time.Minute); len(said) != 1 {
		t.Errorf("after 21 minutes: %q", said)
	}
	_, never := waits(6 * time.Minute)
	set := s.view.House.Particulars()
	set.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.IdleAlert: {}, record.ReliefAlert: {4}, record.UnheardAlert: {10}}}
	elena, _ := s.view.House.StaffBy("31")
	facts, err := s.view.House.SetHouse(set, elena)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.view.House.Stamp(now, "31", facts...) {
		s.view.House.Apply(e)
	}
	said, age := waits(6 * time.Minute)
	if len(said) != 1 || age == never {
		t.Errorf("after 6 minutes: %q, %q", said, age)
	}
	if long, _ := waits(2 * time.Hour); len(long) != 1 || slices.Equal(long, said) {
		t.Errorf("after two hours, in a house that does without idle tables: %q", long)
	}
}

// A change after a seen card is told on the floor as long as the shift lasts.
func TestTileTellsLateChanges(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.do(func(*pit.Table) ([]record.Fact, error) {
		return []record.Fact{record.Alarmed{Kind: record.LateChange, Box: 1, Was: "draw", What: "stand", Approver: "21"}}, nil
	})
	if waits, urgent := s.view.Floor().Waits(s.table); len(waits) != 1 || waits[0] != "Changes after the card: 1" || urgent != 2 {
		t.Errorf("%q, %d", waits, urgent)
	}
}

// A tile says that a relief is due before the next hand, once somebody on duty works here no more.
func TestTileTellsThatSomebodyOnDutyHasLeft(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	waits := func() []string {
		said, _ := s.view.Floor().Waits(s.table)
		return said
	}
	relief := s.view.Text.T("mark_relief")
	if slices.Contains(waits(), relief) {
		t.Error("nobody has left, and a relief is due")
	}
	for _, e := range s.view.House.Stamp(s.table.Last(), "31", record.StaffLeft{Number: s.table.Croupier}) {
		s.view.House.Apply(e)
	}
	if !slices.Contains(waits(), relief) {
		t.Errorf("the croupier has left, and it waits: %q", waits())
	}
}

// What a tile shows has a word: since when somebody deals, the least stake, whose totals those are.
func TestTileNamesWhatItShows(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	now := s.table.Last()
	s.view.Now = func() time.Time { return now.Add(16 * time.Minute) }
	tile := s.view.Floor().Tile(s.table, nil)
	s.view.Floor().TileNow(&tile, s.table, now)
	if tile.Since != "da 16 min" || tile.Minimum != "min. 10+10" || tile.LastOf != "BANCO" {
		t.Errorf("%q, %q, %q", tile.Since, tile.Minimum, tile.LastOf)
	}
}

// Of bets that a box has to have a tile says the least of each: no box plays for the least of them alone.
func TestTileSaysTheMinimumOfEachMandatoryBet(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	elena, _ := s.view.House.StaffBy("31")
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(map[string]games.Limit{"59": {Min: 2000, Max: 50000}}, t.Last(), &elena, t.Last())
	})
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.ByItself(t.Last()), nil })
	if tile := s.view.Floor().Tile(s.table, nil); tile.Minimum != "min. 20+10" {
		t.Errorf("%q", tile.Minimum)
	}
}

// The tile of a closed table says what outlives the shift, and nothing that goes by the clock of an open one.
func TestTileOfAClosedTableSaysWhatWaits(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.do(func(*pit.Table) ([]record.Fact, error) {
		return []record.Fact{
			record.WrongPayout{Hand: 1, Box: 3, Amount: 10_000, Reason: "r"}, record.IncidentOpened{Class: record.DifferenceIncident, Amount: -4_040_000}, record.Closed{Croupier: "11", Inspector: "21"},
		}, nil
	})
	now := s.table.Last()
	s.view.Now = func() time.Time { return now.Add(13 * time.Hour) }
	var tile view.Tile
	s.view.Floor().TileNow(&tile, s.table, now.Add(13*time.Hour))
	if len(tile.Waits) != 2 || tile.Waits[0] != "Wrong payouts: 1" || tile.Waits[1] != "Open incidents: 1" || tile.Since != "" {
		t.Errorf("%q, %q", tile.Waits, tile.Since)
	}
}

// The tie has a minimum of its own, by which nobody chooses a table: a tile says that of the bets on a side.
func TestTileSaysTheMinimumOfTheSides(t *testing.T) {
	s := newSeat(t, "en")
	anna, _ := s.view.House.StaffBy("11")
	dario, _ := s.view.House.StaffBy("21")
	set := record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-classic","limits":{"player":{"min":2000},"banker":{"min":2000},"tie":{"min":500}}}`)}
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: s.view.House.ChipsOf("LB1"), Croupier: anna, Inspector: dario}, time.Now())
	})
	if tile := s.view.Floor().Tile(s.table, nil); tile.Minimum != "min. 20" {
		t.Errorf("%q", tile.Minimum)
	}
}
