package central

import (
	"context"
	"fmt"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Once is a Reading in which each entry stays what it was when it was read first. Whoever administers a database
// can have it answer each reading otherwise, by a row policy. What figures are made of is then not what was held
// against the head. A reading that differs ends with record.ErrChanged. It is safe for use by several goroutines.
type Once struct {
	Reading
	given *given
}

// ReadOnce returns a reading that remembers the hash of each entry that it gives, until Forget.
func ReadOnce(q Reading) *Once { return &Once{q, &given{streams: map[int32]map[int64]*leaves{}}} }

// AtOnce implements Reading: what is read in it is remembered too.
func (o *Once) AtOnce(ctx context.Context, do func(Reading) error) error {
	return o.Reading.AtOnce(ctx, func(q Reading) error { return do(&Once{q, o.given}) })
}

// Entries implements Reading. Error: record.ErrChanged too.
func (o *Once) Entries(ctx context.Context, stream int32, from int64, most int) ([][]byte, error) {
	list, err := o.Reading.Entries(ctx, stream, from, most)
	if err == nil {
		err = o.given.same(stream, from, from+int64(len(list)), most, list)
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// EntriesOf implements Reading. It goes by all kinds: an entry that a reading leaves out is one that differs. Error:
// record.ErrChanged too.
func (o *Once) EntriesOf(ctx context.Context, stream int32, from, to int64, most int, kinds map[string]bool) ([][]byte, int64, error) {
	list, next, err := o.Reading.EntriesOf(ctx, stream, from, to, most, nil)
	if err != nil {
		return nil, 0, err
	}
	end := to + 1
	if next > 0 {
		end = next
	}
	if err := o.given.same(stream, from, end, most, list); err != nil {
		return nil, 0, err
	}
	return ofKinds(list, kinds), next, nil
}

// Forget forgets which bytes entries of a stream had, from one to another: those that their head stands for.
func (o *Once) Forget(stream int32, from, to int64) { o.given.forget(stream, from, to) }

// together is how many entries' hashes are remembered, and forgotten, together.
const together = 512

// A leaves is the hashes of neighbouring entries; that of one that was not there is zero.
type leaves struct {
	known [together]bool
	hash  [together][32]byte
}

// A given is what readings gave of the entries of streams.
type given struct {
	mu      sync.Mutex
	streams map[int32]map[int64]*leaves // by the first entry divided by together
}

// same notes the entries of a page, and that those of its numbers that it does not have are not there. Error:
// record.ErrChanged where one of them was otherwise before.
func (g *given) same(stream int32, from, end int64, most int, page [][]byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := func(seq int64) error {
		return fmt.Errorf("%w: the pit's database shows its entry %d now so, now otherwise, so that its entries are not those that its head stands for. Have who administers it look for row policies and rules of sabot.entries", record.ErrChanged, seq)
	}
	at, absent := from, 0
	lacks := func(to int64) error {
		for ; at < to && absent < most; absent++ {
			if !g.put(stream, at, [32]byte{}) {
				return changed(at)
			}
			at++
		}
		return nil
	}
	whole := int64(len(page)) == end-from
	for i, text := range page {
		seq := from + int64(i)
		if !whole {
			e, err := record.DecodeHead(text)
			if err != nil || e.Seq < at || e.Seq >= end {
				continue // what is wrong whoever reads it finds
			}
			seq = e.Seq
		}
		if err := lacks(seq); err != nil {
			return err
		}
		if at = seq + 1; !g.put(stream, seq, seal.Leaf(text)) {
			return changed(seq)
		}
	}
	return lacks(end)
}

// put reports whether an entry was not read before, or was the same. mu must be locked.
func (g *given) put(stream int32, seq int64, hash [32]byte) bool {
	s := g.streams[stream]
	if s == nil {
		s = map[int64]*leaves{}
		g.streams[stream] = s
	}
	l, i := s[seq/together], seq%together
	if l == nil {
		l = &leaves{}
		s[seq/together] = l
	}
	if l.known[i] {
		return l.hash[i] == hash
	}
	l.known[i], l.hash[i] = true, hash
	return true
}

func (g *given) forget(stream int32, from, to int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for n, l := range g.streams[stream] {
		first := n * together
		if from <= first && first+together-1 <= to {
			delete(g.streams[stream], n)
			continue
		}
		for seq := max(from, first); seq <= min(to, first+together-1); seq++ {
			l.known[seq-first] = false
		}
	}
}

var _ Reading = (*Once)(nil)
