package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
	"sabot/reports/sign"
)

// A reportArgs is the arguments of the report command.
type reportArgs struct {
	wanted         papers.Wanted
	pdf, csv, xlsx string
	sign, pins     string
	unsigned       bool // a PDF that nobody signs, of a report too that somebody has signed
	who            reader
}

// takenBy are the options by which a report of each kind is asked for, beside those that every report has.
var takenBy = map[reports.Kind][]string{
	reports.ShiftReport:          {"table", "shift"},
	reports.TableReport:          {"table", "from", "to"},
	reports.ReconstructionReport: {"table", "shift"},
	reports.IncidentReport:       {"table", "shift"},
	reports.SlipReport:           {"table", "shift", "slip"},
	reports.HouseReport:          {"day", "from", "to"},
	reports.AccessReport:         {},
	reports.ChangesReport:        {"day", "from", "to"},
	reports.ExceptionsReport:     {"day", "from", "to"},
}

// refusesOthers refuses an option that a report of a kind does not take.
func (f flags) refusesOthers(kind reports.Kind) error {
	every := []string{"data", "lang", "o", "csv", "xlsx", "sign", "pin-file", "unsigned", "reader"}
	var err error
	f.Visit(func(o *flag.Flag) {
		if err != nil || slices.Contains(every, o.Name) || slices.Contains(takenBy[kind], o.Name) {
			return
		}
		it := "none of its own"
		if len(takenBy[kind]) > 0 {
			it = "--" + strings.Join(takenBy[kind], ", --")
		}
		err = fmt.Errorf("report %s takes no --%s: it takes %s", kind, o.Name, it)
	})
	return err
}

func readReport(args []string) (reportArgs, error) {
	f := newFlags("report")
	data, table, shift := f.data(), f.String("table", "", ""), f.Int("shift", 0, "")
	slip, from, to := f.String("slip", "", ""), f.String("from", "", ""), f.String("to", "", "")
	day := f.String("day", "", "")
	lang, file := f.String("lang", "", ""), f.String("o", "", "")
	csv, xlsx := f.String("csv", "", ""), f.String("xlsx", "", "")
	by, pins, unsigned := f.String("sign", "", ""), f.String("pin-file", "", ""), f.Bool("unsigned", false, "")
	who := reader{data, f.String("reader", "", ""), pins}
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return reportArgs{}, err
	}
	kind := reports.Kind(rest[0])
	if !slices.Contains(reports.Kinds(), kind) {
		return reportArgs{}, fmt.Errorf("there is no report %q: there are %v", kind, reports.Kinds())
	}
	if err := errors.Join(f.refusesOthers(kind), f.shiftGiven()); err != nil {
		return reportArgs{}, err
	}
	switch {
	case *table == "" && !kind.OfHouse():
		return reportArgs{}, errors.New("name the table with --table")
	case *day != "" && *from+*to != "":
		return reportArgs{}, errDayAndSpan
	case kind.OfHouse() && (*from == "") != (*to == ""):
		return reportArgs{}, errHalfSpan
	case *file == "" && *csv == "" && *xlsx == "":
		return reportArgs{}, errors.New("name the file with -o, --csv or --xlsx")
	case *by != "" && (*pins == "" || *file == ""):
		return reportArgs{}, errors.New("to sign, name the file with -o and the file that holds the PINs with --pin-file")
	case *by != "" && *unsigned:
		return reportArgs{}, errors.New("give --sign or --unsigned: a report is signed or it is not")
	case *by != "" && *who.number != "":
		return reportArgs{}, errors.New("give --sign or --reader: who signs a report reads it too")
	case kind == reports.SlipReport && *slip == "":
		return reportArgs{}, errors.New(`name the slip with --slip LB1-F-2026-0001`)
	}
	if *lang != "" && !slices.Contains(text.Languages(), *lang) {
		return reportArgs{}, fmt.Errorf("there are no texts in %q: there are %v", *lang, text.Languages())
	}
	w := papers.Wanted{Kind: kind, Table: *table, Shift: *shift, Item: slipOf(*table, *slip), Lang: *lang}
	if kind == reports.TableReport || *from != "" {
		if w.Item, err = spanOf(*from, *to); err != nil {
			return reportArgs{}, err
		}
		w.Shift = 0
	}
	if kind.OfHouse() && *from == "" {
		if w.Item, err = dayOf("--day", *day, ""); err != nil {
			return reportArgs{}, err
		}
		w.Shift = 0
	}
	return reportArgs{w, *file, *csv, *xlsx, *by, *pins, *unsigned, who}, nil
}

var (
	errDayAndSpan = errors.New("give --day, or --from and --to")
	errHalfSpan   = errors.New("give both days of a span: --from and --to")
)

// spanOf returns the days from one to another as a report names them; a day that is not given is as far away as can be.
func spanOf(from, to string) (string, error) {
	first, err := dayOf("--from", from, "0001-01-01")
	if err != nil {
		return "", err
	}
	last, err := dayOf("--to", to, "9999-12-31")
	if err != nil {
		return "", err
	}
	if first > last {
		return "", fmt.Errorf("--from %s is after --to %s", from, to)
	}
	return first + ".." + last, nil
}

// slipOf returns the name of a slip as the record has it, of one with or without its table: "LB1-F-2026-0184", "F 2026-0184",
// and of the paper of a key or of tips, "K1".
func slipOf(table, name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if rest, with := strings.CutPrefix(name, table+"-"); with {
		name = strings.Replace(rest, "-", " ", 1)
	}
	if number, custody := strings.CutPrefix(name, "K"); custody {
		return "K " + strings.TrimSpace(number)
	}
	if number, custody := strings.CutPrefix(name, "T"); custody {
		return "T " + strings.TrimSpace(number)
	}
	return name
}

// dayOf returns a gaming day that is written as 2026-02-01 or 01.02.2026; absent where asked is "".
func dayOf(option, asked, absent string) (string, error) {
	if asked == "" {
		return absent, nil
	}
	for _, layout := range []string{time.DateOnly, "02.01.2006", "2.1.2006"} {
		if t, err := time.Parse(layout, asked); err == nil {
			return t.Format(time.DateOnly), nil
		}
	}
	return "", fmt.Errorf("%s %q is no day: write it as 2026-02-01 or 01.02.2026", option, asked)
}

func report(ctx context.Context, args []string, s streams) (err error) {
	a, err := readReport(args)
	if err != nil {
		return err
	}
	if a.pdf != "" {
		if err := mayReplace(a.pdf, a.wanted.Kind); err != nil {
			return err
		}
	}
	h, badges, end, err := a.house()
	if err != nil {
		return err
	}
	defer end(&err)
	h.For(session.Work{Context: ctx, Progress: terminal.ShiftsRead(s.err)})
	if _, err := h.TableNames(a.wanted.Table); err != nil {
		return err
	}
	switch {
	case a.wanted.Kind.OfHouse() && a.wanted.Item == "":
		a.wanted.Item = h.State.GamingDay(h.State.Wall(h.Now()))
	case a.wanted.Kind.OfHouse():
	case a.wanted.Shift == 0 && a.wanted.Kind != reports.TableReport:
		if a.wanted.Shift, err = pit.Shifts(h.Store(), a.wanted.Table); err != nil {
			return err
		}
		if a.wanted.Shift == 0 {
			return fmt.Errorf("table %s has had no shift yet: there is nothing to report of it", a.wanted.Table)
		}
	}
	if err := errors.Join(a.twice(h), ctx.Err()); err != nil {
		return err
	}
	for _, file := range []string{a.pdf, a.xlsx} {
		if file == "" {
			continue
		}
		if err := session.Writable(file); err != nil {
			return err
		}
	}
	write, err := a.tables(h)
	if err != nil {
		return err
	}
	if a.pdf != "" {
		if err := a.document(h, badges, s); err != nil {
			return err
		}
	}
	return write()
}

// house opens the house for who signs, or for who reads: they have it printed.
func (a *reportArgs) house() (*session.House, []house.Badge, func(*error), error) {
	if a.sign == "" {
		open := existing
		if a.pdf == "" { // figures for a program that calculates are no copy: nothing is entered
			open = written
		}
		h, by, end, err := a.who.house(open, house.ReadReports)
		if errors.Is(err, record.ErrProtected) {
			err = fmt.Errorf("%w; a report with -o is entered on the record, which takes its key: --csv and --xlsx alone take none", err)
		}
		a.wanted.By = by.Number
		return h, nil, end, err
	}
	h, err := existing(*a.who.data)
	if err != nil {
		return nil, nil, nil, err
	}
	badges, err := signOn(h, strings.Split(a.sign, ","), a.pins)
	if err == nil && h.State.Boxes().ReadsAsk() && !slices.ContainsFunc(badges, func(b house.Badge) bool { return b.May(house.ReadReports) }) {
		err = badges[0].Check(house.ReadReports)
	}
	if err != nil {
		return nil, nil, nil, errors.Join(err, h.Close())
	}
	return h, badges, func(err *error) { closing(h, err) }, nil
}

// twice returns an error that names the signed report, where a PDF without signatures is wanted: beside the
// signed one it would be taken for it.
func (a reportArgs) twice(h *session.House) error {
	if a.pdf == "" || a.sign != "" || a.unsigned {
		return nil
	}
	file, err := papers.Of(h).SignedFile(a.wanted)
	if err != nil {
		return err
	}
	if file != "" {
		return fmt.Errorf("it is signed already: %s is that file; --unsigned makes another one, which nobody signed", file)
	}
	away, err := papers.Of(h).SignedAway(a.wanted)
	if err == nil && away != "" {
		err = fmt.Errorf("it is signed already: at %s, which has that file; --unsigned makes another one, which nobody signed", away)
	}
	return err
}

// tables returns a function that writes the requested CSV and workbook. Their figures are from before the PDF is on
// the record, and they are written once it is.
func (a reportArgs) tables(h *session.House) (write func() error, err error) {
	var book, files []paper.File
	if a.xlsx != "" {
		if book, err = papers.Of(h).Sheets(a.wanted, papers.XLSX); err != nil {
			return nil, err
		}
	}
	if a.csv != "" {
		if files, err = papers.Of(h).Sheets(a.wanted, papers.CSV); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(a.csv, 0o700); err != nil {
			return nil, fmt.Errorf("the folder for the CSV: %w", err)
		}
	}
	return func() error {
		if a.xlsx != "" {
			if err := session.WriteFile(a.xlsx, book[0].Content); err != nil {
				return err
			}
		}
		return a.writeCSV(files)
	}, nil
}

// writeCSV writes the CSV that is asked for, and deletes what is left there of a report with more files.
func (a reportArgs) writeCSV(files []paper.File) error {
	if a.csv == "" {
		return nil
	}
	for _, f := range files {
		if err := session.WriteFile(filepath.Join(a.csv, f.Name), f.Content); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(a.csv)
	if err != nil {
		return err
	}
	var there []string
	for _, e := range entries {
		there = append(there, e.Name())
	}
	for _, name := range paper.Stale(there, files) {
		if err := os.Remove(filepath.Join(a.csv, name)); err != nil {
			return err
		}
	}
	return nil
}

// document writes the PDF, signed by those who signed on.
func (a reportArgs) document(h *session.House, badges []house.Badge, s streams) error {
	w := a.wanted
	w.To = a.pdf
	if a.sign == "" {
		if _, _, err := papers.Of(h).Print(w); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.out, "%s: nobody has signed it\n", a.pdf)
		return err
	}
	_, pdf, err := papers.Of(h).Signed(w, badges...)
	for _, k := range h.Sums().ThrownAway() {
		fmt.Fprintf(s.err, "%s\n", clipped(keptFalse(k)))
	}
	if err != nil {
		return err
	}
	e, err := reports.EvidenceOf(pdf)
	if err != nil {
		return err
	}
	if e.Copy > 1 {
		fmt.Fprintf(s.out, "it was signed before: this is a REPRINT, copy %d of version %d\n", e.Copy, e.Version)
	}
	_, err = fmt.Fprintf(s.out, "%s: signed by %s; sabotctl verify-report says at any time whether it holds\n", a.pdf, a.sign)
	return err
}

// mayReplace refuses a file that is there, unless it is a report of the same kind that nobody signed: a
// program that has the same report made each day goes on, and what people signed, or wrote, stays.
func mayReplace(file string, kind reports.Kind) error {
	used := session.Unused(file)
	if used == nil {
		return nil
	}
	pdf, err := papers.ReadReport(file)
	if err != nil {
		return used
	}
	e, err := reports.EvidenceOf(pdf)
	if _, signed := sign.Verify(pdf, nil); err != nil || e.Kind != kind || !errors.Is(signed, sign.ErrUnsigned) {
		return used
	}
	return nil
}
