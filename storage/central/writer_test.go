package central_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// writesNext writes once the one before is seen to be gone: the database takes note of it by and by.
func writesNext(t *testing.T, serve string) (next *central.Writer) {
	t.Helper()
	must(t, pgtest.Seen("the next one writes", func() bool {
		var err error
		if next, err = central.Write(t.Context(), serve, house); err != nil && !errors.Is(err, central.ErrTaken) {
			t.Fatal(err)
		}
		return err == nil
	}))
	return next
}

// One writes. Who is killed, or of whom nothing is heard, has lost it within seconds, and
// writes nothing any more.
func TestOneWriter(t *testing.T) {
	defer central.SetGone(central.SetGone(3 * time.Second))
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	if _, err := central.Write(ctx, serve, house); !errors.Is(err, central.ErrTaken) {
		t.Errorf("a second one: %v", err)
	}
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	silent := time.Now()
	next := writesNext(t, serve)
	t.Logf("taken over after %v", time.Since(silent).Round(time.Millisecond))
	defer next.Close()
	var tree seal.Tree
	if err := w.Append(ctx, []central.Piece{piece(s, &tree, 1)}, 7); err == nil {
		t.Error("the first one still writes")
	}
	if _, err := central.Write(ctx, serve, "Kursaal"); !errors.Is(err, central.ErrOtherHouse) {
		t.Errorf("another house: %v", err)
	}
	if _, err := central.Init(ctx, owner, "Kursaal"); !errors.Is(err, central.ErrOtherHouse) {
		t.Errorf("another house's init: %v", err)
	}
	empty, err := server.URL()
	must(t, err)
	if _, err := central.Write(ctx, empty, house); !errors.Is(err, central.ErrNoPit) {
		t.Errorf("no pit: %v", err)
	}
	q := central.Read(empty, house)
	defer q.Close()
	_, err = q.Streams(ctx)
	if !errors.Is(err, central.ErrNoPit) || strings.Contains(err.Error(), "does not answer") || !strings.Contains(err.Error(), "sabotctl pit restore") {
		t.Errorf("who reads where no pit is: %v", err)
	}
}

// Nobody who may read the database can take the right to write, or keep the next server from it.
func TestReaderTakesNoRightToWrite(t *testing.T) {
	owner, serve := pit(t)
	own, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer own.Close(context.Background())
	_, err = own.Exec(t.Context(), `CREATE ROLE bi LOGIN IN ROLE sabot_reader`)
	must(t, err)
	reader, err := pgx.Connect(t.Context(), strings.Replace(owner, "owner@", "bi@", 1))
	must(t, err)
	defer reader.Close(context.Background())
	_, err = reader.Exec(t.Context(), `SELECT pg_advisory_lock(371463)`) // the right of version 0.9
	must(t, err)
	for _, sql := range []string{`SELECT * FROM sabot.writer`, `UPDATE sabot.writer SET pid = 1`, `LOCK TABLE sabot.writer IN ACCESS SHARE MODE`} {
		if _, err := reader.Exec(t.Context(), sql); err == nil {
			t.Errorf("a reader: %s", sql)
		}
	}
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	if _, err := central.Write(t.Context(), serve, house); !errors.Is(err, central.ErrTaken) || !strings.HasSuffix(err.Error(), fmt.Sprintf(" (PID %d)", os.Getpid())) {
		t.Errorf("a second one: %v", err)
	}
	must(t, w.Alive(t.Context()))
	w.Close()
	next := writesNext(t, serve) // at once: the connection of the one before is gone
	must(t, next.Alive(t.Context()))
	if err := w.Alive(t.Context()); err == nil {
		t.Error("the one before still writes")
	}
	next.Close()
}

// As long as entries are being added nobody else gets the right to write, however long it takes.
func TestNobodyTakesOverWhileEntriesAreAdded(t *testing.T) {
	defer central.SetGone(central.SetGone(3 * time.Second))
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	c := login(t, owner)
	keeps, err := c.Begin(ctx)
	must(t, err)
	_, err = keeps.Exec(ctx, `SELECT FROM sabot.streams FOR UPDATE`)
	must(t, err)
	added := make(chan error, 1)
	var tree seal.Tree
	go func() { added <- w.Append(ctx, []central.Piece{piece(s, &tree, 1)}, 7) }()
	looks := login(t, owner)
	seen := func(what, sql string) {
		t.Helper()
		must(t, pgtest.Seen(what, func() (is bool) {
			must(t, looks.QueryRow(ctx, sql).Scan(&is))
			return is
		}))
	}
	seen("entries wait", `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%append(%')`)
	seen("nothing was heard of the writer for long", `SELECT until < clock_timestamp() FROM sabot.writer`)
	soon, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if next, err := central.Write(soon, serve, house); err == nil {
		next.Close()
		t.Error("another one has the right to write")
	}
	must(t, keeps.Rollback(ctx))
	must(t, <-added)
}
