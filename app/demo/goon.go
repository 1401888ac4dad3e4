package demo

import (
	"errors"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// goOn ends the hand that somebody left open. Nobody remembers which cards come next in the
// shoe, so others do; where they cannot be those that lie face down, a manager cancels the hand.
func (p *player) goOn() {
	if p.err = p.table.Whole(); p.err != nil {
		return
	}
	p.sees()
	p.shuffle()
	p.hole = p.draw()
	defer func() { p.shoe = p.shoe[:min(len(p.shoe), p.table.State.Deal().CardsLeft())] }() // the shoe ends where it did
	by := p.inspector.Staff
	now := p.table.State.Current
	switch p.table.State.Deal().Phase() {
	case hand.Shoeless:
		return
	case hand.Paused:
		if !p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&by, "ripreso dopo l'interruzione") }, p.inspector) {
			p.putRight()
		}
		if p.cancelled() {
			return
		}
	case hand.Burning:
		p.burn()
		return
	case hand.Betting:
		if len(now.Round.Bets) == 0 {
			return
		}
		if !p.may(pit.OfBets(hand.Bets.Close)) { // not all of them lay yet: they are taken back
			for p.err == nil && len(p.table.State.Current.Round.Bets) > 0 {
				p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
			}
			return
		}
	}
	p.deal()
	if refused := new(house.Refusal); errors.As(p.err, &refused) {
		p.err = nil
		p.cancel("ripresa non possibile")
	}
}

// sees acknowledges what waits for the inspector: of a card that nobody remembers there may be no more in the
// shoe.
func (p *player) sees() {
	by := p.inspector.Staff
	p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&by) }, p.inspector)
}
