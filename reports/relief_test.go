package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

var (
	bruno  = house.Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}
	chiara = house.Staff{Number: "13", Name: "Chiara Favre", Role: record.Croupier}
)

// astray is a table whose first hand has bets and cards, one of them on a wrong box.
func astray(t *testing.T) (f *floor, card func(string)) {
	f = opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	f.betsLie()
	card = func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	card("8")
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("5", games.AtBox(4)) })
	return f, card
}

func (f *floor) betsLie() {
	for _, spot := range []string{"59", "play"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: spot, Amount: 2000})
		})
	}
	f.do(pit.OfBets(hand.Bets.Close))
}

func (f *floor) relieve(next house.Staff) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(next) })
}

// playsOut has the hand that astray began end.
func playsOut(f *floor, card func(string)) {
	card("4")
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	card("2")
	f.do(pit.OfDeal(hand.Deal.PayAll))
}

// staffed is a house with three croupiers.
var staffed = &house.House{Name: "Casinò", Currency: "CHF", Staff: []house.Staff{anna, bruno, chiara, dario, elena}}

// putRightAs returns the paper of hands put right, in a form.
func putRightAs(t *testing.T, form int, table *pit.Table) []string {
	t.Helper()
	e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Copy: 1}.Of(table, staffed)
	if err != nil {
		t.Fatal(err)
	}
	return rowsOf(inWords(t, e))
}

// A croupier is blamed for nothing that was put right under another one: the paper names who was on duty at that moment, and
// all who dealt the hand beside.
func TestPaperNamesTheCroupierOnDutyThen(t *testing.T) {
	f, card := astray(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen on video") })
	f.relieve(bruno)
	check := func(when string) {
		t.Helper()
		rows := putRightAs(t, reports.Form, f.table)
		at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "report_reconstructed_by") })
		if at < 0 || !strings.Contains(rows[at], "Croupier:"+anna.Name) {
			t.Errorf("%s the paper says\n%s", when, strings.Join(rows, "\n"))
		}
	}
	check("while the hand is open")
	playsOut(f, card)
	check("once it has closed")
	demands(t, putRightAs(t, reports.Form, f.table), "report_hand_dealt", called(anna)+", "+called(bruno))
	demands(t, putRightAs(t, 6, f.table), "report_reconstructed_by", "Croupier:"+bruno.Name)

	f.relieve(chiara)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "power cut"}, &elena)
	})
	demands(t, putRightAs(t, reports.Form, f.table), "report_reconstructed_by", "Croupier:"+chiara.Name, "By:"+elena.Name)
	demands(t, putRightAs(t, 6, f.table), "report_reconstructed_by", "Croupier:"+bruno.Name, "By:"+elena.Name)
}

// Behind the closing nobody deals: the paper has who asked and who decided, beside who dealt the hand, and no croupier of a record
// that says nobody asked.
func TestPaperOfAClosedShiftNamesNoCroupier(t *testing.T) {
	f, card := astray(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen on video") })
	playsOut(f, card)
	f.relieve(bruno)
	f.relieve(anna)
	f.close(nil, elena)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "power cut", By: &dario}, &elena)
	})
	rows := putRightAs(t, reports.Form, f.table)
	demands(t, rows, "report_reconstructed_by", "Croupier:]", "Asked:"+dario.Name, "By:"+elena.Name)
	demands(t, rows, "report_hand_dealt", anna.Name)
}

// So does the paper of what was approved and taken back, and that of a hand that was cancelled under another croupier.
func TestPaperNamesTheCroupierOfWhatWasTakenBack(t *testing.T) {
	f, _ := astray(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen on video") })
	f.relieve(bruno)
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&elena) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "lights out") },
	)
	rows := putRightAs(t, reports.Form, f.table)
	demands(t, rows, "report_reconstructed_by", "Croupier:"+anna.Name, "By:"+dario.Name)
	demands(t, rows, "report_reconstructed_by", "Croupier:"+bruno.Name, "By:"+elena.Name)
	demands(t, rows, "report_hand_dealt", called(anna)+", "+called(bruno))
}

// A hand in whose middle a croupier was relieved counts for the one who ended it, and the paper says of which hand that is. Where
// there was none it says nothing.
func TestSharedHandIsNotedBesideTheCroupiers(t *testing.T) {
	shared := func(form int, table *pit.Table) []string {
		e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Copy: 1}.Of(table, staffed)
		if err != nil {
			t.Fatal(err)
		}
		return section(t, e, "report_croupiers").Notes
	}
	f, card := astray(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen on video") })
	if notes := shared(reports.Form, f.table); len(notes) != 0 {
		t.Errorf("of no shared hand: %q", notes)
	}
	f.relieve(bruno)
	playsOut(f, card)
	if notes := shared(reports.Form, f.table); len(notes) != 1 || !strings.Contains(notes[0], "report_shared_note") || !strings.Contains(notes[0], "Hands:1") {
		t.Errorf("notes: %q", notes)
	}
	if notes := shared(6, f.table); len(notes) != 0 {
		t.Errorf("a paper of 0.9 has %q", notes)
	}
}
