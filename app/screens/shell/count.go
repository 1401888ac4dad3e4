package shell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A Count asks how much of each value there is, the largest first: of chips, or of notes.
type Count struct {
	Title, Lead string
	Flow        controls.Flow           // which way what is counted goes
	Of          string                  // the heading over the values
	Values      []games.Amount          // minor units, ascending
	Currency    string                  // of the amounts; "" for that of the page
	Sparse      bool                    // few of them are meant
	Books       func(games.Amount) bool // nothing asks behind a count of that much: Enter twice; nil where something always does
	Exactly     tray.Sum                // what it must come to, where that is no secret
	// Refuses returns why a count that comes to so much is not accepted, "" where it is; nil where any is.
	Refuses func(record.Float) string
	Done    func(record.Float)
	Skip    func() // leaves the count out; nil where it cannot be
}

// CountOf returns the page of a count.
func (s *Shell) CountOf(c Count) Page {
	page, _ := s.CountAgain(c)
	return page
}

// CountAgain returns the page of a count, and a function that begins it again, empty.
func (s *Shell) CountAgain(c Count) (Page, func()) {
	tx := s.Text
	var page *controls.Count
	skip := ""
	if c.Skip != nil {
		skip = tx.T("count_skip")
	}
	var sure func(typed []string) string
	if c.Books != nil {
		sure = func(typed []string) string { return s.sure(c, typed) }
	}
	page = controls.NewCount(controls.Count{
		Sure: sure,
		Skip: skip, OnSkip: c.Skip, Sparse: c.Sparse,
		Flow: c.Flow, Title: c.Title, Lead: c.Lead, Chip: c.Of, Worth: tx.T("count_worth"), Piece: tx.T("count_pieces"),
		OK: tx.T("count_ok"), Each: tx.T("count_each"), Close: s.LeaveWord(), OnClose: s.Back,
		Show:   func(typed []string) controls.Counted { return s.counted(c, typed) },
		Refuse: func(line int, typed string) string { return s.codeFor(c.Values[len(c.Values)-1-line], typed) },
		OnDone: func(typed []string) {
			if line, word := s.mistake(c, typed); word != "" {
				page.Wrong(line, word)
				return
			}
			worth, _ := amounts(typed)
			float, _ := tray.CountFloat(c.Values, worth)
			if word := c.refusal(float); word != "" {
				page.Wrong(0, word)
				return
			}
			c.Done(float)
		},
	}, len(c.Values))
	return PageOf(page.Drawn, page.Rune, page.Key), page.Again
}

// refusal returns why a count is not accepted; "" where it is.
func (c Count) refusal(float record.Float) string {
	if c.Refuses == nil {
		return ""
	}
	return c.Refuses(float)
}

// sure returns the sentence that asks for Enter once more; "" where something else will, or the count will not do.
func (s *Shell) sure(c Count, typed []string) string {
	worth, _ := amounts(typed)
	float, _ := tray.CountFloat(c.Values, worth)
	if _, word := s.mistake(c, typed); word != "" || c.refusal(float) != "" || float.Value() == 0 || !c.Books(float.Value()) {
		return ""
	}
	return s.Text.T("count_sure")
}

// mostPieces is how many chips or notes of one value anybody counts on a page: more, where it may be a code, is one.
const mostPieces = 5000

// codeFor returns the word that what was typed as the worth of some chips is somebody's code, typed a page too
// early, or ends in one. It returns "" where it may be an amount of them.
func (s *Shell) codeFor(value games.Amount, typed string) string {
	if s.House == nil || !s.House.State.People().IsCode(typed) && !s.endsInCode(typed) {
		return ""
	}
	if worth, ok := text.ParseAmount(typed); ok && value > 0 && worth%value == 0 && worth/value <= mostPieces {
		return ""
	}
	return s.Text.T("count_code")
}

// endsInCode reports whether a code may be typed behind something else.
func (s *Shell) endsInCode(typed string) bool {
	for n := range typed {
		if s.House.State.People().MayEndCode(typed[n:]) {
			return true
		}
	}
	return false
}

// amounts returns the typed amounts, the largest value's first, in the order of the values, and which lines are
// invalid.
func amounts(typed []string) (worth []games.Amount, none []int) {
	worth = make([]games.Amount, len(typed))
	for i, s := range typed {
		if s == "" {
			continue
		}
		a, ok := text.ParseAmount(s)
		if worth[len(typed)-1-i] = a; !ok {
			none = append(none, i)
		}
	}
	return worth, none
}

// mistake returns the first invalid line of a count, and why: "" where all are valid.
func (s *Shell) mistake(c Count, typed []string) (line int, word string) {
	tx := s.Text.In(cmp.Or(c.Currency, s.Text.Currency))
	worth, none := amounts(typed)
	_, wrong := tray.CountFloat(c.Values, worth)
	for i := range typed {
		value := c.Values[len(c.Values)-1-i]
		why := ""
		if slices.Contains(none, i) {
			why = tx.T("count_no_multiple", text.Args{"What": tx.Amount(value)})
		}
		for _, r := range wrong {
			if r.What == strconv.FormatInt(int64(value), 10) {
				if why = s.Viewer().Refused(r, nil); r.Why == house.NoMultiple {
					why = tx.T("count_no_multiple", text.Args{"What": tx.Amount(value)})
				}
			}
		}
		if why != "" {
			return i, tx.T("count_wrong", text.Args{"Value": tx.Amount(value), "Why": why})
		}
	}
	return 0, ""
}

// counted returns how a count is shown while it is typed.
func (s *Shell) counted(c Count, typed []string) controls.Counted {
	tx := s.Text.In(cmp.Or(c.Currency, s.Text.Currency))
	covered := make([]string, len(typed)) // where a code is typed it is not shown, nor what it comes to
	typed = slices.Clone(typed)
	for i := range typed {
		if s.codeFor(c.Values[len(c.Values)-1-i], typed[i]) != "" {
			covered[i], typed[i] = strings.Repeat("•", len(typed[i])), ""
		}
	}
	worth, none := amounts(typed)
	float, wrong := tray.CountFloat(c.Values, worth)
	out := controls.Counted{Total: tx.T("count_total", text.Args{"Amount": tx.Money(float.Value())})}
	for i := range c.Values {
		value := c.Values[len(c.Values)-1-i]
		line := controls.CountLine{Chip: tx.Amount(value), Typed: typed[i] + covered[i], Wrong: slices.Contains(none, i)}
		if typed[i] != "" && !line.Wrong {
			line.Worth = tx.Cents(worth[len(typed)-1-i])
		}
		if n := float.Pieces(value); n > 0 {
			line.Pieces = "× " + strconv.FormatInt(n, 10)
		}
		for _, r := range wrong {
			if r.What == strconv.FormatInt(int64(value), 10) {
				line.Wrong = true
			}
		}
		out.Lines = append(out.Lines, line)
	}
	_, out.Word = s.mistake(c, typed)
	other := c.Exactly.Known && float.Value() != c.Exactly.Amount
	refused := c.refusal(float)
	if out.Refused = out.Word != "" || other || refused != ""; out.Word == "" && float.Value() > 0 {
		out.Word = refused
	}
	if c.Exactly.Known {
		out.Note = tx.T("count_should_be", text.Args{"Amount": tx.Money(c.Exactly.Amount)})
	}
	return out
}
