package table

import (
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/house"
)

// seat is somebody at a table of the house to try.
type seat struct {
	*screentest.Seat
	screen    *Table
	away      int // how often they went to the office or the floor
	telegrams int // of an electronic shoe
	ways      int // amounts that said where their chips go
}

func newSeat(t *testing.T, table, lang string) *seat {
	t.Helper()
	return seatAt(t, t.TempDir(), table, lang)
}

// seatAt is a seat on a record that may be there already.
func seatAt(t *testing.T, dir, table, lang string) *seat {
	t.Helper()
	return tableOf(t, screentest.Sit(t, dir), table, lang)
}

// seatOn is a seat whose house and window go by one clock.
func seatOn(t *testing.T, dir string, clock *screentest.HandClock, table, lang string) *seat {
	t.Helper()
	return tableOf(t, screentest.SitOn(t, dir, clock, clock.Now), table, lang)
}

// inHouse has the window look as in the house.
func (s *seat) inHouse() *seat {
	s.Seat.InHouse()
	return s
}

func tableOf(t *testing.T, at *screentest.Seat, table, lang string) *seat {
	t.Helper()
	h, s := at.Shell.House, &seat{Seat: at}
	if !h.State.SetUp() {
		if err := h.SetUp(house.DemoPlan(lang, "", 1)); err != nil {
			t.Fatal(err)
		}
	}
	at.Shell.Speak(lang)
	open, err := h.OpenTable(table)
	if err != nil {
		t.Fatal(err)
	}
	s.screen = New(at.Shell, open, Ways{Office: func() { s.away++ }, Floor: func() { s.away++ }})
	t.Cleanup(func() {
		if err := s.screen.Release(); err != nil {
			t.Error(err)
		}
	})
	at.Shell.Show(s.screen)
	at.Table = func() *pit.Table { return open.State }
	return s
}

func (s *seat) said() string { return s.screen.notice.Text }
