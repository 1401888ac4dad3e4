package screens

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// The codes of the house to try.
const (
	croupierCode  = "114711\n"
	inspectorCode = "215821\n"
	managerCode   = "316931\n"
	officeCode    = "417041\n"
)

// f4 says what went wrong.
func (s *seat) f4(keys string) {
	s.t.Helper()
	s.shell.typedKey(fyne.KeyF4)
	s.keys(keys)
}

// threeBoxes is a hand of Lugano with 25 on the 59 and on PLAY of three boxes.
func threeBoxes(t *testing.T) *seat {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("125\t25\n225\t25\n325\t25\n\n")
	if s.table().Phase() != pit.Dealing {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	return s
}

// verdict is what `check` says of the cards as they lay.
type verdict struct {
	OK              bool     `json:"ok"`
	Reconstructable bool     `json:"reconstructable"`
	Surplus         []string `json:"surplus"`
	Moved           []struct{ Card, From, To string }
}

// checked compares what the reconstruction report has of the last hand that was put right
// with what `check` says of the same cards.
func (s *seat) checked() reports.Reconstruction {
	s.t.Helper()
	state := s.table()
	list := reports.ReconstructionsOf(state, &s.shell.house.State).List
	if len(list) == 0 {
		s.t.Fatal("the report has no reconstruction")
	}
	got := list[len(list)-1]
	hand := &state.Current
	if h, closed := state.ClosedHand(got.Hand); closed {
		hand = h
	}
	r := hand.Relays[len(hand.Relays)-1]
	type laid struct {
		To   string `json:"to"`
		Card string `json:"card"`
	}
	line := struct {
		Game  string           `json:"game"`
		Rules json.RawMessage  `json:"rules"`
		Bets  []map[string]any `json:"bets"`
		Dealt []laid           `json:"dealt"`
	}{Game: state.Game.Name(), Rules: handfile.EncodeRules(state.Game)}
	for _, b := range r.Round.Bets {
		line.Bets = append(line.Bets, map[string]any{"box": b.Box, "spot": b.Spot, "amount": b.Amount})
	}
	round, _ := games.Canonical(state.Game, games.Round{Laid: r.Before})
	for _, l := range round.Laid {
		card := l.Card.String()
		if l.Burned {
			card = "!" + card
		}
		line.Dealt = append(line.Dealt, laid{l.At.String(), card})
	}
	text, err := json.Marshal(line)
	if err != nil {
		s.t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := handfile.Check(bytes.NewReader(text), &out); err != nil {
		s.t.Fatal(err)
	}
	var want verdict
	if err := json.Unmarshal(out.Bytes(), &want); err != nil || !want.OK {
		s.t.Fatalf("check says %s: %v", out.String(), err)
	}
	moved := 0
	for _, c := range got.Cards {
		if c.Moved() {
			moved++
		}
	}
	if got.Possible != want.Reconstructable || len(got.Surplus) != len(want.Surplus) || !got.Refused() && want.Reconstructable && moved != len(want.Moved) {
		s.t.Errorf("the report has possible %v, surplus %v, %d moved; check says %s", got.Possible, got.Surplus, moved, out.String())
	}
	return got
}

// settled compares what every closed hand came to with `settle`.
func (s *seat) settled() {
	s.t.Helper()
	for i := range s.table().History {
		h := &s.table().History[i]
		if h.Cancelled != nil {
			continue
		}
		var out bytes.Buffer
		if _, err := handfile.Settle(bytes.NewReader(handfile.Encode(h.Export(s.table().Game))), &out); err != nil {
			s.t.Fatal(err)
		}
		if recorded := string(handfile.EncodeSettlement(h.Settlement(s.table().Game))) + "\n"; recorded != out.String() {
			s.t.Errorf("hand %d\nrecorded %s\nsettle   %s", h.Number, recorded, out.String())
		}
	}
}

func (s *seat) lies() string {
	var words []string
	for _, l := range s.table().Current.Round.Laid {
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
	s.keys("805")
	s.f4("a2\n\n") // a box was passed over: box 2, and so the cards lie
	if s.table().Phase() != pit.Paused || s.shell.overlay == nil {
		t.Fatalf("phase %v", s.table().Phase())
	}
	s.keys("\nVista\n" + croupierCode)
	if s.table().Phase() != pit.Paused || !strings.Contains(s.said(), "serve un ispettore o il responsabile") {
		t.Fatalf("the croupier: phase %v, %q", s.table().Phase(), s.said())
	}
	s.keys(inspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3" || s.table().Next().At != games.Bank {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	if r := s.checked(); r.What != "relaid" || r.Kind != record.SkippedBox || r.Box != 2 || !r.Possible || r.By != "Dario Bianchi" || r.Croupier != "Anna Rossi" {
		t.Errorf("%+v", r)
	}
	s.keys("k304") // the deal goes on
	s.keys(" sss49 ")
	if len(s.table().History) != 1 {
		t.Fatalf("the hand does not end: phase %v, %s", s.table().Phase(), s.said())
	}
	s.settled()
}

// The page with a finger: the cards are touched, then where they lie; one that is over is
// added, and nothing is lost when the page is closed.
func TestLayOutByTouch(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k3")
	s.f4("c")
	page := func() *controls.Drawn { return s.shell.overlay.content().(*controls.Drawn) }
	s.touchOn(page(), controls.CardArea(3))
	s.touchOn(page(), "1")
	s.touchOn(page(), "BANCO") // the next card is chosen by itself
	s.touchOn(page(), "+")
	s.touchOn(page(), "9")
	s.touchOn(page(), "4")
	s.touchOn(page(), "Chiudi")
	s.f4("c")
	want := "8@box:1 T@box:2 5@box:3 K@box:1 3@bank 9@box:4"
	var got []string
	for _, l := range s.shell.table.laid.cards {
		got = append(got, string(l.Card)+"@"+string(l.At))
	}
	if strings.Join(got, " ") != want {
		t.Fatalf("they lie %v, want %s", got, want)
	}
	s.touchOn(page(), "Le carte stanno così")
	if s.table().Phase() != pit.Paused || s.lies() != want {
		t.Fatalf("phase %v, they lie %s", s.table().Phase(), s.lies())
	}
	s.touchOn(page(), s.shell.text.T("way_relay"))
	s.touchOn(page(), "Verificato al tavolo")
	s.touchOn(page(), s.shell.text.T("sign_ok"))
	s.keys(inspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
}

// What an inspector ordered is on paper, with the reason: a card that was burned, the
// shuffle, a pause.
func TestOrdersAreInTheReports(t *testing.T) {
	s := threeBoxes(t)
	s.f4("da7\nScoperta\n" + inspectorCode)
	s.keys("805k304")
	s.f4("dcTre carte\n" + inspectorCode)
	s.f4("c")
	s.keys("9b\n") // a card that nobody asked for
	s.keys("\nDi troppo\n" + inspectorCode)
	var did []string
	for _, r := range reports.ReconstructionsOf(s.table(), &s.shell.house.State).List {
		did = append(did, r.What+": "+r.Reason)
		for _, c := range r.Cards {
			if len(c.Card) > 1 {
				t.Errorf("of %s a suit is on paper that nobody read", c.Card)
			}
		}
	}
	if got := strings.Join(did, "; "); got != "burned: Scoperta; shuffled: Tre carte; relaid: Di troppo" {
		t.Errorf("on paper: %s", got)
	}
}

// "o desse delle carte su un box dove non vi sono scommesse o vi sono scommesse sotto i
// minimi" (source 004, section 7).
func TestCaseBoxWithoutABet(t *testing.T) {
	for _, c := range []struct{ name, bets string }{{"no bet", ""}, {"under the minimum", "25\t5\n"}} {
		t.Run(c.name, func(t *testing.T) {
			s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
			s.open()
			s.keys("125\t25\n" + c.bets + "325\t25\n\n")
			s.keys("805")
			s.f4("b")
			s.keys("3") // it plays: it cannot be meant
			if s.table().Phase() == pit.Paused {
				t.Fatal("a box that plays was taken for one without a bet")
			}
			s.keys("2\n\n") // that one, and so the cards lie
			s.keys("\nVista\n" + inspectorCode)
			if got := s.lies(); got != "8@box:1 T@box:3 5@bank" {
				t.Errorf("they lie %s: %s", got, s.said())
			}
			if r := s.checked(); r.Kind != record.DealtWithout || !r.Possible {
				t.Errorf("%+v", r)
			}
		})
	}
}

// Cards in the wrong order: the second card of box 2 lies on box 1.
func TestCaseWrongPlace(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k3")
	s.f4("c")
	s.keys("91") // the nine came out, and lies on box 1
	s.keys("\n")
	if s.table().Phase() != pit.Paused {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	s.keys("r" + "Vista da un giocatore\n" + inspectorCode)
	if r := s.checked(); !r.Refused() || r.Reason != "Vista da un giocatore" {
		t.Errorf("%+v", r)
	}
	s.keys("\n\nVista\n" + inspectorCode)
	if got := s.lies(); got != "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	if r := s.checked(); r.What != "relaid" || r.Kind != record.WrongPlace {
		t.Errorf("%+v", r)
	}
}

// "La ricostruzione sarà possibile solamente se al termine della ricostruzione non
// risulteranno carte da bruciare": else the hand is cancelled by a manager and every
// stake goes back, what was paid already too.
func TestCaseCancelled(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k304")
	s.keys("\n\n\n") // the 59 of all three is paid or collected
	s.keys("s")
	s.f4("i")
	s.keys("Sabot bloccato\n" + inspectorCode)
	if len(s.table().History) != 0 || !strings.Contains(s.said(), "serve il responsabile") {
		t.Fatalf("the inspector: %d hands, %q", len(s.table().History), s.said())
	}
	s.keys(managerCode)
	if len(s.table().History) != 1 || s.table().History[0].Cancelled == nil {
		t.Fatalf("the manager: %q", s.said())
	}
	h := &s.table().History[0]
	for _, p := range h.Payments() {
		if p.Net() != 0 || p.Returned != 2500 {
			t.Errorf("%+v", p)
		}
	}
	list := reports.ReconstructionsOf(s.table(), &s.shell.house.State).List
	var due games.Amount
	for _, p := range list[0].Paid {
		due += p.Due
	}
	// 8-3 and 10-10 lost their 59 of 25, 5-4 won 25.
	if list[0].What != "cancelled" || due != 2500 {
		t.Errorf("%d to give back: %+v", due, list[0])
	}
	s.keys("\x1b")
	if tray := s.table().Tray(); tray.Amount != 5_600_000 {
		t.Errorf("the tray is %+v", tray)
	}
}

// "Se ad inizio distribuzione una carta dovesse apparire scoperta, si procederà col
// bruciare la carta. Se, al contrario, dovesse apparire una carta scoperta come seconda,
// si procederà nello svolgimento regolare. In caso di più carte scoperte terminare (se
// possibile) la mano e iniziare un nuovo mischiaggio" (source 004, section 7).
func TestCaseExposed(t *testing.T) {
	s := threeBoxes(t)
	s.f4("da7\nScoperta\n" + inspectorCode)
	if got := s.lies(); got != "!7@box:1" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	s.keys("805")
	s.f4("db")
	if n := s.table().Notes; len(n) != 1 || n[0].Kind != record.SecondSeen || s.table().Phase() != pit.Dealing {
		t.Errorf("a second card: %+v", n)
	}
	s.f4("dcTre carte\n" + inspectorCode)
	s.keys("k304")
	s.keys(" sss")
	s.keys("49 ")
	for range 4 {
		if s.table().Phase() == pit.Shoeless {
			break
		}
		s.keys("9 ")
	}
	if s.table().Phase() != pit.Shoeless || len(s.table().History) != 1 {
		t.Errorf("phase %v, %d hands: %s", s.table().Phase(), len(s.table().History), s.said())
	}
	s.settled()
}

// "le carte distribuite per errore, che creeranno il cosiddetto diritto di scelta,
// verranno bruciate" (source 004, section 7).
func TestCaseDrawnInError(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k304 ")
	if s.table().Phase() != pit.Deciding {
		t.Fatalf("phase %v", s.table().Phase())
	}
	s.f4("eq\nDi troppo\n" + inspectorCode)
	if got := s.lies(); !strings.HasSuffix(got, "!Q@box:1") || s.table().Phase() != pit.Deciding {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	s.keys("sss9 ")
	s.keys("9 ")
	s.settled()
}

// A disputed bet after the call, ruled on by the inspector: what was paid is put right.
func TestCaseDisputedBet(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k304")
	s.keys("\n\n")
	s.f4("g3" + "a" + "50\n" + "Video\n" + inspectorCode)
	r := s.checked()
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
	s.keys(" sss9 ")
	s.keys("9 ")
	s.settled()
}

// A wrong entry found after the hand closed takes an inspector, and both versions stay.
func TestCaseWrongEntry(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k304 sss9 ")
	if len(s.table().History) != 1 {
		t.Fatalf("phase %v", s.table().Phase())
	}
	before := s.table().History[0].House
	s.f4("h\n\na") // the last hand, its first card: an ace
	s.keys("f" + "Letta male\n" + inspectorCode)
	h := &s.table().History[0]
	if h.Corrected == nil || len(h.Was) != 1 || h.Was[0].House != before || h.Round.Laid[0].Card.Rank() != games.Ace {
		t.Fatalf("%+v: %s", h.Corrected, s.said())
	}
	s.settled()
	list := reports.ReconstructionsOf(s.table(), &s.shell.house.State).List
	if len(list) != 1 || list[0].What != "corrected" || list[0].Reason != "Letta male" {
		t.Errorf("%+v", list)
	}
}

// Anything can be logged as an incident, with a request to surveillance and its answer;
// it stays in sight until the right person closes it.
func TestCaseIncident(t *testing.T) {
	s := threeBoxes(t)
	s.f4("jaa" + "Box 3 dice di aver puntato\n")
	open := s.table().OpenIncidents()
	if len(open) != 1 || open[0].Class != record.DisputeIncident || s.shell.viewer().TopOf(s.table(), s.shell.house.Now()).Mark != "Incidenti aperti: 1" {
		t.Fatalf("%+v", open)
	}
	s.f4("jba" + "Chi ha puntato?\n" + inspectorCode)
	s.f4("jbb" + "V-17\n" + "Nessuno\n" + inspectorCode)
	s.f4("jbc" + "A favore della casa\n" + croupierCode)
	if len(s.table().OpenIncidents()) != 1 {
		t.Fatal("the croupier closed it")
	}
	s.keys(inspectorCode)
	i, _ := s.table().Incident(open[0].Seq)
	if i.Open() || i.ClosedBy != "21" || len(i.Videos) != 1 || i.Videos[0].Ref != "V-17" || i.Videos[0].Answer != "Nessuno" {
		t.Errorf("%+v: %s", i, s.said())
	}
}

// Every role tries what takes an approval, through the screen: who may, and nobody else.
func TestRightsThroughTheScreen(t *testing.T) {
	roles := map[record.Role]string{record.Croupier: "124712\n", record.Inspector: inspectorCode, record.Manager: managerCode, record.BackOffice: officeCode}
	dealt, paid, all := "805", "805k304", "805k304 sss9 "
	for _, c := range []struct {
		right        people.Right
		cards, ahead string // keys; then F4 and what goes before the code
		key          fyne.KeyName
	}{
		{people.RelayCards, dealt, "a2\n\n\nx\n", fyne.KeyF4}, {people.ResumeHand, dealt, "a2\n\nr" + "x\n", fyne.KeyF4}, {people.PlayOnRight, dealt, "a2\n\nh" + "x\n", fyne.KeyF4},
		{people.BurnExtra, dealt, "eq\nx\n", fyne.KeyF4}, {people.ShuffleNow, dealt, "dcx\n", fyne.KeyF4}, {people.RuleBets, dealt, "g2a" + "50\nx\n", fyne.KeyF4},
		{people.CancelHands, paid, "ix\n", fyne.KeyF4}, {people.CorrectHands, all, "h\n\nafax\n", fyne.KeyF4},
		{people.OrderChips, all, "c5000\n\n", fyne.KeyF5},
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
			s.keys(c.cards)
			s.shell.typedKey(c.key)
			s.keys(c.ahead)
			seq := s.table().Seq
			for _, role := range mayNot {
				if i > 0 {
					break // tried already
				}
				s.keys(roles[role])
				if s.table().Seq > seq || !strings.Contains(s.said(), "serve ") {
					t.Errorf("%s by the %s: %d entries, %q", c.right, role, s.table().Seq-seq, s.said())
				}
			}
			s.keys(roles[allowed])
			if s.table().Seq == seq {
				t.Errorf("%s by the %s: refused: %q", c.right, allowed, s.said())
			}
		}
	}
}
