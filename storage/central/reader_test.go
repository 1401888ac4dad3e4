package central_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// What waits for a lock of the database keeps nothing else waiting, and waits no longer than who asks.
func TestSlowQuestionKeepsNobodyWaiting(t *testing.T) {
	owner, serve := pit(t)
	own, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer own.Close(context.Background())
	tx, err := own.Begin(t.Context())
	must(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE sabot.machines IN ACCESS EXCLUSIVE MODE`)
	must(t, err)
	q := central.Read(serve, house)
	defer q.Close()
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() { _, err := q.Machines(ctx); waits <- err }()
	must(t, pgtest.Seen("the question waits", func() bool {
		var n int
		must(t, tx.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted`).Scan(&n))
		return n > 0
	}))
	_, err = q.Streams(t.Context())
	must(t, err)
	cancel()
	if err := <-waits; !errors.Is(err, context.Canceled) {
		t.Errorf("who gave up: %v", err)
	}
	must(t, tx.Rollback(t.Context()))
	_, err = q.Machines(t.Context())
	must(t, err)
}

// Whoever ships decides how long entries are. So a page of them is bound by bytes too: as many are read at once as come to some MB, and the rest behind.
func TestLongEntriesAreReadFewAtOnce(t *testing.T) {
	const n, long, most = 7, 3 << 20, 2
	_, serve := pit(t)
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	for range n {
		p := piece(s, &tree, 0)
		text := fmt.Appendf(nil, `["LB1",%d,"2026-11-30T00:00:00Z","",0,0,0,"opened",{"x":"%s"}]`, tree.Size()+1, strings.Repeat("x", long))
		p.Texts, p.Times = [][]byte{text}, []int64{monthEnd.UnixMilli() + tree.Size()}
		tree.Add(text)
		p.Edge = tree.Edge()
		must(t, w.Append(t.Context(), []central.Piece{p}, 1))
	}
	q := central.Read(serve, house)
	defer q.Close()
	for name, page := range map[string]func(from int64) (texts [][]byte, next int64, err error){
		"entries": func(from int64) (texts [][]byte, next int64, err error) {
			texts, err = q.Entries(t.Context(), s.ID, from, n)
			return texts, from + int64(len(texts)), err
		},
		"of all kinds": func(from int64) ([][]byte, int64, error) { return q.EntriesOf(t.Context(), s.ID, from, n, n+1, nil) },
		"of some kinds": func(from int64) ([][]byte, int64, error) {
			return q.EntriesOf(t.Context(), s.ID, from, n, n+1, map[string]bool{"opened": true})
		},
	} {
		got := 0
		for from := int64(1); from > 0 && from <= n; {
			texts, next, err := page(from)
			must(t, err)
			if got += len(texts); len(texts) == 0 || len(texts) > most {
				t.Fatalf("%s: %d at once", name, len(texts))
			}
			from = next
		}
		if got != n {
			t.Errorf("%s: %d of %d", name, got, n)
		}
	}
	s.Signed = n
	if texts, err := q.LastShifts(t.Context(), s, n); err != nil || len(texts) != most || !strings.Contains(string(texts[most-1][:20]), fmt.Sprint(n)) {
		t.Errorf("the last shifts: %d, %v", len(texts), err)
	}
}

// An entry that cannot be read is named by its own number, also where some kinds alone are read.
func TestUnreadableEntryIsNamed(t *testing.T) {
	const unread = 25 // behind the first page
	_, serve := pit(t)
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	p := central.Piece{Stream: s.ID}
	for seq := int64(1); seq <= unread+5; seq++ {
		e := record.Entry{Table: "LB1", Seq: seq, At: monthEnd.Add(time.Duration(seq)), Fact: record.BetsClosed{}}
		if seq == 2 {
			e.Fact = record.Opened{}
		}
		text := record.Encode(e)
		if seq == unread {
			text = fmt.Appendf(nil, `[1,"LB1",%d]`, seq)
		}
		tree.Add(text)
		p.Texts, p.Times = append(p.Texts, text), append(p.Times, e.At.UnixMilli())
	}
	p.Edge = tree.Edge()
	must(t, w.Append(t.Context(), []central.Piece{p}, 1))
	q := central.Read(serve, house)
	defer q.Close()
	list, err := q.Streams(t.Context())
	must(t, err)
	r, err := central.OpenRecord(t.Context(), q, list, map[string]string{"LB1": "m1"}, "")
	must(t, err)
	_, ofSome := r.Openings("LB1")
	var ofAll error
	for _, err := range r.Entries("LB1", 1) {
		ofAll = err
	}
	for name, err := range map[string]error{"openings": ofSome, "entries": ofAll} {
		var f *record.Fault
		if !errors.As(err, &f) || f.Seq != unread || f.Code != record.Unreadable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The hash of a number is PostgreSQL's own.
func TestHashIsThatOfPostgreSQL(t *testing.T) {
	owner, _ := pit(t)
	own := login(t, owner)
	for _, n := range []int64{1, 2, 53, 10_000_000, 1<<32 + 7, 1<<62 + 5, 0, -1, -1 << 40} {
		for _, seed := range []int64{0, 1, -1, 0x1234_5678_9abc_def0} {
			var is int64
			must(t, own.QueryRow(t.Context(), `SELECT hashint8extended($1, $2)`, n, seed).Scan(&is))
			if got := int64(central.HashOf(n, uint64(seed))); got != is {
				t.Errorf("%d by %d: %x, PostgreSQL says %x", n, seed, got, is)
			}
		}
	}
}
