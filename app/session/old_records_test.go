package session_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
)

// Records that released Sabots wrote (testdata/records, a closed night of each) are restored, which
// holds every entry against the rules, are opened by this Sabot, fold to their hands, and hold after
// it went on with them: another shift at each table, by the people and the PINs of then.
func TestRecordsOfOlderSabots(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.db.gz")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	played := 0
	for _, packed := range files {
		t.Run(filepath.Base(packed), func(t *testing.T) {
			dir := t.TempDir()
			backup := filepath.Join(t.TempDir(), "sabot.db")
			unpacked(t, packed, backup)
			if err := session.Restore(context.Background(), backup, dir, audit.Check{}); err != nil {
				t.Fatal(err)
			}
			clock := demo.NewClock(time.Now())
			h, err := session.Open(dir, clock.Now)
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
			if goesOn(t, h, clock) {
				played++
			}
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			verified(t, dir)
		})
	}
	if played < 8 {
		t.Errorf("at %d records somebody could sign on and play", played)
	}
}

// goesOn plays another shift at each table, and closes it. False where nobody can: since 0.8 PINs take the
// pepper of the account that they were given on, which no record has.
func goesOn(t *testing.T, h *session.House, clock *demo.Clock) bool {
	t.Helper()
	const hands = 3
	for _, set := range h.State.Tables {
		if _, err := h.SignOn("114711"); people.RefusedFor(err, people.PINElsewhere) {
			return false
		}
		if err := demo.Play(t.Context(), h, clock, set.Name, hands, 1); err != nil {
			t.Fatalf("playing at %s: %v", set.Name, err)
		}
		if _, err := demo.Close(h, clock, set.Name); err != nil {
			t.Fatalf("closing %s: %v", set.Name, err)
		}
		table, ok, err := pit.Shift(h.Store(), set.Name, 2)
		if err != nil || !ok || table.Open || len(table.History) < hands {
			t.Errorf("shift 2 of %s: %v, %v", set.Name, ok, err)
		}
	}
	return true
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
