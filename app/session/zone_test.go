package session_test

import (
	"encoding/json"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// inZone has the house's clocks be those of a zone.
func (n *night) inZone(zone string) {
	n.Helper()
	set := n.house.State.Particulars()
	set.Zone = zone
	n.must(n.house.SetHouse(set, n.elena))
}

// wrongPIN enters an exception.
func (n *night) wrongPIN() {
	n.Helper()
	n.clock.Pass(time.Minute)
	if _, err := n.house.SignOn("110000"); err == nil {
		n.Fatal("a wrong PIN opens")
	}
	n.comesIn()
}

// A day whose end a new zone, or another hour at which days begin, would bring forward goes on, and nobody signs its lists. Each
// entry of the house is on the list of one day.
func TestNoSettingEndsAnOpenDay(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.Now())
	at, err := time.Parse(time.DateOnly, day)
	n.must(err)
	n.wrongPIN()
	n.inZone("Pacific/Kiritimati")
	n.wrongPIN()
	unsigned := func() {
		t.Helper()
		for _, w := range []papers.Wanted{
			{Kind: reports.ExceptionsReport, Item: day},
			{Kind: reports.ChangesReport, Item: day},
			{Kind: reports.HouseReport, Item: day},
			{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day},
		} {
			_, _, err := papers.Of(n.house).Signed(w, n.elena)
			n.no(house.NotPossible, err)
		}
	}
	unsigned()
	n.inZone("Europe/Zurich")
	n.wrongPIN()
	unsigned()
	begins := n.house.State.Particulars()
	now := n.house.State.Wall(n.house.Now()).Add(2 * time.Minute)
	begins.Begins = now.Hour()*60 + now.Minute()
	n.must(n.house.SetHouse(begins, n.elena))
	n.wrongPIN()
	n.clock.Pass(5 * time.Minute)
	n.wrongPIN()
	unsigned()
	n.clock.Pass(24 * time.Hour)
	told := map[int64]int{}
	for i := range 3 { // before the hour at which it begins now it was the day before for once
		day := at.AddDate(0, 0, i-1).Format(time.DateOnly)
		e, err := papers.Of(n.house).Evidence(papers.Wanted{Kind: reports.ExceptionsReport, Item: day})
		n.must(err)
		var list reports.Noted
		n.must(json.Unmarshal(e.Figures, &list))
		if e.Provisional() != (i == 2) {
			t.Errorf("%s is provisional: %v", day, e.Provisional())
		}
		for _, l := range list.Lines {
			if l.Kind == record.KindOf(record.PINFailed{}) {
				told[l.Seq]++
			}
		}
	}
	if len(told) != 5 {
		t.Errorf("%d wrong PINs are told, of 5", len(told))
	}
	for seq, times := range told {
		if times != 1 {
			t.Errorf("entry %d is on the lists of %d days", seq, times)
		}
	}
	verified(t, n.dir)
}

// A list that was signed under another zone is overtaken by an entry that is of its day by the zone of now.
func TestListOfAnotherZoneIsOvertaken(t *testing.T) {
	n := short(t)
	n.inZone("Pacific/Kiritimati")
	day := n.house.State.GamingDay(n.house.Now())
	n.clock.Pass(24 * time.Hour)
	_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.ExceptionsReport, Item: day}, n.elena)
	n.must(err)
	overtaken := func() *papers.Overtaken {
		t.Helper()
		v, err := papers.Of(n.house).VerifyReport(pdf)
		if n.must(err); !v.Holds() {
			t.Errorf("%v", v.Faults)
		}
		return v.Overtaken
	}
	n.inZone("Europe/Zurich")
	if o := overtaken(); o != nil {
		t.Errorf("overtaken by nothing of the day: %+v", o)
	}
	if now := n.house.State.GamingDay(n.house.Now()); now != day {
		t.Fatalf("the day is %s again, not %s", day, now)
	}
	n.wrongPIN()
	if o := overtaken(); o == nil || len(o.By) == 0 || o.By[0].Stream != record.HouseStream {
		t.Errorf("a wrong PIN of the day: %+v", o)
	}
}

// All papers of a day have the name that the house had at its end; those of a shift the one of when it closed.
func TestPapersOfADayHaveOneName(t *testing.T) {
	n := closedNight(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	n.clock.Pass(time.Minute)
	set := n.house.State.Particulars()
	was := set.Name
	set.Name = "Casino Nuovo"
	n.must(n.house.SetHouse(set, n.elena))
	n.clock.Pass(time.Minute)
	for w, want := range map[papers.Wanted]string{
		{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}:               was,
		{Kind: reports.IncidentReport, Table: "LB1", Shift: 1}:            was,
		{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day}: set.Name,
		{Kind: reports.HouseReport, Item: day}:                            set.Name,
		{Kind: reports.ExceptionsReport, Item: day}:                       set.Name,
		{Kind: reports.ChangesReport, Item: day}:                          set.Name,
	} {
		e, err := papers.Of(n.house).Evidence(w)
		n.must(err)
		var is struct{ House string }
		n.must(json.Unmarshal(e.Figures, &is))
		if is.House != want {
			t.Errorf("%s is of %q, not %q", w.Kind, is.House, want)
		}
	}
}
