package screens

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit"
	"sabot/pit/record"
)

// The signed heads go to their off-site copy while the table stands open, each hour; where that
// is away the table has a mark and nothing else, and all is made up for.
func TestSecondPlaceAtTheTable(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	s := openStation(t, &now)
	house := s.Shell.House
	place := filepath.Join(t.TempDir(), "usb")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	elena, err := house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := backups.Of(house).PlanProof(record.ProofPlanned{Folder: place, Every: 60}, elena); err != nil {
		t.Fatal(err)
	}
	marked := func() bool {
		s.Pass(5 * time.Second)
		s.station.proofs.work.Wait()
		s.Pass(0)
		return slices.Contains(s.Shell.Viewer().Marks(s.Table(), now), "Copia esterna assente")
	}
	there := func() int {
		list, err := filepath.Glob(filepath.Join(place, "*"+session.CheckpointEnding))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if marked() || there() != 2 { // the house's and the table's
		t.Errorf("%d heads are there", there())
	}
	if err := os.Rename(place, place+"-away"); err != nil {
		t.Fatal(err)
	}
	if marked() {
		t.Error("it is missed before it is wanted")
	}
	now = now.Add(time.Hour)
	if !marked() {
		t.Error("nothing says that the place is away")
	}
	if top := s.Shell.Viewer().TopOf(pit.NewTable("LB1"), now); top.Mark != "Copia esterna assente" {
		t.Errorf("a table that is closed says %q", top.Mark)
	}
	if err := os.Rename(place+"-away", place); err != nil {
		t.Fatal(err)
	}
	now = now.Add(5 * time.Minute)
	if marked() || there() < 2 {
		t.Errorf("it is there again: %d heads, or the mark stays", there())
	}
}
