package table

import (
	"strings"
	"testing"
	"time"

	"sabot/app/controls"
	"sabot/pit/hand"
)

// While something is paid before the question of insurance, the screen says that too. An Enter in the rhythm of paying
// does not answer it: it says what it would do, and does so once that rhythm is over.
func TestEnterOfPayingEndsNoInsurance(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "a5a" + "k6" + "\n" + "1")
	question := strings.TrimSpace(s.Shell.Text.T("act_insurance"))
	shown := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice)
	if !strings.Contains(shown.Act, "even money") || shown.Notice.Text != question {
		t.Errorf("the act is %q, beside it stands %q", shown.Act, shown.Notice.Text)
	}
	s.Keys("\n") // even money is paid
	if act := s.act(); act != question {
		t.Errorf("the act is %q", act)
	}
	for range 2 {
		s.Keys("\n")
		if s.Table().Deal().Phase() != hand.Insuring || s.said() != s.Shell.Text.T("nobody_again") {
			t.Fatalf("phase %v: %q", s.Table().Deal().Phase(), s.said())
		}
		s.Pass(controls.Rhythm / 2)
	}
	s.Keys("4") // a number is no such slip
	if s.Table().Bets().InsurancePrice(4, "") != 0 || s.Table().Deal().Phase() != hand.Looking {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("\b")
	s.Pass(time.Second)
	s.Keys("\n")
	if s.Table().Deal().Phase() != hand.Looking {
		t.Errorf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
}

// A Space by which nothing is paid begins no rhythm of paying: the Enter behind it ends the insurance.
func TestSpaceThatPaysNothingBeginsNoRhythm(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "a5a" + "k6" + "\n")
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Pass(time.Second)
	s.Keys(" \n")
	if s.Table().Deal().Phase() != hand.Looking {
		t.Errorf("phase %v: %q", s.Table().Deal().Phase(), s.said())
	}
}
