package pit

// A table is the open hand with what it has to know of its table. What is asked of it, and what may be done, is behind three doors.
type table struct {
	at At
	*Hand
}

// A Bets is the door to what lies on the felt before the cards do: bets, early decisions, insurances, and the end of betting.
type Bets struct{ table }

// A Deal is the door to the cards of a hand in their order, what players answer, and what is paid.
type Deal struct{ table }

// A Felt is the door to a hand in which something went wrong: how its cards lie, and how it is put right.
type Felt struct{ table }

// BetsAt returns the door to the bets of a hand.
func BetsAt(at At, h *Hand) Bets { return Bets{table{at, h}} }

// DealAt returns the door to the cards of a hand.
func DealAt(at At, h *Hand) Deal { return Deal{table{at, h}} }

// FeltAt returns the door to a hand in which something went wrong.
func FeltAt(at At, h *Hand) Felt { return Felt{table{at, h}} }

func (t table) bets() Bets { return Bets{t} }
func (t table) deal() Deal { return Deal{t} }
