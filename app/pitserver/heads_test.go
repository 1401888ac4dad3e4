package pitserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// Whoever has the login that serves puts an entry behind a stream, with a head of a key of their own. No report takes it, pit status tells
// it, and the machine is not called an older one.
func TestHeadOfTheServingLogin(t *testing.T) {
	t.Parallel()
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
			status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
			must(t, err)
			line := status.Lines[slices.IndexFunc(status.Lines, func(l pitserver.Line) bool { return l.Stream == "LB1" })]
			h, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			if headed {
				if found := fmt.Sprint(h.Doubts); !strings.Contains(found, "without LB1") || !strings.Contains(found, "not signed by its machine") {
					t.Errorf("the report says %s", found)
				}
				if !strings.Contains(line.Wrong, "not signed by its machine") {
					t.Errorf("pit status: %+v", line)
				}
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
		piece.Note, err = seal.HeadOf(s.Name, &tree).Sign(key)
		must(t, err)
	}
	must(t, w.Append(t.Context(), []central.Piece{piece}, then().UnixMilli()))
}

// A stream with a foreign head, or one that is damaged, is as long as the database has it: nothing was put back, nothing is gone, and the
// tables of the others wait for nobody.
func TestStreamThatTakesNothingIsNotPutBack(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*testing.T, *pit, central.Stream){
		"a foreign head": func(t *testing.T, p *pit, s central.Stream) { forge(t, p, s, true) },
		"damaged":        damage,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPitOf(t, 2)
			p.up(t)
			p.ships(t, p.office(t))
			a, b := p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB2")
			for _, m := range []*machine{a, b} {
				m.pull(t)
				m.play(t, 2, 1)
				_, err := m.ship()
				must(t, err)
			}
			p.stop()
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			s, err := q.Stream(t.Context(), a.name, "LB1")
			must(t, err)
			spoil(t, p, s)
			p.again(t)
			_, err = a.ship()
			says(t, err, "what the pit has of LB1 of tavolo-1 is damaged")
			b.play(t, 1, 2)
			_, err = b.ship()
			must(t, err)
			gone, err := q.Gone(t.Context())
			must(t, err)
			if said := p.said.String(); len(gone) > 0 || strings.Contains(said, "put back") || strings.Contains(said, "restored") {
				t.Errorf("%+v\n%s", gone, said)
			}
		})
	}
}

// damage changes an entry of a stream, and the edge of its log.
func damage(t *testing.T, p *pit, s central.Stream) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer conn.Close(t.Context())
	for _, sql := range []string{
		`ALTER TABLE sabot.streams DISABLE TRIGGER USER`, fmt.Sprintf(`UPDATE sabot.streams SET edge = '\x00' WHERE id = %d`, s.ID), `ALTER TABLE sabot.streams ENABLE TRIGGER USER`,
		`ALTER TABLE sabot.entries DISABLE TRIGGER USER`, fmt.Sprintf(`UPDATE sabot.entries SET entry = entry || '\x20' WHERE stream = %d AND seq = 2`, s.ID), `ALTER TABLE sabot.entries ENABLE TRIGGER USER`,
	} {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
}
