package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/corrections"
)

// shortBank is a table at which a hand closed with a bank of two cards, 7 and 8.
func shortBank(t *testing.T) *floor {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, box := range []int{1, 3, 4} {
		for _, spot := range []string{"59", "play"} {
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: box, Spot: spot, Amount: 2000})
			})
		}
	}
	f.do(pit.OfBets(hand.Bets.Close))
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	for _, name := range []string{"8", "9", "2", "7", "8", "4", "9"} {
		card(name)
	}
	for _, third := range []string{"3", "K", ""} {
		do := games.Draw
		if third == "" {
			do = games.Stand
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
		if third != "" {
			card(third)
		}
	}
	card("8")
	f.do(pit.OfDeal(hand.Deal.PayAll))
	return f
}

// recorrect has an inspector say which cards the bank really had.
func (f *floor) recorrect(bank ...string) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: h.Round, Reason: "read wrong"}
		c.Round.Laid = slices.Clone(h.Round.Laid[:9])
		for _, name := range bank {
			c.Round.Laid = append(c.Round.Laid, games.Laid{Card: record.CardName(name).Card(), At: games.Bank})
		}
		return t.Corrections().CorrectHand(c, &dario)
	})
}

// A correction by which a hand leaves less commission says so on both papers: the approval's difference for the house is that at the
// table and the commission together.
func TestPapersSayTheCommissionOfACorrectedHand(t *testing.T) {
	f := indebted(t)
	before := f.table.History[0].House
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: h.Round, Reason: "read wrong", Moved: true}
		c.Round.Laid = slices.Clone(h.Round.Laid)
		c.Round.Laid[0].Card = record.CardName("9").Card() // the player has nine too, not seven: nobody wins
		return t.Corrections().CorrectHand(c, &dario)
	})
	h := f.table.History[0]
	if owed, off := f.table.OwedBy(2), h.House-before; owed != 0 || off != h.Corrected.Difference-1750 {
		t.Fatalf("box 2 owes %d, the house has %d more", owed, off)
	}
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport} {
		if said := saidBy(t, evidence(t, kind, "", f.table)); strings.Count(said, "report_owing") != 1 {
			t.Errorf("%s says %s", kind, said)
		}
	}
	if said := saidBy(t, evidence(t, reports.ShiftReport, "", f.table)); !strings.Contains(said, "field_difference_chips") {
		t.Errorf("the difference at the table does not say which it is: %s", said)
	}
	if l := reports.ShiftOf(f.table, someHouse).Irregular[0]; l.Owing == nil || *l.Owing != (corrections.Owing{Was: 1750}) {
		t.Errorf("%+v", l)
	}
	if x := reports.ReconstructionsOf(f.table, someHouse).List[0]; x.Owing == nil || *x.Owing != (corrections.Owing{Was: 1750}) {
		t.Errorf("%+v", x)
	}
	e := reports.Evidence{Form: 6}
	if l := e.ShiftOf(f.table, someHouse).Irregular[0]; l.Owing != nil {
		t.Errorf("form 6 has %+v", l.Owing)
	}
}

// Once the table has closed the papers say that nothing of the commission moves, and the sums have what was collected for nothing.
func TestPapersSayTheCommissionOfAHandVoidedAfterTheClosing(t *testing.T) {
	f := indebted(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(2) })
	f.countedOut()
	taken := reports.ShiftOf(f.table, someHouse).Commission
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "wrong shoe", By: &dario}, &elena)
	})
	s := reports.ShiftOf(f.table, someHouse)
	if c := s.Commission; c.Made != 0 || c.Taken != taken.Taken || c.Rounded != taken.Rounded || c.Owed != 0 || c.Unmoved != 1750 || s.Result.Difference != tray.KnownSum(0) {
		t.Errorf("%+v, %+v", c, s.Result)
	}
	if !s.Hands[0].Void {
		t.Error("the list has the hand as cancelled")
	}
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport} {
		if said := saidBy(t, evidence(t, kind, "", f.table)); !strings.Contains(said, "Left:true") {
			t.Errorf("%s says %s", kind, said)
		}
	}
	if said := saidBy(t, evidence(t, reports.ShiftReport, "", f.table)); !strings.Contains(said, "report_commission_unmoved_note") {
		t.Errorf("nobody is told what the last column is:\n%s", said)
	}
}

// A card that a correction added, or took away, has its row on the paper: what the inspector approved is what the paper says.
func TestPaperHasCardsThatACorrectionAdded(t *testing.T) {
	f := shortBank(t)
	f.recorrect("4", "9")
	rows := rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "10 | 8 → 4 | place_bank | place_bank | ")
	demands(t, rows, "11 | 9 | – | place_bank | report_card_added")
	f.recorrect("8")
	rows = rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "10 | 4 → 8 | place_bank | place_bank | ")
	demands(t, rows, "11 | 9 | place_bank | – | report_card_removed")
	if n := strings.Count(saidBy(t, evidence(t, reports.ShiftReport, "", f.table)), "irregular_did_corrected"); n != 2 {
		t.Errorf("the shift's paper has %d of two corrections", n)
	}
	old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	if said := saidBy(t, old); strings.Contains(said, "report_card_") {
		t.Error("a paper of 0.9 has the cards")
	}
}

// A hand that was made void after it closed says the reason that the manager gave, and no other that nobody said.
func TestVoidSaysItsReasonAlone(t *testing.T) {
	f := shortBank(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "Problema del sabot"}, &elena)
	})
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport} {
		said := saidBy(t, evidence(t, kind, "", f.table))
		if !strings.Contains(said, "irregular_did_voided") || !strings.Contains(said, "Problema del sabot") || strings.Contains(said, "irregularity_") {
			t.Errorf("%s says\n%s", kind, said)
		}
	}
}

// A hand that was made void in the record alone says on the shift's paper which, who, why, and that no chip moved, be the
// house's part of it nothing or something.
func TestShiftSaysThatNoChipMoved(t *testing.T) {
	f := shortBank(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "Problema del sabot"}, &elena)
	})
	demands(t, rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table))), "1 | ", "irregular_did_voided", "correct_not_moved", elena.Name, "Problema del sabot")

	f = shortBank(t)
	f.recorrect("4", "9")
	demands(t, rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table))), "irregular_did_corrected", "correct_not_moved")

	f = shortBank(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "Problema del sabot", Moved: true}, &elena)
	})
	if said := saidBy(t, evidence(t, reports.ShiftReport, "", f.table)); strings.Contains(said, "correct_not_moved") {
		t.Errorf("the shift's paper says that nothing moved:\n%s", said)
	}
}

// What an inspector approved stays on both papers, with who, why and the cards, also where it was taken back: by whom and
// when stands beside it. It is no reconstruction that counts.
func TestPapersHaveApprovalsThatWereTakenBack(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, spot := range []string{"59", "play"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: spot, Amount: 2000})
		})
	}
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	f.do(pit.OfBets(hand.Bets.Close))
	card("8")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("5", games.AtBox(4)) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen on video") },
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&elena) },
	)
	check := func(when string) {
		t.Helper()
		paper := inWords(t, evidence(t, reports.ReconstructionReport, "", f.table))
		rows := rowsOf(paper)
		demands(t, rows, "report_hand 1", "irregular_did_relaid")
		demands(t, rows, "report_reconstructed_by", "By:"+dario.Name, "Croupier:"+anna.Name)
		demands(t, rows, "report_reason: seen on video")
		demands(t, rows, "report_taken_back", "By:"+elena.Name)
		demands(t, rows, "2 | 5 | ", "Box:4", "place_bank", "report_moved")
		demands(t, rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table))), "irregular_did_relaid", "report_taken_back", "By:"+elena.Name, dario.Name, "seen on video")
		list := reports.ReconstructionsOf(f.table, someHouse)
		if relaid, other := list.Count(); relaid != 0 || other != 0 || list.TakenBack() != 1 {
			t.Errorf("%s: %d and %d count, %d were taken back", when, relaid, other, list.TakenBack())
		}
	}
	check("while the hand is open")
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "lights out") })
	list := reports.ReconstructionsOf(f.table, someHouse)
	if n := len(list.List); n != 2 || list.List[0].TakenBack == nil || list.List[1].What != "cancelled" {
		t.Errorf("%d are listed: %+v", n, list.List)
	}
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport} {
		old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, someHouse)
		if err != nil {
			t.Fatal(err)
		}
		if said := saidBy(t, old); strings.Contains(said, "report_taken_back") || strings.Contains(said, "irregular_did_relaid") {
			t.Errorf("a %s paper of 0.9 has it", kind)
		}
	}
}
