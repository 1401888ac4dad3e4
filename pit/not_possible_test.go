package pit_test

import (
	"errors"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// What is impossible says what of: only cards that cannot be laid again are told so by the
// sentence about them.
func TestWhatIsImpossibleSaysWhatOf(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe)
	for what, command := range map[string]command{
		"tip":   func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(500) },
		"seats": func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats("A", 1) },
		"limits": func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(map[string]games.Limit{"nowhere": {Min: 500}}, moment.Add(time.Hour), &elena, moment)
		},
	} {
		var refusal *house.Refusal
		if err := f.try(command); !errors.As(err, &refusal) || refusal.Why != house.NotPossible || refusal.What != what {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A table that has never opened knows no game yet: a card that is burned there is refused.
func TestNothingIsBurnedBeforeTheFirstOpening(t *testing.T) {
	if _, err := pit.NewTable("LB1").Felt().BurnCard("2s", &dario, ""); !house.RefusedFor(err, house.TableClosed) {
		t.Errorf("%v", err)
	}
}
