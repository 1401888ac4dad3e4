package central_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// The login that serves sets parameters for itself, by which the pit would write nothing, answer nothing, or begin no connection at all. No connection
// goes by them, they are told, and pit init takes them away.
func TestLoginThatSetsParameters(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	c := login(t, serve)
	var role, database string
	must(t, c.QueryRow(ctx, `SELECT quote_ident(session_user), quote_ident(current_database())`).Scan(&role, &database))
	for _, set := range []string{
		`SET default_transaction_read_only = on`, `IN DATABASE ` + database + ` SET default_transaction_read_only = on`, `SET synchronous_commit = off`, `SET statement_timeout = 1`,
		`SET lock_timeout = 1`, `SET idle_session_timeout = 1`, `SET idle_in_transaction_session_timeout = 1`, `SET default_transaction_isolation = 'serializable'`, `SET row_security = off`,
		`SET search_path = pg_catalog`, `SET transform_null_equals = on`, `SET client_encoding = 'LATIN1'`, `SET local_preload_libraries = 'none_such'`, `SET work_mem = '64kB'`,
	} {
		if _, err := c.Exec(ctx, `ALTER ROLE `+role+` `+set); err != nil {
			t.Errorf("%s: %v", set, err)
		}
	}
	var tree seal.Tree
	works := func() (set []string) {
		t.Helper()
		w, err := central.Write(ctx, serve, house)
		must(t, err)
		defer w.Close()
		s, err := w.Begin(ctx, "m1", "LB1")
		must(t, err)
		must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
		q := central.Read(serve, house)
		defer q.Close()
		if streams, err := q.Streams(ctx); err != nil || len(streams) != 1 || streams[0].Size != int64(tree.Size()) {
			t.Errorf("%+v, %v", streams, err)
		}
		set, err = q.Otherwise(ctx)
		must(t, err)
		return set
	}
	set := works()
	for _, is := range []string{"default_transaction_read_only=on", "synchronous_commit=off", "statement_timeout=1", "local_preload_libraries=none_such"} {
		if !slices.Contains(set, is) {
			t.Errorf("%s is not told: %q", is, set)
		}
	}
	if slices.Contains(set, "work_mem=64kB") {
		t.Errorf("what nothing depends on is told: %q", set)
	}
	var err error
	serve, err = central.Init(ctx, owner, house)
	must(t, err)
	if set := works(); len(set) > 0 {
		t.Errorf("after pit init: %q", set)
	}
}

// A login that does not wait for the second database waits for it all the same: what is on the first alone is not countersigned.
func TestLoginThatWaitsForNoStandby(t *testing.T) {
	own, err := pgtest.Start()
	must(t, err)
	defer own.Stop()
	owner, err := own.URL()
	must(t, err)
	ctx := t.Context()
	serve, err := central.Init(ctx, owner, house)
	must(t, err)
	must(t, central.Enroll(ctx, owner, house, "m1", "1", []string{"LB1"}, false, 1))
	c := login(t, serve)
	var role string
	must(t, c.QueryRow(ctx, `SELECT quote_ident(session_user)`).Scan(&role))
	_, err = c.Exec(ctx, `ALTER ROLE `+role+` SET synchronous_commit = off`)
	must(t, err)
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
	by := login(t, owner)
	for _, sql := range []string{`ALTER SYSTEM SET synchronous_standby_names = 'ghost'`, `SELECT pg_reload_conf()`} {
		_, err := by.Exec(ctx, sql)
		must(t, err)
	}
	probe, ended := login(t, owner), make(chan struct{})
	go func() { // a session has the setting before the database waits by it
		defer close(ended)
		for i := 0; ; i++ {
			if _, err := probe.Exec(ctx, fmt.Sprintf(`CREATE TABLE probe_%d ()`, i)); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { <-ended })
	must(t, pgtest.Seen("the database waits for a second one", func() bool {
		waiting := 0
		return by.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`).Scan(&waiting) == nil && waiting > 0
	}))
	waits, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := w.Append(waits, []central.Piece{piece(s, &tree, 3)}, 8); err == nil {
		t.Error("it is added before the second database has it")
	}
}
