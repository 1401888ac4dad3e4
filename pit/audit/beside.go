package audit

import (
	"crypto/sha256"
	"slices"
	"sync/atomic"

	"sabot/pit/record"
)

// signature is an approval's signature, with all that it takes to judge it wherever and whenever that
// is done.
type signature struct {
	approval record.Approved
	entry    [sha256.Size]byte // the hash of what it approves
	held     []keySince        // by its signer, then
	own      bool              // it approves that its signer takes a PIN of their own
}

// judge reports whether the signer has signed, and whether not with a PIN that somebody else chose.
func (s *signature) judge() (theirs, may bool) {
	by := slices.IndexFunc(s.held, func(k keySince) bool { return s.approval.HoldsOf(s.entry, k.key) })
	return by >= 0, by >= 0 && (s.own || !s.held[by].given)
}

// mostBeside is the largest number of signatures that wait: who brings more waits with them.
const mostBeside = 64

// beside is a judge of a stream's signatures that works while its entries are judged on: a signature takes as long as some dozen
// entries, and nothing of the table depends on it. It tells of all together whether they are valid.
type beside struct {
	waiting chan signature
	done    chan struct{}
	broken  atomic.Bool // one of them does not hold
}

func newBeside() *beside {
	b := &beside{waiting: make(chan signature, mostBeside), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for s := range b.waiting {
			if b.broken.Load() {
				continue // they are judged once more
			}
			if _, may := s.judge(); !may {
				b.broken.Store(true)
			}
		}
	}()
	return b
}

// end waits for those that are left; false where one does not hold. None is brought after it.
func (b *beside) end() bool {
	close(b.waiting)
	<-b.done
	return !b.broken.Load()
}
