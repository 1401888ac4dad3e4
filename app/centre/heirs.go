package centre

import (
	"bytes"
	"context"

	"sabot/app/wire"
	"sabot/pit/record"
)

// A heritage is how much of a table its machine goes on from, as another one shipped it.
type heritage struct {
	stream int32
	size   int64
}

// heritage returns that of a machine's table, which is asked for once as long as the table is that machine's. Error: of a database that
// does not answer.
func (l *leader) heritage(ctx context.Context, m *machine, table string) (heritage, error) {
	if known, is := m.heritages[table]; is {
		return known, nil
	}
	stream, size, _, err := l.server.queries.Heritage(ctx, table, m.Name)
	if err == nil {
		m.heritages[table] = heritage{stream, size}
	}
	return heritage{stream, size}, err
}

// goesOn refuses entries of a table that was moved to a machine where they are not those with which it was moved: the machine may have
// played on meanwhile, and never have heard that the table was gone.
func (l *leader) goesOn(ctx context.Context, m *machine, a *wire.Append) *wire.Refusal {
	if l.server.Houses || a.Stream == record.HouseStream || !l.office {
		return nil
	}
	h, err := l.heritage(ctx, m, a.Stream)
	if err != nil {
		return wire.Refuse(wire.NotWriting, "%v", err)
	}
	for at := a.From; at < min(h.size, a.From+int64(len(a.Texts))); {
		theirs, err := l.writer.Entries(ctx, h.stream, at+1, int(min(wire.MostEntries, h.size-at)))
		if err != nil {
			return wire.Refuse(wire.NotWriting, "%v", err)
		}
		if len(theirs) == 0 { // a backup was put back that has less: nothing says that these are others
			return nil
		}
		for _, text := range theirs {
			if n := at - a.From; n < int64(len(a.Texts)) && !bytes.Equal(text, a.Texts[n]) {
				return wire.Refuse(wire.Forked, "%s was moved to %s with %d entries, and its entry %d is another: they have not the same past", a.Stream, m.Name, h.size, at+1)
			}
			at++
		}
	}
	return nil
}
