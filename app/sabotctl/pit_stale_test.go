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
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// The login that serves puts an entry behind the office's, and the pit refuses what the office enters from then on. No machine says that it has
// all that the office entered: pit ship and pit status say since when not, and why.
func TestOfficeThatThePitRefuses(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	data, pit, other := in("data"), in("pit"), in("other")
	says := func(wanted int, words string, args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, "", args...)
		if status != wanted || !strings.Contains(out+problem, words) {
			t.Errorf("%v: status %d, %s%s, wanted %d and %q", args, status, out, problem, wanted, words)
		}
		return out
	}
	url, err := postgres.URL()
	must(t, err)
	must(t, os.WriteFile(in("owner.url"), []byte(url), 0o600))
	address := pgtest.Address(t)
	plan := house.DemoPlan("it", "lugano", 2)
	h, err := session.Open(data, time.Now)
	must(t, err)
	must(t, errors.Join(h.SetUp(plan), h.Close()))
	says(done, "pit of", "pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", in("owner.url"))
	says(done, "is the house's office", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "ufficio", "--tables", "LB1", "--office", "-o", in("ufficio.pit"))
	says(done, "ufficio ships", "pit", "join", in("ufficio.pit"), "--data", data)
	stop := served(t, pit, address)
	defer stop()
	says(done, "is enrolled with LB2", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "m2", "--tables", "LB2", "-o", in("m2.pit"))
	says(done, "entries shipped", "pit", "ship", "--data", data)
	says(done, "entries of ufficio taken in", "pit", "join", in("m2.pit"), "--data", other)
	says(done, "", "pit", "ship", "--data", other)
	says(done, "all that it had entered until", "pit", "status", "--data", other)

	serve, err := os.ReadFile(filepath.Join(pit, "serve.url"))
	must(t, err)
	q := central.Read(strings.TrimSpace(string(serve)), plan.Name)
	defer q.Close()
	s, err := q.Stream(t.Context(), "ufficio", record.HouseStream)
	must(t, err)
	tree, err := seal.ReadTree(s.Size, s.Edge)
	must(t, err)
	tree.Add([]byte(`["opened",{}]`))
	conn, err := pgx.Connect(t.Context(), strings.TrimSpace(string(serve)))
	must(t, err)
	_, err = conn.Exec(t.Context(), `SELECT sabot.append($1, $2, array[$3::bigint], array['["opened",{}]'::bytea], 0, $4, '')`, s.ID, s.Size, time.Now().UnixMilli(), tree.Edge())
	must(t, errors.Join(err, conn.Close(t.Context())))
	h, err = session.Open(data, time.Now)
	must(t, err)
	manager, err := h.SignOn("316931")
	must(t, err)
	must(t, errors.Join(h.Staff().RemoveStaff("11", manager), h.Close()))
	must(t, pgtest.Seen("the pit writes again, and refuses it", func() bool {
		_, problem, _ := ctl(t, "", "pit", "ship", "--data", data)
		return strings.Contains(problem, "they have not the same past")
	}))

	const why = "the pit does not have all that ufficio entered: it refuses that record"
	says(unusable, why, "pit", "ship", "--data", other)
	if out := says(unusable, "0 entries of ufficio taken in", "pit", "ship", "--data", other); !strings.Contains(out, "people, tables and rules are as of 2") {
		t.Errorf("it does not say as of when: %s", out)
	}
	if out := says(notHeld, why, "pit", "status", "--data", other); !strings.Contains(out, "until ") || strings.Contains(out, "until 0s ago") {
		t.Errorf("it is current: %s", out)
	}
	says(notHeld, "ufficio", "pit", "status", "--pit", pit)
	says(done, "is enrolled with no table", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "m3", "-o", in("m3.pit"))
	says(done, why, "pit", "join", in("m3.pit"), "--data", in("third"))
}
