package pitclient

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// Receipts returns the heads that the pit has countersigned, the last one of each stream: sabotctl verify
// compares the record with them.
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

// keptTree returns the log of a stream as far as this machine remembers it. It is empty where it does not, or
// where the record does not lead from there to its head: somebody may have changed the record and sealed it
// again.
func (s *Shipper) keptTree(ctx context.Context, snap record.Snapshot, stream string) (seal.Tree, error) {
	tree := s.readKept(stream)
	if tree.Size() == 0 {
		return tree, nil
	}
	stored, err := snap.Stored(ctx, stream)
	if err != nil || stored == nil || tree.Size() > stored.Size {
		return seal.Tree{}, err
	}
	log := tree.Clone()
	if err := extend(ctx, snap, stream, &log, stored.Size); err != nil {
		return seal.Tree{}, err
	}
	if head, err := seal.ReadHead(stored.Note); err != nil || head != seal.HeadOf(stream, &log) {
		return seal.Tree{}, nil
	}
	return tree, nil
}

// readKept reads what keptTree answers.
func (s *Shipper) readKept(stream string) seal.Tree {
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

// treeAt returns the machine's own log of a stream as it was at a size, which it has reached.
func (s *Shipper) treeAt(ctx context.Context, snap record.Snapshot, stream string, size int64) (seal.Tree, error) {
	known := s.trees[stream]
	tree := known.Clone() // what is added to it may never arrive
	if tree.Size() != size {
		var err error
		if tree, err = s.keptTree(ctx, snap, stream); err != nil {
			return tree, err
		}
	}
	if tree.Size() > size {
		tree = seal.Tree{}
	}
	err := extend(ctx, snap, stream, &tree, size)
	return tree, err
}

// extend adds to a log what a stream has up to a size, which it has reached.
func extend(ctx context.Context, snap record.Snapshot, stream string, log *seal.Tree, size int64) error {
	for log.Size() < size {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		page, err := snap.Bytes(ctx, stream, log.Size()+1, int(min(pageEntries, size-log.Size())))
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return fmt.Errorf("the record of %s has no entry %d", stream, log.Size()+1)
		}
		for _, text := range page {
			log.Add(text)
		}
	}
	return nil
}
