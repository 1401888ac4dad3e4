package drills

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/drill"
)

// Says returns an answer in words.
func Says(v view.Viewer, a drill.Answer) string {
	args := text.Args{"Amount": v.Text.Amount(a.Amount)}
	switch a.Say {
	case drill.Card:
		return v.Place(a.At)
	case drill.Laid:
		var all []string
		for _, c := range a.Chips {
			all = append(all, view.Digit(c.N)+" × "+v.Text.Amount(c.Value))
		}
		return strings.Join(all, ", ")
	case drill.Is:
		return args["Amount"].(string)
	}
	return v.Text.T("drill_say_"+string(a.Say), args)
}

// Verdict returns the verdict on an answer by the rules, and why.
func Verdict(v view.Viewer, t drill.Task, q drill.Question, said drill.Answer, d drill.Verdict) (verdict string, mark view.Mark, why []string) {
	args := text.Args{"Answer": Says(v, d.Expected)}
	verdict, mark = v.Text.T("drill_right", args), view.Won
	if d.Fault != "" {
		args["Fault"], args["Said"] = v.Text.T("drill_fault_"+string(d.Fault)), Says(v, said)
		verdict, mark = v.Text.T("drill_wrong", args), view.Lost
	}
	switch q.Ask {
	case drill.Comes, drill.Owes:
		why = paidOf(v, t.Game, q.Round, d, q.Ask == drill.Comes)
	case drill.Who:
		why = append(why, totalsOf(v, t.Game, q.Round, d.Hands, games.Place{}), strings.Join(rules.Sentences(v.Text, d.By), " "))
	case drill.Stays:
		b := q.Round.Bets[q.Bet]
		why = []string{v.Text.Label(v.Text.T("spot_"+b.Spot), rules.Range(v.Text, t.Game.Options().Limits[b.Spot]))}
		if d.Stake.Reason != "" {
			why = append(why, v.NextAct().Reason(t.Game, b, d.Stake))
		}
	case drill.Judge, drill.From, drill.To:
		why = append(why, movesOf(v, t.Game, d.Relaid)...)
		if last := t.Questions[len(t.Questions)-1].Ask; q.Ask != last { // which card moves is asked yet
			why = why[:1]
		}
	}
	return verdict, mark, why
}

// paidOf returns why a bet is paid so: the totals, what its spot pays, and how it was rounded. With sum, the
// whole amount is asked for.
func paidOf(v view.Viewer, g games.Game, r games.Round, d drill.Verdict, sum bool) []string {
	p, part, rounding := d.Payment, d.Part, g.Options().Rounding
	why, rounded := totalsOf(v, g, r, d.Hands, games.AtBox(p.Box)), false
	if tracker, ok := g.(games.Tracker); ok && !sum {
		rate := tracker.CommissionRate()
		exact := games.Rounding{Unit: 1, Mode: games.RoundNearest}.Winnings(p.Staked, rate)
		why += " · " + v.Text.T("drill_owes_sum", text.Args{"Percent": 100 * rate.Win / rate.Per, "Stake": v.Text.Amount(p.Staked), "Sum": v.Text.Amount(exact)})
		if exact != p.Commission {
			why += " → " + v.Text.Amount(p.Commission)
		}
	}
	if sum && part.Outcome == games.Win {
		won := part.Returned - part.Staked
		why += " · " + part.Odds.String() + " × " + v.Text.Amount(part.Staked) + " = " + v.Text.Amount(won)
		rounded = int64(won)*part.Odds.Per != int64(part.Staked)*part.Odds.Win
	}
	if rounded {
		why += " · " + rules.Winnings(v.Text, rounding)
	}
	lines := []string{why}
	if part.Hand == drill.EvenMoney {
		return append(lines, v.Text.T("drill_even_why"))
	}
	return append(lines, v.Text.Label(v.Text.T("spot_"+p.Spot), rules.Pays(v.Text, g, p.Spot, nil)))
}

// totalsOf returns the totals of the house's cards and of a box's; nothing of a hand with a card face down.
func totalsOf(v view.Viewer, g games.Game, r games.Round, hands []games.Hand, box games.Place) string {
	var all []string
	for _, h := range hands {
		if h.At.Box != 0 && h.At != box || slices.ContainsFunc(v.CardsOf(g, r, h), func(c view.Card) bool { return c.Back }) {
			continue
		}
		place := v.Place(h.At)
		if h.Number > 0 {
			place += ", " + v.Text.T("split_"+view.Digit(h.Number))
		}
		all = append(all, v.Text.Label(place, view.Digit(h.Total)))
	}
	return strings.Join(all, " · ")
}

// movesOf returns what a reconstruction does.
func movesOf(v view.Viewer, g games.Game, r games.Relaid) []string {
	var moves []string
	for _, m := range r.Moved {
		moves = append(moves, v.Text.Label(view.RankLabel(m.Card.Rank().String()), placeLetter(g, m.From))+"\u00a0→\u00a0"+placeLetter(g, m.To))
	}
	switch {
	case r.Matches:
		return []string{v.Text.T("relay_not_needed")}
	case !r.Reconstructable:
		return []string{v.Text.T("drill_left_over", text.Args{"N": len(r.Surplus)})}
	}
	why := []string{v.Text.T("relay_possible", text.Args{"N": len(r.Moved)})}
	if n := len(r.Carried); n > 0 {
		why[0] += " " + v.Text.T("relay_carried", text.Args{"N": n})
	}
	return append(why, strings.Join(moves, ", "))
}

// RelayRules returns the rules by which a misdeal is reconstructed, a sentence each.
func RelayRules(v view.Viewer, g games.Game) []string {
	judged := "drill_relay_opening"
	if g.Layout().Shared {
		judged = "drill_relay_whole"
	}
	lines := []string{v.Text.T("drill_relay"), v.Text.T(judged)}
	if n := games.Carried(g); n > 0 {
		lines = append(lines, v.Text.T("drill_relay_carried", text.Args{"N": n}))
	}
	return lines
}

// Limits returns the limits of a task, where it has some, and what each spot of its game pays.
func Limits(v view.Viewer, t drill.Task) []rules.Row {
	var rows []rules.Row
	for _, s := range games.PresetSpots(t.Game) {
		rows = append(rows, rules.RowOf(v.Text, t.Game, s.Name, t.Game.Options().Limits[s.Name], v.House.ChipsIn("").Values))
	}
	return rows
}
