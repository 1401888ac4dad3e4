package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/screens/screentest"
	"sabot/app/theme"
	"sabot/pit/hand"
)

// The real window has its measures: cards, totals, the word of the result, the phase, the columns of the big road. Of
// the font's size a capital is 0.729 high.
func TestPlayersWindowIsReadFromAfar(t *testing.T) {
	s := banco(t).inHouse()
	s.screen.togglePlayers()
	s.Keys("1\t20\n\n73k5")
	for len(s.Table().History) == 0 {
		s.onward("5h")
	}
	for _, c := range []struct {
		size              fyne.Size
		w, h, total, road float32
	}{{fyne.NewSize(1920, 1080), 200, 284, 182, 32}, {fyne.NewSize(1080, 1920), 142, 202, 160, 22}} {
		p := &s.screen.players
		p.window.Resize(c.size)
		p.panel.Refresh()
		const capital, arc = 0.729, 0.369 / 4000 * 3438 // on a screen of 32 inches, four metres away
		var cards, papers []fyne.Size
		letters := map[string]float32{}
		for _, d := range screentest.Drawing(p.panel.Drawn, 0, 0, nil) {
			switch o := d.O.(type) {
			case *canvas.Text:
				letters[o.Text] = max(letters[o.Text], capital*o.TextSize)
			case *canvas.Rectangle:
				switch {
				case o.FillColor != theme.Paper:
				case o.StrokeColor == theme.Ink:
					cards = append(cards, o.Size())
				default:
					papers = append(papers, o.Size())
				}
			}
		}
		if len(cards) < 4 {
			t.Fatalf("%v: %d cards", c.size, len(cards))
		}
		for _, card := range cards {
			if card.Width < c.w-0.5 || card.Height < c.h-0.5 {
				t.Errorf("%v: a card is %.0f x %.0f, not %.0f x %.0f", c.size, card.Width, card.Height, c.w, c.h)
			}
		}
		last := s.screen.viewer().PlayersOf(s.Table(), false).Result.Hands
		for _, hand := range last {
			if high := letters[hand.Total]; high < c.total-1 {
				t.Errorf("%v: the total %s is %.0f high, not %.0f", c.size, hand.Total, high, c.total)
			}
		}
		for _, said := range []string{"VINCE", "Fate il vostro gioco"} {
			if high := letters[said]; high*arc < 22 {
				t.Errorf("%v: %q is seen under %.1f arc minutes", c.size, said, high*arc)
			}
		}
		for _, said := range []string{"P 0", "B 1", "T 0", "Big Eye Boy", "Small Road", "Cockroach Road", "COPPIA P/B", "BONUS P/B"} {
			if letters[said] == 0 {
				t.Errorf("%v: there is no %q", c.size, said)
			}
		}
		widest := float32(0)
		for _, paper := range papers {
			widest = max(widest, 6*paper.Width/paper.Height)
		}
		if widest < c.road-0.2 {
			t.Errorf("%v: the big road has %.0f columns, not %.0f", c.size, widest, c.road)
		}
	}
}

// Players see the last hand while bets are taken, and from then on the cards that lie.
func TestPlayersSeeTheCardsThatLie(t *testing.T) {
	s := banco(t).inHouse()
	s.screen.togglePlayers()
	cards := func() string {
		var said []string
		for _, hand := range s.screen.viewer().PlayersOf(s.Table(), false).Result.Hands {
			for _, card := range hand.Cards {
				said = append(said, card.Rank)
			}
			said = append(said, hand.Total, hand.Word+";")
		}
		return strings.Join(said, " ")
	}
	s.Keys("1\t20\n\n7")
	if said := cards(); said != "7 7 ;" {
		t.Errorf("of the first card players see %q", said)
	}
	s.Keys("3k5")
	if said := cards(); said != "7 K 7 ; 3 5 8 VINCE;" {
		t.Errorf("of the whole hand players see %q", said)
	}
	for len(s.Table().History) == 0 {
		s.onward("5h")
	}
	if said := cards(); said != "7 K 7 ; 3 5 8 VINCE;" {
		t.Errorf("after the hand players see %q", said)
	}
	s.Keys("1\t20\n")
	if said := cards(); said != "7 K 7 ; 3 5 8 VINCE;" {
		t.Errorf("while bets are taken players see %q", said)
	}
	s.Keys("\n")
	if said := cards(); said != "" {
		t.Errorf("before the first card players see %q", said)
	}
	s.Keys("9")
	if said := cards(); said != "9 9 ;" {
		t.Errorf("of the next hand players see %q", said)
	}
}

// The hole card lies with its back to the players until it is turned, though the shoe has read it; and so long the
// dealer has no total, and nothing has come of the bets.
func TestPlayersSeeTheBackOfTheHoleCard(t *testing.T) {
	s := linked(t, "BJ1")
	s.called()
	s.screen.togglePlayers()
	s.reads("9h 6h 8d Kd")
	if s.Table().Deal().Phase() != hand.Deciding || !s.Table().Deal().HoleRead() {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	hands := s.screen.viewer().PlayersOf(s.Table(), false).Result.Hands
	if len(hands) != 2 || len(hands[0].Cards) != 2 || !hands[0].Cards[1].Back || hands[0].Total != "" || hands[0].Over || hands[1].Word != "" {
		t.Fatalf("players see %+v", hands)
	}
	if said := strings.Join(s.playersWords("asked", playersSizes[1]), " "); strings.Contains(said, "K") && !strings.Contains(said, "BLACK") || strings.Contains(said, "18") {
		t.Errorf("players read %q", said)
	}
}
