package screens

import (
	"strings"
	"testing"

	"sabot/app/controls"
	"sabot/games"
	"sabot/pit"
)

// seats is a blackjack table with its first card burned.
func seats(t *testing.T) *seat {
	s := newSeat(t, Options{Demo: true, Table: "BJ1", Language: "it"})
	s.keys("\n" + counted + "114711\n215821\n\n3")
	if s.table().Phase() != pit.Betting {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	return s
}

// What is not legal there is refused, with the reason.
func TestSeatsBadInput(t *testing.T) {
	s := seats(t)
	s.keys("120\n\n968\n")
	refused := func(key, word string) {
		t.Helper()
		seq := s.table().Seq
		s.keys(key)
		if s.table().Seq != seq || !strings.Contains(s.said(), word) {
			t.Errorf("%q: says %q and records %d entries", key, s.said(), s.table().Seq-seq)
		}
	}
	refused("p", "dello stesso valore")
	refused("i", "solo con un asso")
	s.keys("h2")
	refused("d", "solo con due carte")
	s.keys("s")
	refused("h", "qui non serve") // the dealer's turn: H is a suit without a rank
	s.keys("tq ")
	if n := len(s.table().History); n != 1 {
		t.Fatalf("%d hands closed; %s", n, s.said())
	}
	// A bet behind an empty seat is shown void.
	s.keys("2b20\n1\t")
	s.keys("120\n\n")
	spot := s.shell.viewer().Of(s.table(), s.shell.table.cursor, s.shell.table.notice).Felt.Boxes[1].Spots[1]
	if spot.Word != "box vuoto" {
		t.Errorf("the bet behind the empty seat shows %+v", spot)
	}
}

func TestSeatsByTouch(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "BJ1", Language: "it"})
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "A", "25")
	s.touchSpot(1, "main")
	s.touchSpot(1, "behind")
	s.touchSpot(1, "21+3")
	s.touch("Anticipata")
	s.touchOn(s.shell.overlay.content().(*controls.Drawn), "(2) nessuna")
	s.touchOn(s.shell.overlay.content().(*controls.Drawn), "segue")
	if b := s.table().Current.Round.Bets; len(b) != 3 || b[1].Bettor != "2" || b[1].Early.Choice != games.Follow {
		t.Fatalf("bets %+v", b)
	}
	s.touch("Nulla va più")
	s.touch("8", "suit h", "A", "suit d", "8", "suit c", "Coperta")
	s.touch("Fatto", "Box 1: 12.50")
	s.touchOn(s.shell.overlay.content().(*controls.Drawn), "Davanti: 12.50")
	s.touch("Nessun altro", "No, niente blackjack", "Tutto pagato")
	s.touch("Dividi", "3", "Raddoppia", "K", "K", "Resta")
	s.touch("7") // the dealer's card: 18
	s.touch("Tutto pagato")
	if n := len(s.table().History); n != 1 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.table().Phase(), s.said())
	}
	for _, p := range s.table().History[0].Payments() {
		if p.Spot == "behind" && p.Added != 5000 {
			t.Errorf("the bettor behind put %d down, want the split and the double", p.Added)
		}
	}
}

// The odds of blackjack take a while: the page shows at once and is filled later.
func TestLimitsComeBeforeTheOdds(t *testing.T) {
	s := seats(t)
	if rows := s.shell.table.limitRows(nil); len(rows) != 5 || rows[0][4] != "" || !strings.Contains(rows[0][3], "3:2") {
		t.Errorf("rows %v", rows)
	}
	done := make(chan struct{})
	game := s.table().Game
	if s.shell.table.session.Odds(game, func() { close(done) }) == nil {
		<-done
	}
	if rows := s.shell.table.limitRows(s.shell.table.session.Odds(game, func() {})); rows[0][4] != "0.49 %" {
		t.Errorf("rows %v", rows)
	}
}
