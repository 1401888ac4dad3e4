package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// ApprovalLine is one line of what is approved.
type ApprovalLine struct {
	Text string
	Mark Mark // Won where a player gets money, Lost where one gives it back
}

// approval gathers the lines of what is approved.
type approval struct {
	v     Viewer
	t     *pit.Table
	lines []ApprovalLine
}

func (a *approval) say(mark Mark, key string, args ...text.Args) {
	a.lines = append(a.lines, ApprovalLine{a.v.Text.T(key, args...), mark})
}

// Approval is what somebody who gives a PIN approves: the facts that a command would come
// to, in words, with what was before, what is after, and the money. It stands above the
// pad on which the PIN is typed.
func (v Viewer) Approval(t *pit.Table, facts []record.Fact) []ApprovalLine {
	a := &approval{v: v, t: t}
	for _, f := range facts {
		a.fact(f, facts)
	}
	return a.lines
}

// fact says one fact; those that follow from it say nothing of their own.
func (a *approval) fact(f record.Fact, all []record.Fact) {
	switch f := f.(type) {
	case record.CardLaid:
		if f.Burned {
			a.say(Plain, "approve_burn", text.Args{"Card": a.v.CardNamed(a.t.Game, f.Card), "Hand": a.t.Hand})
			a.reason(f.Reason)
		}
	case record.Undone:
		a.undone(f)
	case record.ShoeStarted:
		a.say(Plain, "approve_kept", text.Args{"Why": a.v.Text.T("cards_" + string(a.t.DueCards(a.v.Now())))})
	case record.CardsKept:
		a.say(Plain, "approve_kept", text.Args{"Why": a.v.Text.T("cards_" + string(f.Why))})
	case record.CommissionTaken:
		for _, d := range f.Dues {
			a.say(Lost, "approve_waive", text.Args{"Player": a.v.Player(d.Box, d.Bettor), "Amount": a.v.Text.Amount(d.Amount)})
		}
		a.reason(f.Reason)
	case record.Acknowledged:
		for _, alarm := range a.t.Alarms {
			if alarm.Seq == f.Seq {
				a.lines = append(a.lines, ApprovalLine{a.v.Alarm(a.t, alarm), Warned})
			}
		}
	case record.Relaid, record.PlayedOn, record.BetRuled, record.HandCancelled, record.HandResumed, record.RelayRefused, record.ShuffleDue:
		a.openHand(f, all)
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
	case record.BoughtIn, record.ChipsChanged, record.Tipped:
		a.say(Plain, "approve_it_was", text.Args{"What": a.v.Move(a.t, f)})
	case record.SlipRequested, record.SlipVerified, record.SlipVoided:
		a.slip(f)
	case record.Counted:
		a.counted(f, all)
	case record.Opened, record.Closed:
		if _, closes := f.(record.Closed); closes {
			for _, p := range a.t.PayoutsDue() {
				a.lines = append(a.lines, ApprovalLine{a.v.Text.Label(a.v.WrongPayout(p.WrongPayout), a.v.PayoutLeft(p)), Warned})
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
	case record.DropCounted:
		a.say(Plain, "approve_drop", text.Args{"Amount": a.v.Text.Money(f.Cash)})
	case record.BoxCounted:
		a.box(f)
	case record.IncidentOpened:
		if f.Class == record.DifferenceIncident {
			a.say(Warned, "approve_incident")
		}
	case record.VideoAsked:
		a.incident(f.Incident, f.Text)
	case record.VideoAnswered:
		a.incident(f.Incident, strings.TrimSpace(f.Ref+" "+f.Text))
	case record.IncidentClosed:
		a.incident(f.Incident, f.Text)
	}
}

// openHand says what becomes of the hand that is open.
func (a *approval) openHand(f record.Fact, all []record.Fact) {
	after := a.t.Would(all...)
	before, is := &a.t.Current, &after.Current
	if n := len(after.History); n > len(a.t.History) {
		is = &after.History[n-1]
	}
	hand, reason := text.Args{"Hand": a.t.Hand}, ""
	switch f := f.(type) {
	case record.Relaid:
		a.say(Plain, "approve_relay", hand)
		done := is.Relays[len(is.Relays)-1]
		a.moved(done.Before, done.After)
		switch {
		case f.Again && dealerHasIt(a.t, a.t.Felt()):
			a.say(Warned, "relay_late_blackjack")
		case f.Again:
			a.say(Warned, "relay_again")
		}
		reason = f.Reason
	case record.PlayedOn:
		a.say(Plain, "approve_play_on", hand)
		a.moved(before.Round.Laid, is.Round.Laid)
		a.bets(before.Round.Bets, is.Round.Bets)
		reason = f.Reason
	case record.BetRuled:
		a.say(Plain, "approve_rule", hand)
		a.bets(before.Round.Bets, is.Round.Bets)
		reason = f.Reason
	case record.HandCancelled:
		a.say(Warned, "approve_cancel", hand)
		a.refunds(is)
		a.reason(f.Reason)
		return
	case record.HandResumed:
		a.say(Plain, "approve_resume", text.Args{"Hand": a.t.Hand, "What": a.v.PausedBy(a.t)})
		a.reason(f.Reason)
		return
	case record.RelayRefused:
		a.say(Plain, "approve_refuse", hand)
		a.reason(f.Reason)
		return
	case record.ShuffleDue:
		a.say(Plain, "approve_shuffle", hand)
		a.reason(f.Reason)
		return
	}
	a.money(before.Differences(is))
	a.reason(reason)
}

// corrected says what a closed hand was, and what it is.
func (a *approval) corrected(f record.HandCorrected, all []record.Fact) {
	old, ok := a.t.ClosedHand(f.Hand)
	if !ok {
		return
	}
	is, _ := a.t.Would(all...).ClosedHand(f.Hand)
	if f.Void {
		a.say(Warned, "approve_cancel", text.Args{"Hand": f.Hand})
	}
	a.say(Plain, "approve_hand", text.Args{"Hand": f.Hand, "Time": a.v.Clock(old.ClosedAt)})
	a.lines = append(a.lines, a.v.Changes(a.t.Game, old, is)...)
	a.say(Plain, "approve_house", text.Args{"Was": a.v.Text.Signed(old.House), "Is": a.v.Text.Signed(is.House)})
	a.commission(f.Hand, a.t.Would(all...))
	switch moves := a.money(old.PaidVersion().Differences(is)); {
	case moves && f.Moved:
		a.say(Plain, "correct_moved")
	case moves:
		a.say(Plain, "correct_not_moved")
	}
	a.reason(f.Reason)
}

// Moved is what players still get or give back by the correction of a closed hand, one by one;
// none where nobody does.
func (v Viewer) Moved(t *pit.Table, facts []record.Fact) []ApprovalLine {
	after := t.Would(facts...)
	for _, f := range facts {
		if c, ok := f.(record.HandCorrected); ok {
			old, _ := t.ClosedHand(c.Hand)
			is, _ := after.ClosedHand(c.Hand)
			return v.Differences(t.Game, old.PaidVersion().Differences(is))
		}
	}
	return nil
}

// tray says what the tray has more or less.
func (a *approval) tray(more games.Amount) {
	key := "approve_tray_more"
	if more < 0 {
		key, more = "approve_tray_less", -more
	}
	a.say(Plain, key, text.Args{"Amount": a.v.Text.Amount(more)})
}

// voided says which move was not so, and what the tray has by it.
func (a *approval) voided(f record.MoveVoided, all []record.Fact) {
	for _, m := range a.t.AllMoves() {
		if m.Seq == f.Seq {
			a.say(Warned, "approve_not_so", text.Args{"Time": a.v.Clock(m.At), "What": a.v.Move(a.t, m.Fact)})
		}
	}
	before, after := a.t.Tray(), a.t.Would(all...).Tray()
	if before.Known && after.Known && before != after {
		a.tray(after.Amount - before.Amount)
	}
	a.reason(f.Reason)
}

// undone says which entry is taken back.
func (a *approval) undone(f record.Undone) {
	last, ok := a.t.LastKeyed()
	if !ok || last.Seq != f.Seq {
		return
	}
	a.say(Warned, "approve_undo", text.Args{"What": a.v.Undone(last.Fact), "Hand": last.Hand})
	if _, reopens := last.Fact.(record.BetsClosed); reopens {
		a.say(Plain, "approve_reopen")
	}
	a.money(a.t.Current.Differences(&a.t.Would(f).Current))
}

// moved says which cards change their place.
func (a *approval) moved(before, after []games.Laid) {
	for i, l := range before {
		if i >= len(after) || l.At == after[i].At && l.Burned == after[i].Burned {
			continue
		}
		card := a.v.Text.T("approve_face_down")
		if !l.Hidden {
			card = a.v.cardName(a.t.Game, l.Card)
		}
		if after[i].Burned {
			a.say(Plain, "approve_no_part", text.Args{"Card": card, "Place": a.v.Place(l.At)})
			continue
		}
		a.say(Plain, "approve_moves", text.Args{"Card": card, "From": a.v.Place(l.At), "To": a.v.Place(after[i].At)})
	}
}

// bets says which bets lie otherwise.
func (a *approval) bets(before, after []games.Bet) {
	a.lines = append(a.lines, a.v.betChanges(a.t.Game, before, after)...)
}

// refunds says what is done for the players of a hand that is cancelled, one by one: each
// act once, and none set against another.
func (a *approval) refunds(h *pit.Hand) {
	acts := slices.DeleteFunc(h.Acts(), pit.Act.Nothing)
	for len(acts) > 0 {
		first := acts[0]
		same := func(x pit.Act) bool { return x.Box == first.Box && x.Bettor == first.Bettor }
		for _, do := range []struct {
			kind pit.ActKind
			key  string
			mark Mark
		}{{pit.Collect, "approve_take", Lost}, {pit.Pay, "approve_pay", Won}, {pit.GiveBack, "approve_back", Plain}} {
			var sum games.Amount
			for _, x := range acts {
				if same(x) && x.Do == do.kind {
					sum += x.Amount
				}
			}
			if sum > 0 {
				a.say(do.mark, do.key, text.Args{"Player": a.v.Player(first.Box, first.Bettor), "Amount": a.v.Text.Amount(sum)})
			}
		}
		acts = slices.DeleteFunc(acts, same)
	}
}

// money says what each player still gets or gives back, and that nobody does.
func (a *approval) money(list []pit.Difference) bool {
	lines := a.v.Differences(a.t.Game, list)
	a.lines = append(a.lines, lines...)
	if len(lines) == 0 {
		a.say(Plain, "approve_no_money")
	}
	return len(lines) > 0
}

// Differences are what players still get and give back, bet by bet and of a split box hand
// by hand, one never set against the other; none where nothing. A line says which spot
// where there are several of the same player.
func (v Viewer) Differences(g games.Game, list []pit.Difference) []ApprovalLine {
	var lines []ApprovalLine
	for _, d := range list {
		if d.Nothing() {
			continue
		}
		player := v.whose(pit.Act{Box: d.Box, Bettor: d.Bettor, Hand: d.Hand})
		if slices.ContainsFunc(list, func(o pit.Difference) bool {
			return o.Box == d.Box && o.Bettor == d.Bettor && o.Spot != d.Spot && !o.Nothing()
		}) {
			player += ", " + v.spotLabel(g, d.Spot)
		}
		say := func(key string, amount games.Amount, mark Mark) {
			if amount > 0 {
				lines = append(lines, ApprovalLine{v.Text.T(key, text.Args{"Player": player, "Amount": v.Text.Amount(amount)}), mark})
			}
		}
		say("approve_back", d.Back, Plain)
		say("approve_take", -d.Due(), Lost)
		say("approve_pay", d.Due(), Won)
	}
	return lines
}

func (a *approval) slip(f record.Fact) {
	var id record.SlipID
	var chips record.Float
	switch f := f.(type) {
	case record.SlipRequested:
		id, chips = f.SlipID, f.Float
	case record.SlipVerified:
		id, chips = f.SlipID, f.Float
	case record.SlipVoided:
		id = f.SlipID
		for _, s := range a.t.Slips(pit.Requested) {
			if s.SlipID == id {
				chips = s.Float
			}
		}
	}
	a.say(Plain, "approve_slip", text.Args{"Name": id.Of(a.t.Name), "Kind": a.v.Text.T("slip_" + string(id.Kind)), "Amount": a.v.Text.Money(chips.Value())})
	a.pieces(chips)
	switch f := f.(type) {
	case record.SlipVerified:
		a.say(Plain, "approve_people", text.Args{"Cashier": f.Cashier, "Runner": f.Runner})
	case record.SlipVoided:
		a.say(Warned, "approve_void")
		a.reason(f.Reason)
	}
}

// box says what was counted in a drop box, and what that puts right.
func (a *approval) box(f record.BoxCounted) {
	a.say(Plain, "approve_box", text.Args{"Table": f.Table, "N": f.Shift, "Amount": a.v.Text.Money(f.Notes.Value())})
	a.pieces(f.Notes)
	if f.Reason != "" {
		a.say(Warned, "approve_box_again")
		a.reason(f.Reason)
	}
}

// pieces says how many there are of each chip or note, the largest first.
func (a *approval) pieces(f record.Float) {
	for _, s := range slices.Backward(f) {
		a.say(Plain, "approve_chips", text.Args{"Value": a.v.Text.Amount(s.Value), "N": s.Pieces, "Amount": a.v.Text.Amount(s.Value * games.Amount(s.Pieces))})
	}
}

// counted says what was counted, and the difference.
func (a *approval) counted(f record.Counted, all []record.Fact) {
	a.say(Plain, "approve_counted", text.Args{"Amount": a.v.Text.Money(f.Float.Value())})
	a.pieces(f.Float)
	for _, first := range f.First {
		a.say(Warned, "approve_counted_first", text.Args{"Amount": a.v.Text.Money(first)})
	}
	if should := Expected(a.t, all); should.Known {
		a.lines = append(a.lines, a.v.CountDifference(f.Float.Value()-should.Amount))
	}
}

// Expected is what a count that is among facts should come to: at an opening what the last
// closing left, else what the tray holds.
func Expected(t *pit.Table, facts []record.Fact) pit.Sum {
	for _, f := range facts {
		if opened, ok := f.(record.Opened); ok {
			if opened.Closer == nil {
				return pit.Sum{}
			}
			return pit.KnownSum(opened.Closer.Value())
		}
	}
	return t.Tray()
}

// CountDifference is a difference of a count in a word and an amount.
func (v Viewer) CountDifference(by games.Amount) ApprovalLine {
	key, mark := "count_exact", Won
	switch {
	case by < 0:
		key, mark, by = "count_short", Lost, -by
	case by > 0:
		key, mark = "count_over", Warned
	}
	return ApprovalLine{v.Text.T(key, text.Args{"Amount": v.Text.Money(by)}), mark}
}

func (a *approval) incident(seq int64, said string) {
	if i, ok := a.t.Incident(seq); ok {
		a.say(Plain, "approve_about", text.Args{"What": a.v.Text.T("incident_" + string(i.Class)), "Time": a.v.Clock(i.At)})
		if i.Amount != 0 {
			a.say(Warned, "report_incident_difference", text.Args{"Amount": a.v.Text.Signed(i.Amount)})
		}
		if i.Text != "" {
			a.lines = append(a.lines, ApprovalLine{Text: i.Text})
		}
	}
	a.reason(said)
}

func (a *approval) reason(said string) {
	if said != "" {
		a.say(Plain, "approve_reason", text.Args{"Reason": said})
	}
}
