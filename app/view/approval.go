package view

import (
	"slices"

	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// An ApprovalLine is one line of what is approved.
type ApprovalLine struct {
	Text string
	Mark Mark // Won where a player gets money, Lost where one gives it back
}

// An approval gathers the lines of what is approved.
type approval struct {
	v     Viewer
	t     *pit.Table
	lines []ApprovalLine

	acknowledged bool // the alarms are said
	burned       bool // a card that is burned is said
}

func (a *approval) say(mark Mark, key string, args ...text.Args) {
	a.lines = append(a.lines, ApprovalLine{a.v.Text.T(key, args...), mark})
}

// Approval returns what a PIN approves: the facts that a command would make, in words, with what was before,
// what is after, and the money. It is shown above the pad on which the PIN is typed.
func (v Viewer) Approval(t *pit.Table, facts []record.Fact) []ApprovalLine {
	a := &approval{v: v, t: t}
	for _, f := range facts {
		a.fact(f, facts)
	}
	return a.lines
}

// ApprovalElsewhere returns the same for somebody at another machine, where it is known who signs beside them.
func (v Viewer) ApprovalElsewhere(t *pit.Table, facts []record.Fact) []ApprovalLine {
	a := &approval{v: v, t: t}
	for _, f := range facts {
		a.fact(f, facts)
		if keys, handed := f.(record.KeysHanded); handed {
			from, to := keys.By, keys.With
			if keys.Back {
				from, to = to, from
			}
			a.say(Plain, "approve_keys_way", text.Args{"From": v.House.NameOf(from), "To": v.House.NameOf(to)})
		}
	}
	return a.lines
}

// fact adds the lines of one fact; facts that follow from it add none.
func (a *approval) fact(f record.Fact, all []record.Fact) {
	switch f := f.(type) {
	case record.CardLaid:
		if f.Burned {
			lay := games.Laid{At: f.At.Place(), Burned: true}
			if !a.burned && a.t.Felt().BurnsUndealt(f) { // of several, the first alone was to be dealt
				lay.At = undealt
			}
			a.burned = true
			place := a.v.Reconstruction().relayPlace(lay)
			a.say(Plain, "approve_burn", text.Args{"Card": a.v.CardNamed(a.t.Game, f.Card), "Hand": a.t.Hand, "Place": place})
			a.reason(f.Reason)
		}
	case record.Undone:
		a.undone(f)
	case record.ShoeStarted:
		a.shoe(f)
	case record.CardsKept:
		a.say(Plain, "approve_kept", text.Args{"Why": a.v.Text.T("cards_" + string(f.Why))})
	case record.CommissionTaken:
		for _, d := range f.Dues {
			a.say(Lost, "approve_waive", text.Args{"Player": a.v.Player(d.Box, d.Bettor), "Amount": a.v.Text.Amount(d.Amount)})
		}
		a.reason(f.Reason)
	case record.Acknowledged:
		a.alarms(all)
	case record.Alarmed:
		switch {
		case f.Kind == record.HoleSeen && a.t.Deal().HoleRead(): // nobody is told which it is before it is approved
			a.say(Warned, "approve_hole_seen", text.Args{"Insures": a.t.Deal().Phase() == hand.Insuring})
			a.reason(f.Reason)
		case f.Approver != "":
			a.lines = append(a.lines, ApprovalLine{a.v.NextAct().Alarm(a.t, hand.Alarm{Alarmed: f, Hand: a.t.Hand}), Warned})
			if f.Kind == record.HoleSeen && a.t.Would(all...).Current.DealerBlackjack() {
				a.say(Warned, "approve_hole_blackjack")
			}
			a.reason(f.Reason)
		}
	case record.Relaid, record.PlayedOn, record.BetRuled, record.HandCancelled, record.HandResumed, record.RelayRefused, record.ShuffleDue:
		a.openHand(f, all)
		a.withdrawn(a.v.Log().withdrawn(&a.t.Current))
	case record.HandCorrected:
		a.corrected(f, all)
	case record.WrongPayout:
		a.lines = append(a.lines, ApprovalLine{a.v.WrongPayout(f), Warned})
		a.tray(-f.Amount)
		a.reason(f.Reason)
	case record.PayoutSettled:
		if p, ok := a.t.Payout(f.Payout); ok {
			a.lines = append(a.lines, ApprovalLine{Text: a.v.WrongPayout(p.WrongPayout)}, ApprovalLine{a.v.PayoutBack(p, f.Amount), Won})
			a.tray(f.Amount)
		}
		a.reason(f.Reason)
	case record.MoveVoided:
		a.voided(f, all)
	case record.KeysHanded:
		a.lines = append(a.lines, ApprovalLine{Text: a.v.Move(a.t, f)})
		if f.Unheld {
			a.say(Warned, "approve_unheld")
		}
		held, out := a.t.KeysWith(f.Item)
		switch name := (text.Args{"Name": a.v.House.NameOf(held.With)}); {
		case out && f.Back:
			a.say(Plain, "approve_keys_with", name)
		case out:
			a.say(Warned, "approve_keys_held", name)
		}
	case record.TroncEmptied:
		a.lines = append(a.lines, ApprovalLine{Text: a.v.Move(a.t, f)})
		if tips, off := a.t.Desk().TroncOff(f.Cash); off != 0 {
			a.say(Warned, "approve_tronc_off", text.Args{"Amount": a.v.Text.Amount(tips), "Difference": a.v.Text.Signed(off)})
		}
	case record.BoughtIn, record.ChipsChanged, record.Tipped:
		if !slices.ContainsFunc(all, func(f record.Fact) bool { _, was := f.(record.MoveVoided); return was }) {
			a.lines = append(a.lines, ApprovalLine{Text: a.v.Move(a.t, f)})
			a.buyIn(f)
			break
		}
		a.say(Plain, "approve_it_was", text.Args{"What": a.v.Move(a.t, f)})
	case record.SlipRequested, record.SlipVerified, record.SlipVoided:
		a.slip(f)
	case record.Counted:
		a.counted(f, all)
	case record.Opened, record.Closed:
		if opened, opens := f.(record.Opened); opens {
			a.otherLimits(opened)
			for _, p := range a.t.PayoutsDue() {
				what := a.v.Text.Label(a.v.WrongPayout(p.WrongPayout), a.v.PayoutLeft(p))
				a.say(Warned, "approve_payout_before", text.Args{"What": what})
			}
		} else {
			for _, p := range a.t.PayoutsDue() {
				a.lines = append(a.lines, ApprovalLine{a.v.Text.Label(a.v.WrongPayout(p.WrongPayout), a.v.PayoutLeft(p)), Warned})
			}
			if c := a.t.NewLimits; c != nil {
				a.say(Warned, "approve_limits_dropped", text.Args{"From": a.v.Clock(c.From)})
			}
			a.withdrawn(a.v.Log().Withdrawn(a.t))
			if out := a.t.KeysOut(); len(out) > 0 {
				a.lines = append(a.lines, ApprovalLine{a.v.KeysOut(out), Warned})
			}
		}
		if !slices.ContainsFunc(all, func(f record.Fact) bool { _, counted := f.(record.Counted); return counted }) {
			a.say(Warned, "approve_uncounted")
		}
	case record.LimitsAnnounced:
		a.limits(f)
	case record.LimitsWithdrawn:
		if c := a.t.NewLimits; c != nil {
			a.say(Plain, "approve_limits_withdrawn", text.Args{"From": a.v.Clock(c.From)})
		}
	case record.ClosingRecounted:
		a.recounted(f)
	case record.DropCounted:
		a.say(Plain, "approve_drop", text.Args{"Amount": a.v.Text.Money(f.Cash)})
	case record.BoxCounted:
		a.box(f)
	case record.IncidentOpened:
		if f.Class == record.DifferenceIncident {
			a.say(Warned, "approve_incident")
		}
	case record.VideoAsked:
		a.incident(f.Incident)
		a.say(Plain, "approve_video", text.Args{"Text": f.Text})
	case record.VideoAnswered:
		a.incident(f.Incident)
		a.say(Plain, "report_video_answer", text.Args{"Ref": f.Ref, "Text": f.Text})
	case record.IncidentClosed:
		a.incident(f.Incident)
		if f.Unanswered != "" {
			a.say(Warned, "report_incident_unanswered", text.Args{"Text": f.Unanswered})
		}
		a.say(Plain, "report_incident_closed", text.Args{"Text": f.Text})
	case record.Relieved, record.InspectorChanged: // who gives the PIN is who comes
	default:
		if of := record.RealmOf(f); of != record.OfHouse && of != record.OfMachine && len(record.Signers(f)) > 0 {
			a.asLogged(f)
		}
	}
}

// limits adds which limits change, and from when on.
func (a *approval) limits(f record.LimitsAnnounced) {
	after := a.t.Would(f)
	if after.NewLimits == nil {
		return
	}
	a.say(Warned, "approve_limits_from", text.Args{"From": a.v.Clock(after.NewLimits.From)})
	for _, s := range after.NewLimits.Changes(a.t.Game) {
		a.say(Plain, "limits_was_is", text.Args{"Spot": a.v.spotLabel(a.t.Game, s.Spot), "Was": rules.Range(a.v.Text, s.Was), "Is": rules.Range(a.v.Text, s.Is)})
	}
}

// otherLimits adds which limits differ from those before the table closed, where it opens with the same game.
func (a *approval) otherLimits(f record.Opened) {
	g, err := handfile.ParseRules(f.Game, f.Rules)
	if err != nil || a.t.Game == nil || a.t.Game.Options().Preset != g.Options().Preset {
		return
	}
	was, is := games.LimitsOf(a.t.Game, games.Round{}), games.LimitsOf(g, games.Round{})
	for _, s := range g.Spots() {
		if was[s.Name] != is[s.Name] {
			a.say(Warned, "limits_was_is", text.Args{"Spot": a.v.spotLabel(g, s.Name), "Was": rules.Range(a.v.Text, was[s.Name]), "Is": rules.Range(a.v.Text, is[s.Name])})
		}
	}
}

// asLogged adds a fact in the words of the log. So no kind that somebody signs at a table goes without words.
func (a *approval) asLogged(f record.Fact) {
	l := reports.LineOf(reports.Form, record.Entry{Table: a.t.Name, At: a.v.now(), Fact: f}, nil, nil, a.v.House)
	line := capital(a.v.Text.T("fact_" + l.Kind))
	if said := l.Said(a.v.Text); said != "" {
		line = a.v.Text.Label(line, said)
	}
	a.lines = append(a.lines, ApprovalLine{Text: line})
}

// openHand adds what becomes of the open hand.
func (a *approval) openHand(f record.Fact, all []record.Fact) {
	after := a.t.Would(all...)
	before, is := &a.t.Current, &after.Current
	if n := len(after.History); n > len(a.t.History) {
		is = &after.History[n-1]
	}
	args, reason := text.Args{"Hand": a.t.Hand}, ""
	switch f := f.(type) {
	case record.Relaid:
		done := is.Relays[len(is.Relays)-1]
		switch {
		case done.OnlyAnswered():
			a.say(Warned, "approve_answered", args)
		case !done.OnlyBurned():
			a.say(Plain, "approve_relay", args)
		}
		a.refusedBefore()
		a.otherwise(before)
		a.moved(done.Before, done.After)
		switch {
		case done.OnlyAnswered():
		case f.Again && a.t.Felt().DealerHasIt(a.t.Felt().Verdict()):
			a.say(Warned, "relay_late_blackjack")
		case f.Again:
			a.say(Warned, "relay_again")
		}
		reason = f.Reason
	case record.PlayedOn:
		a.say(Plain, "approve_play_on", args)
		a.otherwise(before)
		a.moved(before.Round.Laid, is.Round.Laid)
		a.bets(before.Round.Bets, is.Round.Bets)
		a.restaked(is)
		reason = f.Reason
	case record.BetRuled:
		a.say(Plain, "approve_rule", args)
		a.otherwise(before)
		a.bets(before.Round.Bets, is.Round.Bets)
		a.restaked(is)
		if after.Felt().LiesWrong() {
			a.say(Warned, "approve_lies_wrong")
		}
		reason = f.Reason
	case record.HandCancelled:
		a.say(Warned, "approve_cancel", args)
		a.otherwise(before)
		a.refunds(is)
		a.reason(f.Reason)
		return
	case record.HandResumed:
		a.say(Plain, "approve_resume", text.Args{"Hand": a.t.Hand, "What": a.v.PausedBy(a.t)})
		a.refusedBefore()
		if a.otherwise(before) {
			a.money(before.Differences(&is.Sheet))
		}
		a.reason(f.Reason)
		return
	case record.RelayRefused:
		a.say(Plain, "approve_refuse", args)
		a.otherwise(before)
		a.reason(f.Reason)
		return
	case record.ShuffleDue:
		a.say(Plain, "approve_shuffle", args)
		a.reason(f.Reason)
		return
	}
	list := before.Differences(&is.Sheet)
	if _, ruled := f.(record.BetRuled); ruled && after.Deal().Phase() != hand.Paying && len(a.v.Differences(a.t.Game, list)) == 0 {
		a.say(Plain, "approve_counts_so")
	} else {
		a.money(list)
	}
	a.reason(reason)
}

// shoe adds what is signed of a new shoe: that the cards stay though new ones are due, or who shuffled.
func (a *approval) shoe(f record.ShoeStarted) {
	if f.Early != "" {
		a.say(Warned, "approve_early", text.Args{"N": a.t.Current.Round.Number - 1})
	}
	if f.Kept != "" {
		a.say(Plain, "approve_kept", text.Args{"Why": a.v.Text.T("cards_" + string(a.t.DueCards(a.v.Now())))})
	}
	if f.Signed != "" {
		a.say(Plain, "approve_shuffled", text.Args{"Decks": f.Decks})
	}
}

// corrected adds what a closed hand was, and what it is.
func (a *approval) corrected(f record.HandCorrected, all []record.Fact) {
	old, ok := a.t.ClosedHand(f.Hand)
	if !ok {
		return
	}
	is, _ := a.t.Would(all...).ClosedHand(f.Hand)
	due := old.PaidVersion().Differences(&is.Sheet)
	unmoved := !f.AsPaid() && len(a.v.Differences(a.t.Game, due)) > 0
	switch {
	case f.VoidUnmoved():
		a.say(Warned, "approve_void_record", text.Args{"Hand": f.Hand})
	case f.Void:
		a.say(Warned, "approve_cancel", text.Args{"Hand": f.Hand})
	}
	if unmoved {
		a.say(Warned, "correct_not_moved")
	}
	if f.Keyed {
		a.say(Warned, "correct_keyed")
	}
	a.say(Plain, "approve_hand", text.Args{"Hand": f.Hand, "Time": a.v.Clock(old.ClosedAt)})
	a.lines = append(a.lines, a.v.Log().Changes(a.t.Game, old, is)...)
	a.say(Plain, "approve_house", text.Args{"Was": a.v.Text.Signed(old.House), "Is": a.v.Text.Signed(is.House), "Difference": a.v.Text.Signed(is.House - old.House), "Noted": old.Noted() != is.Noted()})
	a.commission(f.Hand, a.t.Would(all...))
	switch {
	case unmoved:
		a.lines = append(a.lines, a.v.unmoved(a.t.Game, due)...)
	case f.Keyed:
		a.say(Plain, "approve_no_money")
	case a.money(due):
		a.say(Plain, "correct_moved")
	}
	a.withdrawn(a.v.Log().withdrawn(old))
	a.reason(f.Reason)
}

// Moved returns what players still get or give back by the correction of a closed hand, one by one; none where
// nobody does.
func (v Viewer) Moved(t *pit.Table, facts []record.Fact) []ApprovalLine {
	after := t.Would(facts...)
	for _, f := range facts {
		if c, ok := f.(record.HandCorrected); ok {
			old, _ := t.ClosedHand(c.Hand)
			is, _ := after.ClosedHand(c.Hand)
			return v.Differences(t.Game, old.PaidVersion().Differences(&is.Sheet))
		}
	}
	return nil
}

// voided adds which move is void, and how that changes the tray.
func (a *approval) voided(f record.MoveVoided, all []record.Fact) {
	for _, m := range a.t.AllMoves() {
		if m.Seq == f.Seq {
			a.say(Warned, "approve_not_so", text.Args{"Time": a.v.Clock(m.At), "What": a.v.Move(a.t, m.Fact)})
		}
	}
	before, after := a.t.Desk().Worth(), a.t.Would(all...).Desk().Worth()
	if before.Known && after.Known && before != after {
		a.tray(after.Amount - before.Amount)
	}
	a.reason(f.Reason)
}

// moved adds which cards change their place.
func (a *approval) moved(before, after []games.Laid) {
	secret := secretOf(a.t, before)
	for i, l := range before {
		if i >= len(after) || l.At == after[i].At && l.Burned == after[i].Burned {
			continue
		}
		card := a.v.Text.T("approve_face_down")
		if !l.Hidden && !secret[i] {
			card = a.v.cardName(a.t.Game, l.Card)
		}
		if after[i].Burned {
			a.say(Plain, "approve_no_part", text.Args{"Card": card, "Place": a.v.Reconstruction().relayPlace(l)})
			continue
		}
		a.say(Plain, "approve_moves", text.Args{"Card": card, "From": a.v.Reconstruction().relayPlace(l), "To": a.v.Reconstruction().relayPlace(after[i])})
	}
}

// bets adds which bets change.
func (a *approval) bets(before, after []games.Bet) {
	a.lines = append(a.lines, a.v.Log().betChanges(a.t.Game, before, after)...)
}

func (a *approval) incident(seq int64) {
	if i, ok := a.t.IncidentBook().Incident(seq); ok {
		a.say(Plain, "approve_about", text.Args{"What": a.v.Text.T("incident_" + string(i.Class)), "Time": a.v.Clock(i.At)})
		if i.Amount != 0 {
			a.say(Warned, "report_incident_difference", text.Args{"Amount": a.v.Text.Signed(i.Amount)})
		}
		if i.Recounted != nil {
			a.say(Warned, "approve_recounted", text.Args{"Amount": a.v.Text.Signed(*i.Recounted)})
		}
		if said := a.v.Incident(i); said != "" {
			a.lines = append(a.lines, ApprovalLine{Text: said})
		}
	}
}

// Incident returns the words of an incident.
func (v Viewer) Incident(i record.Incident) string {
	return pit.IncidentSaid(i.Class, i.Text, v.Text.T)
}

func (a *approval) reason(said string) {
	if said != "" {
		a.say(Plain, "approve_reason", text.Args{"Reason": said})
	}
}

// refusedBefore adds that an inspector refused the reconstruction before.
func (a *approval) refusedBefore() {
	if r, was := a.t.Felt().RelayWasRefused(); was {
		a.say(Warned, "approve_refused_before", text.Args{"Time": a.v.Clock(r.At), "Reason": r.Reason})
	}
}
