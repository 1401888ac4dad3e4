package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// Where a bet looks at suits the question for a suit names the box and the card. A rank that takes the place of another
// one, because its suit was not given, is told.
func TestQuestionForASuitNamesItsCard(t *testing.T) {
	for lang, want := range map[string][3]string{
		"it": {"Box 1, prima carta: 8 di …?", "Box 1, prima carta: 9 di …?", "9 al posto di 8. Ogni carta vuole il suo seme."},
		"de": {"Box 1, erste Karte: welche Farbe hat 8?", "Box 1, erste Karte: welche Farbe hat 9?", "9 statt 8. Jede Karte braucht ihre Farbe."},
		"fr": {"Box 1, première carte : 8 de … ?", "Box 1, première carte : 9 de … ?", "9 à la place de 8. Chaque carte veut sa couleur."},
		"en": {"Box 1, first card: 8 of …?", "Box 1, first card: 9 of …?", "9 in place of 8. Each card needs its suit."},
	} {
		s := newSeat(t, "BJ1", lang)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if s.Table().Deal().Phase() == hand.Burning {
			s.burn("3h")
		}
		s.bet(1, "main", "", 25)
		s.bet(1, "21+3", "", 10)
		s.do(pit.OfBets(hand.Bets.Close))
		s.Keys("8")
		if act := s.act(); act != want[0] {
			t.Errorf("%s: of the first rank it says %q, want %q", lang, act, want[0])
		}
		s.Keys("9")
		if act := s.act(); act != want[1] {
			t.Errorf("%s: of the second rank it says %q, want %q", lang, act, want[1])
		}
		if said := s.said(); said != want[2] {
			t.Errorf("%s: what was replaced is told as %q, want %q", lang, said, want[2])
		}
		s.Says(want[2])
		s.Keys("s")
		if laid := s.Table().Current.Round.Laid; len(laid) != 1 || laid[0].Card.String() != "9s" || strings.Contains(s.notice(), "8") {
			t.Errorf("%s: %v lies, and it says %q", lang, laid, s.notice())
		}
	}
}

// What is to be paid is said alone: the card that is due after it stands beside it, in smaller letters.
func TestSentenceHasOneAct(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n25\t50\n\n") // 50 is more than twice the smallest 59
	alone, words := 0, ""
	for _, card := range []string{"", "9", "5", "3", "4", "6"} {
		s.Keys(card)
		act := s.act()
		words += act + "\n"
		for _, verb := range []string{"restituisci", "incassa", "paga"} {
			if strings.Contains(act, verb) {
				alone++
				if strings.Contains(act, "arta a") || strings.Contains(act, "Nulla") {
					t.Errorf("two acts in %q", act)
				}
			}
		}
	}
	if alone == 0 {
		t.Errorf("nothing was to be paid:\n%s", words)
	}
}

// Who is asked for one of two hands is asked with its total and that of the house.
func TestAskedHandIsSetAgainstTheHouse(t *testing.T) {
	for lang, want := range map[string]string{
		"it": "Chiedi al box 1, mano sinistra del giocatore: 18 contro 7", "de": ": 18 gegen 7", "fr": " : 18 contre 7", "en": ": 18 against 7",
	} {
		s := newSeat(t, "BJ1", lang)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if s.Table().Deal().Phase() == hand.Burning {
			s.burn("3h")
		}
		s.bet(1, "main", "", 25)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("8", "7", "8")
		s.do(pit.OfDeal(hand.Deal.Hide))
		for _, act := range []games.Action{games.Split} {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(act) })
		}
		s.deal("5")
		if act := s.act(); !strings.Contains(act, "13") {
			t.Errorf("%s: of the right hand it says %q", lang, act)
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		s.deal("T")
		if act := s.act(); !strings.HasSuffix(act, want) {
			t.Errorf("%s: of the left hand it says %q, want %q", lang, act, want)
		}
	}
}

// Who is asked for all that lies on a box is asked with its total and that of the house too.
func TestAskedSeatIsSetAgainstTheHouse(t *testing.T) {
	for lang, want := range map[string][2]string{
		"it": {"Chiedi al box 1: 13 contro 6", "Chiedi al box 1: carta? 3 contro 4"}, "de": {"Box 1 fragen: 13 gegen 6", "Karte? 3 gegen 4"},
		"fr": {"Demander au box 1 : 13 contre 6", "carte ? 3 contre 4"}, "en": {"Ask box 1: 13 against 6", "Ask box 1: card? 3 against 4"},
	} {
		blackjack := newSeat(t, "BJ1", lang)
		blackjack.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if blackjack.Table().Deal().Phase() == hand.Burning {
			blackjack.burn("3h")
		}
		blackjack.bet(1, "main", "", 25)
		blackjack.do(pit.OfBets(hand.Bets.Close))
		blackjack.deal("8", "6", "5")
		blackjack.do(pit.OfDeal(hand.Deal.Hide))
		lugano := newSeat(t, "LB1", lang)
		lugano.Open()
		lugano.bet(1, "59", "", 25)
		lugano.bet(1, "play", "", 25)
		lugano.do(pit.OfBets(hand.Bets.Close))
		lugano.deal("9", "4", "4")
		lugano.do(pit.OfDeal(hand.Deal.PayAll))
		for n, s := range []*seat{blackjack, lugano} {
			if act := s.act(); !strings.HasSuffix(act, want[n]) {
				t.Errorf("%s: it says %q, want %q", lang, act, want[n])
			}
		}
	}
}

// A table that is paused says so once, in the line at the top, and draws nothing over the felt.
func TestPauseStandsInTheLineAtTheTop(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		s := newSeat(t, "LB1", "it")
		s.Shell.Window.Resize(size)
		s.Open()
		s.Keys("120\t20\n")
		const paused = "Gioco in pausa: telecamere fuori servizio"
		s.F4("mb")
		s.Says(paused)
		if n := strings.Count(s.Words(), "telecamere"); n != 1 {
			t.Errorf("on %v the reason stands %d times:\n%s", size, n, s.Words())
		}
		felt := s.screen.felt
		for _, o := range s.screen.all.Objects {
			if o.Position().Y > felt.Position().Y && o.Position().Y < felt.Position().Y+felt.Size().Height {
				t.Errorf("on %v something lies over the felt, at %v", size, o.Position())
			}
		}
		top := felt.Position().Y
		if top < 56 {
			t.Errorf("on %v the band is %v high", size, top)
		}
	}
}
