package session_test

import (
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// disk is a record on a disk with so many thousandths free.
type disk struct {
	*storage.Store
	free uint64
}

func (d *disk) Room() (free, all uint64, err error) { return d.free * 1_000_000, 1_000_000_000, nil }

// Under a twentieth of the disk it is an alarm, under a hundredth no shoe begins; the hand and
// the shoe that are open go on, and there is a shoe again once there is room.
func TestDiskThatIsNearlyFull(t *testing.T) {
	store, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &disk{store, 51}
	h, err := session.On(d, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	anna, dario := signOn(t, h, "114711"), signOn(t, h, "215821")
	table, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	if err := table.Open(anna, dario, nil); err != nil {
		t.Fatal(err)
	}
	shoe := func() error {
		return table.Do(func(s *pit.Table) ([]record.Fact, error) {
			return s.StartShoe(pit.NewShoe{Fresh: s.DueCards(time.Now()) != ""}, time.Now())
		})
	}
	if _, low := h.DiskLow(); low {
		t.Error("an alarm at 5.1 %")
	}
	d.free = 49
	if megabytes, low := h.DiskLow(); !low || megabytes != 49 {
		t.Errorf("at 4.9 %%: %d MB, %v", megabytes, low)
	}
	d.free = 9
	if err := shoe(); !house.RefusedFor(err, house.DiskFull) || table.State.Shoe != 0 {
		t.Errorf("a shoe at 0.9 %%: %v", err)
	}
	d.free = 11
	if err := shoe(); err != nil {
		t.Fatal(err)
	}
	d.free = 9
	if err := table.Do(pit.OfBets(hand.Bets.Close)); house.RefusedFor(err, house.DiskFull) {
		t.Errorf("the shoe that is there does not go on: %v", err)
	}
	if free, all, err := store.Room(); err != nil || all == 0 || free > all {
		t.Errorf("the disk of this machine: %d of %d, %v", free, all, err)
	}
}
