package pitserver_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// movesOver has LB1 go from a machine that is cut off to another one, and that one takes it over.
func (w *seers) movesOver(t *testing.T, to string, takes *session.House) {
	t.Helper()
	_, err := w.pit.moved(t, "LB1", to, true)
	must(t, err)
	office, err := pitclient.Enrolled(w.pit.house.Store())
	must(t, err)
	w.pit.ships(t, office)
	e, err := pitclient.Enrolled(takes.Store())
	must(t, err)
	must(t, pitclient.NewPuller(takes.Takeover(), takes.Store(), e, then).Once(t.Context()))
	w.tells(t, takes)
}

// raisesOf has a machine raise an alert of LB1, and ship it.
func (w *seers) raisesOf(t *testing.T, h *session.House, c house.Condition) {
	t.Helper()
	c.Table = "LB1"
	raised, err := h.RaiseAlerts([]house.Condition{c})
	must(t, err)
	if !raised {
		t.Fatalf("%s is not raised", c.Rule)
	}
	w.tells(t, h)
}

// tells ships what a machine has.
func (w *seers) tells(t *testing.T, house *session.House) {
	t.Helper()
	e, err := pitclient.Enrolled(house.Store())
	must(t, err)
	_, err = pitclient.New(house.Store(), e, then).Once(t.Context())
	must(t, err)
}

// listsOf looks until a floor lists the alerts of LB1 by a rule as machines raised them, "" for its own.
func (f *farFloor) listsOf(t *testing.T, what string, rule record.AlertRule, by ...string) {
	t.Helper()
	f.until(t, what, func() bool {
		var list []string
		for _, a := range f.OpenAlerts() {
			if a.Rule == rule && a.Table == "LB1" {
				list = append(list, a.There)
			}
		}
		slices.Sort(list)
		return slices.Equal(list, by)
	})
}

// What a machine holds of a table that went on from it stands on the floor of each machine that looks on, wherever the table goes, until
// somebody has seen to it there.
func TestAlertOfOvertakenEntriesStays(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	third := w.pit.newMember(t, "tavolo-3", "LB9") // it looks on at nobody
	third.pull(t)
	w.movesOver(t, "tavolo-2", w.otherHouse)
	held := house.Condition{Rule: record.OvertakenAlert, Machine: "tavolo-1", Value: 4}
	w.otherClock.Pass(time.Minute)
	w.raisesOf(t, w.otherHouse, held)
	w.office.listsOf(t, "the office, which has not raised it yet", record.OvertakenAlert, "tavolo-2")
	w.raisesOf(t, w.pit.house, held)
	w.office.listsOf(t, "the office", record.OvertakenAlert, "")
	w.other.listsOf(t, "who plays it", record.OvertakenAlert, "")
	w.movesOver(t, "tavolo-3", third.house)
	for name, f := range map[string]*farFloor{"ufficio": w.office, "tavolo-2": w.other} {
		f.until(t, name+" reads it at the third", func() bool { return f.ReadAt("LB1", "tavolo-3") })
		f.listsOf(t, name+", once it is played by a third", record.OvertakenAlert, "")
	}
	for _, a := range w.pit.house.State.Alerts().OpenAlerts() {
		must(t, w.pit.house.AcknowledgeAlert(code("21"), record.AlertSeen{Alert: a.Seq, Verdict: record.RealAlert}))
	}
	w.office.listsOf(t, "the office, once somebody has seen to it there", record.OvertakenAlert)
	w.other.listsOf(t, "the other one, where nobody has", record.OvertakenAlert, "")
	holds(t, w.pit.house)
}

// What a machine raised of a table while it played it stands after the table came back to one that had raised the same before.
func TestAlertStaysAfterATableCameBack(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	w.movesOver(t, "tavolo-2", w.otherHouse)
	w.otherClock.Pass(30 * time.Minute)
	w.raisesOf(t, w.otherHouse, house.Lasts(record.IdleAlert, "", demotest.Start, w.otherClock.Now()))
	w.office.listsOf(t, "raised once more, it is that machine's alone", record.IdleAlert, "tavolo-2")
	w.movesOver(t, "tavolo-1", w.at.house)
	w.office.until(t, "it is back", func() bool { return w.office.ReadAt("LB1", "tavolo-1") })
	w.office.listsOf(t, "once it is back", record.IdleAlert, "tavolo-1", "tavolo-2")
}
