package session_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
)

// Records that released Sabots wrote (testdata/records, a closed night of each) are restored, which
// holds every entry against the rules, are opened by this Sabot, fold to their hands, and hold after
// it went on with them.
func TestRecordsOfOlderSabots(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.db.gz")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	for _, packed := range files {
		t.Run(filepath.Base(packed), func(t *testing.T) {
			dir := t.TempDir()
			backup := filepath.Join(t.TempDir(), "sabot.db")
			unpacked(t, packed, backup)
			if err := session.Restore(context.Background(), backup, dir, audit.Check{}); err != nil {
				t.Fatal(err)
			}
			h, err := session.Open(dir, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			hands := 0
			for _, set := range h.State.Tables {
				table, ok, err := pit.Shift(h.Store(), set.Name, 1)
				if err != nil || !ok || table.Open {
					t.Fatalf("shift 1 of %s: %v, %v", set.Name, ok, err)
				}
				hands += len(table.History)
				if head, err := h.Head(set.Name, 1); err != nil || head.Closed.IsZero() {
					t.Errorf("%+v, %v", head, err)
				}
			}
			if hands < 30 {
				t.Errorf("%d hands", hands)
			}
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			verified(t, dir)
		})
	}
}

// unpacked writes what is packed in a file into another one.
func unpacked(t *testing.T, packed, file string) {
	t.Helper()
	in, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
