package forms

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/reports/paper"
)

// A Pen writes the words of a language, times by the house's clock, and amounts of one
// report all with decimals or all without.
type Pen struct {
	paper.Words
	Form     int // of the evidence: what was drawn by an older one is drawn so again
	Zone     *time.Location
	Currency string
	since    time.Time // what hours without a day begin at, in the zone
	Minor    *bool     // some amount has a minor unit
	Colon    string    // with the blanks that the language has around it
}

// Amount implements Words, and notes whether the report needs decimals.
func (w Pen) Amount(a games.Amount) string {
	if a%100 != 0 {
		*w.Minor = true
	}
	if *w.Minor {
		return w.Cents(a)
	}
	return w.Words.Amount(a)
}

// Since returns the pen for a report whose times without a day follow a moment.
func (w Pen) Since(since time.Time) Pen {
	w.since = since
	return w
}

// ColonOf returns a colon as a language writes it.
func ColonOf(language string) string {
	if language == "fr" {
		return paper.Tight + ": "
	}
	return ": "
}

// Box returns the name of a box, which stays on one line.
func (w Pen) Box(n int) string {
	return strings.ReplaceAll(w.T("box_n", map[string]any{"Box": n}), " ", paper.Tight)
}

// Spot returns the name of a spot, which stays on one line.
func (w Pen) Spot(name string) string { return strings.ReplaceAll(w.T("spot_"+name), " ", paper.Tight) }

// Money returns a heading over amounts, with their currency.
func (w Pen) Money(key string) string { return w.T(key) + " · " + w.Currency }

// Clock returns a moment by the house's clock, with its zone.
func (w Pen) Clock(t time.Time) string { return paper.Clock(t, w.Zone) }

// Hour returns a moment of a shift. It has the zone where clocks were put on or back since, and since form 7 the
// day where that is another one.
func (w Pen) Hour(t time.Time) string {
	t, since := t.In(w.Zone), w.since.In(w.Zone)
	format := "15:04"
	if w.since.IsZero() {
		return t.Format(format)
	}
	_, then := since.Zone()
	if _, now := t.Zone(); now != then {
		format += " MST"
	}
	if w.Form >= Seven && t.Format(time.DateOnly) != since.Format(time.DateOnly) {
		format = "02.01. " + format
	}
	return t.Format(format)
}

// Moment returns what Clock does, as a cell.
func (w Pen) Moment(t time.Time) paper.Cell { return paper.Moment(t, w.Zone) }

// At returns what Hour does, as a cell; a dash for no moment.
func (w Pen) At(t time.Time) paper.Cell {
	if t.IsZero() {
		return paper.Text(paper.Dash)
	}
	return paper.Cell{Text: w.Hour(t), Number: t.In(w.Zone)}
}

// Length returns how long something lasted, in hours and minutes, as the clock shows its beginning and end; before form 7 to the
// nearest minute.
func (w Pen) Length(from, to time.Time) paper.Cell {
	if to.IsZero() {
		return paper.Text(paper.Dash)
	}
	d := to.Sub(from)
	shown := d.Round(time.Minute)
	if w.Form >= Seven {
		shown = to.Truncate(time.Minute).Sub(from.Truncate(time.Minute))
	}
	minutes := strconv.Itoa(int(shown.Minutes()) % 60)
	return paper.Cell{Text: strconv.Itoa(int(shown.Hours())) + ":" + strings.Repeat("0", 2-len(minutes)) + minutes, Number: d}
}

// Share returns a part of a whole in percent, without the percent sign; a dash where the whole is 0.
func (w Pen) Share(part, whole games.Amount) paper.Cell {
	if whole == 0 {
		return paper.Text(paper.Dash)
	}
	s := float64(part) / float64(whole)
	hundredths := games.Amount(s*10000 + 0.5)
	if s < 0 {
		hundredths = games.Amount(s*10000 - 0.5)
	}
	return paper.Cell{Text: w.Cents(hundredths), Number: paper.Share(s)}
}

// ZoneName returns the zone of a report's clock and its offset from UTC at the first moment. It adds the offset
// at the last moment where that is another.
func (w Pen) ZoneName(first, last time.Time) string {
	name, offset := w.Zone.String(), "UTC"+first.In(w.Zone).Format("-07:00")
	if name == "UTC" {
		return "UTC"
	}
	if then := "UTC" + last.In(w.Zone).Format("-07:00"); then != offset {
		offset += ", " + then
	}
	return name + " (" + offset + ")"
}

// OfDays returns the key of a sentence about a gaming day, or of the one about several days. Papers before form 7 had but the first.
func (w Pen) OfDays(to, one, several string) string {
	if to == "" || w.Form < Seven {
		return one
	}
	return several
}

// Count returns a cell with a number that counts, written as amounts are.
func (w Pen) Count(n int) paper.Cell {
	return paper.Cell{Text: w.Words.Amount(games.Amount(n) * 100), Number: n}
}

// Chips returns the values of chips in the rows of a table. All have decimals where one of them has a minor unit,
// whatever other amounts have.
func (w Pen) Chips(values []games.Amount) []paper.Cell {
	write := w.Words.Amount
	cents := slices.ContainsFunc(values, func(v games.Amount) bool { return v%100 != 0 })
	if cents {
		write = w.Cents
	}
	var cells []paper.Cell
	for _, v := range values {
		cells = append(cells, paper.Cell{Text: write(v), Number: paper.Chip{Value: v, Cents: cents}})
	}
	return cells
}

// Early returns an early decision in words.
func (w Pen) Early(e games.Early) string {
	said := w.T("early_none")
	switch {
	case e.Choice == games.ChooseSplit && e.Then == games.Double:
		said = w.T("early_split") + " + " + w.T("early_double")
	case e.Choice != games.None:
		said = w.T("early_" + string(e.Choice))
	}
	switch {
	case e.HasFunds && e.Funds == 0:
		said += ", " + w.T("early_broke")
	case e.HasFunds:
		said += ", " + w.T("early_up_to", map[string]any{"Amount": w.Amount(e.Funds)})
	}
	return said
}

// Signed returns an amount with its sign, 0 without one.
func (w Pen) Signed(a games.Amount) string {
	if a > 0 {
		return "+" + w.Amount(a)
	}
	return w.Amount(a)
}

// Card returns a card in a sentence as people read it, before form 7 as hand files write it. It leaves a text that
// is no card unchanged.
func (w Pen) Card(name string) string {
	if w.Form < Seven || len(name) > 2 {
		return name
	}
	return CardName(name)
}

// CardName returns a card as people read it, with its suit where somebody read one.
func CardName(card string) string {
	signs := map[byte]string{'s': "♠", 'h': "♥", 'd': "♦", 'c': "♣"}
	name := card
	if n := len(card); n > 1 && signs[card[n-1]] != "" {
		name = card[:n-1] + signs[card[n-1]]
	}
	if strings.HasPrefix(name, "T") {
		name = strconv.Itoa(10) + name[1:]
	}
	return name
}
