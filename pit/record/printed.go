package record

// What stands behind the kind of a report whose copies count by themselves: files that
// people have signed, and papers, signed or not.
const (
	SignedReport = "-signed"
	PaperReport  = "-paper"
)

// ProvisionalReport stands behind the kind of a report of a shift that is open: what is final begins with its first copy all the same.
const ProvisionalReport = "-provisional"
