package office

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// followPayments updates the text on the rounding with each field that changes a payment.
func (f *TableFields) followPayments() {
	field := func(e *controls.Field) {
		used := e.OnChanged
		e.OnChanged = func(typed string) { used(typed); f.paymentsChanged() }
	}
	pick := func(p *controls.Pick) {
		used := p.OnChanged
		p.OnChanged = func(chosen string) { used(chosen); f.paymentsChanged() }
	}
	field(f.rounding)
	field(f.decks)
	pick(f.mode)
	for _, s := range f.spots {
		field(s.least)
	}
	for _, r := range f.Own {
		for _, e := range slices.Concat(r.Odds, []*controls.Field{r.unit}) {
			if e != nil {
				field(e)
			}
		}
		if r.one != nil {
			pick(r.one)
		}
	}
	f.tracks = tracks(f.game)
	f.paymentsChanged()
}

func tracks(g games.Game) bool {
	t, ok := g.(games.Tracker)
	return ok && t.TracksCommission()
}

// paymentsChanged proposes how commission is rounded once it is to be noted, and says what the
// rounding means.
func (f *TableFields) paymentsChanged() {
	g, err := f.rules()
	if err != nil {
		return // half typed
	}
	if now := tracks(g); now != f.tracks {
		f.tracks = now
		if now && f.proposeExact() {
			return // which changed the payments again
		}
	}
	f.sayRounding(g, func() { f.Later(f.saidAgain) })
}

// saidAgain shows it again with the odds that have come: they are there at once now.
func (f *TableFields) saidAgain() {
	if g, err := f.rules(); err == nil {
		f.sayRounding(g, func() {})
	}
}

// sayRounding shows what the rounding means, with the odds of the rules as far as they are there; ready is
// called once they are.
func (f *TableFields) sayRounding(g games.Game, ready func()) {
	lines := f.inCoin(g)
	if len(f.rounded(g, nil)) > 0 {
		for _, spot := range f.rounded(g, session.Odds(g, ready)) {
			lines = append(lines, spot.Line)
		}
	}
	f.means.RemoveAll()
	for _, line := range lines {
		label := widget.NewLabel(line)
		label.Wrapping = fyne.TextWrapWord
		f.means.Add(label)
	}
	f.means.Refresh()
}

// proposeExact fills in that commission is noted to the centime, and reports whether there is a rule for it. Chips
// make no five per cent of every bet, and what is only noted needs none.
func (f *TableFields) proposeExact() bool {
	asked := false
	for _, r := range f.Own {
		if r.Rule.Kind == games.HowRounded && r.one.SelectedIndex() == 0 {
			r.unit.SetText(typed(games.ExactCommission.Unit))
			r.one.SetSelectedIndex(1 + slices.Index(roundings, games.ExactCommission.Mode))
			asked = true
		}
	}
	if asked {
		f.paymentsChanged()
	}
	return asked
}

// rounded returns the spots that rules pay otherwise than their odds.
func (f *TableFields) rounded(g games.Game, odds []games.SpotOdds) []rules.RoundedSpot {
	smallest := games.Amount(0)
	if len(f.chips) > 0 {
		smallest = f.chips[0]
	}
	return rules.RoundedSpots(f.text, g, smallest, odds)
}

// inCoin returns which wins no chips of the table make.
func (f *TableFields) inCoin(g games.Game) []string {
	return rules.InCoin(f.text, g, f.chips)
}

// An asked is a warning about rules before they were saved.
type asked struct {
	rules string
	said  []string
}

// Confirm asks somebody to save once more where no chips make a win, or where rounding moves the edge of a
// spot, unless the table paid so before. A copy is a table that never paid. It is called once all else is
// valid. Error: a Mistake.
func (f *TableFields) Confirm() error {
	g, err := f.rules()
	if err != nil {
		return err
	}
	written := string(handfile.EncodeRules(g))
	if f.was.Name != "" && written == string(f.was.Rules) {
		return nil
	}
	if f.confirmed.rules != written {
		f.confirmed = asked{rules: written}
	}
	ask := func(what string) error {
		f.confirmed.said = append(f.confirmed.said, what)
		refusal := &house.Refusal{Why: house.BadSetting, What: what, Currency: f.was.Currency}
		if len(f.chips) > 0 {
			refusal.Unit = f.chips[0]
		}
		return &controls.Mistake{At: f.rounding, Err: refusal}
	}
	said := func(what string) bool { return slices.Contains(f.confirmed.said, what) }
	if !said("coin") && len(f.inCoin(g)) > 0 {
		return ask("coin")
	}
	moves := func(spot rules.RoundedSpot) bool { return spot.Moves }
	if !said("edge") && slices.ContainsFunc(f.rounded(g, nil), moves) {
		return ask("edge")
	}
	return nil
}
