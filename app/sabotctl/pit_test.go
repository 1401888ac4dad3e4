package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/storage/central/pgtest"
)

// lockedBuffer is output that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// served serves a pit until stop.
func served(t *testing.T, dir, address string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var said lockedBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"pit", "serve", "--pit", dir, "--listen", address}, streams{strings.NewReader(""), &said, &said})
	}()
	if err := pgtest.Seen("the pit writes", func() bool { return strings.Contains(said.String(), "writing: ") }); err != nil {
		t.Error(err, said.String())
	}
	return sync.OnceFunc(func() {
		cancel()
		if status := <-ended; status != done {
			t.Errorf("serving ended with %d: %s", status, said.String())
		}
	})
}

// A pit is set up, a record becomes a member of it, ships, and every command says the same of it; a
// backup of the pit is restored into another database, and the table ships what it lacks.
func TestPitByCommands(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	data, pit, given := filepath.Join(dir, "data"), filepath.Join(dir, "pit"), filepath.Join(dir, "tavolo-1.pit")
	must := func(args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, "", args...)
		if status != done {
			t.Fatalf("%v: status %d, %s%s", args, status, out, problem)
		}
		return out
	}
	refused := func(words string, args ...string) {
		t.Helper()
		if out, problem, status := ctl(t, "", args...); status == done || !strings.Contains(out+problem, words) {
			t.Errorf("%v: status %d, %s%s", args, status, out, problem)
		}
	}
	url := func(file string, mode os.FileMode) string {
		t.Helper()
		text, err := postgres.URL()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, []byte(text+"\n"), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	address := pgtest.Address(t)
	must("demo", "--at", "2026-01-10T19:00", "--data", data, "--hands", "3", "--tables", "2")
	refused("others may read", "pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", url("open.url", 0o644))
	refused("name the address", "pit", "init", "--data", data, "--pit", pit, "--database-file", url("none.url", 0o600))
	must("pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", url("owner.url", 0o600))
	for _, file := range []string{"pit.pem", "witness.key", "owner.url", "serve.url"} {
		info, err := os.Stat(filepath.Join(pit, file))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	refused("ships to no pit", "pit", "ship", "--data", data)
	must("pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-1", "--tables", "LB1,LB2", "-o", given)
	refused("is on tavolo-1", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-2", "--tables", "LB2", "-o", given+"-2")
	must("pit", "join", given, "--data", data)
	refused("nothing has arrived", "pit", "status", "--pit", pit)
	refused("connect", "pit", "ship", "--data", data)

	stop := served(t, pit, address)
	defer stop()
	refused("have not arrived yet", "pit", "status", "--data", data)
	if out := must("pit", "ship", "--data", data); strings.HasPrefix(out, "0 ") {
		t.Error(out)
	}
	if out := must("pit", "status", "--data", data); strings.Count(out, "equal, countersigned") != 3 {
		t.Error(out)
	}
	equal := func() bool {
		_, _, status := ctl(t, "", "pit", "status", "--pit", pit)
		return status == done
	}
	if err := pgtest.Seen("what the machine said of itself is kept", equal); err != nil {
		t.Error(err)
	}
	if out := must("pit", "verify", "--pit", pit); strings.Count(out, "holds") != 3 {
		t.Error(out)
	}
	if out := must("verify", "--data", data); !strings.Contains(out, "3 heads that the pit countersigned") {
		t.Error(out)
	}
	report := must("pit", "report", "--pit", pit, "--csv", filepath.Join(dir, "csv"), "--xlsx", filepath.Join(dir, "house.xlsx"))
	if !strings.Contains(report, "year: ") || !strings.Contains(report, "still open: 2 shifts") || !regexp.MustCompile(`= all +2 tables +2 `).MatchString(report) {
		t.Error(report)
	}
	refused("is no day", "pit", "report", "--pit", pit, "--day", "yesterday")
	refused("give both days", "pit", "report", "--pit", pit, "--from", "2026-01-01")
	refused("--day, or --from", "pit", "report", "--pit", pit, "--day", "2026-01-01", "--from", "2026-01-01", "--to", "2026-01-31")
	refused("is after", "pit", "report", "--pit", pit, "--from", "2026-02-01", "--to", "2026-01-01")
	year := must("pit", "report", "--pit", pit, "--from", "2000-01-01", "--to", "2099-12-31")
	if !strings.HasPrefix(year, "span: 2000-01-01..2099-12-31\n") || strings.Count(year, "..") != 1 || !strings.Contains(year, "still open: 2 shifts") {
		t.Errorf("the days from one to another:\n%s", year)
	}
	file := filepath.Join(dir, "pit.dump")
	must("pit", "backup", "--pit", pit, file)
	refused("is there already", "pit", "backup", "--pit", pit, file)
	refused("has a pit already", "pit", "restore", file, "--pit", pit)
	must("pit", "init", "--data", data, "--pit", pit) // renews its certificate, and leaves the rest
	stop()

	second, err := os.ReadFile(url("second.url", 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pit, "owner.url"), second, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := must("pit", "restore", file, "--pit", pit); strings.Count(out, "holds") != 3 || !strings.Contains(out, "each server of this pit goes on by itself") {
		t.Error(out)
	}
	again := served(t, pit, address)
	defer again()
	h, err := session.Open(data, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.SignOn("11000000"); err == nil {
		t.Error("a wrong PIN is right")
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	refused("not arrived yet", "pit", "status", "--data", data)
	must("pit", "ship", "--data", data)
	must("pit", "status", "--data", data)
}
