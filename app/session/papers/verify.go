package papers

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"sabot/app/text"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/reports/sign"
)

// A Verdict is the result of checking a signed report.
type Verdict struct {
	Evidence   reports.Evidence
	Signatures []sign.Signature
	// ByKey has the signatures by a key that no authority had certified then and that the record has as the signer's, by their
	// place in Signatures: when a certificate of the house for it came; zero where it is still to come.
	ByKey map[int]time.Time
	// InPlace has the signatures of managers in the croupiers' place, none of whom works here any more, by their place in Signatures.
	InPlace map[int]bool
	// Faults are what does not hold; none where all does.
	Faults []Failing
	// Vouched says that there was something to trust: a record or a certificate. Without it
	// anybody may have signed under any name; with a certificate alone whoever has the house's
	// authority may.
	Vouched bool
	// Drawn says that its pages were drawn again from its figures and came out the same. It is false also where
	// another Sabot drew them otherwise, and nobody can tell what they say.
	Drawn bool
	// DrawnBy are the programs one of which may have drawn pages that are not Drawn, by the record; none where it names none.
	DrawnBy []record.Program
	// Compared says that the figures were compared with a record.
	Compared bool
	// Overtaken is what later entries made of it; nil where nothing, or where nothing was
	// compared.
	Overtaken *Overtaken
	// Elsewhere is the machine on which the table of the paper is played since. What changed there this record may not know; "" where it
	// is played here.
	Elsewhere string
	// Lacking names the entries of the paper that this record does not have, where another machine of the house made it. The figures
	// cannot be held against this record then.
	Lacking []Failing
	// Lost is the restore that lost the entries of which it is; nil where none did. Where it lost no more than the
	// entry that says so of the paper, its figures are compared all the same. Else they cannot be held against the
	// record.
	Lost *house.Loss
	// RulesChanged says that it is of a form that leaves something out. Rules changed within a shift, and it shows
	// and judges the hands before by the last ones, so that their cards may be missing.
	RulesChanged bool

	differs     bool         // its pages were drawn again, and came out otherwise
	places      int          // in which people sign it
	saysInPlace map[int]bool // of each signature that stands as Sabot writes it: whether it says to be in the croupiers' place
}

// An Answer is the outcome of a verdict.
type Answer int

// The answers.
const (
	Fails   Answer = iota // something of it is not so
	Unknown               // nothing was found wrong, and not all could be looked at
	Holds
)

// Answer returns Fails where there are faults, Unknown where not everything could be checked, else Holds.
func (v Verdict) Answer() Answer {
	switch {
	case len(v.Faults) > 0:
		return Fails
	case !v.Compared || !v.Drawn:
		return Unknown
	}
	return Holds
}

// Holds reports whether everything was checked and nothing was found wrong.
func (v Verdict) Holds() bool { return v.Answer() == Holds }

// fault notes what does not hold, by the key of its sentence.
func (v *Verdict) fault(key string, args text.Args) { v.because(key, args, nil) }

// because does what fault does, and keeps an error of the program as its cause.
func (v *Verdict) because(key string, args text.Args, cause error) {
	v.Faults = append(v.Faults, Failing{Key: key, Args: args, Cause: cause})
}

// judging is how long the file of a report may take to judge: one that takes longer was
// made for that.
const judging = 10 * time.Second

// CheckReport judges a signed report by itself: that its signatures hold and cover the
// whole file, and that its pages are those of its figures. Roots are the certificates to
// trust, nil for none: they vouch for keys, and nothing holds by them alone. It takes 10 seconds of a program that runs at most, whatever the
// file; less where ctx ends it.
func CheckReport(ctx context.Context, pdf []byte, roots *x509.CertPool) Verdict {
	v := checkReport(ctx, pdf, roots)
	v.pagesByWord()
	for _, s := range v.Signatures {
		if v.Vouched && !s.Trusted && !sign.Own(s.Certificate) { // whose key the house certifies later the record alone can say
			v.fault("paper_foreign", text.Args{"Name": s.Name})
		}
	}
	return v
}

func checkReport(ctx context.Context, pdf []byte, roots *x509.CertPool) Verdict {
	ctx, end := running(ctx, judging)
	defer end()
	done := make(chan Verdict, 1)
	go func() { done <- judgedFile(ctx, pdf, roots) }()
	select {
	case v := <-done:
		return v
	case <-ctx.Done(): // what does not look at ctx is left behind
		v := Verdict{Vouched: roots != nil}
		v.because("paper_too_long", text.Args{"N": int(judging / time.Second)}, context.Cause(ctx))
		return v
	}
}

// running returns a context that ends once the program has run for so long. Time in which it was stopped, or
// its machine slept, does not count: nothing could be judged then.
func running(ctx context.Context, long time.Duration) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	go func() {
		const step = 50 * time.Millisecond
		ticks := time.NewTicker(step) // it leaves out those that nobody could take
		defer ticks.Stop()
		for range long / step {
			select {
			case <-ticks.C:
			case <-ctx.Done():
				return
			}
		}
		end(context.DeadlineExceeded)
	}()
	return ctx, func() { end(nil) }
}

func judgedFile(ctx context.Context, pdf []byte, roots *x509.CertPool) (v Verdict) {
	v.Vouched = roots != nil
	defer func() {
		if r := recover(); r != nil {
			v.because("paper_nothing", nil, fmt.Errorf("%v", r))
		}
	}()
	signed, err := sign.Verify(pdf, roots)
	switch {
	case errors.Is(err, sign.ErrUnsigned):
		v.fault("paper_unsigned", nil)
		return v
	case err != nil:
		if _, older := reports.EvidenceOf(pdf); errors.Is(older, reports.ErrOlderForm) { // whose signature blocks nobody draws any more
			v.fault("paper_older", nil)
			return v
		}
		v.because("paper_changed", nil, err)
		return v
	}
	v.Signatures = signed.Signatures
	base := pdf[:signed.Base]
	switch v.Evidence, err = reports.EvidenceOf(base); {
	case errors.Is(err, reports.ErrOlderForm):
		v.fault("paper_older", nil)
	case err != nil:
		v.because("paper_no_figures", nil, err)
	default:
		v.pages(ctx, base, signed)
	}
	return v
}

// pages draws the report again from its evidence, whichever Sabot drew it. Everybody who belongs there must have
// signed, and nobody else. It must come out the same to the byte, with the blocks in which they signed. Where it
// comes out otherwise, whoever knows which Sabot drew it judges that.
func (v *Verdict) pages(ctx context.Context, base []byte, signed sign.Report) {
	doc, err := v.Evidence.DrawWithin(ctx, wordsOf(v.Evidence))
	v.Drawn, v.places = err == nil && bytes.Equal(doc.PDF, base), max(len(doc.Blocks), len(v.Signatures))
	v.differs = err == nil && !v.Drawn
	switch {
	case err != nil:
		v.because("paper_undrawn", nil, err)
	case len(doc.Blocks) == 0:
		v.fault("paper_provisional", nil)
	case len(v.Signatures) != len(doc.Blocks):
		v.fault("paper_signatures", text.Args{"N": len(v.Signatures), "Of": len(doc.Blocks)})
	case v.Drawn:
		v.blocks(signed, doc)
	}
}

// VerifyReport judges a signed report by the record of this house. It judges who signed, with which right, that its
// figures are the record's and that the record has it.
func (h Papers) VerifyReport(pdf []byte) (Verdict, error) {
	by, err := h.ByRecord(h.Work())
	if err != nil {
		return Verdict{}, err
	}
	return Of(by).verifyReport(pdf)
}

func (h Papers) verifyReport(pdf []byte) (Verdict, error) {
	roots, err := h.Roots()
	if err != nil {
		return Verdict{}, err
	}
	v := checkReport(h.Context(), pdf, roots)
	if len(v.Signatures) == 0 || v.Evidence.Kind == "" {
		return v, h.Context().Err()
	}
	by, err := h.madeBy(v.Evidence)
	if err != nil {
		return v, err
	}
	var lacks []Failing
	switch by {
	case h.House:
	case nil: // what ran there no entry here says
		v.pagesByWord()
		lacks = []Failing{{Key: "paper_lacks_machine"}}
	default:
		lacks = h.lacks(v.Evidence)
	}
	if by != nil {
		if err := Of(by).pagesByRecord(&v, h.House); err != nil {
			return v, err
		}
	}
	if len(lacks) > 0 {
		return v, errors.Join(h.lacking(&v, lacks), h.Context().Err())
	}
	v, err = Of(by).heldAgainst(v)
	if v.Compared { // by who verifies it, not by who made it
		v.Elsewhere = h.State.Moves().Elsewhere(v.Evidence.Table)
	}
	if err == nil && len(v.Faults) == 0 {
		err = h.holdsItself(&v)
	}
	return v, err
}

// holdsItself demands of the record that what a paper is of holds there: no paper holds on a record that does not.
func (h Papers) holdsItself(v *Verdict) (err error) {
	ctx := h.Context()
	snapshot, err := h.Store().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	all, err := audit.VerifyOf(ctx, snapshot, audit.Check{Trusted: h.Store().Verifier(), Progress: h.Work().Entries}, tablesOf(v.Evidence))
	for _, c := range all {
		if c.Fault != nil {
			v.because("paper_record", nil, c.Fault)
		}
	}
	return err
}

// heldAgainst compares a paper with the record of the machine that made it.
func (h Papers) heldAgainst(v Verdict) (Verdict, error) {
	var err error
	var tables bool
	if v.Lost, tables, err = h.lostWith(v); err != nil {
		return v, err
	}
	head, err := h.Derived().Head(v.Evidence.Table, v.Evidence.Shift)
	if err != nil {
		return v, err
	}
	if v.Lost != nil {
		then, err := h.houseAt(min(v.Evidence.HouseSeq, v.Lost.Firm))
		if err != nil {
			return v, err
		}
		given, err := h.certificates()
		if err != nil {
			return v, err
		}
		for i, s := range v.Signatures {
			if signedByKey(then, s) {
				v.byKey(i, given.came(s))
			}
			lostSigner(&v, then, head, s, i)
		}
		if !tables && !v.Evidence.Kind.OfEntries() && v.Evidence.Kind != reports.AccessReport {
			h.compareLost(&v, then)
		}
		return v, h.Context().Err()
	}
	then, err := h.houseAt(v.Evidence.HouseSeq)
	if err != nil {
		return v, err
	}
	signing, err := h.signing(v)
	if err != nil {
		return v, err
	}
	for i, s := range v.Signatures {
		if slices.ContainsFunc(v.Signatures[:i], func(o sign.Signature) bool { return o.Number == s.Number }) {
			v.fault("paper_signed_twice", text.Args{"Name": s.Name})
		}
		if signing.byKey(s) {
			v.byKey(i, signing.came(s))
		}
		signer(&v, then, head, s, i)
		signing.judge(&v, s)
	}
	v.Compared = true
	return v, h.compare(&v, then)
}

// compareLost compares the figures of a paper with its tables, of which a restore lost nothing, and the house
// as the restore left it. Where they differ, the lost entries of the house may be why: then it compares
// nothing.
func (h Papers) compareLost(v *Verdict, then *house.House) {
	e := v.Evidence
	e.HouseSeq = then.Seq
	again, err := h.figures(e, then)
	same := err == nil && within(e.Figures, again.Figures) && (e.Form < reports.Form || bytes.Equal(again.Figures, e.Figures))
	if !same || len(v.Faults) > 0 || e.Zone != then.Zone().String() || !reflect.DeepEqual(e.Letterhead, letterhead(then)) {
		return
	}
	v.Compared, v.RulesChanged = true, again.RulesChanged
	v.Overtaken = h.overtaken(e, then)
}

// signer adds the faults of who signed, by what they were in the house then and in the shift.
func signer(v *Verdict, then *house.House, head shifts.Head, s sign.Signature, i int) {
	who, known := then.StaffBy(s.Number)
	if !v.Evidence.OwnRules() { // it was signed before it mattered who had had the number
		then = then.People().NamesNow()
	}
	right := signedWith(then, head, v.Evidence.Kind, i == v.places-1)
	switch {
	case !v.knows(i):
		v.fault("paper_foreign", text.Args{"Name": s.Name})
	case !known:
		v.fault("paper_nobody", text.Args{"Number": s.Number, "Name": s.Name})
	default:
		switch err := signsFor(then, head, who, right); {
		case err == nil:
			v.inPlace(s, i, right)
		case house.RefusedFor(err, house.WrongRole):
			v.fault("paper_may_not", text.Args{"Name": s.Name})
		default:
			v.fault("paper_not_there", text.Args{"Name": s.Name})
		}
	}
}

// byKey notes of a signature that its key is the signer's, and when that was certified.
func (v *Verdict) byKey(i int, came time.Time) {
	if v.ByKey == nil {
		v.ByKey = map[int]time.Time{}
	}
	v.ByKey[i] = came
}

// knows reports whether the house knows the key of a signature as the signer's: an authority of it certified that, or the
// record has it.
func (v *Verdict) knows(i int) bool {
	_, byKey := v.ByKey[i]
	return byKey || v.Signatures[i].Trusted
}

// compare makes the figures again from the record.
func (h Papers) compare(v *Verdict, house *house.House) error {
	e := v.Evidence
	if err := h.comparePast(v); err != nil {
		return err
	}
	h.compareStreams(v, house)
	again, err := h.figures(e, house)
	switch {
	case err != nil:
		v.because("paper_no_report", nil, err)
	case e.Form == reports.Form && !bytes.Equal(again.Figures, e.Figures), !within(e.Figures, again.Figures):
		v.Faults = append(v.Faults, differences(e, again)...)
	}
	if zone := house.Zone().String(); e.Zone != zone {
		v.fault("paper_zone", text.Args{"Zone": e.Zone, "House": zone})
	}
	if !reflect.DeepEqual(e.Letterhead, letterhead(house)) {
		v.fault("paper_letterhead", nil)
	}
	if len(v.Faults) == 0 { // what was never so was not overtaken
		v.Overtaken = h.overtaken(e, house)
	}
	v.RulesChanged = again.RulesChanged
	return h.Context().Err() // what was ended says nothing of the report
}

// within reports whether the JSON now contains all that the JSON old does: older reports lack fields that came
// later.
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

// compareStreams demands of a report of all tables that it leaves none out.
func (h Papers) compareStreams(v *Verdict, house *house.House) {
	e := v.Evidence
	if !e.Kind.OfHouse() {
		return
	}
	for _, t := range house.Tables {
		if had := h.Had(); had != nil && !had[t.Name] { // the table was never at the office
			continue
		}
		if slices.ContainsFunc(e.Streams, func(s reports.Stream) bool { return s.Table == t.Name }) {
			continue
		}
		for first, err := range h.Store().Entries(t.Name, 1) {
			if err == nil && first.At.UnixMilli() < e.Printed {
				v.fault("paper_leaves_out", text.Args{"Table": t.Name})
			}
			break
		}
	}
}
