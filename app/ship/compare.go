package ship

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"sabot/app/wire"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Compared is how far the pit has a stream that lies here.
type Compared struct {
	Stream           string
	Pit, Own, Signed int64
	Same             bool
	Says             string
}

// Compare asks the pit how far it has what lies in a record, and holds both against each other; it
// ships nothing.
func Compare(ctx context.Context, store record.Keeper, e *Enrolment, now func() time.Time) ([]Compared, error) {
	s := New(store, e, now)
	defer s.client.close()
	snap, err := store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	names, err := snap.Streams(ctx)
	if err != nil {
		return nil, err
	}
	pit, err := s.client.hello(ctx, wire.Hello{Instance: rand.Text(), Clock: now().UnixMilli(), Asks: true})
	if err != nil {
		return nil, err
	}
	receipts, err := Receipts(store)
	if err != nil {
		return nil, err
	}
	if err := s.readKeys(); err != nil {
		return nil, err
	}
	var list []Compared
	for _, name := range names {
		ships, err := s.ships(name, receipts)
		if err != nil {
			return nil, err
		}
		if !ships {
			list = append(list, Compared{Stream: name, Same: true, Says: "is not shipped: it is no table of this machine, or not any more"})
			continue
		}
		c, err := s.compare(ctx, snap, name, pit.Streams[name], receipts[name])
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

func (s *Shipper) compare(ctx context.Context, snap record.Snapshot, name string, pit wire.At, receipt string) (Compared, error) {
	stored, err := snap.Stored(ctx, name)
	if err != nil || stored == nil {
		return Compared{}, fmt.Errorf("the record of %s has no head: %w", name, err)
	}
	c := Compared{Stream: name, Pit: pit.Size, Own: stored.Size}
	if head, err := seal.ReadHead(receipt); err == nil {
		c.Signed = head.Size
	}
	if pit.Size > stored.Size {
		c.Says = "the pit has more than this record: it is an older one, or another"
		return c, nil
	}
	tree, err := s.treeAt(ctx, snap, name, pit.Size)
	if err != nil {
		return Compared{}, err
	}
	switch {
	case pit.Size > 0 && tree.Root() != pit.Root:
		c.Says = "what the pit has is not the past of this record"
	case pit.Size < stored.Size:
		c.Says = fmt.Sprintf("%d entries have not arrived yet", stored.Size-pit.Size)
	case c.Signed < pit.Size:
		c.Says = "equal; the countersignature of the last ones is not here yet"
		c.Same = true
	default:
		c.Says, c.Same = "equal, countersigned", true
	}
	return c, nil
}
