package session

import (
	"errors"
	"fmt"

	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
)

// heads are the signed heads in a report's evidence, and of which entry on each is at least.
func heads(e reports.Evidence) []reports.Stream {
	list := []reports.Stream{{Table: e.Table, Seq: e.TableSeq, Checkpoint: e.Checkpoint}}
	if e.HouseCheckpoint != "" {
		list = append(list, reports.Stream{Table: record.HouseStream, Seq: e.HouseSeq, Checkpoint: e.HouseCheckpoint})
	}
	return append(list, e.Streams...)
}

// CheckpointsIn are the signed heads that lie in a report. The error is of a file that is none.
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

// comparePast demands that the heads in a report are of this record's own past: that the
// entries of then are still those.
func (h *House) comparePast(v *Verdict) (err error) {
	var past []seal.Head
	for _, s := range heads(v.Evidence) {
		head, _, err := seal.Open(s.Checkpoint, h.State.SealKeys...)
		if err == nil && (head.Stream != s.Table || head.Size < s.Seq) {
			err = fmt.Errorf("it is one of %s with %d entries", head.Stream, head.Size)
		}
		if err != nil {
			v.fault("what stands for %s is no checkpoint of this record: %v", s.Table, err)
			continue
		}
		past = append(past, head)
	}
	snapshot, err := h.store.Snapshot(h.work.context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	faults, err := audit.Past(h.work.context(), snapshot, past)
	for _, f := range faults {
		v.fault("the record is not what it was when the report was made: %v", f)
	}
	return err
}
