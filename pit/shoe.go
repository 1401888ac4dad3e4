package pit

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/games/roads"
	"sabot/pit/house"
	"sabot/pit/record"
)

// NewShoe is a shoe as it is put in place.
type NewShoe struct {
	Shuffler *house.Staff // the person who shuffled, by their own code; nil for the croupier on duty
	Fresh    bool         // new cards
	Approver *house.Staff // the inspector who lets old cards go on though new ones are due, and has the shoe before end early
}

// ShuffledEachHand reports whether every hand is dealt from all cards: see At.
func (t *Table) ShuffledEachHand() bool { return t.at().ShuffledEachHand() }

// StartShoe puts a shuffled and cut shoe in place; the first of a table is of new
// cards. A person who shuffled in the croupier's place signs for it. Refusals: TableClosed, BadSetting, HandPausedNow,
// HandOpen, CommissionOwed, AlarmWaits, CardsAreDue where new cards are due and no inspector lets the old ones go on,
// NeedsInspector where the shoe before EndsEarly, WrongRole.
func (t *Table) StartShoe(shoe NewShoe, now time.Time) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.Game == nil:
		return nil, &house.Refusal{Why: house.BadSetting, What: t.Name}
	case t.Current.Paused != nil:
		return nil, house.Refuse(house.HandPausedNow)
	case !t.Current.Empty():
		return nil, house.Refuse(house.HandOpen)
	case len(t.Debts()) > 0:
		return nil, &house.Refusal{Why: house.CommissionOwed, Box: t.Debts()[0].Box}
	case t.at().AlarmStops():
		return nil, house.Refuse(house.AlarmWaits)
	}
	f := record.ShoeStarted{Decks: t.Game.Options().Decks, Shuffler: t.Croupier, CutCard: t.Settings.CutCard}
	if t.ShuffledEachHand() {
		f.CutCard = 0
	}
	if shoe.Shuffler != nil {
		if err := shoe.Shuffler.MayApprove(house.ShuffleShoe, t.Croupier); err != nil {
			return nil, err
		}
		f.Shuffler, f.Signed = shoe.Shuffler.Number, shoe.Shuffler.Number
	}
	switch due := t.DueCards(now); {
	case due == "" && shoe.Fresh:
		f.Fresh = record.OtherCards
	case due == "":
	case shoe.Fresh || due == record.FirstCards:
		f.Fresh = due
	case shoe.Approver == nil:
		return nil, &house.Refusal{Why: house.CardsAreDue, What: string(due)}
	default:
		if err := shoe.Approver.MayApprove(house.KeepCards, t.Croupier); err != nil {
			return nil, err
		}
		f.Kept = shoe.Approver.Number
	}
	if t.Deal().EndsEarly() {
		if err := shoe.Approver.MayApprove(house.ShuffleNow, t.Croupier); err != nil {
			return nil, err
		}
		f.Early = shoe.Approver.Number
	}
	return []record.Fact{f}, nil
}

func (t *Table) applyShoe(e record.Entry, f record.ShoeStarted) {
	t.Tray.Settle()
	if f.Early != "" {
		t.EarlyShoes = append(slices.Clip(t.EarlyShoes), EarlyShoe{At: e.At, Hand: max(e.Hand-1, 0), By: f.Early})
	}
	t.decks, t.shoeHands, t.ShoeOver = f.Decks, 0, false
	t.cutCard, t.stopped = f.CutCard, ""
	if f.Fresh != "" {
		t.Cards, t.Due = e.At, ""
	}
	was := t.Current
	t.newHand(games.Shoe{}, nil)
	t.Current.TakeWithdrawn(&was.Sheet) // with what of bets that were cleared since is still to come back
}

// ReportCards records an event after which the cards must be changed. Refusals: TableClosed, BadSetting.
func (t *Table) ReportCards(why record.CardChange) ([]record.Fact, error) {
	if !t.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	for _, event := range record.CardEvents() {
		if event == why {
			return []record.Fact{record.CardsDue{Why: why}}, nil
		}
	}
	return nil, &house.Refusal{Why: house.BadSetting, What: string(why)}
}

// cutCardBack continues the shoe: its cut card had not come out.
func (t *Table) cutCardBack() {
	t.History = slices.Clone(t.History)
	t.History[len(t.History)-1].CutCard, t.ShoeOver = false, false
}

// SetPatterns sets the Good Roads that are not looked for at this table. Refusals: TableClosed, BadSetting for a name that is none
// of them.
func (t *Table) SetPatterns(off []string) ([]record.Fact, error) {
	if !t.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	for _, name := range off {
		if !slices.ContainsFunc(roads.Patterns(), func(p roads.Pattern) bool { return p.Name == name }) {
			return nil, &house.Refusal{Why: house.BadSetting, What: name}
		}
	}
	return []record.Fact{record.PatternsSet{Off: off}}, nil
}

// What makes new cards due (source 000, "Mescolare le carte e cambiare le carte").
const (
	// CardsLast is the longest time that cards stay in play: "una volta ogni 24 ore".
	CardsLast = 24 * time.Hour
	// IdleLong is the time after which the cards of a closed table must be changed when it opens:
	// "Il tavolo viene aperto dopo un certo periodo di inattività".
	IdleLong = 12 * time.Hour
)

// stops reports whether no hand begins with the cards after such an event. Where the cameras were out an inspector has resumed the
// table already: new cards come with the next shoe.
func stops(c record.CardChange) bool { return c == record.FloorCards || c == record.FaultyCard }

func (t *Table) applyCardsDue(f record.CardsDue) {
	t.Due = f.Why
	if stops(f.Why) && t.Shoe > 0 && !t.ShoeOver {
		t.stopped = f.Why
	}
}

// Stopped returns why no hand begins until the cards are changed or an inspector lets them go on; "" where one may.
func (t *Table) Stopped() record.CardChange { return t.stopped }

// KeepCards records that the shoe is dealt on though its cards must be changed. Refusals: TableClosed, NothingChanges where
// nothing stopped it, NeedsInspector, WrongRole.
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

// DueCards returns why new cards are due now; "" where they are not.
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
