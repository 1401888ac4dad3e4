package screens

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// endedWindow is a window whose window system has ended: whatever is asked of it breaks.
type endedWindow struct{ fyne.Window }

// A program that is told to end while somebody is signed on signs them off and says that it ended, though its windows have
// ended before.
func TestEndsSignedOnWithoutItsWindows(t *testing.T) {
	for where, open := range map[string]func(*guest){
		"office": func(s *guest) { s.station.openOffice(s.station.backToTable) },
		"floor":  func(s *guest) { s.station.openFloor(s.station.backToTable) },
	} {
		t.Run(where, func(t *testing.T) {
			s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
			s.Open()
			open(s)
			s.Keys(screentest.Codes[record.Manager] + "\n")
			s.Rest()
			in := func() int {
				other, err := s.Shell.House.Aside()
				if err != nil {
					t.Fatal(err)
				}
				return other.State.People().InOffice("31")
			}
			if in() != 1 {
				t.Fatalf("signed on %d times", in())
			}
			window := s.Shell.Window
			s.Shell.Window = endedWindow{}
			err := s.station.Release()
			s.Shell.Window = window
			if err != nil || in() != 0 {
				t.Errorf("the program has ended, and somebody is signed on %d times: %v", in(), err)
			}
		})
	}
}
