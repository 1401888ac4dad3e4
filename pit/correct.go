package pit

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Correction is a closed hand as it really was.
type Correction struct {
	Hand   int // its number in the shift
	Round  games.Round
	Reason string
	Moved  bool // the difference was paid or taken back at the table
	Keyed  bool // there is none: the players had been paid so, only what was entered was wrong
	Signed bool // the report of the shift was signed
	// By is the person who asks for it at a table that has closed, where nobody is on duty; nil at an open one.
	By *house.Staff
}

// ClosedHand is a hand of the shift that is closed.
func (t *Table) ClosedHand(n int) (*Hand, bool) {
	return closedOf(t.History, n)
}

// closedOf returns the hand of that number among closed ones; false where none has it.
func closedOf(past []Hand, n int) (*Hand, bool) {
	for i := range past {
		if past[i].Number == n {
			return &past[i], true
		}
	}
	return nil, false
}

// Recount returns what a corrected hand comes to. Refusals: those of Recounted; CommissionPaid where commission that it left
// owed was paid already, at a table that is open.
func (t *Table) Recount(c Correction) (games.Settlement, error) {
	s, err := t.Recounted(c)
	if err != nil {
		return s, err
	}
	if old, _ := t.ClosedHand(c.Hand); t.duesChange() && !t.stillOwed(old, s) {
		return s, house.Refuse(house.CommissionPaid)
	}
	return s, nil
}

// Recounted returns what a corrected hand comes to by its own cards, bets and decisions. Refusals: NoSuchHand, NothingChanges; those of
// a bet that cannot lie so; NoChipsMakeIt and NoChipsHalve where no chips make a bet or its insurance; HandUnfinished and HandOverfull where a card or a decision is
// missing or one too many, HandMisdealt where one lies elsewhere than the deal has it, NotPossible where it cannot have been so otherwise; CardTooOften
// where the shoe never held the card; CardsCarried where it drew cards ahead and would have
// taken another number of them; HandsAfter where a hand after it would have come to
// something else, since other cards were out.
func (t Felt) Recounted(c Correction) (games.Settlement, error) {
	old, ok := closedOf(t.at.Past, c.Hand)
	c.Round.AtTable, c.Round.InsuranceOver = false, false // it is read as a whole, and nobody is asked
	switch {
	case !ok || old.Cancelled != nil:
		return games.Settlement{}, house.Refuse(house.NoSuchHand)
	case SameRound(old.Round, c.Round):
		return games.Settlement{}, house.Refuse(house.NothingChanges)
	case len(old.Carried) > 0 && len(c.Round.Laid) != len(old.Round.Laid):
		return games.Settlement{}, house.Refuse(house.CardsCarried)
	}
	game := old.GameOr(t.at.Game)
	for i, b := range c.Round.Bets {
		if err := t.bets().takes(game, c.Round.Bets[:i], b); err != nil {
			return games.Settlement{}, betRefused(err, b)
		}
		if err := t.bets().inChips(b); err != nil && t.at.Checks > 0 { // records of 0.9 have such bets
			return games.Settlement{}, err
		}
	}
	s, err := games.Complete(game, c.Round)
	if err != nil {
		return s, incomplete(err)
	}
	if err := t.bets().insuredInChips(game, c.Round); err != nil {
		return s, err
	}
	if err := t.mayHaveLeft(old, c.Round); err != nil {
		return s, err
	}
	return s, t.changesHandsAfter(old, len(c.Round.Laid)-len(old.Round.Laid))
}

// betRefused is why a bet cannot lie so.
func betRefused(err error, b games.Bet) error {
	why := map[games.Code]house.Why{games.BoxTaken: house.BoxIsTaken, games.UnknownSpot: house.NoSuchSpot, games.BadAmount: house.AmountTooLarge, games.BadBox: house.NoSuchBox}[games.CodeOf(err)]
	if why == "" {
		return &house.Refusal{Why: house.NotPossible, Box: b.Box, What: "hand"}
	}
	return &house.Refusal{Why: why, Box: b.Box, What: b.Spot}
}

// incomplete is why a hand cannot be one that was played to its end.
func incomplete(err error) error {
	switch games.CodeOf(err) {
	case games.Incomplete:
		return house.Refuse(house.HandUnfinished)
	case games.SurplusCards, games.SurplusDecisions:
		return house.Refuse(house.HandOverfull)
	case games.Misdeal:
		return house.Refuse(house.HandMisdealt)
	case games.ImpossibleCard:
		return house.Refuse(house.CardTooOften)
	case games.NoBets:
		return house.Refuse(house.NoBetStands)
	}
	return &house.Refusal{Why: house.NotPossible, What: "hand"}
}

// mayHaveLeft says whether the shoe held the cards of a corrected hand beside those of all
// others that came out of it.
func (t Felt) mayHaveLeft(old *Hand, round games.Round) error {
	var shoe games.Shoe
	for _, h := range slices.Concat(t.at.Past, []Hand{*t.Hand}) {
		laid := h.OnFelt()
		if t.at.Checks == 0 { // records of 0.9 left those of a hand out that was cancelled in its deal
			laid = slices.Concat(h.Round.Laid, h.Open)
		}
		if h.Number == old.Number {
			laid = round.Laid
		}
		if h.Shoe != old.Shoe || t.at.ShuffledEachHand() && h.Number != old.Number {
			continue
		}
		for _, l := range laid {
			if !l.Hidden {
				shoe.Leave(l.Card)
			}
		}
		if h.Burn.Card != "" {
			shoe.Leave(h.Burn.Card.Card())
		}
	}
	decks := t.at.Game.Options().Decks
	for _, l := range round.Laid {
		if l.Hidden {
			continue
		}
		if shoe.RankOut(l.Card.Rank()) > 4*decks || l.Card.Suited() && shoe.Copies(l.Card) > decks {
			return &house.Refusal{Why: house.CardTooOften, What: l.Card.String()}
		}
	}
	return nil
}

// changesHandsAfter says whether the hands of the same shoe after a hand come to the same
// where so many cards more were out before them.
func (t Felt) changesHandsAfter(old *Hand, more int) error {
	if more == 0 || t.at.ShuffledEachHand() {
		return nil
	}
	for _, h := range slices.Concat(t.at.Past, []Hand{*t.Hand}) {
		if h.Shoe != old.Shoe || h.Number <= old.Number || !h.BetsClosed {
			continue
		}
		after := h.Round
		after.Out += more
		if game := h.GameOr(t.at.Game); !slices.Equal(game.Stakes(h.Round), game.Stakes(after)) {
			return &house.Refusal{Why: house.HandsAfter, What: strconv.Itoa(h.Number)}
		}
	}
	return nil
}

// sameCards says whether the cards of a closed hand are out of the shoe that is in place.
func (t *Table) sameCards(h *Hand) bool { return h.Shoe == t.Shoe && !t.ShuffledEachHand() }

// stillOwed reports whether what a hand left owed can be made another sum: nothing of it was collected or given up since, and
// it is owed by the player who holds the box; or it does not change.
func (t *Table) stillOwed(old *Hand, s games.Settlement) bool {
	for _, d := range changedDues(owedBy(old), s.Payments) {
		open := games.Amount(0)
		for _, now := range t.Debts() {
			if now.Box == d.Box && now.Bettor == d.Bettor && !now.Gone {
				open += now.Amount
			}
		}
		if open < d.Amount || t.checks > 0 && t.cleared(old, d) { // records of 0.9 look at the player's whole debt alone
			return false
		}
	}
	return true
}

// duesChange reports whether a correction changes what players owe: at a table that has closed nothing of it is collected or given
// back any more, and all of it is a difference (Result.Unmoved). In a shift of 0.9 it did there too.
func (t *Table) duesChange() bool { return t.Open || t.checks == 0 }

// cleared reports whether what a player owed by a closed hand was collected or given up: that clears all that a player owes.
func (t *Table) cleared(hand *Hand, due record.Debt) bool {
	return slices.ContainsFunc(t.AllMoves(), func(m tray.Move) bool {
		taken, ok := m.Fact.(record.CommissionTaken)
		return ok && m.Voided == nil && m.Hand > hand.Number &&
			slices.ContainsFunc(taken.Dues, func(d record.Debt) bool { return d.Box == due.Box && d.Bettor == due.Bettor })
	})
}

// changedDues are those of dues that payments leave at another sum.
func changedDues(dues []record.Debt, payments []games.Payment) []record.Debt {
	return slices.DeleteFunc(slices.Clone(dues), func(d record.Debt) bool {
		return slices.ContainsFunc(payments, func(p games.Payment) bool {
			return p.Box == d.Box && p.Bettor == d.Bettor && p.Commission == d.Amount
		})
	})
}

// PaidVersion is the version of a hand by which the players were paid last: the first
// one, or the last correction that was put right with them or says how they had been paid.
func (h *Hand) PaidVersion() *Hand {
	for i := len(h.Was); i > 0; i-- {
		version := h
		if i < len(h.Was) {
			version = &h.Was[i]
		}
		if version.Corrected.AsPaid() {
			return version
		}
	}
	if len(h.Was) > 0 {
		return &h.Was[0]
	}
	return h
}

func SameRound(a, b games.Round) bool {
	lies := func(x, y games.Laid) bool { // what the dealer said of a card is no card, nor is what lies face down
		x.Looked, y.Looked = "", ""
		if x.Hidden && y.Hidden {
			x.Card, y.Card = 0, 0
		}
		return x == y
	}
	return slices.Equal(a.Bets, b.Bets) && slices.EqualFunc(a.Laid, b.Laid, lies) && slices.Equal(a.Decisions, b.Decisions)
}

// CorrectHand corrects a hand that is closed; both versions stay in the record. Of a shift
// that is closed a manager does whom another person asks, until its report is signed, and nothing is moved at the
// table any more. Refusals: TableClosed, ReportSigned, those of Recount, NotPossible,
// NeedsReason, NeedsInspector, NeedsCroupier where nobody asks, SamePerson, WrongRole.
func (t *Table) CorrectHand(c Correction, approver *house.Staff) ([]record.Fact, error) {
	right, err := t.correcting(c, house.CorrectHands)
	if err != nil {
		return nil, err
	}
	s, err := t.Recount(c)
	if err != nil {
		return nil, err
	}
	return t.corrected(c, right, approver, record.HandCorrected{Rows: (&Hand{}).NewRows(s), House: s.House}, s.House-s.Commission)
}

// VoidHand voids a hand that is closed: every stake goes back, what was won or lost too
// (malfunction voids all plays and payments: sources 001 and 002). Only a manager does.
// Refusals: as CorrectHand; NoSuchHand for one that is void already.
func (t *Table) VoidHand(c Correction, manager *house.Staff) ([]record.Fact, error) {
	right, err := t.correcting(c, house.CancelHands)
	if err != nil {
		return nil, err
	}
	old, ok := t.ClosedHand(c.Hand)
	switch {
	case !ok || old.Cancelled != nil:
		return nil, house.Refuse(house.NoSuchHand)
	case c.Keyed:
		return nil, &house.Refusal{Why: house.NotPossible, What: "moved"}
	case t.duesChange() && !t.stillOwed(old, games.Settlement{}):
		return nil, house.Refuse(house.CommissionPaid)
	}
	c.Round = old.Round
	return t.corrected(c, right, manager, record.HandCorrected{Rows: old.Refunds(), Void: true}, 0)
}

// CorrectsNow reports whether anything of the shift's hands is corrected any more, of one whose report is signed or not.
// Refusals: TableClosed, ReportSigned.
func (t *Table) CorrectsNow(signed bool) error {
	_, err := t.correcting(Correction{Signed: signed}, house.CorrectHands)
	return err
}

// correcting is the right that it takes to correct a hand of the shift now.
func (t *Table) correcting(c Correction, right house.Right) (house.Right, error) {
	switch {
	case c.Moved && c.Keyed:
		return "", &house.Refusal{Why: house.NotPossible, What: "moved"}
	case t.Open:
		return right, nil
	case t.Shift == 0:
		return "", house.Refuse(house.TableClosed)
	case c.Signed:
		return "", house.Refuse(house.ReportSigned)
	case c.Moved:
		return "", &house.Refusal{Why: house.NotPossible, What: "moved"}
	}
	return house.CorrectShift, nil
}

// corrected is the fact of a correction; house is what the house keeps by it at the table.
func (t *Table) corrected(c Correction, right house.Right, approver *house.Staff, f record.HandCorrected, ofHouse games.Amount) ([]record.Fact, error) {
	if err := t.mayCorrect(c.By, approver, right); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	if c.By != nil {
		f.By = c.By.Number
	}
	old, _ := t.ClosedHand(c.Hand)
	f.Hand, f.Approver, f.Reason, f.Moved, f.Keyed = c.Hand, approver.Number, strings.TrimSpace(c.Reason), c.Moved, c.Keyed
	f.Bets, f.Laid, f.Decisions = puts(c.Round.Bets, 1), namesOf(c.Round.Laid), []record.Decided{}
	f.Difference = ofHouse - old.PaidVersion().Kept()
	for _, d := range c.Round.Decisions {
		f.Decisions = append(f.Decisions, record.Decided{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return []record.Fact{f}, nil
}

// mayCorrect reports whether somebody may approve a correction that by asks for: the croupier on duty where that is nil. Where nobody
// is on duty two people give their codes. Refusals: NotPossible for somebody else beside the croupier on duty, NeedsInspector,
// NeedsCroupier, SamePerson, WrongRole.
func (t *Table) mayCorrect(by, approver *house.Staff, right house.Right) error {
	switch {
	case by == nil && (t.Open || t.checks == 0): // of a shift of 0.9 a manager alone corrected
		return approver.MayApprove(right, t.Croupier)
	case t.Open:
		return &house.Refusal{Why: house.NotPossible, What: "hand"}
	case approver == nil:
		return house.Refuse(house.NeedsInspector)
	case by == nil && !approver.May(right):
		return &house.Refusal{Why: house.WrongRole, What: approver.Name, Right: right}
	case by == nil:
		return house.Refuse(house.NeedsCroupier)
	}
	return tray.TwoPeople(*approver, *by, right)
}

// Voided reports whether the hand was made void after it had closed; one that was cancelled never came to anything.
func (h *Hand) Voided() bool { return h.Corrected != nil && h.Corrected.Void }

// VoidUnmoved reports whether it was so in the record alone: at the table nothing moved by it.
func (h *Hand) VoidUnmoved() bool { return h.Voided() && h.Corrected.VoidUnmoved() }

// AfterClosing reports whether the hand was corrected once the table had closed: who is on duty asks at an open one.
func (h *Hand) AfterClosing() bool { return h.Corrected != nil && h.Corrected.By != "" }

// DuesUnmoved returns how much more commission was collected, or given up, of the hand than it leaves owed since it was corrected
// after the closing.
func (h *Hand) DuesUnmoved() games.Amount {
	for i := len(h.Was); h.AfterClosing() && i > 0; i-- {
		if version := &h.Was[i-1]; !version.AfterClosing() {
			return version.Noted() - h.Noted()
		}
	}
	return 0
}

// Kept is what the house kept at the table by a version of a hand: commission that is owed
// comes later.
func (h *Hand) Kept() games.Amount { return h.House - h.Noted() }

func (t *Table) applyCorrected(e record.Entry, f record.HandCorrected) {
	i := slices.IndexFunc(t.History, func(h Hand) bool { return h.Number == f.Hand })
	if i < 0 {
		return
	}
	t.History = slices.Clone(t.History)
	old := t.History[i]
	h := old
	h.Was = append(slices.Clone(old.Was), old)
	h.Was[len(h.Was)-1].Was = nil
	h.Corrected, h.CorrectedAt, h.OnDutyThen = &f, e.At, ""
	if t.Open {
		h.OnDutyThen = t.Croupier
	}
	h.Round = reallyWas(f, &h)
	h.SettleAnew(f.Rows)
	h.House = f.House
	if f.Void {
		h.Cancelled = &record.HandCancelled{Manager: f.Approver, Reason: f.Reason}
	}
	t.History[i] = h
	t.cardsMore(&h, len(h.Round.Laid)-len(old.Round.Laid))
	if i == len(t.History)-1 {
		t.played = h.accepted()
		t.LastBets = h.repeats(t.played)
	}
	t.exchange(&old, &h)
}

// cardsMore has so many more cards out before the hands of the same shoe after a hand.
func (t *Table) cardsMore(of *Hand, more int) {
	if t.ShuffledEachHand() {
		return // its cards went back
	}
	for i := range t.History {
		if h := &t.History[i]; h.Shoe == of.Shoe && h.Number > of.Number {
			h.Round.Out += more
		}
	}
	if t.Current.Shoe == of.Shoe {
		t.Current.Round.Out += more
	}
}

// AsCorrected is a closed hand as a correction has it: its cards, bets, decisions, rows and
// net.
func (t Felt) AsCorrected(closed *Hand, f record.HandCorrected) Hand {
	h := Hand{Sheet: pay.Sheet{Game: closed.GameOr(t.at.Game), Round: closed.Round}}
	h.Round = reallyWas(f, &h)
	h.Rows, h.House = f.Rows, f.House
	return h
}

// reallyWas is the hand as it really was; h says which hand of the shoe it was.
func reallyWas(f record.HandCorrected, h *Hand) games.Round {
	is := Hand{Sheet: pay.Sheet{Game: h.Game, Round: games.Round{Number: h.Round.Number, Out: h.Round.Out, Dry: h.Round.Dry, Laid: h.Round.Laid}}}
	is.put(f.Bets)
	is.Round.Laid = placed(&is, f.Laid)
	for _, d := range f.Decisions {
		is.Round.Decisions = append(is.Round.Decisions, games.Decision{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return is.Round
}

// exchange makes one version of a hand another in what was counted of it: the cards out
// of the shoe, and what is owed.
func (t *Table) exchange(old, h *Hand) {
	if t.sameCards(old) {
		t.Current.exchangeCards(old.Round.Laid, h.Round.Laid)
	}
	if h.AfterClosing() {
		return
	}
	t.Tray.Exchange(changedDues(owedBy(old), h.Payments()), changedDues(h.dues(), old.Payments()))
}

// dues returns what the rows of the hand leave owed, row by row.
func (h *Hand) dues() []record.Debt {
	var dues []record.Debt
	for _, r := range h.Rows {
		if r.Commission == 0 {
			continue
		}
		p := h.Payment(r)
		dues = append(dues, record.Debt{Box: p.Box, Bettor: p.Bettor, Amount: p.Commission})
	}
	return dues
}

// owedBy returns what the rows of a hand leave owed.
func owedBy(h *Hand) []record.Debt {
	return slices.DeleteFunc(h.dues(), func(d record.Debt) bool { return d.Amount < 0 })
}
