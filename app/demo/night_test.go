package demo_test

import (
	"context"
	"testing"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/storage"
)

// A night of every game is played to its end, whatever goes wrong, and its record holds.
func TestNightOfEveryGame(t *testing.T) {
	for i, game := range house.DemoGames() {
		dir := t.TempDir()
		clock := demo.NewClock(start)
		h := openHouse(t, dir, clock)
		plan := house.DemoPlan("it", game, 1)
		name := plan.Tables[0].Name
		plan.Tables[0].Rules = append([]byte(`{"rounding":{"unit":500,"mode":"down"},`), plan.Tables[0].Rules[1:]...) // as a table that is new in the house must
		must(t, h.Staff().SetTable(plan.Tables[0], signOn(t, h, "316931")))
		must(t, demo.Play(context.Background(), h, clock, name, 380, int64(i)))
		_, err := demo.Close(h, clock, name)
		must(t, err)
		table, _, err := pit.Shift(h.Store(), name, 1)
		must(t, err)
		seen := kinds(table)
		t.Log(game, len(table.History), seen, table.Result())
		want := []record.Irregularity{record.DisputedBet, record.WrongPlace}
		if game == "lugano" {
			want = append(want, record.SkippedBox, record.DealtWithout, record.WrongEntry)
		}
		for _, kind := range want {
			if seen[kind] == 0 {
				t.Errorf("%s: no %s in 380 hands", game, kind)
			}
		}
		if seen["cancelled"] == 0 || seen["incident"] == 0 || len(table.Slips(tray.Voided)) == 0 || len(table.Slips(tray.Verified)) < 8 {
			t.Errorf("%s: %v, %d slips", game, seen, len(table.Slips()))
		}
		r := table.Result()
		if smallest := plan.Chips[0]; !r.Difference.Known || r.Estimated || max(r.Difference.Amount, -r.Difference.Amount) >= smallest {
			t.Errorf("%s: by count and by hands differ: %+v", game, r)
		}
		holds(t, dir)
	}
}

// kinds is how often what went wrong.
func kinds(table *pit.Table) map[record.Irregularity]int {
	seen := map[record.Irregularity]int{"incident": len(table.Incidents)}
	for _, h := range table.History {
		for _, r := range h.Relays {
			seen[r.Kind]++
		}
		if h.Corrected != nil {
			seen[record.WrongEntry]++
		}
		if h.Cancelled != nil {
			seen["cancelled"]++
		}
	}
	return seen
}

// holds demands that a record verifies.
func holds(t *testing.T, dir string) {
	t.Helper()
	r, err := storage.OpenReader(context.Background(), dir)
	must(t, err)
	defer r.Close()
	trusted, err := r.Verifier()
	must(t, err)
	all, err := audit.Verify(context.Background(), r, audit.Check{Trusted: trusted})
	must(t, err)
	for _, c := range all {
		if c.Fault != nil {
			t.Error(c.Fault)
		}
	}
}

// The punto banco table of the house to try takes commission in chips that there are: count and hands agree.
func TestCommissionOfTheHouseToTryIsInChips(t *testing.T) {
	clock := demo.NewClock(start)
	h, err := session.Open(t.TempDir(), clock.Now)
	must(t, err)
	defer h.Close()
	must(t, h.SetUp(house.DemoPlan("it", "puntobanco", 1)))
	must(t, demo.Play(t.Context(), h, clock, "PB1", 150, 1))
	_, err = demo.Close(h, clock, "PB1")
	must(t, err)
	table, _, err := pit.Shift(h.Store(), "PB1", 1)
	must(t, err)
	if r := table.Result(); r.Difference != tray.KnownSum(0) || r.Estimated {
		t.Errorf("by count and by hands differ: %+v", r)
	}
}
