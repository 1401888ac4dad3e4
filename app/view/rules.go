package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// Limits returns the present limits, what each spot pays and, as far as the odds are known, the house's exact edge.
// The edge is as the table pays it, and without rounding.
func (v Viewer) Limits(t *pit.Table, odds []games.SpotOdds) []rules.Row {
	g := v.Felt().offered(t)
	if g == nil {
		return nil
	}
	var rows []rules.Row
	chips, smallest := v.House.ChipsOf(t.Name), games.Amount(0)
	if len(chips) > 0 {
		smallest = chips[0]
	}
	limits := limitsNow(t, g)
	var column []games.Amount
	for _, l := range limits {
		column = append(column, l.Min, l.Max)
	}
	for _, s := range games.PresetSpots(g) {
		over := t.Open && spotIsOver(t, s.Name)
		l := limits[s.Name]
		if over {
			l = games.Limit{}
		}
		row := rules.RowOf(v.Text, g, s.Name, l, chips, column...)
		if of := slices.IndexFunc(odds, func(o games.SpotOdds) bool { return o.Spot == s.Name }); of >= 0 {
			row.Edge, row.Unrounded = rules.Edges(v.Text, g, odds[of], cmp.Or(l.Min, smallest, 1), smallest)
		}
		if over {
			row.Pays = v.Text.T("limits_over")
		}
		rows = append(rows, row)
	}
	return rows
}

// NewLimits are limits that were announced and do not act yet, as players are told of them.
type NewLimits struct {
	Text string // all of it in one sentence
	From string // the time of day
	// Minutes are those left until then, rounded up; 0 where it is the next hand.
	Minutes int
	Rows    []NewLimit
}

// A NewLimit is a spot whose limits will be others.
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
		row := NewLimit{v.spotLabel(t.Game, s.Spot), rules.Range(v.Text, s.Was), rules.Range(v.Text, s.Is)}
		out.Rows = append(out.Rows, row)
		words = append(words, row.Spot+" "+row.Is)
	}
	out.Text = v.Text.T("limits_new", text.Args{"From": out.From, "What": strings.Join(words, ", ")})
	return out, true
}

// RulesInWords returns the rules of the table, a sentence each: its boxes, the game's own rules, then its rules
// of the shoe. Of a closed table they are those of its next opening.
func (v Viewer) RulesInWords(t *pit.Table) []string {
	t = v.nextOpening(t)
	g := v.Felt().offered(t)
	if g == nil {
		return nil
	}
	lines := rules.Of(v.Text, g)
	if len(t.Current.Round.Chips) > 0 && slices.ContainsFunc(g.Layout().Answers, func(a games.Answer) bool { return a.Do == games.Insure }) {
		lines = append(lines, v.Text.T("rule_unhalved", text.Args{"Chip": v.Text.Amount(t.Current.Round.Chips[0])}))
	}
	if r, rounds := t.Desk().Collecting(); rounds {
		lines = append(lines, v.Text.T("rule_commission_collected", text.Args{"How": rules.Rounds(v.Text, r)}))
	}
	if settings := t.Settings; settings.BetTime > 0 {
		lines = append(lines, v.Text.T("rule_bet_time", text.Args{"Seconds": settings.BetTime}))
	}
	return append(lines, v.shoeRules(t)...)
}

// nextOpening returns a closed table as the house opens it next; one that is open, or that the house does not have, as it is.
func (v Viewer) nextOpening(t *pit.Table) *pit.Table {
	if t.Open || v.House == nil {
		return t
	}
	set, known := v.House.TableNamed(t.Name)
	if !known {
		return t
	}
	next := pit.NewTable(t.Name)
	next.Apply(record.Entry{Table: t.Name, Seq: 1, At: t.ShutAt, Shift: 1, Fact: record.Opened{
		Game: set.Game, Rules: set.Rules, Settings: set.Settings, Currency: set.Currency, Chips: v.House.ChipsOf(t.Name), Collect: v.House.CollectAt(t.Name),
	}})
	return next
}

// TitleOf returns the title of a page of limits or rules, by its key. Of a table that is closed they are those of
// its next opening.
func (v Viewer) TitleOf(t *pit.Table, key string) string {
	title := v.Text.T(key)
	if !t.Open {
		title += " · " + v.Text.T("title_next_opening")
	}
	return title
}

// shoeRules returns the table's rules of the shoe, a sentence each.
func (v Viewer) shoeRules(t *pit.Table) []string {
	var lines []string
	s := t.Settings
	switch {
	case games.ShufflesEachHand(v.Felt().game(t)): // the game's own words say it
	case s.Continuous:
		lines = append(lines, v.Text.T("rule_continuous"))
	default:
		if s.Burn {
			lines = append(lines, v.Text.T("rule_burn"))
		}
		if s.CutCard > 0 {
			lines = append(lines, v.Text.T("rule_cut_card", text.Args{"Cards": s.CutCard}))
		}
	}
	if s.Reveal && games.Reveals(v.Felt().game(t)) {
		lines = append(lines, v.Text.T("rule_reveal"))
	}
	return lines
}
