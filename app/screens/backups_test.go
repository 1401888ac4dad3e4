package screens

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/record"
)

// A planned backup that fails is said at the table until one succeeds; both are made while
// the table stands open.
func TestPlannedBackupAtTheTable(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	test.NewTempApp(t)
	house, err := session.Open(t.TempDir(), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	station := NewStation(test.NewTempWindow(t, nil), house, Options{
		Demo: true, Table: "LB1", Language: "it", clock: &screentest.HandClock{Time: now}, Broke: func(text string) { t.Error(text) },
	})
	defer func() {
		if err := errors.Join(station.Release(), house.Close()); err != nil {
			t.Error(err)
		}
	}()
	s := guestOf(t, station, "")
	s.Open()
	folder := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	elena, err := house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := house.PlanBackups(record.BackupPlanned{Folder: folder, At: 5 * 60}, elena); err != nil {
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
