package practice

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/practice"
	"sabot/app/printing"
	"sabot/games/drill"
)

// class is somebody's window with answers of two people.
func class(t *testing.T) *learner {
	t.Helper()
	l := sit(t)
	for i, name := range []string{"Anna", "Bruno"} {
		s := practice.Session{Who: name, Began: l.Clock().Now(), Plan: practice.Plan{Kind: drill.Draws, Level: 1, Seed: uint64(i), Tasks: 1}}
		s.Done = []practice.Done{{Class: practice.Class{Kind: drill.Draws, Rules: "bj-us", Of: drill.Nobody}, Asked: 1}}
		if err := l.p.store.Save(s); err != nil {
			t.Fatal(err)
		}
	}
	l.p.read()
	l.p.choose()
	return l
}

// The sheet is of everybody or of one, and lies where somebody wants it: a folder that is none is refused,
// what was typed stays, and the next sheet is offered the same.
func TestSheetIsSavedWhereSomebodyWantsIt(t *testing.T) {
	l, stick := class(t), t.TempDir()
	l.Keys("p")
	l.Shows("tutti", "Anna", "Bruno")
	l.Press(fyne.KeyDown, fyne.KeyDown)
	l.Keys("c" + stick + "x\n")
	l.Shows("Questa cartella non c’è")
	l.Keys("\b\n")
	l.Says("Salvato: " + stick)
	files, _ := filepath.Glob(filepath.Join(stick, "sheet-*.pdf"))
	if len(files) != 1 {
		t.Fatalf("the stick has %v", files)
	}
	at, err := time.Parse("sheet-20060102-150405.pdf", filepath.Base(files[0]))
	if err != nil {
		t.Fatal(err)
	}
	l.Clock().Time = at
	_, bruno, err := l.p.sheet([]string{"Bruno"})
	if err != nil {
		t.Fatal(err)
	}
	if pdf, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(pdf, bruno) {
		t.Errorf("it is not the sheet of Bruno alone: %v", err)
	}
	if beside, _ := filepath.Glob(filepath.Join(l.p.store.Folder, "sheet-*.pdf")); len(beside) != 0 {
		t.Errorf("beside the answers lie %v", beside)
	}
	l.Keys("pc")
	l.Shows(filepath.Base(stick))
}

// aPrinter takes what it is given, or not.
type aPrinter struct {
	files []string
	job   printing.Job
	err   error
}

func (p *aPrinter) Print(_ context.Context, file string) (printing.Job, error) {
	p.files = append(p.files, file)
	return p.job, p.err
}

// The sheet is printed on the machine's printer, and it is said which took it, or why none did.
func TestSheetIsPrinted(t *testing.T) {
	l := class(t)
	printer := &aPrinter{err: printing.ErrNoPrinting}
	l.p.printer = printer
	l.Slowly("pp")
	l.Says("installa CUPS")
	printer.err, printer.job = nil, printing.Job{Queue: "office"}
	l.Slowly("pp")
	l.Says("Affidato alla stampante office.")
	if len(printer.files) != 2 {
		t.Fatalf("the printer was given %v", printer.files)
	}
	if _, err := os.Stat(printer.files[1]); err != nil {
		t.Error(err)
	}
}

// The trainer's sheet is a PDF beside the sessions, and says where it lies.
func TestSheetIsWritten(t *testing.T) {
	l := sit(t)
	l.Keys("nAnna\n")
	l.drill(drill.Commission)
	_, right := l.asked()
	l.types(right)
	l.Press(fyne.KeyReturn)
	l.Press(fyne.KeyEscape)
	l.Keys("p\n")
	files, err := filepath.Glob(filepath.Join(l.Dir, "practice", "sheet-*.pdf"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder has %v: %v", files, err)
	}
	pdf, err := os.ReadFile(files[0])
	if err != nil || !strings.HasPrefix(string(pdf), "%PDF-1.7") {
		t.Errorf("it is no PDF: %v", err)
	}
	l.Says(filepath.Base(files[0]))
	if to := os.Getenv("SABOT_PICTURES"); to != "" {
		_ = os.WriteFile(filepath.Join(to, "sheet.pdf"), pdf, 0o600)
	}
}

// A mark says at which table rules are played and in what they differ, on the sheet; and who chooses a game
// sees at which tables.
func TestAMarkSaysOfWhichTableItIs(t *testing.T) {
	l := sitIn(t, ofItsOwn())
	for _, table := range l.p.tables() {
		s := practice.Session{Who: "Anna", Began: l.Clock().Now(), Plan: practice.Plan{Kind: drill.Draws, Rules: []drill.Rules{table.rules}, Level: 1, Seed: uint64(len(table.name)), Tasks: 1}}
		l.p.all = append(l.p.all, s)
	}
	own := strings.Join(l.p.ownRules([]string{"Anna"}), "\n")
	for _, table := range l.p.tables() {
		if table.rules.Own() && !strings.Contains(own, "("+table.rules.Mark()+") · "+table.name+": ") {
			t.Errorf("of %s the sheet has\n%s", table.name, own)
		}
	}
	if !strings.Contains(own, "con 17 soft") || !strings.Contains(own, "6:5") || !strings.Contains(own, "Non offerte: 21+3, P PAIR.") || strings.Contains(own, "paga 3:2") {
		t.Errorf("the sheet has\n%s", own)
	}
	if others := l.p.ownRules([]string{"Bruno"}); len(others) != 0 {
		t.Errorf("of Bruno's answers, who has none, it has %q", others)
	}
	l.Keys("g")
	for _, table := range l.p.tables() {
		l.Shows(table.name)
	}
	l.Shows(l.Shell.Text.T("practice_no_table"))
}

// The files of several machines in one folder are a class: the sheet has everybody.
func TestSheetOfAClass(t *testing.T) {
	l := sit(t)
	for i, name := range []string{"Anna", "Bruno"} {
		s := practice.Session{Who: name, Began: l.Clock().Now().Add(time.Duration(i) * time.Hour), Plan: practice.Plan{Kind: drill.Draws, Level: 1, Seed: 7, Tasks: 1}}
		s.Done = []practice.Done{{Class: practice.Class{Kind: drill.Draws, Rules: "bj-us", Of: drill.Nobody}, Fault: drill.WrongDraw, Asked: 1}}
		if err := l.p.store.Save(s); err != nil {
			t.Fatal(err)
		}
	}
	l.p.read()
	if people := l.p.people(); !slices.Equal(people, []string{"Anna", "Bruno"}) {
		t.Fatalf("the people are %v", people)
	}
	one := l.p.person("Bruno")
	if len(one.Drills) != 1 || len(one.Classes) != 1 || len(one.Sessions) != 1 || one.Classes[0].Faults != "1 × altra carta" || !strings.HasSuffix(one.Classes[0].Name, "nessuno") {
		t.Errorf("of Bruno the sheet has %+v", one)
	}
}
