package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"sabot/app/pitserver"
	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/reports"
)

// spoken is the language of what this program prints; files are in the house's.
const spoken = "en"

// pitReport makes the report of the house over all tables that have shipped: a gaming day, its month and its
// year to that day, or a span of days, by game, table and croupier.
func pitReport(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit report")
	dir, day, lang := f.String("pit", "", ""), f.String("day", "", ""), f.String("lang", "", "")
	from, to := f.String("from", "", ""), f.String("to", "", "")
	csv, xlsx := f.String("csv", "", ""), f.String("xlsx", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *lang != "" && !slices.Contains(text.Languages(), *lang) {
		return fmt.Errorf("there are no texts in %q: there are %v", *lang, text.Languages())
	}
	on, err := dayOf("--day", *day, "")
	switch {
	case err != nil:
	case *day != "" && *from+*to != "":
		err = errDayAndSpan
	case (*from == "") != (*to == ""):
		err = errHalfSpan
	case *from != "":
		on, err = spanOf(*from, *to)
	}
	if err != nil {
		return err
	}
	folder, q, err := asking(*dir)
	if err != nil {
		return err
	}
	defer q.Close()
	h, err := pitserver.House(ctx, q, folder, time.Now)
	if err != nil {
		return err
	}
	var doubts []string
	for _, d := range h.Doubts { // at its head, since what follows is no more than the database has
		doubts = append(doubts, clipped(d.String()))
		fmt.Fprintln(s.out, clipped(d.String()))
	}
	h.For(session.Work{Context: ctx, Progress: terminal.ShiftsRead(s.err)})
	if on == "" {
		on = h.State.GamingDay(h.State.Wall(h.Now()))
	}
	w := papers.Wanted{Kind: reports.HouseReport, Item: on, Lang: *lang}
	if *xlsx != "" {
		files, err := papers.Of(h.House).Sheets(w, papers.XLSX, doubts...)
		if err != nil {
			return err
		}
		if err := session.WriteFile(*xlsx, files[0].Content); err != nil {
			return err
		}
	}
	if *csv != "" {
		files, err := papers.Of(h.House).Sheets(w, papers.CSV, doubts...)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*csv, 0o700); err != nil {
			return fmt.Errorf("the folder for the CSV: %w", err)
		}
		for _, file := range files {
			if err := session.WriteFile(filepath.Join(*csv, file.Name), file.Content); err != nil {
				return err
			}
		}
	}
	var figures bytes.Buffer // which tables they are without is known once they are made
	err = printHouse(h.House, w, &figures)
	for _, left := range h.Derived().LeftOut() {
		fmt.Fprintf(s.out, "without %s, of which nothing can be made: %s\n", oneLine(left.Table), clipped(left.Why.Error()))
		err = firstError(err, errNotHeld)
	}
	if _, failed := figures.WriteTo(s.out); failed != nil {
		return failed
	}
	if len(h.Doubts) > 0 {
		err = firstError(err, errNotHeld)
	}
	return err
}

// printHouse writes the sums of the house, each period by table, then by croupier.
func printHouse(h *session.House, w papers.Wanted, out io.Writer) error {
	sum, err := h.Sums().HouseSum(w.Item)
	if err != nil {
		return err
	}
	words := papers.Of(h).Words(cmp.Or(w.Lang, spoken))
	for _, p := range sum.Periods {
		fmt.Fprintf(out, "%s: %s..%s\n", p.Of, p.From, p.To)
		if err := firstError(printLines(out, words, "table", byCount, p), printLuck(out, words, p)); err != nil {
			return err
		}
		people := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(people, "game\tcroupier\thands\tturnover\twin by hands\t")
		for _, l := range p.Croupiers {
			money := words.In(l.Currency)
			fmt.Fprintf(people, "%s\t%s %s\t%d\t%s\t%s\t%s\n", presetWord(words, l.Preset), oneLine(l.Number), oneLine(h.State.NameOf(l.Number)), l.Hands, money.Cents(l.Turnover), money.Cents(l.Won), l.Currency)
		}
		if err := people.Flush(); err != nil {
			return err
		}
		if len(p.Croupiers) > 0 {
			fmt.Fprintln(out, "a hand that a relief divides counts for the croupier at its close")
		}
	}
	return printRunning(out, words, sum)
}

// Columns of the tables of sums whose heads differ.
const (
	byCount = "win by count"
	byHands = "result by hands"
)

// printRunning writes what the shifts that are still open have come to so far: nobody has counted them yet.
func printRunning(out io.Writer, words *text.Catalogue, sum reports.HouseSum) error {
	if sum.Open == 0 {
		return nil
	}
	fmt.Fprintf(out, "still open: %d shifts, as far as they have come; the sums above are without them\n", sum.Open)
	return printLines(out, words, "table", byHands, reports.Period{Lines: sum.Running})
}

// printLines writes lines of the sums of a house, then their sums: of each game with several tables, and of all. What is estimated, since nobody
// has counted a drop, has the star that it has on paper, with its sentence.
func printLines(out io.Writer, words *text.Catalogue, of, win string, p reports.Period) error {
	tables := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tables, "game\t%s\tshifts\thands\tturnover\tdrop\t%s\ttheo\t\n", of, win)
	for _, currency := range p.Currencies() {
		money := words.In(currency)
		for _, r := range p.Rows(currency) {
			game, table := presetWord(words, r.Preset), oneLine(r.Table)
			switch {
			case r.Of == reports.OfTable:
			case r.Of == reports.OfGame && r.Preset == "", r.Tables < 2:
				continue // the row of all says the same
			case r.Of == reports.OfGame:
				game, table = "= "+game, fmt.Sprintf("%d %ss", r.Tables, of)
			default:
				game, table = "= all", fmt.Sprintf("%d %ss", r.Tables, of)
			}
			won, drop := "unknown", money.Cents(r.Drop)
			if r.Win.Known {
				won = money.Cents(r.Win.Amount)
			}
			if r.Guesses > 0 {
				drop += "*"
			}
			if r.Guesses > 0 && r.Win.Known && win == byCount {
				won += "*"
			}
			fmt.Fprintf(tables, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", game, table, r.Shifts, r.Hands, money.Cents(r.Turnover), drop, won, money.Cents(r.Theo), currency)
		}
	}
	return firstError(tables.Flush(), printEstimates(out, words, win, p))
}

// printEstimates writes which figures of some lines nobody counted, and which stakes have no odds.
func printEstimates(out io.Writer, words *text.Catalogue, win string, p reports.Period) error {
	guesses, star := 0, "report_estimate_star"
	if win != byCount { // hands are no estimate
		star = "report_drop_star"
	}
	for _, l := range p.Lines {
		guesses += l.Guesses
	}
	if guesses > 0 {
		if _, err := fmt.Fprintln(out, words.T(star)); err != nil {
			return err
		}
	}
	for _, currency := range p.Currencies() {
		total := p.Total(currency)
		if total.Unknown == 0 {
			continue
		}
		without := words.T("report_theo_without", text.Args{"Amount": words.In(currency).Cents(total.Unknown)})
		if _, err := fmt.Fprintln(out, words.Label(currency, without)); err != nil {
			return err
		}
	}
	return nil
}

// presetWord returns the name of a game's preset in words; of a sum over several games, which has none, a dash.
func presetWord(words *text.Catalogue, preset string) string {
	if preset == "" {
		return "–"
	}
	return words.T("preset_" + preset)
}

// printLuck writes in words whether luck explains the results of a period, those of each currency by themselves.
func printLuck(out io.Writer, words *text.Catalogue, p reports.Period) error {
	for _, currency := range p.Currencies() {
		for _, line := range p.Luck(words.In(currency), words.Language, currency) {
			if _, err := fmt.Fprintln(out, words.Label(currency, line)); err != nil {
				return err
			}
		}
	}
	return nil
}
