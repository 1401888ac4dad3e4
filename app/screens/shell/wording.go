package shell

import (
	"cmp"
	"errors"
	"syscall"

	"sabot/app/printing"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// Wording is an error in words, away from a table.
func (s *Shell) Wording(err error) string {
	var refusal *people.Refusal
	var printer *printing.RefusedError
	switch {
	case errors.As(err, &refusal):
		return s.refused(refusal)
	case errors.As(err, &printer):
		return s.Text.T("printer_"+string(printer.Why), text.Args{"Error": printer.Says})
	case errors.Is(err, printing.ErrNoPrinting):
		return s.Text.T("office_no_printing")
	case errors.Is(err, reports.ErrNoEvidence):
		return s.Text.T("office_no_report")
	case errors.Is(err, record.ErrConflict):
		return s.Text.T("disk_conflict")
	case errors.Is(err, record.ErrReplaced):
		return s.Text.T("disk_replaced")
	case errors.Is(err, record.ErrNewerRecord):
		return s.Text.T("trouble_newer", text.Args{"Error": err})
	case errors.Is(err, record.ErrChanged):
		return s.Text.T("trouble_changed", text.Args{"Error": err})
	case errors.Is(err, record.ErrNoPepper):
		return s.Text.T("trouble_pepper", text.Args{"Error": err})
	case errors.Is(err, session.ErrAuthorityDamaged):
		return s.Text.T("trouble_authority")
	case errors.Is(err, syscall.ENOSPC):
		return s.Text.T("office_full")
	}
	return s.Text.T("office_failed", text.Args{"Error": err})
}

// refused is a refusal in words: those of the house's settings have sentences that say
// what is right.
func (s *Shell) refused(r *people.Refusal) string {
	switch {
	case r.Why == people.NotPossible && r.What == "":
		return s.Text.T("office_still_open")
	case r.Why == people.BadSetting && r.What == "amount":
		return s.Text.T("office_wrong_amount")
	case r.Why == people.BadSetting && r.What == "float":
		return s.Text.T("office_wrong_float")
	case r.Why == people.BadSetting && r.What == "bettime":
		return s.Text.T("office_wrong_bet_time")
	case r.Why == people.BadSetting && r.What == "rounding" && r.Unit > 0:
		return s.Text.T("office_wrong_rounding_chips", text.Args{"Unit": s.priced(r.Unit, r.Currency)})
	case r.Why == people.BadSetting && r.What == "cut" && r.N > 0:
		return s.Text.T("office_wrong_cut_most", text.Args{"N": r.N})
	case r.Why == people.BadSetting && r.What == "notice":
		return s.Text.T("office_wrong_notice", text.Args{"N": r.N})
	case r.Why == people.BadSetting && r.What == "rounding":
		return s.Text.T("office_wrong_rounding")
	case r.Why == people.BadSetting && r.What == "cut":
		return s.Text.T("office_wrong_cut")
	case r.Why == people.BadSetting && s.Text.Has("rulename_"+r.What):
		return s.Text.T("office_wrong_rule", text.Args{"Rule": s.Text.T("rulename_" + r.What)})
	case r.Why == people.BadSetting && r.What == "boxes":
		return s.Text.T("office_wrong_boxes", text.Args{"N": r.N})
	case r.Why == people.BadSetting && r.What == "decks":
		return s.Text.T("office_wrong_decks")
	case r.Why == people.BadSetting:
		if key := "setup_wrong_" + r.What; s.Text.T(key) != key {
			return s.Text.T(key)
		}
	}
	return s.Viewer().Refused(r, nil)
}

// priced is an amount, with its currency where the house has more than one; "" is the first.
func (s *Shell) priced(a games.Amount, currency string) string {
	if len(s.House.State.Currencies()) < 2 {
		return s.Text.Amount(a)
	}
	return s.Text.In(cmp.Or(currency, s.House.State.Currency)).Money(a)
}

// Bad is a notice of what did not happen.
func (s *Shell) Bad(err error) view.Notice { return view.Notice{Text: s.Wording(err), Bad: true} }

// CountedDrop says that a drop box was counted, and what is missing or too much by that,
// where that is known; words are those of its currency.
func (s *Shell) CountedDrop(words *text.Catalogue, cash games.Amount, off pit.Sum) string {
	args := text.Args{"Amount": words.Money(cash)}
	if !off.Known {
		return words.T("said_drop", args)
	}
	args["Difference"] = words.Money(off.Amount)
	return words.T("said_drop_off", args)
}
