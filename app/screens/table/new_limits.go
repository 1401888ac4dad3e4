package table

import (
	"maps"
	"time"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// newLimits are limits that somebody is about to announce, spot by spot.
type newLimits struct {
	table  *Table
	limits map[string]games.Limit
}

// openNewLimits asks which limits change, and when; where some were announced already they
// can be withdrawn, or others take their place.
func (t *Table) openNewLimits() {
	n := newLimits{t, maps.Clone(t.session.State.Game.Options().Limits)}
	if n.limits == nil {
		n.limits = map[string]games.Limit{}
	}
	n.open()
}

// open lists the spots with their limits as they are to be.
func (n newLimits) open() {
	t, state := n.table, n.table.session.State
	v := t.shell.Viewer()
	lead := t.shell.Text.T("new_limits_lead")
	if waits, announced := v.NewLimits(state, t.session.Now()); announced {
		lead = waits.Text
	}
	var choices []controls.Choice
	for _, s := range games.PresetSpots(state.Game) {
		was, is := state.Game.Options().Limits[s.Name], n.limits[s.Name]
		about := rules.Range(v.Text, is)
		if was != is {
			about = rules.Range(v.Text, was) + " → " + about
		}
		choices = append(choices, controls.Choice{Label: t.shell.Text.T("spot_" + s.Name), About: about, Do: func() { n.ask(s) }})
	}
	choices = append(choices, controls.Choice{
		Label: t.shell.Text.T("new_limits_announce"), Off: maps.Equal(n.limits, state.Game.Options().Limits), Do: n.when,
	})
	if state.NewLimits != nil {
		choices = append(choices, controls.Choice{Label: t.shell.Text.T("new_limits_withdraw"), Do: n.withdraw})
	}
	t.menuWith(t.shell.Text.T("title_new_limits"), lead, choices)
}

// ask asks for the minimum and the maximum of a spot, of one that is capped by the bets beside it too. Its own
// maximum holds where it is the smaller one.
func (n newLimits) ask(s games.Spot) {
	t, tx := n.table, n.table.shell.Text
	args := text.Args{"Spot": tx.T("spot_" + s.Name)}
	t.approvals().askAmount(tx.T("new_limits_min", args), rules.Range(tx, n.limits[s.Name]), true, func(least games.Amount) {
		t.approvals().askAmount(tx.T("new_limits_max", args), rules.Range(tx, n.limits[s.Name]), true, func(most games.Amount) {
			n.limits[s.Name] = games.Limit{Min: least, Max: most}
			t.shell.CloseOverlay()
			n.open()
		})
	})
}

// when asks from when on they act: as soon as the table's notice allows, or later.
func (n newLimits) when() {
	t, tx := n.table, n.table.shell.Text
	var choices []controls.Choice
	for _, minutes := range noticeChoices(t.session.State.Settings.Notice) {
		after := time.Duration(minutes) * time.Minute
		label := tx.T("new_limits_now")
		if minutes > 0 {
			label = tx.T("new_limits_at", text.Args{"From": t.shell.Viewer().Clock(actFrom(t.session.Now(), after)), "N": minutes})
		}
		choices = append(choices, controls.Choice{Label: label, Do: func() { n.announce(after) }})
	}
	t.menu(tx.T("new_limits_when"), choices)
}

// noticeChoices returns how many minutes ahead new limits can be announced: the table's notice, and round ones
// that are longer.
func noticeChoices(least int) []int {
	all := []int{least}
	for _, m := range []int{15, 30, 45, 60, 90, 120} {
		if m > least {
			all = append(all, m)
		}
	}
	return all
}

// actFrom returns from when limits act that are announced so long ahead. It is a full minute, since players are
// told a time of day.
func actFrom(now time.Time, after time.Duration) time.Time {
	if after == 0 {
		return now
	}
	return now.Add(after + time.Minute - 1).Truncate(time.Minute)
}

// announce asks a manager to announce them. The time counts from when the PIN is given, so that the notice is
// never shorter than the table's.
func (n newLimits) announce(after time.Duration) {
	t := n.table
	t.approvals().approve("title_approve_limits", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
		now := t.session.Now()
		return s.AnnounceLimits(n.limits, actFrom(now, after), who, now)
	}, func() {
		if c := t.session.State.NewLimits; c != nil {
			t.Tell(t.shell.Text.T("said_limits", text.Args{"From": t.shell.Viewer().Clock(c.From)}))
		}
	})
}

func (n newLimits) withdraw() {
	t := n.table
	t.approvals().approve("title_approve_limits", (*pit.Table).WithdrawLimits, func() { t.Tell(t.shell.Text.T("said_limits_withdrawn")) })
}
