package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
)

// Number and PIN typed a page too early are no amounts: they are wiped, whatever leaves the line, and the page says
// so. An amount that begins as somebody's number does stands.
func TestACodeIsNoAmountOfACount(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n")
	word := s.Shell.Text.T("count_code")
	for _, leaves := range []func(){
		func() { s.Keys("\n") },
		func() { s.Shell.TypedKey(fyne.KeyDown) },
		func() { s.Shell.TypedKey(fyne.KeyEnd) },
		func() { s.TouchOn(s.OverlayDrawn(), "line 500") },
	} {
		s.Keys("114711")
		leaves()
		s.Shows(word)
		s.Silent("114711", "114’711")
	}
	s.Shell.TypedKey(fyne.KeyEnd) // of the smallest chip it would be a multiple
	s.Keys("215820\n")
	s.Shows(word)
	s.Silent("215820", "215’820")
	s.Shell.TypedKey(fyne.KeyHome)
	s.Keys("215000\n") // 215 chips of a thousand
	s.Silent(word)
	s.Shows("215’000", "× 215")
	if s.Table().Deal().Phase() != hand.Shut {
		t.Error("it is open")
	}
}

// A code on a line that was counted leaves what stood there, and behind an amount it is not shown, nor what it comes to.
func TestACodeLeavesWhatWasCounted(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + "10000\n")
	s.Shell.TypedKey(fyne.KeyHome)
	s.Keys("114711")
	s.Silent("114711")
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("count_code"), "10’000")
	s.Shell.TypedKey(fyne.KeyDown)
	s.Keys("500" + "114711")
	s.Picture("count-code")
	s.Silent("114711", "114’711")
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("count_code"))
	s.Silent("500114711", "114’711")
	s.Keys("500000" + "114711") // longer than any amount
	s.Silent("11471")
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("count_code"), "10’000")
	if s.Table().Deal().Phase() != hand.Shut {
		t.Error("it is open")
	}
}

// A code on the page of the difference, where digits mean nothing, signs nothing: the Enter behind it is none.
func TestACodeSignsNoDifference(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(strings.Replace(screentest.Counted, "20000", "2000", 1))
	difference := s.Shell.Top().Content()
	s.Keys(screentest.CroupierCode)
	if s.Shell.Top().Content() != difference {
		t.Fatal("it goes on")
	}
	s.Says(s.Shell.Text.T("office_code"))
	s.Keys(strings.TrimSpace(screentest.CroupierCode))
	s.TouchOn(s.OverlayDrawn(), s.Shell.Text.T("count_sign_so"))
	if s.Shell.Top().Content() != difference {
		t.Fatal("it goes on by a tap")
	}
	s.Says(s.Shell.Text.T("office_code"))
	s.Keys("12\n") // two digits are no code
	if s.Shell.Top().Content() == difference {
		t.Error("Enter does nothing any more")
	}
	s.Keys(screentest.CroupierCode)
	s.Shows("Ha firmato Anna Rossi")
	if s.Press(fyne.KeyEscape); s.Shell.Top().Content() != difference {
		t.Error("one Esc does not lead back to the difference, where it can be counted again")
	}
}
