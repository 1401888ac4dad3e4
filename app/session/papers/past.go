package papers

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/app/text"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/reports/sign"
)

// heads returns the signed heads in a report's evidence, each with the number of an entry that it must contain.
func heads(e reports.Evidence) []reports.Stream {
	list := []reports.Stream{{Table: e.Table, Seq: e.TableSeq, Checkpoint: e.Checkpoint}}
	if e.HouseCheckpoint != "" {
		list = append(list, reports.Stream{Table: record.HouseStream, Seq: e.HouseSeq, Checkpoint: e.HouseCheckpoint})
	}
	return append(list, e.Streams...)
}

// tablesOf returns the streams of which heads returns the heads.
func tablesOf(e reports.Evidence) (list []string) {
	for _, s := range heads(e) {
		list = append(list, s.Table)
	}
	return list
}

// CheckpointsIn returns the signed heads in a report. Error: of a file that is no report.
func CheckpointsIn(pdf []byte) ([]string, error) {
	e, err := reports.EvidenceOf(pdf)
	if err != nil {
		return nil, err
	}
	var notes []string
	for _, s := range heads(e) {
		if s.Checkpoint != "" {
			notes = append(notes, s.Checkpoint)
		}
	}
	if len(notes) == 0 {
		return nil, errors.New("there is no checkpoint in it")
	}
	return notes, nil
}

// lostWith returns the restore that lost the entries of a report whose signatures hold, and whether some of them
// are of tables. It returns nil where none did. Every head in it that is not of this record's past is of what that
// restore lost.
func (h Papers) lostWith(v Verdict) (loss *house.Loss, tables bool, err error) {
	losses := h.State.Backups().Losses()
	if len(v.Faults) > 0 || len(losses) == 0 {
		return nil, false, nil
	}
	var past []seal.Head
	for _, s := range heads(v.Evidence) {
		head, _, err := seal.Open(s.Checkpoint, h.State.SealKeys...)
		if err != nil || head.Stream != s.Table || head.Size < s.Seq {
			return nil, false, nil // comparePast says so
		}
		past = append(past, head)
	}
	snapshot, err := h.Store().Snapshot(h.Context())
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	other, err := audit.Others(h.Context(), snapshot, past)
	if err != nil {
		return nil, false, err
	}
	for _, o := range other {
		if loss = audit.LostBy(losses, o.Head, time.UnixMilli(v.Evidence.Printed)); loss == nil {
			return nil, false, nil
		}
		tables = tables || o.Head.Stream != record.HouseStream
	}
	return loss, tables, nil
}

// lostSigner adds the faults of who signed a report of entries that a restore lost, judged by what the record
// still has. What somebody became in the lost entries is unknown. A manager who did not deal in a shift that it
// has signed in the croupiers' place.
func lostSigner(v *Verdict, h *house.House, head shifts.Head, s sign.Signature, i int) {
	last := i == v.places-1
	switch who, known := h.StaffBy(s.Number); {
	case !v.knows(i):
		v.fault("paper_foreign", text.Args{"Name": s.Name})
	case known && last && who.Check(house.Supervises(string(v.Evidence.Kind))) != nil: // who dealt may be anybody by now
		v.fault("paper_may_not", text.Args{"Name": s.Name})
	case known && !last && head.Number > 0 && who.Check(house.SignInPlace) == nil && !slices.Contains(head.Dealt, s.Number):
		v.InPlace = map[int]bool{i: true}
	}
}

// AsSigned reports whether a report is as people signed it: nil where their signatures cover all of it.
func AsSigned(pdf []byte) error {
	_, err := sign.Verify(pdf, nil)
	return err
}

// PrintedAt returns when a signed report was printed, in UTC: zero of one whose signatures do not cover it.
func PrintedAt(pdf []byte) time.Time {
	e, err := reports.EvidenceOf(pdf)
	if err != nil {
		return time.Time{}
	}
	if AsSigned(pdf) != nil {
		return time.Time{}
	}
	return time.UnixMilli(e.Printed)
}

// comparePast demands that the heads in a report are of this record's own past: that the
// entries of then are still those.
func (h Papers) comparePast(v *Verdict) (err error) {
	var past []seal.Head
	for _, s := range heads(v.Evidence) {
		head, _, err := seal.Open(s.Checkpoint, h.State.SealKeys...)
		if err == nil && (head.Stream != s.Table || head.Size < s.Seq) {
			err = fmt.Errorf("it is one of %s with %d entries", head.Stream, head.Size)
		}
		if err != nil {
			v.because("paper_checkpoint", text.Args{"Table": s.Table}, err)
			continue
		}
		past = append(past, head)
	}
	snapshot, err := h.Store().Snapshot(h.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	faults, err := audit.Past(h.Context(), snapshot, past)
	for _, f := range faults {
		v.because("paper_past", nil, f)
	}
	return err
}
