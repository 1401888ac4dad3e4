package reports_test

import (
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// A shift report names all who answered for the table, who brought the chips, at which count
// a difference was found, incidents by their own numbers, a corrected hand's sign; and the
// wrong PINs while it was open of its people, and of whomever at the table.
func TestShiftReportSaysWho(t *testing.T) {
	f := worked(t)
	everybody := &house.House{}
	for _, s := range []house.Staff{anna, dario, elena, {Number: "12", Name: "Bruno Keller", Role: record.Croupier}} {
		everybody.Apply(everybody.Stamp(opened.Add(-time.Hour), "", record.StaffSet(s))[0])
	}
	wrong := func(number string, at time.Time) {
		everybody.Apply(everybody.Stamp(at, "", record.PINFailed{Number: number})[0])
	}
	wrong(anna.Number, opened.Add(-time.Minute)) // before
	wrong(anna.Number, opened.Add(2*time.Second))
	for i, at := range []string{f.table.Name, "BJ7"} { // for one who was not on duty, and for one who was
		everybody.Apply(everybody.Stamp(opened.Add(2*time.Second+time.Duration(1+i)*time.Millisecond), "", record.PINFailed{Number: []string{"12", anna.Number}[i], Table: at})[0])
	}
	wrong("12", opened.Add(3*time.Second)) // was not at this table
	wrong("", opened.Add(4*time.Second))   // a code that is nobody's, typed who knows where
	everybody.Apply(everybody.Stamp(opened.Add(5*time.Second), "", record.PINFailed{Table: f.table.Name})[0])
	wrong(anna.Number, f.now.Add(time.Hour))
	s := reports.ShiftOf(f.table, everybody)
	if len(s.WrongPINs) != 4 || s.WrongPINs[0].Name != called(anna) || !s.WrongPINs[0].At.Equal(opened.Add(2*time.Second)) {
		t.Errorf("wrong PINs: %+v", s.WrongPINs)
	}
	if s.WrongPINs[0].Table != "" || s.WrongPINs[1] != (reports.PINLine{At: opened.Add(2001 * time.Millisecond), Name: "Bruno Keller\u00a0(12)", Table: f.table.Name}) || s.WrongPINs[2].Table != "BJ7" || s.WrongPINs[3].Name != "" {
		t.Errorf("where they were typed: %+v", s.WrongPINs)
	}
	if old := (&reports.Evidence{Form: 6}).ShiftOf(f.table, everybody).WrongPINs; len(old) != 2 || old[1].Table != "" {
		t.Errorf("a paper of 0.9 has %+v", old)
	}
	if len(s.Inspectors) != 1 || s.Inspectors[0].Name != dario.Name || !s.Inspectors[0].From.Equal(s.Opened) || !s.Inspectors[0].To.Equal(s.Closed) {
		t.Errorf("inspectors: %+v", s.Inspectors)
	}
	if s.Slips[0].Cashier != "Cassa 2" || s.Slips[0].Runner != "G. Neri" {
		t.Errorf("the fill: %+v", s.Slips[0])
	}
	var names []string
	for _, i := range s.Incidents {
		names = append(names, i.Name+string(i.When))
	}
	if got := strings.Join(names, " "); got != "LB1-1.1 LB1-1.2closing" {
		t.Errorf("the incidents are %s", got)
	}
	hands := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_list")
	if hands.Rows[0][0].Text != "1*" || len(hands.Notes) != 1 || !strings.Contains(hands.Notes[0], "* report_corrected_note") || hands.Rows[0][0].Number != 1 {
		t.Errorf("the corrected hand is %+v, explained by %q", hands.Rows[0][0], hands.Notes)
	}
	for _, sheet := range inWords(t, evidence(t, reports.ShiftReport, "", f.table)).Sheets() {
		if sheet.Name == "report_list" && (sheet.Heads[1] != "report_hand *" || sheet.Rows[0][0].Number != 1 || sheet.Rows[0][1].Text != "*" || len(sheet.Rows[1]) > 1 && sheet.Rows[1][1].Text != "") {
			t.Errorf("the sheet has %q, %+v", sheet.Heads, sheet.Rows[0])
		}
	}
	another := opens(t, &opener)
	another.do(func(t *pit.Table) ([]record.Fact, error) { return t.ChangeInspector(elena) })
	if s := reports.ShiftOf(another.table, someHouse); len(s.Inspectors) != 2 || s.Inspectors[1].Name != elena.Name || !s.Inspectors[0].To.Equal(s.Inspectors[1].From) {
		t.Errorf("inspectors: %+v", s.Inspectors)
	}
}

// The rows of bets by spot add up across, commission and all, and down.
func TestBetsBySpotAddUp(t *testing.T) {
	table := pit.NewTable("PB1")
	f := &floor{t, table, opened}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-classic","commission":"tracked"}`)}
		return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, f.now)
	}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, f.now) })
	for _, b := range []games.Bet{{Box: 1, Spot: "banker", Amount: 2500}, {Box: 2, Spot: "player", Amount: 4000}, {Box: 2, Spot: "tie", Amount: 500}} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	f.do(pit.OfBets(hand.Bets.Close))
	for _, card := range []string{"7", "9", "K", "T"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
	f.do(pit.OfDeal(hand.Deal.PayAll))
	e := evidence(t, reports.ShiftReport, "", table)
	spots := section(t, e, "report_spots")
	money := func(c paper.Cell) games.Amount {
		a, ok := c.Number.(games.Amount)
		if !ok {
			t.Fatalf("%+v is no amount", c)
		}
		return a
	}
	var down [4]games.Amount
	for n, row := range spots.Rows {
		turnover, paid, commission, result := money(row[3]), money(row[4]), money(row[5]), money(row[6])
		if turnover-paid+commission != result {
			t.Errorf("%s: %d - %d + %d is not %d", row[0].Text, turnover, paid, commission, result)
		}
		for i, a := range []games.Amount{turnover, paid, commission, result} {
			if n < len(spots.Rows)-1 {
				down[i] += a
			} else if down[i] != a {
				t.Errorf("column %d comes to %d, the total is %d", i, down[i], a)
			}
		}
	}
	if money(spots.Rows[len(spots.Rows)-1][5]) != 125 {
		t.Error("there is no commission in it")
	}
	if hands := section(t, e, "report_list"); strings.ReplaceAll(hands.Rows[0][4].Text, "\u00a0", " ") != "9 10 = 9" {
		t.Errorf("a ten reads %q", hands.Rows[0][4].Text)
	}
}

// Even money is the stake paid 1:1: no insurance lay, nothing more was played, and the spot
// keeps what it paid. A blackjack is called so in the list, a split hand by its side, and a
// dealer whose second card nobody turned has no total.
func TestBlackjackOnPaper(t *testing.T) {
	f := &floor{t, pit.NewTable("BJ1"), opened}
	card := func(names ...string) {
		for _, name := range names {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
		}
	}
	decide := func(do games.Action) {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
	}
	bets := func(boxes ...int) {
		for _, box := range boxes {
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: box, Spot: "main", Amount: 5000})
			})
		}
		f.do(pit.OfBets(hand.Bets.Close))
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":4}`)}
		return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, f.now)
	}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	bets(1)
	card("A", "A", "K")
	f.do(pit.OfDeal(hand.Deal.Hide), func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") }, pit.OfDeal(hand.Deal.PayNext))
	for f.table.Deal().Phase() == hand.Insuring {
		f.do(pit.OfBets(hand.Bets.EndInsurance))
	}
	if f.table.Deal().Phase() == hand.Looking {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
	}
	for !f.table.Current.Empty() && f.table.Deal().Next().Kind == games.Deal {
		card("9")
	}
	if !f.table.Current.Empty() {
		f.do(pit.OfDeal(hand.Deal.PayAll))
	}
	bets(3)
	card("8", "7", "8")
	f.do(pit.OfDeal(hand.Deal.Hide))
	decide(games.Split)
	card("K")
	decide(games.Hit)
	card("Q") // the right hand is bust
	card("K")
	decide(games.Hit)
	card("Q") // and the left: the dealer turns nothing
	f.do(pit.OfDeal(hand.Deal.PayAll))
	s := reports.ShiftOf(f.table, someHouse)
	if h := s.Hands[0]; h.Turnover != 5000 || h.House != -5000 {
		t.Errorf("even money: %d played, the house %d", h.Turnover, h.House)
	}
	for _, spot := range s.Spots {
		if spot.Spot == "insurance" && spot.Bets > 0 {
			t.Errorf("no insurance lay, and the report has %+v", spot)
		}
		if spot.Spot == "main" && (spot.Turnover != 15_000 || spot.Result != 5000) {
			t.Errorf("the main bets are %+v", spot)
		}
	}
	e := evidence(t, reports.ShiftReport, "", f.table)
	if notes := strings.Join(section(t, e, "report_spots").Notes, " "); s.Unlaid != 2500 || !strings.Contains(notes, "report_unlaid_note") {
		t.Errorf("an insurance of 2500 was not laid, and the report has %d: %s", s.Unlaid, notes)
	}
	list := section(t, e, "report_list").Rows
	if heads := section(t, e, "report_list").Columns; heads[4].Head != "place_dealer" {
		t.Errorf("the dealer's cards are under %q", heads[4].Head)
	}
	if who := section(t, e, "report_croupiers").Rows[0][0].Text; who != "Anna Rossi\u00a0(11)" { // under another name elsewhere on the paper it is the same person
		t.Errorf("who dealt is %q", who)
	}
	plain := func(c paper.Cell) string { return strings.Join(strings.Fields(c.Text), " ") }
	if got := plain(list[0][3]); got != "1: A K = word_blackjack" {
		t.Errorf("a blackjack reads %q", got)
	}
	french := e
	french.Language = "fr"
	if got := section(t, french, "report_list").Rows[1][3].Text; strings.Count(got, paper.Tight+":"+paper.Tight) != 2 || strings.Contains(got, "1:") {
		t.Errorf("in French a split box reads %q", got)
	}
	if french.Form = reports.FirstForm; strings.Contains(section(t, french, "report_list").Rows[1][3].Text, paper.Tight+":") {
		t.Error("a paper of 0.9 is drawn with another colon")
	}
	if got := plain(list[1][3]); got != "3 hand_short_1: 8 K Q = 28 3 hand_short_2: 8 K Q = 28" {
		t.Errorf("a split box reads %q", got)
	}
	if got := plain(list[1][4]); got != "7 ?" {
		t.Errorf("a dealer who turned nothing reads %q", got)
	}
}

// A hand that was cancelled says bet by bet what lay there and went back; one that was put
// right what lay before and after; what nobody had paid is not to be paid by it.
func TestReconstructionSaysTheStakes(t *testing.T) {
	f := worked(t)
	r := reports.ReconstructionsOf(f.table, someHouse)
	back := map[string]games.Amount{}
	for _, x := range r.List {
		for _, p := range x.Paid {
			if x.What == "cancelled" {
				back[p.Spot] = p.Back
				if p.Stood != p.Back || p.Stands != 0 {
					t.Errorf("cancelled: %+v", p)
				}
			} else if p.Back != 0 || p.Stood == 0 || p.Stands == 0 {
				t.Errorf("%s: %+v", x.What, p)
			}
		}
	}
	if back["59"] != 2000 || back["play"] != 4000 {
		t.Errorf("what went back: %v", back)
	}
	for _, s := range inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)).Sections {
		for _, row := range s.Rows {
			if len(s.Columns) < 8 {
				for _, c := range row {
					if strings.ContainsAny(c.Text, "♠♥♦♣") && !strings.HasSuffix(c.Text, "→ 3♥") && !strings.HasPrefix(c.Text, "3♥,") { // that one was read when the hand was corrected
						t.Errorf("%q has a suit that nobody read", c.Text)
					}
				}
			} else if row[5].Text == "report_no" && row[7].Number != nil {
				t.Errorf("nothing had been paid, and %v is due by it", row[7].Text)
			}
		}
	}
}

// Four people answer for a fill: two sign with their codes, two with a pen.
func TestFourSignAFill(t *testing.T) {
	doc, err := evidence(t, reports.SlipReport, "F 2026-0001", worked(t).table).Draw(words{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range doc.Pages[0].Marks {
		if m.Frame {
			n++
		}
	}
	if n != 4 || len(doc.Blocks) != 2 {
		t.Errorf("%d boxes, %d of them for codes", n, len(doc.Blocks))
	}
}
