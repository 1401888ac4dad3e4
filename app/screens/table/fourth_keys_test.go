package table

import (
	"errors"
	"math/rand"
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/games/gametest/threecard"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// fourthTable is a table of a game that no program has.
func fourthTable(t *testing.T) *seat {
	t.Helper()
	t.Cleanup(handfile.Register(handfile.Kind{Name: threecard.Name, Presets: threecard.Presets, Texts: threecard.Texts, Open: func(p string) (handfile.Configurable, bool) { return threecard.New(p) }}))
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := house.DemoPlan("it", "", 1)
	plan.Tables = plan.Tables[:1]
	plan.Tables[0].Name, plan.Tables[0].Game, plan.Tables[0].Rules, plan.Tables[0].Settings = "TC1", threecard.Name, []byte(`"`+threecard.Preset+`"`), nil
	plan.Tables[0] = screentest.Bounded(t, plan.Tables[0])
	if err := errors.Join(h.SetUp(plan), h.Close()); err != nil {
		t.Fatal(err)
	}
	return seatAt(t, dir, "TC1", "it")
}

// Any keys, wherever they lead: as at the tables of the house.
func TestRandomKeysAtTheFourthGame(t *testing.T) {
	s := fourthTable(t)
	m := &monkey{seat: s, rng: rand.New(rand.NewSource(4)), count: map[string]int{}}
	s.Shell.Exit = func() { m.count["left"]++ }
	m.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	m.home()
	for n := range 400 {
		m.act()
		if t.Failed() {
			t.Fatalf("key %d after %s", n, strings.Join(m.log[max(0, len(m.log)-25):], " · "))
		}
		if n%100 == 99 {
			m.home()
			if len(m.Table().Alarms) > 0 { // no hand begins before it is acknowledged
				s.F4("l" + screentest.InspectorCode)
			}
		}
	}
	m.home()
	t.Logf("%v; at most %d keys back to the bets", m.count, m.most)
	(&misdeals{seat: m.seat}).holds()
}
