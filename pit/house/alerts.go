package house

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sabot/pit/record"
)

// HeardLately is the largest age of what was read of a table for somebody to rely on it.
const HeardLately = 30 * time.Second

// HeardJustNow is the largest age that need not be said: a machine at which nothing happens is heard every
// ten seconds.
const HeardJustNow = 18 * time.Second

// A Condition is a state of a table or a machine that a rule judges.
type Condition struct {
	Rule           record.AlertRule
	Table, Machine string
	Value          int64     // in the rule's unit
	Since          time.Time // when it began; zero where nobody knows
	Spread         int64     // in which the limits of the pace are counted: the table's own
	Seq            int64     // the table's last entry by then, of what somebody can see to at the table; 0 of anything else
}

// Lasts returns a condition whose value is the whole minutes from since to now.
func Lasts(rule record.AlertRule, table string, since, now time.Time) Condition {
	return Condition{Rule: rule, Table: table, Value: int64(now.Sub(since) / time.Minute), Since: since}
}

// An alertKey is the identity of an alert: of alerts with the same key the last one counts.
type alertKey struct {
	rule           record.AlertRule
	table, machine string
}

// Alert is the last alert of a rule at a table, or of a machine.
type Alert struct {
	Seq   int64     // of the house's entry
	At    time.Time // UTC
	First time.Time // the first of those that nobody has acknowledged yet
	Times int       // how many they are; 0 once it is acknowledged
	record.Alerted

	Seen   record.AlertSeen // once it is
	SeenAt time.Time
}

// Open reports whether nobody has acknowledged it.
func (a Alert) Open() bool { return a.Times > 0 }

// An AlertNow is the present state of what an alert tells of.
type AlertNow struct {
	Known bool      // it is known how it stands
	Value int64     // in the rule's unit
	Since time.Time // when what stands now began; zero where nobody knows
	Ended bool      // it is so no more
	At    time.Time // since when; zero where nobody knows
	By    string    // the number of who saw to it at the table then; "" where nobody did

	Recounted int // of differences at the count, how many were counted again
}

// alerts is the house's knowledge of its alerts: the last one of each rule at each table or machine, and the verdicts.
type alerts struct {
	last   map[alertKey]Alert
	judged map[record.AlertRule]AlertsJudged
}

// AlertsJudged is a count of verdicts on a rule's alerts: those that told of something, and those that told of nothing.
type AlertsJudged struct{ Real, False int }

func (h Alerts) applyAlert(e record.Entry) {
	if h.alerts.last == nil {
		h.alerts = alerts{map[alertKey]Alert{}, map[record.AlertRule]AlertsJudged{}}
	}
	switch f := e.Fact.(type) {
	case record.Alerted:
		key := alertKey{f.Rule, f.Table, f.Machine}
		a := Alert{Seq: e.Seq, At: e.At, First: e.At, Times: 1, Alerted: f}
		if before := h.alerts.last[key]; before.Open() && !anothersDuty(f, before.Alerted) {
			a.First, a.Times = before.First, before.Times+1
		}
		h.alerts.last[key] = a
	case record.AlertSeen:
		if a, ok := h.openAlert(f.Alert); ok {
			judged := h.alerts.judged[a.Rule]
			switch f.Verdict {
			case record.FalseAlert:
				judged.False++
			case record.TableAlert: // nobody was asked
			default:
				judged.Real++
			}
			h.alerts.judged[a.Rule] = judged
			a.Times, a.Seen, a.SeenAt = 0, f, e.At
			h.alerts.last[alertKey{a.Rule, a.Table, a.Machine}] = a
		}
	}
}

func (h Alerts) openAlert(seq int64) (Alert, bool) {
	a, last := h.AlertOf(seq)
	return a, last && a.Open()
}

// AlertOf returns the alert that an entry of the house raised; false where another one has followed it, or the entry raised none.
func (h Alerts) AlertOf(seq int64) (Alert, bool) {
	for _, a := range h.alerts.last {
		if a.Seq == seq {
			return a, true
		}
	}
	return Alert{}, false
}

// LastAlert returns the last alert of the same rule, table and machine; false where none was raised.
func (h Alerts) LastAlert(of record.Alerted) (Alert, bool) {
	a, was := h.alerts.last[alertKey{of.Rule, of.Table, of.Machine}]
	return a, was
}

// OpenAlerts returns the alerts that nobody has acknowledged, the gravest first, then the oldest.
func (h Alerts) OpenAlerts() []Alert {
	var open []Alert
	for _, a := range h.alerts.last {
		if a.Open() {
			open = append(open, a)
		}
	}
	slices.SortFunc(open, func(a, b Alert) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), a.First.Compare(b.First), cmp.Compare(a.Seq, b.Seq))
	})
	return open
}

// Judged returns how many alerts of all rules were acknowledged as real, and how many as false.
func (h Alerts) Judged() (sum AlertsJudged) {
	for _, j := range h.alerts.judged {
		sum.Real, sum.False = sum.Real+j.Real, sum.False+j.False
	}
	return sum
}

// Alert returns the entry that a condition raises at a moment, or none. Nothing is raised below the first limit, nor within the
// cooldown of the alert before. Within a gaming day each limit is raised once, unless it was acknowledged and the condition began
// anew since. Who deals too long has an alert of their own, whoever dealt before. The cooldown keeps back no alert that somebody
// has to see to at the table, once the one before was seen to. Of overtaken entries one is raised again where they are more by then.
func (h Alerts) Alert(c Condition, at time.Time) []record.Fact {
	limit, level := h.reached(c)
	if limit == 0 {
		return nil
	}
	f := record.Alerted{Rule: c.Rule, Level: level, Table: c.Table, Machine: c.Machine, Day: h.GamingDay(h.Wall(at)), Value: c.Value, Limit: limit}
	if !c.Since.IsZero() {
		f.Since = c.Since.UnixMilli()
	}
	last, was := h.alerts.last[alertKey{c.Rule, c.Table, c.Machine}]
	again := !last.Open() && f.Since > last.Since || c.Rule == record.OvertakenAlert && c.Value > last.Value
	held := at.Sub(last.At) < h.AlertCooldown() && (last.Open() || !c.Rule.SeenAtTable())
	if was && !anothersDuty(f, last.Alerted) && (held || f.Day == last.Day && limit <= last.Limit && !again) {
		return nil
	}
	return []record.Fact{f}
}

// anothersDuty reports whether an alert tells of a duty that began after the one that the alert before tells of.
func anothersDuty(f, before record.Alerted) bool {
	return f.Rule == record.ReliefAlert && before.Rule == f.Rule && f.Since > before.Since
}

// AcknowledgeAlert records that somebody has seen to an alert, and whether it told of something; their words may be missing.
// Refusals: WrongRole, NoAlert where nobody need see to it any more or another one has followed it, BadSetting with "what".
func (h Alerts) AcknowledgeAlert(f record.AlertSeen, by Staff) ([]record.Fact, error) {
	if f.Verdict == record.TableAlert || !slices.Contains(record.AlertVerdicts(), f.Verdict) {
		return nil, &Refusal{Why: BadSetting, What: "what"}
	}
	return h.closeAlert(f, by)
}

// SeenAtTable records that somebody saw to an alert at its table, with their PIN. Refusals: those of AcknowledgeAlert; BadSetting
// where no PIN at a table sees to such an alert.
func (h Alerts) SeenAtTable(alert int64, by Staff) ([]record.Fact, error) {
	if a, open := h.openAlert(alert); open && !a.Rule.SeenAtTable() {
		return nil, &Refusal{Why: BadSetting, What: "what"}
	}
	return h.closeAlert(record.AlertSeen{Alert: alert, Verdict: record.TableAlert}, by)
}

func (h Alerts) closeAlert(f record.AlertSeen, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(f); err != nil {
		return nil, err
	}
	if _, open := h.openAlert(f.Alert); !open {
		return nil, Refuse(NoAlert)
	}
	f.By, f.Text = by.Number, strings.TrimSpace(f.Text)
	return []record.Fact{f}, nil
}
