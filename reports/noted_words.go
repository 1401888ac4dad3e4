package reports

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports/corrections"
	"sabot/reports/paper"
)

// FieldWords returns the fields of entries that have a label, and those of a house's and a table's settings.
// Only these are shown. A new field says so by its tag, see record.Told.
func FieldWords() []string { return slices.Clone(fieldWords) }

// fieldWords are what FieldWords returns.
var fieldWords = slices.Concat(
	formerWords,
	[]string{
		"payfromright", "backup", "twice", "lost", "item", "back", "collect", "taken", "checks", "signed", "with", "papers", "pins", "compared",
		"latealone", "unanswered", "restores", "early", "readsask", "read", "corrected", "keyed", "uncounted", "unheld", "holder", "held", "duty", "bets", "laid", "decisions", "people", "since", "preset", "mode", "boxes", "rows", "result", "unpaid", "split", "changes", "moves", "cardsback", "unended", "code", "later", "lacking", "between", string(games.HasBlackjack),
	},
	record.ToldFields(),
)

// A notedPart is a part of what an entry says; the label is empty of a sentence.
type notedPart struct{ Label, Value string }

func (p notedPart) said(w pen) string {
	if p.Label == "" {
		return p.Value
	}
	return p.Label + cmp.Or(w.Colon, ": ") + p.Value
}

func isNow(f NotedField) string { return f.Is }

// entry returns the number of an entry in words.
func (w pen) entry(seq int64) string {
	return strings.ReplaceAll(w.T("report_noted_entry", map[string]any{"N": seq}), " ", paper.Tight)
}

// parts returns an entry in parts. They are its sentence where it has one, the fields that the sentence does not
// use, and the entry that it is about.
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
		w.staff = namesBut(l.Names, l.Of.Names)
		for _, p := range fieldParts(l.Table, l.Of.Kind, l.Of.Fields, w, isNow) {
			said = append(said, p.said(w))
		}
		if len(said) > 0 {
			of += cmp.Or(w.Colon, ": ") + strings.Join(said, ", ")
		}
		parts = slices.DeleteFunc(parts, func(p notedPart) bool { return p.Label == w.T("field_what") }) // it is the kind of that entry
	}
	return append([]notedPart{{"", of}}, parts...)
}

// fieldParts returns the fields of a fact of a kind in words.
func fieldParts(table, kind string, fields []NotedField, w pen, value func(NotedField) string) (parts []notedPart) {
	at := func(name string) string {
		for _, f := range fields {
			if len(f.Path) == 1 && f.top() == name {
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
			late := record.Alarmed{Split: hand, Was: at("was"), What: at("what"), Card: at("card"), Corrected: at("corrected"), Later: at("later"), Code: at("code") != "", From: games.Amount(from), Amount: games.Amount(amount)}
			sentence, used = w.lateChange(late), []string{"kind", "was", "what", "card", "corrected", "later", "code", "from", "amount", "split"}
		}
	case record.KindOf(record.Undone{}):
		if at("code") != "" {
			sentence, used = w.T("value_undone_code"), []string{"code"}
		}
	case record.KindOf(record.PaidOut{}): // how far the hand is paid, and no number of payments
		if at("rows") != "" {
			sentence, used = w.T("value_paid_up_to", map[string]any{"Rows": at("rows"), "Acts": at("acts")}), []string{"rows", "acts"}
		}
	case record.KindOf(record.HandCorrected{}):
		used = []string{"moved", "keyed", "void", noted} // the difference says it
		switch void, moved := at("void") != "", at("moved") != ""; {
		case void && moved:
			sentence = w.T("said_hand_void")
		case void:
			sentence = w.T("said_hand_void_record")
		case at("keyed") != "":
			sentence = w.T("correct_keyed")
		case !moved:
			sentence = w.T("correct_not_moved")
		}
		sentence = strings.TrimRight(sentence, ".")
	case record.KindOf(record.WrongPayout{}):
		to, err := strconv.ParseInt(at(due), 10, 64)
		if over, odd := strconv.ParseInt(at("amount"), 10, 64); err == nil && odd == nil {
			sentence, used = w.paidAs(games.Amount(to), games.Amount(over)), []string{due}
		}
	case record.KindOf(record.Looked{}):
		sentence, used = w.T("value_looked_no"), []string{string(games.HasBlackjack)}
		if at(used[0]) != "" {
			sentence = w.T("value_looked_blackjack")
		}
	case record.KindOf(record.ClosingRecounted{}):
		var float record.Float
		was, err := strconv.ParseInt(at("was"), 10, 64)
		if err == nil && json.Unmarshal([]byte(at("float")), &float) == nil {
			sentence, used = w.T("report_recounted_as", map[string]any{"Was": w.Amount(games.Amount(was)), "Amount": w.Amount(float.Value())}), []string{"was"}
		}
	case record.KindOf(record.BoxCounted{}), record.KindOf(record.DropCounted{}):
		sentence, used = dropSentence(at, w)
	case record.KindOf(record.Opened{}):
		if at("uncounted") != "" {
			sentence, used = w.T("approve_uncounted"), []string{"uncounted"}
		}
	case record.KindOf(record.Closed{}): // without a count who signs as the inspector allowed it, and need not have inspected
		if at("uncounted") != "" {
			sentence, used = w.T("report_uncounted_by", map[string]any{"Name": w.person(at("inspector"))}), []string{"uncounted", "inspector"}
		}
	case record.KindOf(record.Relieved{}), record.KindOf(record.InspectorChanged{}):
		if at(gone) != "" {
			sentence, used = w.T("value_relief_asked"), []string{gone}
		}
	case record.KindOf(record.PINFailed{}):
		if at(gone) != "" {
			sentence, used = w.T("value_pin_gone"), []string{gone}
		}
	case record.KindOf(record.IncidentOpened{}):
		if said := pit.IncidentSaid(record.IncidentClass(at("class")), at("text"), w.T); said != at("text") {
			sentence, used = said, []string{"text"}
		}
	case record.KindOf(record.KeysHanded{}):
		if at("item") != "" {
			handed := CustodyLine{Back: at("back") != "", Unheld: at("unheld") != "", Holder: w.person(at("holder"))}
			other := "custody_to"
			if handed.Back {
				other = "custody_from"
			}
			said := at("item")
			if with := at("with"); with != "" {
				said += ", " + w.T(other, map[string]any{"Name": w.person(with)})
			}
			sentence, used = handed.told(w, said), []string{"item", "back", "unheld", "holder", "with"}
		}
	case record.KindOf(record.SlipRequested{}), record.KindOf(record.SlipVerified{}), record.KindOf(record.SlipVoided{}):
		id := record.SlipID{Kind: record.SlipKind(at("kind"))}
		id.Year, _ = strconv.Atoi(at("year"))
		id.Number, _ = strconv.Atoi(at("number"))
		id.Restores, _ = strconv.Atoi(at("restores"))
		sentence, used = w.T("slip_"+string(id.Kind))+" "+id.Of(table), []string{"kind", "year", "number", "restores"}
	}
	if sentence != "" {
		parts = append(parts, notedPart{"", sentence})
	}
	for _, f := range fields {
		v := value(f)
		if v == "" || len(f.Path) == 1 && slices.Contains(used, f.top()) {
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

// dropSentence returns in words what a drop box was counted, and what it had been counted before, with the fields
// that it has used. at returns the value of a field. "" of evidence that somebody made up.
func dropSentence(at func(name string) string, w pen) (sentence string, used []string) {
	cash, err := strconv.ParseInt(at("cash"), 10, 64)
	if err != nil {
		var notes record.Float
		if text := at("notes"); text != "" && json.Unmarshal([]byte(text), &notes) != nil {
			return "", nil
		}
		cash = int64(notes.Value())
	}
	was, err := strconv.ParseInt(at("was"), 10, 64)
	if err != nil {
		return w.T("said_drop_counted", map[string]any{"Amount": w.Amount(games.Amount(cash))}), []string{"cash"}
	}
	return w.T("said_drop_recounted", map[string]any{"Was": w.Amount(games.Amount(was)), "Amount": w.Amount(games.Amount(cash))}), []string{"cash", "was"}
}

// ofPayout returns a field of a wrong payout as it is said: the amount by which the player has too much, or too little.
func (f NotedField) ofPayout(label, said, value string, w pen) (newLabel, newSaid string) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case f.top() != "amount" || err != nil:
		return label, said
	case n < 0:
		return w.T("field_paid_under"), w.Amount(games.Amount(-n))
	}
	return w.T("field_paid_over"), said
}

// alarmSentence returns what was seen, in words, and which fields of the alarm it uses.
func alarmSentence(kind record.AlarmKind, what, card string, w pen) (sentence string, used []string) {
	if kind == "" {
		return "", nil
	}
	used = []string{"kind", "what", "card"}
	switch kind {
	case record.LowRiskBets: // its sentence names no bet
		used = []string{"kind"}
	case record.LateBet:
		what = w.Spot(what)
	default:
		what = w.Card(what)
	}
	said := map[string]any{"What": what, "Card": w.Card(card)}
	return strings.TrimRight(w.T("noted_"+string(kind), said), ": \u00a0\u202f"), used
}

// name returns the label of a field: rules and spots of a game in their words.
func (f NotedField) name(kind string, w pen) string {
	var parts []string
	for i, p := range f.Path {
		switch {
		case i > 0 && f.top() == "alerts" && slices.Contains(record.AlertRules(), record.AlertRule(p)):
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
		case slices.Contains(fieldWords, p):
			p = w.T("field_" + p)
		case i > 0 && f.top() == "rules":
			p = w.T("rulename_" + p)
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// placeWord returns the place of a card in words; a time stays as it is.
func placeWord(value string, w pen) string {
	if box, ok := strings.CutPrefix(value, "box:"); ok {
		return w.T("field_box") + paper.Tight + box
	}
	switch at := (games.Place{Name: value}); at {
	case games.Bank, games.Player, games.Banker, games.Dealer:
		return w.T("place_" + value)
	}
	if value == corrections.Undealt {
		return w.T("place_undealt")
	}
	return value
}

// lies returns the place of a card in words, as CardMove has it.
func (w pen) lies(at string) string {
	switch at {
	case "":
		return w.T("report_burned")
	case corrections.NextHand:
		return w.T("place_next")
	}
	return placeWord(at, w)
}

// amounts writes values in minor units as amounts.
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
