package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// An alertRule is Sabot's own part of a rule. It raises an alert once at each of its limits. Where it doubles, it raises one at
// twice the last limit as well, at four times and so on.
type alertRule struct {
	first   record.AlertLevel // at its only limit
	limits  []int64           // where the house has none
	doubles bool
	minutes bool // the value is the minutes since it began
	spared  bool // a house may do without it
}

// Idle, by hands an hour below what is usual and the time between two are what a programme for card rooms ships with
// ("idle while open 20 / 45 min"; median and median absolute deviation of the last 7 days, at least 3; de-duplicated
// by table, metric and gaming day with a cooldown); houses relieve every 20 to 60 minutes.
var alertRules = map[record.AlertRule]alertRule{
	record.IdleAlert:       {record.AlertWarning, []int64{20, 45}, false, true, true}, // somebody should look why
	record.TroubleAlert:    {record.AlertWarning, []int64{5}, true, true, false},      // the inspector was not reached
	record.AlarmAlert:      {record.AlertCritical, []int64{1}, true, false, false},
	record.DifferenceAlert: {record.AlertCritical, []int64{1}, true, false, false},
	record.IncidentAlert:   {record.AlertWarning, []int64{1}, true, false, false},
	record.ReliefAlert:     {record.AlertWarning, []int64{60, 120}, false, true, true},
	record.PaceAlert:       {record.AlertWarning, []int64{3, 4}, false, false, true}, // in spreads of the table
	record.UnheardAlert:    {record.AlertWarning, []int64{5}, true, true, false},
	record.OvertakenAlert:  {record.AlertCritical, []int64{1}, false, false, false},
	record.ClockAlert:      {record.AlertWarning, []int64{1}, true, false, false},
	record.StaleAlert:      {record.AlertCritical, []int64{5}, true, true, false}, // whoever was removed still signs
}

// Bounds of the limits of alerts.
const (
	MostAlertLimits = 3      // of a rule
	LargestAlert    = 10_000 // of a limit
	LongestCooldown = 240    // minutes

	usualCooldown = 15
)

// LimitedAlerts returns the rules whose limits the house sets.
func LimitedAlerts() []record.AlertRule {
	return slices.DeleteFunc(record.AlertRules(), func(r record.AlertRule) bool { return r == record.OvertakenAlert })
}

// UsualAlertLimits returns the limits of a rule in a house that has set none.
func UsualAlertLimits(rule record.AlertRule) []int64 { return slices.Clone(alertRules[rule].limits) }

// UsualCooldown returns the minutes between two alerts of a rule at a table in a house that has set none.
func UsualCooldown() int { return usualCooldown }

// SoundAlertLimits reports whether a house may set such limits of a rule: up to three that rise. No limits at all are valid only
// for a rule that a house may do without.
func SoundAlertLimits(rule record.AlertRule, limits []int64) bool {
	if limits == nil || !slices.Contains(LimitedAlerts(), rule) || len(limits) > MostAlertLimits || len(limits) == 0 && !alertRules[rule].spared {
		return false
	}
	before := int64(0)
	for _, l := range limits {
		if l <= before || l > LargestAlert {
			return false
		}
		before = l
	}
	return true
}

// SoundCooldown reports whether minutes is a valid time between two alerts; 0 stands for Sabot's own.
func SoundCooldown(minutes int) bool { return minutes >= 0 && minutes <= LongestCooldown }

// wrongInAlerts returns the part of the limits of alerts that is invalid: "cooldown" or "alerts"; "" where all is valid.
func wrongInAlerts(a *record.AlertLimits) string {
	if a == nil {
		return ""
	}
	if !SoundCooldown(a.Cooldown) {
		return "cooldown"
	}
	for rule, limits := range a.Limits {
		if !SoundAlertLimits(rule, limits) {
			return "alerts"
		}
	}
	return ""
}

// tidyAlerts returns a, or nil where it sets nothing.
func tidyAlerts(a *record.AlertLimits) *record.AlertLimits {
	if a == nil || a.Cooldown == 0 && len(a.Limits) == 0 {
		return nil
	}
	return a
}

// AlertLimits returns the limits of a rule in this house; none where it does without the rule.
func (h Alerts) AlertLimits(rule record.AlertRule) []int64 {
	if a := h.set.Alerts; a != nil {
		if limits, set := a.Limits[rule]; set {
			return limits
		}
	}
	return alertRules[rule].limits
}

// AlertCooldown returns the time between two alerts of a rule at a table.
func (h Alerts) AlertCooldown() time.Duration {
	if a := h.set.Alerts; a != nil && a.Cooldown > 0 {
		return time.Duration(a.Cooldown) * time.Minute
	}
	return usualCooldown * time.Minute
}

// Lasting reports whether something has lasted as long as the first limit of a rule in minutes.
func (h Alerts) Lasting(rule record.AlertRule, length time.Duration) bool {
	limits := h.AlertLimits(rule)
	return len(limits) > 0 && length >= time.Duration(limits[0])*time.Minute
}

// Reached reports whether a condition has reached a limit of its rule.
func (h Alerts) Reached(c Condition) bool {
	limit, _ := h.reached(c)
	return limit > 0
}

// reached returns the highest limit that a condition has reached, 0 for none, and its level. Of three limits the last is critical,
// the one before a warning, the first an information.
func (h Alerts) reached(c Condition) (limit int64, level record.AlertLevel) {
	rule, limits, unit := alertRules[c.Rule], h.AlertLimits(c.Rule), int64(1)
	if c.Rule == record.PaceAlert {
		unit = c.Spread
	}
	level = min(rule.first, record.AlertCritical+1-record.AlertLevel(len(limits))) - 1
	for _, l := range limits {
		if l *= unit; l <= 0 || c.Value < l {
			break
		}
		limit, level = l, level+1
	}
	for limit > 0 && rule.doubles && c.Value >= 2*limit {
		limit, level = 2*limit, level+1
	}
	return limit, min(level, record.AlertCritical)
}

// ConditionOf returns the condition behind an alert, as far as the alert has it. Of the pace it has a spread by which the alert's
// limit is one of the house's; 0 where there is no such spread.
func (h Alerts) ConditionOf(f record.Alerted) Condition {
	c := Condition{Rule: f.Rule, Table: f.Table, Machine: f.Machine, Value: f.Value}
	if f.Since != 0 {
		c.Since = time.UnixMilli(f.Since).UTC()
	}
	if f.Rule != record.PaceAlert {
		return c
	}
	for _, n := range h.AlertLimits(f.Rule) {
		c.Spread = f.Limit / max(n, 1)
		if limit, level := h.reached(c); limit == f.Limit && level == f.Level {
			return c
		}
	}
	c.Spread = 0
	return c
}

// Minutes reports whether the value of an alert is the time that it has lasted, in minutes.
func Minutes(rule record.AlertRule) bool { return alertRules[rule].minutes }
