package reports_test

import (
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/reports"
)

// called returns the name of somebody with their number, as papers have it.
func called(who house.Staff) string { return who.Name + "\u00a0(" + who.Number + ")" }

// Wherever a paper of a table names somebody their number stands with the name: there may be two of that name, and who was renamed
// signs with another one. Papers of before form 7 do not change.
func TestNamesHaveTheirNumbers(t *testing.T) {
	f := worked(t)
	for kind, item := range map[reports.Kind]string{
		reports.ShiftReport: "", reports.ReconstructionReport: "", reports.IncidentReport: "", reports.SlipReport: "F 2026-0001",
	} {
		for _, form := range []int{reports.Form, 6} {
			e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Table: "LB1", Shift: 1, Item: item, Copy: 1}.Of(f.table, someHouse)
			if err != nil {
				t.Fatal(err)
			}
			said, named := saidBy(t, e), 0
			for _, who := range []house.Staff{anna, dario, elena} {
				names, numbered := strings.Count(said, who.Name), strings.Count(said, called(who))
				if named += names; form == reports.Form && numbered != names || form < reports.Form && numbered != 0 {
					t.Errorf("%s in form %d has the number %d times with %s, who is named %d times:\n%s", kind, form, numbered, who.Name, names, said)
				}
			}
			if named == 0 {
				t.Errorf("%s names nobody:\n%s", kind, said)
			}
		}
	}
}
