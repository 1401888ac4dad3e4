package reports

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
)

// Words are the sentences and the way of writing amounts of one language.
type Words interface {
	// T returns the sentence of a key, filled with args.
	T(key string, args ...map[string]any) string
	// Amount returns money without its currency, with its minor unit where there is some.
	Amount(games.Amount) string
	// Cents returns money without its currency, always with two decimals.
	Cents(games.Amount) string
}

// Report is a report in the words of one language, before it is on a page. Paper, the
// screen's preview, CSV and XLSX are made from it.
type Report struct {
	House    string
	Address  []string // lines
	Logo     []byte   // a PNG, or none
	Title    string
	Banner   string // "provisional", "version 2", "reprint 2"; "" for none
	Foot     string
	Language string    // of its words
	Comma    bool      // that language writes decimals behind a comma
	Printed  time.Time // in the house's zone
	Head     []Pair
	Sections []Section
	Seal     string     // the signed head of the record
	SealHead string     // what that is, in words
	Spoken   string     // the same so that people can read it to each other; "" for not at all
	Code     string     // what is to be scanned, as a QR code; "" for none
	CodeHigh float64    // of that, in millimetres; 0 for the usual
	Signers  []string   // under the blocks where people sign with their codes
	Signed   [][]string // of a reprint, what stands in their blocks
	ByHand   []string   // under the boxes where people sign with a pen
}

// Pair is a label and its value.
type Pair struct{ Label, Value string }

// Section is a heading with a table or some lines under it.
type Section struct {
	Heading string
	Lines   []string
	Columns []Column
	Rows    [][]Cell
	Total   bool     // the last row sums up the others
	Size    float64  // of the letters, in points; 0 for 9
	Notes   []string // what signs in the table mean, under it
	Name    string   // of its sheet; "" for the heading
}

// Column is one column of a table, as wide as what stands in it.
type Column struct {
	Head  string
	Align string // L or R
}

// A Cell is the content of a table's cell: a text, with its value for programs where it has one.
type Cell struct {
	Text string
	// Number is nil, an int, a games.Amount, a Chip, a time.Time in the house's zone, a Day, a
	// time.Duration or a Share.
	Number any
	Mark   string // a sign that stands behind the number on paper
}

// A Chip is the value of a chip, written with decimals where one beside it has a minor unit.
type Chip struct {
	Value games.Amount
	Cents bool
}

// Share is a part of a whole: 0.05 is five percent.
type Share float64

func text(s string) Cell { return Cell{Text: s} }

// number returns a cell with a number that names something; count is for one that counts.
func number(n int) Cell { return Cell{Text: strconv.Itoa(n), Number: n} }

func count(w pen, n int) Cell { return Cell{Text: w.Words.Amount(games.Amount(n) * 100), Number: n} }

func amount(w Words, a games.Amount) Cell { return Cell{Text: w.Amount(a), Number: a} }

// chips returns the values of chips in the rows of a table: all with decimals where one of them has a minor
// unit, whatever other amounts have.
func chips(w pen, values []games.Amount) []Cell {
	write := w.Words.Amount
	cents := slices.ContainsFunc(values, func(v games.Amount) bool { return v%100 != 0 })
	if cents {
		write = w.Cents
	}
	var cells []Cell
	for _, v := range values {
		cells = append(cells, Cell{Text: write(v), Number: Chip{v, cents}})
	}
	return cells
}

// dash stands where something is not known, or not there.
const dash = "–"

// pen writes the words of a language, times by the house's clock, and amounts of one
// report all with decimals or all without.
type pen struct {
	Words
	form     int // of the evidence: what was drawn by an older one is drawn so again
	zone     *time.Location
	currency string
	since    time.Time         // what hours without a day begin at, in the zone
	cents    *bool             // some amount has a minor unit
	colon    string            // with the blanks that the language has around it
	staff    map[string]string // names of people, by number
}

// Amount implements Words, and notes whether the report needs decimals.
func (w pen) Amount(a games.Amount) string {
	if a%100 != 0 {
		*w.cents = true
	}
	if *w.cents {
		return w.Cents(a)
	}
	return w.Words.Amount(a)
}

// with returns the pen for a report whose times without a day follow a moment.
func (w pen) with(since time.Time) pen {
	w.since = since
	return w
}

// colonOf returns a colon as a language writes it.
func colonOf(language string) string {
	if language == "fr" {
		return tight + ": "
	}
	return ": "
}

// box and spot are names of places, which stay on one line.
func (w pen) box(n int) string {
	return strings.ReplaceAll(w.T("box_n", map[string]any{"Box": n}), " ", tight)
}

func (w pen) spot(name string) string { return strings.ReplaceAll(w.T("spot_"+name), " ", tight) }

// money returns a heading over amounts, with their currency.
func (w pen) money(key string) string { return w.T(key) + " · " + w.currency }

// clock returns a moment by the house's clock, with its zone.
func (w pen) clock(t time.Time) string {
	if t.IsZero() {
		return dash
	}
	return t.In(w.zone).Format("02.01.2006 15:04 MST")
}

// hour returns a moment of a shift; where clocks were put on or back since, with its zone, and since form 7 of another day than that
// with the day.
func (w pen) hour(t time.Time) string {
	t, since := t.In(w.zone), w.since.In(w.zone)
	format := "15:04"
	if w.since.IsZero() {
		return t.Format(format)
	}
	_, then := since.Zone()
	if _, now := t.Zone(); now != then {
		format += " MST"
	}
	if w.form >= form7 && t.Format(time.DateOnly) != since.Format(time.DateOnly) {
		format = "02.01. " + format
	}
	return t.Format(format)
}

// moment and at are clock and hour in a table.
func (w pen) moment(t time.Time) Cell {
	if t.IsZero() {
		return text(dash)
	}
	return Cell{Text: w.clock(t), Number: t.In(w.zone)}
}

func (w pen) at(t time.Time) Cell {
	if t.IsZero() {
		return text(dash)
	}
	return Cell{Text: w.hour(t), Number: t.In(w.zone)}
}

// length returns how long something lasted, in hours and minutes, as the clock shows its beginning and end; before form 7 to the
// nearest minute.
func (w pen) length(from, to time.Time) Cell {
	if to.IsZero() {
		return text(dash)
	}
	d := to.Sub(from)
	shown := d.Round(time.Minute)
	if w.form >= form7 {
		shown = to.Truncate(time.Minute).Sub(from.Truncate(time.Minute))
	}
	minutes := strconv.Itoa(int(shown.Minutes()) % 60)
	return Cell{Text: strconv.Itoa(int(shown.Hours())) + ":" + strings.Repeat("0", 2-len(minutes)) + minutes, Number: d}
}

// share returns a part of a whole in percent, without the percent sign; a dash where the whole is 0.
func (w pen) share(part, whole games.Amount) Cell {
	if whole == 0 {
		return text(dash)
	}
	s := float64(part) / float64(whole)
	hundredths := games.Amount(s*10000 + 0.5)
	if s < 0 {
		hundredths = games.Amount(s*10000 - 0.5)
	}
	return Cell{Text: w.Cents(hundredths), Number: Share(s)}
}

// zoneName returns the zone of a report's clock and its offset from UTC at the first moment. It adds the offset
// at the last moment where that is another.
func (w pen) zoneName(first, last time.Time) string {
	name, offset := w.zone.String(), "UTC"+first.In(w.zone).Format("-07:00")
	if name == "UTC" {
		return "UTC"
	}
	if then := "UTC" + last.In(w.zone).Format("-07:00"); then != offset {
		offset += ", " + then
	}
	return name + " (" + offset + ")"
}

// Date returns a gaming day as people write it; another text stays as it is.
func Date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02.01.2006")
}

// days returns gaming days as people write them: one where to is "", else from one to another.
func days(from, to string) string {
	if to == "" {
		return Date(from)
	}
	return Date(from) + " – " + Date(to)
}

// ofDays returns the key of a sentence about a gaming day, or of the one about several days. Papers before form 7 had but the first.
func (w pen) ofDays(to, one, several string) string {
	if to == "" || w.form < form7 {
		return one
	}
	return several
}

// day returns a cell with a gaming day.
func day(day string) Cell {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return text(day)
	}
	return Cell{Text: Date(day), Number: Day(day)}
}
