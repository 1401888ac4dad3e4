package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/forms"
)

// A HouseSum is the house's result on a gaming day, in its month and its year to that day, or on some days. Shifts
// that are still open are not in it.
type HouseSum struct {
	House   string
	Day     string
	To      string `json:",omitempty"` // the last day, where it is of several
	Open    int    // shifts of these days that are still open
	Periods []Period
	Voided  []VoidedSlip `json:",omitempty"` // of the month, the oldest first
	// Running has a line for each shift that is still open, as far as it has come. Its Win is the result by hands: nobody has
	// counted yet. It is no part of a paper.
	Running []HouseLine `json:"-"`
	// Ahead says that the last of the days was not over: there may be more shifts.
	Ahead bool `json:",omitempty"`
	Reach
}

// A Period is the sum of some gaming days.
type Period struct {
	Of       string // a key: "day", "month", "year", "span"
	From, To string
	Lines    []HouseLine // by currency, game and table
	// Croupiers are the people who dealt them, by currency, game and number; they are no figures of the house.
	Croupiers []CroupierLine `json:"-"`
}

// A HouseLine is the result of a table with one game.
type HouseLine struct {
	Currency, Preset, Table string

	Shifts, Hands int
	Turnover      games.Amount
	Drop          games.Amount
	Guesses       int      // shifts whose drop nobody has counted: it is what was bought in
	Win           tray.Sum // by count
	Theo          games.Amount
	Unknown       games.Amount `json:",omitempty"` // stakes of which nobody knows the odds: no part of Theo
	Luck          Luck         `json:",omitzero"`  // of its shifts whose game knows how far results stray
}

// A HouseShift is a shift's part of the sums of the house.
type HouseShift struct {
	Table, Currency, Preset string
	ShiftSum
	Stakes    []Stake
	DropIsOff bool // as pit.Table.DropIsOff has it
	PaidWrong bool `json:"-"` // as pit.Table.PaidOtherwise has it; no figure of the house
	// CorrectedOff is as pit.Table.CorrectedOff has it; no figure of the house.
	CorrectedOff bool `json:"-"`
	Voided       []VoidedSlip
	// Croupiers are the people who dealt its hands, by number, once it has closed; they are no figures of the house.
	Croupiers []CroupierPart `json:"-"`
}

// A Stake is the amount staked on a spot before anything was doubled, with the house's edge there by the game's
// own odds. The edge is in parts of a thousand million; nil where it is not known.
type Stake struct {
	Spot   string
	Amount games.Amount
	Edge   *int64 `json:",omitempty"`
}

// HouseShiftOf returns what a shift adds to the house's sums, in this Sabot's form.
func HouseShiftOf(t *pit.Table, h *house.House) HouseShift {
	return (&Evidence{Form: Form}).HouseShiftOf(t, h)
}

// HouseShiftOf returns what a shift adds to the house's sums, in the form of the evidence.
func (e *Evidence) HouseShiftOf(t *pit.Table, h *house.House) HouseShift {
	e.judges(t)
	s := shiftWithout(t, h, e.Form)
	shift := HouseShift{Table: t.Name, Currency: s.Currency, Preset: s.Preset, ShiftSum: shiftSum(&s, len(t.History), e.Form), DropIsOff: t.DropIsOff(), PaidWrong: t.PaidOtherwise(), CorrectedOff: t.CorrectedOff(), Voided: voidedOf(&s), Croupiers: croupiersOf(t)}
	shift.Stakes = stakesOf(t, e.Form)
	return shift
}

// stakesOf sums up first stakes by spot and edge. The same spot has several edges where rules changed during the
// shift, or where rounding takes more of a small stake.
func stakesOf(t *pit.Table, form int) []Stake {
	type key struct {
		spot  string
		edge  int64
		known bool
	}
	edges, sums := edgesOf{}, map[key]games.Amount{}
	for i := range t.History {
		hand := &t.History[i]
		if hand.Cancelled != nil {
			continue
		}
		game := forms.GameOf(t, hand, form)
		put(game, hand, func(_ int, spot string, amount games.Amount) {
			edge, known := edges.at(game, spot, amount, form)
			sums[key{spot, edge, known}] += amount
		})
	}
	var stakes []Stake
	for k, amount := range sums {
		stake := Stake{Spot: k.spot, Amount: amount}
		if k.known {
			stake.Edge = &k.edge
		}
		stakes = append(stakes, stake)
	}
	slices.SortFunc(stakes, func(a, b Stake) int {
		return cmp.Or(cmp.Compare(a.Spot, b.Spot), cmp.Compare(edgeOf(a), edgeOf(b)))
	})
	return stakes
}

func edgeOf(s Stake) int64 {
	if s.Edge == nil {
		return 0
	}
	return *s.Edge
}

// A theo is a sum of stakes times edges, not rounded yet.
type theo struct{ sum, amount, edge, product big.Int }

func (t *theo) add(stakes []Stake) (unknown games.Amount) {
	for _, s := range stakes {
		if s.Edge == nil {
			unknown += s.Amount
			continue
		}
		t.product.Mul(t.amount.SetInt64(int64(s.Amount)), t.edge.SetInt64(*s.Edge))
		t.sum.Add(&t.sum, &t.product)
	}
	return unknown
}

// expectedOf returns what the odds make of stakes, rounded once, and what was staked where nobody knows them.
func expectedOf(stakes []Stake) (expected, unknown games.Amount) {
	var t theo
	unknown = t.add(stakes)
	return t.rounded(), unknown
}

// rounded returns the sum in minor units, rounded once, half away from zero.
func (t *theo) rounded() games.Amount {
	const unit = 1_000_000_000
	twice := new(big.Int).Mul(&t.sum, big.NewInt(2))
	half := big.NewInt(unit)
	if twice.Sign() < 0 {
		half.Neg(half)
	}
	twice.Add(twice, half)
	switch sum := twice.Quo(twice, big.NewInt(2*unit)); {
	case sum.IsInt64():
		return games.Amount(sum.Int64())
	case sum.Sign() < 0:
		return math.MinInt64
	default:
		return math.MaxInt64
	}
}

// HouseSumOf sums shifts up to a gaming day, in this Sabot's form.
func HouseSumOf(house, day string, shifts []HouseShift) (HouseSum, error) {
	return (&Evidence{Form: Form}).HouseSumOf(house, day, shifts)
}

// tooMany returns which of some sums are to be left out, so that the amounts of all others can be summed up. They
// are those with the largest amounts.
func tooMany[T any](sums []T) (left []int) {
	bulks, order := make([]games.Amount, len(sums)), make([]int, len(sums))
	for i := range sums {
		bulks[i], order[i] = record.Bulk(sums[i]), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bulks[a], bulks[b]) })
	all := games.Amount(0)
	for _, i := range order {
		if all = all.Plus(bulks[i]); all > games.MaxSum {
			left = append(left, i)
		}
	}
	return left
}

// Summable returns those of some lines whose amounts can be summed up, and the others, which have the largest amounts.
func Summable(lines []HouseLine) (all, left []HouseLine) {
	without := tooMany(lines)
	for i := range lines {
		if slices.Contains(without, i) {
			left = append(left, lines[i])
		} else {
			all = append(all, lines[i])
		}
	}
	return all, left
}

// TooMuch returns the fault of a table whose amounts are more than can be summed up.
func TooMuch(table string) *record.Fault {
	return &record.Fault{Table: table, Code: record.WrongAmount, What: "its amounts are more than can be summed up"}
}

// HouseSumOf sums shifts of any tables up to a gaming day, in the form of the evidence. They are the shifts of the
// day's year, or of the days FROM..TO. Errors: a day that is no gaming day; TooMuch, with the table whose amounts
// cannot be summed up.
func (e *Evidence) HouseSumOf(house, day string, shifts []HouseShift) (HouseSum, error) {
	from, to, span := strings.Cut(day, "..")
	at, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return HouseSum{}, fmt.Errorf("%q is no gaming day", day)
	}
	if _, err := time.Parse(time.DateOnly, to); span && (err != nil || from > to) {
		return HouseSum{}, fmt.Errorf("the days %q are not FROM..TO", day)
	}
	s := HouseSum{House: house, Day: from, To: to}
	first := func(d time.Time) string { return d.Format(time.DateOnly) }
	periods := []Period{
		{Of: "day", From: day, To: day},
		{Of: "month", From: first(at.AddDate(0, 0, 1-at.Day())), To: day},
		{Of: "year", From: YearOf(day), To: day},
	}
	begins, ends := YearOf(day), day
	if span {
		periods = []Period{{Of: "span", From: from, To: to}}
		begins, ends = from, to
	}
	var bulk games.Amount
	for i := range shifts {
		if shift := &shifts[i]; shift.Day >= begins && shift.Day <= ends {
			if bulk = bulk.Plus(record.Bulk(*shift)); bulk > games.MaxSum {
				return s, TooMuch(shift.Table)
			}
		}
	}
	for _, p := range periods {
		p.sum(shifts, e.Form)
		s.Periods = append(s.Periods, p)
		if p.Of == "month" || p.Of == "span" {
			s.Voided = voidedOfMonth(shifts, p.From, p.To)
		}
	}
	for i := range shifts {
		if shift := &shifts[i]; shift.Closed.IsZero() && shift.Day >= begins && shift.Day <= ends {
			s.Open++
			s.Running = append(s.Running, shift.running())
		}
	}
	slices.SortFunc(s.Running, compareLines)
	return s, nil
}

// HouseSumByTable does what HouseSumOf does, and leaves out the tables whose amounts are too large to sum; left
// names them.
func HouseSumByTable(house, day string, shifts []HouseShift) (all HouseSum, left []string, err error) {
	if all, err = HouseSumOf(house, day, nil); err != nil {
		return all, nil, err
	}
	by := map[string][]HouseShift{}
	for _, s := range shifts {
		by[s.Table] = append(by[s.Table], s)
	}
	var sums []HouseSum
	var names []string
	for _, table := range slices.Sorted(maps.Keys(by)) {
		sum, err := HouseSumOf(house, day, by[table])
		if err != nil {
			left = append(left, table)
			continue
		}
		sums, names = append(sums, sum), append(names, table)
	}
	for _, i := range all.Add(sums...) {
		left = append(left, names[i])
	}
	return all, left, nil
}

// running returns the line of a shift that is still open.
func (s *HouseShift) running() HouseLine {
	l := s.line(tray.KnownSum(s.Result.ByHands))
	l.Theo, l.Unknown = expectedOf(s.Stakes)
	return l
}

// line returns the line of a shift with that win, without what the odds make of its stakes.
func (s *HouseShift) line(win tray.Sum) HouseLine {
	l := HouseLine{
		Currency: s.Currency, Preset: s.Preset, Table: s.Table, Shifts: 1, Hands: s.Hands,
		Turnover: s.Turnover, Drop: s.Cash, Win: win, Luck: s.Luck,
	}
	if s.Guess {
		l.Guesses = 1
	}
	return l
}

// Add adds the sums of other tables up to the same gaming day. It returns the tables that it leaves out, because
// their amounts cannot be summed up. These are the tables with the largest amounts, which no honest table has.
func (s *HouseSum) Add(tables ...HouseSum) (left []int) {
	left = tooMany(tables)
	for i := range tables {
		if slices.Contains(left, i) {
			continue
		}
		t := &tables[i]
		s.Open += t.Open
		s.Running = append(s.Running, t.Running...)
		for j := range s.Periods {
			p := &s.Periods[j]
			p.Lines = append(p.Lines, t.Periods[j].Lines...)
			for _, l := range t.Periods[j].Croupiers {
				p.Croupiers = addCroupier(p.Croupiers, l)
			}
		}
		s.Voided = append(s.Voided, t.Voided...)
	}
	for i := range s.Periods {
		slices.SortFunc(s.Periods[i].Lines, compareLines)
	}
	slices.SortFunc(s.Running, compareLines)
	s.Voided = sortedVoided(s.Voided)
	return left
}

// YearOf returns the first gaming day of the year of a day.
func YearOf(day string) string { return day[:min(4, len(day))] + "-01-01" }

// sum adds the shifts of the period up that have closed. What is expected of each is rounded once, so that shifts,
// tables and days add up to their totals, on this paper and on others. Before form 7 what is expected of a table
// was rounded once.
func (p *Period) sum(shifts []HouseShift, form int) {
	type key struct{ currency, preset, table string }
	lines, exact := map[key]*HouseLine{}, map[key]*theo{}
	for i := range shifts {
		s := &shifts[i]
		if s.Day < p.From || s.Day > p.To || s.Closed.IsZero() {
			continue
		}
		k := key{s.Currency, s.Preset, s.Table}
		if lines[k] == nil {
			lines[k] = &HouseLine{Currency: s.Currency, Preset: s.Preset, Table: s.Table, Win: tray.KnownSum(0)}
			exact[k] = &theo{}
		}
		l := lines[k]
		l.add(s.line(s.Result.ByCount))
		if form < forms.Seven {
			l.Unknown += exact[k].add(s.Stakes)
		} else {
			expected, unknown := expectedOf(s.Stakes)
			l.Theo, l.Unknown = l.Theo+expected, l.Unknown+unknown
		}
		for _, part := range s.Croupiers {
			p.Croupiers = addCroupier(p.Croupiers, CroupierLine{s.Currency, s.Preset, part})
		}
	}
	for k, l := range lines {
		l.Theo += exact[k].rounded()
		p.Lines = append(p.Lines, *l)
	}
	slices.SortFunc(p.Lines, compareLines)
}

func compareLines(a, b HouseLine) int {
	return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Preset, b.Preset), cmp.Compare(a.Table, b.Table))
}

// OfHouse returns e with the sums of the house.
func (e Evidence) OfHouse(s HouseSum) (Evidence, error) { return e.with(&s) }
