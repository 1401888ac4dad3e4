package view

import (
	"errors"
	"slices"

	"sabot/app/text"
	"sabot/app/view/scorecard"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func boxArgs(box int) text.Args { return text.Args{"Box": box} }

// act returns the next physical act, in one sentence.
func (v ActViewer) act(t *pit.Table, c Cursor) string {
	if gone := v.gone(t); gone != nil && t.Current.Empty() && t.Current.Paused == nil {
		return v.Refused(gone, nil)
	}
	switch t.Deal().Phase() {
	case hand.Shut:
		return v.Text.T("announce_shut")
	case hand.Shoeless:
		return v.shoeAct(t)
	case hand.Burning:
		return v.cardAct(v.Text.T("act_burn"), c)
	case hand.Paused:
		if t.Current.Paused.Kind.General() { // the line at the top says that it is, and why
			return v.Text.T("act_table_paused")
		}
		return v.Text.T("act_paused", text.Args{"What": v.PausedBy(t)})
	case hand.Halted:
		return v.haltAct(t)
	case hand.Betting:
		return v.bettingAct(t, c)
	}
	switch c.Hold {
	case ForNext:
		return v.cardAct(v.Text.T("act_ahead"), c)
	case ForOffer:
		return v.cardAct(v.Text.T("act_offer"), c)
	}
	if c.Rank != "" {
		return v.suitAct(t, c)
	}
	step, due, lays := t.Deal().Next(), "", ""
	if t.Deal().Contradicted() {
		// what is paid depends on the card
	} else if now, ok := nowOf(v.turns(t)); ok {
		due = v.payAct(now)
	} else if laid := v.laying(t); len(laid) > 0 {
		due = v.payAct(laid[0])
		lays = due
	}
	switch step.Kind {
	case games.Finished:
		if t.Current.Round.Dry {
			return v.Text.T("act_dry_done")
		}
		if open, ok := t.Deal().Offered(); ok {
			return v.Text.T("act_offer_burn", text.Args{"Card": v.cardName(t.Game, record.CardName(open.What).Card())})
		}
		if due == "" {
			return v.Text.T("act_all_done")
		}
		return due
	case games.Ask:
		if due != lays {
			return due
		}
		return v.before(v.Felt().unhalved(t), v.before(lays, v.askAct(t, step))) // nobody ticks off what is put down
	case games.Turn:
		return v.first(due, lays, v.turnAct(t, step))
	case games.Insuring, games.Look:
		if due != "" {
			return due
		}
		if step.Kind == games.Look {
			return v.before(v.Felt().unhalved(t), v.Text.T("act_look"))
		}
		if why := v.Felt().unhalved(t); why != "" {
			return v.before(why, v.Text.T("act_insurance_else"))
		}
		return v.Text.T("act_insurance")
	case games.ReadSuit:
		return v.Text.T("act_suit_of", text.Args{"Rank": RankLabel(RankDue(t, c)), "Place": v.Place(step.At)})
	}
	return v.first(due, lays, v.called(t, v.dealAct(t, step)))
}

// first returns what is paid alone: one sentence is one act. What is put down is ticked off by nobody, so it
// stands before the card that comes after it.
func (v ActViewer) first(due, lays, then string) string {
	if due != lays {
		return due
	}
	return v.before(lays, then)
}

// gone returns why somebody on duty has to be relieved before the next hand; nil where nobody has.
func (v ActViewer) gone(t *pit.Table) *house.Refusal {
	refusal := &house.Refusal{}
	if v.House == nil || !errors.As(t.OnDutyStill(v.House), &refusal) {
		return nil
	}
	return refusal
}

// askAct returns the sentence that names whom to ask.
func (v ActViewer) askAct(t *pit.Table, step games.Step) string {
	own, house := v.totals(t, step)
	args := text.Args{"Box": step.At.Box, "Own": own, "House": house}
	against := ""
	if own != "" {
		against = v.Text.T("act_against", args)
	}
	switch do := t.Current.Ahead[step.At.Box]; {
	case do != "" && slices.Contains(step.Offers, do):
		return v.Text.T("act_ahead_said", text.Args{"Box": step.At.Box, "What": v.Text.T("choice_" + string(do))})
	case step.Hand > 0:
		return v.Text.T("act_ask_hand_"+Digit(step.Hand), args) + against
	}
	if ask := t.Game.Layout().Ask; ask != "" {
		return v.Text.T("act_ask_"+ask, args)
	}
	return v.Text.T("act_ask", args) + against
}

// totals returns the total of the hand that is asked and that of the house's open cards; "" both where one of them
// has none.
func (v ActViewer) totals(t *pit.Table, step games.Step) (own, house string) {
	for _, h := range t.Current.Hands() {
		if h.At == step.At && h.Number == step.Hand {
			_, own = v.Felt().cards(t, h, false)
		}
	}
	open, n := t.Current.Round, -1
	open.Laid = slices.DeleteFunc(slices.Clone(open.Laid), func(l games.Laid) bool {
		if l.At.Box > 0 || l.Burned {
			return false
		}
		n++
		return l.Hidden || games.Covered(t.Game, t.Current.Round, l.At, n)
	})
	for _, h := range t.Game.Hands(open) {
		if h.At.Box == 0 {
			_, house = v.Felt().cards(t, h, false)
		}
	}
	if own == "" || house == "" {
		return "", ""
	}
	return own, house
}

// suitAct returns the request for the suit of a card of the deal whose rank is typed. It names the card.
func (v ActViewer) suitAct(t *pit.Table, c Cursor) string {
	step := t.Deal().Next()
	n := 0
	switch step.Kind {
	case games.Deal:
		n = nextAt(t, step)
	case games.Turn:
		n, _ = covered(t, step.At)
	}
	if n == 0 {
		return v.cardAct("", c)
	}
	args := text.Args{"Place": v.Place(step.At), "Rank": RankLabel(c.Rank), "N": n}
	if step.Hand > 0 {
		args["Place"] = v.Place(step.At) + ", " + v.Text.T("split_"+Digit(step.Hand))
	}
	return v.Text.T("act_suit_at", args)
}

// Replaced returns the word that a rank took the place of another one, whose suit was due.
func (v ActViewer) Replaced(was, rank string) string {
	return v.Text.T("rank_replaced", text.Args{"Was": RankLabel(was), "Rank": RankLabel(rank)})
}

// cardAct returns sentence, or the request for the suit of a card whose rank is typed.
func (v ActViewer) cardAct(sentence string, c Cursor) string {
	if c.Rank == "" {
		return sentence
	}
	return v.Text.T("act_suit", text.Args{"Rank": RankLabel(c.Rank)})
}

// RankLabel returns a rank as it is shown: a ten has two digits.
func RankLabel(rank string) string {
	if rank == "T" {
		return "10"
	}
	return rank
}

// shoeAct returns what to do for the next shoe: first what is owed, then the shuffle.
func (v ActViewer) shoeAct(t *pit.Table) string {
	if len(t.Debts()) > 0 {
		return v.Text.T("act_commission", text.Args{"Amount": v.Text.Amount(t.Desk().AllCollect(0))})
	}
	if why := t.Stopped(); why != "" {
		return v.Text.T("act_stopped", text.Args{"Why": v.Text.T("cards_" + string(why))})
	}
	return v.Text.T("act_shoe", text.Args{"Decks": t.Game.Options().Decks})
}

// haltAct returns which card is misplaced and where it goes.
func (v ActViewer) haltAct(t *pit.Table) string {
	if t.Game == nil || t.Deal().Next().Fault == nil || t.Deal().Next().Fault.Code != games.Misdeal {
		return v.Text.T("act_halted")
	}
	moved := t.Felt().Verdict().Moved
	if len(moved) == 0 {
		return v.Text.T("act_halted")
	}
	m := moved[len(moved)-1]
	card := v.cardName(t.Game, m.Card)
	if t.Deal().SaysSecret(record.CardLaid{Card: record.NameOf(m.Card), At: record.PlaceOf(m.From)}) {
		card = v.Text.T("approve_face_down")
	}
	return v.Text.T("act_move", text.Args{"Card": card, "From": v.Place(m.From), "To": v.Place(m.To)})
}

// cardName returns a card as a sentence names it: by its rank alone where the game reads no suits.
func (v Viewer) cardName(g games.Game, c games.Card) string {
	if !g.ReadsSuits() {
		return RankLabel(c.Rank().String())
	}
	return v.CardSaid(c)
}

// cardWritten returns a card of the record as a sentence names it.
func (v Viewer) cardWritten(name record.CardName) string {
	if name.Hidden() {
		return string(name)
	}
	return v.CardSaid(name.Card())
}

// CardSaid returns a card in a sentence, as far as it was read.
func (v Viewer) CardSaid(c games.Card) string {
	rank := RankLabel(c.Rank().String())
	if !c.Suited() {
		return rank
	}
	return v.Text.T("card_of_"+c.Suit().String(), text.Args{"Rank": rank})
}

// Place returns a place as a sentence names it.
func (v Viewer) Place(at games.Place) string {
	if at.Box > 0 {
		return v.Text.T("box_n", boxArgs(at.Box))
	}
	return v.Text.T("place_" + at.Name)
}

func (v ActViewer) bettingAct(t *pit.Table, c Cursor) string {
	announced := v.Announce(t)
	switch {
	case announced.Kind == TimeOver && c.Typed == "":
		return v.Text.T("act_time_over", text.Args{"Call": v.Text.T("announce_no_more")})
	case c.Tens:
		return v.Text.T("act_tens")
	case c.Take:
		return v.Text.T("act_take")
	case c.Box > 0 && c.Typed != "":
		return v.Text.T("act_typing", text.Args{"Box": c.Box, "Spot": v.inHand(t, c), "Amount": c.Typed})
	case c.Box > 0 && c.Fresh:
		return v.Text.T("act_spot", text.Args{"Box": c.Box, "Spot": v.inHand(t, c)})
	case c.Box > 0 && c.Spot == "":
		return v.Text.T("act_box", boxArgs(c.Box))
	}
	if announced.Kind == LastBets && t.Current.LastBets.IsZero() {
		return v.Text.T("act_call", text.Args{"Call": announced.Text})
	}
	if n := t.Current.Burn.N - v.Read.Burned; n > 0 && !t.Current.BetsClosed && t.Current.BetsSince.IsZero() {
		return v.Text.T("act_burn_more", text.Args{"N": n})
	}
	return announced.Text
}

// inHand returns the chosen spot, with the bettor where it is one of a box's other players.
func (v ActViewer) inHand(t *pit.Table, c Cursor) string {
	label := v.spotLabel(t.Game, c.Spot)
	if c.Bettor != "" {
		label += " (" + c.Bettor + ")"
	}
	return label
}

// FirstChip returns the index of the chip to begin with: the smallest that a minimum of the table takes.
func (v ActViewer) FirstChip(t *pit.Table) int {
	least := games.Amount(0)
	for _, s := range games.PresetSpots(t.Game) {
		if low := t.Game.Options().Limits[s.Name].Min; least == 0 || low > 0 && low < least {
			least = low
		}
	}
	return max(0, slices.IndexFunc(v.House.ChipsOf(t.Name), func(chip games.Amount) bool { return chip >= least }))
}

// hideAct returns whose cards are dealt face down: those of one place, or all that come now.
func (v ActViewer) hideAct(t *pit.Table, step games.Step) string {
	if facts, err := t.Deal().Hide(); err == nil && len(facts) > 1 {
		if _, another := facts[1].(record.CardHidden); another { // not what the card settles
			return v.Text.T("act_hide_all")
		}
	}
	return v.Text.T("act_hide", text.Args{"Place": v.Place(step.At)})
}

// covered returns which of the cards at a place is turned next, and how many lie there face down.
func covered(t *pit.Table, at games.Place) (n, several int) {
	n = 1
	for _, l := range t.Current.Round.Laid {
		switch {
		case l.At != at || l.Burned:
		case l.Hidden:
			several++
		default:
			n++
		}
	}
	return n, several
}

// turnAct returns whose card is turned, and which one where there are several.
func (v ActViewer) turnAct(t *pit.Table, step games.Step) string {
	n, several := covered(t, step.At)
	args := text.Args{"Place": v.Place(step.At), "N": n}
	if several == 1 && n == 2 && step.At == games.Dealer { // the one beside the card that lies open
		return v.Text.T("act_turn", args)
	}
	return v.Text.T("act_turn_n", args)
}

// openBeside returns what comes after what is paid first: a question whose keys are there already, or the next card.
// The act is about the payment.
func (v ActViewer) openBeside(t *pit.Table) Notice {
	_, pays := nowOf(v.turns(t))
	if !pays || t.Deal().Contradicted() {
		return Notice{}
	}
	step := t.Deal().Next()
	switch phase := t.Deal().Phase(); {
	case phase == hand.Insuring:
		return Notice{Text: v.Text.T("act_insurance")}
	case phase == hand.Looking:
		return Notice{Text: v.Text.T("act_look")}
	case phase == hand.Turning && step.Kind == games.Turn:
		return Notice{Text: v.turnAct(t, step)}
	case phase == hand.Dealing && step.Kind == games.Deal:
		return Notice{Text: v.called(t, v.dealAct(t, step))}
	}
	return Notice{}
}

// standing returns the notice that stays while nothing else is said: the last bet that is not valid, or was
// reduced in view of everyone.
func (v ActViewer) standing(t *pit.Table) Notice {
	if t.Game == nil || !t.Open {
		return Notice{}
	}
	if last := v.Log().lasting(t, ""); last != "" {
		return Notice{Text: last, Bad: true}
	}
	h := &t.Current
	read := len(h.Round.Laid) + len(h.Open)
	if read > 0 {
		return v.warning(t)
	}
	if h.Burn.N > 0 && !h.BetsClosed && len(h.Round.Bets) == 0 {
		return Notice{Text: v.Text.T("said_burned", text.Args{"Card": RankLabel(h.Burn.Card.Card().Rank().String()), "N": h.Burn.N})}
	}
	if good := scorecard.NewGood(v.Text, t); good != "" && len(h.Round.Bets) == 0 {
		return Notice{Text: good}
	}
	stakes := t.Game.Stakes(h.Round)
	for i := len(stakes) - 1; i >= 0; i-- {
		reason := stakes[i].Reason
		if lacks := t.Bets().LacksBeside(i); lacks != "" {
			return Notice{Text: v.Text.T("refused_box_lacks", text.Args{"Box": h.Round.Bets[i].Box, "What": v.spotLabel(t.Game, lacks)}), Bad: true}
		}
		if reason != "" && (reason != games.MissingMandatory || h.BetsClosed) {
			return Notice{Text: v.Reason(t.Game, h.Round.Bets[i], stakes[i]), Bad: true}
		}
	}
	return v.warning(t)
}

// stops returns the alarm before which no hand goes on or is closed; "" where there is none.
func (v ActViewer) stops(t *pit.Table) string {
	if t.Deal().Phase() == hand.Halted && t.Deal().Next().Fault != nil && t.Deal().Next().Fault.Code == games.Misdeal {
		return v.Text.T("said_halted")
	}
	for _, a := range slices.Backward(t.Alarms) {
		if a.Kind.Stops() {
			return v.Alarm(t, a)
		}
	}
	if open, ok := t.Deal().Offered(); ok {
		return v.Alarm(t, open)
	}
	return ""
}

// alarmed returns the last alarm or note of the hand, until another card was laid; "" where there is none.
func (v ActViewer) alarmed(t *pit.Table) string {
	h := &t.Current
	var last hand.Alarm
	if n := len(t.Notes); n > 0 && !t.Notes[n-1].TakesInspector() {
		last = t.Notes[n-1]
	}
	if n := len(t.Alarms); n > 0 && t.Alarms[n-1].Seq > last.Seq {
		last = t.Alarms[n-1]
	}
	read := len(h.Round.Laid) + len(h.Open)
	if last.Seq > 0 && last.Hand == t.Hand && read <= len(h.Ready) && !v.over(last) {
		return v.Log().Alarms(t, last.Seq)
	}
	return ""
}

// Alarm returns an alarm or a note in a sentence.
func (v ActViewer) Alarm(t *pit.Table, a hand.Alarm) string {
	if a.Kind == record.LateChange {
		return v.Log().lateChange(t, a.Alarmed)
	}
	secret := t.Untold(a) // which it is a reader said, and nobody may see
	what := RankLabel(a.What)
	switch card, _, err := games.ParseCard(a.What); {
	case secret && a.Kind == record.ImpossibleCard:
		return v.Text.T("impossible_secret")
	case secret && a.Kind == record.ShoeLeftOut:
		what = ""
	case secret:
		what = v.Text.T("approve_face_down")
	case a.Kind == record.ShoeFault:
		what = a.What
	case err == nil:
		what = v.cardName(t.Game, card)
	case t.Game != nil:
		what = v.spotLabel(t.Game, what)
	}
	card := ""
	switch {
	case a.Kind != record.ShoeOverruled:
	case a.Hand == t.Hand && t.Open && t.Deal().DealsCovered(): // either may be one that lies face down
		what = ""
	default:
		card = v.cardName(t.Game, record.CardName(a.Card).Card())
	}
	return v.Text.T("alarm_"+string(a.Kind), text.Args{"Box": a.Box, "What": what, "Amount": v.Text.Amount(a.Amount), "Place": v.placeAt(a.Alarmed.At), "Card": card, "Insures": t.Deal().Phase() == hand.Insuring})
}

// placeAt returns a place of the record as a sentence names it; "" for none.
func (v ActViewer) placeAt(at record.PlaceName) string {
	if at == "" {
		return ""
	}
	return v.Place(at.Place())
}

// Reason returns why a bet is not valid or was reduced, with its amounts.
func (v ActViewer) Reason(g games.Game, b games.Bet, s games.Stake) string {
	limit := g.Options().Limits[b.Spot]
	args := text.Args{
		"Box": b.Box, "Spot": v.spotLabel(g, b.Spot), "Amount": v.Text.Amount(b.Amount), "Stake": v.Text.Amount(s.Amount),
		"Min": v.Text.Amount(limit.Min),
	}
	key := "reason_" + string(s.Reason)
	if _, seats := games.EarlySpot(g); seats && s.Reason == games.MissingMain {
		key = "reason_missing_main_seat"
	}
	if s.Beside > 0 {
		key, args["Beside"] = "reason_cap_"+b.Spot, v.Text.Amount(s.Beside)
	}
	return v.Text.T(key, args)
}
