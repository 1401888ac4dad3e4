package games

// Ruled is a game with rules of its own beside its Options.
type Ruled interface {
	Game
	// Rules returns those rules as the table plays them, by key of the hand file; a value is a string, a bool, an int, a []string
	// or a Rounding.
	Rules() map[string]any
	// Takes returns each of them with the values that it takes, in the order in which a form asks.
	Takes() []Rule
	// WithRule returns the game with one of them changed; false where the game has no such rule or the value is none of those it
	// takes.
	WithRule(key string, value any) (Game, bool)
}

// Rule is a rule of a game's own: the keys of its words and the values that it takes. Its
// name is the sentence "rulename_" and its key; a value of one of several is "rulevalue_",
// the key, "_" and the value.
type Rule struct {
	Key  string // in the hand file
	Kind RuleKind
	// Values are the choices of OneOf; of OddsEach the names of the odds.
	Values      []string
	Least, Most int // of Count
	// Idle says that nothing depends on it as the preset has the game.
	Idle bool
}

// A RuleKind is a kind of values that a rule takes.
type RuleKind int

// The kinds of rule.
const (
	YesNo      RuleKind = iota + 1 // a bool
	OneOf                          // a string of Rule.Values
	Count                          // an int from Rule.Least to Rule.Most
	OneOdds                        // odds, as a string: "3:2"
	OddsEach                       // a []string, odds for each of Rule.Values
	HowRounded                     // a Rounding; what it leaves out is as in Options.Rounding
)

// Takes reports whether a rule takes a value.
func (r Rule) Takes(value any) bool {
	switch v := value.(type) {
	case bool:
		return r.Kind == YesNo
	case int:
		return r.Kind == Count && v >= r.Least && v <= r.Most
	case Rounding:
		return r.Kind == HowRounded && v.takes()
	case string:
		if r.Kind == OneOdds {
			_, err := ParseOdds(v)
			return err == nil
		}
		for _, one := range r.Values {
			if r.Kind == OneOf && one == v {
				return true
			}
		}
	case []string:
		for _, odds := range v {
			if _, err := ParseOdds(odds); err != nil {
				return false
			}
		}
		return r.Kind == OddsEach && len(v) == len(r.Values)
	}
	return false
}
