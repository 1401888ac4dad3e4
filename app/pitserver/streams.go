package pitserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sabot/app/pitclient"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// known returns a stream as far as it can be gone on with. A stream that the database has damaged is kept with the reason, and
// takes no entries: the others go on. Was is the machine as this leader knew it; nil for none. Error: of a database that
// does not answer.
func (l *leader) known(ctx context.Context, s central.Stream, was *machine) (*stream, error) {
	var old *stream
	if was != nil {
		old = was.streams[s.Name]
	}
	if known := l.forged(s, old); known != nil {
		return known, nil
	}
	tree, wrong := treeOf(s)
	if wrong == nil {
		known := &stream{Stream: s, tree: tree}
		if old != nil && old.wrong == nil && old.at() == known.at() {
			known.place, known.drift = old.place, old.drift
		}
		return known, nil
	}
	if old != nil && old.Size == s.Size && (old.wrong != nil || old.tree.Size() == s.Size) {
		return &stream{Stream: s, tree: old.tree, wrong: old.wrong}, nil
	}
	tree, again, err := remake(ctx, l.writer, s)
	switch {
	case err != nil:
		return nil, err
	case again != nil:
		l.server.Log.Printf("%s: %s is damaged in the database, and takes no entries: %v", s.Machine, s.Name, again)
		return &stream{Stream: s, wrong: again}, nil
	}
	l.server.Log.Printf("%s: the log of %s was made again of its %d entries: %v", s.Machine, s.Name, s.Size, wrong)
	return &stream{Stream: s, tree: tree}, nil
}

// forged returns a stream whose head in the database is not its machine's, which takes no entries; nil for any other. Old is
// the stream as this leader knew it, nil for none.
func (l *leader) forged(s central.Stream, old *stream) *stream {
	m := l.machines[s.Machine]
	if l.server.Houses || s.Machine == central.Member || m == nil || old != nil && old.Note == s.Note && old.wrong == nil {
		return nil
	}
	wrong := headHolds(s, strings.Fields(m.Verifier), "")
	if wrong == nil {
		return nil
	}
	if old == nil || old.wrong == nil {
		l.server.Log.Printf("%s: %s takes no entries: %v: somebody else wrote into the database, or another record ships under that name", s.Machine, s.Name, wrong)
	}
	return &stream{Stream: s, wrong: wrong}
}

// treeOf returns the log of a stream by its edge, held against its last head where that stands for all of it.
func treeOf(s central.Stream) (seal.Tree, error) {
	tree, err := seal.ReadTree(s.Size, s.Edge)
	if err != nil || s.Note == "" || s.Signed != s.Size {
		return tree, err
	}
	head, err := seal.ReadHead(s.Note)
	if err == nil && head.Root != tree.Root() {
		err = errors.New("the edge of its log is not that of its last head")
	}
	return tree, err
}

// An entriesReader is a reader of the bytes of a stream's entries.
type entriesReader interface {
	Entries(ctx context.Context, stream int32, from int64, most int) ([][]byte, error)
}

// remake makes a stream's log again of its entries, and holds it against the last head. Wrong is why they are not those of
// that head; err is of a database that does not answer.
func remake(ctx context.Context, q entriesReader, s central.Stream) (tree seal.Tree, wrong, err error) {
	head, wrong := seal.ReadHead(s.Note)
	if s.Note == "" {
		wrong = nil
	}
	for wrong == nil && tree.Size() < s.Size {
		texts, err := q.Entries(ctx, s.ID, tree.Size()+1, int(min(pitclient.MostEntries, s.Size-tree.Size())))
		if errors.Is(err, central.ErrMissing) {
			return tree, err, nil
		}
		if err != nil {
			return tree, nil, err
		}
		if len(texts) == 0 {
			return tree, fmt.Errorf("entry %d is missing", tree.Size()+1), nil
		}
		for _, text := range texts {
			if tree.Add(text); s.Note != "" && tree.Size() == s.Signed && tree.Root() != head.Root {
				return tree, fmt.Errorf("its first %d entries are not those of its last head", s.Signed), nil
			}
		}
	}
	return tree, wrong, nil
}

// keepHeard keeps what was heard of all machines since it was kept last.
func (l *leader) keepHeard(ctx context.Context) error {
	var list []central.Heard
	for _, m := range l.machines {
		if m.heard {
			list = append(list, central.Heard{Machine: m.Name, At: m.Heard, Apart: m.Apart, Program: m.Program, Own: m.own, Whole: m.allAt})
			m.heard, m.own, m.allAt = false, map[int32]int64{}, 0
		}
	}
	l.first = false
	if len(list) == 0 {
		return nil
	}
	return l.hear(ctx, list)
}

// hear keeps what was heard of machines; of a machine of which the database does not take it, nothing.
func (l *leader) hear(ctx context.Context, list []central.Heard) error {
	err := l.writer.Hear(ctx, list)
	if !central.IsData(err) {
		return err
	}
	for _, h := range list {
		if err := l.writer.Hear(ctx, []central.Heard{h}); central.IsData(err) {
			l.server.Log.Printf("%s: what it says of itself is not kept: %v", h.Machine, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}
