package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A bet that was keyed as 40 and lost as 80: what was collected is in the float, whenever the record is put right.
func TestKeyedWrongIsInTheFloatAlready(t *testing.T) {
	more := games.Amount(4000)
	keyed := func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: h.Round, Reason: "keyed wrong", Keyed: true}
		c.Round.Bets = slices.Clone(h.Round.Bets)
		c.Round.Bets[1].Amount += more
		approver := &dario
		if !t.Open {
			c.By, approver = &anna, &elena
		}
		return t.Corrections().CorrectHand(c, approver)
	}
	set := luganoSet
	settings := *set.Settings
	settings.Difference = 100
	set.Settings = &settings
	for _, when := range []string{"before the count", "between two counts", "behind the closing"} {
		t.Run(when, func(t *testing.T) {
			f := newFloor(t)
			f.do(counted(set, exactly(5_000_000)), shoe, put(2, "59", "", 4000), put(2, "play", "", 4000), closeBets)
			f.do(card("8"), card("K"), card("2"), decide(games.Stand), card("9"), payAll) // 8-2: the 59 loses, 0 against 9
			there := exactly(f.table.Desk().Worth().Amount + more)
			if f.table.History[0].House != 8000 {
				t.Fatalf("house %d", f.table.History[0].House)
			}
			incidents := 0
			switch when {
			case "before the count":
				f.do(keyed)
			case "between two counts":
				f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Count(record.AtCheck, there, anna, dario) }, keyed)
				incidents = 1
			}
			if should := f.table.Desk().Worth(); when != "behind the closing" && should != tray.KnownSum(there.Value()) {
				t.Errorf("%+v should be in the tray, %d is", should, there.Value())
			}
			f.do(closeWith(&there, dario))
			if when == "behind the closing" {
				f.do(keyed)
				incidents = 1
			}
			h, r := f.table.History[0], f.table.Result()
			if h.House != 8000+more || h.Corrected.Difference != more || r.Difference != tray.KnownSum(0) || r.Unmoved != 0 || f.table.Desk().Worth().Amount != there.Value() {
				t.Errorf("%+v, tray %+v: %+v", r, f.table.Desk().Worth(), h.Corrected)
			}
			if got := len(f.table.IncidentBook().OpenIncidents()); got != incidents {
				t.Errorf("%d incidents", got)
			}
			f.holds()
		})
	}
}

// What was keyed wrong was not put right at the table too, and a hand that is void was no slip of the finger.
func TestKeyedWrongIsOneThing(t *testing.T) {
	f := newFloor(t)
	stood(f)
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) {
		c := misread(t, 1, 0, "4h")
		c.Moved, c.Keyed = true, true
		return t.Corrections().CorrectHand(c, &dario)
	})
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "r", Keyed: true}, &elena)
	})
}
