package office

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/text"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// playedHouse is a house with a closed shift at LB1 and a later one at BJ1 that is open;
// it is made once and copied for every test.
var playedHouse = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "sabot-office")
	if err != nil {
		return "", err
	}
	playedIn = dir
	clock := demo.NewClock(time.Now().Add(-60 * time.Hour))
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return dir, err
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("en", "", 1)); err != nil {
		return dir, err
	}
	if err := demo.Play(context.Background(), h, clock, "LB1", 3, 1); err != nil {
		return dir, err
	}
	croupiers, inspector, err := demo.Crew(h)
	if err != nil {
		return dir, err
	}
	table, err := h.OpenTable("LB1")
	if err != nil {
		return dir, err
	}
	if err := errors.Join(table.Close(croupiers[0], inspector, demo.Counted(table.State, h.State.Chips)), table.Release()); err != nil {
		return dir, err
	}
	clock.Pass(48 * time.Hour)
	return dir, demo.Play(context.Background(), h, clock, "BJ1", 3, 1)
})

// playedIn is where playedHouse made its house; "" where no test asked for it.
var playedIn string

// Who may read reports comes in; a croupier is told who may.
func TestOfficeDoor(t *testing.T) {
	for _, role := range record.Roles() {
		s := officeSeat(t, "en")
		s.Keys("0" + screentest.Codes[role] + "\n")
		if came := s.office() != nil; came != house.ReadReports.For(role) {
			t.Errorf("%s: came in %v", role, came)
		}
		if o := s.office(); o != nil {
			s.Rest()
			s.Says(string(o.who.Name))
		} else {
			s.Says("only an inspector, a manager or the back office may")
		}
	}
}

// Each of the four roles tries what only some may.
func TestOfficeRightsOfEachRole(t *testing.T) {
	for _, role := range []record.Role{record.Inspector, record.Manager, record.BackOffice} {
		s := officeSeat(t, "en")
		o := s.enter(role)
		for _, c := range []struct {
			right house.Right
			open  func()
			word  string
		}{
			{house.ChangeStaff, o.people().openPeople, "PIN until"},
			{house.ChangeStaff, o.people().openPINRules, "Digits at least"},
			{house.ChangeTables, o.tables().openTables, "LB1"},
			{house.VerifyRecord, o.verifies().openFiles, "Verify a signed report"},
			{house.VerifyRecord, o.verifies().verifyRecord, "Approvals"},
		} {
			o.openMenu()
			c.open()
			s.Rest()
			opened := s.Shell.Overlay() != nil && !strings.Contains(s.Words(), "Change my PIN")
			if opened != c.right.For(role) {
				t.Errorf("%s, %s: opened %v", role, c.right, opened)
			}
			s.Shell.CloseOverlay()
		}
		// The menu's lines are off for who may not and say who may, and the house refuses in any case.
		s.Keys("mf")
		if !house.ChangeTables.For(role) {
			s.Says("only a manager may")
		}
		if in := strings.Contains(s.Words(), "Change my PIN"); in == house.ChangeTables.For(role) {
			t.Errorf("%s: the menu is there %v", role, in)
		}
		s.Shell.CloseOverlay()
		seq, size := s.Shell.House.State.Seq, len(s.Shell.House.State.Staff)
		err := o.enterPerson("14", "Gina Sala", "8250")
		if (err == nil) != house.ChangeStaff.For(role) || (len(s.Shell.House.State.Staff) > size) != house.ChangeStaff.For(role) {
			t.Errorf("%s enters somebody: %v", role, err)
		}
		set := s.Shell.House.State.Tables[0]
		if err := s.Shell.House.Staff().SetTable(set, o.who); (err == nil) != house.ChangeTables.For(role) {
			t.Errorf("%s sets a table: %v", role, err)
		}
		if !house.ChangeStaff.For(role) && s.Shell.House.State.Seq != seq {
			t.Errorf("%s left %d entries", role, s.Shell.House.State.Seq-seq)
		}
		o.unlock()
		if want := map[bool]string{true: "No code is locked", false: "only a manager may"}[house.UnlockPINs.For(role)]; !strings.Contains(o.notice.Text, want) {
			t.Errorf("%s unlocks: %q", role, o.notice.Text)
		}
	}
}

// The whole way of back office: see, save, have it signed, verify; and a byte that was
// changed shows.
func TestOfficeWholeWay(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	if len(o.doc.Blocks) != 0 || o.shown.Table != "BJ1" || len(o.doc.Pages) == 0 {
		t.Fatalf("shown is %+v with %d pages", o.shown, len(o.doc.Pages))
	}
	s.Slowly("f")
	if s.Shell.Overlay() != nil || !strings.Contains(o.notice.Text, "provisional") {
		t.Fatalf("a report of an open shift is to be signed; %q", o.notice.Text)
	}
	s.Press(fyne.KeyDown)
	if o.shown.Table != "LB1" || len(o.doc.Blocks) != 2 {
		t.Fatalf("shown is %+v with %d blocks", o.shown, len(o.doc.Blocks))
	}
	for key, ending := range map[string]string{"d": ".pdf", "c": "-csv", "x": ".xlsx"} {
		s.Slowly(key)
		_, file, _ := strings.Cut(o.notice.Text, "Saved: ")
		if info, err := os.Stat(file); err != nil || info.Size() == 0 || !strings.HasSuffix(file, ending) {
			t.Errorf("%s: says %q, %v", key, o.notice.Text, err)
		}
	}
	s.Slowly("f" + screentest.Codes[record.Croupier] + "\n" + screentest.Codes[record.Inspector] + "\n")
	_, file, signed := strings.Cut(o.notice.Text, "Signed: ")
	if !signed {
		t.Fatalf("says %q", o.notice.Text)
	}
	s.Slowly("v\n")
	s.Says("The report holds")
	s.Says("Signed by Anna Rossi (11)")
	s.Says("Signed by Dario Bianchi (21)")
	s.Says("The figures match the record.")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/3] ^= 1
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Press(fyne.KeyEscape)
	s.Slowly("v")
	s.Says("The report does NOT hold")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	s.Slowly("mb")
	s.Says("The record holds")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	if s.office() != nil || o.who.Number != "" {
		t.Error("nobody signed off")
	}
}

// Nobody touches anything: the office signs off, also with a page over it.
func TestOfficeSignsOff(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	o.openMenu()
	o.used = s.Clock().Time.Add(-patienceOfOffice + time.Minute)
	s.Keys("z") // that is use
	o.watch()
	if s.office() == nil {
		t.Fatal("signed off too early")
	}
	o.used = s.Clock().Time.Add(-patienceOfOffice)
	o.watch()
	if s.office() != nil || s.Shell.Overlay() != nil || o.who.Key() != nil {
		t.Error("nobody signed off")
	}
	s.Says("LB1")
}

// What an audit of the record came to is said: that it was stopped, and what does not hold.
func TestOfficeTellsOfTheRecord(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Inspector)
	o.verifies().showRecord(nil, context.Canceled)
	if s.Shell.Overlay() != nil || !strings.Contains(o.notice.Text, "interrotta") {
		t.Errorf("stopped: %q", o.notice.Text)
	}
	o.verifies().showRecord([]audit.Checked{{Name: record.HouseStream, Entries: 9}, {Name: "LB1", Fault: &record.Fault{Table: "LB1", Seq: 7, Code: record.Changed, What: "it is not what was sealed"}}}, nil)
	s.Says("Il registro NON è integro")
	s.Says("LB1, registrazione 7: non è più ciò che è stato sigillato.")
	s.Says("In dettaglio, in inglese: sabotctl verify")
	if strings.Contains(s.Words(), "it is not") {
		t.Error("an Italian reader is told English words")
	}
	s.Press(fyne.KeyEscape)
	restore := house.Loss{RestoredFrom: record.RestoredFrom{Backup: "sabot.db", Left: []string{"a head"}}}
	o.verifies().showRecord([]audit.Checked{{Name: record.HouseStream, Entries: 9, Losses: []house.Loss{restore}}}, nil)
	s.Says("Il registro è integro, ma una perdita non è firmata")
	s.Says("un ispettore e il responsabile devono ancora firmare")
	s.Press(fyne.KeyEscape)
	restore.Signed = record.LossSigned{Inspector: "21", Manager: "31"}
	o.verifies().showRecord([]audit.Checked{{Name: record.HouseStream, Entries: 9, Losses: []house.Loss{restore}}}, nil)
	s.Says("21 e 31 hanno firmato")
	s.Press(fyne.KeyEscape)
	for title, checked := range map[string]audit.Checked{
		"Il registro è integro fin dove vale la chiave":                         {Beyond: 1200},
		"Il registro è integro, ma mancano le registrazioni di alcuni rapporti": {Beyond: 1200, LostPapers: []audit.LostPaper{{Source: "shift.pdf"}}},
		"Il registro è integro, ma una perdita non è firmata":                   {LostPapers: []audit.LostPaper{{Source: "shift.pdf"}}, Losses: []house.Loss{{RestoredFrom: record.RestoredFrom{Left: []string{"a head"}}}}},
	} {
		checked.Name, checked.Entries = record.HouseStream, 1300
		o.verifies().showRecord([]audit.Checked{checked}, nil)
		s.Says(title)
		if checked.Beyond > 0 {
			s.Says("dalla registrazione 1’200 il registro è sigillato con un’altra chiave")
		}
		s.Press(fyne.KeyEscape)
	}
	o.verifies().showRecord(nil, errors.New("no such file"))
	s.Says("Non è riuscito: no such file")
}

// While something that leaves a trace goes on nothing else of that kind begins, and what
// is done after signing off is told nobody.
func TestOfficeIsBusy(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	begun, go1 := make(chan bool), make(chan bool)
	told := false
	o.once("office_writing", func() func() {
		close(begun)
		<-go1
		return func() { told = true }
	})
	<-begun
	s.Keys("d")
	s.Says("One moment")
	s.Shell.TypedKey(fyne.KeyEscape)
	close(go1)
	s.Rest()
	if told || s.office() != nil {
		t.Error("who signed off is told")
	}
	if files, _ := filepath.Glob(filepath.Join(s.Dir, "reports", "*")); len(files) != 0 {
		t.Errorf("written %v", files)
	}
}

// At a machine that goes by the house's office the desk speaks of this machine alone: what the office has it does not know.
func TestTableMachineSpeaksOfItself(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	if got := o.due().Text; got != "No backup yet · no recovery kit yet: M, Backup, K" {
		t.Errorf("the office says %q", got)
	}
	state := &s.Shell.House.State
	state.Apply(record.Entry{At: s.Shell.Clock.Now(), Fact: record.HouseTaken{Machine: "ufficio", From: 1}})
	if got := o.due().Text; got != "This machine: no backup yet · this machine: no recovery kit yet" {
		t.Errorf("a machine of a house with an office says %q", got)
	}
}

// The back office plans a backup and makes one, by keys alone; the desk has the last good
// one in view.
func TestOfficeBackup(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	o.update()
	if got := o.upkeep().backupNotice().Text; got != "No backup yet" {
		t.Errorf("the desk says %q", got)
	}
	folder := t.TempDir()
	s.Slowly("mib")
	s.typeInto("no/folder")
	s.Says("No such folder")
	s.typeInto(s.Dir)
	s.Says("This folder is that of Sabot’s data")
	s.typeInto(folder)
	s.Rest()
	made, _, ok := s.Shell.House.State.Backups().LastBackup()
	if info, err := os.Stat(made.File); !ok || err != nil || info.Size() != made.Bytes || filepath.Dir(made.File) != folder || made.By != o.who.Number {
		t.Fatalf("%+v, %v", made, err)
	}
	s.Slowly("p")
	s.typeInto(folder, "25:00")
	s.Says("Write the hour like 05:00")
	s.typeInto(folder, "04:30")
	if plan, is := s.Shell.House.State.Backups().BackupPlan(); !is || plan != (record.BackupPlanned{Folder: folder, At: 270, By: o.who.Number}) {
		t.Errorf("%+v", plan)
	}
	if got := o.upkeep().backupNotice(); got.Bad || !strings.HasPrefix(got.Text, "Last good backup: ") {
		t.Errorf("the desk says %q", got.Text)
	}
	gone := filepath.Join(folder, "gone")
	if _, err := backups.Of(s.Shell.House).BackUp(t.Context(), backups.Backup{File: filepath.Join(gone, "b.db"), Planned: true}); err == nil {
		t.Error("a backup into no folder is made")
	}
	o.upkeep().openBackup()
	s.Picture("backup-failed")
	s.Says("The folder " + gone + " is missing: connect the disk")
	s.Says("Last good backup: ")
	if got := o.upkeep().backupNotice(); !got.Bad || !strings.HasPrefix(got.Text, "Backup failed: ") {
		t.Errorf("the desk says %q", got.Text)
	}
	for _, lang := range text.Languages() {
		s.Shell.Speak(lang)
		for _, cause := range record.BackupCauses() {
			if why := o.upkeep().backupWhy(record.BackupFailed{File: "/srv/backup/b.db", Why: "no", Cause: cause}); !strings.Contains(why, "/srv/backup") {
				t.Errorf("%s in %s: %q", cause, lang, why)
			}
		}
	}
	for lang, said := range map[string]string{"en": "What another machine entered at LB1, LB2 is not valid", "de": "an LB1, LB2 eingetragen", "fr": "inscrit à LB1, LB2", "it": "registrato a LB1, LB2"} {
		s.Shell.Speak(lang)
		o.upkeep().backedUp(nil, []string{"LB1", "LB2"})
		s.Says(said)
	}
	s.Shell.CloseOverlay()
	other := officeSeat(t, "en")
	o = other.enter(record.Inspector)
	o.upkeep().openBackup()
	if other.Shell.Overlay() != nil || !o.notice.Bad {
		t.Errorf("an inspector: %q", o.notice.Text)
	}
}
