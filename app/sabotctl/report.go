package main

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/reports"
	"sabot/reports/sign"
	"sabot/storage/disk"
)

// reportArgs are what the report command is told.
type reportArgs struct {
	wanted         session.Wanted
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
	w := session.Wanted{Kind: kind, Table: *table, Shift: *shift, Item: slipOf(*table, *slip), Lang: *lang}
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

// dayOf is a gaming day as people write it, 2026-02-01 or 01.02.2026; absent is the one
// where none is asked for.
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
	h.For(session.Work{Context: ctx, Progress: shiftsRead(s.err)})
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
	if err := a.tables(h); err != nil || a.pdf == "" {
		return err
	}
	return a.document(h, badges, s.out)
}

// house opens the house for who signs, or for who reads: they have it printed.
func (a *reportArgs) house() (*session.House, []people.Badge, func(*error), error) {
	if a.sign == "" {
		h, by, end, err := a.who.house(existing, people.ReadReports)
		a.wanted.By = by.Number
		return h, nil, end, err
	}
	h, err := existing(*a.who.data)
	if err != nil {
		return nil, nil, nil, err
	}
	badges, err := signOn(h, strings.Split(a.sign, ","), a.pins)
	if err == nil && h.State.ReadsAsk() && !slices.ContainsFunc(badges, func(b people.Badge) bool { return b.May(people.ReadReports) }) {
		err = badges[0].Check(people.ReadReports)
	}
	if err != nil {
		return nil, nil, nil, errors.Join(err, h.Close())
	}
	return h, badges, func(err *error) { closing(h, err) }, nil
}

// twice says where the signed report is of which a PDF is asked for that nobody signs: beside the signed one
// it would be taken for it.
func (a reportArgs) twice(h *session.House) error {
	if a.pdf == "" || a.sign != "" || a.unsigned {
		return nil
	}
	file, err := h.SignedFile(a.wanted)
	if err == nil && file != "" {
		err = fmt.Errorf("it is signed already: %s is that file; --unsigned makes another one, which nobody signed", file)
	}
	return err
}

// tables writes the CSV and the workbook that are asked for.
func (a reportArgs) tables(h *session.House) error {
	if a.xlsx != "" {
		files, err := h.Sheets(a.wanted, session.XLSX)
		if err != nil {
			return err
		}
		if err := session.WriteFile(a.xlsx, files[0].Content); err != nil {
			return err
		}
	}
	if a.csv == "" {
		return nil
	}
	files, err := h.Sheets(a.wanted, session.CSV)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.csv, 0o700); err != nil {
		return fmt.Errorf("the folder for the CSV: %w", err)
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
	for _, name := range reports.Stale(there, files) {
		if err := os.Remove(filepath.Join(a.csv, name)); err != nil {
			return err
		}
	}
	return nil
}

// document writes the PDF, signed by those who signed on.
func (a reportArgs) document(h *session.House, badges []people.Badge, out io.Writer) error {
	w := a.wanted
	w.To = a.pdf
	if a.sign == "" {
		if _, _, err := h.Print(w); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "%s: nobody has signed it\n", a.pdf)
		return err
	}
	if _, _, err := h.Signed(w, badges...); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s: signed by %s; sabotctl verify-report says at any time whether it holds\n", a.pdf, a.sign)
	return err
}

// mayReplace refuses a file that is there, unless it is a report of the same kind that nobody signed: a
// program that has the same report made each day goes on, and what people signed, or wrote, stays.
func mayReplace(file string, kind reports.Kind) error {
	used := session.Unused(file)
	if used == nil {
		return nil
	}
	pdf, err := session.ReadReport(file)
	if err != nil {
		return used
	}
	e, err := reports.EvidenceOf(pdf)
	if _, signed := sign.Verify(pdf, nil); err != nil || e.Kind != kind || !errors.Is(signed, sign.ErrUnsigned) {
		return used
	}
	return nil
}

// readSecret reads a file of secrets, which may be a pipe. One that others may read is refused.
// A pipe that nobody writes is told, and nothing waits for longer than a minute.
func readSecret(file, what string) ([]byte, error) {
	const most = 64 << 10
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	pipe := info.Mode()&os.ModeNamedPipe != 0
	if !pipe && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file and no pipe", file)
	}
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0) // where it is a pipe, without waiting for its writer
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if open := openToOthers(file, info); open != "" {
		return nil, fmt.Errorf("%s, and others may read %s in it: chmod 600 '%s'", open, what, file)
	}
	if pipe {
		if err := f.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			return nil, err
		}
	}
	content, err := io.ReadAll(io.LimitReader(f, most))
	if err == nil && pipe && len(content) == 0 {
		err = fmt.Errorf("%s is a pipe to which nobody writes: begin the program that gives %s first", file, what)
	}
	return content, err
}

// signOn signs people on with the PINs of a file, one a line in their order, with or without
// the number before it.
func signOn(h *session.House, numbers []string, file string) ([]people.Badge, error) {
	content, err := readSecret(file, "the PINs")
	if err != nil {
		return nil, fmt.Errorf("reading the PINs: %w", err)
	}
	pins := strings.Fields(string(content))
	if len(pins) != len(numbers) {
		return nil, fmt.Errorf("%s holds %d PINs for %d people: one a line, in their order", file, len(pins), len(numbers))
	}
	var badges []people.Badge
	for i, number := range numbers {
		badge, err := h.SignOnAs(number, pins[i])
		if err != nil {
			return nil, fmt.Errorf("signing on %s: %w", number, err)
		}
		badges = append(badges, badge)
	}
	return badges, nil
}

func verifyReport(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("verify-report")
	data, trusted := f.data(), f.String("ca", "", "")
	f.StringVar(trusted, "roots", "", "") // its name before
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	if *data != "" && *trusted != "" {
		return errors.New("give --data or --ca: the record has the house's certificates in it")
	}
	const room = 200 << 20 // bytes: a file that was made to take more makes the collector work
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(room))
	pdf, err := session.ReadReport(rest[0])
	if err != nil {
		return err
	}
	if *data == "" {
		var roots *x509.CertPool
		if *trusted != "" {
			if roots, err = rootsOf(*trusted); err != nil {
				return err
			}
		}
		v := session.CheckReport(ctx, pdf, roots)
		return errors.Join(tellVerdict(s.out, v), ctx.Err())
	}
	h, err := reading(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx, Progress: shiftsRead(s.err)})
	v, err := h.VerifyReport(pdf)
	if err != nil {
		return err
	}
	return tellVerdict(s.out, v)
}

// rootsOf are the certificates in a file, as the authority command writes them.
func rootsOf(file string) (*x509.CertPool, error) {
	content, err := disk.ReadPlain(file, disk.LargestKey)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("%s holds no certificate: make it with sabotctl authority", file)
	}
	return roots, nil
}

// oneLine is a text that others wrote, without what would make a second line of it that
// looks like an answer.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return '?'
		}
		return r
	}, text)
}

// tellVerdict says who signed and what does not hold.
func tellVerdict(w io.Writer, v session.Verdict) error {
	if e := v.Evidence; e.Kind != "" {
		version := ""
		if e.Version > 1 {
			version = fmt.Sprintf("version %d, ", e.Version)
		}
		fmt.Fprintf(w, "%s of %s, %s, %scopy %d\n", e.Kind, oneLine(e.Table), oneLine(about(e)), version, e.Copy)
	}
	for i, sig := range v.Signatures {
		trust := "certificate of this house"
		came, byKey := v.ByKey[i]
		switch {
		case byKey && came.IsZero():
			trust = "with the key that the record has for them: the certificate is still to come"
		case byKey:
			trust = "certificate of this house, which came on " + came.In(people.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04 MST")
		case !v.Vouched:
			trust = "a certificate that nobody here vouches for: give --data or --ca"
		case !sig.Trusted && sign.Own(sig.Certificate):
			trust = "NO certificate of this house: a key alone, which the house may certify later; hold it against the record with --data"
		case !sig.Trusted:
			trust = "NOT a certificate of this house"
		case !v.Compared && v.Lost == nil && len(v.Lacking) == 0:
			trust = "a certificate of this house vouches for the key"
		}
		place := ""
		if v.InPlace[i] {
			place = " in place of the croupiers, who work here no more,"
		}
		fmt.Fprintf(w, "signed by %s (%s)%s on %s, %s\n", oneLine(sig.Name), oneLine(sig.Number), place, sig.At.In(people.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04:05 MST"), trust)
	}
	for _, fault := range v.Faults {
		fmt.Fprintf(w, "  %s\n", oneLine(fault.String()))
	}
	for _, lacks := range v.Lacking {
		fmt.Fprintf(w, "  %s\n", oneLine(lacks.String()))
	}
	if v.Evidence.Kind != "" && !v.Drawn && len(v.Faults) == 0 {
		fmt.Fprintln(w, "another Sabot drew it: its pages were not compared with its figures, so what they say may be another thing")
	}
	if v.Compared && v.Overtaken == nil && v.Answer() != session.Fails {
		fmt.Fprintln(w, "the figures are the record's")
	}
	if v.RulesChanged {
		fmt.Fprintln(w, "the rules changed within a shift: this report, of an earlier form, leaves out cards and expected amounts of hands before the change")
	}
	switch v.Answer() {
	case session.Fails:
		fmt.Fprintln(w, "next: keep the file as it is, and ask the house for the signed report and for a copy of its record")
		fmt.Fprintln(w, "does not hold")
		return errNotHeld
	case session.Unknown:
		if l := v.Lost; l != nil {
			fmt.Fprintf(w, "this paper is of entries that the restore of %s lost; its signatures are good\n", l.At.In(people.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04 MST"))
			fmt.Fprintln(w, "its figures cannot be held against the record")
		} else if len(v.Lacking) > 0 {
			fmt.Fprintln(w, "its figures cannot be held against this record")
		} else if v.Vouched && !v.Compared {
			fmt.Fprintln(w, "figures unknown: whoever has the authority of the house can certify keys, and sign any figures in anybody's name")
			fmt.Fprintln(w, "next: hold it against the record of the house with --data")
		}
		fmt.Fprintln(w, "unknown")
		return errNotHeld
	}
	if o := v.Overtaken; o != nil {
		by := "later entries"
		if o.Stream != "" {
			by = fmt.Sprintf("entry %d of %s", o.Seq, oneLine(o.Stream))
		}
		fmt.Fprintf(w, "OVERTAKEN: that was so at entry %d of %s; %s changed what it says%s\n", v.Evidence.TableSeq, oneLine(v.Evidence.Table), by, change(o))
		tellChanges(w, o)
		fmt.Fprintln(w, "the figures were the record's when it was signed")
		fmt.Fprintln(w, "holds, overtaken")
		return errNotHeld
	}
	_, err := fmt.Fprintln(w, "holds")
	return err
}

// tellChanges prints the differences of the paper from what it would say now.
func tellChanges(w io.Writer, o *session.Overtaken) {
	list, more, err := o.Was.Differences(o.Is, text.Open(o.Was.Language, o.Was.Home()))
	if err != nil {
		return
	}
	or := func(text string) string { return cmp.Or(oneLine(text), "nothing") }
	for _, d := range list {
		fmt.Fprintf(w, "  changed since: %s: was %s, is %s\n", oneLine(d.Where), or(d.Was), or(d.Is))
	}
	if more > 0 {
		fmt.Fprintf(w, "  further changes: %d; compare with a new report\n", more)
	}
}

// change is what became of the result, where the report has one.
func change(o *session.Overtaken) string {
	was, hands, ok := o.Was.Outcome()
	is, handsNow, _ := o.Is.Outcome()
	say := func(s pit.Sum) string {
		if !s.Known {
			return "unknown"
		}
		return fmt.Sprintf("%.2f", float64(s.Amount)/100)
	}
	switch {
	case !ok:
		return ""
	case o.Was.Estimated() && !o.Is.Estimated():
		return fmt.Sprintf(": the result with the drop estimated was %s; by count it is %s", say(was), say(is))
	case was != is && o.Is.Estimated():
		return fmt.Sprintf(": the result with the drop estimated was %s and is %s", say(was), say(is))
	case was != is:
		return fmt.Sprintf(": the result by count was %s and is %s", say(was), say(is))
	case hands != handsNow:
		return fmt.Sprintf(": the result by hands was %s and is %s", say(pit.KnownSum(hands)), say(pit.KnownSum(handsNow)))
	}
	return ""
}

// about is which shift, slip or days a report is about.
func about(e reports.Evidence) string {
	switch {
	case e.Shift == 0:
		return e.Item
	case e.Item == "":
		return fmt.Sprintf("shift %d", e.Shift)
	}
	return fmt.Sprintf("shift %d, %s", e.Shift, e.Item)
}

func authority(_ context.Context, args []string, s streams) (err error) {
	f := newFlags("authority")
	data := f.data()
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	h, err := reading(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	der, err := base64.StdEncoding.DecodeString(h.State.Authority())
	if err != nil || len(der) == 0 {
		return errors.New("the house has no certificate authority: it was set up by an older Sabot; a manager gives somebody a new PIN, and it is made")
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return fmt.Errorf("the certificate of the house: %w", err)
	}
	_, err = s.out.Write(sign.CertificatePEM(certificate))
	return err
}
