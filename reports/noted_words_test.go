package reports_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// elsewhere are fields that no content tells: who signed stands under Who, the entry that one is about stands first, and what
// is for programs is for none to read.
var elsewhere = []string{
	"by", "with", "approver", "manager", "says", "seq", "restore", "incident", "payout", "alert", "sig", "before", "note", "head", "heads", "left", "parts", "run", "began", "move", "behind",
}

// values are the values of fields that take one of a list.
func values(kind, field string) []string {
	strs := func(list any) (all []string) {
		v := reflect.ValueOf(list)
		for i := range v.Len() {
			all = append(all, v.Index(i).String())
		}
		return all
	}
	alarms := []record.AlarmKind{
		record.ImpossibleCard, record.LowRiskBets, record.LateBet, record.LateChange, record.ExposedCard, record.SecondSeen, record.HoleDenied, record.HoleSeen, record.ShoeElsewhere,
		record.ShoeOverruled, record.ShoeLeftOut, record.ShoeGap, record.ShoeSilent, record.ShoeLost, record.ShoeFault,
	}
	switch {
	case kind == "alarm" && field == "kind":
		return strs(alarms)
	case kind == "alarm" && field == "was":
		return strs(games.Actions())
	case kind == "paused" && field == "kind", kind == "shuffledue" && field == "why":
		return strs(record.Irregularities())
	case strings.HasPrefix(kind, "slip") && field == "kind":
		return []string{string(record.Fill), string(record.Credit)}
	case kind == "signedoff" && field == "why":
		return strs(record.SignOffWhys())
	case field == "why" && kind != "backupfailed", field == "fresh", field == "due":
		return strs(record.CardChanges())
	case field == "cause":
		return strs(record.BackupCauses())
	case field == "class":
		return append(strs(record.IncidentClasses()), string(record.TwoTablesIncident))
	case field == "role":
		return strs(record.Roles())
	case field == "rule" && kind == "alerted":
		return strs(record.AlertRules())
	case field == "verdict":
		return strs(record.AlertVerdicts())
	case field == "when":
		return []string{string(record.AtOpening), string(record.AtCheck), string(record.AtClosing)}
	case field == "how" && kind == "bets":
		return []string{string(record.ByChip), string(record.ByAmount), string(record.ByRepeat), string(record.ByDouble), string(record.ByClear)}
	case field == "do", field == "then":
		return strs(games.Actions())
	case field == "choice":
		return []string{string(games.Follow), string(games.ChooseDouble), string(games.ChooseSplit), string(games.Right), string(games.Left)}
	case field == "collect":
		return strs(games.RoundingModes())
	case field == "source":
		return strs(record.Sources())
	case field == "looked":
		return []string{string(games.NoBlackjack), string(games.HasBlackjack)}
	case field == "for":
		return strs(house.Rights())
	case field == "language":
		return text.Languages()
	case field == "what" && kind == "undone":
		return record.Kinds()
	case field == "game":
		return []string{"lugano", "puntobanco", "blackjack"}
	case field == "report":
		var all []string
		for _, k := range reports.Kinds() {
			all = append(all, string(k), string(k)+record.SignedReport, string(k)+record.PaperReport, string(k)+"-provisional")
		}
		return all
	}
	return nil
}

// fill fills a value; what takes one of a list gets the nth.
func fill(v reflect.Value, kind, field string, nth int) {
	switch v.Interface().(type) {
	case json.RawMessage:
		presets := handfile.Presets()
		g, _ := handfile.Preset(presets[nth%len(presets)])
		o := g.(handfile.Configurable).Options()
		o.Limits, o.Decks, o.Boxes, o.Rounding = map[string]games.Limit{}, o.Decks+1, 3, games.Rounding{Unit: 500, Mode: games.RoundUp}
		for _, s := range g.Spots() {
			o.Limits[s.Name] = games.Limit{Min: 1000, Max: 50000}
			o.Off = append(o.Off, s.Name)
		}
		g = g.(handfile.Configurable).With(o)
		if ruled, ok := g.(games.Ruled); ok {
			for _, r := range handfile.RulesOf(g) {
				if len(r.Values) > 0 && r.Kind == games.OneOf {
					if with, ok := ruled.WithRule(r.Key, r.Values[(nth+1)%len(r.Values)]); ok {
						g = with
					}
				}
			}
		}
		v.Set(reflect.ValueOf(json.RawMessage(handfile.EncodeRules(g))))
		return
	case games.Odds:
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			fill(v.Field(i), kind, name, nth)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), kind, field, nth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), kind, field, nth)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if v.Type().Elem().Kind() == reflect.Int64 { // amounts by currency
			v.SetMapIndex(reflect.ValueOf("CHF"), reflect.ValueOf(games.Amount(400_000)))
			return
		}
		for _, rule := range record.AlertRules() {
			v.SetMapIndex(reflect.ValueOf(rule), reflect.ValueOf([]int64{20, 45}))
		}
	case reflect.String:
		if list := values(kind, field); len(list) > 0 {
			v.SetString(list[nth%len(list)])
			return
		}
		if kind == "patterns" && field == "off" {
			field = "patternsoff"
		}
		v.SetString(map[string]string{"card": "8h", "at": "box:3", "spot": "player", "what": "player", "off": "player", "patternsoff": "ping_pong_banco", "outcome": "win", "colours": "red", "said": "9c", "telegram": "12"}[field])
		if v.Len() == 0 {
			v.SetString("Xyz 7")
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint8:
		v.SetUint(2)
	case reflect.Bool:
		v.SetBool(true)
	}
}

// Every kind of entry is said in words in every language: all of its fields, whatever they hold, and where those that may be
// empty are.
func TestEveryKindIsSaidInWords(t *testing.T) {
	for _, lang := range text.Languages() {
		w := text.Open(lang, "CHF")
		for _, kind := range record.Kinds() {
			blank := record.Blank(kind)
			for nth := range max(1, longest(kind, reflect.TypeOf(blank))) {
				full := reflect.New(reflect.TypeOf(blank)).Elem()
				fill(full, kind, "", nth)
				fact := full.Interface().(record.Fact)
				l := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 9, Hand: 2, Fact: fact}, nil, record.Tipped{Amount: 500}, &house.House{})
				holds(t, w, l)
				if lang == "it" {
					everyFieldIsTold(t, l, fact)
				}
			}
			empty := optionalEmpty(kind, blank)
			holds(t, w, reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 9, Fact: empty}, nil, nil, &house.House{}))
		}
	}
}

// longest is how many values the field with the most of them has.
func longest(kind string, of reflect.Type) (most int) {
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		n := len(values(kind, name))
		if f.Type == reflect.TypeFor[json.RawMessage]() {
			n = len(handfile.Presets())
		}
		most = max(most, n)
	}
	return most
}

// optionalEmpty is a fact with nothing but what it must have.
func optionalEmpty(kind string, blank record.Fact) record.Fact {
	v := reflect.New(reflect.TypeOf(blank)).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if tag := f.Tag.Get("json"); f.IsExported() && !f.Anonymous && !strings.Contains(tag, "omitempty") {
			fill(v.FieldByIndex(f.Index), kind, tag, 0)
		}
	}
	return v.Interface().(record.Fact)
}

func everyFieldIsTold(t *testing.T, l reports.NotedLine, fact record.Fact) {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(record.EncodeValue(fact), &fields); err != nil {
		t.Fatal(err)
	}
	for name := range fields {
		told := slices.Contains(elsewhere, name) || record.ToldOf(l.Kind, name) == record.Hidden
		for _, f := range l.Fields {
			told = told || f.Path[0] == name
		}
		if !told {
			t.Errorf("%s: no sentence uses %q: its tag log says how it is told", l.Kind, name)
		}
	}
}

// holds reports an entry whose words are none.
func holds(t *testing.T, w *text.Catalogue, l reports.NotedLine) {
	t.Helper()
	for _, row := range append(l.Each(w), []string{l.Said(w), l.Where(w)}) {
		for _, said := range row {
			if strings.Contains(said, "<no value>") || strings.Contains(said, "{") || strings.Contains(said, "[") || strings.Contains(said, "<nil>") {
				t.Errorf("%s %s: %q", w.Language, l.Kind, said)
			}
			for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(" ;:,()\u00a0", r) }) {
				if strings.Contains(word, "_") || slices.Contains(raw, word) {
					t.Errorf("%s %s: %q has %q, a name of the record", w.Language, l.Kind, said, word)
				}
			}
		}
	}
}

// raw are names of the record that are no words of any language.
var raw = []string{"approver", "bettor", "lowrisk", "latebets", "offerexposed", "patternsoff", "bettime", "bettimeends", "sha256", "handclosed", "boughtin", "backupset"}

// Evidence that somebody made up may name no field: it is drawn, or refused, and breaks nothing.
func TestFieldWithoutAName(t *testing.T) {
	for _, form := range []int{6, reports.Form} {
		e, err := reports.Evidence{Form: form}.OfNoted(reports.Noted{Lines: []reports.NotedLine{{Kind: "alarmed", Fields: []reports.NotedField{{Is: "x"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = e.Report(words{})
	}
}
