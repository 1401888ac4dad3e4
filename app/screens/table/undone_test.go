package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// A payment that is taken back is owed again, and stays so once cards are taken back too: by another
// card it is asked whole. The line under the act says which chips go back if they had moved.
func TestTakenBackPaymentsAreOwedWhole(t *testing.T) {
	const back = "Fiche già mosse? Riportale: box 1: 59 ↑25, 2: 59 ↑25, 3: 59 ↓25"
	s := threeBoxes(t)
	s.Keys("805k304") // box 3 is paid, 1 and 2 are collected
	start := s.Table().Desk().Worth()
	says := func(act, word string) {
		t.Helper()
		if got := s.act(); got != act {
			t.Errorf("the next act is %q, want %q", got, act)
		}
		if got := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text; got != word {
			t.Errorf("it says %q, want %q", got, word)
		}
	}
	const owed = "Box 1: incassa 25"
	s.Keys(" ")
	says("Chiedi al box 1: carta? 1 contro 0", "")
	s.Press(fyne.KeyBackspace)
	says(owed, "Disfatto: pagamento. "+back)
	s.Press(fyne.KeyBackspace)
	s.Press(fyne.KeyBackspace)
	if n := len(s.Table().Current.Round.Laid); n != 5 {
		t.Fatalf("%d cards lie: %s", n, s.said())
	}
	if now := s.Table().Desk().Worth(); now != start {
		t.Errorf("the tray had %v, and now %v", start, now)
	}
	s.Keys("59") // box 2 has five, box 3 has four
	says(owed, back)
	s.Keys("\n")
	says("Box 2: paga 25", "Fiche già mosse? Riportale: box 2: 59 ↑25, 3: 59 ↓25")
	s.Keys("\n")
	says("Box 3: incassa 25", "Fiche già mosse? Riportale: box 3: 59 ↓25")
	s.Keys("\n")
	says("Chiedi al box 1: carta? 1 contro 0", "")
	if now := s.Table().Desk().Worth(); now.Amount != start.Amount+2500 {
		t.Errorf("the tray had %v, and now %v", start, now)
	}
}

// slip takes back the last few entries of the hand, and enters the same once more: the tray is then as
// it was.
func (p *handPlayer) slip() {
	p.T.Helper()
	tray := p.Table().Desk().Worth()
	var again []func(*pit.Table) ([]record.Fact, error)
	for range 1 + p.rng.Intn(6) {
		e, open := p.Table().Current.LastKeyed()
		if !open {
			break
		}
		switch f := e.Fact.(type) {
		case record.CardLaid:
			if f.Burned || f.Card.Hidden() {
				open = false
				break
			}
			again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(string(f.Card)) })
		case record.Decided:
			if open = f.Do != games.Insure; open {
				again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(f.Do) })
			}
		case record.PaidOut:
			again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().PayUpTo(f.Acts) })
		default:
			open = false
		}
		before := p.Table().Seq
		if !open {
			break
		}
		if _, err := p.Table().Deal().Undo(nil); err != nil {
			again = again[:len(again)-1]
			break
		}
		p.Press(fyne.KeyBackspace)
		if p.Table().Seq == before {
			p.T.Fatalf("nothing is taken back: %q", p.said())
		}
	}
	for _, command := range slices.Backward(again) {
		p.must(command)
		p.read()
	}
	if now := p.Table().Desk().Worth(); now != tray {
		p.T.Fatalf("what was entered once more moved %v to %v", tray, now)
	}
	p.count["slips"] += len(again)
}

// wordSize returns how large a refusal is drawn under the act in the smallest window, beside what is staked.
func wordSize(t *testing.T, said string) float32 {
	t.Helper()
	act := controls.NewAct()
	act.Set("", view.Notice{Text: said, Bad: true}, "1’000", view.Announced{})
	act.Resize(fyne.NewSize(1024, controls.ActHigh))
	for _, o := range test.WidgetRenderer(act.Drawn).Objects() {
		if drawn, ok := o.(*canvas.Text); ok && strings.HasSuffix(drawn.Text, said) {
			return drawn.TextSize
		}
	}
	t.Fatalf("not drawn in one line: %q", said)
	return 0
}

// As much as a word under the act may be long is readable there, and no longer one is where its letters are as broad.
func TestRoomOfTheLineIsThatOfTheDrawing(t *testing.T) {
	newSeat(t, "LB1", "it")
	said := []rune(strings.Repeat("fiche già mosse, riportale al box due ", 4))
	if size := wordSize(t, string(said[:view.LineRoom])); size < 16 {
		t.Errorf("%d letters are drawn %.1f px high", view.LineRoom, size)
	}
}

// The line that names the chips that go back is readable with as many players as it has by themselves.
func TestWordOfTakenBackPaymentsIsReadable(t *testing.T) {
	const readable = 16
	for _, lang := range text.Languages() {
		tx := text.Open(lang, "CHF")
		back := tx.T("said_withdrawn", text.Args{"What": tx.T("withdrawn_boxes", text.Args{"Boxes": "1 +1’250, 2 +1’250, 3 ↓1’250, 4 +1’250"})})
		said := tx.T("said_undone", text.Args{"What": tx.T("undone_decide", text.Args{"Box": 12})}) + " " + back
		if size := wordSize(t, said); size < readable {
			t.Errorf("%s: %.1f px: %q", lang, size, said)
		}
	}
}

// A key without use, an approval and cards that are put right say their word beside the chips that go back, never in the place
// of them: the payment is asked again all the while.
func TestNoWordHidesTakenBackPayments(t *testing.T) {
	const back = "Fiche già mosse? Riportale: box 4 ↓100"
	s := banco(t)
	s.Keys("4\t100\n")
	s.Keys("4b100\t\t10\n\n")
	s.Keys("2k47\n") // box 4 is paid
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.Keys("8")
	for _, keys := range []string{"", "h", "z"} {
		s.Keys(keys)
		if got := s.line(); !strings.Contains(got, back) || keys != "" && got == back {
			t.Errorf("after %q it says %q, the act is %q", keys, got, s.act())
		}
	}
	s.screen.Tell(s.Shell.Text.T("said_relaid"))
	s.stands("cards were put right", s.Shell.Text.T("said_relaid")+" "+back)
	s.Keys("\n")
	if got := s.line(); strings.Contains(got, back) {
		t.Errorf("paid again it says %q", got)
	}
}

// Of a player with several bets the line names each spot, as long as it is readable in the smallest window beside whatever else
// is said.
func TestLineOfTakenBackPaymentsNamesTheSpots(t *testing.T) {
	const readable = 16
	for _, lang := range text.Languages() {
		s := newSeat(t, "PB1", lang)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3h")
		for _, b := range []games.Bet{{Box: 1, Spot: "player", Amount: 10_000}, {Box: 1, Spot: "banker", Amount: 125_000}, {Box: 1, Spot: "tie", Amount: 1000}, {Box: 1, Spot: "player_pair", Amount: 1000}, {Box: 2, Spot: "banker", Amount: 10_000}} {
			if err := s.screen.session.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) }); err != nil {
				t.Fatal(err)
			}
		}
		s.Keys("\n" + "2k47" + "\n")
		s.Press(fyne.KeyBackspace)
		if said, name := s.line(), s.Shell.Text.T("spot_tie"); !strings.Contains(said, name) {
			t.Errorf("%s: taken back it says %q, without %s", lang, said, name)
		}
		if said := s.line(); !strings.Contains(said, "1"+colons[lang]) {
			t.Errorf("%s: %q has no %q behind the box", lang, said, colons[lang])
		}
		for _, word := range []string{"", s.Shell.NoUseOf("h"), s.Shell.Text.T("said_relaid"), s.Shell.Text.T("said_cancelled")} {
			s.screen.Tell(word)
			said := s.line()
			if size := wordSize(t, said); size < readable && word != s.Shell.Text.T("said_cancelled") {
				t.Errorf("%s: %.1f px: %q", lang, size, said)
			}
			if name := s.Shell.Text.T("spot_tie"); word == "" && !strings.Contains(said, name) {
				t.Errorf("%s: %q does not name %s", lang, said, name)
			}
		}
	}
}
