package screens

import (
	"strings"
	"testing"
	"time"

	"sabot/app/screens/floor"
	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// A number and a PIN that are typed where digits open pages open none, and neither does the Enter behind them.
func TestCodeWhereDigitsOpenPages(t *testing.T) {
	s := arrive(t, Options{Demo: true, Floor: true, Language: "it"})
	s.Keys("\x1b\x1b")
	s.Rest()
	s.Says("A quale tavolo siamo?")
	base := s.Shell.Base().Content()
	s.Keys(screentest.ManagerCode)
	if s.Shell.Base().Content() != base || s.Shell.Overlay() != nil {
		t.Fatal("a digit of a code opened a page")
	}
	s.Says("Sembra un codice")
	s.Pass(4 * time.Second)
	s.Keys("9")
	if _, shown := s.Shell.Base().(*floor.Floor); !shown {
		t.Fatal("9 opens the floor no more")
	}
}

// A digit with which somebody's number begins opens its page once no other follows it.
func TestDigitThatMayBeginACode(t *testing.T) {
	s := arrive(t, Options{Demo: true, Floor: true, Language: "it"})
	s.Shell.House.State.Staff[0].Number = "93"
	s.Keys("\x1b\x1b")
	s.Rest()
	base := s.Shell.Base().Content()
	s.Keys("934711")
	s.Pass(time.Second)
	if s.Shell.Base().Content() != base {
		t.Fatal("the first digit of a code opened a page")
	}
	s.Pass(4 * time.Second)
	s.Keys("9")
	s.Pass(time.Second)
	if _, shown := s.Shell.Base().(*floor.Floor); !shown {
		t.Fatal("9 alone opens no floor")
	}
}

// Where no table is played here, nobody is asked which one this is.
func TestNoTableIsAskedForWhereThereIsNone(t *testing.T) {
	s := arrive(t, Options{Demo: true, Floor: true, Language: "it"})
	for _, table := range s.Shell.House.State.InUse() {
		s.Shell.House.State.Apply(record.Entry{Seq: s.Shell.House.State.Seq + 1, At: time.Now(), Fact: record.TableRetired{Name: table.Name, By: "31"}})
	}
	s.Keys("\x1b\x1b")
	s.Rest()
	s.Says("Che cosa si apre?")
	if strings.Contains(s.Words(), "A quale tavolo siamo?") {
		t.Error("a table is asked for, and there is none")
	}
}

// A code that is typed on the floor, where digits choose tables, chooses none.
func TestCodeOnTheFloorChoosesNoTable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Floor: true, Language: "it"})
	s.Keys("\x1b")
	s.Rest()
	s.Keys(screentest.ManagerCode)
	s.Says("Sembra un codice")
	if s.Shell.Overlay() != nil {
		t.Error("the Enter behind a code opened a page")
	}
}

// A code that is typed in the office, where digits choose a report, is said to be one.
func TestCodeInTheOfficeIsSaid(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "it"})
	s.Keys("0" + screentest.ManagerCode)
	s.Rest()
	s.Keys("215821\n")
	s.Rest()
	s.Says("Sembra un codice: qui non se ne chiede nessuno.")
}
