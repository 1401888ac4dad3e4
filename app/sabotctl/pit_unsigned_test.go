package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central/pgtest"
)

// The login that serves writes that a table of the office was moved. The office keeps the table open, pit ship says nothing of a move,
// and pit status and pit verify name the row. Where its owner takes rows away the report of the house names that too, and says its figures.
func TestMoveByTheServingLogin(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	data, pit := in("data"), in("pit")
	says := func(wanted int, words string, args ...string) {
		t.Helper()
		if out, problem, status := ctl(t, "", args...); status != wanted || !strings.Contains(out+problem, words) || strings.Contains(out+problem, "overtaken") {
			t.Errorf("%v: status %d, %s%s, wanted %d and %q", args, status, out, problem, wanted, words)
		}
	}
	url, err := postgres.URL()
	must(t, err)
	must(t, os.WriteFile(in("owner.url"), []byte(url), 0o600))
	address := pgtest.Address(t)
	plan := house.DemoPlan("it", "lugano", 2)
	h, err := session.Open(data, time.Now)
	must(t, err)
	must(t, errors.Join(h.SetUp(plan), h.Close()))
	enroll := func(machine, tables string, more ...string) []string {
		return append([]string{"pit", "enroll", "--data", data, "--pit", pit, "--machine", machine, "--tables", tables, "-o", in(machine + ".pit")}, more...)
	}
	says(done, "pit of", "pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", in("owner.url"))
	says(done, "is the house's office", enroll("ufficio", "LB1,LB2", "--office")...)
	says(done, "ufficio ships", "pit", "join", in("ufficio.pit"), "--data", data)
	stop := served(t, pit, address)
	defer stop()
	says(done, "is enrolled with no table", enroll("t2", "")...)
	h, err = session.Open(data, time.Now)
	must(t, err)
	croupier, err := h.SignOn(plan.Staff[0].Number + plan.Staff[0].PIN)
	must(t, err)
	inspector, err := h.SignOn("215821")
	must(t, err)
	open, err := h.OpenTable("LB1")
	must(t, err)
	must(t, errors.Join(open.Open(croupier, inspector, nil), open.Release(), h.Close()))
	says(done, "entries shipped", "pit", "ship", "--data", data)

	serve, err := os.ReadFile(filepath.Join(pit, "serve.url"))
	must(t, err)
	conn, err := pgx.Connect(t.Context(), strings.TrimSpace(string(serve)))
	must(t, err)
	_, err = conn.Exec(t.Context(), `SELECT sabot.move_signed('LB1', 'ufficio', 't2', 2, 'nonsense', 1, 't2')`)
	must(t, errors.Join(err, conn.Close(t.Context())))

	says(done, "", "pit", "ship", "--data", data)
	h, err = session.Open(data, time.Now)
	must(t, err)
	held := 0
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if f, is := e.Fact.(record.TablesHeld); is {
			if held++; held > 1 {
				t.Errorf("it lets go: %+v", f)
			}
		}
	}
	open, err = h.OpenTable("LB1")
	must(t, err)
	must(t, errors.Join(open.Release(), h.Close()))
	const names = "the database says that LB1 was moved from ufficio to t2, and the office has signed no such move"
	says(notHeld, names, "pit", "status", "--pit", pit)
	says(notHeld, names, "pit", "verify", "--pit", pit)
	says(done, "holds", "verify", "--data", data)

	conn, err = pgx.Connect(t.Context(), url) // who owns the database takes the rows away
	must(t, err)
	_, err = conn.Exec(t.Context(), `DELETE FROM sabot.moves; DELETE FROM sabot.tables`)
	must(t, errors.Join(err, conn.Close(t.Context())))
	const lacks = "the database does not say on which machine LB1 is played, and ufficio has shipped it"
	for _, command := range []string{"status", "verify", "report"} {
		says(notHeld, lacks, "pit", command, "--pit", pit)
	}
	says(notHeld, "still open: 1 shifts", "pit", "report", "--pit", pit)

	conn, err = pgx.Connect(t.Context(), url) // and an entry from the middle of a table
	must(t, err)
	_, err = conn.Exec(t.Context(), `SET session_replication_role = replica; DELETE FROM sabot.entries WHERE seq = 2 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`)
	must(t, errors.Join(err, conn.Close(t.Context())))
	must(t, os.RemoveAll(filepath.Join(pit, "derived")))
	out, problem, status := ctl(t, "", "pit", "report", "--pit", pit)
	without, figures := strings.Index(out, "without LB1, of which nothing can be made: "), strings.Index(out, "year: ")
	if status != notHeld || without < 0 || figures < without || strings.Contains(problem, "without") {
		t.Errorf("the report of a table of which nothing can be made: status %d, %s\n%s", status, out, problem)
	}
}
