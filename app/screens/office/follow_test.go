package office

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit/record"
	"sabot/reports"
)

// Another program signs a report and makes a backup: an office that stands open says so, and stays where it was.
func TestOpenOfficeFollowsTheRecord(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Press(fyne.KeyEnd)
	s.Rest()
	if line, _ := o.shift(); line.Table != "LB1" || !line.Has(sums.MarkUnsigned) {
		t.Fatalf("chosen is %+v", line)
	}
	s.Says("to be signed")
	s.Says("No backup yet")
	other, err := session.Open(s.Dir, s.Shell.House.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	dealer, err := other.SignOn(screentest.Codes[record.Croupier])
	if err != nil {
		t.Fatal(err)
	}
	manager, err := other.SignOn(screentest.Codes[record.Manager])
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := papers.Of(other).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, dealer, manager); err != nil {
		t.Fatal(err)
	}
	if _, err := backups.Of(other).BackUp(context.Background(), backups.Backup{File: filepath.Join(t.TempDir(), "b.db"), By: manager.Staff}); err != nil {
		t.Fatal(err)
	}
	s.Pass(6 * time.Second)
	s.Rest()
	line, _ := o.shift()
	if line.Table != "LB1" || !line.Signed {
		t.Errorf("chosen is %+v", line)
	}
	if said := s.Words(); strings.Contains(said, "to be signed") || strings.Contains(said, "No backup yet") {
		t.Errorf("it says what was:\n%s", said)
	}
	s.Says("Last good backup")
}

// A list that could not be read anew is read once more without another entry.
func TestFailedFollowIsTriedAgain(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Pass(6 * time.Second)
	s.Rest()
	read := o.shifts
	o.shifts = nil // as it was before
	o.followed(o.query, nil, errors.New("the disk does not answer"))
	s.Says("the disk does not answer")
	s.Pass(6 * time.Second)
	s.Rest()
	if len(read) == 0 || len(o.shifts) != len(read) {
		t.Errorf("%d shifts are listed, there are %d", len(o.shifts), len(read))
	}
}

// A report has its hours by the house's zone: where that is another one, what is shown is read anew, and not before.
func TestReportIsReadAnewWithTheHouse(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Press(fyne.KeyEnd)
	s.Rest()
	set := s.Shell.House.State.Particulars()
	for _, zone := range []string{"Europe/Athens", "Europe/Zurich"} {
		if set.Zone = zone; s.Shell.House.SetHouse(set, o.who) != nil {
			t.Fatal("the zone is not set")
		}
		s.Pass(6 * time.Second)
		s.Rest()
		if o.evidence.Zone != zone {
			t.Errorf("the report is of %s, the house in %s", o.evidence.Zone, zone)
		}
	}
}

// A report of exceptions that stands open has what other programs enter meanwhile. It is of several days: at some hours the
// shift that is chosen is of another gaming day than now.
func TestOpenExceptionsFollowTheRecord(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	today := s.Shell.House.State.Wall(s.Shell.House.Now())
	s.Keys("mmd" + today.AddDate(0, 0, -2).Format("2.1.2006") + " - " + today.Format("2.1.2006") + "\n")
	s.Rest()
	if !o.apart || o.shown.Kind != reports.ExceptionsReport {
		t.Fatalf("shown is %+v", o.shown)
	}
	was := noted(o)
	other, err := session.Open(s.Dir, s.Shell.House.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.SignOn("319999"); err == nil {
		t.Fatal("a wrong PIN is taken")
	}
	s.Pass(6 * time.Second)
	s.Rest()
	if now := noted(o); now <= was || o.shown.Kind != reports.ExceptionsReport {
		t.Errorf("%d exceptions, there were %d: %+v", now, was, o.shown)
	}
}

// noted returns how many entries the report that is shown lists.
func noted(o *Office) int { return strings.Count(string(o.evidence.Figures), `"At":`) }
