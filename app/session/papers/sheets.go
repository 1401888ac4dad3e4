package papers

import (
	"bytes"
	"errors"
	"path"
	"path/filepath"
	"slices"

	"sabot/app/text"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// Draft returns a report as it would leave the house now, as the next copy where it is signed already. Nothing
// is noted. Errors: those of Evidence.
func (h Papers) Draft(w Wanted) (reports.Evidence, paper.Document, error) {
	e, err := h.Evidence(w)
	if err != nil {
		return e, paper.Document{}, err
	}
	if again := h.signedNext(w, e); again.Copy > 1 {
		e = again
	}
	doc, err := e.Draw(h.Words(e.Language))
	return e, doc, err
}

// A Sheet is a way of writing a report for a program that calculates.
type Sheet string

// The sheets, by the ending of their files.
const (
	CSV  Sheet = "csv"
	XLSX Sheet = "xlsx"
)

// Sheets returns the figures of a report for a spreadsheet: of CSV one file for each table, of XLSX one
// workbook. They are no copy of the report: nothing is noted. doubts are known objections to the figures, a
// sentence each. The first table lists them, and which tables the figures leave out. A line under each other
// one says that there are doubts; of CSV under the first as well.
func (h Papers) Sheets(w Wanted, as Sheet, doubts ...string) ([]paper.File, error) {
	e, err := h.Evidence(w)
	if err != nil {
		return nil, err
	}
	words := h.Words(e.Language)
	r, err := e.Report(words)
	if err != nil {
		return nil, err
	}
	if w.Kind == reports.HouseReport {
		doubts = append(slices.Clip(doubts), h.without(words)...)
	}
	for _, d := range doubts {
		r.Head = append(r.Head, paper.Pair{Label: words.T("report_doubt"), Value: d})
	}
	for i := range r.Sections {
		if s := &r.Sections[i]; len(doubts) > 0 {
			s.Notes = append(slices.Clip(s.Notes), words.T("report_doubts_note"))
		}
	}
	if as == CSV {
		return r.CSV()
	}
	var out bytes.Buffer
	err = r.WriteXLSX(&out)
	return []paper.File{{Name: w.FileName() + "." + string(as), Content: out.Bytes()}}, err
}

// without returns a sentence in a language for each table that the sums of the house were made without.
func (h Papers) without(words *text.Catalogue) (list []string) {
	for _, left := range h.Derived().LeftOut() {
		why, fault := left.Why.Error(), (*record.Fault)(nil)
		if errors.As(left.Why, &fault) {
			why = FaultSaid(words, fault)
		}
		list = append(list, words.Label(words.T("report_doubt_without", text.Args{"Table": left.Table}), why))
	}
	return list
}

// SaveSheet keeps the Sheets among the house's reports; file is the path of the workbook, or
// of the folder with the CSV.
func (h Papers) SaveSheet(w Wanted, as Sheet) (file string, err error) {
	files, err := h.Sheets(w, as)
	if err != nil {
		return "", err
	}
	folder := reportFolder
	if as == CSV {
		folder = path.Join(folder, w.FileName()+"-csv")
	}
	for _, f := range files {
		if file, err = h.Store().Keep(path.Join(folder, f.Name), f.Content); err != nil {
			return "", err
		}
	}
	if as == CSV {
		file = filepath.Dir(file)
		err = h.forgetOthers(folder, files)
	}
	return file, err
}

// forgetOthers takes away what an older export left in its folder and this one has not.
func (h Papers) forgetOthers(folder string, export []paper.File) error {
	kept, err := h.Store().KeptIn(folder)
	var there []string
	for _, f := range kept {
		there = append(there, f.Name)
	}
	for _, old := range paper.Stale(there, export) {
		err = errors.Join(err, h.Store().Forget(path.Join(folder, old)))
	}
	return err
}
