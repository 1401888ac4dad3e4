package record

import "sabot/games"

// WrongPayout means: at a box of a hand somebody was paid, or was collected from, another
// sum than the hand came to. Amount is what the player has too much by it (more than 0)
// or too little, minor units: the tray has as much less.
type WrongPayout struct {
	Hand     int          `json:"hand"`
	Box      int          `json:"box"`
	Bettor   string       `json:"bettor,omitempty"`
	Amount   games.Amount `json:"amount" amount:"signed"`
	Reason   string       `json:"reason"`
	Approver string       `json:"approver"`
}

// PayoutSettled means: of the wrong payout that is entry Payout so much came back (more
// than 0), or was given to the player after all.
type PayoutSettled struct {
	Payout   int64        `json:"payout"`
	Amount   games.Amount `json:"amount" amount:"signed"`
	Reason   string       `json:"reason,omitempty"`
	Approver string       `json:"approver"`
}

// MoveVoided means: entry Seq of the shift, a move of chips or cash between the hands, was
// not so. It stays in the record and counts no more; what was so is an entry of its own.
type MoveVoided struct {
	Seq      int64  `json:"seq"`
	Reason   string `json:"reason"`
	Approver string `json:"approver"`
}

func (WrongPayout) kind() string   { return "wrongpayout" }
func (PayoutSettled) kind() string { return "payoutsettled" }
func (MoveVoided) kind() string    { return "movevoided" }
