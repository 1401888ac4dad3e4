package central_test

import (
	"context"
	"testing"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// The database's machine is lost: the second one, which followed it, goes on where it was, under the
// same URL.
func TestSecondDatabase(t *testing.T) {
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	owner, err := first.URL()
	must(t, err)
	serve, err := central.Init(t.Context(), owner, house)
	must(t, err)
	must(t, central.Enroll(t.Context(), owner, house, "m1", "1", []string{"LB1"}, false, 1))
	second, err := first.Standby()
	must(t, err)
	defer second.Down(false)
	serve = first.Either(serve, second)

	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	for range 20 {
		must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 100)}, 7))
	}
	must(t, first.Down(false)) // in order: what was written is with the second one
	if err := w.Alive(t.Context()); err == nil {
		t.Error("a database that is gone answers")
	}
	w.Close()
	must(t, second.Promote())
	must(t, pgtest.Seen("the second one is written to", func() bool {
		w, err = central.Write(t.Context(), serve, house)
		return err == nil
	}))
	defer w.Close()
	streams, _, err := w.State(t.Context())
	if err != nil || len(streams) != 1 || streams[0].Size != 2000 || string(streams[0].Edge) != string(tree.Edge()) {
		t.Fatalf("the second one has %+v, %v", streams, err)
	}
	must(t, w.Append(context.Background(), []central.Piece{piece(streams[0], &tree, 1)}, 8))

	file := t.TempDir() + "/after.dump" // the night after
	must(t, central.Backup(t.Context(), first.Either(owner, second), file))
	empty, err := server.URL()
	must(t, err)
	again, err := central.Restore(t.Context(), empty, house, "", file)
	must(t, err)
	q := central.Read(again, house)
	defer q.Close()
	if s, err := q.Stream(t.Context(), "m1", "LB1"); err != nil || s.Size != 2001 {
		t.Errorf("the backup has %d entries, %v", s.Size, err)
	}
}
