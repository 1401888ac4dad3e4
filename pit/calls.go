package pit

import (
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// CallLastBets is ultime puntate. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, HandPausedNow, NothingChanges where they were called already.
func (t Bets) CallLastBets() ([]record.Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if !t.LastBets.IsZero() {
		return nil, house.Refuse(house.NothingChanges)
	}
	return []record.Fact{record.LastBetsCalled{}}, nil
}

// LastCall is how long before the end of the time to bet the last bets are announced:
// "Il messaggio ULTIME PUNTATE viene visualizzato quando rimangono solo 5 secondi nel
// periodo di puntata" (source 000).
const LastCall = 5 * time.Second

// BetTime is how long bets are taken at this table once the first one lies; 0 where no
// clock runs.
func (t Bets) BetTime() time.Duration { return time.Duration(t.at.Settings.BetTime) * time.Second }

// betsLie notes since when bets have lain in the hand.
func (h *Hand) betsLie(at time.Time) {
	switch {
	case len(h.Round.Bets) == 0:
		h.BetsSince = time.Time{}
	case h.BetsSince.IsZero():
		h.BetsSince = at
	}
}
