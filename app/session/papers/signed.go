package papers

import (
	"bytes"

	"sabot/app/session"
	"sabot/app/session/derived"
	"sabot/pit/house"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/reports/paper"
	"sabot/reports/sign"
)

// Signed signs a report for those who answer for it: croupier and supervisor, or of a table's report the
// supervisor alone. It is noted and kept; file is its path. Its figures are made from the record itself, never
// from derived data. Refusals: WrongRole, SamePerson; NotPossible for one that is provisional; ReportChanged
// where it says something else than what they were shown, KeptFalse where they were shown what was kept and is
// not so.
func (h Papers) Signed(w Wanted, badges ...house.Badge) (file string, pdf []byte, err error) {
	w.as = asSigned
	by, err := h.ByRecord(h.Work())
	if err != nil {
		return "", nil, err
	}
	e, err := h.byTheRecord(by, w)
	if err != nil {
		return "", nil, err
	}
	if e, err = h.ToSign(w, e); err != nil { // it may have taken its time
		return "", nil, err
	}
	doc, err := e.Draw(h.Words(e.Language))
	if err != nil {
		return "", nil, err
	}
	head, err := by.Derived().Head(w.Table, w.Shift)
	if err != nil {
		return "", nil, err
	}
	if err := h.maySign(w.Kind, doc, head, badges); err != nil {
		return "", nil, err
	}
	if err := h.checkpoints(w, e); err != nil {
		return "", nil, err
	}
	pdf = doc.PDF
	for i, badge := range badges {
		inPlace := signedWith(&h.State, head, w.Kind, i == len(badges)-1) == house.SignInPlace
		if pdf, err = h.signBlock(pdf, e, doc, i, badge, inPlace); err != nil {
			return "", nil, err
		}
	}
	with := ""
	if last := len(badges) - 1; last > 0 {
		with = badges[last-1].Number
	}
	file, err = h.leave(w, e, pdf, badges[len(badges)-1].Number, with, badges...)
	return file, pdf, err
}

// byTheRecord returns a report as the record stands now, its figures by the record alone. Where what is kept beside it gives others,
// what of that is false is thrown away. Refusals: ReportChanged, KeptFalse where those who sign it were shown those.
func (h Papers) byTheRecord(by *session.House, w Wanted) (reports.Evidence, error) {
	h.Sums().ForgetThrown()
	blank, err := Of(by).blank(w)
	if err != nil {
		return blank, err
	}
	e, err := Of(by).filled(blank, &by.State)
	if err != nil || w.Shown == e.Digest() || w.Shown == "" && !h.keeps() {
		return e, err
	}
	kept, err := h.filled(blank, &by.State)
	if err != nil {
		return e, err
	}
	if !bytes.Equal(e.Figures, kept.Figures) {
		if err := h.Sums().Distrust(tablesOf(e)); err != nil {
			return e, err
		}
	}
	switch w.Shown {
	case "":
		return e, nil
	case kept.Digest():
		return e, &house.Refusal{Why: house.KeptFalse}
	}
	return e, &house.Refusal{Why: house.ReportChanged}
}

// keeps reports whether anything that was derived is kept.
func (h Papers) keeps() bool {
	files, err := h.Store().KeptIn(derived.Folder)
	return err != nil || len(files) > 0
}

// ToSign returns evidence of a report as people would sign it now: which version, and which copy of it.
func (h Papers) ToSign(w Wanted, e reports.Evidence) (reports.Evidence, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return reports.Evidence{}, err
	}
	return h.signedNext(w, e), nil
}

func (h Papers) signedNext(w Wanted, e reports.Evidence) reports.Evidence {
	w.as = asSigned
	return h.edition(w, e)
}

// maySign returns nil where the badges fit a document: one for each block, the supervisor's last, and of a
// shift's those who were there. Refusals: NotPossible for a provisional document, NeedsInspector for the wrong
// number of badges, those of each signer.
func (h Papers) maySign(kind reports.Kind, doc paper.Document, head shifts.Head, badges []house.Badge) error {
	if len(doc.Blocks) == 0 {
		return &house.Refusal{Why: house.NotPossible, What: "provisional"}
	}
	if len(badges) != len(doc.Blocks) {
		return &house.Refusal{Why: house.NeedsInspector}
	}
	for i, badge := range badges {
		if err := signsFor(&h.State, head, badge.Staff, signedWith(&h.State, head, kind, i == len(badges)-1)); err != nil {
			return err
		}
		if i > 0 && badge.Number == badges[0].Number {
			return &house.Refusal{Why: house.SamePerson}
		}
	}
	return nil
}

// SignedWith returns the rights with which people sign a report in the places that it has, the supervisor's last.
func (h Papers) SignedWith(w Wanted, places int) ([]house.Right, error) {
	head, err := h.Derived().Head(w.Table, w.Shift)
	if err != nil {
		return nil, err
	}
	var rights []house.Right
	for i := range places {
		rights = append(rights, signedWith(&h.State, head, w.Kind, i == places-1))
	}
	return rights, nil
}

// signedWith returns the right with which the last of those who sign a report does, or one before, in a state of the house.
func signedWith(h *house.House, head shifts.Head, kind reports.Kind, last bool) house.Right {
	switch {
	case !last && head.Number > 0:
		return h.SignsDealt(head.Dealt, head.Opened)
	case !last:
		return house.SignDealt
	}
	return house.Supervises(string(kind))
}

// signsFor refuses somebody who may not sign with a right what is of a shift, or of none, in a state of the house.
func signsFor(house *house.House, head shifts.Head, who house.Staff, right house.Right) error {
	if head.Number == 0 {
		return who.Check(right)
	}
	return head.MaySign(house, who, right)
}

// signBlock signs in the i-th block of a report.
func (h Papers) signBlock(pdf []byte, e reports.Evidence, doc paper.Document, i int, badge house.Badge, inPlace bool) ([]byte, error) {
	identity, err := h.Authority().Identity(badge)
	if err != nil {
		return nil, err
	}
	return sign.Sign(pdf, identity, fieldOf(e, doc, i, identity.Certificate, inPlace, h.Now()))
}

// checkpoints enters those of the tables that a report is about.
func (h Papers) checkpoints(w Wanted, e reports.Evidence) error {
	tables := []string{w.Table}
	if w.Kind.OfHouse() {
		tables = nil
		for _, s := range e.Streams {
			tables = append(tables, s.Table)
		}
	}
	for _, table := range tables {
		if _, err := h.Checkpoint(table); err != nil {
			return err
		}
	}
	return nil
}
