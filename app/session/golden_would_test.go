package session_test

import (
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A wouldDo is a command that a table is asked for and that nobody carries out.
type wouldDo struct {
	name    string
	command session.Command
}

// goldenAsked are the commands of a table, each with what it takes to be carried out somewhere in a night.
func (n *troubled) goldenAsked() []wouldDo {
	anna, bruno, dario, elena := n.staff("11"), n.staff("12"), n.staff("21"), n.staff("31")
	return append(n.askedOfHands(dario, elena), []wouldDo{
		{"Acknowledge", func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) }},
		{"AnnounceLimits", func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(n.halved(), n.clock.Now().Add(time.Hour), &elena, n.clock.Now())
		}},
		{"WithdrawLimits", func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&elena) }},
		{"SetPatterns", func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{}) }},
		{"HoldSeats", func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats("B", 2, 4) }},
		{"PassBox", func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) }},
		{"PassBettor", func(t *pit.Table) ([]record.Fact, error) { return t.PassBettor(3, "2") }},
		{"TakeCommission", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) }},
		{"WaiveDebt", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(firstDebt(t), &dario, "partito") }},
		{"TakeDebt", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeDebt(firstDebt(t)) }},
		{"HandKeys", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().HandKeys("Drop  key", true, dario, anna) }},
		{"EmptyTronc", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().EmptyTronc(1000, dario, bruno) }},
		{"Count", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().Count(record.AtCheck, house.DemoFloat(), anna, dario)
		}},
		{"CountDrop", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(10_000, dario, elena) }},
		{"CountDropBefore", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().CountDropBefore(tray.DropCheck{}, 10_000, dario, elena)
		}},
		{"BuyIn", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 10_000, nil, nil) }},
		{"ChangeChips", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().ChangeChips(record.Float{{Value: 1000, Pieces: 10}}, record.Float{{Value: 10_000, Pieces: 1}})
		}},
		{"Tip", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(1000) }},
		{"VoidMove", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(lastMove(t), &dario, "sbagliato") }},
		{"RedoMove", func(t *pit.Table) ([]record.Fact, error) {
			return t.RedoMove(lastMove(t), func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 20_000, nil, &dario) }, &dario, "erano 200")
		}},
		{"PayWrong", func(t *pit.Table) ([]record.Fact, error) {
			return t.PayWrong(record.WrongPayout{Hand: t.Hand - 1, Box: 1, Amount: -500, Reason: "contato male"}, &dario)
		}},
		{"SettlePayout", func(t *pit.Table) ([]record.Fact, error) {
			f := record.PayoutSettled{Amount: 500}
			if due := t.PayoutsDue(); len(due) > 0 {
				f.Payout = due[0].Seq
			}
			return t.Desk().SettlePayout(f, &dario)
		}},
		{"OpenIncident", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un bicchiere", Box: 3})
		}},
		{"IncidentBy", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.OtherIncident, Text: "chiave sul tavolo"}, &dario)
		}},
		{"AskVideo", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().AskVideo(firstIncident(t), "chi?", &dario)
		}},
		{"AnswerVideo", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().AnswerVideo(firstIncident(t), "V-1", "box 2", &dario)
		}},
		{"CloseIncident", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(firstIncident(t), "chiarito", &elena)
		}},
		{"CloseUnanswered", func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseUnanswered(firstIncident(t), "chiarito", "nessuna immagine", &elena)
		}},
		{"PauseTable", func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(record.Cameras, "") }},
		{"Relieve", func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(bruno) }},
		{"ChangeInspector", func(t *pit.Table) ([]record.Fact, error) { return t.ChangeInspector(elena) }},
		{"RecountClosing", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RecountClosing(house.DemoFloat(), "una fiche dimenticata", anna, dario)
		}},
		{"RequestSlip", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RequestSlip(&n.house.State, record.Credit, record.Float{{Value: 100_000, Pieces: 30}}, &dario)
		}},
		{"VerifySlip", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VerifySlip(&n.house.State, firstSlip(t), "Cassa 2", "G. Neri", anna, dario)
		}},
		{"VoidSlip", func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VoidSlip(firstSlip(t), "annullato", anna, dario)
		}},
		{"Opening", n.table.Opening(anna, dario, n.float())},
		{"Closing", n.table.Closing(anna, dario, n.float())},
		{"Closing uncounted", n.table.Closing(anna, elena, nil)},
	}...)
}

// askedOfHands are the commands of a shoe and of the hand that is open.
func (n *troubled) askedOfHands(dario, elena house.Staff) []wouldDo {
	bet := n.bets()[0]
	return []wouldDo{
		{"StartShoe", func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Approver: &dario}, n.clock.Now())
		}},
		{"ReportCards", func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FaultyCard) }},
		{"KeepCards", func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario) }},
		{"BurnFirst", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("4h") }},
		{"CutCardOut", pit.OfDeal(hand.Deal.CutCardOut)},
		{"CallLastBets", pit.OfBets(hand.Bets.CallLastBets)},
		{"PlaceBet", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(bet) }},
		{"PlaceBet off", func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: bet.Box, Spot: bet.Spot})
		}},
		{"PlaceBet strange", func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 99, Spot: "nessuna", Amount: 1234})
		}},
		{"AddChip", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().AddChip(bet) }},
		{"TakeChip", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().TakeChip(bet) }},
		{"ClearBets", pit.OfBets(hand.Bets.Clear)},
		{"RepeatBets", pit.OfBets(hand.Bets.Repeat)},
		{"CloseBets", pit.OfBets(hand.Bets.Close)},
		{"DealDry", pit.OfBets(hand.Bets.DealDry)},
		{"DealCard", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8h") }},
		{"DealCard rank", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("K") }},
		{"DealCard strange", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("1x") }},
		{"HideCard", pit.OfDeal(hand.Deal.Hide)},
		{"ExposeHole", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("9c", &dario, "caduta") }},
		{"NoteDenied", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteDenied("Kd") }},
		{"NoteSuit", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteSuit("h") }},
		{"CarryUnseen", pit.OfDeal(hand.Deal.CarryUnseen)},
		{"MisdealtCard", func(t *pit.Table) ([]record.Fact, error) {
			if t.Game == nil {
				return t.Felt().MisdealtCard("6d", games.AtBox(1))
			}
			return t.Felt().MisdealtCard("6d", t.Game.Places()[len(t.Game.Places())-1])
		}},
		{"BurnCard", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("2s", &dario, "") }},
		{"OfferCard", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().OfferCard("5s") }},
		{"Decide stand", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) }},
		{"Decide double", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Double) }},
		{"Decide split", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Split) }},
		{"Look", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(true) }},
		{"EndInsurance", pit.OfBets(hand.Bets.EndInsurance)},
		{"Insure", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") }},
		{"ChooseEarly", func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().ChooseEarly(1, "2", games.Early{Choice: games.Follow})
		}},
		{"DecideAhead", func(t *pit.Table) ([]record.Fact, error) { return t.Bets().DecideAhead(1, games.Stand) }},
		{"Pause", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, 1, "dice 100") }},
		{"LayOutAsDealt", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.SkippedBox, 2) }},
		{"Resume", func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "ripreso") }},
		{"SecondExposed", pit.OfFelt(hand.Felt.SecondExposed)},
		{"MoreExposed", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario, "") }},
		{"Relay", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "visto") }},
		{"RefuseRelay", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("viste", &dario) }},
		{"PlayOn", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "regola") }},
		{"RuleBet", func(t *pit.Table) ([]record.Fact, error) {
			ruled := bet
			ruled.Amount *= 2
			return t.Felt().RuleBet(ruled, false, &dario, "video")
		}},
		{"CancelHand", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "cadute") }},
		{"CancelHand by an inspector", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&dario, "cadute") }},
		{"PayNext", pit.OfDeal(hand.Deal.PayNext)},
		{"PayAll", pit.OfDeal(hand.Deal.PayAll)},
		{"CorrectHand", func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(corrected(t), &dario) }},
		{"VoidHand", func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().VoidHand(corrected(t), &elena) }},
		{"NoteShoe", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeGap, "") }},
		{"NoteElsewhere", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteElsewhere("8h", "bank") }},
		{"NoteLeftOut", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteLeftOut("8h") }},
		{"Undo", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) }},
		{"Undo by an inspector", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) }},
	}
}

func firstDebt(t *pit.Table) record.Debt {
	if owed := t.Debts(); len(owed) > 0 {
		return owed[0]
	}
	return record.Debt{Box: 1}
}

func lastMove(t *pit.Table) int64 {
	if moves := t.AllMoves(); len(moves) > 0 {
		return moves[len(moves)-1].Seq
	}
	return 0
}

func firstIncident(t *pit.Table) int64 {
	if open := t.IncidentBook().OpenIncidents(); len(open) > 0 {
		return open[0].Seq
	}
	return 0
}

func firstSlip(t *pit.Table) record.SlipID {
	if open := t.Slips(tray.Requested); len(open) > 0 {
		return open[0].SlipID
	}
	return record.SlipID{}
}

// corrected is the hand that closed last, with a bet of half as much again.
func corrected(t *pit.Table) hand.Correction {
	if len(t.History) == 0 {
		return hand.Correction{}
	}
	h := &t.History[len(t.History)-1]
	c := hand.Correction{Hand: h.Number, Round: h.Round, Reason: "puntata letta male", Moved: true}
	if c.Round.Bets = append([]games.Bet{}, c.Round.Bets...); len(c.Round.Bets) > 0 {
		c.Round.Bets[0].Amount = c.Round.Bets[0].Amount / 1000 * 1500
	}
	return c
}
