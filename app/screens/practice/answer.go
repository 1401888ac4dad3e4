package practice

import (
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/drill"
)

// answers are the keys that answer a question.
func (r *running) answers(q drill.Question) []controls.DrillKey {
	say := func(s drill.Say) func() { return func() { r.says(s) } }
	enter := func() { r.enter() }
	switch q.Ask {
	case drill.Comes:
		return []controls.DrillKey{r.button("drill_say_take", "C", false, say(drill.Take)), r.button("drill_say_leave", "L", false, say(drill.Leave)), r.button("drill_pay", "Enter", true, enter)}
	case drill.Owes, drill.Stays, drill.Count:
		return []controls.DrillKey{r.button("sign_ok", "Enter", true, enter)}
	case drill.Judge:
		return []controls.DrillKey{r.button("drill_say_fine", "G", false, say(drill.Fine)), r.button("drill_say_relay", "R", false, say(drill.Relay)), r.button("drill_say_cancel", "C", false, say(drill.Cancel))}
	case drill.Who:
		return append(r.places(r.task.Game.Layout().Sides), r.button("drill_say_nocard", "N", false, say(drill.NoCard)))
	}
	return append(r.boxes(), r.places(r.task.Game.Layout().Sides)...)
}

// says answers without an amount; where one is typed it is said so first.
func (r *running) says(s drill.Say) {
	if r.typed != "" {
		r.shell.Warn(r.t("drill_typed", text.Args{"Amount": r.typed}))
		return
	}
	r.answer(drill.Answer{Say: s})
}

// places are keys for the house's hands.
func (r *running) places(sides []games.Side) (keys []controls.DrillKey) {
	for _, side := range sides {
		k := r.button("place_"+side.At.Name, side.Key, false, func() { r.answer(drill.Answer{Say: drill.Card, At: side.At}) })
		keys = append(keys, k)
	}
	return keys
}

// boxes are keys for the boxes, where those have cards.
func (r *running) boxes() (keys []controls.DrillKey) {
	if r.task.Game.Layout().Shared {
		return nil
	}
	for n := 1; n <= min(r.task.Game.Options().Boxes, 9); n++ {
		k := controls.DrillKey{}
		k.Label, k.Key, k.Do = strconv.Itoa(n), strconv.Itoa(n), func() { r.place(games.AtBox(n)) }
		keys = append(keys, k)
	}
	return keys
}

// place answers with a box, where one is asked.
func (r *running) place(at games.Place) {
	if ask := r.task.Questions[r.question].Ask; r.verdict == nil && (ask == drill.From || ask == drill.To) && slices.Contains(r.task.Game.Places(), at) {
		r.answer(drill.Answer{Say: drill.Card, At: at})
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
		r.typed += string(c)
		r.show()
	}
}

// noAmount says that what is typed is none.
func (r *running) noAmount(typed string) {
	r.shell.Warn(r.t("drill_no_amount", text.Args{"Typed": typed}))
}

// undo takes back the last of what is typed, or the last chip.
func (r *running) undo() {
	switch {
	case r.verdict != nil:
		return
	case r.typed != "":
		r.typed = r.typed[:len(r.typed)-1]
	case len(r.taken) > 0:
		r.taken = r.taken[:len(r.taken)-1]
	}
	r.show()
}

// enter answers with what is typed or taken; false where it is nothing.
func (r *running) enter() bool {
	switch q := r.task.Questions[r.question]; q.Ask {
	case drill.Count:
		var chips []games.ChipCount
		for i := len(r.task.Tray.Values) - 1; i >= 0; i-- {
			if v := r.task.Tray.Values[i]; r.laid(v) > 0 {
				chips = append(chips, games.ChipCount{Value: v, N: r.laid(v)})
			}
		}
		if len(chips) == 0 {
			return false
		}
		r.answer(drill.Answer{Say: drill.Laid, Chips: chips})
	case drill.Comes, drill.Owes, drill.Stays:
		amount, ok := text.ParseAmount(r.typed)
		switch {
		case r.typed == "":
			r.shell.Warn(r.t("drill_type_amount"))
			return true
		case !ok:
			r.noAmount(r.typed)
			return true
		}
		say := drill.Is
		if q.Ask == drill.Comes {
			say = drill.Pay
		}
		r.answer(drill.Answer{Say: say, Amount: amount})
	default:
		return false
	}
	return true
}

// chipKeys are the keys of the chips, the smallest first, as at a table.
const chipKeys = "ASDFGHJKLYXCVBNM"

// chips are those of the tray, with what was taken of them.
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

// laid is how many chips of a value lie there.
func (r *running) laid(value games.Amount) (n int) {
	for _, v := range r.taken {
		if v == value {
			n++
		}
	}
	return n
}

// take lays one more chip of a value down.
func (r *running) take(value games.Amount) {
	if r.verdict == nil {
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
