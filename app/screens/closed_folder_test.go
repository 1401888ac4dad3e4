package screens

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/session/backups"
	"sabot/pit/record"
	"sabot/storage/disk"
)

// A folder in which nothing may be written is refused where it is typed, for backups and for signed heads; one that is closed
// later is told as that, and another one that is chosen then is gone to at once.
func TestFolderThatIsClosed(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	s := openStation(t, &now)
	house := s.Shell.House
	shut, good := filepath.Join(t.TempDir(), "shut"), t.TempDir()
	if err := os.Mkdir(shut, 0o700); err != nil {
		t.Fatal(err)
	}
	close := func() {
		disk.Before = func(o disk.Op) error {
			if filepath.Dir(o.Path) == shut {
				return &fs.PathError{Op: "open", Path: o.Path, Err: syscall.EACCES}
			}
			return nil
		}
	}
	defer func() { disk.Before = nil }()

	close()
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.ManagerCode)
	s.Rest()
	for _, keys := range []string{"mip", "mic"} {
		s.Keys(keys)
		f := formOf(s)
		f.types(shut + "⏎")
		s.Says("In questa cartella Sabot non può scrivere")
		s.Shell.CloseOverlay()
	}
	if _, planned := house.State.Backups().BackupPlan(); planned {
		t.Error("backups are planned there")
	}
	if _, planned := house.State.Backups().ProofPlan(); planned {
		t.Error("heads are to go there")
	}
	s.Shell.Show(s.station.table)

	disk.Before = nil
	elena, err := house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	to := func(folder string) {
		if err := backups.Of(house).PlanProof(record.ProofPlanned{Folder: folder}, elena); err != nil {
			t.Fatal(err)
		}
	}
	marked := func(mark string) bool {
		s.Pass(5 * time.Second)
		s.station.proofs.work.Wait()
		s.Pass(0)
		return slices.Contains(s.Shell.Viewer().Marks(s.Table(), now), mark)
	}
	to(shut)
	close()
	if !marked("Copia esterna chiusa") {
		t.Error("nothing says that it is closed", s.Shell.Viewer().Marks(s.Table(), now))
	}
	disk.Before = nil
	to(good)
	if house.State.Proof != "" {
		t.Errorf("of the place before it is still said %q", house.State.Proof)
	}
	if marked("Copia esterna chiusa") {
		t.Error("there is a good place, and the word on the one before stays")
	}
	if list, err := os.ReadDir(good); err != nil || len(list) == 0 {
		t.Errorf("nothing came: %v", err)
	}
}
