package view

import (
	"slices"
	"strings"
	"unicode"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// Withdrawn returns which chips go back, if they had moved by what was taken back in the open hand. Until the
// first bet of the next hand it is about the hand that closed. "" where there are none.
func (v LogViewer) Withdrawn(t *pit.Table) string { return v.withdrawnBeside(t, "") }

// withdrawnBeside returns the same for use beside another text: as much of it as is readable there.
func (v LogViewer) withdrawnBeside(t *pit.Table, said string) string {
	room := LineRoom - broad(said)
	if back := v.withdrawnIn(&t.Current, room); back != "" || !t.Current.Empty() || len(t.History) == 0 {
		return back
	}
	return v.withdrawnIn(&t.History[len(t.History)-1], room)
}

// withdrawn returns which chips of a hand go back, if they had moved by payments or decisions that were taken
// back.
func (v LogViewer) withdrawn(h *hand.Hand) string { return v.withdrawnIn(h, LineRoom) }

// LineRoom is how broad a word under the act is at most, in small letters, that is readable in the smallest window as it is drawn
// beside what is staked.
const LineRoom = 99

// broad returns about how broad a text is, in small letters: a capital is broader.
func broad(s string) int {
	n, capitals := 0, 0
	for _, r := range s {
		if n++; unicode.IsUpper(r) {
			capitals++
		}
	}
	return n + capitals/5
}

// withdrawnIn returns the same as fully as there is room. It goes player by player, in a split box hand by hand,
// and names each spot where a player has bets on more than one. Where there is less room it leaves these names out;
// of many players it names the boxes alone.
func (v LogViewer) withdrawnIn(h *hand.Hand, room int) string {
	const most = 4
	var whose, sums, named []string
	spot := ""
	for _, a := range h.Withdrawn() {
		who := strings.TrimSpace(Digit(a.Box) + " " + v.NextAct().who(a))
		if n := len(whose); n == 0 || whose[n-1] != who {
			whose, sums, named, spot = append(whose, who), append(sums, who), append(named, who), ""
		}
		sum, last := " "+v.NextAct().brief(a.Do, a.Amount), len(whose)-1
		sums[last] += sum
		if a.Spot != spot && v.onSeveral(h, a) {
			if spot == "" {
				named[last] += v.Text.Colon()
			}
			named[last] += " " + v.Text.T("spot_"+a.Spot)
		}
		named[last], spot = named[last]+sum, a.Spot
	}
	if len(sums) == 0 {
		return ""
	}
	say := func(all []string) string {
		boxes := v.Text.T("withdrawn_boxes", text.Args{"Boxes": strings.Join(all, ", ")})
		return v.Text.T("said_withdrawn", text.Args{"What": boxes})
	}
	if said := say(named); len(named) <= most && broad(said) <= room {
		return said
	}
	if said := say(sums); len(sums) <= most && (broad(said) <= room || room == LineRoom) {
		return said
	}
	return say(whose)
}

// onSeveral reports whether the player of an act has bets on other spots too.
func (v LogViewer) onSeveral(h *hand.Hand, a pay.Act) bool {
	return slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool {
		return b.Box == a.Box && b.Bettor == a.Bettor && b.Spot != a.Spot
	})
}

// lasting returns the sentences that no other word hides. They say what stops the table, an alarm of the hand until
// it is over, which chips go back.
func (v LogViewer) lasting(t *pit.Table, said string) string {
	if t.Game == nil || !t.Open {
		return ""
	}
	if t.Deal().Contradicted() {
		brief := v.Text.T("hole_is_blackjack_brief")
		if back := v.withdrawnBeside(t, brief); back != "" {
			return Sentences(brief, back)
		}
		return v.Text.T("refused_hole_is_blackjack")
	}
	stop := v.NextAct().stops(t)
	back := v.withdrawnBeside(t, said+stop)
	if stop == "" && back == "" {
		return v.NextAct().alarmed(t)
	}
	return Sentences(stop, back)
}

// besides puts what lasts beside a word that does not say it already. What an inspector has just approved gives way to chips that are
// named more fully without it.
func (v LogViewer) besides(t *pit.Table, said Notice) Notice {
	if n := len(t.Notes); said.Says == SaysAlarm && n > 0 && t.Notes[n-1].Approver != "" && v.withdrawnBeside(t, said.Text) != v.Withdrawn(t) {
		return Notice{Text: v.lasting(t, ""), Bad: true}
	}
	if said.Brief != "" && v.withdrawnBeside(t, said.Text) != v.Withdrawn(t) {
		said.Text = said.Brief
	}
	if said.Says == SaysHole && t.Deal().Contradicted() { // it is said with the chips that go back
		said = Notice{}
	}
	last := v.lasting(t, said.Text)
	if last == "" || said.Says == SaysAlarm && last == v.NextAct().alarmed(t) || said.Says == SaysBack && v.NextAct().stops(t) == "" || strings.Contains(said.Text, last) {
		return said
	}
	return Notice{Text: Sentences(said.Text, last), Bad: true}
}

// Sentences puts sentences in a row; "" is none. What another one follows has its full stop, also where it stands alone without.
func Sentences(said ...string) string {
	row := ""
	for _, s := range said {
		switch {
		case s == "":
			continue
		case row == "":
		case strings.ContainsAny(row[len(row)-1:], ".!?:"):
			row += " "
		default:
			row += ". "
		}
		row += s
	}
	return row
}
