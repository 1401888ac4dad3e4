package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// evenMoney is a hand in which a blackjack of 30 on box 1 took even money, and box 2 insured 40.
func evenMoney(t *testing.T, open command) *floor {
	t.Helper()
	f := newFloor(t)
	f.do(open, shoe, put(1, "main", "", 3000), put(2, "main", "", 4000), closeBets)
	f.do(card("Ad"), card("9c"), card("Ah"), card("Kc"), card("8c"), hide, insure(1, ""), insure(2, ""))
	f.do(look(false), decide(games.Stand), card("9d"), payAll)
	return f
}

// lay has the nth bet of a closed hand have been another amount.
func lay(n int, amount games.Amount) func(*games.Round) {
	return func(r *games.Round) { r.Bets[n].Amount = amount }
}

// uninsured has nobody have bought an insurance on a box.
func uninsured(box int) func(*games.Round) {
	return func(r *games.Round) {
		r.Decisions = slices.DeleteFunc(r.Decisions, func(d games.Decision) bool { return d.Box == box && d.Do == games.Insure })
	}
}

func both(changes ...func(*games.Round)) func(*games.Round) {
	return func(r *games.Round) {
		for _, change := range changes {
			change(r)
		}
	}
}

// No correction has a bet insured half of which no chips make, nor a bet that no chips make: it could not have lain so.
func TestCorrectionThatNoChipsMake(t *testing.T) {
	us := openingFives("blackjack", "bj-us", games.RoundDown, "")
	for _, c := range []struct {
		name   string
		change func(*games.Round)
		why    house.Why
	}{
		{"even money of half of 25", lay(0, 2500), house.NoChipsHalve},
		{"an insurance of half of 35", lay(1, 3500), house.NoChipsHalve},
		{"25 without even money", both(lay(0, 2500), uninsured(1)), ""},
		{"even money of half of 40", lay(0, 4000), ""},
		{"a bet of 32", both(lay(0, 3200), uninsured(1)), house.NoChipsMakeIt},
		{"even money of half of 2", lay(0, 200), house.NoChipsMakeIt},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := evenMoney(t, us)
			if c.why != "" {
				f.refused(c.why, as(1, true, c.change))
				f.do(as(1, true, lay(0, 4000))) // and one that was corrected before is no other
				f.refused(c.why, as(1, true, c.change))
			} else {
				f.do(as(1, true, c.change))
			}
			f.holds()
		})
	}
}

// A ruling has none lie either, once the bet is insured.
func TestRulingThatNoChipsHalve(t *testing.T) {
	rule := func(amount games.Amount) command {
		return ruled(games.Bet{Box: 2, Spot: "main", Amount: amount})
	}
	f := newFloor(t)
	f.do(openingFives("blackjack", "bj-us", games.RoundDown, ""), shoe, put(1, "main", "", 3000), put(2, "main", "", 4000), closeBets)
	f.do(card("Ad"), card("9c"), card("Ah"), card("Kc"), card("8c"), hide, insure(2, ""))
	f.refused(house.NoChipsHalve, rule(2500))
	f.do(rule(2000))
	f.holds()
}

// A table that pays the rest in coin takes any half, and so does one of an earlier Sabot: its record holds as it is.
func TestHalvesOfCoinAndOfOlderSabots(t *testing.T) {
	us := openingFives("blackjack", "bj-us", games.RoundDown, "")
	exact := openingFives("blackjack", "bj-us", games.RoundDown, `,"rounding":{"unit":100,"mode":"down"}`)
	for _, open := range []command{unchecked(us), exact} {
		f := evenMoney(t, open)
		f.do(as(1, true, lay(0, 2500)))
		f.holds()
	}
	f := evenMoney(t, unchecked(us))
	f.do(as(1, true, both(lay(0, 3200), uninsured(1))))
	f.holds()

	f = newFloor(t)
	f.do(unchecked(us), shoe, put(1, "main", "", 4000), closeBets, card("9c"), card("Ah"), card("8c"), hide, insure(1, ""))
	f.do(ruled(games.Bet{Box: 1, Spot: "main", Amount: 2500}))
	f.holds()
}

// ruled has a bet lie as dario rules.
func ruled(b games.Bet) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RuleBet(b, true, &dario, "video") }
}
