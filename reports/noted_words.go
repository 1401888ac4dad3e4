package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/people"
	"sabot/pit/record"
)

// FieldWords are the fields of entries that have a label, and those of a house's and a table's settings: these are shown,
// others are not.
func FieldWords() []string {
	return append(slices.Clone(formerWords),
		"payfromright", "backup", "twice", "lost", "item", "back", "collect", "taken", "checks", "signed", "with",
		"latealone", "read", "reopened", "corrected", "uncounted", "unheld", "held", "duty", "bets", "laid", "decisions", "people", "since", "preset", "mode", "boxes", "rows", "result", "unpaid", "split", "changes", "moves", "unended", string(games.HasBlackjack),
	)
}

// A notedPart is a part of what an entry says; the label is empty of a sentence.
type notedPart struct{ Label, Value string }

func (p notedPart) said(w pen) string {
	if p.Label == "" {
		return p.Value
	}
	return p.Label + cmp.Or(w.colon, ": ") + p.Value
}

func isNow(f NotedField) string { return f.Is }

// entry is the number of an entry in words.
func (w pen) entry(seq int64) string {
	return strings.ReplaceAll(w.T("report_noted_entry", map[string]any{"N": seq}), " ", tight)
}

// parts are what an entry says: its sentence where it has one, the fields that the sentence does not use, and the entry that
// it is about.
func (l NotedLine) parts(w pen, value func(NotedField) string) []notedPart {
	w.staff = l.Names
	parts := fieldParts(l.Table, l.Kind, l.Fields, w, value)
	if l.Of == nil {
		return parts
	}
	of := w.entry(l.Of.Seq)
	if l.Of.Kind != "" {
		of = w.T("fact_"+l.Of.Kind) + " (" + of + ")"
		var said []string
		for _, p := range fieldParts(l.Table, l.Of.Kind, l.Of.Fields, w, isNow) {
			said = append(said, p.said(w))
		}
		if len(said) > 0 {
			of += cmp.Or(w.colon, ": ") + strings.Join(said, ", ")
		}
		parts = slices.DeleteFunc(parts, func(p notedPart) bool { return p.Label == w.T("field_what") }) // it is the kind of that entry
	}
	return append([]notedPart{{"", of}}, parts...)
}

// fieldParts are the fields of a fact of a kind in words.
func fieldParts(table, kind string, fields []NotedField, w pen, value func(NotedField) string) (parts []notedPart) {
	at := func(name string) string {
		for _, f := range fields {
			if len(f.Path) == 1 && f.Path[0] == name {
				return value(f)
			}
		}
		return ""
	}
	sentence, used := "", []string(nil)
	switch kind {
	case record.KindOf(record.Alarmed{}):
		if sentence, used = alarmSentence(record.AlarmKind(at("kind")), at("what"), at("card"), w); at("kind") == string(record.LateChange) {
			from, _ := strconv.ParseInt(at("from"), 10, 64)
			amount, _ := strconv.ParseInt(at("amount"), 10, 64)
			hand, _ := strconv.Atoi(at("split"))
			late := record.Alarmed{Split: hand, Was: at("was"), What: at("what"), Card: at("card"), Corrected: at("corrected"), From: games.Amount(from), Amount: games.Amount(amount)}
			sentence, used = w.lateChange(late), []string{"kind", "was", "what", "card", "corrected", "from", "amount", "split"}
		}
	case record.KindOf(record.PaidOut{}): // how far the hand is paid, and no number of payments
		if at("rows") != "" {
			sentence, used = w.T("value_paid_up_to", map[string]any{"Rows": at("rows"), "Acts": at("acts")}), []string{"rows", "acts"}
		}
	case record.KindOf(record.HandCorrected{}):
		used = []string{"moved", noted} // the difference says it
		if at("moved") == "" {
			sentence = w.T("correct_not_moved")
		}
	case record.KindOf(record.Looked{}):
		sentence, used = w.T("value_looked_no"), []string{string(games.HasBlackjack)}
		if at(used[0]) != "" {
			sentence = w.T("value_looked_blackjack")
		}
	case record.KindOf(record.Opened{}), record.KindOf(record.Closed{}):
		if at("uncounted") != "" {
			sentence, used = w.T("approve_uncounted"), []string{"uncounted"}
		}
	case record.KindOf(record.Relieved{}), record.KindOf(record.InspectorChanged{}):
		if at(gone) != "" {
			sentence, used = w.T("value_relief_asked"), []string{gone}
		}
	case record.KindOf(record.PINFailed{}):
		if at(gone) != "" {
			sentence, used = w.T("value_pin_gone"), []string{gone}
		}
	case record.KindOf(record.KeysHanded{}):
		if at("item") != "" {
			sentence, used = CustodyLine{Back: at("back") != "", Unheld: at("unheld") != ""}.told(w, at("item")), []string{"item", "back", "unheld"}
		}
	case record.KindOf(record.SlipRequested{}), record.KindOf(record.SlipVerified{}), record.KindOf(record.SlipVoided{}):
		id := record.SlipID{Kind: record.SlipKind(at("kind"))}
		id.Year, _ = strconv.Atoi(at("year"))
		id.Number, _ = strconv.Atoi(at("number"))
		sentence, used = w.T("slip_"+string(id.Kind))+" "+id.Of(table), []string{"kind", "year", "number"}
	}
	if sentence != "" {
		parts = append(parts, notedPart{"", sentence})
	}
	for _, f := range fields {
		v := value(f)
		if v == "" || len(f.Path) == 1 && slices.Contains(used, f.Path[0]) {
			continue
		}
		label, said := f.name(kind, w), f.word(kind, v, w)
		switch kind {
		case record.KindOf(record.HandCorrected{}):
			label, said = f.ofCorrection(label, said, fields, w)
		case record.KindOf(record.WrongPayout{}):
			label, said = f.ofPayout(label, said, v, w)
		}
		parts = append(parts, notedPart{label, said})
	}
	return parts
}

// ofPayout returns a field of a wrong payout as it is said: the amount by which the player has too much, or too little.
func (f NotedField) ofPayout(label, said, value string, w pen) (newLabel, newSaid string) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case f.Path[0] != "amount" || err != nil:
		return label, said
	case n < 0:
		return w.T("field_paid_under"), w.Amount(games.Amount(-n))
	}
	return w.T("field_paid_over"), said
}

// alarmSentence is what was seen, in words, and which fields of the alarm it uses.
func alarmSentence(kind record.AlarmKind, what, card string, w pen) (sentence string, used []string) {
	if kind == "" {
		return "", nil
	}
	used = []string{"kind", "what", "card"}
	switch kind {
	case record.LowRiskBets: // its sentence names no bet
		used = []string{"kind"}
	case record.LateBet:
		what = w.spot(what)
	default:
		what = w.card(what)
	}
	said := map[string]any{"What": what, "Card": w.card(card)}
	return strings.TrimRight(w.T("noted_"+string(kind), said), ": \u00a0\u202f"), used
}

// name is which field it is: rules and spots of a game in their words.
func (f NotedField) name(kind string, w pen) string {
	var parts []string
	for i, p := range f.Path {
		switch {
		case i > 0 && f.Path[0] == "alerts" && slices.Contains(record.AlertRules(), record.AlertRule(p)):
			p = w.T("report_alert_" + p)
		case p == "at" && !isNumber(cmp.Or(f.Is, f.Was)): // of a card, not of a plan
			p = w.T("field_place")
		case p == "difference" && kind == record.KindOf(record.HandCorrected{}): // commission that is noted is none of it
			p = w.T("field_difference_chips")
		case p == "laid" && (kind == record.KindOf(record.HandPaused{}) || kind == record.KindOf(record.PlayedOn{})):
			p = w.T("field_laid_lies")
		case p == "laid" && kind == record.KindOf(record.Relaid{}):
			p = w.T("field_laid_belongs")
		case p == "house" && len(f.Path) == 1: // of a hand
			p = w.T("field_result")
		case p == "what" && kind == record.KindOf(record.Alarmed{}):
			p = w.T("field_spot")
		case i > 0 && f.Path[i-1] == "limits":
			p = w.T("spot_" + p)
		case slices.Contains(FieldWords(), p):
			p = w.T("field_" + p)
		case i > 0 && f.Path[0] == "rules":
			p = w.T("rulename_" + p)
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// placeWord is where a card lies, in words; a time stays as it is.
func placeWord(value string, w pen) string {
	if box, ok := strings.CutPrefix(value, "box:"); ok {
		return w.T("field_box") + tight + box
	}
	switch at := (games.Place{Name: value}); at {
	case games.Bank, games.Player, games.Banker, games.Dealer:
		return w.T("place_" + value)
	}
	return value
}

// lies returns in words where a card lies, as CardMove has it.
func (w pen) lies(at string) string {
	switch at {
	case "":
		return w.T("report_burned")
	case nextHand:
		return w.T("place_next")
	}
	return placeWord(at, w)
}

// amounts are values in minor units.
func amounts(list string, w pen) string {
	var all []string
	for value := range strings.SplitSeq(list, ", ") {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return list
		}
		all = append(all, w.Amount(games.Amount(n)))
	}
	return strings.Join(all, ", ")
}

// composed are the fields that are lists of several values each, and how they are said.
var composed = map[string]func(raw string, w pen) string{
	"float": chipsSaid, "out": chipsSaid, "in": chipsSaid, "notes": chipsSaid, "closer": chipsSaid,
	"bets": each(func(b record.Put, w pen) string {
		said := w.box(b.Box) + " " + w.spot(b.Spot) + " " + w.Amount(b.Amount)
		if b.Bettor != "" {
			said += " (" + b.Bettor + ")"
		}
		if b.Early != (games.Early{}) {
			said += ", " + w.early(b.Early)
		}
		return said
	}),
	"laid": each(func(c record.CardLaid, w pen) string {
		at := string(c.At)
		switch {
		case c.Burned:
			at = ""
		case at == "":
			at = nextHand
		}
		return w.card(string(c.Card)) + tight + w.lies(at)
	}),
	"moves": each(func(m CardMove, w pen) string {
		return w.card(m.Card) + tight + w.lies(m.From) + " » " + w.lies(m.To)
	}),
	"decisions": each(func(d record.Decided, w pen) string {
		said := w.box(d.Box)
		if d.Bettor != "" {
			said += " (" + d.Bettor + ")"
		}
		return said + " " + w.T("choice_"+string(d.Do))
	}),
	"dues": each(func(d record.Debt, w pen) string {
		said := w.box(d.Box)
		if d.Bettor != "" {
			said += " (" + d.Bettor + ")"
		}
		return said + " " + w.Amount(d.Amount)
	}),
	"programs": each(func(p record.Program, _ pen) string { return strings.TrimSpace(p.Version + " " + short(p.SHA256)) }),
	"access": each(func(a record.Access, w pen) string {
		return w.person(a.Number) + " " + w.T("role_"+string(a.Role))
	}),
	"slips": each(func(s record.SlipID, _ pen) string { return s.String() }),
	"incidents": each(func(i record.Incident, w pen) string {
		return w.T("incident_"+string(i.Class)) + " (" + w.entry(i.Seq) + ")"
	}),
	"rows": func(raw string, w pen) string { // in the order of the bets
		var nets []games.Amount
		if json.Unmarshal([]byte(raw), &nets) == nil {
			return each(func(won games.Amount, w pen) string { return w.signed(won) })(raw, w)
		}
		return each(func(r record.Row, w pen) string { return w.signed(r.Net()) })(raw, w)
	},
	"entries": howMany,
	"unpaid": func(raw string, w pen) string {
		var list []Withdrawal
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		return actsSaid(list, w)
	},
	"changes": func(raw string, w pen) string {
		var list []Change
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		return changesSaid(list, w)
	},
	"unended": each(func(u record.Unended, w pen) string {
		return w.T("value_unended", map[string]any{"Entry": w.entry(u.Began), "At": momentSaid(strconv.FormatInt(u.Last, 10), w)})
	}),
	"lost": each(func(l lostEntries, w pen) string {
		stream := l.Stream
		if stream == record.HouseStream {
			stream = w.T("office_stream_house")
		}
		return w.T("value_lost", map[string]any{"Stream": stream, "From": l.From, "To": l.To, "N": l.To - l.From + 1})
	}),
}

func isComposed(name string) bool { return composed[name] != nil }

// howMany is how many a list has, or the number that is there in its place.
func howMany(raw string, _ pen) string {
	var list []json.RawMessage
	if json.Unmarshal([]byte(raw), &list) != nil {
		return raw
	}
	return strconv.Itoa(len(list))
}

func chipsSaid(raw string, w pen) string {
	return each(func(s record.Stack, w pen) string { return fmt.Sprintf("%d × %s", s.Pieces, w.Amount(s.Value)) })(raw, w)
}

// each says a list, value by value; what is none stays as it is written.
func each[T any](say func(T, pen) string) func(string, pen) string {
	return func(raw string, w pen) string {
		var list []T
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		var all []string
		for _, v := range list {
			all = append(all, say(v, w))
		}
		return cmp.Or(strings.Join(all, ", "), dash)
	}
}

// word is a value in words where it has some; amounts are written as amounts are, times as times.
func (f NotedField) word(kind, value string, w pen) string {
	if len(f.Path) > 1 && f.Path[0] == "alerts" { // limits in the units of their rules
		return value
	}
	last := f.Path[len(f.Path)-1]
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
	case "CHF", "EUR", "min", "max", "amount", "difference", "unit", "values", "chips", "cash", "first", "funds", "taken":
		return amounts(value, w)
	case "house":
		return amounts(value, w)
	case "report":
		return reportSaid(value, w)
	case "card", "corrected":
		return w.card(value)
	}
	if len(f.Path) > 1 && f.Path[0] == "rules" {
		return ruleSaid(last, value, w)
	}
	if value == "true" {
		return w.T("report_noted_yes")
	}
	return value
}

// momentSaid is a moment in milliseconds of UTC since 1970, by the house's clock.
func momentSaid(value string, w pen) string {
	ms, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return value
	}
	if w.zone == nil {
		w.zone = time.UTC
	}
	return w.clock(time.UnixMilli(ms))
}

// ruleSaid is the value of a game's own rule.
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

// reportSaid is a kind of report, and whether it was signed or on paper.
func reportSaid(value string, w pen) string {
	kind, how, _ := strings.Cut(value, "-")
	titles := map[Kind]string{
		ShiftReport: "report_title", TableReport: "report_table_title", ReconstructionReport: "report_reconstructions", IncidentReport: "report_incidents", SlipReport: "value_report_slip",
		HouseReport: "report_house_title", AccessReport: "report_access", ChangesReport: "report_changes", ExceptionsReport: "report_exceptions",
	}
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

// keyOf is the sentence of a value that is one of a list; "" of another one.
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
	case "preset":
		return of(handfile.Presets(), value, "preset_")
	case "rules":
		return of(handfile.Presets(), value, "preset_")
	case "game":
		return of(handfile.Games(), value, "value_game_")
	case "mode":
		return of([]games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}, value, "office_rounding_")
	case "for":
		return of(people.Rights(), value, "right_")
	}
	return ""
}

// of is a prefix before a value of a list; "" of another value.
func of[T ~string](list []T, value, prefix string) string {
	if slices.Contains(list, T(value)) {
		return prefix + value
	}
	return ""
}
