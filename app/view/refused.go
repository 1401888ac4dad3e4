package view

import (
	"cmp"
	"strconv"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Refused returns a refusal in a short sentence.
func (v Viewer) Refused(r *house.Refusal, g games.Game) string {
	what := r.What
	key := "refused_" + string(r.Why)
	switch {
	case r.Why == house.NotThatDecision && v.Text.Has("refused_choice_"+what):
		key = "refused_choice_" + what
	case r.Why == house.NotPossible && v.Text.Has("refused_not_possible_"+what):
		key = "refused_not_possible_" + what
	case r.Why == house.WrongRole && r.Right == house.SignInPlace:
		return v.Text.T("refused_wrong_role_in_place", text.Args{"What": what, "Who": v.roles(r.Right.Who())})
	case r.Why == house.WrongRole && r.Right != "":
		return v.Text.T("refused_wrong_role_right", text.Args{"What": what, "Who": v.roles(r.Right.Who())})
	case r.Why == house.WorksNoMore && r.Right == house.AnswerFor:
		key += "_inspector"
	case r.Why == house.WorksNoMore, r.Why == house.LeftHouse, r.Why == house.OtherPart, r.Why == house.CountedIt, r.Why == house.EnteredIt:
	case r.Why == house.AmountTooLarge && g != nil && g.Options().Limits[what].Max > 0:
		return v.Text.T("amount_far_over", text.Args{"What": v.spotLabel(g, what), "Max": v.Text.Amount(g.Options().Limits[what].Max)})
	case r.Why == house.NeedsCroupier:
		what = v.House.NameOf(what)
	case r.Why == house.NoMultiple || r.Why == house.NotEqual || r.Why == house.NoChipsMakeIt || r.Why == house.NoChipsHalve:
		minor, _ := strconv.ParseInt(what, 10, 64)
		what = v.Text.Amount(games.Amount(minor))
	case r.Why == house.NoBetStands && what != "" && g != nil:
		key, what = "refused_box_lacks", v.spotLabel(g, what)
	case r.Why == house.CardsAreDue:
		what = v.Text.T("cards_" + what)
	case r.Why == house.LimitUneven || r.Why == house.LimitHalved || r.Why == house.LimitCrossed || r.Why == house.LimitMissing:
		return v.Text.T(key, text.Args{"What": v.Text.T("spot_" + what), "End": v.Text.T("limit_end_" + string(r.End)), "Unit": v.Text.Amount(r.Unit)})
	case r.Why == house.TableAlike:
		return v.Text.T(key, text.Args{"What": what, "Other": r.Other})
	case r.Why == house.BadSetting && what == "notice":
		return v.Text.T("refused_notice", text.Args{"N": r.N})
	case g != nil:
		what = v.spotLabel(g, what)
	}
	return v.Text.T(key, text.Args{"Box": r.Box, "What": what})
}

// roles returns the roles that may do something, in a sentence: "an inspector or a manager".
func (v Viewer) roles(who []record.Role) string {
	words := ""
	for i, role := range who {
		one := v.Text.T("one_" + string(role))
		switch {
		case i == 0:
			words = one
		case i == len(who)-1:
			words = v.Text.T("either_or", text.Args{"One": words, "Other": one})
		default:
			words += ", " + one
		}
	}
	return words
}

// RefusedAway returns a refusal away from a table. Those of the house's settings have sentences that name what
// is allowed.
func (v Viewer) RefusedAway(r *house.Refusal) string {
	switch {
	case r.Why == house.NotPossible && r.What == "":
		return v.Text.T("office_still_open")
	case r.Why != house.BadSetting:
		return v.Refused(r, nil)
	case r.What == "amount":
		return v.Text.T("office_wrong_amount")
	case r.What == "float":
		return v.Text.T("office_wrong_float")
	case r.What == "bettime":
		return v.Text.T("office_wrong_bet_time")
	case r.What == "pin":
		return v.PINDigits("pin_digits")
	case r.What == "rounding" && r.Unit > 0:
		return v.Text.T("office_wrong_rounding_chips", text.Args{"Unit": v.priced(r.Unit, r.Currency)})
	case r.What == "cut" && r.N > 0:
		return v.Text.T("office_wrong_cut_most", text.Args{"N": r.N})
	case r.What == "notice":
		return v.Text.T("office_wrong_notice", text.Args{"N": r.N})
	case r.What == "edge":
		return v.Text.T("office_wrong_edge")
	case r.What == "coin":
		return v.Text.T("office_wrong_coin", text.Args{"Unit": v.priced(r.Unit, r.Currency)})
	case r.What == "rounding":
		return v.Text.T("office_wrong_rounding")
	case r.What == "cut":
		return v.Text.T("office_wrong_cut")
	case v.Text.Has("rulename_" + r.What):
		return v.Text.T("office_wrong_rule", text.Args{"Rule": v.Text.T("rulename_" + r.What)})
	case r.What == "boxes":
		return v.Text.T("office_wrong_boxes", text.Args{"N": r.N})
	case r.What == "decks":
		return v.Text.T("office_wrong_decks")
	case v.Text.Has("setup_wrong_" + r.What):
		return v.Text.T("setup_wrong_" + r.What)
	}
	return v.Refused(r, nil)
}

// PINDigits returns a sentence with the number of digits of a PIN by the house's rules.
func (v Viewer) PINDigits(key string) string {
	digits := strconv.Itoa(house.MaxPIN)
	if least := v.House.Rules().Least; least < house.MaxPIN {
		digits = strconv.Itoa(least) + "–" + digits
	}
	return v.Text.T(key, text.Args{"Digits": digits})
}

// priced returns an amount, with its currency where the house has more than one; "" is the first.
func (v Viewer) priced(a games.Amount, currency string) string {
	if len(v.House.Currencies()) < 2 {
		return v.Text.Amount(a)
	}
	return v.Text.In(cmp.Or(currency, v.House.Currency)).Money(a)
}
