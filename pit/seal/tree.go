// Package seal binds a stream of records together: a log in the form of the Go
// checksum database (RFC 6962), whose head stands for every record and for their order,
// and a key of the installation that signs heads. It knows nothing of what the records
// say.
package seal

import (
	"crypto/sha256"
	"fmt"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a hash of the log.
type Hash = tlog.Hash

// Tree is a log as far as it has come: how many records, and the hashes of its complete
// subtrees, which is all that it takes to go on. The zero Tree is empty.
type Tree struct {
	size int64
	edge []Hash // the largest subtree first
}

// ReadTree returns the tree of that size whose edge Edge wrote. The error names what about them cannot be.
func ReadTree(size int64, edge []byte) (Tree, error) {
	if size < 0 || len(edge) != bits.OnesCount64(uint64(size))*tlog.HashSize {
		return Tree{}, fmt.Errorf("the edge of a log of %d entries has not %d bytes", size, len(edge))
	}
	t := Tree{size: size}
	for ; len(edge) > 0; edge = edge[tlog.HashSize:] {
		t.edge = append(t.edge, Hash(edge[:tlog.HashSize]))
	}
	return t, nil
}

// Size returns how many records the log has.
func (t *Tree) Size() int64 { return t.size }

// Leaf returns the hash of one record: that of tlog.RecordHash, made in one go.
func Leaf(record []byte) Hash {
	var room [512]byte // for most
	return sha256.Sum256(append(append(room[:0], 0), record...))
}

// Add adds a record.
func (t *Tree) Add(record []byte) { t.AddLeaf(Leaf(record)) }

// AddLeaf adds a record of which only the hash is at hand.
func (t *Tree) AddLeaf(h Hash) {
	for n := t.size; n&1 == 1; n >>= 1 {
		last := len(t.edge) - 1
		h = tlog.NodeHash(t.edge[last], h)
		t.edge = t.edge[:last]
	}
	t.edge = append(t.edge, h)
	t.size++
}

// Root returns the hash that stands for all records and their order.
func (t *Tree) Root() Hash {
	if t.size == 0 {
		root, _ := tlog.TreeHash(0, nil) // of an empty tree it reads nothing and cannot fail
		return root
	}
	root := t.edge[len(t.edge)-1]
	for i := len(t.edge) - 2; i >= 0; i-- {
		root = tlog.NodeHash(t.edge[i], root)
	}
	return root
}

// Edge returns the edge in few bytes: the hashes one after the other, the largest subtree's first.
func (t *Tree) Edge() []byte {
	b := make([]byte, 0, len(t.edge)*tlog.HashSize)
	for _, h := range t.edge {
		b = append(b, h[:]...)
	}
	return b
}

// Clone returns a tree of its own: what is added to one of the two is not in the other.
func (t *Tree) Clone() Tree {
	return Tree{size: t.size, edge: append([]Hash(nil), t.edge...)}
}

// CloneInto returns a clone in the memory of a tree that nobody needs any more.
func (t *Tree) CloneInto(room Tree) Tree {
	return Tree{size: t.size, edge: append(room.edge[:0], t.edge...)}
}

// Apart returns the range of records in which the first difference of two trees of one size lies; false where they are the same.
// The records count from 1, and from and to are both in the range.
func (t *Tree) Apart(other *Tree) (from, to int64, apart bool) {
	from = 1
	for i, rest := 0, uint64(t.size); i < len(t.edge) && i < len(other.edge); i++ {
		length := int64(1) << (bits.Len64(rest) - 1)
		if t.edge[i] != other.edge[i] {
			return from, from + length - 1, true
		}
		from, rest = from+length, rest&^uint64(length)
	}
	return 0, 0, false
}
