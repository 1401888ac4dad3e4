package central_test

import (
	"strings"
	"testing"

	"sabot/pit/seal"
	"sabot/storage/central"
)

// PostgreSQL can make no file more, and says why. It says nothing of a login that may make no temporary table, or that only reads: whoever else serves may
// well write.
func TestUnwrittenIsTold(t *testing.T) {
	owner, serve := pit(t)
	unwritten := func(url string) *central.Unwritten {
		t.Helper()
		q := central.Read(url, house)
		defer q.Close()
		is, err := q.Unwritten(t.Context())
		must(t, err)
		streams, err := q.Streams(t.Context())
		if must(t, err); len(streams) != 1 {
			t.Errorf("it has %d streams then", len(streams))
		}
		return is
	}
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 3)}, 6))
	readsOnly := serve + "&default_transaction_read_only=on"
	for _, url := range []string{serve, readsOnly} {
		if is := unwritten(url); is != nil {
			t.Errorf("while it writes: %+v", is)
		}
	}
	again, err := server.Refuses(owner)
	must(t, err)
	defer func() { must(t, again()) }()
	if is := unwritten(serve); is == nil || !strings.Contains(is.Says, "could not create file") || !strings.Contains(is.Says, "Permission denied") || is.Last != 6 {
		t.Errorf("%+v", is)
	}
	must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 3)}, 7)) // in the files that are there
	if is := unwritten(serve); is == nil || is.Last != 7 {
		t.Errorf("%+v", is)
	}
	if is := unwritten(readsOnly); is != nil {
		t.Errorf("of a login that only reads: %+v", is)
	}
	c := login(t, owner)
	_, err = c.Exec(t.Context(), `DO $x$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $x$`)
	must(t, err)
	if is := unwritten(serve); is != nil {
		t.Errorf("of a login that may make no temporary table: %+v", is)
	}
}
