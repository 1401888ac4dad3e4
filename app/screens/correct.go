package screens

import (
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// openCorrection is for a wrong entry found after the hand closed: which hand.
func (t *Table) openCorrection() {
	tx, state := t.shell.text, t.session.State
	var choices []controls.Choice
	const most = 8
	for i := len(state.History) - 1; i >= max(0, len(state.History)-most); i-- {
		h := &state.History[i]
		choices = append(choices, controls.Choice{
			Label: tx.T("history_hand", text.Args{"Hand": h.Number}) + " · " + text.Clock(h.ClosedAt), About: t.shell.viewer().Laid(state.Game, h),
			Off: h.Cancelled != nil, Do: func() { t.correctHand(h.Number) },
		})
	}
	t.menuWith(tx.T("irregular_entry"), tx.T("correct_lead"), choices)
}

// correctHand is what of the hand was wrong: a card or a bet.
func (t *Table) correctHand(n int) {
	tx, state := t.shell.text, t.session.State
	h, ok := state.ClosedHand(n)
	if !ok {
		return
	}
	var choices []controls.Choice
	for i, l := range h.Round.Laid {
		choices = append(choices, controls.Choice{
			Label: tx.T("correct_card", text.Args{"N": i + 1, "Card": t.shell.viewer().CardName(state.Game, l.Card), "Place": t.shell.viewer().Place(l.At)}),
			Do:    func() { t.correctCard(n, i) },
		})
	}
	for i, b := range h.Round.Bets {
		choices = append(choices, controls.Choice{
			Label: tx.T("correct_bet", text.Args{"Box": b.Box, "Spot": tx.T("spot_" + b.Spot), "Amount": tx.Amount(b.Amount)}),
			Do:    func() { t.correctBet(n, i) },
		})
	}
	t.menuWith(tx.T("history_hand", text.Args{"Hand": n}), tx.T("correct_what"), choices)
}

func (t *Table) correctCard(hand, i int) {
	tx := t.shell.text
	t.askWord(tx.T("correct_card_title"), tx.T("correct_card_lead"), func(typed string) bool {
		card, ok := t.readCard(typed)
		if !ok {
			return false
		}
		h, _ := t.session.State.ClosedHand(hand)
		round := h.Round
		round.Laid = slices.Clone(h.Round.Laid)
		round.Laid[i].Card = card
		t.confirmCorrection(hand, round)
		return true
	})
}

// readCard is a card as it is typed, or a rank alone: where a bet looks at the suit the
// rules ask for it.
func (t *Table) readCard(typed string) (games.Card, bool) {
	return games.ReadCard(strings.ToUpper(typed))
}

func (t *Table) correctBet(hand, i int) {
	tx := t.shell.text
	t.askWord(tx.T("correct_bet_title"), tx.T("dispute_amount_lead"), func(typed string) bool {
		amount, ok := text.ParseAmount(typed)
		if !ok {
			return false
		}
		h, _ := t.session.State.ClosedHand(hand)
		round := h.Round
		round.Bets = slices.Clone(h.Round.Bets)
		if round.Bets[i].Amount = amount; amount == 0 {
			round.Bets = slices.Delete(round.Bets, i, i+1)
		}
		t.confirmCorrection(hand, round)
		return true
	})
}

// askWord asks for a word that done takes or not.
func (t *Table) askWord(title, lead string, done func(string) bool) {
	tx := t.shell.text
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: title, Lead: lead, OK: tx.T("sign_ok"), Close: t.shell.leave(), Space: tx.T("key_space"), OnClose: t.shell.back,
		OnDone: func(typed string) {
			if !done(typed) {
				prompt.Wrong(tx.T("count_wrong"))
			}
		},
	})
	t.shell.over(written{paged{prompt.Drawn, prompt.Rune, prompt.Key}})
}

// confirmCorrection shows what the hand comes to now and asks whether the difference was
// put right with the players, why, and the inspector.
func (t *Table) confirmCorrection(hand int, round games.Round) {
	tx, state := t.shell.text, t.session.State
	c := pit.Correction{Hand: hand, Round: round}
	s, err := state.Recount(c)
	if err != nil {
		t.finished(err, func() {})
		return
	}
	old, _ := state.ClosedHand(hand)
	lead := tx.T("correct_comes_to", text.Args{"Was": tx.Signed(old.House), "Is": tx.Signed(s.House), "Difference": tx.Signed(s.House - old.House)})
	confirm := func(moved bool) func() {
		return func() {
			c.Moved = moved
			t.ask(tx.T("irregular_entry"), tx.T("reason_lead"), []string{"reason_typed", "reason_video"}, func(reason string) {
				c.Reason = reason
				t.approve("title_approve_correct", func(who *pit.Staff) session.Command {
					return func(s *pit.Table) ([]pit.Fact, error) { return s.CorrectHand(c, who) }
				}, t.saying("said_corrected"))
			})
		}
	}
	t.menuWith(tx.T("history_hand", text.Args{"Hand": hand}), lead, []controls.Choice{
		{Label: tx.T("correct_moved"), Do: confirm(true)},
		{Label: tx.T("correct_not_moved"), Do: confirm(false)},
	})
}
