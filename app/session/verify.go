package session

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"sabot/app/text"
	"sabot/assets"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/reports/sign"
)

// Verdict is what is to be said of a signed report.
type Verdict struct {
	Evidence   reports.Evidence
	Signatures []sign.Signature
	// Faults are what does not hold, in sentences; none where all does.
	Faults []string
	// Compared says that the figures were compared with a record.
	Compared bool
	// Older says that another Sabot drew it: its pages were not compared.
	Older bool
	// Overtaken is what later entries made of it; nil where nothing, or where nothing was
	// compared.
	Overtaken *Overtaken
}

// Holds says that nothing was found wrong.
func (v Verdict) Holds() bool { return len(v.Faults) == 0 }

func (v *Verdict) fault(format string, args ...any) {
	v.Faults = append(v.Faults, fmt.Sprintf(format, args...))
}

// CheckReport judges a signed report by itself: that its signatures hold and cover the
// whole file, and that its pages are those of its figures. Roots are the certificates to
// trust, nil for none.
func CheckReport(pdf []byte, roots *x509.CertPool) Verdict {
	var v Verdict
	signed, err := sign.Verify(pdf, roots)
	if err != nil {
		v.fault("%v", err)
		return v
	}
	v.Signatures = signed.Signatures
	base := pdf[:signed.Base]
	if v.Evidence, err = reports.EvidenceOf(base); err != nil {
		v.fault("%v", err)
		return v
	}
	v.pages(base)
	return v
}

// pages draws the report again from its evidence: everybody who belongs there must have
// signed, and where this is the Sabot that drew it, it must come out the same to the byte.
func (v *Verdict) pages(base []byte) {
	v.Older = v.Evidence.Sabot != assets.Version || v.Evidence.Form != reports.Form
	doc, err := v.Evidence.Draw(text.Open(v.Evidence.Language, v.Evidence.Home()))
	switch {
	case err != nil:
		v.fault("its pages cannot be drawn from its figures: %v", err)
	case !v.Older && !bytes.Equal(doc.PDF, base):
		v.fault("its pages are not those of its figures")
	case len(v.Signatures) < len(doc.Blocks):
		v.fault("%d signatures are there and %d belong there", len(v.Signatures), len(doc.Blocks))
	case len(doc.Blocks) == 0:
		v.fault("it is provisional: nobody signs such a report")
	}
}

// VerifyReport judges a signed report by the record of this house: who signed, with
// which right, and that its figures are the record's.
func (h *House) VerifyReport(pdf []byte) (Verdict, error) {
	h.heads.byRecordAlone()
	roots, err := h.Roots()
	if err != nil {
		return Verdict{}, err
	}
	v := CheckReport(pdf, roots)
	if len(v.Signatures) == 0 || v.Evidence.Kind == "" {
		return v, nil
	}
	then, err := h.houseAt(v.Evidence.HouseSeq)
	if err != nil {
		return v, err
	}
	head, err := h.Head(v.Evidence.Table, v.Evidence.Shift)
	if err != nil {
		return v, err
	}
	if v.Evidence.Form == 0 { // it was signed before it mattered who was at the table
		head = pit.ShiftHead{}
	}
	for i, s := range v.Signatures {
		signer(&v, then, head, s, i == len(v.Signatures)-1)
	}
	v.Compared = true
	return v, h.compare(&v, then)
}

// signer says what is wrong with who signed, by what they were in the house then and in the
// shift.
func signer(v *Verdict, then *people.House, head pit.ShiftHead, s sign.Signature, last bool) {
	who, known := then.StaffBy(s.Number)
	right := SignedWith(v.Evidence.Kind, last)
	switch {
	case !s.Trusted:
		v.fault("the certificate of %s is not from this house", s.Name)
	case !known:
		v.fault("nobody of this house has the number %s of %s", s.Number, s.Name)
	case who.Check(right) != nil:
		v.fault("%s signed, who may not sign there", s.Name)
	case signsFor(head, who, right) != nil:
		v.fault("%s signed, who was not there in that role", s.Name)
	}
}

// compare makes the figures again from the record.
func (h *House) compare(v *Verdict, house *people.House) error {
	e := v.Evidence
	if head, _, err := seal.Open(e.Checkpoint, h.State.SealKeys...); err != nil || head.Stream != e.Table {
		v.fault("its checkpoint is none of this record: %v", err)
	}
	h.compareStreams(v, house)
	again, err := h.figures(e, house)
	switch {
	case err != nil:
		v.fault("the record has no such report: %v", err)
	case e.Form == reports.Form && !bytes.Equal(again.Figures, e.Figures), !within(e.Figures, again.Figures):
		v.fault("its figures are not the record's: %s", firstDifference(e.Figures, again.Figures))
	}
	if e.Form > 0 {
		if zone := house.Zone().String(); e.Zone != zone {
			v.fault("its times are those of %s, the house's clock is that of %s", e.Zone, zone)
		}
		if !reflect.DeepEqual(e.Letterhead, letterhead(house)) {
			v.fault("its letterhead is not the house's")
		}
	}
	v.Overtaken = h.overtaken(e, house)
	if h.work.Context != nil { // what was ended says nothing of the report
		return h.work.Context.Err()
	}
	return nil
}

// within says whether all that a piece of JSON says another one says too: older reports
// lack what was not in them yet.
func within(old, now []byte) bool {
	var a, b any
	return json.Unmarshal(old, &a) == nil && json.Unmarshal(now, &b) == nil && contains(b, a)
}

func contains(now, old any) bool {
	switch old := old.(type) {
	case map[string]any:
		is, ok := now.(map[string]any)
		for key, value := range old {
			ok = ok && contains(is[key], value)
		}
		return ok
	case []any:
		is, ok := now.([]any)
		ok = ok && len(is) == len(old)
		for i := 0; ok && i < len(old); i++ {
			ok = contains(is[i], old[i])
		}
		return ok
	}
	return reflect.DeepEqual(now, old)
}

// firstDifference shows where two pieces of JSON part.
func firstDifference(got, want []byte) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	cut := func(b []byte) string { return string(b[max(0, i-40):min(len(b), i+40)]) }
	return fmt.Sprintf("it says …%s…, the record …%s…", cut(got), cut(want))
}

// compareStreams demands of a report of all tables that it leaves none out, and that what
// stands for each is of this record.
func (h *House) compareStreams(v *Verdict, house *people.House) {
	e := v.Evidence
	if !e.Kind.OfHouse() {
		return
	}
	for _, s := range e.Streams {
		if head, _, err := seal.Open(s.Checkpoint, h.State.SealKeys...); err != nil || head.Stream != s.Table || head.Size < s.Seq {
			v.fault("what stands for %s is none of this record: %v", s.Table, err)
		}
	}
	for _, t := range house.Tables {
		if slices.ContainsFunc(e.Streams, func(s reports.Stream) bool { return s.Table == t.Name }) {
			continue
		}
		for first, err := range h.store.Entries(t.Name, 1) {
			if err == nil && first.At.UnixMilli() < e.Printed {
				v.fault("it leaves %s out", t.Name)
			}
			break
		}
	}
}
