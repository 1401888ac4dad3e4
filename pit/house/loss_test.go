package house_test

import (
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A restore is of the year of its gaming day, as a slip is: by the house's clock, and in the small hours still of the day before.
func TestRestoresGoByTheGamingDay(t *testing.T) {
	night := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC) // half past midnight in Zurich
	for begins, want := range map[int]int{0: 1, 360: 0} {
		h := &house.House{}
		h.Apply(record.Entry{Table: record.HouseStream, Seq: 1, At: night.Add(-time.Hour), Fact: record.HouseSet{Name: "x", Currencies: []string{"CHF"}, Zone: "Europe/Zurich", Begins: begins}})
		h.Apply(record.Entry{Table: record.HouseStream, Seq: 2, At: night, Fact: record.RestoredFrom{Backup: "b", By: "31"}})
		if got := h.Backups().RestoresSince(2027); got != want || h.Backups().RestoresSince(2026) != 1 {
			t.Errorf("days begin at %d min: %d restores in 2027, %d since 2026", begins, got, h.Backups().RestoresSince(2026))
		}
	}
}
