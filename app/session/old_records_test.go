package session_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// Records that Sabots from 0.9 on wrote (testdata/records, a closed night of each game) are restored, which
// holds every entry against the rules, are opened by this Sabot, fold to their hands, and hold after that.
func TestRecordsOfOlderSabots(t *testing.T) {
	for _, night := range []string{"0.9-lugano", "0.9-puntobanco", "0.9-blackjack"} {
		t.Run(night, func(t *testing.T) {
			dir := t.TempDir()
			backup := filepath.Join(t.TempDir(), "sabot.db")
			unpacked(t, filepath.Join("testdata/records", night+".db.gz"), backup)
			if err := backups.Restore(context.Background(), backup, dir, audit.Check{}); err != nil {
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
				if head, err := h.Derived().Head(set.Name, 1); err != nil || head.Closed.IsZero() {
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

// Records from before 0.9 are refused with a sentence: by a restore, by the program that opens one, by an audit.
// Nobody signed how such a house was set up, or as which house a table was opened; what a forger writes would be like it.
func TestRecordsFromBeforeTheFirstThatIsRead(t *testing.T) {
	for name, writes := range map[string]func(dir string) error{
		"nobody signed the set-up": func(dir string) error {
			store, err := storage.Open(dir)
			if err != nil {
				return err
			}
			return errors.Join(enteredBare(store, record.HouseStream,
				record.SealedBy{Key: store.Verifier()},
				record.HouseNamed{Name: "Casinò di prova", Currency: "CHF", Language: "it"},
				record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`)},
				record.StaffSet{Number: "31", Name: "Elena Moser", Role: record.Manager},
			), store.Close())
		},
		"nobody signed which house it was": func(dir string) error {
			h, err := session.Open(dir, demo.NewClock(evening).Now)
			if err != nil {
				return err
			}
			return errors.Join(h.SetUp(house.DemoPlan("it", "lugano", 1)), enteredBare(h.Store(), "LB1",
				record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Currency: "CHF", Croupier: "11", Inspector: "21"}), h.Close())
		},
	} {
		dir := t.TempDir()
		if err := writes(dir); err != nil {
			t.Fatal(err)
		}
		err := backups.Restore(context.Background(), filepath.Join(dir, storage.FileName), t.TempDir(), audit.Check{})
		if err == nil || !strings.Contains(err.Error(), "records from before Sabot 0.9 are read no more") {
			t.Errorf("%s: restored: %v", name, err)
		}
		for how, opens := range map[string]func(string, func() time.Time) (*session.House, error){"opened": session.Open, "read": session.Read} {
			if _, err := opens(dir, time.Now); !errors.Is(err, record.ErrOlderRecord) {
				t.Errorf("%s: %s: %v", name, how, err)
			}
		}
	}
}

// enteredBare writes facts into an empty stream, past every command.
func enteredBare(store record.Keeper, stream string, facts ...record.Fact) error {
	var entries []record.Entry
	for i, f := range facts {
		e := record.Entry{Table: stream, Seq: int64(i + 1), At: evening.Add(time.Hour).UTC(), Fact: f}
		if stream != record.HouseStream {
			e.By, e.Shift = "11", 1
		}
		entries = append(entries, e)
	}
	return store.Append(entries...)
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
