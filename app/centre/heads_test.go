package centre_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/centre"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// Whoever has the login that serves puts an entry behind a stream, with a head of a key of their own. No report takes it, pit status tells
// it, and the machine is not called an older one.
func TestHeadOfTheServingLogin(t *testing.T) {
	for name, headed := range map[string]bool{"with a head of its own": true, "without a head": false} {
		t.Run(name, func(t *testing.T) {
			p := newPit(t)
			p.up(t)
			m := p.newMachine(t, 1)
			m.night(t, 2, 1)
			_, err := m.ship()
			must(t, err)
			p.stop()
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			s, err := q.Stream(t.Context(), m.name, "LB1")
			must(t, err)
			forge(t, p, s, headed)
			status, err := centre.StatusOf(t.Context(), q, p.folder, then())
			must(t, err)
			line := status.Lines[slices.IndexFunc(status.Lines, func(l centre.Line) bool { return l.Stream == "LB1" })]
			_, err = centre.House(t.Context(), q, p.folder, then)
			if headed {
				says(t, err, "LB1 of tavolo-1", "not signed by its machine")
				if !strings.Contains(line.Wrong, "not signed by its machine") {
					t.Errorf("pit status: %+v", line)
				}
			} else {
				must(t, err)
			}
			p.again(t)
			_, err = m.ship()
			if headed {
				says(t, err, "LB1", "not signed by its machine")
			} else {
				says(t, err, "or somebody wrote into the pit's database")
			}
			if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: ") && headed {
				t.Errorf("pit verify: %q", found)
			}
		})
	}
}

// forge adds the last entry of a stream once more with another number.
func forge(t *testing.T, p *pit, s central.Stream, headed bool) {
	t.Helper()
	var w *central.Writer
	must(t, pgtest.Seen("nobody writes", func() (free bool) {
		var err error
		w, err = central.Write(t.Context(), p.folder.Serve, p.folder.House)
		return err == nil
	}))
	defer w.Close()
	tree, err := seal.ReadTree(s.Size, s.Edge)
	must(t, err)
	text := []byte(`["opened",{}]`)
	tree.Add(text)
	piece := central.Piece{Stream: s.ID, From: s.Size, Times: []int64{then().UnixMilli()}, Texts: [][]byte{text}, Edge: tree.Edge()}
	if headed {
		key, err := seal.NewKey()
		must(t, err)
		piece.Note, err = seal.HeadOf("LB1", &tree).Sign(key)
		must(t, err)
	}
	must(t, w.Append(t.Context(), []central.Piece{piece}, then().UnixMilli()))
}
