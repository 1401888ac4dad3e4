package table

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// A payment that is taken back is owed again, and stays so once cards are taken back too: by another
// card it is asked whole. The line under the act says which chips go back if they had moved.
func TestTakenBackPaymentsAreOwedWhole(t *testing.T) {
	const back = "Fiche già mosse? Riportale: box 1 +25, 2 +25, 3 −25"
	s := threeBoxes(t)
	s.Keys("805k304") // box 3 is paid, 1 and 2 are collected
	start := s.Table().Tray()
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
	says("Chiedi al box 1: carta?", "")
	s.Press(fyne.KeyBackspace)
	says(owed, "Indietro: pagamento. "+back)
	s.Press(fyne.KeyBackspace)
	s.Press(fyne.KeyBackspace)
	if n := len(s.Table().Current.Round.Laid); n != 5 {
		t.Fatalf("%d cards lie: %s", n, s.said())
	}
	if now := s.Table().Tray(); now != start {
		t.Errorf("the tray had %v, and now %v", start, now)
	}
	s.Keys("59") // box 2 has five, box 3 has four
	says(owed, back)
	s.Keys("\n")
	says("Box 2: paga 25", "Fiche già mosse? Riportale: box 2 +25, 3 −25")
	s.Keys("\n")
	says("Box 3: incassa 25", "Fiche già mosse? Riportale: box 3 −25")
	s.Keys("\n")
	says("Chiedi al box 1: carta?", "")
	if now := s.Table().Tray(); now.Amount != start.Amount+2500 {
		t.Errorf("the tray had %v, and now %v", start, now)
	}
}

// slip takes back the last few entries of the hand, and enters the same once more: the tray is then as
// it was.
func (p *handPlayer) slip() {
	p.T.Helper()
	tray := p.Table().Tray()
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
			again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(string(f.Card)) })
		case record.Decided:
			if open = f.Do != games.Insure; open {
				again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.Decide(f.Do) })
			}
		case record.PaidOut:
			again = append(again, func(t *pit.Table) ([]record.Fact, error) { return t.PayUpTo(f.Acts) })
		default:
			open = false
		}
		before := p.Table().Seq
		if !open {
			break
		}
		if _, err := p.Table().Undo(nil); err != nil {
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
	if now := p.Table().Tray(); now != tray {
		p.T.Fatalf("what was entered once more moved %v to %v", tray, now)
	}
	p.count["slips"] += len(again)
}

// The line that names the chips that go back is readable with as many players as it has by themselves.
func TestWordOfTakenBackPaymentsIsReadable(t *testing.T) {
	const room, readable = 1024 - 48 - 190, 16 // beside what is staked
	for _, lang := range text.Languages() {
		tx := text.Open(lang, "CHF")
		back := tx.T("said_withdrawn", text.Args{"What": tx.T("withdrawn_boxes", text.Args{"Boxes": "1 +1’250, 2 +1’250, 3 −1’250, 4 +1’250"})})
		said := "! " + tx.T("said_undone", text.Args{"What": tx.T("undone_decide", text.Args{"Box": 12})}) + " " + back
		if size := controls.Fit(said, 19, false, room); size < readable {
			t.Errorf("%s: %.1f px: %q", lang, size, said)
		}
	}
}
