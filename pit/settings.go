package pit

import (
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// What makes new cards due (source 000, "Mescolare le carte e cambiare le carte").
const (
	// CardsLast is how long cards stay in play: "una volta ogni 24 ore".
	CardsLast = 24 * time.Hour
	// IdleLong is how long a table is shut for the cards to be changed when it opens:
	// "Il tavolo viene aperto dopo un certo periodo di inattività".
	IdleLong = 12 * time.Hour
)

// stops says whether no hand begins with the cards after it. Where the cameras were out an
// inspector has had the table go on already: new cards come with the next shoe.
func stops(c record.CardChange) bool { return c == record.FloorCards || c == record.FaultyCard }

func (t *Table) applyCardsDue(f record.CardsDue) {
	t.Due = f.Why
	if stops(f.Why) && t.Shoe > 0 && !t.ShoeOver {
		t.stopped = f.Why
	}
}

// Stopped is why no hand begins until the cards are changed or an inspector lets them go
// on; "" where one may.
func (t *Table) Stopped() record.CardChange { return t.stopped }

// KeepCards has the shoe dealt on though its cards must be changed. Refusals: TableClosed,
// NothingChanges where nothing stopped it, NeedsInspector, WrongRole.
func (t *Table) KeepCards(approver *house.Staff) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.stopped == "":
		return nil, house.Refuse(house.NothingChanges)
	}
	if err := approver.MayApprove(house.KeepCards, t.Croupier); err != nil {
		return nil, err
	}
	return []record.Fact{record.CardsKept{Why: t.stopped, By: approver.Number}}, nil
}

// DueCards is why new cards are due now; "" where they are not.
func (t *Table) DueCards(now time.Time) record.CardChange {
	switch {
	case t.Cards.IsZero():
		return record.FirstCards
	case t.Due != "":
		return t.Due
	case now.Sub(t.Cards) >= CardsLast:
		return record.DailyCards
	}
	return ""
}
