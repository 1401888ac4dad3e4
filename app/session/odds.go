package session

import (
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// patience is how long a page waits for odds before it is shown without them.
const patience = 40 * time.Millisecond

// Odds returns the exact odds of a game. It returns nil while they are being worked out, which takes half a
// second at blackjack; then it calls ready from another goroutine. It returns nil for a game without such odds
// too.
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
