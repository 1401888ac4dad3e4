package reports

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	checkpoint "sabot/pit/seal"
)

// EvidenceName is the file in a report's PDF that holds its figures.
const EvidenceName = "evidence.json"

// Evidence is what a report says and of what: it lies in the PDF, so that whoever has
// the record can make the figures again and compare. The pages are drawn from it and
// from nothing else.
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
	Figures         json.RawMessage `json:"figures"`
}

// Stream is a table's entries up to one of them, and the signed head of its record.
type Stream struct {
	Table      string `json:"table"`
	Seq        int64  `json:"seq"`
	Checkpoint string `json:"checkpoint,omitempty"`
}

// Letterhead is what the house says of itself on its paper.
type Letterhead struct {
	Address string `json:"address,omitempty"` // lines
	Licence string `json:"licence,omitempty"`
	Logo    []byte `json:"logo,omitempty"` // a PNG
}

// codedSince is the form of evidence since which the signed head can be scanned from the page.
const codedSince = 3

// archivedSince is the form of evidence since which reports are PDF/A-3b, and the moment at
// which somebody looked is no figure of an access list.
const archivedSince = 4

// Form is that of the figures and pages which this Sabot draws. Evidence of form 0 named no
// zone: its times are by the clock of the machine that looks at it. Form 1 has other pages,
// no counts of the drop box beside the last one, and no drop, commission and pace in the
// sums of a table. Form 2 has no code to scan, cuts the seconds off how long somebody was on
// duty, lists what was noted one by one, and names no voided slips in sums. Form 3 is no PDF/A, and has
// another digest for every access list.
const Form = 4

// Home is the house's first currency, in whose country's way amounts are written.
func (e Evidence) Home() string { return cmp.Or(e.House, e.Currency) }

// zone is that of the times on the pages.
func (e Evidence) zone() *time.Location {
	if e.Form == 0 {
		return time.Local
	}
	return people.ZoneNamed(e.Zone)
}

// Provisional says that the figures are of a shift that is still open, so that nobody signs
// them.
func (e Evidence) Provisional() bool {
	f, err := e.read()
	if err != nil {
		return false
	}
	switch f := f.(type) {
	case *Shift:
		return f.Provisional()
	case *HouseSum:
		return f.Open > 0
	case *Noted:
		return f.Open > 0
	case *Slip:
		return f.State == pit.Requested
	case *TableSum:
		return slices.ContainsFunc(f.Shifts, func(s ShiftSum) bool { return s.Closed.IsZero() })
	}
	return false
}

// Digest stands for what the figures say, whenever they were taken: two papers with the same
// one say the same.
func (e Evidence) Digest() string {
	said := []byte(e.Figures)
	if e.Kind == AccessReport && e.Form >= archivedSince {
		var access Access
		if json.Unmarshal(e.Figures, &access) == nil {
			said = access.said()
		}
	}
	hash := sha256.Sum256(said)
	return hex.EncodeToString(hash[:16])
}

// Kind is what a report is about.
type Kind string

// The kinds of report.
const (
	ShiftReport          Kind = "shift"
	TableReport          Kind = "table"
	ReconstructionReport Kind = "reconstruction"
	IncidentReport       Kind = "incidents"
	SlipReport           Kind = "slip"
	HouseReport          Kind = "house"      // what all tables came to
	AccessReport         Kind = "access"     // who may do what
	ChangesReport        Kind = "changes"    // what was changed on a gaming day: before, after, by whom
	ExceptionsReport     Kind = "exceptions" // what of it was out of the ordinary
)

// OfHouse says whether a report is of the house as a whole and of no one table.
func (k Kind) OfHouse() bool {
	return k == HouseReport || k == AccessReport || k == ChangesReport || k == ExceptionsReport
}

// Kinds are all kinds of report.
func Kinds() []Kind {
	return []Kind{ShiftReport, TableReport, ReconstructionReport, IncidentReport, SlipReport, HouseReport, AccessReport, ChangesReport, ExceptionsReport}
}

// figures are the numbers of a report, which know how they stand in a language.
type figures interface {
	report(e Evidence, w pen) Report
}

// read is the figures of some evidence.
func (e Evidence) read() (figures, error) {
	var f figures
	switch e.Kind {
	case ShiftReport:
		f = &Shift{}
	case TableReport:
		f = &TableSum{}
	case ReconstructionReport:
		f = &Reconstructions{}
	case IncidentReport:
		f = &Incidents{}
	case SlipReport:
		f = &Slip{}
	case HouseReport:
		f = &HouseSum{}
	case AccessReport:
		f = &Access{}
	case ChangesReport, ExceptionsReport:
		f = &Noted{}
	default:
		return nil, fmt.Errorf("there is no report of kind %q", e.Kind)
	}
	if err := json.Unmarshal(e.Figures, f); err != nil {
		return nil, fmt.Errorf("reading the figures of a report: %w", err)
	}
	return f, nil
}

// Report is the evidence in a language.
func (e Evidence) Report(w Words) (Report, error) {
	f, err := e.read()
	if err != nil {
		return Report{}, err
	}
	p := pen{Words: w, form: e.Form, zone: e.zone(), currency: e.Currency, cents: new(bool), colon: colonOf(e.Language)}
	r := f.report(e, p)
	if *p.cents { // some amount has a minor unit: then all are written with one
		r = f.report(e, p)
	}
	printed := time.UnixMilli(e.Printed)
	r.Printed, r.Language, r.Comma = printed.In(p.zone), e.Language, strings.Contains(w.Cents(150), ",")
	r.Archive = e.Form >= archivedSince
	r.Head = append(r.Head, Pair{w.T("report_zone"), p.zoneName(printed)})
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
	if head, err := checkpoint.ReadHead(e.Checkpoint); err == nil && e.Form >= codedSince {
		r.Code, r.Spoken = e.Checkpoint, w.T("report_spoken", map[string]any{"Words": head.Words(), "N": head.Size})
	}
	if e.Program != "" {
		r.Seal = join(r.Seal, w.T("report_program", map[string]any{"Version": e.Sabot, "Hash": e.Program}))
	}
	r.Foot = r.House + " · " + r.Title + " · " + w.T("report_printed", map[string]any{"At": p.clock(printed)})
	if len(r.Signers) == 0 { // what is provisional says so, whichever copy it is
		return r, nil
	}
	if e.Version > 1 {
		r.Banner = join(r.Banner, w.T("report_version", map[string]any{"N": e.Version, "At": p.clock(time.UnixMilli(e.Before))}))
	}
	if e.Copy > 1 {
		r.Banner = join(r.Banner, w.T("report_reprint", map[string]any{"N": e.Copy}))
	}
	return r, nil
}

// join puts one text behind another.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// Draw is the report of some evidence on pages. The error wraps ErrTooLarge for one that
// nobody could verify.
func (e Evidence) Draw(w Words) (Document, error) { return e.DrawWithin(context.Background(), w) }

// DrawWithin is Draw for evidence that anybody may have written: it ends with ctx, whose
// error it answers, and what breaks in it is an error.
func (e Evidence) DrawWithin(ctx context.Context, w Words) (doc Document, err error) {
	defer broken(&err)
	text, err := json.Marshal(e)
	if err == nil {
		err = bearable(text)
	}
	if err != nil {
		return Document{}, fmt.Errorf("writing the evidence of a report: %w", err)
	}
	r, err := e.Report(w)
	if err != nil {
		return Document{}, err
	}
	return draw(ctx, r, w, text)
}

// Signed is who signed a report, as their certificate has it.
type Signed struct {
	Name, Number string
	At           time.Time // UTC
}

// Reprint is the report drawn once more for paper: with who signed it where they did, and
// with a word where later entries changed what it says. The PDF has no evidence in it and
// is no report by itself.
func (e Evidence) Reprint(w Words, signed []Signed, overtaken bool) ([]byte, error) {
	r, err := e.Report(w)
	if err != nil {
		return nil, err
	}
	if overtaken {
		r.Banner = join(w.T("report_overtaken"), r.Banner)
	}
	p := pen{Words: w, zone: e.zone()}
	for _, s := range signed {
		r.Signed = append(r.Signed, []string{s.Name, s.Number, p.clock(s.At), w.T("report_signed_electronically")})
	}
	doc, err := draw(context.Background(), r, w, nil)
	return doc.PDF, err
}

// Outcome is the result of a shift, or of all of a table's, by count and by hands; false of
// another kind of report.
func (e Evidence) Outcome() (byCount pit.Sum, byHands games.Amount, ok bool) {
	r, ok := e.Result()
	return r.ByCount, r.ByHands, ok
}

// Result is what Outcome is of, whole.
func (e Evidence) Result() (result pit.Result, ok bool) {
	f, err := e.read()
	switch f := f.(type) {
	case *Shift:
		return f.Result, err == nil
	case *TableSum:
		return f.Total.Result, err == nil
	}
	return pit.Result{}, false
}

// seal is a checkpoint in one line: table, entries, hash, signature.
func seal(note string) string {
	return string(bytes.Join(bytes.Fields([]byte(note)), []byte(" ")))
}

// with puts figures into evidence.
func (e Evidence) with(f figures) (Evidence, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return Evidence{}, fmt.Errorf("writing the figures of a report: %w", err)
	}
	e.Figures = text
	return e, nil
}

// Of is evidence with the figures of a shift's fold. Errors: of a slip that the shift has
// not.
func (e Evidence) Of(t *pit.Table, h *people.House) (Evidence, error) {
	switch e.Kind {
	case ShiftReport:
		s := ShiftOf(t, h)
		return e.with(&s)
	case ReconstructionReport:
		s := ReconstructionsOf(t, h)
		return e.with(&s)
	case IncidentReport:
		s := IncidentsOf(t, h)
		return e.with(&s)
	case SlipReport:
		s, ok := SlipOf(t, h, e.Item)
		if !ok {
			return Evidence{}, fmt.Errorf("shift %d of %s has no slip %q", t.Shift, t.Name, e.Item)
		}
		return e.with(&s)
	}
	return Evidence{}, fmt.Errorf("there is no report of kind %q of a shift", e.Kind)
}

// OfShifts is evidence with the sums of shifts.
func (e Evidence) OfShifts(shifts []Shift) (Evidence, error) {
	s := TableSumOf(shifts)
	return e.with(&s)
}

// ErrNoEvidence is the error of a PDF that is none of Sabot's reports.
var ErrNoEvidence = errors.New("the PDF holds no evidence: it is no report of Sabot's")

// EvidenceOf is the evidence that lies in a report's PDF. Errors: ErrNoEvidence, or what
// is wrong with it.
func EvidenceOf(pdf []byte) (Evidence, error) {
	const head = "<< /Type /EmbeddedFile /Length "
	at := bytes.Index(pdf, []byte(head))
	if at < 0 {
		return Evidence{}, ErrNoEvidence
	}
	if bytes.Count(pdf, []byte("/EmbeddedFile ")) != 1 {
		return Evidence{}, errors.New("the PDF holds more than one piece of evidence")
	}
	rest := pdf[at+len(head):]
	digits := bytes.IndexByte(rest, ' ')
	start := bytes.Index(rest, []byte("stream\n"))
	if digits < 1 || digits > 12 || start < 0 {
		return Evidence{}, errors.New("the evidence in the PDF cannot be read")
	}
	length, err := strconv.Atoi(string(rest[:digits]))
	start += len("stream\n")
	if err != nil || length < 0 || length > len(rest)-start {
		return Evidence{}, errors.New("the evidence in the PDF cannot be read")
	}
	z, err := zlib.NewReader(bytes.NewReader(rest[start : start+length]))
	if err != nil {
		return Evidence{}, fmt.Errorf("the evidence in the PDF cannot be read: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(z, largestEvidence+1))
	if err == nil {
		err = bearable(text)
	}
	if err != nil {
		return Evidence{}, fmt.Errorf("the evidence in the PDF cannot be read: %w", err)
	}
	var e Evidence
	if err := json.Unmarshal(text, &e); err != nil {
		return Evidence{}, fmt.Errorf("the evidence in the PDF cannot be read: %w", err)
	}
	return e, nil
}
