package view

import (
	"strings"
	"time"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Move returns a move of chips or cash between the hands, in a line.
func (v Viewer) Move(t *pit.Table, f record.Fact) string {
	switch f := f.(type) {
	case record.BoughtIn:
		name := ""
		if f.Box > 0 {
			name = v.Player(f.Box, "") + ", "
		}
		return name + v.Text.T("said_bought_in", text.Args{"Amount": v.Text.Amount(f.Cash)})
	case record.ChipsChanged:
		return v.Text.T("move_changed", text.Args{"Amount": v.Text.Amount(f.In.Value())})
	case record.Tipped:
		return v.Text.T("said_tip", text.Args{"Amount": v.Text.Amount(f.Amount)})
	case record.KeysHanded:
		key := "move_keys_over"
		if f.Back {
			key = "move_keys_back"
		}
		return v.Text.T(key, text.Args{"Item": f.Item})
	case record.TroncEmptied:
		return v.Text.T("move_tronc", text.Args{"Amount": v.Text.Amount(f.Cash)})
	case record.CommissionTaken:
		name := ""
		for i, d := range f.Dues {
			if i == 0 {
				name = v.Player(d.Box, d.Bettor)
			} else if d.Box != f.Dues[0].Box || d.Bettor != f.Dues[0].Bettor {
				name = v.Text.T("move_all_boxes")
			}
		}
		key, owed := "move_commission", record.Owed(f.Dues)
		switch {
		case f.Waived != "":
			key = "move_waived"
		case f.Taken != nil:
			key = "move_commission_rounded"
		}
		return name + ", " + v.Text.T(key, text.Args{"Amount": v.Text.Amount(owed), "Owed": v.Text.Amount(owed), "Taken": v.Text.Amount(owed + f.Rounded())})
	case record.SlipVerified:
		return v.Text.T("approve_slip", text.Args{"Name": f.SlipID.Of(t.Name), "Kind": v.Text.T("slip_" + string(f.Kind)), "Amount": v.Text.Amount(f.Float.Value())})
	case record.WrongPayout:
		return v.WrongPayout(f)
	case record.PayoutSettled:
		if p, ok := t.Payout(f.Payout); ok {
			return v.PayoutBack(p, f.Amount)
		}
	}
	return ""
}

// WrongPayout returns what a player has too much or too little, in a line.
func (v Viewer) WrongPayout(f record.WrongPayout) string {
	key, amount := "payout_over", f.Amount
	if amount < 0 {
		key, amount = "payout_under", -amount
	}
	return v.Text.T(key, text.Args{"Hand": f.Hand, "Player": v.Player(f.Box, f.Bettor), "Amount": v.Text.Amount(amount)})
}

// PayoutBack returns what came back of a wrong payout, or below 0 was given after all, in a line.
func (v Viewer) PayoutBack(p tray.Payout, amount games.Amount) string {
	key := "payout_came_back"
	if amount < 0 {
		key, amount = "payout_given", -amount
	}
	return v.Text.T(key, text.Args{"Hand": p.WrongPayout.Hand, "Player": v.Player(p.Box, p.Bettor), "Amount": v.Text.Amount(amount)})
}

// PayoutLeft returns what is still to be done about a wrong payout; "" where nothing.
func (v Viewer) PayoutLeft(p tray.Payout) string {
	key, left := "payout_take_back", p.Left()
	switch {
	case left == 0:
		return ""
	case left < 0:
		key, left = "payout_give", -left
	}
	return v.Text.T(key, text.Args{"Amount": v.Text.Amount(left)})
}

// BoughtAt returns in words the purchases of a box in the hours before a moment; "" where there are none.
func (v Viewer) BoughtAt(t *pit.Table, box int, now time.Time) string {
	b := t.BoughtAt(box, now)
	if b.Times == 0 {
		return ""
	}
	args := text.Args{"N": b.Times, "Amount": v.Text.Amount(b.Sum), "Minutes": int(now.Sub(b.Since).Minutes()) + 1}
	if b.Each == 0 {
		return v.Text.T("buy_in_so_far", args)
	}
	args["Each"] = v.Text.Amount(b.Each)
	return v.Text.T("buy_in_so_far_each", args)
}

// KeysOut returns in a line which keys and badges did not come back, and who has them.
func (v Viewer) KeysOut(out []record.HeldKeys) string {
	var items []string
	for _, k := range out {
		items = append(items, k.Item+" ("+v.House.NameOf(k.With)+")")
	}
	return v.Text.T("keys_out", text.Args{"Items": strings.Join(items, ", ")})
}
