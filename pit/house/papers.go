package house

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
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
	case f.Digest == "" || f.Version < 1 || f.Version > version || f.Version < version && h.office.heard.IsZero():
		return fmt.Sprintf("it is version %d, where %d belongs", f.Version, version)
	case f.Copy < 1 || f.Copy > h.Copies(f)+1 || f.Copy <= h.Copies(f) && h.office.heard.IsZero(): // the office does not know of those that left here
		return fmt.Sprintf("it is copy %d of version %d, and %d of it left the house before", f.Copy, f.Version, h.Copies(f))
	}
	return ""
}

// is reports whether a report names what its kind is of: a shift or a slip of it, days of a table, or the house. Of more than that it
// would be a report of its own, with versions and copies of its own.
func (p place) is(f record.ReportPrinted) bool {
	return (p.of == ofShift) == (f.Shift > 0) && (p.of == ofHouse) == (f.Table == "") && (p.of != ofShift || f.Kind() == "slip" || f.Item == "")
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

// A SignedPaper is a report of a shift that people signed.
type SignedPaper struct {
	Seq int64 // the entry of this machine that brought it
	At  time.Time
	record.ReportPrinted

	here   time.Time // when this machine entered that, or heard of it
	behind int64     // so many entries of the table were signed for: what is behind them is after it; 0 where only times tell
	office bool      // it was entered at the office, which this machine is not
}

// before reports whether it was signed before an entry of its table.
func (p SignedPaper) before(at time.Time, seq int64) bool {
	if p.behind > 0 {
		return p.behind < seq
	}
	return p.here.Before(at)
}

// same reports whether two are one, of which a machine took what another one had entered.
func (p SignedPaper) same(as SignedPaper) bool {
	return p.At.Equal(as.At) && record.Same(p.ReportPrinted, as.ReportPrinted)
}

// A TakenPaper is a signed report of a shift that another machine entered.
type TakenPaper struct {
	SignedPaper
	Lines    []string          // it and its approvals, as they were entered
	approved []record.Approved // those
}

// whole reports whether each who signed it stands behind it with an approval.
func (p *TakenPaper) whole(number int64) bool {
	return slices.EqualFunc(p.approved, record.Signers(p.ReportPrinted), func(f record.Approved, by string) bool { return f.Seq == number && f.By == by })
}

// A signsWith is somebody and a right with which reports are signed.
type signsWith struct {
	number string
	right  Right
}

// applyMaySign notes who has a right to sign reports: what they signed before goes on holding once they have it no more.
func (h Backups) applyMaySign(s Staff) {
	for _, right := range []Right{SignDealt, SignInPlace, SignReports} {
		if !s.May(right) {
			continue
		}
		if h.mayHaveSigned == nil {
			h.mayHaveSigned = map[signsWith]bool{}
		}
		h.mayHaveSigned[signsWith{s.Number, right}] = true
	}
}

// OfSignedShift reports whether an entry is of a signed report of a shift. No hand of the shift is corrected behind that.
func OfSignedShift(f record.ReportPrinted) bool {
	return f.OfSigned() && f.Kind() == "shift" && f.Shift > 0
}

// ShiftSigned reports whether people have signed the report of a shift: here, at the office, or at a machine that had the table before.
func (h Backups) ShiftSigned(table string, shift int) bool {
	return len(h.shiftPapers[ShiftID{table, shift}]) > 0
}

// SignedBefore reports whether people had signed the report of a shift before an entry of its table, or this machine knew of it by then. Whoever
// signed here did it behind the last checkpoint of the table. What came with the table was signed before it came. So no time counts there, which the
// entry's own machine writes.
func (h Backups) SignedBefore(table string, shift int, at time.Time, seq int64) bool {
	return slices.ContainsFunc(h.shiftPapers[ShiftID{table, shift}], func(p SignedPaper) bool { return p.before(at, seq) })
}

// applyHeaded takes in how many entries a table had.
func (h Backups) applyHeaded(f record.Checkpointed) {
	head, err := seal.ReadHead(f.Note)
	if err != nil {
		return // the audit says so
	}
	if h.headed == nil {
		h.headed = map[string]int64{}
	}
	h.headed[head.Stream] = head.Size
}

// signedBy returns a report by the entry with which people signed it, here or at the office. It returns false for one that the office signed of what the
// table went on without: its shift is another one.
func (h Backups) signedBy(e record.Entry, f record.ReportPrinted) (SignedPaper, bool) {
	p := SignedPaper{Seq: e.Seq, At: e.At, ReportPrinted: f, here: e.At}
	if f.PINs { // with Sabot 0.9 nobody signed for the checkpoint
		p.behind = h.headed[f.Table]
	}
	if h.office.heard.IsZero() {
		return p, true
	}
	p.here, p.office = h.office.heard, true
	if h.Moves().WentOn(f.Table, h.office.Machine) {
		_, size, _ := h.Moves().MovedFrom(f.Table, h.office.Machine)
		if p.behind > size {
			return p, false
		}
		p.behind = 0 // until it is heard of here a hand may be corrected
	}
	return p, true
}

// keepPapers keeps those signed reports of a table's shifts that fit, and when they were signed.
func (h Backups) keepPapers(table string, fits func(*SignedPaper) bool) {
	for id, papers := range h.shiftPapers {
		if id.Table != table {
			continue
		}
		var kept []SignedPaper
		var last, was time.Time
		for _, p := range papers {
			if was = later(was, p.At); fits(&p) {
				kept, last = append(kept, p), later(last, p.At)
			}
		}
		if h.shiftPapers[id] = kept; len(kept) == 0 {
			delete(h.shiftPapers, id)
		}
		if of := reportOf(papers[0].ReportPrinted); last.Before(was) && h.signedAt[of].Equal(was) {
			h.signedAt[of] = last
		}
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// goneWithout drops the reports that the office signed of what of a table goes on without, as it is moved from there with so many entries.
func (h Backups) goneWithout(table, from string, size int64) {
	if from == h.office.Machine {
		h.keepPapers(table, func(p *SignedPaper) bool { return !p.office || p.behind <= size })
	}
}

// papersPutBack notes that a restore found fewer entries of a table than were signed for: what lies behind them is not what lay there.
func (h Backups) papersPutBack(heads []string) {
	sizes := map[string]int64{}
	for _, note := range heads {
		if head, err := seal.ReadHead(note); err == nil {
			sizes[head.Stream] = head.Size
		}
	}
	for _, t := range h.Tables {
		h.keepPapers(t.Name, func(p *SignedPaper) bool {
			if p.behind > sizes[t.Name] {
				p.behind = 0
			}
			return true
		})
	}
}

// applyShiftPaper takes in a signed report of a shift; one that is here already is here once.
func (h Backups) applyShiftPaper(p SignedPaper) {
	if !OfSignedShift(p.ReportPrinted) || h.hasPaper(p) {
		return
	}
	if h.shiftPapers == nil {
		h.shiftPapers = map[ShiftID][]SignedPaper{}
	}
	id := ShiftID{p.Table, p.Shift}
	h.shiftPapers[id] = append(slices.Clip(h.shiftPapers[id]), p)
}

// PapersBy returns the signed reports of a table's shifts that an entry brought here.
func (h Backups) PapersBy(table string, seq int64) (list []SignedPaper) {
	for id, papers := range h.shiftPapers {
		for _, p := range papers {
			if id.Table == table && p.Seq == seq {
				list = append(list, p)
			}
		}
	}
	return list
}

// hasPaper reports whether a signed report is here: entered here, or taken from another machine before.
func (h Backups) hasPaper(p SignedPaper) bool {
	return slices.ContainsFunc(h.shiftPapers[ShiftID{p.Table, p.Shift}], p.same)
}

// TakenPapers returns the signed reports of a table's shifts among the entries of another machine, each with all of its approvals. Those of Sabot 0.9
// have none: nobody signed their entries.
func TakenPapers(table string, lines []string) (list []TakenPaper) {
	for _, l := range cameLines(lines, func(f record.Fact) bool {
		p, is := f.(record.ReportPrinted)
		return is && p.Table == table && p.PINs && OfSignedShift(p)
	}) {
		f, _ := l.entry.Fact.(record.ReportPrinted)
		p := TakenPaper{SignedPaper{At: l.entry.At, ReportPrinted: f}, l.lines, l.approved}
		if p.whole(l.entry.Seq) {
			list = append(list, p)
		}
	}
	return list
}

// signedPaper reports whether two people of this house signed a report who have, or had, the rights and the keys. Whether they were of the shift
// is in the record of the machine that entered it.
func (h Backups) signedPaper(p *TakenPaper) bool {
	with := h.mayHaveSigned[signsWith{p.With, SignDealt}] || h.mayHaveSigned[signsWith{p.With, SignInPlace}]
	return with && h.mayHaveSigned[signsWith{p.By, SignReports}] && p.With != p.By && h.People().heldBy(p.Lines[0], p.approved)
}

// SignedPapers returns the signed reports of a table's shifts among the entries of another machine that two people of this house signed.
func (h Backups) SignedPapers(table string, lines []string) []TakenPaper {
	return slices.DeleteFunc(TakenPapers(table, lines), func(p TakenPaper) bool { return !h.signedPaper(&p) })
}

// TakePapers returns what this machine enters of the signed reports of a table's shifts that came with the table from another machine:
// those that it does not have, and that two people of this house have signed. A shift that had not closed in what came of the table is none
// of its shifts: the table went on without it, and has another one with that number.
func (h Backups) TakePapers(table, machine string, lines []string, closed map[int]bool) (facts []record.Fact) {
	taken, size := record.PapersTaken{Table: table, Machine: machine}, 0
	var list []SignedPaper
	for _, p := range h.SignedPapers(table, lines) {
		if !closed[p.Shift] || h.hasPaper(p.SignedPaper) || slices.ContainsFunc(list, p.same) {
			continue
		}
		if list = append(list, p.SignedPaper); size > mostBoxes {
			facts, taken.Entries, size = append(facts, taken), nil, 0
		}
		taken.Entries = append(taken.Entries, p.Lines...)
		for _, line := range p.Lines {
			size += len(line)
		}
	}
	if len(taken.Entries) > 0 {
		facts = append(facts, taken)
	}
	return facts
}

// TakesPapers reports whether this machine, as managers had the table moved, takes signed reports that came with it, and has none of them yet.
func (h Backups) TakesPapers(f record.PapersTaken) bool {
	moved, _, is := h.Moves().Moved(f.Table)
	return is && moved.From == f.Machine && !slices.ContainsFunc(TakenPapers(f.Table, f.Entries), func(p TakenPaper) bool { return h.hasPaper(p.SignedPaper) })
}

// WrongPapers returns what does not hold of signed reports that a machine took of another one; "" for nothing. Each is of a shift of that table, and
// two people of this house who ever might have signed it.
func (h Backups) WrongPapers(f record.PapersTaken) string {
	n := 0
	for _, p := range TakenPapers(f.Table, f.Entries) {
		if n += len(p.Lines); !h.signedPaper(&p) {
			return fmt.Sprintf("%s and %s did not sign the report of shift %d of %s, or never might", p.With, p.By, p.Shift, f.Table)
		}
	}
	if n == 0 || n != len(f.Entries) {
		return fmt.Sprintf("what it takes are no reports of shifts of %s that two people signed", f.Table)
	}
	return ""
}

// applyPapersTaken folds the signed reports that came with a table: the shift is signed, and who signs it again signs the next version.
// Copies are counted where they left the house.
func (h Backups) applyPapersTaken(e record.Entry, f record.PapersTaken) {
	_, size, _ := h.Moves().Moved(f.Table)
	for _, p := range TakenPapers(f.Table, f.Entries) {
		p.Seq, p.here, p.behind = e.Seq, e.At, size
		h.applyShiftPaper(p.SignedPaper)
		h.applyEdition(p.At, p.ReportPrinted)
	}
}
