package session

import (
	"sync"
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// oddsOf is the exact odds of the rules that were asked for last.
type oddsOf struct {
	mu     sync.Mutex
	rules  string
	values []games.SpotOdds
}

// patience is how long a page waits for odds before it is shown without them.
const patience = 40 * time.Millisecond

// Odds are the exact odds of a game; nil while they are being worked out, which at
// blackjack takes half a second: then ready is called, from elsewhere than the caller.
func (t *Table) Odds(g games.Game, ready func()) []games.SpotOdds {
	analysed, ok := g.(games.Analysed)
	if !ok {
		return nil
	}
	rules := string(handfile.EncodeRules(g))
	if values, known := t.odds.get(rules); known {
		return values
	}
	done := make(chan struct{})
	go func() {
		t.odds.set(rules, analysed.SpotOdds())
		close(done)
	}()
	select {
	case <-done:
		values, _ := t.odds.get(rules)
		return values
	case <-time.After(patience):
		go func() {
			<-done
			ready()
		}()
		return nil
	}
}

func (o *oddsOf) get(rules string) ([]games.SpotOdds, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.values, o.rules == rules
}

func (o *oddsOf) set(rules string, values []games.SpotOdds) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rules, o.values = rules, values
}
