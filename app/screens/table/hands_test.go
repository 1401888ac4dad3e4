package table

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// handTable is a preset at which hands are played through the screen's keys.
type handTable struct {
	preset, more string
}

var handTables = []handTable{
	{"lugano", ""},
	{"lugano-hand", ""},
	{"pb-speed", ""},
	{"pb-speed", `,"commission":"tracked"`},
	{"pb-speed-nc", ""},
	{"pb-classic", ""},
	{"pb-classic", `,"commission":"tracked"`},
	{"pb-first", ""},
	{"pb-first", `,"commission":"tracked"`},
	{"pb-first-nc", ""},
	{"bj-us", ""},
	{"bj-eu", ""},
	{"bj-eu", `,"enhc":"original"`},
}

// Hands of every preset, with whatever bets a table sees, keyed in as a croupier keys them:
// each chip that lay is collected, paid or given back by exactly one act that stood on the
// screen before it was done, and every person has what `settle` gives. How many is
// SABOT_HANDS, the first of them SABOT_HANDS_SEED.
func TestHandsThroughTheKeys(t *testing.T) {
	count, seed := 20, int64(1)
	if testing.Short() {
		count = 8
	}
	if n, err := strconv.Atoi(os.Getenv("SABOT_HANDS")); err == nil {
		count = n
	}
	if n, err := strconv.ParseInt(os.Getenv("SABOT_HANDS_SEED"), 10, 64); err == nil {
		seed = n
	}
	for i, table := range handTables {
		t.Run(table.preset+table.more, func(t *testing.T) {
			p := newHandPlayer(t, table, seed+int64(i))
			for n := range count {
				p.slips = n%2 > 0
				p.hand(n)
			}
			t.Logf("%d entered twice, %d hands, %d keys, %d cards, %d decisions, %d acts, %d bets, of them %d void and %d reduced, %d split, %d insurances, %d even money, %d carried cards",
				p.count["slips"], count, p.count["keys"], p.count["cards"], p.count["decisions"], p.count["acts"], p.count["bets"], p.count["void"], p.count["reduced"], p.count["split"], p.count["insurance"], p.count["even"], p.count["carried"])
		})
	}
}

// handPlayer plays hands at one table.
type handPlayer struct {
	*seat
	inspector house.Badge
	rng       *rand.Rand
	shoe      []games.Card
	hole      games.Card   // that lies face down
	laid      []games.Card // of this hand, in shoe order
	ready     []games.Card
	shown     map[string]shownAct // acts that stood on the screen in this hand
	count     map[string]int
	labels    map[string]string // spots by their print
	slips     bool              // entries are taken back and entered once more
}

func newHandPlayer(t *testing.T, table handTable, seed int64) *handPlayer {
	t.Helper()
	g, ok := handfile.Preset(table.preset)
	if !ok {
		t.Fatal(table.preset)
	}
	plan := house.DemoPlan("it", "", 0)
	limits := map[string]games.Limit{}
	raw := `{"preset":"` + table.preset + `"` + table.more + `,"limits":{`
	for i, s := range games.PresetSpots(g) {
		limits[s.Name] = games.Limit{Min: 1000, Max: 20000 + 1000*games.Amount(i)}
		if i > 0 {
			raw += ","
		}
		raw += fmt.Sprintf(`%q:{"min":%d,"max":%d}`, s.Name, limits[s.Name].Min, limits[s.Name].Max)
	}
	plan.Tables = []record.TableSet{{Name: "T1", Game: g.Name(), Rules: []byte(raw + "}}")}}
	dir := t.TempDir()
	if fast, err := os.MkdirTemp("/dev/shm", "sabot-hands"); err == nil { // nothing has to survive
		dir = fast
		t.Cleanup(func() { _ = os.RemoveAll(fast) })
	}
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	p := &handPlayer{seat: seatAt(t, dir, "T1", "it"), rng: rand.New(rand.NewSource(seed)), count: map[string]int{}, labels: map[string]string{}}
	house := &p.Shell.House.State
	anna, errAnna := p.Shell.House.SignOn("114711")
	dario, errDario := p.Shell.House.SignOn("215821")
	if errAnna != nil || errDario != nil {
		t.Fatal(errAnna, errDario)
	}
	p.inspector = dario
	p.must(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: house.Tables[0], Croupier: anna.Staff, Inspector: dario.Staff, Chips: house.Chips}, time.Now())
	}, anna, dario)
	tx := p.Shell.Text
	for _, s := range g.Spots() {
		p.labels[tx.T("spot_"+s.Name)] = s.Name
	}
	p.labels[tx.T("spot_insurance")] = "insurance"
	return p
}

// must is what a croupier does between hands, which is not what is tried here.
func (p *handPlayer) must(command session.Command, who ...house.Badge) {
	p.T.Helper()
	if err := p.screen.session.Do(command, who...); err != nil {
		p.T.Fatal(err)
	}
	p.screen.Update()
}

// hand plays the nth hand to its end.
func (p *handPlayer) hand(n int) {
	p.T.Helper()
	g := p.Table().Game
	if len(p.shoe) < 120 {
		p.newShoe()
	}
	p.shown = map[string]shownAct{}
	hands := len(p.Table().History)
	if n%3 > 0 {
		p.enter(" ") // as before
	} else {
		p.bet()
	}
	for ; ; p.bet() {
		p.enter("\n")
		if p.Table().Current.BetsClosed {
			break
		}
	}
	p.laid, p.ready = p.ready, nil // those that were carried over lie already
	for step := 0; len(p.Table().History) == hands; step++ {
		if step > 500 {
			p.T.Fatalf("hand %d goes on and on: phase %v, %q", n, p.Table().Deal().Phase(), p.said())
		}
		p.goOn()
		if p.slips && len(p.Table().History) == hands && p.rng.Intn(5) == 0 {
			p.slip()
		}
	}
	h := p.Table().History[hands]
	p.check(n, &h, g)
}

// newShoe puts a shoe in place, the commission of the last one paid.
func (p *handPlayer) newShoe() {
	p.T.Helper()
	if len(p.Table().Debts()) > 0 {
		p.must(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	}
	var early []house.Badge // its cut card is not out
	if p.Table().Deal().EndsEarly() {
		early = append(early, p.inspector)
	}
	p.must(func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Approver: &p.inspector.Staff}, time.Now())
	}, early...)
	p.shoe = nil
	for range p.Table().Game.Options().Decks {
		for rank := range 13 {
			for suit := range 4 {
				p.shoe = append(p.shoe, games.NewCard(games.Rank(rank+1), games.Suit(suit)))
			}
		}
	}
	for _, c := range p.ready { // they are out of the new shoe too
		p.shoe = slices.Delete(p.shoe, slices.Index(p.shoe, c), slices.Index(p.shoe, c)+1)
	}
	p.rng.Shuffle(len(p.shoe), func(i, j int) { p.shoe[i], p.shoe[j] = p.shoe[j], p.shoe[i] })
}
