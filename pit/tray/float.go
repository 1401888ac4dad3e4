package tray

import (
	"slices"
	"strconv"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Worth returns what the table's float should be worth now: unknown where it was never
// counted.
func (d Desk) Worth() Sum { return d.now().worth }

// Stock returns how many chips of each value the tray should hold: an estimate, since the
// croupier pays as he likes; nil where the float was never counted.
func (d Desk) Stock() map[games.Amount]int {
	now := d.now()
	if !now.worth.Known {
		return nil
	}
	stock := map[games.Amount]int{}
	for value, n := range now.pieces {
		stock[value] = int(n)
	}
	return stock
}

// now returns the stock with what the open hand has done to it so far.
func (d Desk) now() stock { return d.with(d.since) }

// with returns now with some of the moves since the hand began.
func (d Desk) with(moves []Move) stock {
	now := d.stock.clone()
	for _, m := range moves {
		now.apply(m, d.chips)
	}
	now.payActs(d.Sheet.NetsBefore(), d.Sheet.DoneNets(), d.chips)
	return now
}

// payActs pays out what acts that count no more came to, and then act by act what is done.
func (t *stock) payActs(before, done, chips []games.Amount) {
	if len(before) > 0 {
		t.payEach(before, chips)
	}
	for _, net := range done {
		t.pay(-net, chips)
	}
}

// apply does to the tray what a move between the hands does; it reports false for what is none.
func (t *stock) apply(m Move, chips []games.Amount) bool {
	if m.Voided != nil {
		return true
	}
	if f, ok := m.Fact.(record.HandCorrected); ok && f.Keyed && f.Hand < t.counted {
		t.coins -= t.coinsOf[m.Seq]
		return true
	}
	moved := t.work(m, 1, chips)
	switch m.Fact.(type) {
	case record.Counted, record.ClosingRecounted:
		t.counted = m.Hand
	}
	return moved
}

// work does to the tray what a move did, or with the sign -1 takes that back; false for
// what is no move.
func (t *stock) work(m Move, sign int64, chips []games.Amount) bool {
	way := games.Amount(sign)
	switch f := m.Fact.(type) {
	case record.CommissionTaken:
		for i := range f.Dues {
			t.pay(way*f.Paid(i), chips)
		}
	case record.ChipsChanged:
		t.move(f.In, sign)
		t.move(f.Out, -sign)
	case record.BoughtIn:
		t.move(f.Out, -sign)
	case record.SlipVerified:
		t.move(f.Float, sign*signOf(f.SlipID))
	case record.HandCorrected:
		if f.AsPaid() {
			t.payIn(way*f.Difference, way*t.coinsOf[m.Seq], chips)
		}
	case record.WrongPayout:
		t.payIn(-way*f.Amount, way*t.coinsOf[m.Seq], chips)
	case record.PayoutSettled:
		t.payIn(way*f.Amount, way*t.coinsOf[m.Seq], chips)
	case record.Counted:
		t.count(f.Float)
	case record.ClosingRecounted:
		t.count(f.Float)
	case record.Tipped, record.KeysHanded, record.TroncEmptied, record.MoveVoided, record.BoxPassed: // another box, another entry, no chips
	default:
		return false
	}
	return true
}

// payEach pays amounts out, each by itself.
func (t *stock) payEach(amounts []games.Amount, chips []games.Amount) {
	var sum, coins games.Amount
	for _, a := range amounts {
		sum += a
		coins += games.InCoin(a, chips)
	}
	t.payIn(-sum, -coins, chips)
}

// Counts returns the counts of the float in the shift, the oldest first.
func (t *Tray) Counts() []record.Counted {
	var counts []record.Counted
	for _, f := range t.Moves() {
		if c, ok := f.(record.Counted); ok {
			counts = append(counts, c)
		}
	}
	return counts
}

// Count records the float as croupier and inspector counted it; first is what they had come to before they counted again. A
// difference from what it should be is an incident where the house has it so. Refusals: TableClosed, HandOpen while bets lie,
// WrongRole, SamePerson, NeedsCroupier, BadSetting.
func (d Desk) Count(when record.CountMoment, count record.Float, croupier, inspector house.Staff, first ...games.Amount) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case !d.Empty:
		return nil, house.Refuse(house.HandOpen)
	case !count.Sound(d.chips, true):
		return nil, &house.Refusal{Why: house.BadSetting, What: "float"}
	}
	if err := d.Both(croupier, inspector, house.CountFloatRight); err != nil {
		return nil, err
	}
	facts := []record.Fact{Counted(when, count, croupier, inspector, first)}
	if should := d.Worth(); should.Known {
		facts = append(facts, Difference(d.Settings, count.Value()-should.Amount)...)
	}
	return facts, nil
}

// Counted returns a count with those before it that came to another sum.
func Counted(when record.CountMoment, count record.Float, croupier, inspector house.Staff, first []games.Amount) record.Counted {
	return record.Counted{When: when, Float: count, Croupier: croupier.Number, Inspector: inspector.Number, First: otherSums(first, count)}
}

// otherSums returns the counts before a count that came to another sum.
func otherSums(first []games.Amount, count record.Float) []games.Amount {
	var other []games.Amount
	for _, a := range first {
		if a != count.Value() {
			other = append(other, a)
		}
	}
	return other
}

// Both reports whether the croupier on duty and somebody with a right are the two that an
// act takes. Refusals: NeedsCroupier, SamePerson, WrongRole.
func (d Desk) Both(croupier, other house.Staff, do house.Right) error {
	switch {
	case croupier.Number != d.Croupier:
		return &house.Refusal{Why: house.NeedsCroupier, What: d.Croupier}
	case croupier.Number == other.Number:
		return house.Refuse(house.SamePerson)
	case !other.May(do):
		return &house.Refusal{Why: house.WrongRole, What: other.Name, Right: do}
	}
	return nil
}

// BuyIn gives a player chips for cash, which goes into the drop box; without chips named it gives the fewest that there are. From
// the house's limit on a buy-in has a box, and an inspector approves it; below that the approver is not needed. Refusals:
// TableClosed, NoSuchBox, BadSetting, NotEqual where the chips are not worth the cash, NotEnoughChips, NeedsInspector, WrongRole.
func (d Desk) BuyIn(box int, cash games.Amount, out record.Float, approver *house.Staff) ([]record.Fact, error) {
	much := d.IsMuch(cash)
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case much && box == 0:
		return nil, &house.Refusal{Why: house.BadSetting, What: "box"}
	case box < 0 || box > d.Boxes:
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
	case cash <= 0 || cash > games.MaxAmount || !out.Sound(d.chips, true):
		return nil, &house.Refusal{Why: house.BadSetting, What: "cash"}
	}
	if len(out) == 0 {
		out = fewest(cash, d.chips, d.now())
	}
	switch {
	case out.Value() != cash:
		return nil, &house.Refusal{Why: house.NotEqual, What: strconv.FormatInt(int64(out.Value()), 10)}
	case !d.holds(out):
		return nil, house.Refuse(house.NotEnoughChips)
	}
	f := record.BoughtIn{Box: box, Cash: cash, Out: out}
	if much {
		if err := approver.MayApprove(house.BuyInBig, d.Croupier); err != nil {
			return nil, err
		}
		f.Approver = approver.Number
	}
	return []record.Fact{f}, nil
}

// IsMuch reports whether so much cash takes an inspector.
func (d Desk) IsMuch(cash games.Amount) bool { return d.CashLimit > 0 && cash >= d.CashLimit }

// A Bought is the cash with which a box bought chips.
type Bought struct {
	Times int
	Sum   games.Amount
	Each  games.Amount // where all were as much; else 0
	Since time.Time    // the first of them
}

// boughtLately is the time over which buy-ins of a box are summed.
const boughtLately = 6 * time.Hour

// BoughtAt returns what a box bought in the hours before a moment, in this shift.
func (t *Tray) BoughtAt(box int, now time.Time) Bought {
	var b Bought
	for _, m := range t.AllMoves() {
		f, bought := m.Fact.(record.BoughtIn)
		if !bought || m.Voided != nil || f.Box != box || now.Sub(m.At) > boughtLately {
			continue
		}
		if b.Times++; b.Times == 1 {
			b.Since, b.Each = m.At, f.Cash
		}
		if b.Each != f.Cash {
			b.Each = 0
		}
		b.Sum += f.Cash
	}
	return b
}

// ChangeChips changes a player's chips for others of the same worth. Refusals:
// TableClosed, BadSetting, NotEqual, NotEnoughChips.
func (d Desk) ChangeChips(in, out record.Float) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case !in.Sound(d.chips, false) || !out.Sound(d.chips, false):
		return nil, &house.Refusal{Why: house.BadSetting, What: "chips"}
	case in.Value() != out.Value():
		return nil, &house.Refusal{Why: house.NotEqual, What: strconv.FormatInt(int64(out.Value()-in.Value()), 10)}
	case !d.holds(out):
		return nil, house.Refuse(house.NotEnoughChips)
	}
	return []record.Fact{record.ChipsChanged{In: in, Out: out}}, nil
}

// Tip records a tip for the staff, where the house has them recorded. Refusals:
// TableClosed, NotPossible, BadSetting.
func (d Desk) Tip(amount games.Amount) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case !d.Settings.Tips:
		return nil, &house.Refusal{Why: house.NotPossible, What: "tip"}
	case amount <= 0 || amount > games.MaxAmount:
		return nil, &house.Refusal{Why: house.BadSetting, What: "tip"}
	}
	return []record.Fact{record.Tipped{Amount: amount}}, nil
}

// holds reports whether the tray can be worth as much as chips that are to leave it. How
// it is made up is an estimate and refuses nobody.
func (d Desk) holds(out record.Float) bool {
	worth := d.Worth()
	return !worth.Known || worth.Amount >= out.Value()
}

// fewest returns an amount in the fewest chips of a tray; where it has not enough of them, or
// nobody counted it, as if it had.
func fewest(amount games.Amount, chips []games.Amount, of stock) record.Float {
	stock := map[games.Amount]int(nil)
	if of.worth.Known {
		stock = map[games.Amount]int{}
		for value, n := range of.pieces {
			stock[value] = int(n)
		}
	}
	counts, rest := games.FewestChips(amount, chips, stock)
	if rest != 0 {
		counts, _ = games.FewestChips(amount, chips, nil)
	}
	out := record.Float{}
	for _, c := range counts {
		out = append(out, record.Stack{Value: c.Value, Pieces: int64(c.N)})
	}
	slices.SortFunc(out, func(a, b record.Stack) int { return int(a.Value - b.Value) })
	return out
}
