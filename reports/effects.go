package reports

import (
	"encoding/json"
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// An Effect is what an entry did to a hand that the entry itself does not say.
type Effect struct {
	Unpaid  []pit.Act    // the payments that are due again where something was taken back
	Changes []Change     // what a closed hand has otherwise since it was corrected
	House   games.Amount // what the house had of it before
	Box     int          // whose move was not so, where the move names another entry alone
	Bettor  string
	Moves   []CardMove // of a reconstruction, the cards that lie elsewhere by it
}

// EffectOfRelay returns which cards a reconstruction has lie elsewhere: t is the table as it left it, laid its cards as its entry
// has them, which names none that lies face down.
func EffectOfRelay(t *pit.Table, laid []record.CardLaid) (did Effect) {
	n := len(t.Current.Relays)
	if n == 0 {
		return did
	}
	r := t.Current.Relays[n-1]
	all := moves(r.Before, r.After)
	keepSecret(t, r.Before, all)
	for i, m := range all {
		if i < len(laid) {
			m.Card = string(laid[i].Card)
		}
		if i >= len(r.After) {
			m.To = nextHand
		}
		if m.Moved() {
			did.Moves = append(did.Moves, m)
		}
	}
	return did
}

// EffectOfVoid returns whose move it is that was not so: what came back of a wrong payout names that entry alone.
func EffectOfVoid(t *pit.Table, f record.MoveVoided) (did Effect) {
	for _, m := range t.AllMoves() {
		if back, ok := m.Fact.(record.PayoutSettled); ok && m.Seq == f.Seq {
			if p, known := t.Payout(back.Payout); known {
				did.Box, did.Bettor = p.Box, p.Bettor
			}
		}
	}
	return did
}

// EffectOfCorrection returns what a correction of a closed hand has otherwise: was and is are the hand before and after it.
func EffectOfCorrection(t *pit.Table, was, is *pit.Hand) Effect {
	return Effect{Changes: changes(was.Game(t.Game), was.Round, is.Round), House: was.House}
}

// With returns the line of an entry with what it did; evidence before form 7 has none of it.
func (l NotedLine) With(did Effect) NotedLine {
	switch l.Kind {
	case record.KindOf(record.Undone{}):
		if l.Of == nil || len(did.Unpaid) == 0 {
			return l
		}
		if l.Of.Kind == record.KindOf(record.PaidOut{}) { // these are what it says
			l.Of.Fields = nil
		}
		l.Fields = append(l.Fields, NotedField{Path: []string{"unpaid"}, Is: asJSON(unpaid(did.Unpaid, Form))})
	case record.KindOf(record.MoveVoided{}):
		if l.Of == nil || did.Box == 0 {
			return l
		}
		l.Of.Fields = append(l.Of.Fields, NotedField{Path: []string{"box"}, Is: strconv.Itoa(did.Box)})
		if did.Bettor != "" {
			l.Of.Fields = append(l.Of.Fields, NotedField{Path: []string{"bettor"}, Is: did.Bettor})
		}
	case record.KindOf(record.Relaid{}), record.KindOf(record.PlayedOn{}):
		if len(did.Moves) > 0 {
			l.Fields = append([]NotedField{{Path: []string{"moves"}, Is: asJSON(did.Moves)}}, l.Fields...)
		}
	case record.KindOf(record.HandCorrected{}):
		if len(did.Changes) == 0 {
			return l
		}
		l.Fields = slices.DeleteFunc(l.Fields, func(f NotedField) bool { // they are in what was put right
			return slices.Contains([]string{"bets", "laid", "decisions", "rows"}, f.Path[0])
		})
		for i, f := range l.Fields {
			if f.Path[0] == "house" {
				l.Fields[i].Was = strconv.FormatInt(int64(did.House), 10)
			}
		}
		l.Fields = append(l.Fields, NotedField{Path: []string{"changes"}, Is: asJSON(did.Changes)})
	}
	return l
}

// asJSON writes a list as a field has it.
func asJSON(list any) string {
	text, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(text)
}

// ofCorrection returns a field of a correction as it is said: the house's result with what it was, the difference for both
// sides. Others stay as they are said.
func (f NotedField) ofCorrection(label, said string, all []NotedField, w pen) (newLabel, newSaid string) {
	amount := func(value string) games.Amount {
		n, _ := strconv.ParseInt(value, 10, 64)
		return games.Amount(n)
	}
	field := func(name string) (NotedField, bool) {
		i := slices.IndexFunc(all, func(f NotedField) bool { return len(f.Path) == 1 && f.Path[0] == name })
		if i < 0 {
			return NotedField{}, false
		}
		return all[i], true
	}
	switch {
	case len(f.Path) != 1:
	case f.Path[0] == "house" && f.Was != "":
		return label, amounts(f.Was, w) + " » " + said
	case f.Path[0] == "difference":
		_, moved := field("moved")
		if house, _ := field("house"); house.Was != "" && amount(house.Is)-amount(house.Was) == amount(f.Is) { // no commission is in it
			label = w.T("field_difference")
		}
		return label, differenceSaid(amount(f.Is), moved, w)
	}
	return label, said
}
