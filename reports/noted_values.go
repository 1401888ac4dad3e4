package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// word returns a value in words where it has some; amounts are written as amounts are, times as times.
func (f NotedField) word(kind, value string, w pen) string {
	if len(f.Path) > 1 && f.top() == "alerts" { // limits in the units of their rules
		return value
	}
	last := f.last()
	if say := composed[last]; say != nil {
		return say(value, w)
	}
	if namesPeople(kind, f.Path) {
		return w.persons(value)
	}
	if key := keyOf(last, kind, value); key != "" {
		return w.T(key)
	}
	switch last {
	case "at", "begins":
		if minutes, err := strconv.Atoi(value); err == nil {
			return fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
		}
		return placeWord(value, w)
	case "since", "cards", "was":
		return momentSaid(value, w)
	case "from":
		if kind == record.KindOf(record.LimitsAnnounced{}) {
			return momentSaid(value, w)
		}
	case "colours", "off", "patternsoff":
		var all []string
		for v := range strings.SplitSeq(value, ", ") {
			prefix := map[string]string{"colours": "colour_", "off": "spot_", "patternsoff": "good_"}[last]
			if kind == record.KindOf(record.PatternsSet{}) {
				prefix = "good_"
			}
			if !strings.HasPrefix(v, "#") {
				v = w.T(prefix + v)
			}
			all = append(all, v)
		}
		return strings.Join(all, ", ")
	case "CHF", "EUR", "min", "max", "amount", "difference", "unit", "values", "chips", "cash", "first", "funds", "taken", "house":
		return amounts(value, w)
	case "report":
		return reportSaid(value, w)
	case "card", "corrected":
		return w.Card(value)
	case "later":
		var all []string
		for name := range strings.FieldsSeq(value) {
			all = append(all, w.Card(name))
		}
		return strings.Join(all, ", ")
	}
	if len(f.Path) > 1 && f.top() == "rules" {
		return ruleSaid(last, value, w)
	}
	if value == "true" {
		return w.T("report_noted_yes")
	}
	return value
}

// momentSaid returns a moment in milliseconds of UTC since 1970, by the house's clock.
func momentSaid(value string, w pen) string {
	ms, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return value
	}
	if w.Zone == nil {
		w.Zone = time.UTC
	}
	return w.Clock(time.UnixMilli(ms))
}

// ruleSaid returns the value of a game's own rule in words.
func ruleSaid(key, value string, w pen) string {
	if value == "true" {
		return w.T("rulevalue_yes")
	}
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		for _, r := range handfile.RulesOf(g) {
			if r.Key == key && r.Kind == games.OneOf && slices.Contains(r.Values, value) {
				return w.T("rulevalue_" + key + "_" + value)
			}
		}
	}
	return value
}

// titles are the keys of what the kinds of report are called.
var titles = map[Kind]string{
	ShiftReport: "report_title", TableReport: "report_table_title", ReconstructionReport: "report_reconstructions", IncidentReport: "report_incidents", SlipReport: "value_report_slip",
	HouseReport: "report_house_title", AccessReport: "report_access", ChangesReport: "report_changes", ExceptionsReport: "report_exceptions",
}

// reportSaid returns a kind of report in words, and whether it was signed or on paper.
func reportSaid(value string, w pen) string {
	kind, how, _ := strings.Cut(value, "-")
	title := titles[Kind(kind)]
	if title == "" {
		return value
	}
	said := w.T(title)
	for part := range strings.SplitSeq(how, "-") {
		if slices.Contains([]string{"signed", "paper", "provisional"}, part) {
			said += ", " + w.T("value_report_"+part)
		}
	}
	return said
}

// keyOf returns the key of the text for a value of a list; "" for any other value.
func keyOf(field, kind, value string) string {
	switch field {
	case "role":
		return of(record.Roles(), value, "role_")
	case "do", "then":
		return of(games.Actions(), value, "choice_")
	case "choice":
		return of([]games.Choice{games.Follow, games.ChooseDouble, games.ChooseSplit, games.Right, games.Left}, value, "early_")
	case "source":
		return of(record.Sources(), value, "source_")
	case "collect":
		return of(games.RoundingModes(), value, "value_round_")
	case "class":
		return of(record.IncidentClasses(), value, "incident_") + of([]record.IncidentClass{record.TwoTablesIncident}, value, "incident_")
	case "rule":
		return of(record.AlertRules(), value, "report_alert_")
	case "verdict":
		return of(record.AlertVerdicts(), value, "alert_")
	case "level":
		if at := strings.Index("123", value); len(value) == 1 && at >= 0 {
			return "level_" + []string{"info", "warning", "critical"}[at]
		}
	case "spot":
		return "spot_" + value
	case "kind":
		return of(record.Irregularities(), value, "irregularity_") + of([]record.SlipKind{record.Fill, record.Credit}, value, "slip_")
	case "why", "fresh", "due":
		switch kind {
		case record.KindOf(record.ShuffleDue{}):
			return of(record.Irregularities(), value, "irregularity_")
		case record.KindOf(record.SignedOff{}):
			return of(record.SignOffWhys(), value, "value_why_")
		}
		return of(record.CardChanges(), value, "cards_")
	case "what":
		if kind == record.KindOf(record.Alarmed{}) {
			return "spot_" + value
		}
		if record.Blank(value) != nil {
			return "fact_" + value
		}
	case "cause":
		return of(record.BackupCauses(), value, "value_cause_")
	case "when":
		return of([]record.CountMoment{record.AtOpening, record.AtCheck, record.AtClosing}, value, "report_at_")
	case "how":
		return of([]record.BetHow{record.ByChip, record.ByAmount, record.ByRepeat, record.ByDouble, record.ByClear}, value, "value_how_") + of(pinHows, value, "value_pin_")
	case "looked":
		return of([]games.Looked{games.NoBlackjack, games.HasBlackjack}, value, "value_looked_")
	case "language":
		return of([]string{"it", "de", "fr", "en"}, value, "lang_")
	case "preset", "rules":
		return of(handfile.Presets(), value, "preset_")
	case "game":
		return of(handfile.Games(), value, "value_game_")
	case "mode":
		return of([]games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}, value, "office_rounding_")
	case "for":
		return of(house.Rights(), value, "right_")
	}
	return ""
}

// of returns a prefix and a value of the list; "" for any other value.
func of[T ~string](list []T, value, prefix string) string {
	if slices.Contains(list, T(value)) {
		return prefix + value
	}
	return ""
}
