package house

import (
	"fmt"
	"strings"
	"time"

	"sabot/pit/record"
)

// A paper is a report that people signed, until all that are due, whom its entry names, have given their PINs for that.
type paper struct {
	entry record.Entry
	fact  record.ReportPrinted
	due   []string
}

// applyPaperSigned takes in that somebody signed the entry of a paper. Of one that somebody else signed, or nobody, nothing is known.
func (h Backups) applyPaperSigned(f record.Approved) {
	p := h.paper
	if h.paper = (paper{}); len(p.due) == 0 || f.Seq != p.entry.Seq || f.By != p.due[0] || h.People().Given(f.By) || !f.Holds(record.Encode(p.entry), h.People().KeyOf(f.By)) {
		return
	}
	if len(p.due) > 1 {
		h.paper = paper{p.entry, p.fact, p.due[1:]}
		return
	}
	h.applyCopy(p.entry, p.fact)
	table := ""
	if p.fact.Shift > 0 {
		table = p.fact.Table
	}
	h.People().noteSigners(record.Signers(p.fact), SignOnSeen{At: p.entry.At, Table: table})
}

// Papered reports whether an entry is that of the last report that people have signed on this machine.
func (h Backups) Papered(seq int64) bool { return h.papered == seq && seq > 0 }

// Papers reports whether whoever signs a report here gives their PIN for its entry: Sabot 0.10 demands it.
func (h *House) Papers() bool { return h.papers }

// A place is a rule of who signs a kind of paper.
type place struct {
	of    span
	two   bool // in the croupier's place too
	right Right
}

// A span is the extent of a report.
type span int

const (
	ofShift span = iota + 1
	ofTable
	ofHouse
)

// places are the signature places of the kinds of report that people sign.
var places = map[string]place{
	"shift":          {ofShift, true, SignReports},
	"reconstruction": {ofShift, true, SignReports},
	"incidents":      {ofShift, true, SignReports},
	"slip":           {ofShift, true, SignReports},
	"table":          {ofTable, false, SignReports},
	"house":          {ofHouse, false, SignReports},
	"exceptions":     {ofHouse, false, SignReports},
	"access":         {ofHouse, false, ReviewRights},
	"changes":        {ofHouse, false, ReviewRights},
}

// Supervises returns the right with which the last of those who sign a report of a kind does.
func Supervises(kind string) Right {
	if p, known := places[kind]; known {
		return p.right
	}
	return SignReports
}

// JudgePaper returns what is wrong with an entry of a signed report as the house stands, "" where nothing is. It judges which
// report it is, who signed it in which place, which version and which copy. Whether the shift was, and who dealt in it, the
// table's record has.
func (h Backups) JudgePaper(f record.ReportPrinted) string {
	p, known := places[f.Kind()]
	_, there := h.TableNamed(f.Table)
	by, works := h.People().Working(f.By)
	_, with := h.People().Working(f.With)
	version, _ := h.Edition(f)
	switch {
	case !known || f.Report != f.Kind()+record.SignedReport:
		return "people sign no such report"
	case !p.is(f) || f.Table != "" && !there:
		return "it does not say of what it is"
	case !works || !by.May(p.right):
		return fmt.Sprintf("%s signed it, who does not work here or may not", f.By)
	case p.two && (!with || f.With == f.By):
		return fmt.Sprintf("it takes two people, and %q signed before %s", f.With, f.By)
	case !p.two && f.With != "":
		return fmt.Sprintf("it takes one person, and %s signed before %s", f.With, f.By)
	case f.Digest == "" || f.Version < 1 || f.Version > version:
		return fmt.Sprintf("it is version %d, where %d belongs", f.Version, version)
	case f.Copy < 1 || f.Copy > h.Copies(f)+1:
		return fmt.Sprintf("it is copy %d of version %d, and %d of it left the house before", f.Copy, f.Version, h.Copies(f))
	}
	return ""
}

// is reports whether a report names what its kind is of: a shift, a table or the house.
func (p place) is(f record.ReportPrinted) bool {
	return (p.of == ofShift) == (f.Shift > 0) && (p.of == ofHouse) == (f.Table == "")
}

// JudgeCopy returns what is wrong with an entry of a copy that nobody signed as the house stands, "" where nothing is. It judges
// which report it is, and that who had it might have it and was signed on.
func (h Backups) JudgeCopy(f record.ReportPrinted, at time.Time) string {
	p, known := places[strings.TrimSuffix(strings.TrimSuffix(f.Report, record.ProvisionalReport), record.PaperReport)]
	switch {
	case !known:
		return "there is no such report"
	case !p.is(f):
		return "it does not say of what it is"
	case f.With != "" || f.PINs:
		return "nobody signs that"
	case f.By != "" && !h.People().SignedOnFor(f.By, ReadReports, f.Table, at):
		return fmt.Sprintf("%s had it, who was not signed on or may not", f.By)
	}
	return ""
}

// JudgeBackup returns what is wrong with who had a backup made as the house stands, "" where nothing is: a program has the planned
// ones made.
func (h Backups) JudgeBackup(by string, planned bool, at time.Time) string {
	switch {
	case by != "" && planned:
		return "a program makes the planned ones"
	case by != "" && !h.People().SignedOnFor(by, KeepBackups, "", at):
		return fmt.Sprintf("%s had it made, who was not signed on or may not", by)
	}
	return ""
}
