package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// troubled is a night of a game, step by step, in which happens what the record has a word for and a night that plays itself has not.
// After each step is said what was entered or why not, what the screen says, and what each command of the table would come to.
type troubled struct {
	*golden
	clock   *demo.Clock
	table   *session.Table
	name    string
	badges  map[string]house.Badge
	views   map[string]view.Viewer
	answers map[string][]string
	step    int
	card    int
}

// newTroubled is a house of a game with nothing entered but its set-up and the people of its demo signed on.
func newTroubled(g *golden, plan house.Plan) *troubled {
	g.Helper()
	n := &troubled{golden: g, clock: demo.NewClock(goldenBegan), badges: map[string]house.Badge{}, views: map[string]view.Viewer{}, answers: map[string][]string{}}
	var err error
	g.house, err = session.Open(g.TempDir(), n.clock.Now)
	g.must(err)
	g.must(g.house.SetUp(plan))
	for _, s := range plan.Staff {
		n.badges[s.Number], err = g.house.SignOn(s.Number + s.PIN)
		g.must(err)
	}
	for _, lang := range text.Languages() {
		n.views[lang] = view.Viewer{Text: papers.Of(g.house).Words(lang), House: &g.house.State, Now: n.clock.Now}
	}
	n.name = plan.Tables[0].Name
	return n
}

func (n *troubled) staff(number string) house.Staff { return n.badges[number].Staff }

// does has somebody of the house do something.
func (n *troubled) does(what string, do func() error) {
	n.Helper()
	n.clock.Pass(time.Minute)
	from := n.house.State.Seq
	n.told(what, record.HouseStream, from, do())
}

// sees has somebody do something at the table that is more than a command.
func (n *troubled) sees(what string, do func() error) {
	n.Helper()
	n.clock.Pass(3 * time.Second)
	from := n.table.State.Seq
	n.told(what, n.name, from, do())
	n.stands()
}

// do has the table carry a command out.
func (n *troubled) do(what string, c session.Command, badges ...house.Badge) {
	n.Helper()
	n.sees(what, func() error { return n.table.Do(c, badges...) })
}

// told says of a step what was entered, and the refusal in words.
func (n *troubled) told(what, stream string, from int64, err error) {
	n.Helper()
	n.step++
	var kinds []string
	for e, err := range n.house.Store().Entries(stream, from+1) {
		n.must(err)
		kinds = append(kinds, record.KindOf(e.Fact))
	}
	said := strings.Join(kinds, " ")
	if err != nil {
		said = strings.TrimSpace(said + " refused: " + n.refused(err))
	}
	n.say("step %d, %s: %s", n.step, what, said)
}

// refused is a refusal in the words of a screen; any other error ends the test.
func (n *troubled) refused(err error) string {
	n.Helper()
	refusal := new(house.Refusal)
	if !errors.As(err, &refusal) {
		n.Fatalf("step %d: %v", n.step, err)
	}
	var game games.Game
	if n.table != nil {
		game = n.table.State.Game
	}
	return n.views["en"].Refused(refusal, game)
}

// stands says how the table stands: its screen, in another language after each step, and what each command would come to.
func (n *troubled) stands() {
	n.Helper()
	t := n.table.State
	langs := text.Languages()
	v := n.views[langs[n.step%len(langs)]]
	screen, err := json.Marshal([]any{v.Of(t, view.Cursor{}, view.Notice{}), v.PlayersOf(t, true), v.TopOf(t, n.clock.Now()), v.Floor().Tile(t, nil)})
	n.must(err)
	var all []string
	for _, a := range n.goldenAsked() {
		facts, err := a.command(t)
		said := ""
		for _, f := range facts {
			said += record.KindOf(f) + string(record.EncodeValue(steady(f))) + " "
		}
		if err != nil {
			said = "refused: " + n.refused(err)
		} else {
			lines, err := json.Marshal([]any{v.Approval(t, facts), v.Moved(t, facts)})
			n.must(err)
			said += string(lines)
		}
		n.answers[a.name] = append(n.answers[a.name], fmt.Sprintf("step %d: %s", n.step, said))
		all = append(all, a.name+" "+said)
	}
	n.say("  screen %s, commands %s", n.of(string(screen)), n.of(all...))
}

// asks says what each command was answered over the night.
func (n *troubled) asks() {
	for _, name := range slices.Sorted(maps.Keys(n.answers)) {
		refused := 0
		for _, a := range n.answers[name] {
			if strings.Contains(a, ": refused: ") {
				refused++
			}
		}
		n.say("command %s: refused %d times of %d, %s", name, refused, len(n.answers[name]), n.of(n.answers[name]...))
	}
}

// float is what lies in the tray, as far as it is known.
func (n *troubled) float() *record.Float {
	if n.table.State.Open && n.table.State.Desk().Worth().Known {
		return demo.Counted(n.table.State, n.house.State.ChipsOf(n.name))
	}
	float := house.DemoFloat()
	return &float
}

// dealer is the croupier on duty.
func (n *troubled) dealer() house.Badge { return n.badges[n.table.State.Croupier] }

// halved are the limits of the table with half the maxima.
func (n *troubled) halved() map[string]games.Limit {
	limits := map[string]games.Limit{}
	if n.table.State.Game == nil {
		return limits
	}
	for spot, l := range n.table.State.Game.Options().Limits {
		l.Max = max(l.Min, l.Max/2/1000*1000)
		limits[spot] = l
	}
	return limits
}

// bets are what lies on the boxes in each hand of a game: on one spot too little, on another too much.
func (n *troubled) bets() []games.Bet {
	return map[string][]games.Bet{
		"LB1": {
			{Box: 1, Spot: "59", Amount: 2000},
			{Box: 1, Spot: "play", Amount: 4000},
			{Box: 2, Spot: "59", Amount: 5000},
			{Box: 2, Spot: "play", Amount: 2500},
			{Box: 5, Spot: "59", Amount: 1000},
			{Box: 5, Spot: "play", Amount: 3000},
			{Box: 5, Spot: "pair", Amount: 500},
			{Box: 5, Spot: "plus8", Amount: 500},
			{Box: 7, Spot: "59", Amount: 500},
			{Box: 9, Spot: "59", Amount: 60_000},
			{Box: 9, Spot: "play", Amount: 2000},
		},
		"PB1": {
			{Box: 1, Spot: "player", Amount: 2500},
			{Box: 2, Spot: "banker", Amount: 3500},
			{Box: 2, Spot: "tie", Amount: 500},
			{Box: 3, Spot: "player", Amount: 2000},
			{Box: 3, Spot: "banker", Amount: 2500, Bettor: "2"},
			{Box: 4, Spot: "perfect_pair", Amount: 500},
			{Box: 4, Spot: "banker_bonus", Amount: 1000},
			{Box: 5, Spot: "player", Amount: 1000},
			{Box: 6, Spot: "player", Amount: 5000},
			{Box: 6, Spot: "banker", Amount: 5500},
			{Box: 7, Spot: "banker", Amount: 250_000},
			{Box: 8, Spot: "player_pair", Amount: 1000},
		},
		"BJ1": {
			{Box: 1, Spot: "main", Amount: 2000},
			{Box: 1, Spot: "behind", Amount: 1500, Bettor: "2"},
			{Box: 2, Spot: "main", Amount: 5000},
			{Box: 2, Spot: "21+3", Amount: 500},
			{Box: 3, Spot: "main", Amount: 2500},
			{Box: 3, Spot: "player_pair", Amount: 500},
			{Box: 3, Spot: "dealer_pair", Amount: 1000},
			{Box: 5, Spot: "main", Amount: 500},
			{Box: 6, Spot: "main", Amount: 120_000},
		},
	}[n.name]
}

func (n *troubled) put(b games.Bet) {
	n.Helper()
	n.do(fmt.Sprintf("bet %d %s %d %s", b.Box, b.Spot, b.Amount, b.Bettor), func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
}

// begins puts the bets down and ends them.
func (n *troubled) begins() {
	n.Helper()
	if len(n.table.State.LastBets) > 2 {
		n.do("the bets again", pit.OfBets(hand.Bets.Repeat))
	} else {
		for _, b := range n.bets() {
			n.put(b)
		}
	}
	n.do("no more bets", pit.OfBets(hand.Bets.Close))
}

// cards deals cards by their names.
func (n *troubled) cards(names string) {
	n.Helper()
	for _, card := range strings.Fields(names) {
		n.do("card "+card, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
}

// goneCard is one of which every copy is burned.
const goneCard = "Ks"

// next is the card that comes next: there is no chance in it, and no shoe has one of them too often.
func (n *troubled) next() string {
	n.card++
	card := "A23456789TJQK"[n.card*8%13:][:1] + "shdc"[n.card%4:][:1]
	if card == goneCard {
		return n.next()
	}
	return card
}

// finish plays the open hand to its end, with answers of which each box gives the first that it may.
func (n *troubled) finish(answers ...games.Action) {
	n.Helper()
	for range 80 {
		t := n.table.State
		if !t.Current.BetsClosed {
			break
		}
		if t.Deal().MayHide() {
			n.do("a card face down", pit.OfDeal(hand.Deal.Hide))
			continue
		}
		switch step := t.Deal().Next(); step.Kind {
		case games.Deal, games.Turn:
			n.cards(n.next())
		case games.ReadSuit:
			lies := t.Current.Round.Laid[step.Card].Card
			n.cards(lies.String() + "h")
		case games.Look:
			n.do("no blackjack", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
		case games.Insuring:
			n.do("nobody insures", pit.OfBets(hand.Bets.EndInsurance))
		case games.Ask:
			do := games.Stand
			if at := slices.IndexFunc(answers, func(a games.Action) bool { return slices.Contains(step.Offers, a) }); at >= 0 {
				do = answers[at]
				answers = slices.Delete(slices.Clone(answers), at, at+1)
			}
			n.do("answer "+string(do), func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
		default:
			n.do("one is paid", pit.OfDeal(hand.Deal.PayNext))
			n.do("all are paid", pit.OfDeal(hand.Deal.PayAll))
			return
		}
	}
	n.Fatalf("step %d: the hand has no end", n.step)
}

// troubledNight plays it all at a table of a game.
func troubledNight(g *golden, game string) {
	g.Helper()
	n := newTroubled(g, house.DemoPlan("it", game, 1))
	n.atTheOffice()
	var err error
	n.table, err = n.house.OpenTable(n.name)
	n.must(err)
	n.firstShift()
	n.secondShift()
	n.must(n.table.Release())
	n.afterwards()
	n.asks()
}
