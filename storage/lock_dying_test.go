package storage_test

import (
	"testing"
	"time"

	"sabot/storage"
)

// A program that was killed holds a table for a moment still: whoever opens it at once waits so long.
func TestTheLockOfADyingProgramIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	var stores [2]*storage.Store
	for i := range stores {
		s, err := storage.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	held, err := stores[0].Lease("LB1", "a program that is killed")
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(200*time.Millisecond, func() {
		if err := held.Release(); err != nil {
			t.Error(err)
		}
	})
	lease, err := stores[1].Lease("LB1", "the next")
	if err != nil {
		t.Fatal(err)
	}
	if err := lease.Release(); err != nil {
		t.Error(err)
	}
}
