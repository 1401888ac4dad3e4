package record

import (
	"slices"
	"strings"
)

// What stands behind the kind of a report whose copies count by themselves: files that
// people have signed, and papers, signed or not.
const (
	SignedReport = "-signed"
	PaperReport  = "-paper"
)

// SignedBy returns those who signed by an entry: with their PIN for it, or with their key the report that it says left the house.
func SignedBy(f Fact) []string {
	if p, printed := f.(ReportPrinted); printed && strings.HasSuffix(p.Report, SignedReport) {
		return slices.Concat(only(p.With), only(p.By))
	}
	return Signers(f)
}
