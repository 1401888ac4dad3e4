package session_test

import (
	"slices"
	"strings"
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// firstShift is one with a shoe that is shuffled by somebody else, hands in which things go wrong, and a count at its end.
func (n *troubled) firstShift() {
	n.Helper()
	anna, bruno, dario := n.badges["11"], n.badges["12"], n.badges["21"]
	d := &dario.Staff
	n.stands()
	n.do("the table opens", n.table.Opening(anna.Staff, dario.Staff, n.float()), anna, dario)
	n.do("a shoe", func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Shuffler: &bruno.Staff, Fresh: true}, n.clock.Now())
	}, bruno)
	n.do("the burn", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("4h") })
	n.do("last bets", pit.OfBets(hand.Bets.CallLastBets))
	n.do("not yet", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	n.betting()
	n.finish(games.Double, games.Draw, games.Hit, games.Stand)
	n.passes()
	n.beside()
	n.sees("what is due", n.table.Due)
	n.misplaced()
	n.disputedHand()
	n.passedOver()
	n.tooOften()
	n.ofGame()
	n.corrections()
	n.do("the cut card", pit.OfDeal(hand.Deal.CutCardOut))
	n.do("not the cut card", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	n.begins()
	n.do("the cut card", pit.OfDeal(hand.Deal.CutCardOut))
	n.finish(games.Draw, games.Double, games.Hit)
	n.do("all pay", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	n.closes("the table closes", n.badges["21"], true)
	n.do("a chip was left out", func(t *pit.Table) ([]record.Fact, error) {
		count := slices.Clone(*t.Closer())
		count[0].Pieces++
		return t.Desk().RecountClosing(count, "una fiche dimenticata", anna.Staff, *d)
	}, anna, dario)
	elena := n.badges["31"]
	n.do("the drop box", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().CountDrop(t.Result().BoughtIn-1000, *d, elena.Staff)
	}, dario, elena)
}

// closes closes the table, with a count or without.
func (n *troubled) closes(what string, by house.Badge, counted bool) {
	n.Helper()
	dealer := n.dealer()
	float := n.float()
	if !counted {
		float = nil
	}
	n.do(what, n.table.Closing(dealer.Staff, by.Staff, float), dealer, by)
}

// secondShift opens with another float than was left, and closes without a count.
func (n *troubled) secondShift() {
	n.Helper()
	bruno, dario, elena := n.badges["12"], n.badges["21"], n.badges["31"]
	n.clock.Pass(15 * time.Hour)
	n.otherRules()
	n.do("a chip lacks", func(t *pit.Table) ([]record.Fact, error) {
		count := slices.Clone(*t.Closer())
		count[len(count)-1].Pieces--
		return n.table.Opening(bruno.Staff, dario.Staff, &count)(t)
	}, bruno, dario)
	n.do("the drop box of before", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().CountDropBefore(tray.DropCheck{}, 70_000, dario.Staff, elena.Staff)
	}, dario, elena)
	n.do("a shoe", func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: t.DueCards(n.clock.Now()) != ""}, n.clock.Now())
	})
	n.do("the burn", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("Kd") })
	for hand := range 3 {
		n.begins()
		if hand == 0 { // winnings that no chips make
			n.cards(map[string]string{"LB1": "9h", "PB1": "2h 4d 3c 5s", "BJ1": "Ah 5d As 9c 6h Kd 7d Qd"}[n.name])
		}
		n.finish(games.Split, games.Double, games.Draw, games.Hit, games.Stand)
	}
	n.do("another shoe", func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, n.clock.Now()) })
	n.do("all pay", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	n.do("another shoe, early", func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Approver: &dario.Staff}, n.clock.Now())
	}, dario)
	n.closes("the table closes uncounted", dario, false)
	n.closes("a manager has it closed", elena, false)
	n.do("an incident at a closed table", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.OtherIncident, Text: "chiave sul tavolo"}, &dario.Staff)
	}, dario)
}

// otherRules are those of the second shift: winnings are rounded to the smallest chip, boxes are paid from the right.
func (n *troubled) otherRules() {
	n.Helper()
	set, _ := n.house.State.TableNamed(n.name)
	settings := *set.Settings
	settings.PayFromRight, settings.Reveal, settings.BetTime, settings.Notice = true, true, 40, 10
	rules := strings.Replace(string(set.Rules), `"commission":"tracked"`, `"commission":"at_once"`, 1)
	if n.name == "BJ1" {
		rules = `{"dealer_hits_soft_17":true,` + rules[1:]
	}
	set.Rules, set.Settings = []byte(`{"rounding":{"unit":500,"mode":"down"},`+rules[1:]), &settings
	n.does("the table has other rules", func() error { return n.house.Staff().SetTable(set, n.badges["31"]) })
}

// afterwards is what the office counts, and who looks at it.
func (n *troubled) afterwards() {
	n.Helper()
	fabio, elena := n.badges["41"], n.badges["31"]
	notes := record.Float{{Value: 5000, Pieces: 1}, {Value: 10_000, Pieces: 6}}
	n.does("the office counts", func() error {
		return n.house.CountDrop(session.DropOf{Table: n.name, Shift: 1, Notes: notes}, fabio, elena)
	})
	n.does("the office says why", func() error {
		return n.house.CountDrop(session.DropOf{Table: n.name, Shift: 1, Notes: notes, Reason: "contata di nuovo"}, fabio, elena)
	})
	n.does("the office counts the second", func() error {
		return n.house.CountDrop(session.DropOf{Table: n.name, Shift: 2, Notes: record.Float{}}, fabio, elena)
	})
	n.does("of a shift that there was not", func() error {
		return n.house.CountDrop(session.DropOf{Table: n.name, Shift: 3, Notes: notes}, fabio, elena)
	})
}

// betting is the first hand: bets come and go.
func (n *troubled) betting() {
	n.Helper()
	first := n.bets()[0]
	n.put(first)
	n.do("a chip more", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().AddChip(first) })
	n.do("a chip less", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().TakeChip(first) })
	n.do("all bets go", pit.OfBets(hand.Bets.Clear))
	for _, b := range n.bets() {
		n.put(b)
	}
	n.put(games.Bet{Box: 1, Spot: first.Spot, Amount: 1234})
	n.do("a box more", pit.OfBets(hand.Bets.Repeat))
	n.do("no, one less", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	n.do("last bets", pit.OfBets(hand.Bets.CallLastBets))
	n.do("no more bets", pit.OfBets(hand.Bets.Close))
	n.do("bets again", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	dario := n.badges["21"]
	n.do("bets again by an inspector", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario.Staff) }, dario)
	n.do("no more bets", pit.OfBets(hand.Bets.Close))
	first.Box = 4
	n.put(first) // too late
	n.cards("2h 4d 3c 5s")
}

// misplaced is a card that lies at another place, and is laid where it belongs.
func (n *troubled) misplaced() {
	n.Helper()
	dario := n.badges["21"]
	n.begins()
	places := n.table.State.Game.Places()
	n.do("a card at another place", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("3d", places[len(places)-1]) })
	n.do("it is not laid again", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("è stata vista", &dario.Staff) }, dario)
	n.do("it goes on so", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario.Staff, "regola della casa") }, dario)
	n.do("after all it is", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario.Staff) }, dario)
	n.do("it is laid again", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario.Staff, "visto al tavolo") }, dario)
	n.do("a card too many", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("2s", &dario.Staff, "caduta") }, dario)
	n.finish(games.Draw, games.Hit, games.Double)
}

// disputedHand is a hand with a bet in dispute, and cards that were seen, which a manager cancels.
func (n *troubled) disputedHand() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	n.begins()
	n.cards("8s")
	n.do("a second card was seen", pit.OfFelt(hand.Felt.SecondExposed))
	n.disputed(n.bets()[0])
	n.do("more were seen", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario.Staff, "") }, dario)
	n.do("a manager cancels", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena.Staff, "carte cadute") }, elena)
	n.do("all pay", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	n.do("a shoe", func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: t.DueCards(n.clock.Now()) != ""}, n.clock.Now())
	})
	n.do("the burn", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("2c") })
}

// passedOver is a box that was passed over, and one that was dealt to without a bet.
func (n *troubled) passedOver() {
	n.Helper()
	dario := n.badges["21"]
	n.begins()
	n.cards(n.next() + " " + n.next() + " " + n.next())
	n.do("a box was passed over", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.SkippedBox, 2) })
	n.do("it is laid again", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario.Staff, "visto") }, dario)
	n.do("a box had no bet", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.DealtWithout, 4) })
	n.do("it is not laid again", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RefuseRelay("le carte sono note", &dario.Staff)
	}, dario)
	n.do("it goes on so", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario.Staff, "regola della casa") }, dario)
	n.finish(games.Stand, games.Draw, games.Hit, games.Double)
}

// tooOften is a card of which the shoe has none left.
func (n *troubled) tooOften() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	n.begins()
	n.cards("9s")
	n.do("the shoe has it elsewhere", func(t *pit.Table) ([]record.Fact, error) {
		places := t.Game.Places()
		return t.Deal().NoteElsewhere("3c", record.PlaceOf(places[len(places)-1]))
	})
	n.do("cards are burned", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().BurnCards(strings.Fields(strings.Repeat(goneCard+" ", t.Game.Options().Decks)), &dario.Staff, "")
	}, dario)
	n.cards(goneCard)
	n.do("it is seen", func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario.Staff) }, dario)
	n.do("a manager cancels", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().CancelHand(&elena.Staff, "carta impossibile")
	}, elena)
}

// corrections are a hand that is corrected after it closed, and one that is void.
func (n *troubled) corrections() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	n.begins()
	n.finish(games.Draw, games.Hit)
	n.do("it was another bet", func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(corrected(t), &dario.Staff)
	}, dario)
	n.do("not by an inspector", func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().VoidHand(corrected(t), &dario.Staff) }, dario)
	n.begins()
	n.finish(games.Double, games.Hit)
	n.do("the hand is void", func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().VoidHand(corrected(t), &elena.Staff) }, elena)
}

// ofGame are the hands that the game alone has.
func (n *troubled) ofGame() {
	n.Helper()
	switch n.name {
	case "PB1":
		n.ofPuntoBanco()
	case "BJ1":
		n.ofBlackjack()
	}
}

// ofPuntoBanco is a hand without bets, one whose last cards open the next, one whose suits are read late.
func (n *troubled) ofPuntoBanco() {
	n.Helper()
	dario := n.badges["21"]
	n.do("no bets", pit.OfBets(hand.Bets.DealDry))
	n.do("but bets", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	n.do("no bets", pit.OfBets(hand.Bets.DealDry))
	n.finish()
	n.put(games.Bet{Box: 1, Spot: "player", Amount: 2000})
	n.put(games.Bet{Box: 2, Spot: "banker", Amount: 2000})
	n.do("no more bets", pit.OfBets(hand.Bets.Close))
	n.cards("9 7 J J 8") // the last opens the next hand
	n.do("another one that nobody saw", pit.OfDeal(hand.Deal.CarryUnseen))
	n.do("one is paid", pit.OfDeal(hand.Deal.PayNext))
	n.do("all are paid", pit.OfDeal(hand.Deal.PayAll))
	n.put(games.Bet{Box: 1, Spot: "player", Amount: 2000})
	n.put(games.Bet{Box: 1, Spot: "perfect_pair", Amount: 500})
	n.do("no more bets", pit.OfBets(hand.Bets.Close))
	n.do("the shoe said another one", func(t *pit.Table) ([]record.Fact, error) {
		facts, err := t.Deal().Card("8h")
		return t.Deal().Reads(facts, record.Reading{Source: record.ByKey, Said: "8d"}), err
	})
	n.do("it is seen", func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario.Staff) }, dario)
	n.finish()
}

// ofBlackjack is a hand with a card that is denied, one that everybody saw, splits and those who bet behind.
func (n *troubled) ofBlackjack() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	n.begins()
	n.do("one follows", func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().ChooseEarly(1, "2", games.Early{Choice: games.Follow})
	})
	n.do("one says ahead", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().DecideAhead(2, games.Stand) })
	n.cards("8h 5d 7d 9")
	n.do("a reader says its suit", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteSuit("c") })
	n.cards("As 8d 6h 4h 3c")
	n.do("a card face down", pit.OfDeal(hand.Deal.Hide))
	n.do("one insures", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") })
	n.do("nobody else", pit.OfBets(hand.Bets.EndInsurance))
	n.do("no blackjack", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
	n.do("a pair is split", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Split) })
	n.do("a card is offered", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().OfferCard("5s") })
	n.do("another one too", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().OfferCard("6s") })
	n.cards("5s")
	n.do("everybody saw it", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("9d", &dario.Staff, "caduta") }, dario)
	n.finish(games.Double, games.Hit, games.Stand)
	n.begins()
	n.cards("8h 5d 7d 9c As 8d 6h 4h 3c")
	n.do("a card face down", pit.OfDeal(hand.Deal.Hide))
	n.do("nobody insures", pit.OfBets(hand.Bets.EndInsurance))
	n.do("no blackjack", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
	for range 8 {
		if n.table.State.Deal().Next().Kind != games.Ask {
			break
		}
		n.do("it stands", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	}
	n.do("it is one", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteDenied("K") })
	n.do("a manager cancels", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena.Staff, "vista male") }, elena)
}
