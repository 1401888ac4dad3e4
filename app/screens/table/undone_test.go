package table

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// Payments that were marked as paid are taken back with the cards under them: the sentence says what
// is brought back, and to whom, of the bets that come to something else by the other card.
func TestTakenBackPaymentsAreAskedBack(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304" + " " + "s") // box 3 is paid, 1 and 2 are collected
	tray := s.Table().Tray()
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	if n := len(s.Table().Current.Round.Laid); n != 5 {
		t.Fatalf("%d cards lie: %s", n, s.said())
	}
	s.Keys("59") // box 2 has five, box 3 has four
	said := func(want string) {
		t.Helper()
		if got := s.act(); got != want {
			t.Errorf("the next act is %q, want %q", got, want)
		}
	}
	said("Box 2: paga 50 di differenza")
	if pays := s.screen.pad().Pays; len(pays) != 2 || pays[0].Sums[0].Chips == "" {
		t.Errorf("to pay is %+v", pays)
	}
	s.Keys("\n")
	said("Box 3: incassa 50 di differenza")
	s.Keys("\n")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	s.Keys("5" + "4")                    // the other one was read wrong
	said("Box 3: paga 50 di differenza") // what box 2 was given is right
	s.Keys("\n")
	said("Chiedi al box 1: carta?")
	if now := s.Table().Tray(); now.Amount != tray.Amount-5000 {
		t.Errorf("the tray had %v, and now %v", tray, now)
	}
}

// slip takes back the last few entries of the hand, and enters the same once more: nothing that was
// done is asked for another time.
func (p *handPlayer) slip() {
	p.T.Helper()
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
	tray := p.Table().Tray()
	for _, command := range slices.Backward(again) {
		if facts, err := command(p.Table()); err != nil || len(facts) == 0 { // it was done already
			continue
		}
		p.must(command)
		p.read()
	}
	if now := p.Table().Tray(); now != tray {
		p.T.Fatalf("what was entered once more moved %v to %v", tray, now)
	}
	p.count["slips"] += len(again)
}
