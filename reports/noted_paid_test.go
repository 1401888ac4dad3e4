package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/corrections"
)

// One payment that was taken back is not told as four since it was the fourth of its hand.
func TestPaymentTakenBackIsToldByItsPlace(t *testing.T) {
	e := record.Entry{Table: "LB1", Seq: 9, Fact: record.Undone{Seq: 8}}
	said := reports.LineOf(reports.Form, e, nil, record.PaidOut{Rows: 4, Acts: 4}, &house.House{}).Said(text.Open("it", "CHF"))
	if strings.Contains(said, "pagamenti") || strings.Contains(said, "gesti") || !strings.Contains(said, "fino al pagamento 4, gesto 4") {
		t.Error(said)
	}
}

// The difference of a correction says for whom it is, and that the commission that is noted is none of it.
func TestDifferenceOfACorrectionIsOfChips(t *testing.T) {
	e := record.Entry{Table: "PB1", Fact: record.HandCorrected{Hand: 1, Reason: "r", Difference: 20_000}}
	said := reports.LineOf(reports.Form, e, nil, nil, &house.House{}).Said(text.Open("it", "CHF"))
	if !strings.Contains(said, "differenza, senza commissione annotata: per il tavolo +200, per i giocatori −200") {
		t.Error(said)
	}
}

// A correction by which no chip changes hands says so, and not that it was settled with the players.
func TestCorrectionWithoutADifference(t *testing.T) {
	e := record.Entry{Table: "PB1", Fact: record.HandCorrected{Hand: 1, Reason: "r", Moved: true}}
	said := reports.LineOf(reports.Form, e, nil, nil, &house.House{}).Said(text.Open("it", "CHF"))
	if !strings.Contains(said, "differenza, senza commissione annotata: nessuna") || strings.Contains(said, "regolata") {
		t.Error(said)
	}
}

// What somebody lost of a bet that a limit had reduced is what stood of it, and no more came back than that: the log says the loss alone.
func TestReducedBetIsToldByWhatStood(t *testing.T) {
	f := &floor{t, pit.NewTable("LB1"), opened}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			rules := `{"preset":"lugano","limits":{"59":{"max":50000}}}`
			return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(rules)}, Chips: chips, Croupier: anna, Inspector: dario}, f.now)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 5, Spot: "59", Amount: 60_000})
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 5, Spot: "play", Amount: 2000})
		},
		pit.OfBets(hand.Bets.Close),
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") },
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("K") },
	)
	facts, err := f.table.Deal().Card("4")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(facts, func(f record.Fact) bool { return record.KindOf(f) == record.KindOf(record.Settled{}) })
	settled := facts[i].(record.Settled)
	if !slices.ContainsFunc(settled.Rows, record.Row.Reduced) {
		t.Fatalf("nothing was reduced: %+v", settled)
	}
	f.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	line := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Fact: settled}, nil, nil, &house.House{}).With(reports.EffectOfSettling(f.table, settled))
	if said := line.Said(text.Open("en", "CHF")); !strings.Contains(said, "payments: −500") || strings.Contains(said, "400") {
		t.Error(said)
	}
	void := record.Settled{Rows: []record.Row{{Outcome: games.Void, Returned: 2000}, {Bet: 1, Outcome: games.Push, Staked: 500, Returned: 500}}}
	if said := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Fact: void}, nil, nil, &house.House{}).Said(text.Open("en", "CHF")); !strings.Contains(said, "payments: 0, 0") {
		t.Error(said)
	}
}

// A ruling on the 59 has another amount of PLAY play: the log and the paper say which, and what goes back.
func TestRulingSaysWhatPlays(t *testing.T) {
	f := &floor{t, pit.NewTable("LB1"), opened}
	card := func(name string) func(*pit.Table) ([]record.Fact, error) {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
	}
	bet := func(spot string, amount games.Amount) func(*pit.Table) ([]record.Fact, error) {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: spot, Amount: amount})
		}
	}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`{"preset":"lugano"}`)}, Chips: chips, Croupier: anna, Inspector: dario}, f.now)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
		bet("59", 10_000), bet("play", 20_000), pit.OfBets(hand.Bets.Close), card("4"), card("K"), card("4"), pit.OfDeal(hand.Deal.PayAll),
	)
	facts, err := f.table.Felt().RuleBet(games.Bet{Box: 1, Spot: "59", Amount: 8000}, true, &dario, "seen")
	if err != nil {
		t.Fatal(err)
	}
	f.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	line := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Fact: facts[0]}, nil, nil, &house.House{}).With(reports.EffectOfRuling(f.table))
	if said := line.Said(text.Open("en", "CHF")); !strings.Contains(said, "PLAY, Stake: 200 » 160, 40 is returned") {
		t.Error(said)
	}
	list := reports.ReconstructionsOf(f.table, &house.House{}).List
	paid := list[len(list)-1].Paid
	if at := slices.IndexFunc(paid, func(p corrections.PaidLine) bool { return p.Spot == "play" }); at < 0 || paid[at].Stood != 20_000 || paid[at].Stands != 16_000 || paid[at].Back != 4000 {
		t.Errorf("on paper %+v", paid)
	}
}

// A ruling that has a hand go on whose page has another card than had been entered names that card too.
func TestRulingNamesTheReplacedCard(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, spot := range []string{"59", "play"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: spot, Amount: 2000})
		})
	}
	f.do(pit.OfBets(hand.Bets.Close))
	f.cards("4", "K", "5")
	lies := f.table.Felt().OnFelt()
	lies[2].Card = "3"
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", lies) })
	facts, err := f.table.Felt().RuleBet(games.Bet{Box: 1, Spot: "59", Amount: 3000}, true, &dario, "seen")
	if err != nil {
		t.Fatal(err)
	}
	f.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	line := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Fact: facts[0]}, nil, nil, &house.House{}).With(reports.EffectOfRuling(f.table))
	if said := strings.ReplaceAll(line.Said(text.Open("en", "CHF")), "\u00a0", " "); !strings.Contains(said, "Card 3: 5, Box 1 » 3, Box 1") {
		t.Error(said)
	}
}

// Even money is one payment of 1:1 in the log, when it is settled: the insurance that nobody laid is none, whatever the dealer has.
func TestEvenMoneyIsOnePaymentInTheLog(t *testing.T) {
	type command = func(*pit.Table) ([]record.Fact, error)
	card := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
	}
	for _, blackjack := range []bool{false, true} {
		f := &floor{t, pit.NewTable("BJ1"), opened}
		f.do(
			func(t *pit.Table) ([]record.Fact, error) {
				set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":4}`)}
				return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, f.now)
			},
			func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
			func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: 1, Spot: "main", Amount: 5000})
			},
			func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: 4, Spot: "main", Amount: 2000})
			},
			pit.OfBets(hand.Bets.Close), card("A"), card("5"), card("A"), card("K"), card("6"), pit.OfDeal(hand.Deal.Hide),
		)
		var said []string
		for _, c := range []command{
			func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") },
			pit.OfBets(hand.Bets.EndInsurance),
			func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(blackjack) },
		} {
			facts, err := c(f.table)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range f.table.Stamp(f.now, facts...) {
				f.table.Apply(e)
				if settled, ok := e.Fact.(record.Settled); ok {
					if !reports.MaySettleEven(settled) {
						t.Errorf("%+v has no even money", settled)
					}
					said = append(said, reports.LineOf(reports.Form, e, nil, nil, someHouse).With(reports.EffectOfSettling(f.table, settled)).Said(text.Open("en", "CHF")))
				}
			}
		}
		if all := strings.Join(said, "; "); !strings.HasPrefix(all, "payments: +50") || strings.Contains(all, "25") || strings.Count(all, "50") != 1 {
			t.Errorf("with blackjack %t the log says %q", blackjack, all)
		}
	}
}
