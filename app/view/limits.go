package view

import (
	"strings"
	"time"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// NewLimits are limits that were announced and do not act yet, as players are told of them.
type NewLimits struct {
	Text string // all of it in one sentence
	From string // the time of day
	// Minutes are those left until then, rounded up; 0 where it is the next hand.
	Minutes int
	Rows    []NewLimit
}

// NewLimit is a spot whose limits will be others.
type NewLimit struct{ Spot, Was, Is string }

// NewLimits returns the limits that were announced at a table; false where none were.
func (v Viewer) NewLimits(t *pit.Table, now time.Time) (NewLimits, bool) {
	c := t.NewLimits
	if c == nil || t.Game == nil {
		return NewLimits{}, false
	}
	out := NewLimits{From: v.Clock(c.From), Minutes: max(0, int((c.From.Sub(now)+time.Minute-1)/time.Minute))}
	var words []string
	for _, s := range c.Changes(t.Game) {
		row := NewLimit{v.spotLabel(t.Game, s.Spot), v.Range(s.Was), v.Range(s.Is)}
		out.Rows = append(out.Rows, row)
		words = append(words, row.Spot+" "+row.Is)
	}
	out.Text = v.Text.T("limits_new", text.Args{"From": out.From, "What": strings.Join(words, ", ")})
	return out, true
}

// Range returns the limits of a spot, from the least to the most.
func (v Viewer) Range(l games.Limit) string {
	args := text.Args{"Min": v.Text.Amount(l.Min), "Max": v.Text.Amount(l.Max)}
	switch {
	case l == games.Limit{}:
		return v.Text.T("limits_none")
	case l.Max == 0:
		return v.Text.T("limits_from", args)
	}
	return v.Text.T("limits_range", args)
}

// limits adds which limits change, and from when on.
func (a *approval) limits(f record.LimitsAnnounced) {
	after := a.t.Would(f)
	if after.NewLimits == nil {
		return
	}
	a.say(Warned, "approve_limits_from", text.Args{"From": a.v.Clock(after.NewLimits.From)})
	for _, s := range after.NewLimits.Changes(a.t.Game) {
		a.say(Plain, "limits_was_is", text.Args{"Spot": a.v.spotLabel(a.t.Game, s.Spot), "Was": a.v.Range(s.Was), "Is": a.v.Range(s.Is)})
	}
}

// otherLimits adds which limits differ from those before the table closed, where it opens with the same game.
func (a *approval) otherLimits(f record.Opened) {
	g, err := handfile.ParseRules(f.Game, f.Rules)
	if err != nil || a.t.Game == nil || a.t.Game.Options().Preset != g.Options().Preset {
		return
	}
	was, is := games.LimitsOf(a.t.Game, games.Round{}), games.LimitsOf(g, games.Round{})
	for _, s := range g.Spots() {
		if was[s.Name] != is[s.Name] {
			a.say(Warned, "limits_was_is", text.Args{"Spot": a.v.spotLabel(g, s.Name), "Was": a.v.Range(was[s.Name]), "Is": a.v.Range(is[s.Name])})
		}
	}
}
