package pit

import (
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Desk returns the tray with what it has to know of the table as it stands now.
func (t *Table) Desk() tray.Desk {
	boxes := -1
	if t.Game != nil {
		boxes = t.Game.Options().Boxes
	}
	return tray.Desk{
		Tray: &t.Tray, Sheet: &t.Current.Sheet, Empty: t.Current.Empty(), Open: t.Open, Name: t.Name, Day: t.Day, Shift: t.Shift, Croupier: t.Croupier,
		Boxes: boxes, Settings: t.Settings, CashLimit: t.CashLimit, Checks: t.checks,
	}
}

// TrayWorth returns what the float should be worth now: see Desk.Worth.
func (t *Table) TrayWorth() tray.Sum { return t.Desk().Worth() }

// TrayStock returns how many chips of each value the tray should hold: see Desk.Stock.
func (t *Table) TrayStock() map[games.Amount]int { return t.Desk().Stock() }

// Count does what Desk.Count does.
func (t *Table) Count(when record.CountMoment, count record.Float, croupier, inspector house.Staff, first ...games.Amount) ([]record.Fact, error) {
	return t.Desk().Count(when, count, croupier, inspector, first...)
}

// BuyIn does what Desk.BuyIn does.
func (t *Table) BuyIn(box int, cash games.Amount, out record.Float, approver *house.Staff) ([]record.Fact, error) {
	return t.Desk().BuyIn(box, cash, out, approver)
}

// IsMuch does what Desk.IsMuch does.
func (t *Table) IsMuch(cash games.Amount) bool {
	return t.Desk().IsMuch(cash)
}

// ChangeChips does what Desk.ChangeChips does.
func (t *Table) ChangeChips(in, out record.Float) ([]record.Fact, error) {
	return t.Desk().ChangeChips(in, out)
}

// Tip does what Desk.Tip does.
func (t *Table) Tip(amount games.Amount) ([]record.Fact, error) {
	return t.Desk().Tip(amount)
}

// SlipWaits does what Desk.SlipWaits does.
func (t *Table) SlipWaits(id record.SlipID) (chips record.Float, waits bool) {
	return t.Desk().SlipWaits(id)
}

// RequestSlip does what Desk.RequestSlip does.
func (t *Table) RequestSlip(house *house.House, kind record.SlipKind, chips record.Float, approver *house.Staff) ([]record.Fact, error) {
	return t.Desk().RequestSlip(house, kind, chips, approver)
}

// VerifySlip does what Desk.VerifySlip does.
func (t *Table) VerifySlip(house *house.House, id record.SlipID, cashier, runner string, croupier, inspector house.Staff, first ...games.Amount) ([]record.Fact, error) {
	return t.Desk().VerifySlip(house, id, cashier, runner, croupier, inspector, first...)
}

// VoidSlip does what Desk.VoidSlip does.
func (t *Table) VoidSlip(id record.SlipID, reason string, croupier, inspector house.Staff) ([]record.Fact, error) {
	return t.Desk().VoidSlip(id, reason, croupier, inspector)
}

// TakeCommission does what Desk.TakeCommission does.
func (t *Table) TakeCommission(box int) ([]record.Fact, error) {
	return t.Desk().TakeCommission(box)
}

// TakeDebt does what Desk.TakeDebt does.
func (t *Table) TakeDebt(due record.Debt) ([]record.Fact, error) {
	return t.Desk().TakeDebt(due)
}

// WaiveDebt does what Desk.WaiveDebt does.
func (t *Table) WaiveDebt(due record.Debt, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Desk().WaiveDebt(due, approver, reason)
}

// Collects does what Desk.Collects does.
func (t *Table) Collects(due record.Debt) games.Amount {
	return t.Desk().Collects(due)
}

// Collecting does what Desk.Collecting does.
func (t *Table) Collecting() (games.Rounding, bool) {
	return t.Desk().Collecting()
}

// AllCollect does what Desk.AllCollect does.
func (t *Table) AllCollect(box int) games.Amount {
	return t.Desk().AllCollect(box)
}

// VoidMove does what Desk.VoidMove does.
func (t *Table) VoidMove(seq int64, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Desk().VoidMove(seq, approver, reason)
}

// SettlePayout does what Desk.SettlePayout does.
func (t *Table) SettlePayout(f record.PayoutSettled, approver *house.Staff) ([]record.Fact, error) {
	return t.Desk().SettlePayout(f, approver)
}

// TroncOff does what Desk.TroncOff does.
func (t *Table) TroncOff(cash games.Amount) (tips, off games.Amount) {
	return t.Desk().TroncOff(cash)
}

// HandKeys does what Desk.HandKeys does.
func (t *Table) HandKeys(item string, back bool, by, with house.Staff) ([]record.Fact, error) {
	return t.Desk().HandKeys(item, back, by, with)
}

// EmptyTronc does what Desk.EmptyTronc does.
func (t *Table) EmptyTronc(cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	return t.Desk().EmptyTronc(cash, by, with)
}

// CountDrop does what Desk.CountDrop does.
func (t *Table) CountDrop(cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	return t.Desk().CountDrop(cash, by, with)
}

// CountDropBefore does what Desk.CountDropBefore does.
func (t *Table) CountDropBefore(check tray.DropCheck, cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	return t.Desk().CountDropBefore(check, cash, by, with)
}

// DropCheck does what Desk.DropCheck does.
func (t *Table) DropCheck() tray.DropCheck {
	return t.Desk().DropCheck()
}

// MayRecount does what Desk.MayRecount does.
func (t *Table) MayRecount() error {
	return t.Desk().MayRecount()
}

// RecountClosing does what Desk.RecountClosing does.
func (t *Table) RecountClosing(count record.Float, reason string, by, approver house.Staff) ([]record.Fact, error) {
	return t.Desk().RecountClosing(count, reason, by, approver)
}
