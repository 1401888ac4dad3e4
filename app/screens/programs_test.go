package screens

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// kinds are the kinds of the house's entries that tell of programs, in order.
func (s *guest) programs() []string {
	s.T.Helper()
	var list []string
	for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		switch e.Fact.(type) {
		case record.Started, record.Stopped, record.Updated, record.ProgramsApproved:
			list = append(list, record.KindOf(e.Fact))
		}
	}
	return list
}

// The record says which program works on it and until when, and when it is another one than
// before. One that no manager approved is an alarm, at the table and to the manager.
func TestProgramsAreOnTheRecord(t *testing.T) {
	first := record.Program{Version: "0.7.0", SHA256: strings.Repeat("1f", 32)}
	runs := func(p record.Program) func() (record.Program, error) {
		return func() (record.Program, error) { return p, nil }
	}
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it", Running: runs(first)})
	s.Rest()
	s.Press("F1")
	s.Says("Sabot 0.7.0 · SHA-256 1f1f1f1f1f1f1f1f")
	s.Press("Escape", "F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Keys("ml")
	s.Says("È ammesso qualsiasi programma.")
	s.Keys("a")
	s.Says("Programmi approvati iscritti.")
	s.Press("Escape")
	s.station.options.Running = runs(record.Program{Version: "0.7.1", SHA256: strings.Repeat("2e", 32)})
	s = s.again()
	s.Rest()
	s.Says("Programma non approvato: Sabot 0.7.1")
	if want := []string{"started", "programs", "stopped", "updated", "started"}; !slices.Equal(s.programs(), want) {
		t.Errorf("the record has %v, want %v", s.programs(), want)
	}
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Says("Allarme: al tavolo LB1 gira un programma non approvato, Sabot 0.7.1")
	s.Keys("mla")
	s.Says("Programmi approvati iscritti.")
	if strangers := s.Shell.House.State.Strangers(); len(strangers) != 0 {
		t.Errorf("strangers after it was approved: %v", strangers)
	}
}

// Only a manager approves programs; an empty hash approves nothing.
func TestWhoApprovesPrograms(t *testing.T) {
	h := &house.House{}
	p := record.Program{Version: "0.7.0", SHA256: strings.Repeat("1f", 32)}
	for _, role := range record.Roles() {
		_, err := h.ApprovePrograms([]record.Program{p}, house.Staff{Number: "1", Role: role})
		if may := house.ChangeHouse.For(role); may != (err == nil) {
			t.Errorf("%s: %v", role, err)
		}
	}
	if _, err := h.ApprovePrograms([]record.Program{{Version: "0.7.0"}}, house.Staff{Number: "1", Role: record.Manager}); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("a program that was not read: %v", err)
	}
	h.Apply(record.Entry{Seq: 1, Fact: record.ProgramsApproved{Programs: []record.Program{p}}})
	if !h.MayRun(p) || h.MayRun(record.Program{Version: "0.7.0"}) || h.MayRun(record.Program{Version: "0.7.0", SHA256: strings.Repeat("2e", 32)}) {
		t.Error("another program than the approved one may run")
	}
}

// The hash is that of the file that runs.
func TestRunning(t *testing.T) {
	p, err := session.Running()
	if err != nil || len(p.SHA256) != 64 || p.Version == "" {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := os.Executable(); err != nil {
		t.Error(err)
	}
}

// Service work at a table is entered in the office, with who did it and on what.
func TestServiceIsEntered(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Inspector] + "\n")
	s.Rest()
	s.Keys("mld")
	f := formOf(s)
	f.types("", "", "⏎")
	s.Says("Manca chi ha lavorato.")
	f.types("Ugo Bassi, Tavoli SA", "lettore di carte⏎")
	s.Says("Intervento tecnico al tavolo")
	for e, err := range s.Shell.House.Store().Entries(record.HouseStream, s.Shell.House.State.Seq-1) {
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := e.Fact.(record.Serviced); ok && f.Who == "Ugo Bassi, Tavoli SA" && f.What == "lettore di carte" && f.By == "21" {
			return
		}
	}
	t.Error("nothing of it is on the record")
}

// A record on a network share is an alarm, at the table and in the office, and nothing else changes.
func TestRecordOnAShareIsAnAlarm(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	const said = "il registro è su una condivisione di rete (nfs)"
	s = s.again()
	s.station.Ticks()
	if strings.Contains(s.Words(), said) {
		t.Errorf("on a disk of this machine it says %q", said)
	}
	screentest.OnShare(t, "nfs")
	s = s.again()
	s.station.Ticks()
	s.Says(said)
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Says(said)
}

// Whoever mounts a share has its files open to others: that keeps nobody from reading that it is a share, and
// on a full one both are said in their turn.
func TestAShareIsToldBesideItsRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its rights are not in a file's mode")
	}
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	const share, rights, full = "il registro è su una condivisione di rete (smb)", "possono aprire sabot.db", "il disco è quasi pieno"
	if err := os.Chmod(filepath.Join(s.Dir, storage.FileName), 0o755); err != nil {
		t.Fatal(err)
	}
	screentest.OnShare(t, "smb")
	says := func(turns ...string) {
		t.Helper()
		s.station.disk = diskWatch{}
		for _, said := range turns {
			s.station.disk.next = time.Time{}
			s.station.Ticks()
			s.Says(said)
		}
	}
	s = s.again()
	says(share, rights, share)
	screentest.WithRoom(t, 10)
	says(full, share, rights, full)
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	screentest.WithRoom(t, 1000)
	s.Shell.Base().(shell.Ticking).Tick()
	s.Says(share)
}

// Keys that others of the machine may come at are an alarm, at the table and in the office.
func TestWidenedRightsAreAnAlarm(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its rights are not in a file's mode")
	}
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	if err := os.Chmod(filepath.Join(s.Dir, storage.KeyFile), 0o644); err != nil {
		t.Fatal(err)
	}
	s = s.again()
	s.station.Ticks()
	const said = "altri utenti di questa macchina possono aprire seal.key"
	s.Says(said)
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Says(said)
}
