package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// The report of changes says of a PIN who chose it, and of keys and certificates that they are others than before.
func TestChangesOfKeysAreToldApart(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	n.must(n.house.Staff().ChangePIN("227302", "8413"))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ChangesReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	var pins, certificates []string
	for _, s := range sheets {
		for line := range strings.Lines(string(s.Content)) {
			switch {
			case !strings.Contains(line, "Gina Neri (22)"):
			case strings.Contains(line, "new PIN"):
				pins = append(pins, line)
			case strings.Contains(line, "certificate of a person"):
				certificates = append(certificates, line)
			}
		}
	}
	if len(pins) != 2 || len(certificates) != 2 {
		t.Fatalf("PINs: %q, certificates: %q", pins, certificates)
	}
	for line, want := range map[string][]string{
		pins[0]:         {"Elena Moser (31)", "given by somebody else", "key: SHA-256 "},
		pins[1]:         {"chosen by that person"},
		certificates[1]: {"certificate: SHA-256 "},
	} {
		for _, w := range want {
			if !strings.Contains(line, w) {
				t.Errorf("it does not say %q: %s", w, line)
			}
		}
	}
	for _, line := range []string{pins[1], certificates[1]} {
		if strings.Count(line, "SHA-256 ") != 2 {
			t.Errorf("it does not say what was before and what is: %s", line)
		}
	}
}

// Whoever enters, changes or sets up people signs for them: what they did has a line each with their name, in the order in which
// it was done, and the signature has none. Papers from before form 7 have one.
func TestChangesOfPeopleAreOfTheirSigner(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	n.must(n.house.Staff().ChangePIN("227302", "8413"))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ChangesReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	var lines []string
	for _, s := range sheets {
		for line := range strings.Lines(string(s.Content)) {
			if strings.Contains(line, "change of a person") {
				t.Errorf("it says nothing: %s", line)
			}
			if strings.Contains(line, "Gina Neri") {
				lines = append(lines, line)
			}
		}
	}
	for i, want := range [][2]string{{";person;", "Elena Moser (31)"}, {";new PIN;", "Elena Moser (31)"}, {"certificate of a person", "Elena Moser (31)"}, {";new PIN;", "Gina Neri (22)"}} {
		if i >= len(lines) || !strings.Contains(lines[i], want[0]) && !strings.Contains(strings.ReplaceAll(lines[i], ",", ";"), want[0]) || !strings.Contains(lines[i], want[1]) {
			t.Fatalf("line %d is not %q:\n%s", i+1, want, strings.Join(lines, ""))
		}
	}
}

// What stood before a change is told with the names of when it was entered: a certificate that was given to somebody is not of
// who they are called later.
func TestWhatStoodBeforeHasTheNamesOfThen(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	n.clock.Pass(time.Minute)
	gina.Name, gina.PIN = "Gina Sala", ""
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ChangesReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	for _, s := range sheets {
		for line := range strings.Lines(string(s.Content)) {
			if !strings.Contains(line, "certificate of a person") || !strings.Contains(line, "Gina Sala (22)") {
				continue
			}
			if was, is := strings.Index(line, "Gina Neri (22)"), strings.Index(line, "Gina Sala (22)"); was < 0 || was > is {
				t.Errorf("before it is not of who had it then: %s", line)
			}
			return
		}
	}
	t.Error("no certificate is of the new name")
}

// An incident has one name of each person, that of when it was entered, also where its closing tells it once more.
func TestIncidentKeepsItsNames(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.ConductIncident, Text: "una discussione", People: []string{"13"}})
	})
	was := n.house.State.NameOf("13")
	n.clock.Pass(time.Minute)
	staff, _ := n.house.State.StaffBy("13")
	staff.Name = "Chiara Bossi"
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: staff}, n.elena))
	n.clock.Pass(time.Minute)
	seq, by := n.table.State.IncidentBook().OpenIncidents()[0].Seq, n.dario.Staff
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().CloseIncident(seq, "chiarito", &by) }, n.dario)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	log := ""
	for _, l := range logOf(t, n, record.IncidentClosed{}) {
		log += l.Line(&n.house.State).Said(papers.Of(n.house).Words("en"))
	}
	told := 0
	for _, s := range sheets {
		told += strings.Count(string(s.Content), was+" (13)")
		if strings.Contains(string(s.Content), "Bossi") {
			t.Errorf("it has the name of now: %s", s.Content)
		}
	}
	if told != 2 || !strings.Contains(log, was+" (13)") || strings.Contains(log, "Bossi") {
		t.Errorf("told %d times; the log: %s", told, log)
	}
}
