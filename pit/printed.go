package pit

import (
	"strings"
	"time"
)

// What stands behind the kind of a report whose copies count by themselves: files that
// people have signed, and papers, signed or not.
const (
	SignedReport = "-signed"
	PaperReport  = "-paper"
)

// edition is the version of a report that left the house last.
type edition struct {
	version  int
	digest   string
	at       time.Time // when its first copy left
	replaced time.Time // when the first copy of the version before left
}

// report is which report it is, whoever had it and as which copy and version.
func (f ReportPrinted) report() ReportPrinted {
	kind := strings.TrimSuffix(strings.TrimSuffix(f.Report, SignedReport), PaperReport)
	return ReportPrinted{Report: kind, Table: f.Table, Shift: f.Shift, Item: f.Item}
}

// counted is what a copy of is counted among.
func (f ReportPrinted) counted() ReportPrinted {
	return ReportPrinted{Report: f.Report, Table: f.Table, Shift: f.Shift, Item: f.Item, Version: max(1, f.Version)}
}

// Copies is how often a version of a report left the house so far.
func (h *House) Copies(report ReportPrinted) int { return h.printed[report.counted()] }

// Signed says whether people have signed any version of a report.
func (h *House) Signed(report ReportPrinted) bool {
	report = report.report()
	report.Report += SignedReport
	for printed := range h.printed {
		printed.Version = 0
		if printed == report {
			return true
		}
	}
	return false
}

// Edition is which version of a report has figures of its Digest, from 1, and when the one
// that it replaces first left the house; zero where it replaces none.
func (h *House) Edition(report ReportPrinted) (version int, replaces time.Time) {
	last, ok := h.editions[report.report()]
	switch {
	case !ok:
		return 1, time.Time{}
	case last.digest == "" || last.digest == report.Digest:
		return last.version, last.replaced
	}
	return last.version + 1, last.at
}

func (h *House) applyPrinted(e Entry, f ReportPrinted) {
	if h.printed == nil {
		h.printed, h.editions = map[ReportPrinted]int{}, map[ReportPrinted]edition{}
	}
	f.Version = max(1, f.Version)
	h.printed[f.counted()] = max(f.Copy, h.printed[f.counted()])
	last := h.editions[f.report()]
	switch {
	case f.Version > last.version:
		h.editions[f.report()] = edition{f.Version, f.Digest, e.At, last.at}
	case last.digest == "":
		last.digest = f.Digest
		h.editions[f.report()] = last
	}
}

// MissedPIN is a wrong PIN that was given for somebody's number.
type MissedPIN struct {
	At     time.Time // UTC
	Number string
}

// WrongPINs are those from a moment to another, the oldest first; a zero moment is none.
// Codes that are nobody's are not among them.
func (h *House) WrongPINs(from, to time.Time) []MissedPIN {
	var found []MissedPIN
	for _, w := range h.wrong {
		if !w.At.Before(from) && (to.IsZero() || !w.At.After(to)) {
			found = append(found, w)
		}
	}
	return found
}
