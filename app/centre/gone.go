package centre

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sabot/storage"
	"sabot/storage/central"
)

// A Gone is a stream whose last countersigned entries a pit lacks since its database was put back. The pit goes on without them. That is no
// fault, and has to be known.
type Gone struct {
	Machine, Stream string
	Had, Has        int64
}

func (g Gone) String() string {
	return fmt.Sprintf("%d entries had been countersigned, and entries %d to %d are gone since the database was put back: %s ships them again if it still has them", g.Had, g.Has+1, g.Had, g.Machine)
}

// A GoneError is the error of a table that would be moved without entries that the pit had countersigned.
type GoneError struct{ Gone }

func (e *GoneError) Error() string { return e.Stream + " of " + e.Machine + ": " + e.String() }

// GoneFrom returns what is gone from a pit, by machine and stream, as its database and the memory of the folder have it. Error: of either.
func GoneFrom(ctx context.Context, q central.Reading, f *Folder) ([]Gone, error) {
	signed, err := f.signedBefore(ctx) // first: a pit that serves goes on countersigning
	if err != nil {
		return nil, err
	}
	streams, err := q.Streams(ctx)
	if err != nil {
		return nil, err
	}
	return goneFrom(ctx, q, signed, streams)
}

// goneFrom returns what streams lack of what was signed of them, and of what the database says that is gone. Error: of that.
func goneFrom(ctx context.Context, q central.Reading, signed map[place]storage.SignedHead, streams []central.Stream) ([]Gone, error) {
	had, err := q.Gone(ctx)
	for _, r := range signed {
		had = append(had, central.Gone{Machine: r.Machine, Stream: r.Stream, Size: r.Size})
	}
	return goneOf(streams, had), err
}

// goneOf returns what streams lack of what had been countersigned of them.
func goneOf(streams []central.Stream, had []central.Gone) (list []Gone) {
	has := map[place]int64{}
	for _, s := range streams {
		has[place{s.Machine, s.Name}] = s.Size
	}
	most := map[place]int64{}
	for _, g := range had {
		at := place{g.Machine, g.Stream}
		most[at] = max(most[at], g.Size)
	}
	for at, size := range most {
		if size > has[at] {
			list = append(list, Gone{at.machine, at.stream, size, has[at]})
		}
	}
	slices.SortFunc(list, func(a, b Gone) int { return cmp.Or(cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Stream, b.Stream)) })
	return list
}

// goesWithout reports whether what is gone from a database, as that has it, comes to a head.
func goesWithout(gone []central.Gone, r storage.SignedHead) bool {
	return slices.ContainsFunc(gone, func(g central.Gone) bool {
		return g.Machine == r.Machine && g.Stream == r.Stream && g.Size >= r.Size
	})
}
