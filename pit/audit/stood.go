package audit

import (
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A stood is the log of a stream before the entries of one moment, with the leaves of those entries.
type stood struct {
	at     time.Time
	before seal.Tree
	leaves []seal.Hash
	root   seal.Head // that was asked for last; its Stream is empty
}

// grow takes the next line of a stream in, of which there is a log up to there.
func (s *stood) grow(log *seal.Tree, l *record.Line) {
	if log.Size() == 0 || !l.Entry.At.Equal(s.at) {
		s.at, s.before, s.leaves, s.root = l.Entry.At, log.CloneInto(s.before), s.leaves[:0], seal.Head{}
	}
	s.leaves = append(s.leaves, l.Leaf)
}

// rootOf returns the root of so many entries of the stream; false where the moment begins behind them, or ends before.
func (s *stood) rootOf(size int64) (seal.Hash, bool) {
	behind := size - s.before.Size()
	if behind < 0 || behind > int64(len(s.leaves)) {
		return seal.Hash{}, false
	}
	if s.root.Size != size || s.root == (seal.Head{}) {
		tree := s.before.Clone()
		for _, leaf := range s.leaves[:behind] {
			tree.AddLeaf(leaf)
		}
		s.root = seal.HeadOf("", &tree)
	}
	return s.root.Root, true
}

// judgeBefore demands that the stream before the command that entered what somebody approves is the one for which they signed. A
// Sabot of 0.9 had nobody sign that; once one does, all do.
func (a *Run) judgeBefore(l *record.Line, f record.Approved) *record.Fault {
	if f.Before == (record.Stood{}) {
		if a.stands || a.table != nil && a.table.Checks() > 0 {
			return a.fail(l.Seq, record.WrongPast, "%s does not sign for the entries before entry %d", f.By, f.Seq)
		}
		return nil
	}
	a.stands = true
	root, now := a.stood.rootOf(f.Before.Size)
	switch {
	case !now || f.Before.Size >= f.Seq:
		return a.fail(l.Seq, record.WrongPast, "%s signs entry %d as if it were entered behind entry %d", f.By, f.Seq, f.Before.Size)
	case root.String() != f.Before.Root:
		return a.fail(l.Seq, record.WrongPast, "the first %d entries are not those for which %s signed entry %d: one was left out, put in or changed", f.Before.Size, f.By, f.Seq)
	}
	return nil
}
