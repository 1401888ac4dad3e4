package audit

import (
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// A paperAt is a report of a shift that people are said to have signed, by an entry of the house.
type paperAt struct {
	seq  int64
	at   time.Time
	fact record.ReportPrinted
}

// judgePaper demands of a signed report that those who signed have given their PINs for the entry, and might.
func (a *Run) judgePaper(e *record.Entry, f record.ReportPrinted) *record.Fault {
	if !f.PINs {
		return a.fail(e.Seq, record.NotApproved, "nobody signed for the report that people are said to have signed")
	}
	if wrong := a.witness.house.Backups().JudgePaper(f); wrong != "" {
		return a.fail(e.Seq, record.WrongPerson, "%s", wrong)
	}
	return nil
}

// takePaper notes a report of a shift that people are said to have signed.
func (w *Witness) takePaper(e *record.Entry) {
	if f, is := e.Fact.(record.ReportPrinted); is && f.OfSigned() && f.Shift > 0 {
		w.papers = append(w.papers, paperAt{seq: e.Seq, at: e.At, fact: f})
	}
}

// takePapers demands of signed reports that came with a table that it had come from that machine, that two people of this house signed each of
// them, and that none was here already.
func (w *Witness) takePapers(a *Run, e *record.Entry, f record.PapersTaken) *record.Fault {
	moved, _, is := w.house.Moves().Moved(f.Table)
	if !is || moved.From != f.Machine {
		return a.fail(e.Seq, record.NotApproved, "nobody of the house had %s moved here from %s", f.Table, f.Machine)
	}
	if wrong := w.house.Backups().WrongPapers(f); wrong != "" {
		return a.fail(e.Seq, record.NotApproved, "%s", wrong)
	}
	came := w.house.Backups().PapersBy(f.Table, e.Seq)
	if len(came) < len(house.TakenPapers(f.Table, f.Entries)) {
		return a.fail(e.Seq, record.NotDone, "it takes a signed report of a shift of %s that is here already", f.Table)
	}
	return nil
}

// papersOfNone returns faults for signed reports of shifts that had not closed by then, or in which who signed was not, as far as
// the tables were read without a fault.
func (w *Witness) papersOfNone(streams []string) (faults []*record.Fault) {
	for _, p := range w.papers {
		if !slices.Contains(streams, p.fact.Table) && len(w.checkpoints[p.fact.Table]) > 0 {
			continue // the table is not there
		}
		closed, ok := w.drops.closed[house.ShiftID{Table: p.fact.Table, Shift: p.fact.Shift}]
		wrong := ""
		switch {
		case w.drops.broken[p.fact.Table]:
		case !p.fact.PINs && closed.checks:
			wrong = "nobody signed for the report that people are said to have signed"
		case !p.fact.PINs:
		case !ok || p.at.Before(closed.at) && !w.twice(closed.at):
			wrong = fmt.Sprintf("it is of shift %d of %s, which had not closed", p.fact.Shift, p.fact.Table)
		default:
			wrong = w.strangers(p, closed)
		}
		if wrong != "" {
			faults = append(faults, &record.Fault{Table: record.HouseStream, Seq: p.seq, Code: record.WrongPerson, Kind: record.KindOf(p.fact), What: wrong, Of: p.fact.Table, Under: w.calledBy(p.seq)})
		}
	}
	return faults
}

// strangers returns who signed a report of a shift and was not there in that place; "" where both were.
func (w *Witness) strangers(p paperAt, closed closedShift) (wrong string) {
	for _, house := range (&Run{witness: w}).at(p.at) {
		if wrong = stranger(house, p.fact, closed.head); wrong == "" {
			return ""
		}
	}
	return wrong
}

// stranger returns who signed a report of a shift in a place that was not theirs, as a house stood; "" where both had theirs.
func stranger(h *house.House, f record.ReportPrinted, head shifts.Head) string {
	with, _ := h.StaffBy(f.With)
	by, _ := h.StaffBy(f.By)
	switch {
	case head.MaySign(h, with, h.SignsDealt(head.Dealt, head.Opened)) != nil:
		return fmt.Sprintf("%s signed it in the place of who dealt, and did not", f.With)
	case head.MaySign(h, by, house.Supervises(f.Kind())) != nil:
		return fmt.Sprintf("%s signed it in the place of who answered, and did not", f.By)
	}
	return ""
}
