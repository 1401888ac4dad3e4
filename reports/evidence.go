package reports

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/pit/house"
	checkpoint "sabot/pit/seal"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// An Evidence is the content of a report and its source. It is embedded in the PDF, so that whoever has the
// record can make the figures again and compare. The pages are drawn from it and from nothing else.
type Evidence struct {
	Sabot      string      `json:"sabot"`             // the version that drew it
	Program    string      `json:"program,omitempty"` // the SHA-256 of its file, hexadecimal; "" where it did not say
	Form       int         `json:"form,omitempty"`    // of figures and pages: see Form
	Kind       Kind        `json:"kind"`
	Table      string      `json:"table"`
	Shift      int         `json:"shift,omitempty"`
	Item       string      `json:"item,omitempty"` // which of the shift: a slip
	Language   string      `json:"language"`
	Currency   string      `json:"currency"`
	House      string      `json:"house,omitempty"`   // the house's first currency, where that is another
	Printed    int64       `json:"printed"`           // milliseconds of UTC since 1970
	Copy       int         `json:"copy"`              // from 1, of this version
	Version    int         `json:"version,omitempty"` // from 1: another one where the figures are others than on paper before
	Before     int64       `json:"before,omitempty"`  // of a version that replaces one, when that was printed, as Printed
	Zone       string      `json:"zone,omitempty"`    // of the times on its pages, by the IANA's list
	Letterhead *Letterhead `json:"letterhead,omitempty"`
	TableSeq   int64       `json:"tableseq"` // the last entries that the figures are of
	HouseSeq   int64       `json:"houseseq"`
	Checkpoint string      `json:"checkpoint,omitempty"` // the signed head of the table's record
	// HouseCheckpoint is the signed head of the house's entries, where the report is not of
	// those alone.
	HouseCheckpoint string          `json:"housecheckpoint,omitempty"`
	Streams         []Stream        `json:"streams,omitempty"` // of a report of all tables, up to where each was read
	Elsewhere       *Elsewhere      `json:"elsewhere,omitempty"`
	Reach           *Reach          `json:"reach,omitempty"` // of a paper of a shift, where another machine plays the table: up to when the record knows it
	Figures         json.RawMessage `json:"figures"`
	// RulesChanged says of figures that were just made that rules changed within a shift, and that they are of a
	// form before form 7. Of hands before the change they leave out cards and what is expected.
	RulesChanged bool `json:"-"`
}

// A Stream is a table's entries up to one of them, and the signed head of its record.
type Stream struct {
	Table      string `json:"table"`
	Seq        int64  `json:"seq"`
	Checkpoint string `json:"checkpoint,omitempty"`
}

// An Elsewhere is a list of the other machines whose copies are counted, in a report of a table that was moved.
type Elsewhere struct {
	Office string   `json:"office,omitempty"` // those of that machine are, up to AsOf
	AsOf   int64    `json:"asof,omitempty"`   // milliseconds of UTC since 1970
	Not    []string `json:"not,omitempty"`    // those of these are not
}

// A Letterhead is the house's particulars on its paper.
type Letterhead struct {
	Address string `json:"address,omitempty"` // lines
	Licence string `json:"licence,omitempty"`
	Logo    []byte `json:"logo,omitempty"` // a PNG
}

// FirstForm is the oldest form of evidence that is read, that of Sabot 0.9.
const FirstForm = 6

// Form is the form of the figures and pages that this Sabot draws. Form 6 shows and judges all hands of a shift by
// its last rules, and knows no rounding of expected results.
const Form = 7

// Home returns the house's first currency: amounts are written in the way of its country.
func (e Evidence) Home() string { return cmp.Or(e.House, e.Currency) }

// TimeZone returns the zone of the times on the pages, and in the blocks of who signed.
func (e Evidence) TimeZone() *time.Location { return house.ZoneNamed(e.Zone) }

// Provisional reports whether the figures are of a shift that is still open: nobody signs them.
func (e Evidence) Provisional() bool {
	f, err := e.read()
	if err != nil {
		return false
	}
	switch f := f.(type) {
	case *Shift:
		return f.Provisional()
	case *Incidents:
		return f.Running
	case *reconstructions:
		return f.Running
	case *HouseSum:
		return f.Open > 0 || f.Ahead
	case *Noted:
		return f.Open > 0 || f.Running
	case *Slip:
		return f.State == tray.Requested
	case *TableSum:
		return f.Ahead || slices.ContainsFunc(f.Shifts, func(s ShiftSum) bool { return s.Closed.IsZero() })
	}
	return false
}

// Digest returns a hash of the figures without the moment at which they were made. Two papers with the same one
// have the same content.
func (e Evidence) Digest() string {
	said := []byte(e.Figures)
	if e.Kind == AccessReport {
		var access Access
		if json.Unmarshal(e.Figures, &access) == nil {
			said = access.said()
		}
	}
	hash := sha256.Sum256(said)
	return hex.EncodeToString(hash[:16])
}

// Report returns the report in a language.
func (e Evidence) Report(w paper.Words) (paper.Report, error) { return e.reportWith(w, new(bool)) }

// reportWith returns the Report whose amounts have a minor unit where cents says so, or one of them needs it, which cents says then.
func (e Evidence) reportWith(w paper.Words, cents *bool) (paper.Report, error) {
	f, err := e.read()
	if err != nil {
		return paper.Report{}, err
	}
	p := pen{Pen: forms.Pen{Words: w, Form: e.Form, Zone: e.TimeZone(), Currency: e.Currency, Minor: cents, Colon: forms.ColonOf(e.Language)}}
	r := f.report(e, p)
	if *p.Minor { // some amount has a minor unit: then all are written with one
		r = f.report(e, p)
	}
	printed := time.UnixMilli(e.Printed)
	r.Printed, r.Language, r.Comma = printed.In(p.Zone), e.Language, strings.Contains(w.Cents(150), ",")
	r.Head = append(r.Head, paper.Pair{Label: w.T("report_zone"), Value: p.ZoneName(e.lasted(f, printed))})
	if e.Reach != nil {
		r.Head = append(r.Head, e.Reach.head(p)...)
	}
	if other := e.Elsewhere; other != nil {
		known := map[string]any{"Office": other.Office, "At": p.Clock(time.UnixMilli(other.AsOf)), "Not": strings.Join(other.Not, ", ")}
		r.Head = append(r.Head, paper.Pair{Label: w.T("report_copies"), Value: w.T("report_copies_known", known)})
	}
	if l := e.Letterhead; l != nil {
		r.Address, r.Logo = slices.Collect(strings.Lines(l.Address)), l.Logo
		for i, line := range r.Address {
			r.Address[i] = strings.TrimSpace(line)
		}
		if l.Licence != "" {
			r.Address = append(r.Address, l.Licence)
		}
	}
	r.SealHead, r.Seal = w.T("report_seal"), seal(e.Checkpoint)
	if head, err := checkpoint.ReadHead(e.Checkpoint); err == nil {
		r.Code, r.Spoken = e.Checkpoint, w.T("report_spoken", map[string]any{"Words": head.Words(), "N": head.Size})
	}
	if e.Program != "" {
		r.Seal = paper.Join(r.Seal, w.T("report_program", map[string]any{"Version": e.Sabot, "Hash": e.Program}))
	}
	r.Foot = r.House + " · " + r.Title + " · " + w.T("report_printed", map[string]any{"At": p.Clock(printed)})
	if len(r.Signers) == 0 { // what is provisional says so, whichever copy it is
		return r, nil
	}
	if e.Version > 1 {
		r.Banner = paper.Join(r.Banner, w.T("report_version", map[string]any{"N": e.Version, "At": p.Clock(time.UnixMilli(e.Before))}))
	}
	if e.Copy > 1 {
		r.Banner = paper.Join(r.Banner, w.T("report_reprint", map[string]any{"N": e.Copy}))
	}
	return r, nil
}

// Named returns in words which report the evidence is of: its kind, table and shift, slip or days, which version, which copy.
func (e Evidence) Named(w paper.Words) string {
	said := w.T(titles[e.Kind])
	if !e.Kind.OfHouse() {
		said = paper.Join(said, e.Table)
	}
	if e.Shift > 0 {
		said = paper.Join(said, w.T("report_shift")+" "+strconv.Itoa(e.Shift))
	}
	from, to, days := strings.Cut(e.Item, "..")
	switch {
	case days:
		said = paper.Join(said, paper.Date(from)+" – "+paper.Date(to))
	case e.Kind.OfHouse():
		said = paper.Join(said, paper.Date(e.Item))
	default:
		said = paper.Join(said, e.Item)
	}
	return w.T("report_which", map[string]any{"Report": said, "Version": max(e.Version, 1), "Copy": e.Copy})
}

// seal returns a checkpoint in one line: table, entries, hash, signature.
func seal(note string) string {
	return string(bytes.Join(bytes.Fields([]byte(note)), []byte(" ")))
}
