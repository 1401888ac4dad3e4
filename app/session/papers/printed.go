package papers

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/sign"
)

// A Queue hands a file to a printer and answers what that is called, once it waits there. Its context is
// what ends the work. An error of its own that StillReads says so of a file that a program may open yet.
type Queue func(ctx context.Context, file string) (printer string, err error)

// printFolder is where among the house's files those are that a printer was given last.
const printFolder = "printing"

// Paper prints a report: the signed one where there is one of these figures, from the second paper on with
// REPRINT. It is entered as a copy once a printer has taken it. Errors: those of Evidence and of the queue.
func (h Papers) Paper(w Wanted, queue Queue) (file string, err error) {
	w.as = asPaper
	e, err := h.Evidence(w)
	if err != nil {
		return "", err
	}
	_, pdf := h.signedOf(w, e)
	switch {
	case pdf == nil:
		doc, err := e.Draw(h.Words(e.Language))
		if err != nil {
			return "", err
		}
		pdf = doc.PDF
	case e.Copy > 1:
		if pdf, err = h.reprint(pdf, e.Copy, false); err != nil {
			return "", err
		}
	}
	return h.print(w, e, pdf, queue)
}

// SignedFile returns the path of the report with the present figures that was signed last; "" where there is
// none.
func (h Papers) SignedFile(w Wanted) (string, error) {
	e, err := h.Evidence(w)
	if err != nil {
		return "", err
	}
	name, _ := h.signedOf(w, e)
	files, err := h.Store().KeptIn(reportFolder)
	if i := slices.IndexFunc(files, func(f record.KeptFile) bool { return f.Name == name }); i >= 0 {
		return files[i].Path, err
	}
	return "", err
}

// SignedAway returns where people signed a shift's report, where nothing in it has changed since and nobody signed it here; else "". It is the
// house's office, or of a report that came with its table each machine that may have the file. Error: of a record that cannot be read.
func (h Papers) SignedAway(w Wanted) (where string, err error) {
	w.as = asSigned
	printed, at := printedAs(w), h.State.Backups().SignedAt(printedAs(w))
	if w.Kind != reports.ShiftReport || at.IsZero() {
		return "", nil
	}
	head, err := h.Derived().Head(w.Table, w.Shift)
	if err != nil || head.WithOffice(h.State.Boxes().Drops(w.Table, w.Shift)).Changed.After(at) {
		return "", err
	}
	where = h.State.Office().Machine
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return "", err
		}
		switch f := e.Fact.(type) {
		case record.ReportPrinted:
			if f.Report == printed.Report && f.Table == w.Table && f.Shift == w.Shift {
				return "", nil
			}
		case record.PapersTaken:
			if slices.ContainsFunc(h.State.Backups().PapersBy(w.Table, e.Seq), func(p house.SignedPaper) bool { return p.Shift == w.Shift && p.At.Equal(at) }) {
				before := h.State.Moves().PlayedOn(w.Table)
				where = strings.Join(slices.DeleteFunc(before, func(m string) bool { return m == h.State.Office().Here }), " or ")
			}
		}
	}
	return where, nil
}

// signedOf returns the report with these figures that was signed last, and its file name; nil where there is
// none.
func (h Papers) signedOf(w Wanted, e reports.Evidence) (name string, pdf []byte) {
	w.as = asSigned
	printed := printedAs(w)
	printed.Version = e.Version
	for e.Copy = h.State.Backups().Copies(printed); e.Copy > 0; e.Copy-- {
		name = w.nameOf(e) + ".pdf"
		pdf, err := h.ReportFile(name)
		if err != nil {
			continue // somebody took it away
		}
		if kept, err := reports.EvidenceOf(pdf); err == nil && kept.Digest() == e.Digest() {
			return name, pdf
		}
	}
	return "", nil
}

// PaperOf prints a report that the house keeps, as Paper does: as it is the first time, then with REPRINT.
// Where later entries changed what it shows, the paper says so. by is who has it printed. Errors:
// reports.ErrNoEvidence for a file that is no report, and those of the queue.
func (h Papers) PaperOf(name, by string, queue Queue) (file string, err error) {
	pdf, err := h.ReportFile(name)
	if err != nil {
		return "", err
	}
	e, err := reports.EvidenceOf(pdf)
	if err != nil {
		return "", err
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return "", err
	}
	w := Wanted{Kind: e.Kind, Table: e.Table, Shift: e.Shift, Item: e.Item, Lang: e.Language, By: by, as: asPaper}
	then, err := h.houseAt(e.HouseSeq)
	if err != nil {
		return "", err
	}
	overtaken := h.overtaken(e, then) != nil
	printed := printedAs(w)
	if e.Provisional() {
		printed.Report += record.ProvisionalReport
	}
	printed.Version = e.Version
	if e.Copy = h.State.Backups().Copies(printed) + 1; e.Copy > 1 || overtaken {
		if pdf, err = h.reprint(pdf, e.Copy, overtaken); err != nil {
			return "", err
		}
	}
	return h.print(w, e, pdf, queue)
}

// reprint draws a report once more for paper, with the number of the copy and the names of those who signed it.
func (h Papers) reprint(pdf []byte, copy int, overtaken bool) ([]byte, error) {
	e, err := reports.EvidenceOf(pdf)
	if err != nil {
		return nil, err
	}
	signed, err := sign.Verify(pdf, nil)
	if err != nil && !errors.Is(err, sign.ErrUnsigned) {
		return nil, fmt.Errorf("what is kept does not hold: %w", err)
	}
	e.Copy = copy
	var signers []reports.Signed
	for _, s := range signed.Signatures {
		signers = append(signers, reports.Signed{Name: s.Name, Number: s.Number, Role: roleOf(s.Certificate), At: s.At})
	}
	return e.Reprint(h.Words(e.Language), signers, overtaken)
}

// print gives a paper to the printer and enters it once that took it. What none took does not stay.
func (h Papers) print(w Wanted, e reports.Evidence, pdf []byte, queue Queue) (string, error) {
	name := path.Join(printFolder, w.FileName()+".pdf")
	file, err := h.Store().Keep(name, pdf)
	if err != nil {
		return "", err
	}
	printer, err := queue(h.Context(), file)
	if err != nil {
		var left interface{ StillReads() bool }
		if errors.As(err, &left) && left.StillReads() {
			return "", err
		}
		return "", errors.Join(err, h.Store().Forget(name))
	}
	return file, h.note(w, e, w.By, "", printer)
}
