package record

// What stands behind the kind of a report whose copies count by themselves: files that
// people have signed, and papers, signed or not.
const (
	SignedReport = "-signed"
	PaperReport  = "-paper"
)
