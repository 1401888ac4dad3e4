package screens

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/session/backups"
	"sabot/pit"
	"sabot/pit/record"
)

// A planned backup that fails is said at the table until one succeeds; both are made while
// the table stands open.
func TestPlannedBackupAtTheTable(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	s := openStation(t, &now)
	house := s.Shell.House
	folder := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	elena, err := house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := backups.Of(house).PlanBackups(record.BackupPlanned{Folder: folder, At: 5 * 60}, elena); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	waits := func() bool {
		s.Pass(5 * time.Second) // it is asked each time the clock of the top line is
		s.station.backups.work.Wait()
		s.Pass(0)
		for _, mark := range s.Shell.Viewer().Marks(s.Table(), now) {
			if mark == "Copia non riuscita" {
				return true
			}
		}
		return false
	}
	if waits() {
		t.Error("a plan whose hour has not come has failed")
	}
	now = now.Add(10 * time.Hour)
	if !waits() {
		t.Error("nothing says that it failed")
	}
	if top := s.Shell.Viewer().TopOf(pit.NewTable("LB1"), now); top.Mark != "Copia non riuscita" {
		t.Errorf("a table that is closed says %q", top.Mark)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if !waits() {
		t.Error("it was tried again at once, or the word is gone")
	}
	now = now.Add(time.Hour)
	if waits() {
		t.Error("it succeeded, and the word stays")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}
