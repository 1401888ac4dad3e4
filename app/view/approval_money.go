package view

import (
	"slices"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// tray adds what the tray has more or less.
func (a *approval) tray(more games.Amount) {
	key := "approve_tray_more"
	if more < 0 {
		key, more = "approve_tray_less", -more
	}
	a.say(Plain, key, text.Args{"Amount": a.v.Text.Amount(more)})
}

// refunds adds what is done for the players of a hand that is cancelled, one by one: each act once, and none
// set against another.
func (a *approval) refunds(h *hand.Hand) {
	acts := slices.DeleteFunc(h.Acts(), pay.Act.Nothing)
	for len(acts) > 0 {
		first := acts[0]
		same := func(x pay.Act) bool { return x.Box == first.Box && x.Bettor == first.Bettor }
		for _, do := range []struct {
			kind pay.ActKind
			key  string
			mark Mark
		}{{pay.Collect, "approve_take", Lost}, {pay.Pay, "approve_pay", Won}, {pay.GiveBack, "approve_back", Plain}} {
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

// money adds what each player still gets or gives back, or that nobody does. It reports whether somebody does.
func (a *approval) money(list []pay.Difference) bool {
	lines := a.v.Differences(a.t.Game, list)
	a.lines = append(a.lines, lines...)
	if len(lines) == 0 {
		a.say(Plain, "approve_no_money")
	}
	return len(lines) > 0
}

// Differences returns what players still get and give back, bet by bet, of a split box hand by hand. None is
// set against another. A line names the spot where the same player has several.
func (v Viewer) Differences(g games.Game, list []pay.Difference) []ApprovalLine {
	return v.differences(g, list, [3]string{"approve_back", "approve_take", "approve_pay"})
}

// unmoved returns the same of a correction that stays in the record: what was not given and not taken.
func (v Viewer) unmoved(g games.Game, list []pay.Difference) []ApprovalLine {
	return v.differences(g, list, [3]string{"approve_not_back", "approve_not_taken", "approve_not_paid"})
}

// differences returns them with the words for what goes back, what is taken and what is paid.
func (v Viewer) differences(g games.Game, list []pay.Difference, words [3]string) []ApprovalLine {
	var lines []ApprovalLine
	for _, d := range list {
		if d.Nothing() {
			continue
		}
		player := v.whose(pay.Act{Box: d.Box, Bettor: d.Bettor, Hand: d.Hand})
		if slices.ContainsFunc(list, func(o pay.Difference) bool {
			return o.Box == d.Box && o.Bettor == d.Bettor && o.Spot != d.Spot && !o.Nothing()
		}) {
			player += ", " + v.spotLabel(g, d.Spot)
		}
		say := func(key string, amount games.Amount, mark Mark) {
			if amount > 0 {
				lines = append(lines, ApprovalLine{v.Text.T(key, text.Args{"Player": player, "Amount": v.Text.Amount(amount)}), mark})
			}
		}
		say(words[0], d.Back, Plain)
		say(words[1], -d.Due(), Lost)
		say(words[2], d.Due(), Won)
	}
	return lines
}

// commission adds how a closed hand changes each player's commission. It adds how much of the shift's
// commission that player then owes, has paid and was let off.
func (a *approval) commission(hand int, after *pit.Table) {
	type player struct {
		box    int
		bettor string
	}
	var players []player
	was, is := map[player]games.Amount{}, map[player]games.Amount{}
	leaves := func(t *pit.Table, sums map[player]games.Amount) {
		h, ok := t.ClosedHand(hand)
		if !ok {
			return
		}
		for _, p := range h.Payments() {
			who := player{p.Box, p.Bettor}
			if _, there := was[who]; !there {
				players, was[who] = append(players, who), 0
			}
			sums[who] += p.Commission
		}
	}
	leaves(a.t, was)
	leaves(after, is)
	for _, who := range players {
		if was[who] == is[who] {
			continue
		}
		var owed, taken, waived games.Amount
		for _, d := range after.Debts() {
			if d.Box == who.box && d.Bettor == who.bettor && !d.Gone {
				owed += d.Amount
			}
		}
		for _, f := range after.AllTaken() {
			for i, d := range f.Dues {
				switch {
				case d.Box != who.box || d.Bettor != who.bettor:
				case f.Waived != "":
					waived += d.Amount
				default:
					taken += f.Paid(i)
				}
			}
		}
		args := text.Args{
			"Player": a.v.Player(who.box, who.bettor), "Was": a.v.Text.Amount(was[who]), "Is": a.v.Text.Amount(is[who]),
			"Owed": a.v.Text.Amount(owed), "Taken": a.v.Text.Amount(taken), "Waived": a.v.Text.Amount(waived), "Left": !a.t.Open,
		}
		a.say(Warned, "approve_commission", args)
		a.say(Plain, "approve_commission_now", args)
	}
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
		for _, s := range a.t.Slips(tray.Requested) {
			if s.SlipID == id {
				chips = s.Float
			}
		}
	}
	a.say(Plain, "approve_slip", text.Args{"Name": id.Of(a.t.Name), "Kind": a.v.Text.T("slip_" + string(id.Kind)), "Amount": a.v.Text.Money(chips.Value())})
	a.pieces(chips)
	if id.Restores > 0 {
		a.say(Plain, "slip_restored", text.Args{"N": id.Restores})
	}
	switch f := f.(type) {
	case record.SlipVerified:
		a.countedFirst(f.First)
		a.say(Plain, "approve_people", text.Args{"Cashier": f.Cashier, "Runner": f.Runner})
	case record.SlipVoided:
		a.say(Warned, "approve_void")
		a.reason(f.Reason)
	}
}

// box adds what was counted in a drop box, and what that corrects.
func (a *approval) box(f record.BoxCounted) {
	a.say(Plain, "approve_box", text.Args{"Table": f.Table, "N": f.Shift, "Amount": a.v.Text.Money(f.Notes.Value())})
	a.pieces(f.Notes)
	if f.Reason != "" {
		a.say(Warned, "approve_box_again")
		a.reason(f.Reason)
	}
}

// buyIn adds which chips are bought, and what the box has bought before.
func (a *approval) buyIn(f record.Fact) {
	bought, is := f.(record.BoughtIn)
	if !is {
		return
	}
	a.pieces(bought.Out)
	if so := a.v.BoughtAt(a.t, bought.Box, a.v.now()); so != "" {
		a.say(Warned, "approve_bought", text.Args{"So": so})
	}
}

// pieces adds how many there are of each chip or note, the largest first.
func (a *approval) pieces(f record.Float) {
	for _, s := range slices.Backward(f) {
		a.say(Plain, "approve_chips", text.Args{"Value": a.v.Text.Amount(s.Value), "N": s.Pieces, "Amount": a.v.Text.Cents(s.Value * games.Amount(s.Pieces))})
	}
}

// countedFirst adds the earlier counts where somebody counted again.
func (a *approval) countedFirst(first []games.Amount) {
	for _, amount := range first {
		a.say(Warned, "approve_counted_first", text.Args{"Amount": a.v.Text.Money(amount)})
	}
}

// counted adds what was counted, and the difference.
func (a *approval) counted(f record.Counted, all []record.Fact) {
	a.say(Plain, "approve_counted", text.Args{"Amount": a.v.Text.Money(f.Float.Value())})
	a.pieces(f.Float)
	a.countedFirst(f.First)
	if should := Expected(a.t, all); should.Known {
		other := tray.OtherChips(all)
		a.lines = append(a.lines, a.v.CountDifference(f.Float.Value()-should.Amount, len(other) > 0))
		for _, c := range slices.Backward(other) { // as the pieces are listed
			a.say(Warned, "approve_other_chips", text.Args{"Value": a.v.Text.Amount(c.Value), "N": c.Is, "Was": c.Was})
		}
	}
}

// recounted adds what a closing count was, what it is now, and how that changes the shift's result.
func (a *approval) recounted(f record.ClosingRecounted) {
	a.say(Plain, "report_recounted_as", text.Args{"Was": a.v.Text.Money(f.Was), "Amount": a.v.Text.Money(f.Float.Value())})
	a.pieces(f.Float)
	a.lines = append(a.lines, a.v.RecountChanges(f.Float.Value()-f.Was))
	a.reason(f.Reason)
}

// RecountChanges returns in words what the result of a shift changes by, whose closing was recounted to so much more. The result
// itself is told to nobody who has not signed on.
func (v Viewer) RecountChanges(by games.Amount) ApprovalLine {
	if by == 0 {
		return ApprovalLine{v.Text.T("recount_same"), Plain}
	}
	return ApprovalLine{v.Text.T("recount_changes", text.Args{"Amount": v.Text.Signed(by)}), Warned}
}

// Expected returns the amount that a count among the facts should have: at an opening what the last closing
// left, else what the tray has.
func Expected(t *pit.Table, facts []record.Fact) tray.Sum {
	for _, f := range facts {
		if opened, ok := f.(record.Opened); ok {
			if opened.Closer == nil {
				return tray.Sum{}
			}
			return tray.KnownSum(opened.Closer.Value())
		}
	}
	return t.Desk().Worth()
}

// CountDifference returns in words by how much a count differs; where it does not, whether other chips make the sum.
func (v Viewer) CountDifference(by games.Amount, otherChips bool) ApprovalLine {
	key, mark := "count_exact", Won
	switch {
	case by == 0 && otherChips:
		key, mark = "count_other_chips", Warned
	case by < 0:
		key, mark, by = "count_short", Lost, -by
	case by > 0:
		key, mark = "count_over", Warned
	}
	return ApprovalLine{v.Text.T(key, text.Args{"Amount": v.Text.Money(by)}), mark}
}
