package house

import (
	"time"

	"sabot/pit/record"
)

// edition is the version of a report that left the house last.
type edition struct {
	version  int
	digest   string
	at       time.Time // when its first copy left
	signed   time.Time // when people signed it last; zero where they have not
	replaced time.Time // when the version before was signed; where it was not, when its first copy left
}

// reportOf returns the identity of a report: the same for everyone who had it, and for each copy and version.
func reportOf(f record.ReportPrinted) record.ReportPrinted {
	return record.ReportPrinted{Report: f.Kind(), Table: f.Table, Shift: f.Shift, Item: f.Item}
}

// countedAs returns the key under which copies of a report's version are counted.
func countedAs(f record.ReportPrinted) record.ReportPrinted {
	return record.ReportPrinted{Report: f.Report, Table: f.Table, Shift: f.Shift, Item: f.Item, Version: max(1, f.Version)}
}

// Copies returns how often a version of a report left the house so far.
func (h Backups) Copies(report record.ReportPrinted) int { return h.printed[countedAs(report)] }

// Signed reports whether people have signed any version of a report.
func (h Backups) Signed(report record.ReportPrinted) bool { return !h.SignedAt(report).IsZero() }

// SignedAt returns when people signed a report last, whichever version; zero where they have not.
func (h Backups) SignedAt(report record.ReportPrinted) time.Time { return h.signedAt[reportOf(report)] }

// Edition returns the version, from 1, of a report with the figures of its Digest. Replaces is when the one before it was signed,
// or else first left the house; zero where it replaces none.
func (h Backups) Edition(report record.ReportPrinted) (version int, replaces time.Time) {
	last, ok := h.editions[reportOf(report)]
	switch {
	case !ok:
		return 1, time.Time{}
	case last.digest == "" || last.digest == report.Digest:
		return last.version, last.replaced
	}
	return last.version + 1, last.left()
}

// left returns when a version was signed; where it was not, when its first copy left the house.
func (e edition) left() time.Time {
	if e.signed.IsZero() {
		return e.at
	}
	return e.signed
}

// SignedAs reports whether people have signed a report with the figures of its Digest, and no other figures left the house since.
func (h Backups) SignedAs(report record.ReportPrinted) bool {
	last := h.editions[reportOf(report)]
	return last.digest == report.Digest && h.Signed(report) && !h.SignedAt(report).Before(last.at)
}

// applyPrinted takes in a copy; one that people signed once they have given their PINs for it.
func (h Backups) applyPrinted(e record.Entry, f record.ReportPrinted) {
	h.paper = paper{}
	switch {
	case !f.OfSigned(), !f.PINs && !h.papers:
		h.applyCopy(e, f)
	case f.PINs && h.JudgePaper(f) == "":
		h.paper = paper{e, f, record.Signers(f)}
	}
	h.papers = h.papers || f.PINs
}

// applyCopy takes in a copy that left the house.
func (h Backups) applyCopy(e record.Entry, f record.ReportPrinted) {
	if h.printed == nil {
		h.printed = map[record.ReportPrinted]int{}
	}
	if f.OfSigned() {
		h.papered = e.Seq
	}
	h.printed[countedAs(f)] = max(f.Copy, h.printed[countedAs(f)])
	h.applyEdition(e.At, f)
	if !f.OfSigned() {
		return
	}
	p, own := h.signedBy(e, f)
	if h.applyShiftPaper(p); !own {
		h.keepPapers(f.Table, func(is *SignedPaper) bool { return !is.same(p) })
	}
}

// applyEdition takes in which version of a report a copy is, whether it left the house here or at a machine that had the table before.
func (h Backups) applyEdition(at time.Time, f record.ReportPrinted) {
	if h.editions == nil {
		h.editions, h.signedAt = map[record.ReportPrinted]edition{}, map[record.ReportPrinted]time.Time{}
	}
	f.Version = max(1, f.Version)
	if f.OfSigned() && at.After(h.signedAt[reportOf(f)]) {
		h.signedAt[reportOf(f)] = at
	}
	last := h.editions[reportOf(f)]
	switch {
	case f.Version > last.version:
		last = edition{version: f.Version, digest: f.Digest, at: at, replaced: last.left()}
	case last.digest == "":
		last.digest = f.Digest
	}
	if f.Version == last.version && f.OfSigned() {
		last.signed = at
	}
	h.editions[reportOf(f)] = last
}

// MissedPIN is a wrong PIN that was given.
type MissedPIN struct {
	At     time.Time // UTC
	Number string    // whose it was given for; "" of a code that is nobody's
	Table  string    // at which it was typed; "" at none, or where nobody knows
}

// WrongPINs returns the wrong PINs from a moment to another, the oldest first; a zero moment is no limit.
func (h Backups) WrongPINs(from, to time.Time) []MissedPIN {
	var found []MissedPIN
	for _, w := range h.wrong {
		if !w.At.Before(from) && (to.IsZero() || !w.At.After(to)) {
			found = append(found, w)
		}
	}
	return found
}
