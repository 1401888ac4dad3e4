package office

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/games"
)

// roundings are the ways to round, as the form names them.
var roundings = []games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}

// askMoney asks how winnings are rounded, of which commission may be one. Of a new table it
// proposes the smallest chip, so that chips pay everything, and says what that changes.
func (f *TableFields) askMoney(kept map[string]string) {
	tx, rounding := f.text, f.game.Options().Rounding
	if f.fresh && len(f.chips) > 0 && !games.ChipsMake(rounding.Unit, f.chips) {
		rounding.Unit = f.chips[0]
	}
	var modes []string
	for _, mode := range roundings {
		modes = append(modes, tx.T("office_rounding_"+string(mode)))
	}
	f.mode = f.pick(kept, "mode", modes, slices.Index(roundings, rounding.Mode))
	f.rounding = f.field(kept, "rounding", typed(rounding.Unit))
	f.form.Part("rounding", f.rounding)
	f.lines.Add(tx.T("office_rounding"), controls.Beside([]float32{1, 1}, f.mode, f.rounding))
	f.means = container.NewVBox()
	f.lines.Add("", f.means)
}

// askHabits asks for what a house decides beside the rules.
func (f *TableFields) askHabits(kept map[string]string) {
	tx, s := f.text, f.settings
	if f.fresh && f.was.Settings == nil {
		s.Burn = f.game.Layout().Burns
	}
	check := func(key string, on bool) *controls.Tick { return f.tick(kept, key, tx.T(key), on) }
	f.burn, f.lateBets, f.offer, f.tips = check("setup_burn", s.Burn), check("setup_late_bets", s.LateBets), check("setup_offer", s.OfferExposed), check("office_tips", s.Tips)
	f.lowRisk, f.reveal, f.continuous = check("setup_low_risk", s.LowRisk), check("office_reveal", s.Reveal), check("office_continuous", s.Continuous)
	f.payFromRight = check("office_pay_from_right", s.PayFromRight)
	if _, risks := f.game.(games.LowRisk); !risks {
		f.lowRisk.Disable()
	}
	if !games.Reveals(f.game) {
		f.reveal.Disable()
	}
	if games.ShufflesEachHand(f.game) {
		f.burn.Disable()
		f.continuous.Disable()
	}
	f.lines.Add(tx.T("setup_habits"), container.NewGridWithColumns(2, f.burn, f.lateBets, f.offer, f.tips, f.lowRisk, f.reveal, f.continuous, f.payFromRight))
	line := func(key, part, proposed string) *controls.Field {
		e := f.field(kept, key, proposed)
		f.form.Part(part, e)
		f.lines.Add(tx.T(key), e)
		return e
	}
	f.cut = line("office_cut_card", "cut", strconv.Itoa(s.CutCard))
	f.difference = line("office_difference", "difference", typed(s.Difference))
	seconds := ""
	if s.BetTime > 0 {
		seconds = strconv.Itoa(s.BetTime)
	}
	f.betTime, f.timeEnds = f.field(kept, "office_bet_time", seconds), check("office_bet_time_ends", s.BetTimeEnds)
	f.form.Part("bettime", f.betTime)
	f.lines.Add(tx.T("office_bet_time"), controls.Beside([]float32{1, 2.2}, f.betTime, f.timeEnds))
	f.notice = line("office_notice", "notice", strconv.Itoa(s.Notice))
}

// askFloat asks what the table is given for its first opening, in pieces of each chip.
func (f *TableFields) askFloat(kept map[string]string) {
	tx := f.text
	var chips []fyne.CanvasObject
	f.float = nil
	for _, value := range f.chips {
		pieces := ""
		if n := f.settings.Float.Pieces(value); n > 0 {
			pieces = strconv.FormatInt(n, 10)
		}
		e := f.field(kept, "float "+typed(value), pieces)
		f.float = append(f.float, e)
		if len(f.float) == 1 {
			f.form.Part("float", e)
		}
		f.form.Named(e, tx.T("office_float")+", "+tx.Amount(value))
		label := widget.NewLabelWithStyle(tx.Amount(value), fyne.TextAlignTrailing, fyne.TextStyle{})
		chips = append(chips, container.NewGridWithColumns(2, label, e))
	}
	f.lines.Add(tx.T("office_float"), container.NewGridWithColumns(3, chips...))
}
