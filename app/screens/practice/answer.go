package practice

import (
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/drill"
)

// answers returns the keys that answer a question: one chooses, and Enter answers with the choice, as it does
// with an amount.
func (r *running) answers(q drill.Question) []controls.DrillKey {
	enter := "sign_ok"
	if q.Ask == drill.Comes && r.chosen.Say == "" {
		enter = "drill_pay"
	}
	return append(r.choices(q), r.button(enter, "Enter", true, r.enter))
}

// choices returns the keys of a question that is not answered with an amount or with chips alone.
func (r *running) choices(q drill.Question) []controls.DrillKey {
	switch q.Ask {
	case drill.Comes:
		return []controls.DrillKey{r.choice("drill_say_take", "C", drill.Take), r.choice("drill_say_leave", "L", drill.Leave)}
	case drill.Judge:
		return []controls.DrillKey{r.choice("drill_say_fine", "G", drill.Fine), r.choice("drill_say_relay", "R", drill.Relay), r.choice("drill_say_cancel", "C", drill.Cancel)}
	case drill.Who:
		return append(r.places(), r.choice("drill_say_nocard", "N", drill.NoCard))
	case drill.From, drill.To:
		return append(r.boxes(), r.places()...)
	}
	return nil
}

// choice returns the key of an answer without an amount or a place.
func (r *running) choice(label, key string, say drill.Say) controls.DrillKey {
	return r.picking(r.t(label), key, drill.Answer{Say: say})
}

// picking returns the key of an answer; lit where that is chosen.
func (r *running) picking(label, key string, a drill.Answer) controls.DrillKey {
	k := controls.DrillKey{Chosen: r.chosen.Say == a.Say && r.chosen.At == a.At}
	k.Label, k.Key, k.Do = label, key, func() { r.pick(a) }
	return k
}

// pick chooses an answer, in place of one that was; where an amount is typed it is said so first.
func (r *running) pick(a drill.Answer) {
	switch {
	case r.verdict != nil:
	case r.typed != "":
		r.shell.Warn(r.t("drill_typed", text.Args{"Amount": r.typed}))
	default:
		r.chosen = a
		r.show()
	}
}

// places returns keys for the house's hands.
func (r *running) places() (keys []controls.DrillKey) {
	for _, side := range r.task.Game.Layout().Sides {
		keys = append(keys, r.picking(r.t("place_"+side.At.Name), side.Key, drill.Answer{Say: drill.Card, At: side.At}))
	}
	return keys
}

// boxes returns keys for the boxes, where those have cards.
func (r *running) boxes() (keys []controls.DrillKey) {
	if r.task.Game.Layout().Shared {
		return nil
	}
	for n := 1; n <= min(r.task.Game.Options().Boxes, 9); n++ {
		keys = append(keys, r.picking(strconv.Itoa(n), strconv.Itoa(n), drill.Answer{Say: drill.Card, At: games.AtBox(n)}))
	}
	return keys
}

// place chooses a box, where one is asked.
func (r *running) place(at games.Place) {
	if ask := r.task.Questions[r.question].Ask; (ask == drill.From || ask == drill.To) && slices.Contains(r.task.Game.Places(), at) {
		r.pick(drill.Answer{Say: drill.Card, At: at})
	}
}

// longest is how many characters an amount has at most.
const longest = 11

// digit goes on with the amount that is typed; ⌫ takes its last character back.
func (r *running) digit(c rune) {
	if c == '⌫' {
		r.undo()
		return
	}
	switch {
	case r.verdict != nil:
	case len(r.typed) == longest:
		r.noAmount(r.typed + string(c))
	default:
		r.typed, r.chosen = r.typed+string(c), drill.Answer{}
		r.show()
	}
}

// noAmount shows that what is typed is no amount.
func (r *running) noAmount(typed string) {
	r.shell.Warn(r.t("drill_no_amount", text.Args{"Typed": typed}))
}

// undo takes back the last of what is typed, the last chip, or what is chosen.
func (r *running) undo() {
	switch {
	case r.verdict != nil:
		return
	case r.typed != "":
		r.typed = r.typed[:len(r.typed)-1]
	case len(r.taken) > 0:
		r.taken = r.taken[:len(r.taken)-1]
	default:
		r.chosen = drill.Answer{}
	}
	r.show()
}

// enter answers with what is chosen, typed or laid.
func (r *running) enter() {
	if s := r.shell; s.House != nil && s.House.State.People().IsCode(r.typed) {
		r.typed = ""
		r.show()
		s.Warn(r.t("amount_code"))
		return
	}
	q := r.task.Questions[r.question]
	amount, ok := text.ParseAmount(r.typed)
	switch {
	case r.chosen.Say != "":
		r.answer(r.chosen)
	case len(r.taken) > 0:
		r.answer(drill.Answer{Say: drill.Laid, Chips: r.chipsLaid()})
	case !asksAmount(q):
		r.shell.Warn(r.t("drill_choose"))
	case r.typed == "":
		r.shell.Warn(r.t("drill_type_amount"))
	case !ok:
		r.noAmount(r.typed)
	case q.Ask == drill.Comes:
		r.answer(drill.Answer{Say: drill.Pay, Amount: amount})
	default:
		r.answer(drill.Answer{Say: drill.Is, Amount: amount})
	}
}

// asksAmount reports whether a question may be answered with an amount.
func asksAmount(q drill.Question) bool {
	return q.Ask == drill.Comes || q.Ask == drill.Owes || q.Ask == drill.Stays
}

// chipsLaid returns the chips that were laid, the largest first.
func (r *running) chipsLaid() (chips []games.ChipCount) {
	for _, v := range slices.Backward(r.task.Tray.Values) {
		if n := r.laid(v); n > 0 {
			chips = append(chips, games.ChipCount{Value: v, N: n})
		}
	}
	return chips
}

// chipKeys are the keys of the chips, the smallest first, as at a table.
const chipKeys = view.ChipKeys + "WXYBNI"

// chips returns the chips of the tray, with what was taken of them.
func (r *running) chips() (list []controls.TrayChip) {
	tray := r.task.Tray
	colours := r.shell.House.State.ChipsIn("").Colours
	for i, value := range tray.Values {
		c := controls.TrayChip{
			Label: r.shell.Text.Amount(value), Left: r.t("drill_in_tray", text.Args{"N": tray.Stock[value]}),
			Do: func() { r.take(value) },
		}
		if i < len(chipKeys) {
			c.Key = chipKeys[i : i+1]
		}
		if i < len(colours) {
			c.Colour = colours[i]
		}
		if n := r.laid(value); n > 0 {
			c.Taken = "× " + strconv.Itoa(n)
		}
		list = append(list, c)
	}
	return list
}

// laid returns how many chips of a value were laid.
func (r *running) laid(value games.Amount) (n int) {
	for _, v := range r.taken {
		if v == value {
			n++
		}
	}
	return n
}

// take lays one more chip of a value down, as long as the tray has one.
func (r *running) take(value games.Amount) {
	switch {
	case r.verdict != nil:
	case r.laid(value) >= r.task.Tray.Stock[value]:
		r.shell.Warn(r.t("drill_none_left", text.Args{"Chip": r.shell.Text.Amount(value)}))
	default:
		r.taken = append(r.taken, value)
		r.show()
	}
}

// takes does it by the chip's key; false where there is none.
func (r *running) takes(key string) bool {
	for i, value := range r.task.Tray.Values {
		if i < len(chipKeys) && chipKeys[i:i+1] == key {
			r.take(value)
			return true
		}
	}
	return false
}
