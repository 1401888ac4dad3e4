package games

// Sentence is a rule of a table in words: its key, and what it is filled in with. A value
// is a number, a text that is the same in every language, or an Amount.
type Sentence struct {
	Key  string
	Args map[string]any
}

// Say returns a sentence; values come in pairs, a name and its value.
func Say(key string, values ...any) Sentence {
	s := Sentence{Key: key, Args: map[string]any{}}
	for i := 0; i+1 < len(values); i += 2 {
		s.Args[values[i].(string)] = values[i+1]
	}
	return s
}

// Worded is a game that says its rules in words, as this table plays them: what a sentence
// names it takes from where the procedure and the settlement take it.
type Worded interface {
	Words() []Sentence
}

// Reasoned is a game that names the rule of its procedure by which the house's next card is due
// or none is.
type Reasoned interface {
	// DrawnBy returns the sentences of Words that apply to a round, or one that only this asks for. There is none where nobody had
	// anything to decide: the first cards do not lie, boxes are still asked, or no hand of the house may take one more in any
	// case.
	DrawnBy(Round) []Sentence
}
