package screens

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/pit/house"
)

// Where a table takes long to open, an Enter that was pressed meanwhile was meant for the list: no count opens at the table. Once the table
// was seen it does. Where nobody waited nothing is lost.
func TestEnterWhileATableOpens(t *testing.T) {
	for _, slow := range []time.Duration{0, 2 * time.Second} {
		test.NewTempApp(t)
		hands, wait := screentest.NewHandClock(time.Now()), time.Duration(0)
		h := screentest.OpenHouse(t, t.TempDir(), func() time.Time {
			hands.Time = hands.Time.Add(wait) // the house asks while the table opens
			return hands.Time
		})
		if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
			t.Fatal(err)
		}
		w := test.NewTempWindow(t, nil)
		s := NewStation(w, h, Options{Language: "it", clock: hands, Broke: func(text string) { t.Error(text) }})
		t.Cleanup(func() {
			if err := errors.Join(s.Release(), h.Close()); err != nil {
				t.Error(err)
			}
		})
		w.Resize(fyne.NewSize(1024, 768))
		g := guestOf(t, s, "")
		if s.table != nil {
			t.Fatal("a table is open already")
		}
		wait = slow
		g.Keys("a")
		wait = 0
		if s.table == nil {
			t.Fatalf("no table is open: %s", g.Words())
		}
		counts := func() bool { return strings.Contains(g.Words(), s.Text.T("title_opening")) }
		s.TypedKey(fyne.KeyReturn)
		if counts() == (slow > 0) {
			t.Errorf("the table took %v, and Enter opens the count: %v\n%s", slow, counts(), g.Words())
		}
		if g.Pass(time.Second); slow > 0 {
			if s.TypedKey(fyne.KeyReturn); !counts() {
				t.Errorf("a second later: %s", g.Words())
			}
		}
	}
}
