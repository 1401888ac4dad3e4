// Package papers has the printed papers of a house: their figures, their copies, who signs them, and whether a signed one is right.
package papers

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/assets"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// Papers is the door to the reports of a house: what they say, who signs them, and whether they are right. It holds the house, and nothing
// else.
type Papers struct{ *session.House }

// Of returns the door to the reports of a house.
func Of(h *session.House) Papers { return Papers{h} }

// A Wanted names a report.
type Wanted struct {
	Kind  reports.Kind
	Table string
	Shift int    // of the table; of a table report 0
	Item  string // a slip's name; of a table report the gaming days "2026-11-01..2026-11-30"
	Lang  string // "" for the house's
	By    string // number of who has it printed; "" for a program
	// To is a file of one's choice that it goes into, a signed one as well, in place of one that is there; "" for none.
	To string
	// Shown is what those who sign it have seen, as reports.Evidence.Digest has it; "" where nobody
	// was shown any.
	Shown string

	as kind // copies of each are counted by themselves
}

// A kind is a form in which a report leaves the house: a file, a signed file, a paper.
type kind string

const (
	asFile   kind = ""
	asSigned kind = record.SignedReport
	asPaper  kind = record.PaperReport
)

// ShiftSigned reports whether the report of a table's last shift was signed, on this machine or on one that had the table before.
func (h Papers) ShiftSigned(t *pit.Table) bool {
	return h.State.Backups().ShiftSigned(t.Name, t.Shift)
}

// FileName returns a name for the report's file, without its ending.
func (w Wanted) FileName() string {
	name := string(w.Kind)
	if !w.Kind.OfHouse() {
		name += "-" + w.Table
	}
	if w.Shift > 0 {
		name += fmt.Sprintf("-%d", w.Shift)
	}
	if w.Item != "" {
		name += "-" + strings.NewReplacer(" ", "", "..", "-to-").Replace(w.Item)
	}
	return name
}

// Evidence returns the report by the record as it is now, numbered as the copy that it would be.
func (h Papers) Evidence(w Wanted) (reports.Evidence, error) {
	e, err := h.blank(w)
	if err != nil {
		return reports.Evidence{}, err
	}
	if e, err = h.filled(e, &h.State); err != nil {
		return reports.Evidence{}, err
	}
	return h.edition(w, e), nil
}

// blank returns a report of the record as it is now, without its figures.
func (h Papers) blank(w Wanted) (reports.Evidence, error) {
	if w.Kind.OfHouse() {
		w.Table = record.HouseStream
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return reports.Evidence{}, err
	}
	if w.Lang == "" {
		w.Lang = h.State.Language
	}
	e := h.Headed(w, &h.State)
	var err error
	if w.Kind.OfHouse() {
		if e.Streams, err = h.Streams(); err != nil {
			return reports.Evidence{}, err
		}
	}
	if e.TableSeq, err = h.Store().Last(w.Table); err != nil {
		return reports.Evidence{}, err
	}
	if e.Checkpoint, err = h.Store().Head(w.Table); err != nil {
		return reports.Evidence{}, err
	}
	if !w.Kind.OfHouse() {
		if e.HouseCheckpoint, err = h.Store().Head(record.HouseStream); err != nil {
			return reports.Evidence{}, err
		}
	}
	e.Reach, err = h.reachOf(e)
	return e, err
}

// filled puts the figures of now into a report of the record as it stands now, in a state of the house.
func (h Papers) filled(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	if e.Kind == reports.HouseReport {
		return h.houseFigures(e, house, true)
	}
	return h.figures(e, house)
}

// Headed returns a report without its figures, of a state of the house.
func (h Papers) Headed(w Wanted, house *house.House) reports.Evidence {
	e := reports.Evidence{
		Sabot: assets.Version, Program: h.Program().SHA256, Form: reports.Form, Kind: w.Kind, Table: w.Table, Shift: w.Shift, Item: w.Item, Language: w.Lang, Currency: house.CurrencyOf(w.Table),
		Printed: h.Now().UnixMilli(), HouseSeq: house.Seq, Zone: house.Zone().String(), Letterhead: letterhead(house),
	}
	if e.Currency != house.Currency {
		e.House = house.Currency
	}
	return e
}

// edition returns e with the version of the figures, and the number of this copy of it.
func (h Papers) edition(w Wanted, e reports.Evidence) reports.Evidence {
	printed := printedAs(w)
	if printed.Digest = e.Digest(); e.Provisional() {
		printed.Report += record.ProvisionalReport
		printed.Digest = ""
	}
	version, replaces := h.State.Backups().Edition(printed)
	if e.Version = version; !replaces.IsZero() {
		e.Before = replaces.UnixMilli()
	}
	printed.Version = version
	e.Copy, e.Elsewhere = h.State.Backups().Copies(printed)+1, h.elsewhereCopied(w)
	return e
}

// elsewhereCopied returns which copies of other machines are counted; nil of what is of no table that was moved.
func (h Papers) elsewhereCopied(w Wanted) *reports.Elsewhere {
	played := h.State.Moves().PlayedOn(w.Table)
	if w.Kind.OfHouse() || len(played) == 0 {
		return nil
	}
	office := h.State.Office()
	e := &reports.Elsewhere{Office: office.Machine}
	if office.Machine != "" {
		e.AsOf = office.At.UnixMilli()
	}
	e.Not = slices.DeleteFunc(played, func(machine string) bool { return machine == office.Here || machine == office.Machine })
	return e
}

func printedAs(w Wanted) record.ReportPrinted {
	if w.Kind.OfHouse() {
		w.Table = "" // it is of no one table
	}
	return record.ReportPrinted{Report: string(w.Kind) + string(w.as), Table: w.Table, Shift: w.Shift, Item: w.Item}
}

// letterhead returns the house's particulars on paper; nil where it has only its name.
func letterhead(house *house.House) *reports.Letterhead {
	p := house.Particulars()
	if p.Address == "" && p.Licence == "" && len(p.Logo) == 0 {
		return nil
	}
	return &reports.Letterhead{Address: p.Address, Licence: p.Licence, Logo: p.Logo}
}

// figures puts into evidence what the record gives at the entries that it names.
func (h Papers) figures(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	switch e.Kind {
	case reports.TableReport:
		return h.tableFigures(e, house)
	case reports.HouseReport:
		return h.houseFigures(e, house, false)
	case reports.AccessReport:
		return h.accessFigures(e, house)
	case reports.ChangesReport, reports.ExceptionsReport:
		return h.notedFigures(e, house)
	}
	t, ok, err := h.Derived().ShiftUpTo(house, e.Table, e.Shift, e.TableSeq)
	if err != nil {
		return reports.Evidence{}, err
	}
	if !ok {
		return reports.Evidence{}, fmt.Errorf("table %s has had no shift %d", e.Table, e.Shift)
	}
	if e.FollowsIncidents() {
		if err := t.IncidentBook().FollowIncidents(h.Store(), e.TableSeq); err != nil {
			return reports.Evidence{}, err
		}
	}
	return e.Of(t, house)
}

// tableFigures sums the shifts of a table's gaming days up.
func (h Papers) tableFigures(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	from, to, found := strings.Cut(e.Item, "..")
	if !found {
		return reports.Evidence{}, fmt.Errorf("the days %q are not FROM..TO", e.Item)
	}
	heads, err := h.Derived().Between(e.Table, from, to)
	if err != nil {
		return reports.Evidence{}, err
	}
	var shifts []reports.Shift
	var bulk games.Amount
	for i, s := range heads {
		if s.Seq > e.TableSeq {
			continue
		}
		if err := h.Progress(i, len(heads)); err != nil {
			return reports.Evidence{}, err
		}
		t, err := h.Derived().Fold(house, e.Table, s, e.TableSeq)
		if err != nil {
			return reports.Evidence{}, err
		}
		shifts = append(shifts, e.ShiftOf(t, house))
		if bulk = bulk.Plus(t.Bulk); bulk > games.MaxSum {
			return reports.Evidence{}, reports.TooMuch(e.Table)
		}
	}
	if len(shifts) == 0 {
		return reports.Evidence{}, fmt.Errorf("table %s had no shift from %s to %s", e.Table, from, to)
	}
	reach, err := h.reachOn(to, e.Form, []reports.Stream{{Table: e.Table, Seq: e.TableSeq}}, house)
	if err != nil {
		return reports.Evidence{}, err
	}
	return e.OfShifts(shifts, reach.Of(e.Table), house)
}

// Words returns the texts of a language that reports need.
func (h Papers) Words(lang string) *text.Catalogue { return text.Open(lang, h.State.Currency) }

// Print draws a report that nobody signs and notes it. It keeps it among the reports, or writes it to a file of
// one's choice alone; the file is its path. Refusals: WrongRole where a badge is given that may not.
func (h Papers) Print(w Wanted) (file string, doc paper.Document, err error) {
	e, err := h.Evidence(w)
	if err != nil {
		return "", paper.Document{}, err
	}
	if doc, err = e.Draw(h.Words(e.Language)); err != nil {
		return "", paper.Document{}, err
	}
	file, err = h.leave(w, e, doc.PDF, w.By, "")
	return file, doc, err
}

// leave keeps a report among the house's and notes that it left. One that nobody signed and that goes into a file
// of one's choice lies there alone. That file has its room first: a report that could not be written is no copy,
// and the next one no reprint. Its content comes last. What lies there without being noted would be a copy that
// nobody counted. A signed one that a crash keeps from there lies among the house's.
func (h Papers) leave(w Wanted, e reports.Evidence, pdf []byte, by, with string, badges ...house.Badge) (file string, err error) {
	give, free := func() error { return nil }, func() error { return nil }
	if w.To != "" {
		to, err := session.Reserve(w.To, len(pdf))
		if err != nil {
			return "", err
		}
		give, free = func() error { return to.Fill(pdf) }, to.StillFree
		defer func() { err = errors.Join(err, to.Drop()) }()
	}
	if err := errors.Join(h.Context().Err(), free()); err != nil {
		return "", err
	}
	if w.as == asSigned { // before its file takes the place of another one's
		if err := h.Takeover().CatchUp(); err != nil {
			return "", err
		}
		if err := h.stillNext(w, e); err != nil {
			return "", err
		}
	}
	if file = w.To; w.To == "" || w.as == asSigned {
		if file, err = h.Store().Keep(path.Join(reportFolder, w.nameOf(e)+".pdf"), pdf); err != nil {
			return "", err
		}
	}
	if err := h.note(w, e, by, with, "", badges...); err != nil {
		return "", err
	}
	switch err := give(); {
	case err != nil && file != w.To:
		return file, fmt.Errorf("writing %s, which lies in %s too and is on the record: %w", w.To, file, err)
	case err != nil:
		return file, fmt.Errorf("writing %s, which the record counts as a copy already: %w", w.To, err)
	}
	return file, nil
}

// unsigned stands in the name of a report's file that nobody signed.
const unsigned = "-unsigned"

// Unsigned reports whether a file of the ReportFiles is one that nobody signed, by its name.
func Unsigned(name string) bool { return strings.Contains(name, unsigned) }

// nameOf returns the name of a report's file, without its ending.
func (w Wanted) nameOf(e reports.Evidence) string {
	name := w.FileName()
	if w.as != asSigned {
		name += unsigned
	}
	if e.Version > 1 {
		name += fmt.Sprintf("-v%d", e.Version)
	}
	if e.Copy > 1 {
		name += fmt.Sprintf("-copy%d", e.Copy)
	}
	return name
}

// note enters that a report left the house; printer is the queue that took it, badges are of those who signed it.
func (h Papers) note(w Wanted, e reports.Evidence, by, with, printer string, badges ...house.Badge) error {
	printed := printedAs(w)
	if e.Provisional() {
		printed.Report += record.ProvisionalReport
	} else {
		printed.Digest = e.Digest()
	}
	printed.Version, printed.Copy, printed.By, printed.With, printed.Printer, printed.PINs = e.Version, e.Copy, by, with, printer, w.as == asSigned
	if w.as != asSigned {
		return h.RecordOf(by, house.ReadReports, printed.Table, func(by string) record.Fact {
			printed.By = by
			return printed
		})
	}
	return h.RecordIf(by, []record.Fact{printed}, func() (string, int64, error) {
		if err := h.stillNext(w, e); err != nil || !house.OfSignedShift(printed) {
			return "", 0, err
		}
		return h.uncorrected(e)
	}, badges...)
}

// stillNext returns nil where a signed report is the next version and copy of it, as far as this program knows the house. Refusal: ReportChanged where
// another one that was signed, or came, is that.
func (h Papers) stillNext(w Wanted, e reports.Evidence) error {
	if next := h.edition(w, e); next.Version != e.Version || next.Copy != e.Copy {
		return &house.Refusal{Why: house.ReportChanged}
	}
	return nil
}

// uncorrected returns the table of a shift's report and its last entry. Refusal: ReportChanged where a hand of the shift was corrected since the
// report was made. Error: of a record that cannot be read.
func (h Papers) uncorrected(e reports.Evidence) (table string, last int64, err error) {
	last = e.TableSeq
	for entry, err := range h.Store().Entries(e.Table, e.TableSeq+1) {
		if err != nil {
			return "", 0, err
		}
		if _, corrects := entry.Fact.(record.HandCorrected); corrects && entry.Shift == e.Shift {
			return "", 0, &house.Refusal{Why: house.ReportChanged}
		}
		last = entry.Seq
	}
	return e.Table, last, nil
}

// houseAt returns the house as it was at an entry of its stream.
func (h Papers) houseAt(seq int64) (*house.House, error) {
	house := &house.House{}
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		if e.Seq > seq {
			break
		}
		house.Apply(e)
	}
	return house, nil
}

// houseFigures returns e with the house's figures at the entries that it names. With kept, earlier sums are
// used as long as nothing that they depend on has changed.
func (h Papers) houseFigures(e reports.Evidence, house *house.House, kept bool) (reports.Evidence, error) {
	sum, err := h.Derived().HouseSum(e.Streams, e.Item, house, kept && e.Form == reports.Form, &e)
	if err != nil {
		return reports.Evidence{}, err
	}
	if running := e.RunningDay(house); running != "" {
		sum.Ahead = cmp.Or(sum.To, sum.Day) >= running
	}
	if sum.Reach, err = h.reachOn(cmp.Or(sum.To, sum.Day), e.Form, e.Streams, house); err != nil {
		return reports.Evidence{}, err
	}
	return e.OfHouse(sum)
}
