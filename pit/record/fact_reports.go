package record

import "strings"

// AuthoritySet means: the certificate (DER, base64) of the house's own certificate
// authority, from which the staff's certificates are.
type AuthoritySet struct {
	Certificate string `json:"certificate"`
}

// AuthorityClosed means: from here on the key of the house's authority, whose certificate (DER, base64) that is, lies under a
// passphrase. A house that has closed it has no other authority unless a manager signs for that one too.
type AuthorityClosed struct {
	Certificate string `json:"certificate"`
	By          string `json:"by,omitempty"` // who signs it; "" where it came with the house
}

// Certified means: the certificate (DER, base64) with which somebody signs reports from
// now on.
type Certified struct {
	Number      string `json:"number"`
	Certificate string `json:"certificate"`
}

// ReportPrinted means: a report left the house on paper or in a file. Copy counts from
// 1; from 2 on it says that it is a reprint. Where the figures are others than those that
// left the house before it is another version, whose copies count from 1.
type ReportPrinted struct {
	Report string `json:"report"` // its kind
	Table  string `json:"table,omitempty"`
	Shift  int    `json:"shift,omitempty"`
	Item   string `json:"item,omitempty"` // which of the shift: a hand, a slip
	Copy   int    `json:"copy"`
	By     string `json:"by,omitempty"` // who had it printed, or signed it last
	// With is the person who signed it before By: the croupier of a shift's. Sabot 0.9 did not note it.
	With string `json:"with,omitempty"`
	// Version counts from 1, 0 in old records; Digest stands for the figures.
	Version int    `json:"version,omitempty"`
	Digest  string `json:"digest,omitempty"`
	// Printer is the queue that took it; "" where it went into a file.
	Printer string `json:"printer,omitempty"`
	// PINs says of a report that people have signed that With and By gave their PIN for this entry too. With Sabot 0.9 nobody did.
	PINs bool `json:"pins,omitempty"`
}

// Kind returns the kind of the report, without what became of it.
func (f ReportPrinted) Kind() string {
	return strings.TrimSuffix(strings.TrimSuffix(f.Report, SignedReport), PaperReport)
}

// OfSigned reports whether people are said to have signed the report.
func (f ReportPrinted) OfSigned() bool { return strings.HasSuffix(f.Report, SignedReport) }

// signers returns who gave their PIN for the entry.
func (f ReportPrinted) signers() []string {
	if !f.PINs {
		return nil
	}
	return only(f.With, f.By)
}

func (AuthoritySet) kind() string    { return "authority" }
func (AuthorityClosed) kind() string { return "authorityclosed" }
func (Certified) kind() string       { return "certified" }
func (ReportPrinted) kind() string   { return "printed" }

// What stands behind the kind of a report whose copies count by themselves: files that
// people have signed, and papers, signed or not.
const (
	SignedReport = "-signed"
	PaperReport  = "-paper"
)

// ProvisionalReport stands behind the kind of a report of a shift that is open: what is final begins with its first copy all the same.
const ProvisionalReport = "-provisional"
