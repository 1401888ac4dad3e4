package floor

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/tray"
)

// A tableSum is the sum of a table's open shift so far, in its currency.
type tableSum struct {
	currency                   string
	result, turnover, boughtIn games.Amount // the result by hands
	float                      tray.Sum
}

// sumOf returns the sum of a table.
func sumOf(currency string, t *pit.Table, figures *view.Figures) tableSum {
	return tableSum{currency, figures.Result, figures.Turnover, t.Result().BoughtIn, t.Desk().Worth()}
}

// sumsWord returns what all open tables have come to so far, hidden ones too: each currency by itself. It says of how many
// where the hands of some are not read yet.
func (f *Floor) sumsWord() string {
	sums := map[string]*tableSum{}
	var currencies []string
	open, known := map[string]int{}, map[string]int{}
	for _, t := range f.tiles {
		if !t.Open {
			continue
		}
		of := t.sum.currency
		if sums[of] == nil {
			sums[of], currencies = &tableSum{}, append(currencies, of)
		}
		if open[of]++; t.known {
			known[of]++
			s := sums[of]
			s.result, s.turnover, s.boughtIn = s.result.Plus(t.sum.result), s.turnover.Plus(t.sum.turnover), s.boughtIn.Plus(t.sum.boughtIn)
		}
	}
	slices.Sort(currencies)
	var words []string
	for _, of := range currencies {
		s := sums[of]
		money, tables := f.shell.Text.In(of).Alike(s.result, s.turnover, s.boughtIn), view.Digit(open[of])
		if known[of] < open[of] {
			tables = view.Digit(known[of]) + "/" + tables
		}
		words = append(words, f.t("floor_sums", text.Args{
			"Tables": tables, "Result": money.Signed(s.result), "Turnover": money.Amount(s.turnover), "Cash": money.Amount(s.boughtIn), "Currency": of,
		}))
	}
	return strings.Join(words, "   ")
}
