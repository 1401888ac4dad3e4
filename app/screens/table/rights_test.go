package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// roleCodes are somebody of each role who is not the croupier on duty.
var roleCodes = map[record.Role]string{record.Croupier: "124712\n", record.Inspector: screentest.InspectorCode, record.Manager: screentest.ManagerCode, record.BackOffice: screentest.OfficeCode}

// opened is a Lugano table with its shoe, and nothing else.
func opened(t *testing.T) *seat {
	s := newSeat(t, "LB1", "it")
	s.Open()
	return s
}

// owed is a punto banco table at which box 1 owes commission.
func owed(t *testing.T) *seat {
	s := banco(t)
	s.Keys("1\t20\n\n7s9dkhkc ")
	s.Shell.TypedKey(fyne.KeyEscape)
	if s.Table().OwedBy(1) != 100 {
		t.Fatalf("box 1 owes %d: %s", s.Table().OwedBy(1), s.said())
	}
	return s
}

// Every other right that a screen of the table asks for, with every role.
func TestMoreRightsThroughTheScreen(t *testing.T) {
	key := func(name fyne.KeyName, keys string) func(*seat) {
		return func(s *seat) { s.Shell.TypedKey(name); s.Keys(keys) }
	}
	incident := func(class, keys string) func(*testing.T) *seat {
		return func(t *testing.T) *seat {
			s := opened(t)
			s.F4("ja")
			s.Keys("x\n" + class)
			s.F4("jb" + keys)
			return s
		}
	}
	nothing := func(*seat) {}
	for _, c := range []struct {
		right  house.Right
		table  func(*testing.T) *seat
		before func(*seat)
	}{
		{house.ReopenBets, threeBoxes, func(s *seat) { s.Keys("8\b\b") }},
		{house.CountFloatRight, opened, key(fyne.KeyF5, "g"+screentest.Counted+screentest.CroupierCode)},
		{house.CloseUncounted, opened, key(fyne.KeyF10, "kn"+screentest.CroupierCode)},
		{house.AskVideo, incident("a", "aq\n"), nothing},
		{house.CloseIncidents, incident("a", "cq\n"), nothing},
		{house.UnlockPINs, opened, func(s *seat) {
			s.Shell.TypedKey(fyne.KeyF9)
			for range house.FreeTries {
				s.Keys("130000\n")
			}
			s.Shell.CloseOverlay()
			s.screen.pages().openUnlock()
		}},
		{house.ReadReports, opened, func(s *seat) { s.screen.pages().writeReport() }},
		{house.GiveUpOwed, owed, key(fyne.KeyF7, "d1Via\n")},
	} {
		first := true
		for _, allowed := range record.Roles() {
			if !c.right.For(allowed) {
				continue
			}
			s := c.table(t)
			c.before(s)
			seq := s.seqs()
			for _, role := range record.Roles() {
				if first && !c.right.For(role) {
					s.Keys(roleCodes[role])
					if s.seqs() != seq || !strings.Contains(s.said(), "serve ") {
						t.Errorf("%s by the %s: %d entries, %q", c.right, role, s.seqs()-seq, s.said())
					}
				}
			}
			first = false
			s.Keys(roleCodes[allowed])
			if s.seqs() == seq {
				t.Errorf("%s by the %s is refused: %q", c.right, allowed, s.said())
			}
		}
	}
}

// seqs is how many entries table and house have.
func (s *seat) seqs() int64 { return s.Table().Seq + s.Shell.House.State.Seq }
