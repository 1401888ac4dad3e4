package pit

import (
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// at returns what the open hand has to know of the table as it stands now.
func (t *Table) at() hand.At {
	return hand.At{
		Game: t.Game, Settings: t.Settings, Chips: t.chips, Checks: t.checks, LateAlone: t.lateAlone,
		Open: t.Open, Hand: t.Hand, Shoe: t.Shoe, ShoeOver: t.ShoeOver, ShoeHands: t.shoeHands, Decks: t.decks, CutCard: t.cutCard, Stopped: t.stopped,
		Past: t.History, LastBets: t.LastBets, Alarms: t.Alarms, Notes: t.Notes, Croupier: t.Croupier, Approver: t.approver, Memo: t.memo,
	}
}

// Approved returns the table for a command that somebody approves who is no part of it: the state is the
// same, and nobody may apply an entry to it.
func (t *Table) Approved(by *house.Staff) *Table {
	approved := *t
	approved.approver = by
	return &approved
}

// Bets returns the open hand as bets are put down on it.
func (t *Table) Bets() hand.Bets { return hand.BetsAt(t.at(), &t.Current) }

// Deal returns the open hand as it is dealt, played and paid.
func (t *Table) Deal() hand.Deal { return hand.DealAt(t.at(), &t.Current) }

// Felt returns the open hand as it is put right.
func (t *Table) Felt() hand.Felt { return hand.FeltAt(t.at(), &t.Current) }

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

// An IncidentBook is the door to a table's incidents: noted, asked after on video, answered and closed.
type IncidentBook struct{ *Table }

// IncidentBook returns the door to the table's incidents.
func (t *Table) IncidentBook() IncidentBook { return IncidentBook{t} }

// Corrections is the door to closed hands that are put right or declared void.
type Corrections struct{ *Table }

// Corrections returns the door to closed hands that are put right.
func (t *Table) Corrections() Corrections { return Corrections{t} }

// OfBets returns what is done with bets as a command of a table.
func OfBets(do func(hand.Bets) ([]record.Fact, error)) func(*Table) ([]record.Fact, error) {
	return func(t *Table) ([]record.Fact, error) { return do(t.Bets()) }
}

// OfDeal returns what is done with cards as a command of a table.
func OfDeal(do func(hand.Deal) ([]record.Fact, error)) func(*Table) ([]record.Fact, error) {
	return func(t *Table) ([]record.Fact, error) { return do(t.Deal()) }
}

// OfFelt returns what is put right as a command of a table.
func OfFelt(do func(hand.Felt) ([]record.Fact, error)) func(*Table) ([]record.Fact, error) {
	return func(t *Table) ([]record.Fact, error) { return do(t.Felt()) }
}
