package table

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/games"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// misdealGames are the tables at which cards are dealt wrong: the game, its rules, and how
// many wrong deals of it are played unless SABOT_MISDEALS says otherwise.
var misdealGames = []struct {
	game, rules string
	short       int
	name        string // where it is not the preset's
	set         record.Settings
}{
	{"lugano", `{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000}}}`, 36, "", record.Settings{}},
	{"lugano", `{"preset":"lugano-hand","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000}}}`, 30, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-speed","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 24, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-first","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 16, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-speed","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 14, "revealed", record.Settings{Reveal: true}},
	{"blackjack", `{"preset":"bj-us","limits":{"main":{"min":1000,"max":100000}}}`, 24, "", record.Settings{}},
	{"blackjack", `{"preset":"bj-eu","limits":{"main":{"min":1000,"max":100000}}}`, 24, "", record.Settings{}},
}

// Wrong deals of every kind, found early and late, are entered on the page of a hand as it
// lies, by its keys: what the page says is what `check` says of the same cards; where they
// may be laid again the hand is played to its end, and every bet comes to what `settle`
// says. SABOT_MISDEALS=2000 plays so many of each game.
func TestMisdealsThroughThePage(t *testing.T) {
	for i, g := range misdealGames {
		n := g.short
		if testing.Short() {
			n /= 2
		}
		if many, err := strconv.Atoi(os.Getenv("SABOT_MISDEALS")); err == nil {
			n = (many + 1) / 2 // each game has two presets
		}
		var preset struct{ Preset string }
		if err := json.Unmarshal([]byte(g.rules), &preset); err != nil {
			t.Fatal(err)
		}
		t.Run(preset.Preset+g.name, func(t *testing.T) {
			m := newMisdeals(t, g.game, g.rules, g.set, int64(i+1))
			for hand := range n {
				if m.hand(hand); t.Failed() {
					t.Fatalf("hand %d: %s", hand, strings.Join(m.log, " "))
				}
			}
			t.Log(m.count)
			m.holds()
		})
	}
}

// holds demands that the record of all of it verifies.
func (m *misdeals) holds() {
	m.T.Helper()
	r, err := storage.OpenReader(context.Background(), m.Dir)
	if err != nil {
		m.T.Fatal(err)
	}
	defer r.Close()
	trusted, err := r.Verifier()
	if err != nil {
		m.T.Fatal(err)
	}
	all, err := audit.Verify(context.Background(), r, audit.Check{Trusted: trusted})
	if err != nil {
		m.T.Fatal(err)
	}
	for _, c := range all {
		if c.Fault != nil {
			m.T.Error(c.Fault)
		}
	}
}

// misdeals plays hands whose cards are dealt wrong.
type misdeals struct {
	*seat
	rng   *rand.Rand
	shoe  []games.Card
	ready []games.Card // carried over from the hand before
	count map[string]int
	log   []string
	out   int // how many cards had left the shoe before the hand
}

// fallen is a card as it really left the shoe and lies.
type fallen struct {
	card   games.Card
	at     games.Place
	hidden bool // nobody has seen it
	burned bool
}

func newMisdeals(t *testing.T, game, rules string, set record.Settings, seed int64) *misdeals {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := house.DemoPlan("it", "lugano", 1)
	set.Float = house.DemoFloat()
	plan.Tables[0].Game, plan.Tables[0].Rules, plan.Tables[0].Settings = game, json.RawMessage(rules), &set
	plan.Tables[0] = screentest.Bounded(t, plan.Tables[0])
	if err := errors.Join(h.SetUp(plan), h.Close()); err != nil {
		t.Fatal(err)
	}
	m := &misdeals{seat: seatAt(t, dir, "LB1", "it"), rng: rand.New(rand.NewSource(seed)), count: map[string]int{}}
	m.Open()
	m.shuffle()
	return m
}

// check is what `check` says of cards.
type check struct {
	screentest.Verdict
	Matches bool
	Carried []string
	Relaid  []struct{ To, Card string }
}

func (m *misdeals) check(cards []fallen) check {
	var dealt []map[string]string
	for _, c := range cards {
		name := c.card.String()
		if c.burned {
			name = "!" + name
		}
		dealt = append(dealt, map[string]string{"to": c.at.String(), "card": name})
	}
	var out check
	m.ask(map[string]any{"dealt": dealt}, &out)
	return out
}
