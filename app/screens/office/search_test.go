package office

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/session/sums"
	"sabot/app/text"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports/paper"
)

// The office finds a shift by day, table, person and what is still to be done; each line
// says that, and Esc leads out of the search as it was.
func TestOfficeFindsShifts(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := officeSeat(t, lang)
		s.inHouse()
		o := s.enter(record.BackOffice)
		if len(o.shifts) != 2 {
			t.Fatalf("%d shifts", len(o.shifts))
		}
		for _, word := range []string{"mark_open", "mark_unsigned", "mark_nodrop"} {
			s.Says(o.t(word))
		}
		s.Picture("shifts")
		s.Keys("s")
		s.Picture("search")
		s.Keys("lb1 zz\n")
		s.Rest()
		s.Says(o.t("office_none_found"))
		s.Keys("s31.02.2026\n") // there is no such day, and the words stay to be mended
		s.Says(o.t("office_wrong_day", text.Args{"Word": "31.02.2026"}))
		s.Press(fyne.KeyEscape)
		s.Keys("s" + paper.Date(o.shell.House.State.GamingDay(time.Now())) + "\n")
		s.Rest()
		s.Keys("sLB1\n")
		s.Rest()
		if len(o.shifts) != 1 || o.shifts[0].Table != "LB1" || o.shown.Table != "LB1" {
			t.Errorf("of LB1 %d are found, %+v is shown", len(o.shifts), o.shown)
		}
		s.Says("LB1 (1)")
		s.Picture("found")
		s.Keys("s")
		s.Press(fyne.KeyEscape)
		if o.query.Words != "LB1" {
			t.Errorf("Esc makes the search %q", o.query.Words)
		}
		s.Keys("s\n")
		s.Rest()
		s.Keys("a")
		s.Picture("marks")
		s.Choose("mark_open")
		s.Rest()
		if len(o.shifts) != 1 || o.shifts[0].Table != "BJ1" {
			t.Errorf("open are %+v", o.shifts)
		}
		s.Keys("a")
		s.Choose("mark_unsigned") // open and unsigned is none
		s.Rest()
		if len(o.shifts) != 0 || len(o.query.Marks) != 2 {
			t.Errorf("%v: %d shifts", o.query.Marks, len(o.shifts))
		}
		s.Keys("a")
		s.Choose("office_all_marks")
		s.Rest()
		if len(o.shifts) != 2 {
			t.Errorf("%d shifts at the end", len(o.shifts))
		}
	}
}

// A hand is opened from the list of shifts, the page of it that the table has.
func TestOfficeOpensAHand(t *testing.T) {
	s := officeSeat(t, "it")
	s.inHouse()
	o := s.enter(record.Inspector)
	s.Press(fyne.KeyEnd)
	line, _ := o.shift()
	s.Slowly("h")
	s.Picture("hands")
	s.Says(line.Table + " · turno " + strconv.Itoa(line.Number) + " · " + paper.Date(line.Day))
	state, err := o.shell.House.Shift(line.Table, line.Number)
	if err != nil || len(state.History) < 2 {
		t.Fatalf("%v, %d hands", err, len(state.History))
	}
	newest, _ := o.shell.Viewer().Log().HandShown(state, len(state.History), 0)
	s.Press(fyne.KeyReturn)
	s.Picture("hand")
	s.Says(newest.ID)
	s.Press(fyne.KeyPageDown)
	before, _ := o.shell.Viewer().Log().HandShown(state, len(state.History)-1, 0)
	s.Says(before.ID)
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	if s.Shell.Overlay() != nil || s.office() != o || o.shown.Table != line.Table {
		t.Error("Esc does not lead back to the office")
	}
}

// With 3,000 shifts in the list PgUp, PgDn, Home, End and the wheel go through it, and
// what is drawn for a key costs the same as with 30.
func TestOfficeGoesThroughALongList(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.BackOffice)
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	list := func(n int) {
		o.shifts, o.spoken, o.chosen = nil, "", 0
		for i := range n {
			o.shifts = append(o.shifts, sums.ShiftLine{Table: "LB1", Head: shifts.Head{Number: n - i, Day: day.AddDate(0, 0, (n-i)/3).Format(time.DateOnly)}})
		}
		o.update()
	}
	costs := func() float64 {
		return testing.AllocsPerRun(5, func() { o.update() })
	}
	list(30)
	few := costs()
	list(3000)
	if many := costs(); many > few+20 {
		t.Errorf("an update takes %v allocations with 30 shifts, %v with 3000", few, many)
	}
	seen := map[int]bool{}
	for range 3000 {
		from := o.chosen
		o.desk.Page(1)
		if o.chosen <= from {
			break
		}
		seen[o.chosen] = true
	}
	if o.chosen != 2999 || len(seen) < 100 {
		t.Errorf("PgDn comes to %d in %d steps", o.chosen, len(seen))
	}
	o.Key(fyne.KeyHome)
	o.Key(fyne.KeyPageDown)
	o.Key(fyne.KeyPageUp)
	if o.chosen != 0 {
		t.Errorf("PgUp comes to %d", o.chosen)
	}
	top := func() string { return strings.Join(s.listed(), " ") }
	before := top()
	for range 40 {
		o.desk.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(100, 300)}, Scrolled: fyne.NewDelta(0, -30)})
	}
	if after := top(); after == before || o.chosen != 0 {
		t.Errorf("the wheel shows %s, chosen is %d", after, o.chosen)
	}
	o.Key(fyne.KeyDown)
	if got := top(); !strings.Contains(got, fmt.Sprint("LB1 · turno ", 2999)) {
		t.Errorf("what is chosen is not seen again: %s", got)
	}
	s.Rest()
}

// listed are the shifts that are drawn.
func (s *clerk) listed() []string {
	var all []string
	for _, w := range strings.Split(s.Words(), "\n") {
		if strings.Contains(w, "· turno ") {
			all = append(all, w)
		}
	}
	return all
}

// A hand that types fast writes words, in the office too: "ad" and "10h" are no cards there.
func TestOfficeTakesFastLetters(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.BackOffice)
	s.Keys("s")
	for _, letters := range []string{"c", "ad", "uta 10h 9s "} {
		s.Burst(letters)
	}
	s.Pass(time.Second)
	s.Says("caduta 10h 9s")
	s.Hold(fyne.KeyBackspace, 0, time.Second)
	s.Silent("caduta")
	if o != s.office() {
		t.Error("the office is left")
	}
}

// Esc leads from a search back to all shifts, and signs off only from there.
func TestOfficeEscLeadsOutOfASearch(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	all := len(o.shifts)
	for _, narrow := range []func(){
		func() { s.Keys("snobody\n") },
		func() { s.Press(fyne.KeyTab) },
		func() { s.Keys("ab") },
	} {
		narrow()
		s.Rest()
		if !o.logs().narrowed() || strings.Contains(s.Words(), "Sign off\nEsc") {
			t.Fatalf("all shifts are listed still, or Esc stands on the wrong key:\n%s", s.Words())
		}
		s.Press(fyne.KeyEscape)
		s.Rest()
		if s.office() != o || o.logs().narrowed() || len(o.shifts) != all {
			t.Fatalf("in the office %v, %d of %d shifts", s.office() == o, len(o.shifts), all)
		}
	}
	s.Says("Sign off Esc")
	s.Press(fyne.KeyEscape)
	if s.office() != nil {
		t.Error("Esc does not sign off")
	}
}
