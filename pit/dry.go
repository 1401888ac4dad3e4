package pit

import (
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// MayDealDry says whether a hand can be dealt here without bets: the whole of it follows
// from the cards alone.
func (t Bets) MayDealDry() bool {
	if t.at.Game == nil {
		return false
	}
	_, err := t.at.Game.Next(games.Round{Number: 1, Dry: true})
	return err == nil
}

// DealDry has the hand dealt without bets, so that the roads go on (source 002). It counts
// as a hand of the shoe, and its cards as any others. Refusals: those of CloseBets;
// NeedsBets where the game's deal goes by the bets, HandOpen where some lie.
func (t Bets) DealDry() ([]record.Fact, error) {
	if err := t.beginning(); err != nil {
		return nil, err
	}
	if !t.MayDealDry() {
		return nil, house.Refuse(house.NeedsBets)
	}
	if len(t.Round.Bets) > 0 {
		return nil, house.Refuse(house.HandOpen)
	}
	after := *t.Hand
	after.dealDry()
	return t.answer(record.DealtDry{}, &after, func() ([]record.Fact, error) { return t.close([]record.Fact{record.DealtDry{}}, after) })
}

func (h *Hand) dealDry() { h.BetsClosed, h.Round.Dry = true, true }
