package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// alertRule is what Sabot itself has of a rule: it raises an alert at each of its limits once, and where it doubles
// at twice the last one, four times and so on.
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

// LimitedAlerts are the rules whose limits are the house's to set.
func LimitedAlerts() []record.AlertRule {
	return slices.DeleteFunc(record.AlertRules(), func(r record.AlertRule) bool { return r == record.OvertakenAlert })
}

// UsualAlertLimits are those of a rule in a house that has said nothing of it.
func UsualAlertLimits(rule record.AlertRule) []int64 { return slices.Clone(alertRules[rule].limits) }

// UsualCooldown is the time between two alerts of a rule at a table in such a house, in minutes.
func UsualCooldown() int { return usualCooldown }

// SoundAlertLimits says whether a house may have such limits of a rule: up to three that rise, none of one that it may do
// without.
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

// SoundCooldown says whether a house may have so many minutes between two alerts; 0 is Sabot's own.
func SoundCooldown(minutes int) bool { return minutes >= 0 && minutes <= LongestCooldown }

// wrongInAlerts is what of the limits of alerts will not do: "cooldown", "alerts", "" where all do.
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

// tidyAlerts is nil where the house says nothing of them.
func tidyAlerts(a *record.AlertLimits) *record.AlertLimits {
	if a == nil || a.Cooldown == 0 && len(a.Limits) == 0 {
		return nil
	}
	return a
}

// AlertLimits are the limits of a rule in this house; none where it does without.
func (h *House) AlertLimits(rule record.AlertRule) []int64 {
	if a := h.set.Alerts; a != nil {
		if limits, set := a.Limits[rule]; set {
			return limits
		}
	}
	return alertRules[rule].limits
}

// AlertCooldown is the time between two alerts of a rule at a table.
func (h *House) AlertCooldown() time.Duration {
	if a := h.set.Alerts; a != nil && a.Cooldown > 0 {
		return time.Duration(a.Cooldown) * time.Minute
	}
	return usualCooldown * time.Minute
}

// Lasting says that something has lasted as long as the first limit of a rule in minutes.
func (h *House) Lasting(rule record.AlertRule, length time.Duration) bool {
	limits := h.AlertLimits(rule)
	return len(limits) > 0 && length >= time.Duration(limits[0])*time.Minute
}

// Reached reports whether a condition has reached a limit of its rule.
func (h *House) Reached(c Condition) bool {
	limit, _ := h.reached(c)
	return limit > 0
}

// reached is the highest limit that a condition has reached, 0 for none, and how grave that is: of three limits the last is
// critical, the one before a warning, the first an information.
func (h *House) reached(c Condition) (limit int64, level record.AlertLevel) {
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

// ConditionOf is the condition that an alert tells of, as far as it says: of the pace a spread in which its limit is one of
// the house's, none where there is no such.
func (h *House) ConditionOf(f record.Alerted) Condition {
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

// Minutes says whether the value of an alert is for how long it has lasted.
func Minutes(rule record.AlertRule) bool { return alertRules[rule].minutes }
