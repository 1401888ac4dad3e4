package twin_test

import (
	"testing"

	"sabot/storage/central"
	"sabot/storage/central/centraltest"
	"sabot/storage/central/twin"
)

func TestContract(t *testing.T) {
	centraltest.Run(t, func(*testing.T) central.Database { return twin.New(centraltest.House) })
}

// A backup is what lay there when it was made. Once it is put back nobody writes over a connection of before, and it says that
// it was put back.
func TestBackup(t *testing.T) {
	b := twin.New(centraltest.House)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	must(b.Owned(centraltest.House).Enroll(ctx, "m1", "1", []string{"LB1"}, false, 1))
	backup := b.Copy()
	w, err := b.Write(ctx, centraltest.House)
	must(err)
	_, err = w.Begin(ctx, "m1", "LB1")
	must(err)
	b.Restore(backup)
	if err := w.Alive(ctx); err == nil {
		t.Error("a connection outlives what it was to")
	}
	q := b.Read(centraltest.House)
	if list, err := q.Streams(ctx); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if back, err := q.Restored(ctx); err != nil || !back {
		t.Errorf("restored: %v, %v", back, err)
	}
	b.Down(true)
	if _, err := q.Machines(ctx); err == nil {
		t.Error("it answers while it is down")
	}
	b.Down(false)
	_, err = b.Write(ctx, centraltest.House)
	must(err)
}
