package main

import (
	"context"
	"fmt"
	"time"

	"sabot/app/pitserver"
	"sabot/storage/central"
)

// sayOther warns of a pit's database that is another one than before, and names what it lacks. Somebody may have
// given an old one by mistake.
func sayOther(ctx context.Context, old, made *pitserver.Folder, s streams) {
	is, was, other, err := central.Other(made.Serve, old.Serve)
	if err != nil || !other {
		return
	}
	const longest = 10 * time.Second // it may be gone
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	fmt.Fprintf(s.err, "the database is another one than before: %s, and it was %s\n", is, was)
	lacks, err := lacking(ctx, old, made)
	switch {
	case err != nil:
		fmt.Fprintf(s.err, "what that one has is not compared: %s\n", told(err))
	case lacks != "":
		fmt.Fprintf(s.err, "it has less than that one: %s. If that is a mistake, give pit init the URL of the one before, before anything serves\n", oneLine(lacks))
	}
}

// lacking returns what a pit's database lacks of the one before; "" for nothing. Error: of either.
func lacking(ctx context.Context, old, made *pitserver.Folder) (string, error) {
	type place struct{ machine, stream string }
	has := map[place]int64{}
	streamsOf := func(f *pitserver.Folder) ([]central.Stream, error) {
		q := central.Read(f.Serve, f.House)
		defer q.Close()
		return q.Streams(ctx)
	}
	list, err := streamsOf(made)
	for _, st := range list {
		has[place{st.Machine, st.Name}] = st.Size
	}
	if err != nil {
		return "", err
	}
	list, err = streamsOf(old)
	says, more := "", 0
	for _, st := range list {
		n := has[place{st.Machine, st.Name}]
		switch {
		case n >= st.Size:
		case says == "":
			says = fmt.Sprintf("%d of %s of %s of %s", n, someEntries(st.Size), st.Name, st.Machine)
		default:
			more++
		}
	}
	if more > 0 {
		says += fmt.Sprintf(", and of more streams: %d", more)
	}
	return says, err
}

// sayEmptied tells that a backup can be put back, where a pit has countersigned streams and its database has
// none.
func sayEmptied(ctx context.Context, f *pitserver.Folder, s streams) {
	if !f.Remembers() {
		return
	}
	q := central.Read(f.Serve, f.House)
	defer q.Close()
	has, err := q.Streams(ctx)
	if err != nil || len(has) > 0 {
		return // pit serve says what is wrong with the database
	}
	if gone, err := pitserver.GoneFrom(ctx, q, f); err == nil && len(gone) > 0 {
		fmt.Fprintf(s.err, "this pit has countersigned %d streams, and the database has none of them: where there is a backup, empty the database and run sabotctl pit restore\n", len(gone))
	}
}
