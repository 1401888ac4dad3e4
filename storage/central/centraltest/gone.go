package centraltest

import (
	"errors"
	"slices"

	"sabot/storage/central"
)

// isGone demands that what is gone is kept, the largest of each stream. Whoever moves the table is told of it as
// long as it is gone.
func (b *base) isGone() {
	ctx := b.Context()
	s, tree := b.begin("m1", "LB1", 3)
	b.must(b.w.Append(ctx, []central.Piece{{Stream: s.ID, From: 3, Edge: tree.Edge(), Note: note(tree)}}, 7))
	b.must(b.w.GoesWithout(ctx, []central.Gone{{Machine: "m1", Stream: "LB1", Size: 4}, {Machine: "m0", Stream: "LB7", Size: 2}}))
	b.must(b.w.GoesWithout(ctx, []central.Gone{{Machine: "m1", Stream: "LB1", Size: 3}}))
	want := []central.Gone{{Machine: "m0", Stream: "LB7", Size: 2}, {Machine: "m1", Stream: "LB1", Size: 4}}
	if list, err := b.w.Gone(ctx); err != nil || !slices.Equal(list, want) {
		b.Errorf("%+v, %v", list, err)
	}
	if list, err := b.q.Gone(ctx); err != nil || !slices.Equal(list, want) {
		b.Errorf("%+v, %v", list, err)
	}
	stays := errors.New("it stays")
	gone := func() (size int64) {
		_, err := b.owner.Move(ctx, "LB1", "m2", central.FromAny, nil, 9, func(_ string, m central.Moved) error {
			size = m.Gone
			return stays
		})
		if !errors.Is(err, stays) {
			b.Error(err)
		}
		return size
	}
	if size := gone(); size != 4 {
		b.Errorf("of 4 that were there it is told of %d", size)
	}
	p := piece(s, tree, plain(3, 1)...)
	p.Note = note(tree)
	b.must(b.w.Append(ctx, []central.Piece{p}, 8))
	if size := gone(); size != 0 {
		b.Errorf("all are there again, and it is told of %d", size)
	}
}

// movesToHolder demands that who signs a move is told what the machine holds of the table, where it was told that some is overtaken: also once that
// machine is enrolled anew. A machine that was enrolled after a backup was put back, and never began, hands its table over.
func (b *base) movesToHolder() {
	ctx := b.Context()
	stays := errors.New("it stays")
	move := func(table, to string, way central.Way) error {
		_, err := b.owner.Move(ctx, table, to, way, nil, 10_000_000, func(string, central.Moved) error { return nil })
		return err
	}
	held := func() (held int64) {
		_, err := b.owner.Move(ctx, "LB1", "m2", central.FromAny, nil, 10_000_000, func(_ string, m central.Moved) error {
			held = m.Held
			return stays
		})
		if !errors.Is(err, stays) {
			b.Error(err)
		}
		return held
	}
	if has := held(); has != 0 {
		b.Errorf("before it was told it holds %d", has)
	}
	b.must(b.w.Refuse(ctx, central.Refusal{Machine: "m2", Stream: "LB1", Why: "overtaken", Ours: 3, Theirs: 5, Says: "it was", Last: 100}))
	if has := held(); has != 5 {
		b.Errorf("it holds 5, and it is told %d", has)
	}
	b.must(b.owner.Enroll(ctx, "m2", "9", []string{"LB2"}, false, 9_000)) // the office's clock is ahead of the pit's
	if has := held(); has != 5 {
		b.Errorf("enrolled anew it holds 5, and it is told %d", has)
	}

	b.must(b.w.PutBack(ctx, 300))
	b.must(b.w.Whole(ctx))
	b.must(b.owner.Enroll(ctx, "m3", "3", []string{"LB3"}, false, 200)) // and behind it
	b.must(move("LB3", "m1", central.InOrder))
	b.must(b.owner.Enroll(ctx, "m4", "4", []string{"LB4"}, false, 400))
	b.must(b.w.GoesWithout(ctx, []central.Gone{{Machine: "m4", Stream: "house", Size: 2}}))
	for _, table := range []string{"LB2", "LB4"} { // m2 was enrolled before, and m4 had shipped before
		if err := move(table, "m1", central.InOrder); !errors.Is(err, central.ErrNotHandedOver) {
			b.Errorf("%s of a machine that was not heard since: %v", table, err)
		}
	}
}
