package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// threeBoxes is a hand of Lugano with 25 on the 59 and on PLAY of three boxes.
func threeBoxes(t *testing.T) *seat { return threeBoxesIn(t, "it") }

func threeBoxesIn(t *testing.T, lang string) *seat {
	s := newSeat(t, "LB1", lang)
	s.Open()
	s.Keys("125\t25\n225\t25\n325\t25\n\n")
	if s.Table().Deal().Phase() != hand.Dealing {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	return s
}

func (s *seat) lies() string {
	var words []string
	for _, l := range s.Table().Current.Round.Laid {
		word := l.Card.Rank().String() + "@" + l.At.String()
		if l.Burned {
			word = "!" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// "nel caso in cui il CR saltasse inavvertitamente un box nella distribuzione delle
// carte", and "solamente con l'approvazione del ISP" (source 004, section 7).
func TestCaseSkippedBox(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("a2\n\n") // a box was passed over: box 2, and so the cards lie
	if s.Table().Deal().Phase() != hand.Paused || s.Shell.Overlay() == nil {
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	s.Keys("\nVista\n" + screentest.CroupierCode)
	if s.Table().Deal().Phase() != hand.Paused || !strings.Contains(s.said(), "serve un ispettore o il responsabile") {
		t.Fatalf("the croupier: phase %v, %q", s.Table().Deal().Phase(), s.said())
	}
	s.Keys(screentest.InspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3" || s.Table().Deal().Next().At != games.Bank {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	if r := s.Checked(); r.What != "relaid" || r.Kind != record.SkippedBox || r.Box != 2 || !r.Possible || r.By != "Dario Bianchi\u00a0(21)" || r.Croupier != "Anna Rossi\u00a0(11)" {
		t.Errorf("%+v", r)
	}
	s.Keys("k304") // the deal goes on
	s.Keys(" sss49 ")
	if len(s.Table().History) != 1 {
		t.Fatalf("the hand does not end: phase %v, %s", s.Table().Deal().Phase(), s.said())
	}
	s.Settled()
}

// The page with a finger: the cards are touched, then where they lie; one that is over is
// added, and nothing is lost when the page is closed.
func TestLayOutByTouch(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k3")
	s.F4("c")
	page := func() *controls.Drawn { return s.Shell.Overlay().Content().(*controls.Drawn) }
	s.TouchOn(page(), controls.CardArea(3))
	s.TouchOn(page(), "1")
	s.TouchOn(page(), "BANCO") // the next card is chosen by itself
	s.TouchOn(page(), "+")
	s.TouchOn(page(), "9")
	s.TouchOn(page(), "4")
	s.TouchOn(page(), "Chiudi")
	s.F4("c")
	want := "8@box:1 T@box:2 5@box:3 K@box:1 3@bank 9@box:4"
	var got []string
	for _, l := range s.screen.laid.cards {
		got = append(got, string(l.Card)+"@"+string(l.At))
	}
	if strings.Join(got, " ") != want {
		t.Fatalf("they lie %v, want %s", got, want)
	}
	s.Pass(controls.Rhythm) // what Enter does there is no part of a rhythm
	s.TouchOn(page(), "Conferma queste carte")
	if s.Table().Deal().Phase() != hand.Paused || s.lies() != want {
		t.Fatalf("phase %v, they lie %s", s.Table().Deal().Phase(), s.lies())
	}
	s.Pass(controls.Rhythm)
	s.TouchOn(page(), s.Shell.Text.T("way_relay"))
	s.TouchOn(page(), "Verificato al tavolo")
	s.Pass(controls.Rhythm)
	s.TouchOn(page(), s.Shell.Text.T("sign_ok"))
	s.Keys(screentest.InspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
}

// What an inspector ordered is on paper, with the reason: a card that was burned, the
// shuffle, a pause.
func TestOrdersAreInTheReports(t *testing.T) {
	s := threeBoxes(t)
	s.F4("da7\nScoperta\n" + screentest.InspectorCode)
	s.Keys("805k304")
	s.F4("dcTre carte\n" + screentest.InspectorCode)
	s.F4("c")
	s.Keys("9b\n") // a card that nobody asked for
	s.Keys("\nDi troppo\n" + screentest.InspectorCode)
	var did []string
	for _, r := range reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List {
		did = append(did, r.What+": "+r.Reason)
		for _, c := range r.Cards {
			if len(c.Card) > 1 {
				t.Errorf("of %s a suit is on paper that nobody read", c.Card)
			}
		}
	}
	if got := strings.Join(did, "; "); got != "burned: Scoperta; shuffled: Tre carte; burned: Di troppo" {
		t.Errorf("on paper: %s", got)
	}
}

// "o desse delle carte su un box dove non vi sono scommesse o vi sono scommesse sotto i
// minimi" (source 004, section 7).
func TestCaseBoxWithoutABet(t *testing.T) {
	for _, c := range []struct{ name, bets string }{{"no bet", ""}, {"under the minimum", "25\t5\n"}} {
		t.Run(c.name, func(t *testing.T) {
			s := newSeat(t, "LB1", "it")
			s.Open()
			s.Keys("125\t25\n" + c.bets + "325\t25\n\n")
			s.Keys("805")
			s.F4("b")
			s.Keys("3") // it plays: it cannot be meant
			if s.Table().Deal().Phase() == hand.Paused {
				t.Fatal("a box that plays was taken for one without a bet")
			}
			s.Keys("2\n\n") // that one, and so the cards lie
			s.Keys("\nVista\n" + screentest.InspectorCode)
			if got := s.lies(); got != "8@box:1 T@box:3 5@bank" {
				t.Errorf("they lie %s: %s", got, s.said())
			}
			if r := s.Checked(); r.Kind != record.DealtWithout || !r.Possible {
				t.Errorf("%+v", r)
			}
		})
	}
}

// A card too many is typed where the deal is complete as where it is not.
func TestCaseBoxWithoutABetInAFullDeal(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("125\t25\n325\t25\n\n")
	s.Keys("805k3") // box 1, box 3, bank, box 1, box 3
	s.F4("b")
	s.Keys("2\n")
	l := s.screen.laid
	if !l.adding || l.at != len(l.cards) {
		t.Fatalf("the page opens at card %d of %d", l.at+1, len(l.cards))
	}
	before := len(l.cards)
	s.Keys("2")
	if l = s.screen.laid; len(l.cards) != before+1 || l.cards[before].Card != "2" {
		t.Errorf("they lie %v", l.cards)
	}
}

// Cards in the wrong order: the second card of box 2 lies on box 1.
func TestCaseWrongPlace(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k3")
	s.F4("c")
	s.Keys("91") // the nine came out, and lies on box 1
	s.Keys("\n")
	if s.Table().Deal().Phase() != hand.Paused {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("r" + "Vista da un giocatore\n" + screentest.InspectorCode)
	if r := s.Checked(); !r.Refused() || r.Reason != "Vista da un giocatore" {
		t.Errorf("%+v", r)
	}
	s.Keys("\b" + screentest.InspectorCode) // the refusal is taken back
	s.Keys("\n\nVista\n" + screentest.InspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	if r := s.Checked(); r.What != "relaid" || r.Kind != record.WrongPlace {
		t.Errorf("%+v", r)
	}
}

// "La ricostruzione sarà possibile solamente se al termine della ricostruzione non
// risulteranno carte da bruciare": else the hand is cancelled by a manager and every
// stake goes back, what was paid already too.
func TestCaseCancelled(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304")
	s.Keys("\n\n\n") // the 59 of all three is paid or collected
	s.Keys("s")
	s.F4("i")
	s.Keys("Sabot bloccato\n" + screentest.InspectorCode)
	if len(s.Table().History) != 0 || !strings.Contains(s.said(), "serve il responsabile") {
		t.Fatalf("the inspector: %d hands, %q", len(s.Table().History), s.said())
	}
	s.Keys(screentest.ManagerCode)
	if len(s.Table().History) != 1 || s.Table().History[0].Cancelled == nil {
		t.Fatalf("the manager: %q", s.said())
	}
	h := &s.Table().History[0]
	for _, p := range h.Payments() {
		if p.Net() != 0 || p.Returned != 2500 {
			t.Errorf("%+v", p)
		}
	}
	list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
	var due games.Amount
	for _, p := range list[0].Paid {
		due += p.Due
	}
	// 8-3 and 10-10 lost their 59 of 25, 5-4 won 25.
	if list[0].What != "cancelled" || due != 2500 {
		t.Errorf("%d to give back: %+v", due, list[0])
	}
	s.Keys("\n")
	if s.Shell.Overlay() != nil {
		t.Error("Enter does not go on from what goes back")
	}
	if tray := s.Table().Desk().Worth(); tray.Amount != 5_600_000 {
		t.Errorf("the tray is %+v", tray)
	}
}

// "Se ad inizio distribuzione una carta dovesse apparire scoperta, si procederà col
// bruciare la carta. Se, al contrario, dovesse apparire una carta scoperta come seconda,
// si procederà nello svolgimento regolare. In caso di più carte scoperte terminare (se
// possibile) la mano e iniziare un nuovo mischiaggio" (source 004, section 7).
func TestCaseExposed(t *testing.T) {
	s := threeBoxes(t)
	s.F4("da7\nScoperta\n" + screentest.InspectorCode)
	if got := s.lies(); got != "!7@box:1" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	s.Keys("805")
	s.F4("db")
	if n := s.Table().Notes; len(n) != 1 || n[0].Kind != record.SecondSeen || n[0].Box != 0 || s.Table().Deal().Phase() != hand.Dealing {
		t.Errorf("a second card: %+v", n)
	}
	s.F4("dcTre carte\n" + screentest.InspectorCode)
	s.Keys("k304")
	s.Keys(" sss")
	s.Keys("49 ")
	for range 4 {
		if s.Table().Deal().Phase() == hand.Shoeless {
			break
		}
		s.Keys("9 ")
	}
	if s.Table().Deal().Phase() != hand.Shoeless || len(s.Table().History) != 1 {
		t.Errorf("phase %v, %d hands: %s", s.Table().Deal().Phase(), len(s.Table().History), s.said())
	}
	s.Settled()
}

// "le carte distribuite per errore, che creeranno il cosiddetto diritto di scelta,
// verranno bruciate" (source 004, section 7).
func TestCaseDrawnInError(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304 ")
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	s.F4("eq\nDi troppo\n" + screentest.InspectorCode)
	if got := s.lies(); !strings.HasSuffix(got, "!Q@") || s.Table().Deal().Phase() != hand.Deciding {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	s.Keys("sss9 ")
	s.Keys("9 ")
	s.Settled()
}

// A disputed bet after the call, ruled on by the inspector: what was paid is put right.
func TestCaseDisputedBet(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304")
	s.Keys("\n\n")
	s.F4("g3" + "a" + "50\n" + "Video\n" + screentest.InspectorCode)
	r := s.Checked()
	if r.What != "ruled" || r.Kind != record.DisputedBet || r.Reason != "Video" {
		t.Fatalf("%+v: %s", r, s.said())
	}
	for _, p := range r.Paid {
		// 5-4 on box 3 wins 50 now; nothing of it was paid before.
		if p.Box == 3 && p.Spot == "59" && (p.Due != 5000 || p.WasPaid) {
			t.Errorf("%+v", p)
		}
		if p.Box == 1 && p.Spot == "59" && (p.Due != 0 || !p.WasPaid) {
			t.Errorf("%+v", p)
		}
	}
	s.Keys(" sss9 ")
	s.Keys("9 ")
	s.Settled()
}

// A wrong entry found after the hand closed takes an inspector, and both versions stay.
func TestCaseWrongEntry(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304 sss9 ")
	if len(s.Table().History) != 1 {
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	before := s.Table().History[0].House
	s.F4("h\n\na\n") // the last hand, its first card: an ace
	s.Keys("f" + "Letta male\n" + screentest.InspectorCode)
	h := &s.Table().History[0]
	if h.Corrected == nil || len(h.Was) != 1 || h.Was[0].House != before || h.Round.Laid[0].Card.Rank() != games.Ace {
		t.Fatalf("%+v: %s", h.Corrected, s.said())
	}
	s.Settled()
	list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
	if len(list) != 1 || list[0].What != "corrected" || list[0].Reason != "Letta male" {
		t.Errorf("%+v", list)
	}
}

// Anything can be logged as an incident, with a request to surveillance and its answer;
// it stays in sight until the right person closes it.
func TestCaseIncident(t *testing.T) {
	s := threeBoxes(t)
	s.F4("ja" + "Fiche del box 3 contestate\n") // no letter of it chooses a class
	s.Shows("Di che cosa si tratta?", "Fiche del box 3 contestate")
	s.Keys("a")
	open := s.Table().IncidentBook().OpenIncidents()
	if len(open) != 1 || open[0].Class != record.DisputeIncident || s.Shell.Viewer().TopOf(s.Table(), s.Shell.House.Now()).Mark != "Incidenti aperti: 1" {
		t.Fatalf("%+v", open)
	}
	s.F4("jba" + "Chi ha puntato?\n" + screentest.InspectorCode)
	s.F4("jbb" + "V-17\n" + "Nessuno\n" + screentest.InspectorCode)
	s.F4("jbc" + "A favore della casa\n" + screentest.CroupierCode)
	if len(s.Table().IncidentBook().OpenIncidents()) != 1 {
		t.Fatal("the croupier closed it")
	}
	s.Keys(screentest.InspectorCode)
	i, _ := s.Table().IncidentBook().Incident(open[0].Seq)
	if i.Open() || i.ClosedBy != "21" || len(i.Videos) != 1 || i.Videos[0].Ref != "V-17" || i.Videos[0].Answer != "Nessuno" {
		t.Errorf("%+v: %s", i, s.said())
	}
}

// A bet that is ruled larger while the hand goes on: nobody is paid now, and nobody is told that it changes nothing for them.
func TestRulingBeforeTheHandEnds(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("g2a" + "50\nx\n")
	over := strings.Join(strings.Fields(s.Over()), " ") // a sentence takes two lines
	if !strings.Contains(over, s.Shell.Text.T("approve_counts_so")) || strings.Contains(over, s.Shell.Text.T("approve_no_money")) {
		t.Error(over)
	}
}

// A box with a 59 alone is told which bet it lacks.
func TestBoxLacksItsPlay(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("320\n\n")
	if want := s.Shell.Text.T("refused_box_lacks", text.Args{"Box": 3, "What": "PLAY"}); !strings.Contains(s.said(), want) {
		t.Errorf("it says %q, want %q", s.said(), want)
	}
}

// Every role tries what takes an approval, through the screen: who may, and nobody else.
func TestRightsThroughTheScreen(t *testing.T) {
	roles := map[record.Role]string{record.Croupier: "124712\n", record.Inspector: screentest.InspectorCode, record.Manager: screentest.ManagerCode, record.BackOffice: screentest.OfficeCode}
	dealt, paid, all := "805", "805k304", "805k304 sss9 "
	for _, c := range []struct {
		right        house.Right
		cards, ahead string // keys; then F4 and what goes before the code
		key          fyne.KeyName
	}{
		{house.RelayCards, dealt, "a2\n\n\nx\n", fyne.KeyF4},
		{house.ResumeHand, dealt, "a2\n\nr" + "x\n", fyne.KeyF4},
		{house.PlayOnRight, dealt, "a2\n\nh" + "x\n", fyne.KeyF4},
		{house.BurnExtra, dealt, "eq\nx\n", fyne.KeyF4},
		{house.ShuffleNow, dealt, "dcx\n", fyne.KeyF4},
		{house.RuleBets, dealt, "g2a" + "50\nx\n", fyne.KeyF4},
		{house.CancelHands, paid, "ix\n", fyne.KeyF4},
		{house.CorrectHands, all, "h\n\na\nfax\n", fyne.KeyF4},
		{house.OrderChips, all, "c5000\n\n", fyne.KeyF5},
	} {
		// Who may not is refused, one after the other, and then who may does it.
		var may, mayNot []record.Role
		for _, role := range record.Roles() {
			if c.right.For(role) {
				may = append(may, role)
			} else {
				mayNot = append(mayNot, role)
			}
		}
		for i, allowed := range may {
			s := threeBoxes(t)
			s.Keys(c.cards)
			s.Shell.TypedKey(c.key)
			s.Keys(c.ahead)
			seq := s.Table().Seq
			for _, role := range mayNot {
				if i > 0 {
					break // tried already
				}
				s.Keys(roles[role])
				if s.Table().Seq > seq || !strings.Contains(s.said(), "serve ") {
					t.Errorf("%s by the %s: %d entries, %q", c.right, role, s.Table().Seq-seq, s.said())
				}
			}
			s.Keys(roles[allowed])
			if s.Table().Seq == seq {
				t.Errorf("%s by the %s: refused: %q", c.right, allowed, s.said())
			}
		}
	}
}

// Cards that were entered as they lie are moved by no digit before one is chosen again: a
// code that was typed too early is told as one, and moves nothing.
func TestCardsAsEnteredAreNotMovedByACode(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k3")
	s.F4("c")
	s.Press(fyne.KeyHome)
	s.Keys("2\n")
	page := s.Shell.Overlay().(*laying)
	if !page.page.Shown.Entered {
		t.Fatalf("not entered: %s", s.Over())
	}
	lay := slices.Clone(page.cards)
	s.Keys(strings.TrimSpace(screentest.ManagerCode))
	if !slices.Equal(page.cards, lay) || !page.page.Shown.Entered {
		t.Errorf("they lie %v, were entered %v", page.cards, lay)
	}
	s.Shows(s.Shell.Text.T("lay_code"))
	bank := page.page.Shown.Places[slices.IndexFunc(page.page.Shown.Places, func(p view.PlaceKey) bool { return p.At == games.Bank })]
	for _, key := range []string{"x", "f", "i", "\b", strings.ToLower(bank.Key)} { // nor by what is done with one
		s.Keys(key)
		if !slices.Equal(page.cards, lay) || page.adding || !page.stated {
			t.Errorf("after %q they lie %v", key, page.cards)
		}
		s.Shows(s.Shell.Text.T("lay_stated"))
	}
	page.put(games.AtBox(3)) // as a tap on it does
	if !slices.Equal(page.cards, lay) {
		t.Errorf("after a tap on box 3 they lie %v", page.cards)
	}
	s.Press(fyne.KeyHome) // one that is chosen is put elsewhere as ever
	s.Keys("3")
	if slices.Equal(page.cards, lay) {
		t.Error("the chosen card does not move")
	}
}

// A reconstruction that an inspector refused is no act of Enter any more: the page says what is left, and how the refusal
// is taken back.
func TestRefusedReconstructionIsNotOfferedAgain(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("a2\n\n")
	s.Keys("rVista\n" + screentest.InspectorCode)
	s.F4("")
	shown := s.screen.laid.page.Shown
	want := s.Shell.Text.T("relay_refused", text.Args{"Rule": true})
	if shown.Verdict != want || shown.Possible {
		t.Errorf("it says %q, possible %v", shown.Verdict, shown.Possible)
	}
	for _, w := range shown.Ways {
		if (w.ID == view.WayRelay || w.ID == view.WayRefuse) && (w.On || w.Why != want) {
			t.Errorf("offered is %+v", w)
		}
	}
	seq := s.Table().Seq
	s.Keys("\n")
	if s.Table().Seq != seq || s.screen.laid.word != want {
		t.Errorf("Enter says %q", s.screen.laid.word)
	}
	s.Press(fyne.KeyEscape)
	s.Keys("\b" + screentest.InspectorCode)
	s.F4("")
	if w := s.screen.laid.page.Shown.Ways[0]; !w.On || w.Key != "Enter" {
		t.Errorf("once the refusal is taken back Enter is %+v: %s", w, s.said())
	}
}
