package office

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// askCommission asks a manager of each table that rounds the commission of each hand, because nobody has
// said otherwise, whether it goes on so. The answer is an entry: a table is asked about once. Who leaves
// the question is asked at the next sign-on.
func (o upkeepPage) askCommission() {
	h := o.shell.House
	if o.who.Check(house.ChangeTables) != nil || h.State.Here(record.TableSet{}) != nil {
		return
	}
	for _, set := range h.State.UndecidedCommission() {
		if o.askCommissionOf(set) {
			return
		}
	}
}

// askCommissionOf asks about one table, with figures; false where it has no chips to say them in.
func (o upkeepPage) askCommissionOf(set record.TableSet) bool {
	house := &o.shell.House.State
	g, err := handfile.ParseRules(set.Game, set.Rules)
	chips := house.ChipsIn(set.Currency).Values
	if err != nil || len(chips) == 0 {
		return false
	}
	lead := rules.RoundedCommission(o.shell.ViewerAt(set.Name).Text, g, chips[0], handfile.Odds(g)) // nobody decides without the figures: they are waited for
	collect := rules.Rounds(o.shell.ViewerAt(set.Name).Text, games.Rounding{Unit: chips[0], Mode: house.Collect()})
	answer := func(exact bool, said string) func() {
		return func() {
			o.shell.CloseOverlay()
			if err := o.shell.House.Staff().DecideCommission(set, exact, o.who); err != nil {
				o.say(err)
				return
			}
			o.tell(o.t(said, text.Args{"Table": set.Name}))
			o.askCommission()
		}
	}
	o.menuFrom(o.t("commission_ask_title", text.Args{"Table": set.Name}), strings.Join(lead, "\n"), []controls.Choice{
		{Label: o.t("commission_ask_exact"), About: o.t("commission_ask_exact_about", text.Args{"How": collect}), Do: answer(true, "commission_ask_exact_said")},
		{Label: o.t("commission_ask_keep"), About: o.t("commission_ask_keep_about"), Do: answer(false, "commission_ask_keep_said")},
	}, o.shell.CloseOverlay)
	return true
}
