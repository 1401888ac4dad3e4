package session

import (
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// patience is how long a page waits for odds before it is shown without them.
const patience = 40 * time.Millisecond

// Odds are the exact odds of a game; nil while they are being worked out, which at
// blackjack takes half a second: then ready is called, from elsewhere than the caller.
func Odds(g games.Game, ready func()) []games.SpotOdds {
	if _, known := g.(games.Analysed); !known {
		return nil
	}
	done := make(chan []games.SpotOdds, 1)
	go func() { done <- handfile.Odds(g) }()
	select {
	case values := <-done:
		return values
	case <-time.After(patience):
		go func() {
			<-done
			ready()
		}()
		return nil
	}
}
