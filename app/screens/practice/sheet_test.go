package practice

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
