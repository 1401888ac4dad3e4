package view

import (
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// dealAct returns which card goes where; of cards that were dealt face down, which is turned.
func (v ActViewer) dealAct(t *pit.Table, step games.Step) string {
	if t.Deal().MayHide() {
		return v.hideAct(t, step)
	}
	n := nextAt(t, step)
	dealt, opening := t.Deal().FaceDown()
	if opening {
		n = firstFaceDown(t, step.At, n)
	}
	number := Digit(n)
	if n > 3 {
		number = "more"
	}
	key := "act_card_"
	switch {
	case t.Deal().ReadsAhead():
		return v.Text.T("act_ahead_" + step.At.Name)
	case opening:
		key = "act_open_"
	case dealt && step.At.Box > 0:
		key = "act_down_"
	}
	if step.At.Box > 0 {
		key += "box_"
	} else {
		key += step.At.Name + "_"
	}
	sentence := v.Text.T(key+number, boxArgs(step.At.Box))
	if opening {
		sentence = v.leftAct(t, step.At, sentence)
	}
	if step.Hand > 0 {
		sentence += ", " + v.Text.T("split_"+Digit(step.Hand))
	}
	return sentence
}

// nextAt returns which card of its hand the next one is, from 1.
func nextAt(t *pit.Table, step games.Step) int {
	n := 1
	for _, h := range t.Current.Hands() {
		if h.At == step.At && (h.Number == 0 || h.Number == step.Hand) {
			n += len(h.Cards)
		}
	}
	return n
}

// firstFaceDown returns which of the cards at a place is the first that lies face down. Where none is known to it
// returns as many as are known, and one more.
func firstFaceDown(t *pit.Table, at games.Place, next int) int {
	n := 0
	for _, l := range t.Felt().OnFelt() {
		if l.At.Place() != at || l.Burned {
			continue
		}
		if n++; l.Card.Hidden() {
			return n
		}
	}
	return next
}

// leftAct returns where the next cards of a face-down deal go that was put right, and which card is read then: opens, where it is turned.
func (v ActViewer) leftAct(t *pit.Table, next games.Place, opens string) string {
	left, known := t.Deal().LeftDeal(next)
	switch {
	case !known:
		return opens
	case left.Lies:
		return v.Text.T("act_lies_" + next.Name)
	case left.Dealt:
		opens = v.Text.T("act_card_" + next.Name + "_1")
	}
	var sentences []string
	for i, places := range [][]games.Place{left.First, left.Second} {
		if len(places) > 0 {
			sentences = append(sentences, v.Text.T("act_deal_"+Digit(i+1), text.Args{"Places": v.placesNamed(places)}))
		}
	}
	return strings.Join(append(sentences, opens), ". ")
}

// placesNamed names places after a colon: boxes by their numbers behind the word.
func (v ActViewer) placesNamed(places []games.Place) string {
	var numbers, names []string
	for _, at := range places {
		if at.Box > 0 {
			numbers = append(numbers, Digit(at.Box))
		} else {
			names = append(names, v.Place(at))
		}
	}
	if len(numbers) > 0 {
		names = append([]string{v.Text.T("places_boxes", text.Args{"N": len(numbers), "Boxes": strings.Join(numbers, ", ")})}, names...)
	}
	return strings.Join(names, ", ")
}
