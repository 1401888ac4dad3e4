package pitserver

import (
	"context"
	"slices"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// An outbox is a record of what a house ships to its group: its own stream, and those of its machines that the
// group asks for.
type outbox struct {
	*central.Record // which keeps nothing and has no keys
	m               *member
}

// Asked implements pitclient.OnDemand. The streams of a machine's house stay at home: people are in them.
func (o *outbox) Asked(streams []string) {
	o.m.asked = slices.DeleteFunc(slices.Clone(streams), func(name string) bool {
		_, stream, is := pitclient.CutMachine(name)
		return !is || stream == record.HouseStream || o.m.said.heads[name] == ""
	})
}

// Verifier implements record.Keeper.
func (o *outbox) Verifier() string { return o.m.key.Verifier() }

// Head implements record.Keeper: of a machine's stream the head that was said last.
func (o *outbox) Head(stream string) (string, error) {
	if stream != o.m.name {
		return o.m.said.heads[stream], nil
	}
	if o.m.tree.Size() == 0 {
		return "", nil
	}
	return seal.HeadOf(stream, &o.m.tree).Sign(o.m.key)
}

// Keep implements record.Files: what the group has countersigned of the house's own stream stays with it.
func (o *outbox) Keep(_ string, content []byte) (string, error) {
	head, err := seal.ReadHead(string(content))
	if err != nil || head != seal.HeadOf(o.m.name, &o.m.tree) {
		return "", nil // of another stream, or an edge, which is read from the database
	}
	return "", o.m.write(context.Background(), central.Piece{From: head.Size, Edge: o.m.tree.Edge(), Note: string(content)}, &o.m.tree)
}

// Lease implements record.Keeper: who writes to the database is alone in any case.
func (o *outbox) Lease(string, string) (record.Lease, error) { return free{}, nil }

type free struct{}

func (free) Release() error { return nil }

// Snapshot implements record.Keeper.
func (o *outbox) Snapshot(context.Context) (record.Snapshot, error) { return &boxed{o: o}, nil }

// A boxed is an outbox as a snapshot: nothing is entered while it is shipped.
type boxed struct {
	record.Snapshot // of which a shipper asks no more than what follows
	o               *outbox
}

func (b *boxed) Streams(context.Context) ([]string, error) {
	return append([]string{b.o.m.name}, b.o.m.asked...), nil
}

func (b *boxed) Stored(_ context.Context, stream string) (*record.StoredHead, error) {
	note, err := b.o.Head(stream)
	if err != nil || note == "" {
		return nil, err
	}
	head, err := seal.ReadHead(note)
	return &record.StoredHead{Size: head.Size, Note: note}, err
}

func (b *boxed) Bytes(ctx context.Context, stream string, from int64, most int) ([][]byte, error) {
	stored, err := b.Stored(ctx, stream)
	if err != nil || stored == nil || from > stored.Size {
		return nil, err
	}
	s := b.o.m.own
	if machine, name, is := pitclient.CutMachine(stream); is {
		if s, err = b.o.m.queries.Stream(ctx, machine, name); err != nil {
			return nil, err
		}
	}
	return b.o.m.queries.Entries(ctx, s.ID, from, int(min(int64(most), stored.Size-from+1)))
}

func (b *boxed) Close() error { return nil }
