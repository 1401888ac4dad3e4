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

// An EarlyShoe is a shoe that an inspector had end though its cut card was not out.
type EarlyShoe struct {
	At   time.Time // UTC
	Hand int       // the last of the shift before it ended; 0 for none
	By   string
}

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
	case t.at().alarmStops():
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
	if t.EndsEarly() {
		if err := shoe.Approver.MayApprove(house.ShuffleNow, t.Croupier); err != nil {
			return nil, err
		}
		f.Early = shoe.Approver.Number
	}
	return []record.Fact{f}, nil
}

// EndsEarly reports whether a new shoe would end one that has begun and may be dealt on: its cut card is not out, nor passed, and
// nothing has happened after which its cards must be changed. In records of 0.9 the croupier alone ended it.
func (t Deal) EndsEarly() bool {
	_, passed := t.CutCardPassed()
	goesOn := t.at.Open && t.at.Shoe > 0 && !t.at.ShoeOver && t.at.Stopped == "" && !t.CutCard && !passed
	return goesOn && t.at.Checks > 0 && !t.at.ShuffledEachHand() && t.CardsOut()+t.DrawnAhead() > 0
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

// ReportCards says that something happened after which the cards must be changed.
// Refusals: TableClosed, BadSetting.
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

// toBurn says whether the shoe is new and its first card is still to be burned.
func (t table) toBurn() bool {
	return t.at.Settings.Burn && !t.at.ShuffledEachHand() && t.at.ShoeHands == 0 && t.Burn == record.FirstBurned{} && !t.BetsClosed
}

// BurnFirst records the first card of a new shoe: it is shown, and as many as it
// counts are burned face down. Refusals: TableClosed, NoShoe, HandPausedNow,
// NothingToBurn, NoSuchCard.
func (t Deal) BurnFirst(name string) ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.Game == nil || t.at.Shoe == 0 || t.at.ShoeOver:
		return nil, house.Refuse(house.NoShoe)
	case t.Paused != nil:
		return nil, house.Refuse(house.HandPausedNow)
	case !t.toBurn():
		return nil, house.Refuse(house.NothingToBurn)
	}
	card, ok := games.ReadCard(name)
	if !ok {
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	}
	return []record.Fact{record.FirstBurned{Card: record.NameOf(card), N: card.BurnCount()}}, nil
}

func (h *Hand) burnFirst(f record.FirstBurned) {
	card := f.Card.Card()
	h.shoe.Leave(card)
	h.shoe.Hide(f.N)
	h.Burn = f
	h.Round.Out = h.shoe.Out()
}

// CutCardBy is CutCardOut with who said so; its error is also of what no screen enters.
func (t Deal) CutCardBy(r record.Reading) ([]record.Fact, error) {
	if err := r.Check(""); err != nil {
		return nil, err
	}
	if _, err := t.CutCardOut(); err != nil {
		return nil, err
	}
	return []record.Fact{record.CutCardOut{Reading: r}}, nil
}

// CutCardOut says that the cut card came out: this hand is the last of the shoe.
// Refusals: TableClosed, NoShoe, BurnFirst, CutCardIsOut, NoCutCard where a shuffler has none.
func (t Deal) CutCardOut() ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.ShuffledEachHand():
		return nil, house.Refuse(house.NoCutCard)
	case t.at.Shoe == 0 || t.at.ShoeOver:
		return nil, house.Refuse(house.NoShoe)
	case t.toBurn():
		return nil, house.Refuse(house.BurnFirst)
	case t.CutCard:
		return nil, house.Refuse(house.CutCardIsOut)
	}
	return []record.Fact{record.CutCardOut{}}, nil
}

// cutCardBefore is the entry of the cut card by which the hand before was the last of the
// shoe, as long as no other shoe is in place; false where it was not, or an inspector had the
// cards shuffled.
func (t Deal) cutCardBefore() (record.Entry, bool) {
	n := len(t.at.Past)
	if !t.at.Open || !t.at.ShoeOver || n == 0 {
		return record.Entry{}, false
	}
	h := &t.at.Past[n-1]
	if !h.CutCard || h.Shuffle || h.Shoe != t.at.Shoe {
		return record.Entry{}, false
	}
	return record.Entry{Seq: h.cutSeq, Hand: h.Number, Fact: record.CutCardOut{}}, true
}

// cutCardBack has the shoe go on: its cut card had not come out.
func (t *Table) cutCardBack() {
	t.History = slices.Clone(t.History)
	t.History[len(t.History)-1].CutCard, t.ShoeOver = false, false
}

// LastKeyed is the entry that an undo takes back: the last of the open hand, or the note of a card that is offered since, or
// where there is none the cut card that ended the shoe; false where there is neither.
func (t Deal) LastKeyed() (record.Entry, bool) {
	if last, ok := t.Hand.LastKeyed(); ok {
		if open, offered := t.Offered(); offered && open.Seq > last.Seq {
			return record.Entry{Seq: open.Seq, At: open.At, Hand: open.Hand, Fact: open.Alarmed}, true
		}
		return last, true
	}
	return t.cutCardBefore()
}

// CardsOut is how many cards have left the shoe and belong to the hands dealt so far: those
// that lie face down and are still to be laid open with them, those drawn ahead without.
func (t table) CardsOut() int {
	return t.shoe.Out() + t.lyingFaceDown()
}

// CardsLeft is how many cards the shoe still holds, those drawn ahead among them.
func (t table) CardsLeft() int { return 52*t.at.Decks - t.CardsOut() }

// CutCardPassed says that the cut card should be out by the cards that have left the shoe,
// and nobody has said so; behind is how many cards were put behind it.
func (t Deal) CutCardPassed() (behind int, passed bool) {
	out := t.at.Shoe == 0 || t.at.ShoeOver || t.CutCard || t.toBurn()
	return t.at.CutCard, t.at.Open && !out && t.at.CutCard > 0 && t.CardsLeft()-t.DrawnAhead() <= t.at.CutCard
}

// Coming is what the rules change by themselves after this hand.
func (t Deal) Coming() games.Coming {
	if t.at.Game == nil || t.at.Shoe == 0 || t.at.ShoeOver || t.CutCard || t.at.ShuffledEachHand() {
		return games.Coming{}
	}
	return games.ComingAfter(t.at.Game, t.Round, t.CardsOut()-t.Round.Out)
}

// RankOut is how many cards of a rank have left the shoe in sight; burned face down,
// they are not in it.
func (t Deal) RankOut(rank games.Rank) int {
	out := t.shoe.RankOut(rank)
	for n, l := range t.Round.Laid {
		if l.Card.Valid() && l.Card.Rank() == rank && t.covers(n) {
			out--
		}
	}
	return out
}

// RankAll is how many cards of each rank the shoe began with.
func (t Deal) RankAll() int { return 4 * t.at.Decks }

// shoeWithCarried is what has left the shoe, with the cards that lie ready for a hand.
func (h *Hand) shoeWithCarried() games.Shoe {
	shoe := h.shoe
	ready := h.Carried
	if h.faceDown() == nil && h.BetsClosed {
		ready = append(h.Carried[:len(h.Carried):len(h.Carried)], h.Ready[min(h.laid(), len(h.Ready)):]...)
	}
	for _, c := range ready {
		if c != unseen {
			shoe.Leave(c)
		}
	}
	return shoe
}

// Results are the results of the shoe's closed hands, for the roads; none where the
// game makes none.
func (t Deal) Results() []roads.Result {
	var results []roads.Result
	for i := range t.at.Past {
		h := &t.at.Past[i]
		game, ok := h.GameOr(t.at.Game).(games.TwoSided)
		if !ok || h.Shoe != t.at.Shoe || h.Cancelled != nil {
			continue
		}
		if c := game.Coup(h.Round); c.Over {
			results = append(results, roads.Of(c))
		}
	}
	return results
}

// SetPatterns says which Good Roads are not looked for at this table. Refusals:
// TableClosed, BadSetting for a name that is none of them.
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
