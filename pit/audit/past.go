package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// Past returns faults for heads that are not of a record's own past: of each stream the first that is larger than it or has
// another root than its entries had then. Nothing else of the entries is judged. The error is of a record that cannot be read, and
// ctx's.
func Past(ctx context.Context, s record.Snapshot, heads []seal.Head) ([]*record.Fault, error) {
	var faults []*record.Fault
	streams := map[string][]seal.Head{}
	for _, h := range heads {
		streams[h.Stream] = append(streams[h.Stream], h)
	}
	var names []string
	for name := range streams {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list := streams[name]
		slices.SortFunc(list, func(a, b seal.Head) int { return cmp.Compare(a.Size, b.Size) })
		fault, err := pastOf(ctx, s, name, list)
		if err != nil {
			return nil, fmt.Errorf("reading the record of %s: %w", name, err)
		}
		if fault != nil {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// pastOf judges one stream as Past does, the smallest head first.
func pastOf(ctx context.Context, s record.Snapshot, name string, heads []seal.Head) (*record.Fault, error) {
	var tree seal.Tree
	ahead := func() *record.Fault {
		for ; len(heads) > 0 && heads[0].Size <= tree.Size(); heads = heads[1:] {
			if heads[0].Root != tree.Root() {
				return &record.Fault{Table: name, Seq: heads[0].Size, Code: record.Changed, What: "this entry or one before it is not what was signed"}
			}
		}
		return nil
	}
	fault := ahead()
	for leaf, err := range s.Leaves(ctx, name) {
		if err != nil {
			return nil, err
		}
		if fault != nil || len(heads) == 0 {
			break
		}
		tree.AddLeaf(leaf)
		fault = ahead()
	}
	if fault == nil && len(heads) > 0 {
		fault = &record.Fault{Table: name, Seq: tree.Size() + 1, Code: record.Missing, What: fmt.Sprintf("the record has %d entries, and %d were signed", tree.Size(), heads[0].Size)}
	}
	return fault, ctx.Err()
}

// An Other is a head that does not stand for the entries that a record has.
type Other struct {
	seal.Head
	Has int64 // so many entries the record has of that stream
}

// Others returns those heads that are not of a record's own past, by stream and size. The error is of a record that cannot be
// read, and ctx's.
func Others(ctx context.Context, s record.Snapshot, heads []seal.Head) ([]Other, error) {
	heads = slices.Clone(heads)
	slices.SortFunc(heads, func(a, b seal.Head) int {
		return cmp.Or(cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Size, b.Size))
	})
	var out []Other
	for len(heads) > 0 {
		name, more := heads[0].Stream, 0
		for more < len(heads) && heads[more].Stream == name {
			more++
		}
		var tree seal.Tree
		var other []seal.Head
		list := heads[:more]
		for leaf, err := range s.Leaves(ctx, name) {
			if err != nil {
				return nil, fmt.Errorf("reading the record of %s: %w", name, err)
			}
			tree.AddLeaf(leaf)
			for ; len(list) > 0 && list[0].Size <= tree.Size(); list = list[1:] {
				if list[0].Root != tree.Root() {
					other = append(other, list[0])
				}
			}
		}
		for _, h := range append(other, list...) {
			out = append(out, Other{h, tree.Size()})
		}
		heads = heads[more:]
	}
	return out, ctx.Err()
}
