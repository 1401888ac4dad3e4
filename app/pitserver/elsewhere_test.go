package pitserver_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Two machines have a table of one name, each from its own beginning: the report has both, whichever has more entries. Whoever administers the database
// changes a byte of the one that was there before. Where its figures were derived by then the report has those; else it says that they are not the
// head's, and has none.
func TestChangedTableElsewhereIsNamed(t *testing.T) {
	for _, hands := range []int{1, 4} {
		t.Run(fmt.Sprint(hands, " hands at the other"), func(t *testing.T) {
			p, first := shippedNight(t, 2)
			plan := house.DemoPlan("it", "lugano", 1)
			plan.Name, plan.Currency = p.plan.Name, p.plan.Currency
			second := &machine{name: "tavolo-2", table: "LB1", dir: filepath.Join(t.TempDir(), "data")}
			second.house, second.clock = demotest.HouseBy(t, second.dir, plan)
			second.enrolment = p.enroll(t, second.house, second.name, "LB1")
			second.night(t, hands, 2)
			_, err := second.ship()
			must(t, err)
			p.stop()
			day := dayOf(t, first.house)
			honest, says := p.reports(t, day)
			if says != "" || !strings.Contains(honest, "LB1@tavolo-1") {
				t.Fatalf("the report says %q, with %s", says, honest)
			}
			p.owns(t, changedIn(first.name, "LB1", `"handclosed",\{"house":-?`, `"handclosed",{"house":9`))
			if sum, says := p.reports(t, day); says != "" || sum != honest {
				t.Errorf("with what was derived before the report says %q, with %s\nin place of %s", says, sum, honest)
			}
			must(t, os.RemoveAll(filepath.Join(p.dir, "derived")))
			if sum, says := p.reports(t, day); !strings.Contains(says, "LB1@tavolo-1: ") || strings.Contains(sum, "LB1@tavolo-1") {
				t.Errorf("the report says %q, with %s\nin place of %s", says, sum, honest)
			}
		})
	}
}

// dayOf returns the gaming day of a table's first shift.
func dayOf(t *testing.T, h *session.House) string {
	t.Helper()
	for e, err := range h.Store().Entries("LB1", 1) {
		must(t, err)
		if f, is := e.Fact.(record.Opened); is {
			return f.Day
		}
	}
	t.Fatal("no shift is open")
	return ""
}
