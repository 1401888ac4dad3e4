package reports_test

import (
	"encoding/json"
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

// sentence is what the log says of a fact of a shift.
func sentence(f record.Fact, shift int) string {
	e := record.Entry{Table: "LB1", Shift: shift, Fact: f}
	return reports.LineOf(reports.Form, e, nil, nil, &house.House{}).Said(text.Open("en", "CHF"))
}

// A wrong payout says whether the player has too much or too little.
func TestWrongPayoutSaysWhichWay(t *testing.T) {
	for amount, want := range map[games.Amount]string{3000: "too much for the player: 30", -3000: "too little for the player: 30"} {
		if said := sentence(record.WrongPayout{Hand: 1, Box: 3, Amount: amount, Reason: "r"}, 1); !strings.Contains(said, want) {
			t.Errorf("%d: %s", amount, said)
		}
	}
}

// A table that never closed has no float at the closing: it opens with its own.
func TestFirstOpeningHasTheFloatOfTheTable(t *testing.T) {
	opened := record.Opened{Game: "lugano", Closer: &record.Float{{Value: 500, Pieces: 200}}}
	for shift, want := range map[int]string{1: "float: 200 × 5", 2: "float at the closing: 200 × 5"} {
		if said := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(sentence(opened, shift)); !strings.Contains(said, want) {
			t.Errorf("shift %d: %s", shift, said)
		}
	}
}

// The first card of a deal that was seen and burned never lay at the place where it was to go. Of none that is burned the paper says
// that it moved: its place now says so.
func TestFirstExposedCardNeverLay(t *testing.T) {
	f := opens(t, &opener)
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: "59", Amount: 2000})
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: "play", Amount: 2000})
		},
		pit.OfBets(hand.Bets.Close),
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("K", &dario, "seen") },
	)
	rows := rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "1 | K | place_undealt | report_burned")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().BurnLying([]record.CardLaid{{Card: "7"}}, &dario, "drawn")
		},
	)
	demands(t, rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table))), "1 | 7 | place_unsaid | report_burned")
	if said := saidBy(t, evidence(t, reports.ReconstructionReport, "", f.table)); strings.Contains(said, "report_moved") {
		t.Error(said)
	}
	said := saidBy(t, evidence(t, reports.ShiftReport, "", f.table)) // which cards they were
	for _, want := range []string{"irregular_did_burned, K", "irregular_did_burned, 7"} {
		if !strings.Contains(said, want) {
			t.Errorf("the shift's report lacks %q", want)
		}
	}
}

// A card that lies face down has one name on all lines of a hand: that of a verdict too.
func TestSurplusCardFaceDownIsNamedAsElsewhere(t *testing.T) {
	f := surplusFaceDown(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "cannot be played") })
	said := saidBy(t, evidence(t, reports.ReconstructionReport, "", f.table))
	if strings.Contains(said, "??") || !strings.Contains(said, "?") {
		t.Error(said)
	}
}

// surplusFaceDown is a hand whose deal has cards left over that lie face down; an inspector refused to have them laid elsewhere.
func surplusFaceDown(t *testing.T) *floor {
	t.Helper()
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, b := range []games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 2000}} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	f.do(pit.OfBets(hand.Bets.Close), func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") })
	laid := []record.CardLaid{{Card: "8", At: "box:1"}}
	for _, at := range []record.PlaceName{"box:2", "box:3", "box:4", "box:5"} {
		laid = append(laid, record.CardLaid{Card: record.FaceDownName, At: at})
	}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.DealtWithout, 2, "", laid) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("not seen", &dario) },
	)
	return f
}

// A paper of 0.9 names the cards that a reconstruction has left over as they are in the deal, also while the hand is open.
func TestSurplusOfAnOpenHandInEarlierForms(t *testing.T) {
	f := surplusFaceDown(t)
	for form, want := range map[int]string{6: "??", reports.Form: "?"} {
		e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, someHouse)
		if err != nil {
			t.Fatal(err)
		}
		var figures corrections.Reconstructions
		if err := json.Unmarshal(e.Figures, &figures); err != nil {
			t.Fatal(err)
		}
		if len(figures.List) != 1 || !slices.Contains(figures.List[0].Surplus, want) {
			t.Errorf("form %d: %+v", form, figures.List)
		}
	}
}
