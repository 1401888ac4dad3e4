package audit

import (
	"context"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// reached compares the checkpoints of the size that the stream has now.
func (a *Run) reached() *record.Fault {
	for len(a.expected) > 0 && a.expected[0].Size <= a.tree.Size() {
		c := a.expected[0]
		a.expected = a.expected[1:]
		a.putBack = max(a.putBack, c.putBack)
		if c.Size == a.tree.Size() && c.Root != a.tree.Root() {
			if a.witness.stranger(c) { // a later entry may bring its key
				a.strange = append(a.strange, c)
				continue
			}
			if a.postponed(c) {
				continue
			}
			return a.unmatched(c)
		}
		if c.Size == a.tree.Size() {
			a.cosigned(c)
		}
		if f := a.judgeInherited(c.inherited); f != nil {
			return f
		}
	}
	return a.mismatch(false)
}

// younger returns what to add where a head that was kept is of more entries than there are.
func younger(c checkpoint) string {
	if !c.given {
		return ""
	}
	return ": that head is younger than this copy, or what it stands for was lost or cut off; hold a copy against the heads that were there before it"
}

// End returns what is wrong once every entry was added; head is nil where the record stores none.
func (a *Run) End(head *record.StoredHead) *record.Fault {
	if head != nil && head.Size > a.read {
		a.tear()
	}
	a.flush()
	if a.table != nil && len(a.claims) > 0 {
		a.bearOut(endOfTime)
	}
	if a.fault == nil {
		a.fault = a.judgeHead(head)
	}
	if o := a.witness.office; a.fault == nil && a.table == nil && o != nil && o.open {
		a.fault = a.fail(a.Entries+1, record.Missing, "more of what %s entered had to follow, and the record ends", o.machine)
	}
	if a.fault == nil {
		a.fault = a.mismatch(true)
	}
	a.strange = slices.DeleteFunc(a.strange, a.witness.stranger)
	if a.fault == nil && len(a.strange) > 0 {
		a.fault = a.unmatched(a.strange[0])
	}
	a.expected = slices.DeleteFunc(a.expected, func(c checkpoint) bool { return a.witness.neverCame(c) || a.witness.stranger(c) })
	if a.fault == nil && len(a.expected) > 0 {
		c := a.expected[0]
		a.fault = endsBefore(a.name, a.Entries, c.source, c.Size, younger(c))
	}
	if a.fault == nil && len(a.due) > 0 {
		a.fault = a.fail(a.asked.Seq, record.NotApproved, "%s has not approved it, and the record ends", a.due[0])
	}
	if a.fault == nil {
		a.fault = a.facts.settledSoFar(a.Entries)
	}
	return a.fault
}

// judgeHead compares the entries with the head that is kept of them, and the head with
// the keys that may have signed it.
func (a *Run) judgeHead(stored *record.StoredHead) *record.Fault {
	by, f := a.judgeSeal(stored)
	if f != nil || stored == nil {
		return f
	}
	return a.judgeKey(by)
}

// judgeSeal returns what is wrong with the stored head. The entries must be those of the head, and one of the record's keys, or
// the one beside it, must have signed it: by is that key.
func (a *Run) judgeSeal(stored *record.StoredHead) (by string, f *record.Fault) {
	switch {
	case stored == nil && a.Entries > 0:
		return "", a.fail(0, record.WrongHead, "it has %d entries and no head", a.Entries)
	case stored == nil:
		return "", nil
	}
	tree, err := seal.ReadTree(stored.Size, stored.Edge)
	if err != nil {
		return "", a.fail(0, record.WrongHead, "%v", err)
	}
	head, by, err := seal.Open(stored.Note, slices.Concat(a.witness.seals, []string{a.witness.trusted})...)
	if err != nil {
		return "", a.fail(0, record.WrongHead, "its signature does not hold: %v", err)
	}
	if head != seal.HeadOf(a.name, &tree) {
		return "", a.fail(0, record.WrongHead, "what was signed is not what lies beside it")
	}
	return by, a.judgeTree(&tree)
}

// FollowHouse reads the house's stream of a record as it was sealed, and hands its entries on. Each has the mark that it was
// written with, and all together are what the head stands for. A key that the record names, or the one that is trusted, has signed
// the head. FollowHouse returns the log of them. Where the error is a fault what was handed on is not to be believed.
func FollowHouse(ctx context.Context, s record.Snapshot, trusted string, take func(record.Entry)) (seal.Tree, error) {
	w := &Witness{trusted: trusted}
	a := w.Begin(record.HouseStream)
	for line, err := range s.Lines(ctx, record.HouseStream) {
		if err != nil {
			return a.tree, err
		}
		if f := a.judgeLine(line); f != nil {
			return a.tree, f
		}
		a.read++
		a.Entries++
		a.tree.AddLeaf(line.Leaf)
		if f, ok := line.Entry.Fact.(record.SealedBy); ok {
			w.seals = append(w.seals, f.Key)
		}
		take(line.Entry)
	}
	head, err := s.Stored(ctx, record.HouseStream)
	if err != nil {
		return a.tree, err
	}
	if _, f := a.judgeSeal(head); f != nil {
		return a.tree, f
	}
	return a.tree, nil
}

// judgeKey demands that a head is signed with a key that the house names. The house's own is signed with the last of them, which
// is the one that is trusted, or goes on from what a trusted one signed before a restore.
func (a *Run) judgeKey(by string) *record.Fault {
	w := a.witness
	n := len(w.seals)
	switch {
	case !slices.Contains(w.seals, by):
		return a.fail(0, record.WrongKey, "its head is signed with %s, and the house names no such key", by)
	case a.table != nil && a.givenUp(by):
		return a.fail(0, record.WrongKey, "its head of %d entries is signed with %s, which the record gave up at %d", a.Entries, by, w.gaveUp[by].sizes[a.name])
	case a.table == nil && w.vouched(by):
		return nil
	case a.table == nil && (by != w.trusted || w.seals[n-1] != w.trusted):
		return a.fail(0, record.WrongKey, "the record is sealed with %s, and the key that is trusted is %s", w.seals[n-1], w.trusted)
	}
	return nil
}

// givenUp reports whether a key signed more of a table, or something else, than it had when the record gave it up.
func (a *Run) givenUp(by string) bool {
	r, gone := a.witness.gaveUp[by]
	return gone && by != a.witness.seals[len(a.witness.seals)-1] && r.sizes[a.name] != a.Entries
}

func (a *Run) judgeTree(sealed *seal.Tree) *record.Fault {
	switch {
	case a.Entries < sealed.Size():
		return a.fail(a.Entries+1, record.Missing, "the record ends before it, and its head is of %d entries", sealed.Size())
	case a.Entries > sealed.Size():
		return a.fail(sealed.Size()+1, record.Unsealed, "the head ends before it, at %d entries", sealed.Size())
	}
	if from, to, apart := a.tree.Apart(sealed); apart {
		return a.fail(from, record.Changed, "of the entries %d to %d one is not what was sealed, and its mark was changed with it", from, to)
	}
	return nil
}
