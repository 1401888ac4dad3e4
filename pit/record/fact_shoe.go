package record

// DealtDry means: no bet lies, and the hand is dealt all the same, so that the roads go on
// (source 002). It stands where BetsClosed does in a hand with bets.
type DealtDry struct{}

// CardsKept means: something happened after which the cards must be changed, and an
// inspector lets the shoe be dealt to its end with them.
type CardsKept struct {
	Why CardChange `json:"why"`
	By  string     `json:"by"`
}

func (DealtDry) kind() string  { return "dry" }
func (CardsKept) kind() string { return "cardskept" }
