package pit_test

import (
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// collected is a closed shift of punto banco: hand 1 left 5 owed, which was collected, hand 2 was a tie.
func collected(t failer, more ...command) *floor {
	f := newFloor(t)
	f.do(counted(record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-classic","commission":"tracked"}`)}, tall), shoe, put(2, "banker", "", 10_000))
	f.hand("7 9 K K")
	f.do(put(3, "banker", "", 20_000))
	f.hand("9 9 K K")
	f.do(more...)
	f.do(take(2))
	count := exactly(f.table.Desk().Worth().Amount)
	f.do(closeWith(&count, dario))
	return f
}

func voidClosed(number int) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: number, Reason: "seen on the pictures", By: &dario}, &elena)
	}
}

// Of a shift that is closed a hand is voided, or corrected, though its commission was collected: nothing of that is given back, or
// asked for, any more. It is a difference that the record explains, and nobody owes anything.
func TestCollectedCommissionOfAClosedShiftStays(t *testing.T) {
	corrected := func(number int, change func(*games.Round)) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			h, _ := t.ClosedHand(number)
			c := hand.Correction{Hand: number, Round: h.Round, Reason: "seen on the pictures", By: &dario}
			c.Round.Bets = append([]games.Bet(nil), h.Round.Bets...)
			c.Round.Laid = append([]games.Laid(nil), h.Round.Laid...)
			change(&c.Round)
			return t.Corrections().CorrectHand(c, &elena)
		}
	}
	player8 := func(r *games.Round) { r.Laid[0].Card = record.CardName("8").Card() }
	for name, c := range map[string]struct {
		do      command
		unmoved games.Amount
		dues    games.Amount
	}{
		"void":        {voidClosed(1), 500 - 10_000, 500},
		"bet more":    {corrected(1, func(r *games.Round) { r.Bets[0].Amount = 20_000 }), 10_000 - 500, -500},
		"owed at all": {corrected(2, player8), 20_000 - 1000, -1000},
	} {
		t.Run(name, func(t *testing.T) {
			f := collected(t)
			before := f.table.Result()
			f.do(c.do)
			r := f.table.Result()
			if r.Difference != tray.KnownSum(0) || r.Expected() != before.Expected() || r.Unmoved != c.unmoved || len(f.table.Debts()) != 0 {
				t.Errorf("%+v, owed %v", r, f.table.Debts())
			}
			if dues := f.table.History[0].DuesUnmoved() + f.table.History[1].DuesUnmoved(); dues != c.dues {
				t.Errorf("dues unmoved %d", dues)
			}
			f.holds()
		})
	}
	f := collected(t)
	f.do(corrected(1, func(r *games.Round) { r.Bets[0].Amount = 20_000 }), voidClosed(1))
	if r := f.table.Result(); r.Unmoved != 500-10_000 || r.Difference != tray.KnownSum(0) {
		t.Errorf("corrected, then void: %+v", r)
	}
	f.holds()
}

// At an open table it is put right first.
func TestCollectedCommissionOfAnOpenShiftIsPutRightFirst(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(2, "banker", "", 10_000))
	f.hand("7 9 K K")
	f.do(take(2))
	f.refused(house.CommissionPaid, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "r"}, &elena)
	})
}

// Whatever is corrected and voided of a shift, open and closed, what was counted stays explained to the last chip.
func TestCorrectedCommissionExplainsTheCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(counted(record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-classic","commission":"tracked"}`)}, tall), shoe)
		hands := rapid.IntRange(1, 4).Draw(t, "hands")
		paidSo := games.Amount(0) // by what was keyed wrong, of the closed shift
		change := func(closed bool) {
			number := rapid.IntRange(1, hands).Draw(t, "hand")
			err := f.try(func(t2 *pit.Table) ([]record.Fact, error) {
				h, ok := t2.ClosedHand(number)
				if !ok {
					return nil, nil
				}
				c := hand.Correction{Hand: number, Round: h.Round, Reason: "r"}
				if closed {
					c.By = &dario
				} else {
					c.Moved = rapid.Bool().Draw(t, "moved")
				}
				if rapid.IntRange(0, 3).Draw(t, "void") == 0 {
					return t2.Corrections().VoidHand(c, &elena)
				}
				c.Keyed = !c.Moved && rapid.Bool().Draw(t, "keyed")
				c.Round.Bets = append([]games.Bet(nil), h.Round.Bets...)
				c.Round.Bets[0].Amount = games.Amount(10_000 * rapid.IntRange(1, 4).Draw(t, "amount"))
				c.Round.Bets[0].Spot = rapid.SampledFrom([]string{"banker", "player"}).Draw(t, "spot")
				return t2.Corrections().CorrectHand(c, &elena)
			})
			if h, ok := f.table.ClosedHand(number); ok && err == nil && closed && h.Corrected.Keyed {
				paidSo += h.Corrected.Difference
			}
		}
		for range hands {
			f.do(put(rapid.IntRange(1, 2).Draw(t, "box"), rapid.SampledFrom([]string{"banker", "player"}).Draw(t, "on"), "", games.Amount(10_000*rapid.IntRange(1, 4).Draw(t, "stake"))))
			f.hand(rapid.SampledFrom([]string{"7 9 K K", "9 7 K K", "9 9 K K"}).Draw(t, "cards"))
			switch rapid.IntRange(0, 4).Draw(t, "then") {
			case 0:
				_ = f.try(take(0))
			case 1:
				change(false)
			case 2:
				if owed := f.table.Debts(); len(owed) > 0 {
					f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(owed[0], &dario, "gone") })
				}
			}
		}
		_ = f.try(take(0))
		count := exactly(f.table.Desk().Worth().Amount)
		f.do(closeWith(&count, dario))
		expected := f.table.Result().Expected()
		for range rapid.IntRange(1, 4).Draw(t, "corrections") {
			change(true)
		}
		if r := f.table.Result(); r.Difference != tray.KnownSum(-paidSo) || r.Expected() != expected+paidSo || len(f.table.Debts()) != 0 {
			t.Fatalf("%+v, owed %v", r, f.table.Debts())
		}
		f.holds()
	})
}
