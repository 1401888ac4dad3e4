package ship

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// Receipts are the heads that the pit has countersigned, the last one of each stream: what
// sabotctl verify holds the record against.
func Receipts(files record.Files) (map[string]string, error) {
	list, err := files.KeptIn(folder)
	if err != nil {
		return nil, err
	}
	notes := map[string]string{}
	for _, f := range list {
		if len(f.Name) <= len(receiptEnding) || f.Name[len(f.Name)-len(receiptEnding):] != receiptEnding {
			continue
		}
		note, err := files.Kept(folder + "/" + f.Name)
		if err != nil {
			return nil, err
		}
		notes[f.Name[:len(f.Name)-len(receiptEnding)]] = string(note)
	}
	return notes, nil
}

// Endings of the names of a stream's files.
const (
	receiptEnding = ".checkpoint"
	edgeEnding    = ".edge"
)

// keepReceipt keeps a countersigned head, in place of the one before, for which it stands; and
// the edge of the log there, so that the next program need not read the stream to go on.
func (s *Shipper) keepReceipt(stream, note string, tree *seal.Tree) error {
	edge := binary.BigEndian.AppendUint64(nil, uint64(tree.Size()))
	_, errEdge := s.store.Keep(folder+"/"+stream+edgeEnding, append(edge, tree.Edge()...))
	_, err := s.store.Keep(folder+"/"+stream+receiptEnding, []byte(note))
	return errors.Join(err, errEdge)
}

// countersigned demands that a note is that head, and that the pit of this machine has signed it.
func (s *Shipper) countersigned(note, head string) error {
	own, by, err := seal.Split(note, s.enrolment.Witness)
	sent, _, none := seal.Split(head) // others may have countersigned it before
	if err == nil && (none != nil || own != sent || !slices.Contains(by, s.enrolment.Witness)) {
		err = errors.New("the pit has not countersigned the head that it was sent, or with another key than that of the enrolment")
	}
	return err
}

// keptTree is the log of a stream as far as this machine remembers it, empty where it does not. It
// is a way to read less: the root that comes of it is held against the signed head.
func (s *Shipper) keptTree(stream string) seal.Tree {
	const number = 8 // bytes
	b, err := s.store.Kept(folder + "/" + stream + edgeEnding)
	if err != nil || len(b) < number {
		return seal.Tree{}
	}
	tree, err := seal.ReadTree(int64(binary.BigEndian.Uint64(b)), b[number:])
	if err != nil {
		return seal.Tree{}
	}
	return tree
}

// treeAt is the machine's own log of a stream as it was at a size, which it has reached.
func (s *Shipper) treeAt(ctx context.Context, snap record.Snapshot, stream string, size int64) (seal.Tree, error) {
	known := s.trees[stream]
	tree := known.Clone() // what is added to it may never arrive
	if tree.Size() != size {
		tree = s.keptTree(stream)
	}
	if tree.Size() > size {
		tree = seal.Tree{}
	}
	for tree.Size() < size {
		if ctx.Err() != nil {
			return tree, ctx.Err()
		}
		page, err := snap.Bytes(ctx, stream, tree.Size()+1, int(min(pageEntries, size-tree.Size())))
		if err != nil {
			return tree, err
		}
		if len(page) == 0 {
			return tree, fmt.Errorf("the record of %s has no entry %d", stream, tree.Size()+1)
		}
		for _, text := range page {
			tree.Add(text)
		}
	}
	return tree, nil
}
