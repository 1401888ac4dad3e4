package shell

import (
	"errors"
	"strings"

	"sabot/app/controls"
	"sabot/pit/house"
)

// NewForm returns a form with no field yet; leave is called to go without saving.
func (s *Shell) NewForm(title, save string, leave func()) *controls.Form {
	return controls.NewForm(controls.Form{
		Title: title, Save: save, Back: s.Text.T("setup_back"), OnLeave: leave, OnHelp: s.OpenHelp,
		Words:    func(err error) (sentence, part string) { return s.Wording(err), PartOf(err) },
		Labelled: func(label, sentence string) string { return s.Text.Label(label, sentence) },
		Code: func(typed, stood string) error {
			if s.House == nil {
				return nil
			}
			return s.House.State.People().CheckTyped(typed, stood)
		},
		Focus: s.Window.Canvas().Focus,
	})
}

// PartOf returns the part of a form that a refusal is about; "" where it is about none.
func PartOf(err error) string {
	var refusal *house.Refusal
	switch {
	case !errors.As(err, &refusal):
		return ""
	case refusal.Why == house.WeakPIN, refusal.Why == house.PINHasNumber:
		return "pin"
	case refusal.Why == house.LimitUneven, refusal.Why == house.LimitHalved, refusal.Why == house.LimitCrossed, refusal.Why == house.LimitMissing:
		return LimitPart(refusal.What, refusal.End)
	case refusal.Why == house.TableNeedsChips:
		return CurrencyPart("chips", refusal.Currency)
	case refusal.Why == house.BadSetting && refusal.What == "chips":
		return CurrencyPart("chips", refusal.Currency)
	case refusal.Why == house.TableAlike:
		return "tables"
	case refusal.Why == house.NameAlike, refusal.Why == house.NameMixed:
		return "staff"
	case refusal.Why == house.BadSetting, refusal.Why == house.LooksLikeCode:
		return refusal.What
	}
	return ""
}

// CurrencyPart returns the part of a form for refusals that name a currency; "" for the house's first.
func CurrencyPart(part, currency string) string { return strings.TrimSpace(part + " " + currency) }

// LimitPart returns the part of a form that is an end of the limits of a spot.
func LimitPart(spot string, end house.LimitEnd) string { return "limit " + spot + " " + string(end) }
