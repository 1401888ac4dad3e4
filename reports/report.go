package reports

import (
	"strconv"
	"time"

	"sabot/games"
)

// Words are the sentences and the way of writing amounts of one language.
type Words interface {
	// T is the sentence of a key, filled with args.
	T(key string, args ...map[string]any) string
	// Amount is money without its currency.
	Amount(games.Amount) string
}

// Report is a report in the words of one language, before it is on a page. Paper, the
// screen's preview, CSV and XLSX are made from it.
type Report struct {
	House    string
	Title    string
	Banner   string // "provisional", "reprint 2"; "" for neither
	Foot     string
	Printed  time.Time // UTC
	Head     []Pair
	Sections []Section
	Seal     string   // the signed head of the record, line by line
	Signers  []string // under the blocks where people sign
}

// Pair is a label and its value.
type Pair struct{ Label, Value string }

// Section is a heading with a table or some lines under it.
type Section struct {
	Heading string
	Lines   []string
	Columns []Column
	Rows    [][]Cell
	Total   bool    // the last row sums up the others
	Size    float64 // of the letters, in points; 0 for 9
}

// Column is one column of a table.
type Column struct {
	Head  string
	Width float64 // millimetres
	Align string  // L or R
}

// Cell is what stands in a table: a text, and the number that it is, if it is one.
type Cell struct {
	Text   string
	Number any // nil, an int or a games.Amount
}

func text(s string) Cell { return Cell{Text: s} }

func number(n int) Cell { return Cell{strconv.Itoa(n), n} }

func amount(w Words, a games.Amount) Cell { return Cell{w.Amount(a), a} }

// dash stands where something is not known, or not there.
const dash = "–"

func clock(t time.Time) string {
	if t.IsZero() {
		return dash
	}
	return t.Local().Format("02.01.2006 15:04")
}

func hour(t time.Time) string { return t.Local().Format("15:04") }

// date is a gaming day as people write it.
func date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02.01.2006")
}
