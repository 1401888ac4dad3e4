package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/storage"
)

// What is copied over the record's own file while it is open (cp, rsync --inplace) leaves the file what it was, and
// no act is refused for it: an older state is then played on. What comes of that is damaged and named so, or an earlier
// moment that is whole; a head that was kept elsewhere names both. What was there stays where the copy left it alone.
func TestRecordCopiedOverWhileOpen(t *testing.T) {
	for name, copied := range map[string][]string{
		"the record":                        {storage.FileName},
		"what is written ahead":             {storage.FileName + "-wal"},
		"the record, what is written ahead": {storage.FileName, storage.FileName + "-wal"},
	} {
		t.Run(name, func(t *testing.T) {
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			dir, clock := closedHouse(t), demo.NewClock(evening.Add(48*time.Hour))
			h, err := session.Open(dir, clock.Now)
			must(err)
			play := func(seed int64) error { return demo.Play(t.Context(), h, clock, "LB1", 3, seed) }
			must(play(1))
			older := map[string][]byte{}
			for _, file := range copied {
				older[file], err = os.ReadFile(filepath.Join(dir, file))
				must(err)
			}
			must(behind(dir, `PRAGMA wal_checkpoint(TRUNCATE)`))
			must(play(2))
			note, err := h.Checkpoint("LB1")
			must(err)
			for _, file := range copied {
				over, err := os.OpenFile(filepath.Join(dir, file), os.O_WRONLY|os.O_TRUNC, 0)
				must(err)
				_, err = over.Write(older[file])
				must(errors.Join(err, over.Close()))
			}
			acts := play(3)
			acknowledged, err := h.Store().Last("LB1")
			ended := h.Close()
			t.Logf("acts: %v; %d entries, %v; closed: %v", acts, acknowledged, err, ended)
			if err := named(t, dir, note); err == nil {
				h, err := session.Open(dir, clock.Now)
				must(err)
				defer h.Close()
				if last, err := h.Store().Last("LB1"); err != nil || last != acknowledged {
					t.Errorf("nothing is named, and of %d entries %d are there, %v", acknowledged, last, err)
				}
			} else {
				t.Logf("named: %v", err)
			}
		})
	}
}

// named is what an audit says of a record, which it holds against a head that was kept elsewhere.
func named(t *testing.T, dir, note string) error {
	t.Helper()
	r, err := storage.OpenReader(t.Context(), dir)
	if err != nil {
		return err
	}
	defer r.Close()
	trusted, err := r.Verifier()
	if err != nil {
		return err
	}
	all, err := audit.Verify(t.Context(), r, audit.Check{Trusted: trusted, Checkpoints: []string{note}})
	for _, c := range all {
		if err == nil && c.Fault != nil {
			err = c.Fault
		}
	}
	return err
}
