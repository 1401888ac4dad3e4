package pit_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/games/blackjack"
	"sabot/games/lugano"
	"sabot/games/puntobanco"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// fives are chips of which the smallest is 5.
var fives = []games.Amount{500, 1000, 2500, 10000}

// openingFives opens a table of a preset that rounds to the smallest chip.
func openingFives(game, preset string, mode games.RoundingMode, more string) command {
	rules := fmt.Sprintf(`{"preset":%q,"rounding":{"unit":500,"mode":%q}%s}`, preset, mode, more)
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: game, Rules: []byte(rules)}, Chips: fives, Croupier: anna, Inspector: dario}, moment)
	}
}

// A table whose winnings are rounded to the smallest chip asks for nothing that chips do
// not make: neither to lay, to pay, to collect nor to give back, whatever is played.
func TestEveryActIsPayable(t *testing.T) {
	type preset struct{ game, name string }
	var presets []preset
	for game, names := range map[string][]string{"lugano": lugano.Presets(), "puntobanco": puntobanco.Presets(), "blackjack": blackjack.Presets()} {
		for _, name := range names {
			presets = append(presets, preset{game, name})
		}
	}
	for _, p := range presets {
		t.Run(p.name, func(t *testing.T) {
			more := ""
			if p.game == "puntobanco" {
				more = `,"commission":"tracked"`
			}
			rapid.Check(t, func(t *rapid.T) {
				f := newFloor(t)
				f.do(openingFives(p.game, p.name, rapid.SampledFrom([]games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}).Draw(t, "mode"), more), shoe)
				payable := func(what string, amounts ...games.Amount) {
					for _, amount := range amounts {
						if !games.ChipsMake(amount, fives) {
							t.Fatalf("%s: no chips make %d", what, amount)
						}
					}
				}
				for range rapid.IntRange(1, 8).Draw(t, "bets") {
					spot := rapid.SampledFrom(f.table.Game.Spots()).Draw(t, "spot")
					b := games.Bet{
						Box: rapid.IntRange(1, 3).Draw(t, "box"), Spot: spot.Name, Bettor: rapid.SampledFrom([]string{"", "", "2"}).Draw(t, "bettor"),
						Amount: games.Amount(rapid.IntRange(1, 9).Draw(t, "amount")) * 500,
					}
					if f.try(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) }) == nil && spot.Early {
						choice := rapid.SampledFrom([]games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit}).Draw(t, "choice")
						_ = f.try(early(b.Box, b.Bettor, games.Early{Choice: choice, Then: games.Double}))
					}
				}
				f.closes(t)
				for len(f.table.History) == 0 {
					for _, d := range f.table.Deal().Next().Insurable {
						payable("an insurance", f.table.Bets().InsurancePrice(d.Box, d.Bettor))
					}
					for _, a := range f.table.Deal().Laying() {
						payable("laying", a.Amount)
					}
					f.goOn(t)
				}
				for _, a := range f.table.History[0].Acts() {
					payable(fmt.Sprintf("%+v", a), a.Amount, a.Lay, a.Commission)
				}
			})
		})
	}
}

// closes has no more bets. Where none stands, a box that nobody has gets those that it cannot do without.
func (f *floor) closes(t *rapid.T) {
	if f.try(closeBets) == nil {
		return
	}
	for _, spot := range f.table.Game.Spots() {
		if spot.Main || spot.Mandatory {
			f.do(put(5, spot.Name, "", 5000)) // nobody has it
		}
	}
	if f.try(closeBets) != nil {
		t.Fatal("no bet stands")
	}
}

// Half of a bet of 5 cannot be laid in chips of 5: nobody is asked for it, who asks is
// told why, and who may is insured as ever. Where winnings are rounded finer than the chips,
// the rest is coin, and so may the insurance be.
func TestInsuranceThatNoChipsMake(t *testing.T) {
	f := newFloor(t)
	f.do(openingFives("blackjack", "bj-us", games.RoundDown, ""), shoe, put(1, "main", "", 500), put(2, "main", "", 1000), closeBets)
	f.do(card("9s"), card("9c"), card("Ah"), card("8d"), card("8c"), hide)
	if got := fmt.Sprint(f.table.Deal().Next().Insurable); got != "[{2  insure}]" {
		t.Errorf("%s may be insured", got)
	}
	f.refused(house.NoChipsHalve, insure(1, ""))
	f.do(insure(2, ""))
	if phase := f.table.Deal().Phase(); phase != hand.Looking {
		t.Errorf("phase %v, want the look: nobody is left who may", phase)
	}
	f.do(look(false), decide(games.Stand), decide(games.Stand), card("9d"), payAll)
	f.holds()

	f = newFloor(t)
	f.do(openingFives("blackjack", "bj-us", games.RoundDown, ""), shoe, put(1, "main", "", 500), closeBets)
	f.do(card("9s"), card("Ah"), card("8d"), hide)
	if phase := f.table.Deal().Phase(); phase != hand.Looking {
		t.Errorf("phase %v, want the look: nobody may be insured", phase)
	}

	exact := func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us"}`)}, Chips: fives, Croupier: anna, Inspector: dario}, moment)
	}
	f = newFloor(t)
	f.do(exact, shoe, put(1, "main", "", 500), closeBets, card("9s"), card("Ah"), card("8d"), hide, insure(1, ""))
	f.holds()
}
