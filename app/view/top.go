package view

import (
	"slices"
	"strings"
	"time"

	"sabot/app/text"
	"sabot/app/view/scorecard"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// TopOf returns the line at the top: table, limits, shoe, people, time.
func (v Viewer) TopOf(t *pit.Table, now time.Time) Top {
	top := Top{Table: t.Name, Clock: v.Clock(now)}
	if g := v.Felt().offered(t); g != nil {
		top.Table += " · " + v.Text.T("preset_"+g.Options().Preset)
		top.Limits = v.limits(t, g)
	}
	if !t.Open {
		top.Shoe = v.Text.T("top_closed")
		switch {
		case v.lossOpen():
			top.Mark = v.Text.T("mark_loss")
		case v.backupFailed():
			top.Mark = v.Text.T("mark_backup")
		case v.proofMark() != "":
			top.Mark = v.Text.T(v.proofMark())
		case v.PitMark() != "":
			top.Mark = v.PitMark()
		}
		return top
	}
	top.Shoe = v.Text.T("top_no_shoe")
	if t.Shoe > 0 {
		top.Shoe = v.NextAct().shoe(t)
	}
	top.People = v.Text.T("top_people", text.Args{"Croupier": v.House.NameOf(t.Croupier), "Inspector": v.House.NameOf(t.Inspector)})
	top.Duty = v.Text.T("top_duty", text.Args{"Length": v.Text.Length(now.Sub(t.OnDuty))})
	if pausedForAll(t) {
		top.Paused = v.Text.T("top_paused", text.Args{"What": v.PausedBy(t)})
	}
	top.Mark = v.mark(t, now)
	return top
}

// pausedForAll reports whether the table itself is paused, not a hand that is put right.
func pausedForAll(t *pit.Table) bool {
	return t.Current.Paused != nil && t.Current.Paused.Kind.General()
}

// mark returns the most urgent mark, and how many more there are. That the table is paused has the whole line.
func (v Viewer) mark(t *pit.Table, now time.Time) string {
	marks := v.Marks(t, now)
	if pausedForAll(t) {
		said := v.Text.T("announce_paused")
		marks = slices.DeleteFunc(marks, func(mark string) bool { return mark == said })
	}
	if len(marks) == 0 {
		return ""
	}
	first, more := marks[0], len(marks)-1
	if len(t.Alarms) > 0 && v.NextAct().shoeMark() != "" { // one does not stand in front of the other
		first, more = v.Text.T("mark_alarm_"+string(v.Read.Line)), more-1
	}
	if more == 0 {
		return first
	}
	return v.Text.T("mark_more", text.Args{"Mark": first, "N": more})
}

// Marks returns all marks of what waits, the most urgent first.
func (v Viewer) Marks(t *pit.Table, now time.Time) []string {
	var marks []string
	add := func(waits bool, key string, args ...text.Args) {
		if waits {
			marks = append(marks, v.Text.T(key, args...))
		}
	}
	add(len(t.Alarms) > 0, "mark_alarm")
	refused := v.Floor().pitMark() == pitRefuses // this record may be a copy, on which nobody should play on
	add(refused, pitRefuses)
	add(v.NextAct().gone(t) != nil, "mark_relief")
	general := pausedForAll(t)
	add(general, "announce_paused")
	add(t.Current.Paused != nil && !general, "mark_paused")
	for _, p := range t.PayoutsDue() {
		add(true, "mark_payout", text.Args{"Hand": p.WrongPayout.Hand, "Player": v.Player(p.Box, p.Bettor), "Due": v.PayoutLeft(p)})
	}
	add(len(t.Slips(tray.Requested)) > 0, "mark_slip")
	add(t.Current.CutCard, "mark_last_hand")
	add(v.NextAct().cutDue(t) != "", "mark_cut_due")
	add(t.ShoeOver, "mark_shoe_over")
	add(t.Current.Shuffle, "mark_shuffle")
	due := t.DueCards(now)
	add(due != "" && due != record.FirstCards, "mark_cards")
	add(len(t.IncidentBook().OpenIncidents()) > 0, "mark_incidents", text.Args{"N": len(t.IncidentBook().OpenIncidents())})
	add(v.lossOpen(), "mark_loss")
	add(v.backupFailed(), "mark_backup")
	add(v.proofMark() != "", v.proofMark())
	if mark := v.PitMark(); mark != "" && !refused {
		marks = append(marks, mark)
	}
	add(v.NextAct().shoeMark() != "", v.NextAct().shoeMark())
	if c := t.NewLimits; c != nil {
		add(true, "mark_limits", text.Args{"From": v.Clock(c.From)})
	}
	return append(marks, scorecard.Good(v.Text, t)...)
}

// limits returns the limits of the main bets in a hand, in one line.
func (v Viewer) limits(t *pit.Table, g games.Game) string {
	line, limits := v.Text.Currency, limitsNow(t, g)
	for _, s := range g.Spots() {
		l, ok := limits[s.Name]
		if !ok || !s.Main {
			continue
		}
		args := text.Args{"Spot": v.Text.T("spot_" + s.Name), "Min": v.Text.Amount(l.Min), "Max": v.Text.Amount(l.Max)}
		key := "top_limits"
		if l.Max == 0 {
			key = "top_limits_min"
		}
		line += "   " + v.Text.T(key, args)
	}
	return line
}

// RoadsOf returns the scorecards of a table's shoe, with its limits; false where its game makes none.
func (v Viewer) RoadsOf(t *pit.Table, p scorecard.Probe) (scorecard.Roads, bool) {
	if _, ok := v.Felt().game(t).(games.TwoSided); !ok {
		return scorecard.Roads{}, false
	}
	roads := scorecard.Of(v.Text, t, p)
	roads.Limits = v.limits(t, v.Felt().offered(t))
	return roads, true
}

// Game returns the game by which players may bet: of a closed table the one of its next opening.
func (v Viewer) Game(t *pit.Table) games.Game { return v.Felt().offered(t) }

// Composition returns how many cards of each rank are out of the shoe and how many are left, for the inspector.
// The columns are rank, out, left of those in sight.
func (v Viewer) Composition(t *pit.Table) [][]string {
	var rows [][]string
	for r := games.Ace; r <= games.King; r++ {
		out := t.Deal().RankOut(r)
		rows = append(rows, []string{RankLabel(r.String()), Digit(out), Digit(t.Deal().RankAll() - out)})
	}
	return rows
}

// Laid returns the cards of a hand in one line: "1: 8 3 = 1 · 3: K 10 = 0 · Banco: 4 5 = 9". A line may break
// between two hands only.
func (v Viewer) Laid(g games.Game, h *hand.Hand) string {
	const apart = "\u00a0"
	var hands []string
	for _, hand := range v.Log().handsOf(g, h) {
		name := Digit(hand.At.Box)
		if hand.At.Box == 0 {
			name = v.Place(hand.At)
		}
		if hand.Number > 0 {
			name += apart + v.NextAct().handShort(hand.Number)
		}
		line := name + v.Text.Colon()
		for _, c := range hand.Cards {
			rank := "?"
			if c.Valid() {
				rank = RankLabel(c.Rank().String())
			}
			line += apart + rank
		}
		switch {
		case hand.Ranked, hand.Total == noTotal, slices.ContainsFunc(hand.Cards, func(c games.Card) bool { return !c.Valid() }):
		case hand.Blackjack && hand.Word != "":
			line += apart + "=" + apart + v.Text.T("word_"+hand.Word)
		default:
			line += apart + "=" + apart + Digit(hand.Total)
		}
		hands = append(hands, line)
	}
	return strings.Join(hands, apart+"· ")
}
