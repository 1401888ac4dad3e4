package record

// LastBetsCalled means: the croupier called the last bets; they close soon.
type LastBetsCalled struct{}

func (LastBetsCalled) kind() string { return "lastbets" }
