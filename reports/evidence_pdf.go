package reports

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// Draw returns the report on pages, as a PDF. The error wraps ErrTooLarge for one that nobody could verify.
func (e Evidence) Draw(w paper.Words) (paper.Document, error) {
	return e.DrawWithin(context.Background(), w)
}

// DrawWithin does what Draw does, for evidence that anybody may have written. It ends with ctx, whose error it
// returns, and turns a panic into an error.
func (e Evidence) DrawWithin(ctx context.Context, w paper.Words) (doc paper.Document, err error) {
	defer broken(&err)
	text, err := json.Marshal(e)
	if err == nil {
		err = bearable(text)
	}
	if err != nil {
		return paper.Document{}, fmt.Errorf("writing the evidence of a report: %w", err)
	}
	r, err := e.Report(w)
	if err != nil {
		return paper.Document{}, err
	}
	return paper.Draw(ctx, r, w, text)
}

// A Signed is a signer of a report, as their certificate names them.
type Signed struct {
	Name, Number string
	Role         record.Role // "" where the certificate has none
	At           time.Time   // UTC
}

// Reprint draws the report once more for paper. It prints the signers where it was signed, and a banner where
// later entries changed its figures. The PDF has no evidence in it and is no report by itself.
func (e Evidence) Reprint(w paper.Words, signed []Signed, overtaken bool) ([]byte, error) {
	r, err := e.Report(w)
	if err != nil {
		return nil, err
	}
	if overtaken {
		r.Banner = paper.Join(w.T("report_overtaken"), r.Banner)
	}
	p := forms.Pen{Words: w, Zone: e.TimeZone()}
	for _, s := range signed {
		number := s.Number
		if s.Role != "" {
			number = w.T("role_"+string(s.Role)) + " · " + number
		}
		r.Signed = append(r.Signed, []string{s.Name, number, p.Clock(s.At), w.T("report_signed_electronically")})
	}
	doc, err := paper.Draw(context.Background(), r, w, nil)
	return doc.PDF, err
}

// Seen returns the pages of the report for somebody who looks at it where it is not made. The word replaces the
// signers and is the banner. There is no PDF of them.
func (e Evidence) Seen(w paper.Words, word string) ([]paper.Page, error) {
	r, err := e.Report(w)
	if err != nil {
		return nil, err
	}
	r.Banner, r.Signers, r.Foot = paper.Join(word, r.Banner), nil, paper.Join(paper.Join(r.House, r.Title), word)
	doc, err := paper.Draw(context.Background(), r, w, nil)
	return doc.Pages, err
}

// ErrNoEvidence is the error of a PDF that is none of Sabot's reports, or a reprint of one.
var ErrNoEvidence = errors.New("the PDF holds no evidence: it is a reprint for paper, or no report of Sabot's")

// ErrOlderForm is the error of a report that a Sabot of before 0.9 drew.
var ErrOlderForm = errors.New("the report is from before Sabot 0.9, and read no more: verify it with the Sabot that drew it")

// EvidenceOf returns the evidence in a report's PDF. Errors: ErrNoEvidence, ErrOlderForm, or what is wrong with
// it.
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
	if e.Form < FirstForm {
		return Evidence{}, ErrOlderForm
	}
	return e, nil
}
