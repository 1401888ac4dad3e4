package screens

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/record"
)

// The back office plans a backup and makes one, by keys alone; the desk has the last good
// one in view.
func TestOfficeBackup(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	o.update()
	if got := o.backupNotice().Text; got != "No backup yet" {
		t.Errorf("the desk says %q", got)
	}
	folder := t.TempDir()
	s.slowly("mib")
	s.typeInto("no/folder")
	s.says("There is no such folder")
	s.typeInto(folder)
	o.rest()
	made, _, ok := s.shell.house.State.LastBackup()
	if info, err := os.Stat(made.File); !ok || err != nil || info.Size() != made.Bytes || filepath.Dir(made.File) != folder || made.By != o.who.Number {
		t.Fatalf("%+v, %v", made, err)
	}
	s.slowly("p")
	s.typeInto(folder, "25:00")
	s.says("Write the hour like 05:00")
	s.typeInto(folder, "04:30")
	if plan, is := s.shell.house.State.BackupPlan(); !is || plan != (record.BackupPlanned{Folder: folder, At: 270, By: o.who.Number}) {
		t.Errorf("%+v", plan)
	}
	if got := o.backupNotice(); got.Bad || !strings.HasPrefix(got.Text, "Last good backup: ") {
		t.Errorf("the desk says %q", got.Text)
	}
	s.shell.closeOverlay()
	other := officeSeat(t, "en")
	o = other.enter(record.Inspector)
	o.openBackup()
	if other.shell.overlay != nil || !o.notice.Bad {
		t.Errorf("an inspector: %q", o.notice.Text)
	}
}

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
		Demo: true, Table: "LB1", Language: "it", clock: &handClock{now: now}, Broke: func(text string) { t.Error(text) },
	})
	defer func() {
		if err := errors.Join(station.Release(), house.Close()); err != nil {
			t.Error(err)
		}
	}()
	s := &seat{t: t, shell: station}
	s.open()
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
		s.pass(5 * time.Second) // it is asked each time the clock of the top line is
		s.shell.backups.work.wait()
		s.pass(0)
		for _, mark := range s.shell.viewer().Marks(s.table(), now) {
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
	if top := s.shell.viewer().TopOf(pit.NewTable("LB1"), now); top.Mark != "Copia non riuscita" {
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
