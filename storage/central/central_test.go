package central_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	if owner := os.Getenv(restoresVariable); owner != "" { // a program that a test kills
		_, err := central.Restore(context.Background(), owner, house, "", os.Getenv(fileVariable))
		fmt.Fprintln(os.Stderr, err)
		os.Exit(0)
	}
	var err error
	if server, err = pgtest.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	central.SetGone(5 * time.Minute) // a busy machine takes its time between two questions
	status := m.Run()
	if err := server.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

const house = "Casinò di Prova"

// pit is a new pit with two machines.
func pit(t *testing.T) (owner, serve string) {
	t.Helper()
	owner, err := server.Copy(func(url string) error { return central.MakeLayout(t.Context(), url) })
	must(t, err)
	serve, err = central.Init(t.Context(), owner, house)
	must(t, err)
	must(t, central.Enroll(t.Context(), owner, house, "m1", "1", []string{"LB1"}, false, 1))
	must(t, central.Enroll(t.Context(), owner, house, "m2", "2", []string{"LB2"}, false, 1))
	return owner, serve
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var monthEnd = monthBegin(0).AddDate(0, 1, 0).Add(-100 * time.Millisecond)

// monthBegin returns the first instant of a month, counted from the one that runs: months near today have a part of their own.
func monthBegin(n int) time.Time {
	now := time.Now().UTC()
	return time.Date(now.Year(), now.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
}

// piece is so many entries more of a stream, 100 ms apart.
func piece(s central.Stream, tree *seal.Tree, n int) central.Piece {
	p := central.Piece{Stream: s.ID, From: tree.Size()}
	for range n {
		text := fmt.Appendf(nil, `[1,"LB1",%d]`, tree.Size()+1)
		p.Texts = append(p.Texts, text)
		p.Times = append(p.Times, monthEnd.UnixMilli()+100*tree.Size())
		tree.Add(text)
	}
	p.Edge = tree.Edge()
	return p
}

// What one writer appended is there, once and in order, over the end of a month too; nobody
// appends anywhere else than at the end.
func TestAppend(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	if again, err := w.Begin(ctx, "m1", "LB1"); err != nil || again.ID != s.ID {
		t.Errorf("begun again it is %d, not %d: %v", again.ID, s.ID, err)
	}
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
	before := tree.Clone()
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 2)}, 8))
	must(t, w.Append(ctx, []central.Piece{{Stream: s.ID, From: 5, Edge: tree.Edge(), Note: "a head of what was there"}}, 8))
	q := central.Read(serve, house)
	defer q.Close()
	got, err := q.Entries(ctx, s.ID, 2, 3)
	if err != nil || len(got) != 3 || string(got[0]) != `[1,"LB1",2]` || string(got[2]) != `[1,"LB1",4]` {
		t.Errorf("%q, %v", got, err)
	}
	list, err := q.Streams(ctx)
	if err != nil || len(list) != 1 || list[0].Size != 5 || string(list[0].Edge) != string(tree.Edge()) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := w.Append(ctx, []central.Piece{piece(s, &before, 2)}, 9); !errors.Is(err, central.ErrMoved) {
		t.Errorf("appended in the middle: %v", err)
	}
	own, err := pgx.Connect(ctx, owner)
	must(t, err)
	defer own.Close(context.Background())
	var parts int
	must(t, own.QueryRow(ctx, `SELECT count(DISTINCT tableoid) FROM sabot.entries`).Scan(&parts))
	if parts != 2 {
		t.Errorf("the entries of two months lie in %d parts", parts)
	}
}

// A machine whose entries name every month there is has the pit make a part a year: all that reads goes through the parts, and while
// one is made nobody else's entries are taken.
func TestManyMonthsMakeFewParts(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	p := piece(s, &tree, 960)
	for i := range p.Times {
		p.Times[i] = time.Date(2020, time.Month(1+i), 2, 0, 0, 0, 0, time.UTC).UnixMilli()
	}
	must(t, w.Append(ctx, []central.Piece{p}, 7))
	s.Size = tree.Size()
	near := piece(s, &tree, 2)
	near.Times = []int64{monthEnd.UnixMilli(), monthBegin(1).UnixMilli()}
	must(t, w.Append(ctx, []central.Piece{near}, 8))
	own := login(t, owner)
	var parts, most int
	must(t, own.QueryRow(ctx, `SELECT count(*) FROM pg_inherits WHERE inhparent = 'sabot.entries'::regclass`).Scan(&parts))
	must(t, own.QueryRow(ctx, `SELECT count(DISTINCT tableoid) FROM sabot.entries WHERE seq > 960`).Scan(&most))
	if parts > 80+2*11 || most != 2 {
		t.Errorf("%d parts, and this month and the next one have %d", parts, most)
	}
	q := central.Read(serve, house)
	defer q.Close()
	if got, err := q.Entries(ctx, s.ID, 1, 1000); err != nil || len(got) != 962 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}

// Who has the login of the server adds and does nothing else; nobody, the owner neither,
// changes what is there by a statement.
func TestRights(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	other, err := w.Begin(ctx, "m2", "LB2")
	must(t, err)
	var tree, second seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3), piece(other, &second, 2)}, 7))
	w.Close()
	own, err := pgx.Connect(ctx, owner)
	must(t, err)
	defer own.Close(context.Background())
	part := "sabot." + monthEnd.Format("entries_2006_01")
	for _, sql := range []string{
		`CREATE ROLE night_audit LOGIN IN ROLE sabot_reader`, `CREATE ROLE lb1_only LOGIN IN ROLE sabot_reader`, `CREATE ROLE nobody_here LOGIN`,
		`INSERT INTO sabot.readers VALUES ('night_audit', '*'), ('lb1_only', 'LB1')`,
	} {
		_, err := own.Exec(ctx, sql)
		must(t, err)
	}
	as := func(login string) *pgx.Conn {
		c, err := pgx.Connect(ctx, strings.Replace(owner, "owner@", login+"@", 1))
		must(t, err)
		t.Cleanup(func() { c.Close(context.Background()) })
		return c
	}
	serving, err := pgx.Connect(ctx, serve)
	must(t, err)
	defer serving.Close(context.Background())
	for who, c := range map[string]*pgx.Conn{"the owner": own, "the server": serving, "a reader": as("night_audit"), "anybody": as("nobody_here")} {
		for _, sql := range []string{
			`UPDATE sabot.entries SET entry = 'x'`, `DELETE FROM sabot.entries`, `TRUNCATE sabot.entries`, `TRUNCATE ` + part,
			`DELETE FROM sabot.streams`, `UPDATE sabot.streams SET size = 1`, `UPDATE sabot.streams SET name = 'x'`, `TRUNCATE sabot.streams`,
			`UPDATE sabot.streams SET edge = 'x'`, `UPDATE ` + part + ` SET seq = 9`, `DELETE FROM ` + part,
			`SELECT sabot.make_month('1999-01-01')`,
		} {
			if _, err := c.Exec(ctx, sql); err == nil {
				t.Errorf("%s: %s", who, sql)
			}
		}
		if c == own {
			continue
		}
		for _, sql := range []string{
			`INSERT INTO sabot.entries VALUES (1, 4, 1795241553123, 1, 'x')`, `DROP TABLE sabot.entries`, `ALTER TABLE sabot.entries DISABLE TRIGGER ALL`,
			`INSERT INTO sabot.machines VALUES ('m3', '3', '', 1)`, `UPDATE sabot.machines SET serial = '9'`, `DELETE FROM sabot.refusals`,
			`INSERT INTO sabot.readers VALUES ('x', '*')`, `SET ROLE owner`,
		} {
			if _, err := c.Exec(ctx, sql); err == nil {
				t.Errorf("%s: %s", who, sql)
			}
		}
	}
	for login, want := range map[string]int{"night_audit": 5, "lb1_only": 3} {
		var n int
		if err := as(login).QueryRow(ctx, `SELECT count(*) FROM sabot.entries`).Scan(&n); err != nil || n != want {
			t.Errorf("%s sees %d entries, want %d: %v", login, n, want, err)
		}
	}
	if _, err := as("nobody_here").Exec(ctx, `SELECT count(*) FROM sabot.entries`); err == nil {
		t.Error("anybody reads")
	}
}

// A table is on one machine; it is taken away only by who says so.
func TestEnroll(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	if err := central.Enroll(ctx, owner, house, "m3", "3", []string{"LB3", "LB1"}, false, 2); !errors.Is(err, central.ErrElsewhere) {
		t.Errorf("LB1 is on two machines: %v", err)
	}
	must(t, central.Enroll(ctx, owner, house, "m3", "3", []string{"LB3", "LB1"}, true, 2))
	q := central.Read(serve, house)
	defer q.Close()
	list, err := q.Machines(ctx)
	if err != nil || len(list) != 3 || len(list[0].Tables) != 0 || len(list[2].Tables) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}

// In a house with an office no enrolment takes a table away, but the office's own one of which nothing has arrived: it could not be
// moved before the office ships.
func TestOfficeTakesATableBack(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	must(t, central.SetOffice(ctx, owner, house, "m1", "voucher"))
	must(t, central.Enroll(ctx, owner, house, "m3", "3", []string{"LB3", "LB4"}, true, 2))
	enroll := func(machine string, move bool, table, refused string) {
		t.Helper()
		err := central.Enroll(ctx, owner, house, machine, "4", []string{table}, move, 3)
		if refused == "" && err != nil || refused != "" && (!errors.Is(err, central.ErrElsewhere) || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%s with %s, move %v: %v, wanted %q", machine, table, move, err, refused)
		}
	}
	enroll("m2", true, "LB3", "pit move")
	enroll("m2", true, "LB1", "pit move") // the office's, which ships it later
	enroll("m1", false, "LB3", "name --move")
	enroll("m1", true, "LB3", "")
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m3", "LB4")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
	enroll("m1", true, "LB4", "pit move")
	q := central.Read(serve, house)
	defer q.Close()
	list, err := q.Machines(ctx)
	if err != nil || len(list) != 3 || !slices.Contains(list[0].Tables, "LB3") || !slices.Equal(list[2].Tables, []string{"LB4"}) {
		t.Errorf("%+v, %v", list, err)
	}
}

// entered is a manager's word that is entered.
func entered(string, central.Moved) error { return nil }

// A table moves with what the pit had of it, and nothing is added any more to what the machine before has sent, also
// by a pit that does not know of it yet; once it has come back it goes on.
func TestMove(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	s, err := w.Begin(ctx, "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
	if _, err := central.Move(ctx, owner, house, "LB1", "m2", central.InOrder, nil, 1_000_000, entered); !errors.Is(err, central.ErrNotHandedOver) {
		t.Errorf("of a machine that is not heard: %v", err)
	}
	if _, err := central.Move(ctx, owner, house, "LB7", "m2", central.FromAny, nil, 8, entered); err == nil {
		t.Error("a table of no machine moves")
	}
	must(t, w.Hear(ctx, []central.Heard{{Machine: "m1", At: 5_000}}))
	if _, err := central.Move(ctx, owner, house, "LB1", "m2", central.FromSilent, nil, 65_000, entered); !errors.Is(err, central.ErrAnswers) || !strings.Contains(err.Error(), "heard 60 seconds ago") {
		t.Errorf("of a machine that answers: %v", err)
	}
	m, err := central.Move(ctx, owner, house, "LB1", "m2", central.FromSilent, nil, 66_000, entered)
	must(t, err)
	again, err := central.Move(ctx, owner, house, "LB1", "m2", central.FromAny, nil, 9, entered)
	must(t, err)
	if m != again || m.From != "m1" || m.To != "m2" {
		t.Errorf("%+v, once more %+v", m, again)
	}
	before := tree.Clone()
	if err := w.Append(ctx, []central.Piece{piece(s, &tree, 1)}, 9); err == nil || !strings.Contains(err.Error(), "was moved to another machine") {
		t.Errorf("what was overtaken is added: %v", err)
	}
	w.Close()
	_, err = central.Move(ctx, owner, house, "LB1", "m1", central.FromAny, nil, 10, entered)
	must(t, err)
	next := writesNext(t, serve)
	defer next.Close()
	must(t, next.Append(ctx, []central.Piece{piece(s, &before, 1)}, 11))
	moved, is, err := next.Moved(ctx, "LB1", "m2")
	if err != nil || !is || moved.To != "m1" {
		t.Errorf("%+v, %v, %v", moved, is, err)
	}
}

// A row of before that moves the own stream of a machine stops nothing of it: that is no table.
func TestOwnStreamGoesOnUnderARow(t *testing.T) {
	owner, serve := pit(t)
	ctx := t.Context()
	_, err := login(t, owner).Exec(ctx, `INSERT INTO sabot.moves (name, machine, heir, size, note, at) VALUES ('house', 'm1', 'm2', 0, '', 1)`)
	must(t, err)
	w, err := central.Write(ctx, serve, house)
	must(t, err)
	defer w.Close()
	s, err := w.Begin(ctx, "m1", "house")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(ctx, []central.Piece{piece(s, &tree, 3)}, 7))
}

// A server does not write to a database of another layout: it says which of the two is older.
func TestLayoutOfAnotherSabot(t *testing.T) {
	owner, serve := pit(t)
	own, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer own.Close(context.Background())
	for _, c := range []struct {
		sql  string
		want error
	}{
		{`INSERT INTO sabot.goose_db_version (version_id, is_applied) VALUES (99, true)`, central.ErrNewer},
		{`DELETE FROM sabot.goose_db_version WHERE version_id > 6`, central.ErrOlder},
		{`REVOKE SELECT ON sabot.goose_db_version FROM sabot_ingest`, central.ErrOlder}, // as up to layout 5
	} {
		_, err := own.Exec(t.Context(), c.sql)
		must(t, err)
		if w, err := central.Write(t.Context(), serve, house); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", c.sql, w, err)
		}
	}
}
