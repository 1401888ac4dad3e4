package table

import (
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openIrregularity shows what may have gone wrong, from any phase. Where the hand is paused or a card is
// misplaced it shows how that can be corrected.
func (t misdealPage) openIrregularity() {
	t.bets().endChoice()
	tx, state := t.shell.Text, t.session.State
	if !state.Open && state.Game != nil && len(state.History) > 0 {
		signed, lead := t.counts().signed(), ""
		if signed {
			lead = tx.T("refused_report_signed")
		}
		t.menuWith(tx.T("title_irregularity"), lead, []controls.Choice{
			{Label: tx.T("irregular_entry"), Help: tx.T("about_irregular_entry"), Key: "h", Off: signed, Do: t.counts().openClosedHands},
			{Label: tx.T("irregular_incident"), Help: tx.T("about_irregular_incident"), Key: "j", Do: t.openIncidents},
		})
		return
	}
	if !state.Open || state.Game == nil {
		t.openIncidents()
		return
	}
	if p := state.Current.Paused; p != nil && p.Kind.General() {
		t.pages().openPaused()
		return
	}
	if state.Current.Paused != nil || state.Felt().LiesWrong() {
		t.openRelay()
		return
	}
	phase, begun := state.Deal().Phase(), !state.Current.Empty()
	dealing := phase == hand.Dealing
	drawn := state.Current.BetsClosed
	boxed := drawn && slices.ContainsFunc(state.Game.Places(), func(p games.Place) bool { return p.Box > 0 })
	choices := []controls.Choice{
		{Label: tx.T("irregular_skipped"), Help: tx.T("about_irregular_skipped"), Off: !boxed, Do: func() { t.pauseBox(record.SkippedBox) }},
		{Label: tx.T("irregular_without"), Help: tx.T("about_irregular_without"), Off: !boxed, Do: func() { t.pauseBox(record.DealtWithout) }},
		{Label: tx.T("irregular_place"), Help: tx.T("about_irregular_place"), Off: !drawn, Do: t.approvals().closing(func() { t.openRelay() })},
		{Label: tx.T("irregular_exposed"), Help: tx.T("about_irregular_exposed"), Off: !drawn, Do: t.openExposed},
		{Label: tx.T("irregular_surplus"), Help: tx.T("about_irregular_surplus"), Off: !drawn, Do: t.approvals().closing(func() { t.layBurned(record.DrawnInError) })},
		{Label: tx.T("irregular_offer"), Help: tx.T("about_irregular_offer"), Off: !state.Settings.OfferExposed || !dealing && phase != hand.Deciding, Do: t.approvals().closing(func() { t.hold(view.ForOffer) })},
		{Label: tx.T("irregular_dispute"), Help: tx.T("about_irregular_dispute"), Off: !begun, Do: t.openDispute},
		{Label: tx.T("irregular_entry"), Help: tx.T("about_irregular_entry"), Off: len(state.History) == 0 && !state.Current.BetsClosed, Do: t.counts().openClosedHands},
		{Label: tx.T("irregular_cancel"), Help: tx.T("about_irregular_cancel"), Off: !begun, Do: t.cancelHand},
		{Label: tx.T("irregular_incident"), Help: tx.T("about_irregular_incident"), Do: t.openIncidents},
		{Label: tx.T("irregular_new_cards"), Help: tx.T("about_irregular_new_cards"), Do: t.openNewCards},
		{Label: tx.T("irregular_seen"), Help: tx.T("about_irregular_seen"), Off: len(state.Alarms) == 0, Do: t.approvals().closing(t.acknowledge)},
		{Label: tx.T("irregular_pause"), Help: tx.T("about_irregular_pause"), Do: t.pages().openPause},
	}
	if state.Deal().DeniedBlackjack() {
		choices = append(choices, controls.Choice{Label: tx.T("irregular_late_blackjack"), Help: tx.T("about_irregular_late_blackjack"), Do: t.approvals().closing(t.layLateBlackjack)})
	}
	t.menuWith(tx.T("title_irregularity"), "", choices)
}

// layLateBlackjack opens the page for a dealer's blackjack that he had denied: the card that
// lies face down is asked for.
func (t misdealPage) layLateBlackjack() {
	l := t.layOut(record.LateBlackjack, 0, t.session.State.Felt().OnFelt())
	if l.cards[t.session.State.Deal().Hole()].Card == record.FaceDownName {
		l.askHole()
	}
}

// openNewCards shows the events after which the cards must be changed.
func (t misdealPage) openNewCards() {
	tx := t.shell.Text
	var choices []controls.Choice
	for _, why := range record.CardEvents() {
		choices = append(choices, controls.Choice{Label: tx.T("irregular_cards", text.Args{"Why": tx.T("cards_" + string(why))}), Do: func() {
			t.shell.CloseOverlay()
			if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.ReportCards(why) }) {
				t.Tell(tx.T("said_cards_due", text.Args{"Why": tx.T("cards_" + string(why))}))
			}
		}})
	}
	t.menuWith(tx.T("irregular_new_cards"), "", choices)
}

// openExposed asks which card was seen (source 004, section 7).
func (t misdealPage) openExposed() {
	tx, state := t.shell.Text, t.session.State
	h := &state.Current
	begun := len(h.Round.Laid) > 0 || len(h.Open) > 0 // of cards in the hand some may lie before one is read
	covered := state.Deal().HoleCovered() || state.Deal().Hole() >= 0
	first := controls.Choice{Label: tx.T("exposed_first"), Off: begun, Do: t.approvals().closing(func() { t.layBurned(record.ExposedFirst) })}
	if covered {
		first = controls.Choice{Label: tx.T("exposed_hole"), Off: !state.Deal().MayExpose(), Do: t.exposeHole}
	}
	t.menuWith(tx.T("irregular_exposed"), tx.T("exposed_lead"), []controls.Choice{
		first,
		{Label: tx.T("exposed_second"), Off: covered || len(state.Felt().OnFelt()) == 0, Do: t.approvals().closing(func() { t.do(pit.OfFelt(hand.Felt.SecondExposed)) })},
		t.moreExposed(),
	})
}

// exposeHole asks which the dealer's card is that everybody saw, where no reader has read it, and has it lie face up.
func (t misdealPage) exposeHole() {
	said := func() {
		word := "said_hole_seen"
		if t.session.State.Current.DealerBlackjack() {
			word = "said_hole_blackjack"
		}
		t.Tell(tx(t.Table, word))
	}
	expose := func(card string) {
		t.approvals().ask(tx(t.Table, "exposed_hole"), tx(t.Table, "reason_lead"), []string{"reason_seen", "reason_video"}, func(reason string) {
			t.approvals().approve("title_approve_hole_seen", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Deal().ExposeHole(card, who, reason)
			}, said)
		})
	}
	if t.session.State.Deal().HoleRead() {
		expose("")
		return
	}
	t.approvals().askCard(t.shell.Text.T("exposed_hole"), func(card games.Card) { expose(card.String()) })
}

// moreExposed returns the line of several cards that were seen.
func (t misdealPage) moreExposed() controls.Choice {
	tx := t.shell.Text
	return controls.Choice{Label: tx.T("exposed_more"), Do: func() {
		t.approvals().ask(tx.T("exposed_more"), tx.T("reason_lead"), []string{"reason_seen", "reason_video"}, func(reason string) {
			t.approvals().approve("title_approve_shuffle", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Felt().MoreExposed(who, reason)
			}, t.approvals().saying("said_shuffle"))
		})
	}}
}

// plays returns the boxes with a valid bet.
func (t misdealPage) plays() map[int]bool {
	round, plays := t.session.State.Current.Round, map[int]bool{}
	for i, stake := range t.session.State.Game.Stakes(round) {
		plays[round.Bets[i].Box] = plays[round.Bets[i].Box] || stake.Stands()
	}
	return plays
}

// pauseBox asks which boxes were passed over, or dealt to without a bet that stands.
func (t misdealPage) pauseBox(kind record.Irregularity) {
	tx, state, plays := t.shell.Text, t.session.State, t.plays()
	why := map[bool]string{true: "box_plays", false: "box_plays_not"}
	var boxes []boxChoice
	for box := 1; box <= state.Game.Options().Boxes; box++ {
		c := boxChoice{Box: box, Off: plays[box] != (kind == record.SkippedBox)}
		if c.Off {
			c.About = tx.T(why[plays[box]])
		}
		boxes = append(boxes, c)
	}
	lead := tx.T("irregular_which_boxes")
	if kind == record.DealtWithout {
		lead = view.Sentences(lead, tx.T("relay_rule_first"))
	}
	t.bets().askBoxes(tx.T("irregularity_"+string(kind)), lead, boxes, true, func(boxes []int) {
		laid, err := state.Felt().AsDealt(boxes, kind == record.DealtWithout)
		if err != nil {
			t.money().finished(err, nil)
			return
		}
		box := boxes[0]
		if len(boxes) > 1 {
			box = 0
		}
		t.shell.CloseOverlay()
		l := t.layOut(kind, box, laid)
		if step := state.Deal().Next(); kind == record.DealtWithout || step.Kind == games.Deal && step.Opening { // of more that lie, ranks are typed
			l.choose(len(l.cards))
			return
		}
		l.choose(0)
	})
}

// layBurned opens the page for a card that is burned: the next one that is typed.
func (t misdealPage) layBurned(kind record.Irregularity) {
	cards := t.session.State.Felt().OnFelt()
	if kind == record.ExposedFirst { // nothing was dealt
		cards = t.session.State.Felt().SeenOnFelt()
	}
	l := t.layOut(kind, 0, cards)
	if len(t.session.State.Felt().NewlyBurned(l.cards)) == 0 {
		l.choose(len(l.cards))
		l.burned()
	}
}

// burnCards asks an inspector to burn cards that left the shoe and play no part, and then calls then.
func (t misdealPage) burnCards(cards []record.CardLaid, then func()) {
	tx := t.shell.Text
	reasons := []string{"reason_exposed", "reason_drawn"}
	if t.laid != nil && t.laid.kind != record.ExposedFirst { // the likely one stands first
		slices.Reverse(reasons)
	}
	t.approvals().ask(tx.T("way_burn"), tx.T("reason_lead"), reasons, func(reason string) {
		t.approvals().approve("title_approve_burn", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			return s.Felt().BurnLying(cards, who, reason)
		}, then)
	})
}

// goWay puts the hand right as was chosen, with whom it takes.
func (t misdealPage) goWay(w view.Way) {
	tx := t.shell.Text
	switch w.ID {
	case view.WayRelay:
		title, said := "title_approve_relay", "said_relaid"
		switch felt := t.session.State.Felt().Verdict(); {
		case felt.OnlyAnswers():
			title, said = "title_approve_late", "said_answered"
		case felt.OnlyBurns():
			title, said = "title_approve_burn", "said_discarded"
		}
		t.approvals().ask(w.Label, tx.T("reason_lead"), []string{"reason_checked", "reason_video"}, func(reason string) {
			t.approvals().approve(title, func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Felt().Relay(who, reason) }, t.approvals().saying(said))
		})
	case view.WayResume:
		often := "reason_in_order"
		if _, other := t.session.State.Current.AsEntered(); other { // it is not
			often = "reason_typed"
		}
		t.approvals().ask(tx.T("way_resume"), tx.T("reason_lead"), []string{often, "reason_video"}, func(reason string) {
			t.approvals().approve("title_approve_resume", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Resume(who, reason)
			}, t.approvals().saying("said_resumed"))
		})
	case view.WayRefuse:
		t.approvals().ask(tx.T("way_refuse"), tx.T("reason_lead"), []string{"reason_seen", "reason_moved"}, func(reason string) {
			t.approvals().approve("title_approve_refuse", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Felt().RefuseRelay(reason, who)
			}, func() { t.Tell(tx.T("said_relay_refused", text.Args{"Rule": t.session.State.Felt().MayPlayOn()})) })
		})
	case view.WayPlayOn:
		t.approvals().ask(tx.T("way_play_on"), tx.T("play_on_lead"), []string{"reason_house_rule", "reason_players_agree"}, func(reason string) {
			t.approvals().approve("title_approve_play_on", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Felt().PlayOn(who, reason)
			}, t.approvals().saying("said_played_on"))
		})
	case view.WayCancel:
		t.cancelHand()
	}
}

// cancelHand asks a manager to cancel the hand: every stake goes back.
func (t misdealPage) cancelHand() {
	tx := t.shell.Text
	lead := view.Sentences(tx.T("cancel_lead"), t.viewer().Log().Withdrawn(t.session.State))
	t.approvals().ask(tx.T("irregular_cancel"), lead, []string{"reason_cannot", "reason_shoe", "reason_camera"}, func(reason string) {
		t.approvals().approve("title_approve_cancel", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Felt().CancelHand(who, reason) }, t.openRefunds)
	})
}

// openRefunds shows what goes back of the hand that was cancelled.
func (t misdealPage) openRefunds() {
	tx, state := t.shell.Text, t.session.State
	said := tx.T("said_cancelled")
	if back := t.viewer().Log().Withdrawn(state); back != "" {
		said = view.Sentences(said, back)
		t.notice = view.Notice{Text: said, Bad: true, Says: view.SaysBack}
		t.Update()
	} else {
		t.Tell(said)
	}
	t.sheet(controls.Sheet{
		Title: tx.T("title_refunds"), OnOK: t.shell.Back, Foot: said, Rows: t.shell.Viewer().Reconstruction().Refunds(state, &state.History[len(state.History)-1]),
		Columns: []controls.Column{
			{Head: tx.T("report_box"), Width: 0.6},
			{Head: tx.T("report_spot"), Width: 1.4},
			{Width: 0.8},
			{Head: tx.T("refund_stake"), Width: 1.4, Align: 1},
			{Head: tx.T("refund_due"), Width: 2.4, Align: 1},
		},
	})
}

// openDispute pauses the hand for a disputed bet; after the call an inspector rules on
// it.
func (t misdealPage) openDispute() {
	tx, state := t.shell.Text, t.session.State
	if !state.Current.BetsClosed {
		t.shell.CloseOverlay()
		if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Felt().Pause(record.DisputedBet, t.cursor.Box, "") }) {
			t.Tell(tx.T("said_paused"))
		}
		return
	}
	var boxes []boxChoice
	for box := 1; box <= state.Game.Options().Boxes; box++ {
		boxes = append(boxes, boxChoice{Box: box})
	}
	t.bets().askBoxes(tx.T("irregular_dispute"), tx.T("irregular_which_box"), boxes, false, func(boxes []int) { t.disputedSpot(boxes[0]) })
}

// disputedSpot asks which bet of a box is disputed: those that are entered, each with its bettor, and those
// that somebody claims.
func (t misdealPage) disputedSpot(box int) {
	tx, state := t.shell.Text, t.session.State
	var choices []controls.Choice
	add := func(b games.Bet, about string) {
		choices = append(choices, controls.Choice{Label: t.shell.Viewer().BetName(state.Game, b), About: about, Do: func() { t.ruleBet(b) }})
	}
	for _, spot := range games.PresetSpots(state.Game) {
		held := false
		for _, b := range state.Current.Round.Bets {
			if b.Box == box && b.Spot == spot.Name {
				held = held || b.Bettor == ""
				add(b, tx.T("dispute_lies", text.Args{"Amount": tx.Amount(b.Amount)}))
			}
		}
		next := games.Bet{Box: box, Spot: spot.Name, Bettor: freeBettor(state.Current.Round.Bets, box, spot.Name)}
		if !held && !spot.Early {
			next.Bettor = ""
		}
		switch {
		case !held && !spot.Early:
			add(next, tx.T("dispute_lies", text.Args{"Amount": tx.Amount(0)}))
		case state.Game.CheckBet(state.Current.Round.Bets, withAmount(next, 100)) == nil:
			add(next, tx.T("dispute_new"))
		}
	}
	t.menuWith(tx.T("irregular_dispute"), tx.T("box_n", text.Args{"Box": box}), choices)
}

func withAmount(b games.Bet, amount games.Amount) games.Bet { b.Amount = amount; return b }

// freeBettor returns the first number from 2 on that no bettor on a spot has.
func freeBettor(bets []games.Bet, box int, spot string) string {
	return freeNumber(func(name string) bool { return lies(bets, games.Bet{Box: box, Spot: spot}, name) })
}

// freeNumber returns the first number from 2 on that is not taken.
func freeNumber(taken func(name string) bool) string {
	n := 2
	for taken(strconv.Itoa(n)) {
		n++
	}
	return strconv.Itoa(n)
}

// ruleBet asks what the bet is, why, and the inspector. What its bettor decided early
// stands.
func (t misdealPage) ruleBet(bet games.Bet) {
	tx := t.shell.Text
	name := t.shell.Viewer().BetName(t.session.State.Game, bet)
	t.approvals().askAmount(tx.T("dispute_amount", text.Args{"Bet": name}), tx.T("dispute_amount_lead"), true, func(amount games.Amount) {
		ruled := withAmount(bet, amount)
		if _, err := t.session.State.Felt().RulingOn(ruled, false); err != nil {
			t.money().finished(err, nil)
			return
		}
		why := func(lay bool) {
			t.approvals().ask(name, tx.T("reason_lead"), []string{"reason_video", "reason_players_agree"}, func(reason string) {
				t.approvals().approve("title_approve_bet", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
					return s.Felt().RuleBet(ruled, lay, who, reason)
				}, t.ruled)
			})
		}
		over := t.session.State.Current.LiesOver(ruled)
		if over == 0 {
			why(false)
			return
		}
		t.menuWith(name, tx.T("dispute_over"), []controls.Choice{
			{Label: tx.T("dispute_back", text.Args{"Amount": tx.Amount(over)}), Do: func() { why(true) }},
			{Label: tx.T("dispute_never", text.Args{"Amount": tx.Amount(over)}), Do: func() { why(false) }},
		})
	})
}

// ruled shows that a bet was ruled on. Where cards are misplaced by it, the reconstruction comes next.
func (t misdealPage) ruled() {
	said := "said_ruled"
	if t.session.State.Felt().LiesWrong() {
		said = "said_ruled_wrong"
		t.openRelay()
	}
	t.approvals().saying(said)()
}
