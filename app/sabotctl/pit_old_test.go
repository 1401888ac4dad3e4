package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/pit/house"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// leftBehind has a folder remember that another database went on from the one of a URL.
func leftBehind(t *testing.T, folder, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	last := central.Standing{Timeline: 99, At: "db2:5432"}
	must(t, conn.QueryRow(t.Context(), `SELECT system_identifier::text FROM pg_control_system()`).Scan(&last.System))
	text, err := json.Marshal(last)
	must(t, err)
	file := filepath.Join(folder, "signed", "database.json")
	must(t, os.MkdirAll(filepath.Dir(file), 0o700))
	must(t, os.WriteFile(file, text, 0o600))
}

// No command writes to a database that another one went on from, as far as its folder remembers: not one that needs the owner's login either.
func TestNoCommandWritesToAnOldDatabase(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	database := func(name string) string {
		url, err := postgres.URL()
		must(t, err)
		must(t, os.WriteFile(in(name), []byte(url), 0o600))
		return url
	}
	url := database("pit.url")
	database("group.url")
	at := pgtest.Address(t)
	says(t, done, "demo", "--at", "2026-01-10T19:00", "--data", in("data"), "--hands", "1")
	says(t, done, "pit", "init", "--data", in("data"), "--pit", in("pit"), "--address", at, "--database-file", in("pit.url"))
	says(t, done, "pit", "enroll", "--data", in("data"), "--pit", in("pit"), "--machine", "sala", "--tables", "LB1", "-o", in("sala.pit"))
	says(t, done, "pit", "backup", "--pit", in("pit"), in("pit.dump"))
	says(t, done, "group", "init", "--group", in("group"), "--name", "Gruppo", "--address", at, "--database-file", in("group.url"))
	says(t, done, "group", "enroll", "--group", in("group"), "--house", house.DemoName, "-o", in("house.group"))

	for _, folder := range []string{"pit", "group"} { // each remembers by what was done with it
		if _, err := os.Stat(in(folder + "/signed/database.json")); err != nil {
			t.Error(err)
		}
		leftBehind(t, in(folder), url)
	}
	for _, args := range [][]string{
		{"pit", "init", "--data", in("data"), "--pit", in("pit")},
		{"pit", "enroll", "--data", in("data"), "--pit", in("pit"), "--machine", "m2", "-o", in("m2.pit")},
		{"pit", "enroll", "--office", "--data", in("data"), "--pit", in("pit"), "--machine", "sala", "-o", in("office.pit")},
		{"pit", "forget", "--pit", in("pit"), "--machine", "sala"},
		{"pit", "backup", "--pit", in("pit"), in("old.dump")},
		{"pit", "restore", "--pit", in("pit"), in("pit.dump")},
		{"pit", "seen", "--pit", in("pit")},
		{"group", "join", in("house.group"), "--pit", in("pit")},
		{"group", "init", "--group", in("group")},
		{"group", "enroll", "--group", in("group"), "--house", "Arena", "-o", in("arena.group")},
		{"group", "ask", "--group", in("group"), "--house", house.DemoName, "--machine", "sala", "--table", "LB1"},
	} {
		if out := says(t, unusable, args...); !strings.Contains(out, "is an old one") || !strings.Contains(out, "delete ") {
			t.Errorf("%v: %s", args, out)
		}
	}
}
