package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// splitHand is a table at which box 1 has split two eights: the right hand is bust, the left
// one wins as much.
func splitHand(t *testing.T) *seat {
	t.Helper()
	s := readableAt(t, "BJ1")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.burn("3h")
	s.bet(1, "main", "", 25)
	s.bet(1, "dealer_pair", "", 10)
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("8d", "7h", "8c")
	s.do(pit.OfDeal(hand.Deal.Hide))
	decide := func(do games.Action) {
		t.Helper()
		for s.Table().Deal().Phase() == hand.Paying {
			s.do(pit.OfDeal(hand.Deal.PayNext))
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
	}
	decide(games.Split)
	s.deal("5")
	decide(games.Hit)
	s.deal("T", "K")
	decide(games.Stand)
	return s
}

// What a split box came to is shown hand by hand, on the felt and in the history, also where
// the hand was put right and has no parts on the record.
func TestSplitIsShownHandByHand(t *testing.T) {
	s := splitHand(t)
	for s.Table().Deal().Phase() != hand.Turning && s.step() {
	}
	s.deal("Td")
	for s.Table().Deal().Phase() != hand.Betting && s.step() {
	}
	state := s.Table()
	if len(state.History) != 1 {
		t.Fatalf("the hand is not over: phase %v", state.Deal().Phase())
	}
	inspector, err := s.Shell.House.SignOn("215821")
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range []bool{true, false} {
		if !parts {
			c := hand.Correction{Hand: 1, Round: state.History[0].Round, Reason: "letta male"}
			c.Round.Laid = slices.Clone(c.Round.Laid)
			last := &c.Round.Laid[len(c.Round.Laid)-1]
			if last.Card, _, err = games.ParseCard("Kd"); err != nil {
				t.Fatal(err)
			}
			if err := s.screen.session.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &inspector.Staff) }, inspector); err != nil {
				t.Fatal(err)
			}
		}
		s.screen.Update()
		if got := s.screen.viewer().Of(state, view.Cursor{}, view.Notice{}).Felt.Boxes[0].Spots[0].Word; got != "↓25 ↑25" {
			t.Errorf("with parts %v the felt has %q", parts, got)
		}
		s.screen.pages().openHistory()
		s.Reads("last hands", "1 dx", "1 sx", "↓25", "↑25", "↓10")
		s.Shell.CloseOverlay()
		s.screen.pages().hands().Open(1)
		s.Reads("the hand", "PUNTATA dx", "PUNTATA sx", "persa", "vinta 1:1", "↓25", "↑25")
		if words := s.Over(); strings.Contains(words, "pari") {
			t.Errorf("one hand is set against the other:\n%s", words)
		}
		s.Shell.CloseOverlay()
	}
}

// The felt is drawn as the croupier sees it, and the hands of a split are named as the player sees them, who sits on the other side:
// the player's right hand is the one on the left. All words say whose right it is.
func TestSplitHandsAreNamedFromThePlayer(t *testing.T) {
	s := splitHand(t)
	if hands := func() []controls.Bounds { plan, _ := s.screen.felt.Plan(); return plan.Boxes[0].Hands }(); len(hands) != 2 || hands[0].X >= hands[1].X {
		t.Fatalf("the first hand, the player's right one, is drawn at %v", hands)
	}
	for lang, whose := range map[string]string{"it": "del giocatore", "de": "des Spielers", "fr": "du joueur", "en": "player’s"} {
		s.Shell.Speak(lang)
		v := s.screen.viewer()
		said := []string{v.EarlyWord(games.Early{Choice: games.Right}), v.EarlyWord(games.Early{Choice: games.Left})}
		for _, key := range []string{"act_ask_hand_1", "act_ask_hand_2", "do_ride_1", "do_ride_2", "split_1", "split_2"} {
			said = append(said, s.Shell.Text.T(key, map[string]any{"Box": 1}))
		}
		for _, word := range said {
			if !strings.Contains(word, whose) {
				t.Errorf("%s: %q does not say whose right or left", lang, word)
			}
		}
	}
}

// What lies on each hand of a split box, and what it came to, stands on the felt below that hand; a bet that was doubled
// shows its two piles as they lie.
func TestEachHandOfASplitBoxHasItsOwnPile(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		s := readableAt(t, "BJ1")
		s.Shell.Window.Resize(size)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		s.burn("3h")
		s.bet(1, "main", "", 25)
		s.bet(2, "main", "", 50)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("8d", "5c", "7h", "8c", "6c")
		s.do(pit.OfDeal(hand.Deal.Hide))
		for _, act := range []any{games.Split, "K", games.Stand, "3", games.Double, "2", games.Double, "T"} {
			switch act := act.(type) {
			case games.Action:
				s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(act) })
			case string:
				s.deal(act)
			}
		}
		s.screen.Update()
		s.drawnBelow("piles while they play", "25", "50", size)
		if words := s.drawnWords(); !strings.Contains(words, "50 | 50") {
			t.Errorf("on %v the doubled bet has no two piles:\n%s", size, words)
		}
		s.deal("Td")
		s.screen.Update()
		s.drawnBelow("won and lost", "↑25", "↓50", size)
		s.drawnBelow("piles", "25", "50", size)
	}
}

// drawnWords are the words on the felt.
func (s *seat) drawnWords() string {
	var words []string
	for _, d := range screentest.Drawing(s.screen.felt.Drawn, 0, 0, nil) {
		if word, is := d.O.(*canvas.Text); is {
			words = append(words, word.Text)
		}
	}
	return strings.Join(words, "\n")
}

// drawnBelow holds that of a split box 1 one word stands in the left half, below the right hand, and another in the right half.
func (s *seat) drawnBelow(what, left, right string, size fyne.Size) {
	s.T.Helper()
	plan, _ := s.screen.felt.Plan()
	hands := plan.Boxes[0].Hands
	if len(hands) != 2 {
		s.T.Fatalf("on %v, %s: the box has the hands %v", size, what, hands)
	}
	below := func(x float32, hand controls.Bounds) bool { return x > hand.X && x < hand.X+hand.W }
	var at []string
	for _, d := range screentest.Drawing(s.screen.felt.Drawn, 0, 0, nil) {
		word, is := d.O.(*canvas.Text)
		if !is {
			continue
		}
		switch center := d.X + d.W/2; {
		case word.Text == left && below(center, hands[0]):
			at = append(at, "left")
		case word.Text == right && below(center, hands[1]):
			at = append(at, "right")
		}
	}
	if !slices.Contains(at, "left") || !slices.Contains(at, "right") {
		s.T.Errorf("on %v, %s: %s and %s stand %v", size, what, left, right, at)
	}
}

// The page of a hand as it lies gives nothing back of a right hand that was collected when it
// bust: where the cards lie as they are recorded nothing changes.
func TestAHandCollectedAheadStaysCollected(t *testing.T) {
	s := splitHand(t)
	_, money, err := s.Table().Felt().RelayPreview(s.Table().Felt().OnFelt())
	if err != nil || len(money) == 0 {
		t.Fatalf("%v, %v", money, err)
	}
	for _, d := range money {
		if !d.Nothing() {
			t.Errorf("%+v", d)
		}
	}
}

// A hand that lies level beside one that is lost is seen as well.
func TestSplitPushBesideALoss(t *testing.T) {
	s := splitHand(t)
	for s.Table().Deal().Phase() != hand.Turning && s.step() {
	}
	s.deal("Ad") // 18 as the left hand has
	if got := s.screen.viewer().Of(s.Table(), view.Cursor{}, view.Notice{}).Felt.Boxes[0].Spots[0]; got.Word != "↓25 =" || got.Mark != view.Lost {
		t.Errorf("the felt has %+v", got)
	}
	s.Picture("felt")
}

// What each hand of a split box decided stands on that hand, as keys where there is no room
// for the words.
func TestDecisionsStandOnTheirHand(t *testing.T) {
	s := splitHand(t)
	for s.Table().Deal().Phase() != hand.Betting && s.step() {
	}
	hand, ok := s.screen.viewer().Log().HandShown(s.Table(), 1, 0)
	if !ok {
		t.Fatal("there is no hand 1")
	}
	got := map[string]string{}
	for _, lay := range hand.Places {
		got[lay.Name] = lay.Said + " = " + lay.Keys
	}
	for name, want := range map[string]string{"1 dx": "Dividi · Carta = PH", "1 sx": "Resta = S"} {
		if got[name] != want {
			t.Errorf("%s: %q, not %q", name, got[name], want)
		}
	}
}

// What was put down on each hand of a split box, and on one that was doubled, is one sum on all of the page: with nothing
// handed back it is what is in play, and what comes back less that is the result.
func TestStakeOfASplitBoxIsOneSum(t *testing.T) {
	s := splitHand(t)
	for s.Table().Deal().Phase() != hand.Betting && s.step() {
	}
	s.bet(1, "main", "", 15)
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("5d", "7h", "6c")
	s.do(pit.OfDeal(hand.Deal.Hide))
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Double) })
	s.deal("9", "T")
	for s.Table().Deal().Phase() != hand.Betting && s.step() {
	}
	for number, want := range map[int][]string{1: {"25 25", "25 25", "10 10"}, 2: {"30 30"}} {
		hand, ok := s.screen.viewer().Log().HandShown(s.Table(), number, 0)
		if !ok {
			t.Fatalf("there is no hand %d", number)
		}
		var got []string
		for _, b := range hand.Bets {
			got = append(got, b.Put+" "+b.Staked)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("hand %d: put down and in play %q, want %q", number, got, want)
		}
	}
}
