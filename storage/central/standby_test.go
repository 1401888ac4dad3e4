package central_test

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// The database's machine is lost: the second one, which followed it, goes on where it was, under the
// same URL.
func TestSecondDatabase(t *testing.T) {
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	owner, err := first.URL()
	must(t, err)
	serve, err := central.Init(t.Context(), owner, house)
	must(t, err)
	must(t, central.Enroll(t.Context(), owner, house, "m1", "1", []string{"LB1"}, false, 1))
	second, err := first.Standby()
	must(t, err)
	defer second.Down(false)
	serve = first.Either(serve, second)

	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	for range 20 {
		must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 100)}, 7))
	}
	must(t, first.Down(false)) // in order: what was written is with the second one
	if err := w.Alive(t.Context()); err == nil {
		t.Error("a database that is gone answers")
	}
	w.Close()
	must(t, second.Promote())
	must(t, pgtest.Seen("the second one is written to", func() bool {
		w, err = central.Write(t.Context(), serve, house)
		return err == nil
	}))
	defer w.Close()
	streams, _, err := w.State(t.Context())
	if err != nil || len(streams) != 1 || streams[0].Size != 2000 || string(streams[0].Edge) != string(tree.Edge()) {
		t.Fatalf("the second one has %+v, %v", streams, err)
	}
	must(t, w.Append(context.Background(), []central.Piece{piece(streams[0], &tree, 1)}, 8))

	q := central.Read(slowLine(t, serve), house) // and its line is slow
	defer q.Close()
	if s, err := q.Stream(t.Context(), "m1", "LB1"); err != nil || s.Size != 2001 {
		t.Errorf("by a slow line it has %d entries, %v", s.Size, err)
	}

	file := t.TempDir() + "/after.dump" // the night after
	must(t, central.Backup(t.Context(), first.Either(owner, second), file))
	empty, err := server.URL()
	must(t, err)
	again, err := central.Restore(t.Context(), empty, house, "", file)
	must(t, err)
	q = central.Read(again, house)
	defer q.Close()
	if s, err := q.Stream(t.Context(), "m1", "LB1"); err != nil || s.Size != 2001 {
		t.Errorf("the backup has %d entries, %v", s.Size, err)
	}
}

// slowLine returns a URL of two databases whose second one answers later than two that are asked together have to.
func slowLine(t *testing.T, serve string) string {
	t.Helper()
	_, list, _ := strings.Cut(serve, "host=")
	list, _, _ = strings.Cut(list, "&")
	_, dir, two := strings.Cut(list, ",")
	_, port, _ := strings.Cut(serve, "port=")
	port, _, _ = strings.Cut(port, "&")
	_, port, _ = strings.Cut(port, ",")
	if !two || port == "" {
		t.Fatalf("%s names no two databases", serve)
	}
	slow, err := os.MkdirTemp("", "slow") // a socket's name is short
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(slow)) })
	line, err := net.Listen("unix", filepath.Join(slow, ".s.PGSQL."+port))
	must(t, err)
	t.Cleanup(func() { _ = line.Close() })
	go func() {
		for {
			from, err := line.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = from.Close() }()
				time.Sleep(3200 * time.Millisecond) // the slowness itself
				to, err := net.Dial("unix", filepath.Join(dir, ".s.PGSQL."+port))
				if err != nil {
					return
				}
				defer func() { _ = to.Close() }()
				go func() { _, _ = io.Copy(to, from) }()
				_, _ = io.Copy(from, to)
			}()
		}
	}()
	return strings.Replace(serve, ","+dir, ","+slow, 1)
}
