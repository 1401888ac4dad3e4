package office

import (
	"encoding/json"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Filled returns the table as it is filled in. Error: a Mistake in the field that cannot be read, or that does
// not fit the others.
func (f *TableFields) Filled() (record.TableSet, error) {
	set := f.was
	g, err := f.rules()
	if err != nil {
		return set, err
	}
	set.Game, set.Rules = g.Name(), handfile.EncodeRules(g)
	set.Settings, err = f.habits()
	return set, err
}

// rules returns the game as it is filled in: limits of spots without a field stay.
func (f *TableFields) rules() (games.Game, error) {
	preset := f.game.Options().Preset
	all := map[string]json.RawMessage{}
	limits := maps.Clone(f.game.Options().Limits)
	if limits == nil {
		limits = map[string]games.Limit{}
	}
	off := []string{}
	for _, s := range f.spots {
		limit, err := s.limit()
		if err != nil {
			return nil, err
		}
		limits[s.Name] = limit
		if s.on != nil && !s.on.Checked {
			off = append(off, s.Name)
		}
	}
	rounding, err := f.round()
	if err != nil {
		return nil, err
	}
	boxes, err := countIn(f.Boxes, "boxes", mostBoxes(f.game))
	if err != nil {
		return nil, err
	}
	decks, err := countIn(f.decks, "decks", 99)
	if err != nil {
		return nil, err
	}
	if err := EnterRules(f.Own, all); err != nil {
		return nil, err
	}
	for _, rule := range []struct {
		name  string
		value any
	}{{"preset", preset}, {"off", off}, {"boxes", boxes}, {"decks", decks}, {"rounding", map[string]any{"unit": rounding.Unit, "mode": rounding.Mode}}} {
		if all[rule.name], err = json.Marshal(rule.value); err != nil {
			return nil, err
		}
	}
	rules, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	g, err := handfile.ParseRules(f.game.Name(), rules)
	if err != nil {
		return nil, bad(f.spots[0].least, "limits")
	}
	g, ok := handfile.WithLimits(g, limits)
	if !ok {
		return nil, bad(f.spots[0].least, "limits")
	}
	return g, nil
}

// limit returns the limits that are filled in for a spot.
func (s spotFields) limit() (games.Limit, error) {
	var l games.Limit
	var err error
	if l.Min, err = amountIn(s.least, "amount"); err != nil {
		return l, err
	}
	if l.Max, err = amountIn(s.most, "amount"); err != nil {
		return l, err
	}
	if l.Max > 0 && l.Min > l.Max {
		return l, bad(s.least, "limits")
	}
	return l, nil
}

// round returns how winnings are rounded.
func (f *TableFields) round() (games.Rounding, error) {
	unit, err := amountIn(f.rounding, "rounding")
	if err == nil && unit < 1 {
		err = bad(f.rounding, "rounding")
	}
	return games.Rounding{Unit: unit, Mode: roundings[max(0, f.mode.SelectedIndex())]}, err
}

// countIn returns the whole number in a field, from 1 to most.
func countIn(f *controls.Field, part string, most int) (int, error) {
	n, err := strconv.Atoi(f.Filled())
	if err != nil || n < 1 || n > most {
		return 0, &controls.Mistake{At: f, Err: &house.Refusal{Why: house.BadSetting, What: part, N: most}}
	}
	return n, nil
}

// mostBoxes returns the most boxes that a table of the game has: as many as are built, or as it has now.
func mostBoxes(g games.Game) int {
	built := g.Layout().Boxes
	return max(g.Options().Boxes, built[len(built)-1])
}

// amountIn returns the amount in a field; an empty one is 0. Another text is refused as a part of the form.
func amountIn(f *controls.Field, part string) (games.Amount, error) {
	if f.Filled() == "" {
		return 0, nil
	}
	a, ok := text.ParseAmount(f.Filled())
	if !ok {
		return 0, bad(f, part)
	}
	return a, nil
}

// bad returns a refusal of what is in a field.
func bad(f *controls.Field, part string) error {
	return &controls.Mistake{At: f, Err: &house.Refusal{Why: house.BadSetting, What: part}}
}

// habits returns the table's settings with what is filled in; nil where there were none and none are set.
func (f *TableFields) habits() (*record.Settings, error) {
	s := f.settings
	for _, h := range []struct {
		tick *controls.Tick
		to   *bool
	}{
		{f.burn, &s.Burn},
		{f.lateBets, &s.LateBets},
		{f.offer, &s.OfferExposed},
		{f.tips, &s.Tips},
		{f.lowRisk, &s.LowRisk},
		{f.reveal, &s.Reveal},
		{f.continuous, &s.Continuous},
		{f.payFromRight, &s.PayFromRight},
	} {
		if !h.tick.Disabled() {
			*h.to = h.tick.Checked
		}
	}
	var err error
	if s.Difference, err = amountIn(f.difference, "amount"); err != nil {
		return nil, err
	}
	if s.CutCard, err = strconv.Atoi(f.cut.Filled()); err != nil || s.CutCard < 0 {
		return nil, bad(f.cut, "cut")
	}
	if s.Notice, err = strconv.Atoi(f.notice.Filled()); err != nil {
		return nil, &controls.Mistake{At: f.notice, Err: &house.Refusal{Why: house.BadSetting, What: "notice", N: house.LongestNotice}}
	}
	if s.BetTime, err = seconds(f.betTime.Text); err != nil {
		return nil, &controls.Mistake{At: f.betTime, Err: err}
	}
	s.Collect = "" // it is the house's to say
	s.BetTimeEnds = f.timeEnds.Checked && s.BetTime > 0
	if s.Float, err = f.stacks(); err != nil {
		return nil, err
	}
	if f.was.Settings == nil && reflect.ValueOf(s).IsZero() {
		return nil, nil
	}
	return &s, nil
}

// seconds returns a time to bet as it is filled in; "" and 0 mean no clock. Refusal: BadSetting.
func seconds(typed string) (int, error) {
	const least, most = 10, 600
	typed = strings.TrimSpace(typed)
	if typed == "" || typed == "0" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < least || n > most {
		return 0, &house.Refusal{Why: house.BadSetting, What: "bettime"}
	}
	return n, nil
}

// stacks returns the float as it is filled in.
func (f *TableFields) stacks() (record.Float, error) {
	var float record.Float
	for i, value := range f.chips {
		typed := f.float[i].Filled()
		if typed == "" || typed == "0" {
			continue
		}
		pieces, err := strconv.ParseInt(typed, 10, 64)
		if err != nil || pieces < 0 {
			return nil, bad(f.float[i], "float")
		}
		float = append(float, record.Stack{Value: value, Pieces: pieces})
	}
	return float, nil
}
