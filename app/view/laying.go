package view

import (
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// BoxInHand returns the box that repeating and doubling are about. It is the one that was just chosen and has no
// new entry. 0 is the whole table.
func BoxInHand(t *pit.Table, c Cursor) int {
	chosen := c.Fresh && c.Typed == "" && c.Bettor == ""
	if t.Game == nil || !c.Laid && (!chosen || c.Spot != games.PresetSpots(t.Game)[0].Name) {
		return 0
	}
	return c.Box
}

// mostShort is how many bets that came short are named in one line.
const mostShort = 3

// Laying returns what repeating or doubling did, in a sentence: how many bets, and which came short and why.
func (v ReconstructionViewer) Laying(g games.Game, l hand.Laying) string {
	keys := map[record.BetHow][2]string{
		record.ByRepeat: {"said_repeated", "said_repeated_box"}, record.ByDouble: {"said_doubled", "said_doubled_box"},
	}[l.How]
	key := keys[0]
	if l.Box > 0 {
		key = keys[1]
	}
	parts := []string{v.Text.T(key, text.Args{"Box": l.Box, "N": len(l.Bets)})}
	for i, s := range l.Short {
		if i == mostShort {
			parts = append(parts, v.Text.T("short_more", text.Args{"N": len(l.Short) - i}))
			break
		}
		parts = append(parts, v.short(g, s))
	}
	return strings.Join(parts, " · ")
}

func (v ReconstructionViewer) short(g games.Game, s hand.Short) string {
	args := text.Args{"Box": s.Bet.Box, "Spot": v.spotLabel(g, s.Bet.Spot), "Amount": v.Text.Amount(s.Stake.Amount)}
	if s.Stake.Stands() {
		return v.Text.T("short_reduced", args)
	}
	args["Why"] = v.Text.T("word_" + string(s.Stake.Reason))
	return v.Text.T("short_out", args)
}

// layingButtons returns the buttons that repeat and double. Space belongs to doubling where only that is
// possible, else to repeating.
func (v ReconstructionViewer) layingButtons(t *pit.Table, c Cursor) []Button {
	box := BoxInHand(t, c)
	_, repeats := t.Bets().Repeating(box)
	_, doubles := t.Bets().Doubling(box)
	repeat, double := v.NextAct().button(ButtonRepeat, "", repeats == nil, false), v.NextAct().button(ButtonDouble, "", doubles == nil, false)
	if box > 0 {
		repeat.Label = v.Text.T("button_repeat_box", boxArgs(box))
		double.Label = v.Text.T("button_double_bets_box", boxArgs(box))
	}
	if double.On && !repeat.On {
		double.Key = v.Text.T("key_space")
	} else {
		repeat.Key = v.Text.T("key_space")
	}
	return []Button{repeat, double}
}
