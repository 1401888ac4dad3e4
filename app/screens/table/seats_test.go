package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
)

// seats is a blackjack table with its first card burned.
func seats(t *testing.T) *seat {
	s := newSeat(t, "BJ1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3")
	if s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	return s
}

// What is not legal there is refused, with the reason.
func TestSeatsBadInput(t *testing.T) {
	s := seats(t)
	s.Keys("120\n\n968\n")
	refused := func(key, word string) {
		t.Helper()
		seq := s.Table().Seq
		s.Keys(key)
		if s.Table().Seq != seq || !strings.Contains(s.said(), word) {
			t.Errorf("%q: says %q and records %d entries", key, s.said(), s.Table().Seq-seq)
		}
	}
	refused("p", "dello stesso valore")
	refused("i", "solo con un asso")
	s.Keys("h2")
	refused("d", "solo con due carte") // the key that it had
	refused("x", "solo con due carte")
	s.Keys("s")
	refused("h", "qui non serve") // the dealer's turn: H is a suit without a rank
	s.Keys("tq ")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed; %s", n, s.said())
	}
	// A bet behind an empty seat is shown void.
	s.Keys("2b20\n1\t")
	s.Keys("120\n\n")
	spot := s.Shell.Viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.Boxes[1].Spots[1]
	if spot.Word != "vuoto" {
		t.Errorf("the bet behind the empty seat shows %+v", spot)
	}
}

func TestSeatsByTouch(t *testing.T) {
	s := newSeat(t, "BJ1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "A", "25")
	s.touchSpot(1, "main")
	s.touchSpot(1, "behind")
	s.touchSpot(1, "21+3")
	s.touch("Anticipata")
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), "Dietro (2): nessuna decisione")
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), "segue")
	s.Pass(controls.Rhythm)
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), "Fatto")
	if b := s.Table().Current.Round.Bets; len(b) != 3 || b[1].Bettor != "2" || b[1].Early.Choice != games.Follow {
		t.Fatalf("bets %+v", b)
	}
	s.touch("Nulla va più")
	s.touch("8", "suit h", "A", "suit d", "8", "suit c", "Coperta")
	s.touch("Fatto", "Box 1: 12.50\n(2) 12.50")
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), "Davanti: 12.50")
	s.Pass(controls.Rhythm)
	s.touch("Nessun altro")
	s.Pass(controls.Rhythm)
	s.touch("Niente blackjack", "Tutto pagato")
	s.touch("Dividi", "3", "Raddoppia", "K", "K", "Resta")
	s.touch("7") // the dealer's card: 18
	s.touch("Tutto pagato")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
	for _, p := range s.Table().History[0].Payments() {
		if p.Spot == "behind" && p.Added != 5000 {
			t.Errorf("the bettor behind put %d down, want the split and the double", p.Added)
		}
	}
}

// The odds of blackjack take a while: the page shows at once and is filled later.
func TestLimitsComeBeforeTheOdds(t *testing.T) {
	s := seats(t)
	if rows := s.Shell.Viewer().Limits(s.Table(), nil); len(rows) != 5 || rows[0].Edge != "" || !strings.Contains(rows[0].Pays, "3:2") {
		t.Errorf("rows %v", rows)
	}
	done := make(chan struct{})
	game := s.Table().Game
	if session.Odds(game, func() { close(done) }) == nil {
		<-done
	}
	if rows := s.Shell.Viewer().Limits(s.Table(), session.Odds(game, func() {})); rows[0].Edge != "0.49\u00a0%" {
		t.Errorf("rows %v", rows)
	}
}

// What lies behind a seat without a bet goes back: nobody decides ahead there.
func TestNobodyDecidesAheadBehindAnEmptySeat(t *testing.T) {
	s := seats(t)
	s.Keys("150\n250\n4b20\n\n" + "886" + "a5" + "\n")
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	if s.screen.bets().deciders(2) != 1 || s.screen.bets().deciders(4) != 0 {
		t.Errorf("%d decide ahead at box 2, %d at box 4", s.screen.bets().deciders(2), s.screen.bets().deciders(4))
	}
	s.Keys("e")
	s.Shows("non gioca")
	s.Keys("4")
	s.Says("Box 4: non gioca")
}

// Right after the call a bettor decides early by his keys: none of them is a card. So it is between the cards and while the dealer looks.
func TestEarlyRightAfterTheCall(t *testing.T) {
	s := seats(t)
	s.Keys("150\nb20\n\n")
	for n, cards := range []string{"", "8", "a", "9\n"} {
		s.Keys(cards)
		laid, phase := len(s.Table().Current.Round.Laid), s.Table().Deal().Phase()
		s.Keys("e2" + string("xfxf"[n]))
		if s.Keys("\n"); s.Shell.Overlay() != nil || len(s.Table().Current.Round.Laid) != laid || s.Table().Deal().Phase() != phase {
			t.Fatalf("after %q %d cards lie in phase %v: %s", cards, len(s.Table().Current.Round.Laid), s.Table().Deal().Phase(), s.said())
		}
		want := []games.Choice{games.ChooseDouble, games.Follow}[n%2]
		if b := s.Table().Bets().EarlyBets(1); b[0].Early.Choice != want {
			t.Errorf("after %q in phase %v: %+v, want %s; %s", cards, phase, b, want, s.said())
		}
		if now, _ := s.Shell.Viewer().Help(s.Table(), s.screen.cursor); !slices.ContainsFunc(now, func(r view.HelpRow) bool { return r.Key == "E" }) {
			t.Errorf("F1 has no E in phase %v: %v", phase, now)
		}
	}
}

// The main player of any seat that has not acted decides ahead, also while another is
// asked; he changes it and takes it back (source 003, Decisione anticipata).
func TestEarlyOfAnotherSeat(t *testing.T) {
	s := seats(t)
	s.Keys("150\n250\n350\n3b20\n\n" + "8886" + "a55" + "\n") // one each, the dealer's six
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("e3h")
	if s.Table().Current.Ahead[3] != games.Hit {
		t.Fatalf("said ahead: %v, %s", s.Table().Current.Ahead, s.said())
	}
	s.Keys("x") // at the same seat, until Enter or Esc: what is typed is no card and no bet
	s.Shows("Box 3")
	s.Keys("\n")
	if s.Shell.Overlay() != nil || s.Table().Deal().Phase() != hand.Deciding {
		t.Errorf("the page stays: %s", s.said())
	}
	s.Keys("e2s")
	s.Keys("e2n")
	if a := s.Table().Current.Ahead; a[3] != games.Double || a[2] != "" {
		t.Errorf("said ahead: %v", a)
	}
	notes := len(s.Table().Notes)
	s.touchSpot(3, "behind") // asks who at the seat decides ahead
	s.Keys("2f\n")
	if b := s.Table().Bets().EarlyBets(3); b[0].Early.Choice != games.Follow || len(s.Table().Notes) != notes {
		t.Errorf("%+v, notes %v", b, s.Table().Notes)
	}
	s.Keys("e32m\n") // no other funds
	if e := s.Table().Bets().EarlyBets(3)[0].Early; !e.HasFunds || e.Funds != 0 {
		t.Errorf("%+v", e)
	}
	s.Keys("e32m\n") // he has, after all
	if e := s.Table().Bets().EarlyBets(3)[0].Early; e.HasFunds {
		t.Errorf("%+v", e)
	}
	s.Keys("ss") // boxes 1 and 2; box 3 said that it doubles
	s.Keys("\n")
	if d := s.Table().Current.Round.Decisions; d[len(d)-1].Do != games.Double {
		t.Errorf("decisions %v", d)
	}
	s.Keys("e1")
	if n := len(s.Table().Notes); n != notes || !strings.Contains(s.said(), "nessuno ha più da decidere") {
		t.Errorf("late: %q", s.said())
	}
}

// Where the hole card is due a rank that was typed for the next card is not taken for it, nor is the key of a decision
// behind it for its suit. What a reader types is that card, and the felt says that it was read.
func TestForgottenEnterIsNoHoleCard(t *testing.T) {
	s := seats(t)
	s.Keys("150\n\n" + "968") // the hole card is due
	seq := s.Table().Seq
	if s.Keys("k"); s.said() != s.Shell.Text.T("hole_lies_down") {
		t.Errorf("of a king it says %q", s.said())
	}
	if s.Keys("h"); s.Table().Seq != seq {
		t.Fatalf("it lies: %+v", s.Table().Current.Round.Laid)
	}
	s.Keys("\n")
	if s.Table().Deal().Hole() != 3 || s.Table().Deal().Phase() != hand.Deciding || s.dealerWord() != "" {
		t.Errorf("hole %d, phase %v, %q: %s", s.Table().Deal().Hole(), s.Table().Deal().Phase(), s.dealerWord(), s.said())
	}
	s.Keys("\b")
	s.Burst("kd\n")
	if s.Table().Deal().Hole() >= 0 || !s.Table().Deal().HoleRead() || s.dealerWord() != s.Shell.Text.T("word_read") {
		t.Errorf("hole %d, %q: %s", s.Table().Deal().Hole(), s.dealerWord(), s.said())
	}
	s.Picture("hole-read")
}

// dealerWord returns what the felt says beside the dealer's cards.
func (s *seat) dealerWord() string {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.House[0].Total
}

// B goes to the next bettor behind the seat and skips none.
func TestBettorsAreNotSkipped(t *testing.T) {
	s := seats(t)
	s.Keys("150\n1bb20\n1b20\n")
	var names []string
	for _, b := range s.Table().Bets().EarlyBets(1) {
		names = append(names, b.Bettor)
	}
	if got := strings.Join(names, " "); got != "2" {
		t.Errorf("bettors %q after B twice: round again to the first", got)
	}
}

// The dealer's ace: insurance by the boxes' own numbers, in any order; then the look; the
// seats act after that, and no other key does.
func TestAceByKeys(t *testing.T) {
	s := seats(t)
	s.Keys("150\n350\n3b20\n750\n\n" + "989a" + "70k" + "\n")
	phase := func(want hand.Phase) {
		t.Helper()
		if got := s.Table().Deal().Phase(); got != want {
			t.Fatalf("phase %v, want %v: %s", got, want, s.said())
		}
	}
	phase(hand.Insuring)
	seq := s.Table().Seq
	s.Keys("shdxp25") // no decision, and no box without a bet
	if s.Table().Seq != seq {
		t.Fatal("something was recorded")
	}
	s.Keys("7" + "32" + "31")
	if got := s.Table().Current.Round.Decisions; len(got) != 3 || got[0].Box != 3 || got[0].Bettor != "" || got[2].Box != 7 {
		t.Fatalf("bought: %v", got)
	}
	s.Keys("\b\n") // the last was a slip; nobody else
	phase(hand.Looking)
	s.Keys("\n \n") // a key that goes on answers nothing
	phase(hand.Looking)
	s.Keys("n")
	phase(hand.Deciding)
	s.Keys("  sss" + "7 ")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
	s.Settled()
	s.Pass(controls.Rhythm)
	s.Keys(" \n" + "989k" + "70k" + "\n")
	phase(hand.Looking)
	s.Keys("b" + "5")
	if s.Table().Deal().Hole() < 0 || !strings.Contains(s.said(), "blackjack") {
		t.Errorf("a five under the king is none: %q", s.said())
	}
	s.Keys("a ")
	if n := len(s.Table().History); n != 2 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
	s.Settled()
}

// A player holds several seats, known by a letter: by key on the chosen box, by touch from
// the menu; the sixth is refused.
func TestPlayerHoldsSeveralSeats(t *testing.T) {
	s := seats(t)
	s.Keys("150\n1pa")
	s.Keys("350\n3pa")
	holder := func(box int) string {
		return s.Shell.Viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.Boxes[box-1].Holder
	}
	if holder(1) != "A" || holder(3) != "A" || holder(2) != "" {
		t.Fatalf("held: %v, %s", s.Table().Seats, s.said())
	}
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Keys("pa457\n") // no box is chosen: the player, then the boxes
	if got := s.Table().Seats.HeldBy("A"); len(got) != 5 {
		t.Fatalf("held: %v, %s", got, s.said())
	}
	seq := s.Table().Seq
	s.Keys("2pa")
	if s.Table().Seq != seq || !strings.Contains(s.Shell.Word, "cinque") {
		t.Errorf("a sixth: %q", s.Shell.Word)
	}
	s.Shell.TypedKey(fyne.KeyEscape) // the page stays, for another player
	s.Keys("\n968k9\ns" + "s" + "t ")
	s.Keys(" ")
	if holder(1) != "A" || holder(7) != "A" {
		t.Error("with the bets repeated the seats are not held any more")
	}
}

// The dealer's one card that lies face down is called so, also where the cards beside it
// settle a side bet.
func TestOneCardFaceDownIsTheDealers(t *testing.T) {
	s := seats(t)
	s.Keys("150\t\t25\n\n" + "9h" + "6s" + "9c")
	if !s.Table().Deal().MayHide() {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	facts, err := s.Table().Deal().Hide()
	if err != nil || len(facts) < 2 {
		t.Errorf("nothing is settled with it: %v, %v", facts, err)
	}
	if got := s.act(); !strings.Contains(got, "Carta coperta al banco") {
		t.Errorf("asks %q", got)
	}
}

// A ten and a nine are not split ahead either: the line says why, and its key does nothing.
func TestAheadSaysWhyNot(t *testing.T) {
	s := seats(t).inHouse()
	s.Keys("150\n250\n\n" + "8886" + "a" + "\n")
	s.Keys("e2")
	s.Says("dello stesso valore")
	s.Look("ahead-not-split")
	s.Keys("p")
	if a := s.Table().Current.Ahead; len(a) != 0 {
		t.Errorf("said ahead: %v", a)
	}
	s.Keys("d") // is no line's key
	if a := s.Table().Current.Ahead; len(a) != 0 {
		t.Errorf("said ahead: %v", a)
	}
	s.Keys("x")
	if a := s.Table().Current.Ahead; a[2] != games.Double {
		t.Errorf("said ahead: %v", a)
	}
}

// Insurance is bought while what the first cards decided waits: the key says what it is for
// and what it costs, of several bettors the page that it opens, and what waits still does.
func TestInsuranceBesidePayments(t *testing.T) {
	s := seats(t)
	s.Keys("150\nb40\n220\n")
	s.touchSpot(2, "21+3")
	s.Keys("\n" + "8h9cah" + "8h8c" + "\n") // the dealer's ace, and the hole card
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	labels := func() (out []string) {
		for _, b := range s.screen.pad().Buttons {
			out = append(out, b.Label)
		}
		return out
	}
	if got := labels(); !slices.Equal(got[:2], []string{"Assicura Box 1", "Assicura Box 2: 10"}) {
		t.Errorf("the keys say %q", got)
	}
	waits := func() {
		t.Helper()
		if h := &s.Table().Current; h.Done() != 0 || len(h.Acts()) != 1 || len(s.screen.pad().Pays) != 1 {
			t.Errorf("%d of %+v are done", h.Done(), h.Acts())
		}
	}
	waits()
	s.Keys("1")
	s.Shows("Davanti: 25", "Dietro (2): 20")
	s.Keys("2")
	waits()
	s.touchSpot(2, "main") // a tap on the bet buys as its key does
	if n := len(s.Table().Current.Round.Decisions); n != 2 {
		t.Errorf("%d insurances are bought", n)
	}
	waits()
	s.Keys("\n")
	if got := labels(); len(got) != 4 || got[0] != "Box 1: 25\n(2) ✓" || got[1] != "Box 2 ✓" {
		t.Errorf("once it is collected the keys say %q", got)
	}
}

// More prices than a key has lines for stand on the page that it opens.
func TestInsuranceOfManyBettors(t *testing.T) {
	s := seats(t)
	s.Keys("150\n" + strings.Repeat("b40\n", 5) + "\n" + "8hah9c" + "\n")
	if s.Table().Deal().Phase() != hand.Insuring || len(s.Table().Current.Round.Bets) != 6 {
		t.Fatalf("phase %v, bets %v: %s", s.Table().Deal().Phase(), s.Table().Current.Round.Bets, s.said())
	}
	if got := s.screen.pad().Buttons[0].Label; got != "Assicura Box 1" {
		t.Errorf("the key says %q", got)
	}
	s.Keys("1")
	s.Shows("Davanti: 25", "Dietro (6): 20")
}
