package audit

import (
	"fmt"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A restore is a point where a record went on under another key, with what each stream was until then.
type restore struct {
	by    string           // the key that had signed the house's head
	sizes map[string]int64 // by stream
}

// judgeRestore demands of the heads that a restore names that the record's own keys signed
// them, that they are of its past, and that the house's is the one right before the restore.
func (w *Witness) judgeRestore(a *Run, e *record.Entry, f record.Restored) *record.Fault {
	r := restore{sizes: map[string]int64{}}
	for _, note := range f.Heads {
		head, by, err := seal.Open(note, w.seals...)
		if err != nil {
			return a.fail(e.Seq, record.NoCheckpoint, "it names a head that none of the record's keys has signed: %v", err)
		}
		if _, twice := r.sizes[head.Stream]; twice {
			return a.fail(e.Seq, record.NoCheckpoint, "it names two heads of %s", head.Stream)
		}
		r.sizes[head.Stream] = head.Size
		if head.Stream != record.HouseStream {
			w.checkpoints[head.Stream] = append(w.checkpoints[head.Stream], checkpoint{Head: head, source: fmt.Sprintf("the restore %s/%d", record.HouseStream, e.Seq), putBack: len(w.aheads)})
			continue
		}
		if r.by = by; head != a.before {
			return a.fail(e.Seq, record.NoCheckpoint, "it names a head of the house that is not the one before it")
		}
	}
	if r.by == "" {
		return a.fail(e.Seq, record.NoCheckpoint, "it does not name the head of the house before it")
	}
	w.restores, w.restored = append(w.restores, r), true
	return nil
}

// sealedBy takes in the key that seals from now on. With a restore before it, the one before
// has sealed its last: it may lie about, and signs no entry that comes behind.
func (w *Witness) sealedBy(key string) {
	if n := len(w.seals); n > 0 && w.restored {
		w.gaveUp[w.seals[n-1]] = w.restores[len(w.restores)-1]
	}
	w.seals, w.restored = append(w.seals, key), false
}

// vouched reports whether the house's head is signed with a key that is trusted, or whether such a key signed what lay before a
// restore. In that case it notes how far.
func (w *Witness) vouched(by string) bool {
	trusts := func(key string) bool { return key == w.trusted || slices.Contains(w.earlier, key) }
	last := w.seals[len(w.seals)-1]
	if by == last && trusts(last) {
		return true
	}
	for _, r := range slices.Backward(w.restores) {
		if trusts(r.by) {
			w.since = r.sizes
			return true
		}
	}
	return false
}

// beyond returns the first entry of a stream for which the trusted keys do not vouch; 0 where they vouch for all.
func (w *Witness) beyond(a *Run) int64 {
	if w.since == nil || a.Entries <= w.since[a.name] {
		return 0
	}
	return w.since[a.name] + 1
}
