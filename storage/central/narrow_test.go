package central_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/migrations"
)

// login opens a connection with another login.
func login(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

// Whoever has the login of the server changes no key, wipes no refusal and puts nothing into a stream that its log does not bear out.
func TestServerLoginIsNarrow(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 5)}, 7))
	must(t, w.Pin(ctx, "m1", "its key"))
	must(t, w.Refuse(ctx, central.Refusal{Machine: "m1", Stream: "LB1", Why: "forked", Ours: 5, Theirs: 9, Says: "as it was", Last: 100}))
	w.Close()
	c := login(t, serve)
	garbage := tree.Clone()
	garbage.Add([]byte("garbage"))
	right := tree.Clone()
	right.Add([]byte("[6]"))
	for _, attack := range []struct {
		what, sql string
		args      []any
	}{
		{"exchanges a machine's keys", `UPDATE sabot.machines SET verifier = 'another key'`, nil},
		{"exchanges a machine's keys by the function", `SELECT sabot.pin('m1', 'another key')`, nil},
		{"adds a key of its own", `SELECT sabot.pin('m1', 'its key another key')`, nil},
		{"wipes a refusal", `DELETE FROM sabot.refusals`, nil},
		{"has a refusal say something else", `UPDATE sabot.refusals SET first_says = 'nothing'`, nil},
		{"has it not be known that there was one", `UPDATE sabot.refusals SET last = 0, times = 0, seen = 9999999999999`, nil},
		{"enters a refusal past the function", `INSERT INTO sabot.refusals VALUES ('m1', 'LB1', 'x', 1, 1, '', 1, 1)`, nil},
		{"exchanges a sealed key", `INSERT INTO sabot.sealed VALUES ('11', 'x') ON CONFLICT (number) DO UPDATE SET sealed = 'x'`, nil},
		{"changes a sealed key", `UPDATE sabot.sealed SET sealed = 'x'`, nil},
		{"forgets that one was exchanged", `DELETE FROM sabot.sealed_before`, nil},
		{"has a backup not be one", `UPDATE sabot.house SET restored = 0`, nil},
		{"has the own stream of a machine be another's", `SELECT sabot.move_signed('house', 'm1', 'm2', 0, '', 1, 'm2')`, nil},
		{"appends what is no entry", `SELECT sabot.append($1, 5, array[1795241553123], array['garbage'::bytea], 0, $2, '')`, []any{s.ID, garbage.Edge()}},
		{"appends what is no text", `SELECT sabot.append($1, 5, array[1795241553123], array['\x5b005d'::bytea], 0, $2, '')`, []any{s.ID, right.Edge()}},
		{"appends an edge that is none", `SELECT sabot.append($1, 5, array[1795241553123], array['[6]'::bytea], 0, '\x00', '')`, []any{s.ID}},
		{"appends another edge", `SELECT sabot.append($1, 5, array[1795241553123], array['[6]'::bytea], 0, $2, '')`, []any{s.ID, garbage.Edge()}},
		{"appends with a head of something else", `SELECT sabot.append($1, 5, array[1795241553123], array['[6]'::bytea], 0, $2, E'LB1\n6\nAAAA\n\nx')`, []any{s.ID, right.Edge()}},
		{"appends more times than entries", `SELECT sabot.append($1, 5, array[1795241553123, 1], array['[6]'::bytea], 0, $2, '')`, []any{s.ID, right.Edge()}},
	} {
		if _, err := c.Exec(ctx, attack.sql, attack.args...); err == nil {
			t.Errorf("the server's login %s: %s", attack.what, attack.sql)
		}
	}
	if _, err := c.Exec(ctx, `SELECT sabot.refuse('m1', 'LB1', 'forked', 0, 0, 'all is well', 1)`); err != nil {
		t.Fatal(err)
	}
	var ours, last, times int64
	var says string
	must(t, c.QueryRow(ctx, `SELECT first_ours, first_says, last, times FROM sabot.refusals`).Scan(&ours, &says, &last, &times))
	if ours != 5 || says != "as it was" || last != 100 || times != 2 {
		t.Errorf("what was refused first is %d, %q, last at %d, %d times", ours, says, last, times)
	}
	for _, sql := range []string{ // it looks at what is still to come
		`SELECT sabot.refuse('m1', 'LB1', 'forked', 0, 0, 'all is well', 9999999999999)`, `SELECT sabot.see(9999999999999)`,
		`SELECT sabot.refuse('m1', 'LB1', 'forked', 5, 9, 'it comes again', 101)`,
	} {
		_, err := c.Exec(ctx, sql)
		must(t, err)
	}
	q := central.Read(serve, house)
	defer q.Close()
	unseen, err := q.Unseen(ctx)
	must(t, err)
	if len(unseen) != 1 || unseen[0].Times != 4 || unseen[0].Last > time.Now().UnixMilli() {
		t.Errorf("not looked at is %+v", unseen)
	}
	must(t, c.QueryRow(ctx, `SELECT sabot.append($1, 5, array[1795241553123], array['[6]'::bytea], 0, $2, '') IS NOT NULL`, s.ID, right.Edge()).Scan(new(bool)))
	for _, key := range []string{"a sealed key", "another one"} {
		_, err := c.Exec(ctx, `SELECT sabot.keep_sealed('11', $1)`, key)
		must(t, err)
	}
	must(t, login(t, owner).QueryRow(ctx, `SELECT sealed FROM sabot.sealed_before WHERE number = '11'`).Scan(&says))
	if says != "a sealed key" {
		t.Errorf("in place of what the key was put is not known: %q", says)
	}
}

// Who reads sees no serial number, no voucher, no sealed key, and no more of a refusal than before: none.
func TestReaderLoginIsNarrow(t *testing.T) {
	owner, serve := pit(t)
	_, err := login(t, owner).Exec(t.Context(), `CREATE ROLE narrow_reader LOGIN IN ROLE sabot_reader`)
	must(t, err)
	c := login(t, strings.Replace(owner, "owner@", "narrow_reader@", 1))
	for _, sql := range []string{
		`SELECT serial FROM sabot.machines`, `SELECT voucher FROM sabot.machines`, `SELECT * FROM sabot.machines`, `SELECT sealed FROM sabot.sealed`,
		`SELECT sealed FROM sabot.sealed_before`, `SELECT says FROM sabot.refusals`, `SELECT sabot.pin('m1', 'x')`, `SELECT sabot.see(9999999999999)`,
		`SELECT sabot.keep_sealed('11', 'x')`, `SELECT sabot.refuse('m1', 'LB1', 'x', 1, 1, '', 1)`, `SELECT sabot.shipped_whole()`,
		`SELECT sabot.append(1, 0, array[1795241553123], array['[1]'::bytea], 0, '', '')`, `UPDATE sabot.writer SET pid = 0`,
	} {
		if _, err := c.Exec(t.Context(), sql); err == nil {
			t.Errorf("a reader: %s", sql)
		}
	}
	if _, err := c.Exec(t.Context(), `SELECT name, heard, apart, program FROM sabot.machines`); err != nil {
		t.Error(err)
	}
	_, err = c.Exec(t.Context(), `SELECT pg_advisory_lock(371463)`) // by which a server wrote up to layout 5
	must(t, err)
	w, err := central.Write(t.Context(), serve, house)
	if err != nil {
		t.Fatalf("a reader keeps the server from writing: %v", err)
	}
	w.Close()
}

// A pit of layout 6 is brought up to date by pit init, with all that it has, and its streams go on.
func TestLayout6BecomesNarrow(t *testing.T) {
	owner, err := server.URL()
	must(t, err)
	ctx := t.Context()
	own := login(t, owner)
	for _, role := range []string{"sabot_ingest", "sabot_reader"} { // other tests may have made them
		_, _ = own.Exec(ctx, `CREATE ROLE `+role+` NOLOGIN`)
	}
	_, err = own.Exec(ctx, `CREATE SCHEMA sabot`)
	must(t, err)
	c, err := pgx.ParseConfig(owner)
	must(t, err)
	c.RuntimeParams["search_path"] = "sabot"
	db := stdlib.OpenDB(*c)
	defer db.Close()
	steps, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files)
	must(t, err)
	_, err = steps.UpTo(ctx, 6)
	must(t, err)
	var tree seal.Tree
	first := piece(central.Stream{ID: 1}, &tree, 3)
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO sabot.house (name) VALUES ($1)`, []any{house}},
		{`INSERT INTO sabot.machines (name, serial, verifier, enrolled) VALUES ('m1', '1', 'its key', 1)`, nil},
		{`INSERT INTO sabot.tables VALUES ('LB1', 'm1')`, nil},
		{`INSERT INTO sabot.streams (machine, name) VALUES ('m1', 'LB1')`, nil},
		{`SELECT sabot.make_month($1), sabot.make_month($2)`, []any{monthBegin(0), monthBegin(1)}},
		{`SELECT sabot.append(1, 0, $1, $2, 0, $3, '')`, []any{first.Times, first.Texts, first.Edge}},
		{`INSERT INTO sabot.refusals (machine, stream, why, ours, theirs, says, first, last) VALUES ('m1', 'LB1', 'forked', 3, 4, 'as it was', 1, 1)`, nil},
		{`INSERT INTO sabot.sealed VALUES ('11', 'a sealed key')`, nil},
	} {
		_, err := own.Exec(ctx, step.sql, step.args...)
		must(t, err)
	}
	serve, err := central.Init(ctx, owner, house)
	must(t, err)
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "LB1")
	if err != nil || s.Size != 3 {
		t.Fatalf("of the stream is left %+v, %v", s, err)
	}
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 4)}, 8))
	q := central.Read(serve, house)
	defer q.Close()
	refused, err := q.Refusals(ctx, 0)
	must(t, err)
	keys, err := q.Sealed(ctx)
	must(t, err)
	if len(refused) != 1 || refused[0].Says != "as it was" || len(keys) != 1 || keys[0].Sealed != "a sealed key" {
		t.Errorf("what was there is now %+v, %+v", refused, keys)
	}
	var says string
	must(t, own.QueryRow(ctx, `SELECT first_says FROM sabot.refusals`).Scan(&says))
	if says != "as it was" {
		t.Errorf("a refusal of layout 6 was first %q", says)
	}
	if _, err := login(t, serve).Exec(ctx, `UPDATE sabot.machines SET verifier = 'another'`); err == nil {
		t.Error("the login has the rights of layout 6")
	}
}
