package pit

import (
	"time"

	"sabot/games"
	"sabot/games/roads"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
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

// ShuffledEachHand does what At.ShuffledEachHand does.
func (t *Table) ShuffledEachHand() bool { return t.at().ShuffledEachHand() }

// AddChip does what Bets.AddChip does.
func (t *Table) AddChip(chip games.Bet) ([]record.Fact, error) {
	return t.Bets().AddChip(chip)
}

// Again does what Bets.Again does.
func (t *Table) Again(box int) (hand.Laying, error) {
	return t.Bets().Again(box)
}

// BetTime does what Bets.BetTime does.
func (t *Table) BetTime() time.Duration {
	return t.Bets().BetTime()
}

// CallLastBets does what Bets.CallLastBets does.
func (t *Table) CallLastBets() ([]record.Fact, error) {
	return t.Bets().CallLastBets()
}

// ChooseEarly does what Bets.ChooseEarly does.
func (t *Table) ChooseEarly(box int, bettor string, early games.Early) ([]record.Fact, error) {
	return t.Bets().ChooseEarly(box, bettor, early)
}

// ClearBets does what Bets.ClearBets does.
func (t *Table) ClearBets() ([]record.Fact, error) {
	return t.Bets().ClearBets()
}

// CloseBets does what Bets.CloseBets does.
func (t *Table) CloseBets() ([]record.Fact, error) {
	return t.Bets().CloseBets()
}

// DealDry does what Bets.DealDry does.
func (t *Table) DealDry() ([]record.Fact, error) {
	return t.Bets().DealDry()
}

// DecideAhead does what Bets.DecideAhead does.
func (t *Table) DecideAhead(box int, do games.Action) ([]record.Fact, error) {
	return t.Bets().DecideAhead(box, do)
}

// Doubling does what Bets.Doubling does.
func (t *Table) Doubling(box int) (hand.Laying, error) {
	return t.Bets().Doubling(box)
}

// EarlyBets does what Bets.EarlyBets does.
func (t *Table) EarlyBets(box int) []games.Bet {
	return t.Bets().EarlyBets(box)
}

// EndInsurance does what Bets.EndInsurance does.
func (t *Table) EndInsurance() ([]record.Fact, error) {
	return t.Bets().EndInsurance()
}

// EvenMoney does what Bets.EvenMoney does.
func (t *Table) EvenMoney(box int, bettor string) games.Amount {
	return t.Bets().EvenMoney(box, bettor)
}

// InsurancePrice does what Bets.InsurancePrice does.
func (t *Table) InsurancePrice(box int, bettor string) games.Amount {
	return t.Bets().InsurancePrice(box, bettor)
}

// Insure does what Bets.Insure does.
func (t *Table) Insure(box int, bettor string) ([]record.Fact, error) {
	return t.Bets().Insure(box, bettor)
}

// LacksBeside does what Bets.LacksBeside does.
func (t *Table) LacksBeside(bet int) string {
	return t.Bets().LacksBeside(bet)
}

// MayDealDry does what Bets.MayDealDry does.
func (t *Table) MayDealDry() bool {
	return t.Bets().MayDealDry()
}

// Opposed does what Bets.Opposed does.
func (t *Table) Opposed() []games.Bet {
	return t.Bets().Opposed()
}

// OverMaximum does what Bets.OverMaximum does.
func (t *Table) OverMaximum(spot string, amount games.Amount) (games.Amount, bool) {
	return t.Bets().OverMaximum(spot, amount)
}

// PlaceBet does what Bets.PlaceBet does.
func (t *Table) PlaceBet(bet games.Bet) ([]record.Fact, error) {
	return t.Bets().PlaceBet(bet)
}

// RepeatBets does what Bets.RepeatBets does.
func (t *Table) RepeatBets() ([]record.Fact, error) {
	return t.Bets().RepeatBets()
}

// Repeating does what Bets.Repeating does.
func (t *Table) Repeating(box int) (hand.Laying, error) {
	return t.Bets().Repeating(box)
}

// SaidAhead does what Bets.SaidAhead does.
func (t *Table) SaidAhead(box int) games.Action {
	return t.Bets().SaidAhead(box)
}

// Staked does what Bets.Staked does.
func (t *Table) Staked() (boxes map[int]games.Amount, all games.Amount) {
	return t.Bets().Staked()
}

// TakeChip does what Bets.TakeChip does.
func (t *Table) TakeChip(chip games.Bet) ([]record.Fact, error) {
	return t.Bets().TakeChip(chip)
}

// Unhalved does what Bets.Unhalved does.
func (t *Table) Unhalved() []hand.Unhalved {
	return t.Bets().Unhalved()
}

// BurnFirst does what Deal.BurnFirst does.
func (t *Table) BurnFirst(name string) ([]record.Fact, error) {
	return t.Deal().BurnFirst(name)
}

// Busts does what Deal.Busts does.
func (t *Table) Busts(name string) (games.Action, bool) {
	return t.Deal().Busts(name)
}

// CardsTaken does what Deal.CardsTaken does.
func (t *Table) CardsTaken() (cards []games.Card, codes bool) {
	return t.Deal().CardsTaken()
}

// CarryUnseen does what Deal.CarryUnseen does.
func (t *Table) CarryUnseen() ([]record.Fact, error) {
	return t.Deal().CarryUnseen()
}

// Coming does what Deal.Coming does.
func (t *Table) Coming() games.Coming {
	return t.Deal().Coming()
}

// Contradicted does what Deal.Contradicted does.
func (t *Table) Contradicted() bool {
	return t.Deal().Contradicted()
}

// Covered does what Deal.Covered does.
func (t *Table) Covered() (dealt []games.Place, next int) {
	return t.Deal().Covered()
}

// CutCardBy does what Deal.CutCardBy does.
func (t *Table) CutCardBy(r record.Reading) ([]record.Fact, error) {
	return t.Deal().CutCardBy(r)
}

// CutCardOut does what Deal.CutCardOut does.
func (t *Table) CutCardOut() ([]record.Fact, error) {
	return t.Deal().CutCardOut()
}

// CutCardPassed does what Deal.CutCardPassed does.
func (t *Table) CutCardPassed() (behind int, passed bool) {
	return t.Deal().CutCardPassed()
}

// DealCard does what Deal.DealCard does.
func (t *Table) DealCard(name string) ([]record.Fact, error) {
	return t.Deal().DealCard(name)
}

// DealsCovered does what Deal.DealsCovered does.
func (t *Table) DealsCovered() bool {
	return t.Deal().DealsCovered()
}

// DealsTo does what Deal.DealsTo does.
func (t *Table) DealsTo() (at games.Place, n int, due bool) {
	return t.Deal().DealsTo()
}

// Decide does what Deal.Decide does.
func (t *Table) Decide(do games.Action) ([]record.Fact, error) {
	return t.Deal().Decide(do)
}

// DeniedBlackjack does what Deal.DeniedBlackjack does.
func (t *Table) DeniedBlackjack() bool {
	return t.Deal().DeniedBlackjack()
}

// Draws does what Deal.Draws does.
func (t *Table) Draws() (games.Action, bool) {
	return t.Deal().Draws()
}

// EndsEarly does what Deal.EndsEarly does.
func (t *Table) EndsEarly() bool {
	return t.Deal().EndsEarly()
}

// ExposeHole does what Deal.ExposeHole does.
func (t *Table) ExposeHole(name string, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Deal().ExposeHole(name, approver, reason)
}

// FaceDown does what Deal.FaceDown does.
func (t *Table) FaceDown() (dealt, opening bool) {
	return t.Deal().FaceDown()
}

// HideCard does what Deal.HideCard does.
func (t *Table) HideCard() ([]record.Fact, error) {
	return t.Deal().HideCard()
}

// Hole does what Deal.Hole does.
func (t *Table) Hole() int {
	return t.Deal().Hole()
}

// HoleCovered does what Deal.HoleCovered does.
func (t *Table) HoleCovered() bool {
	return t.Deal().HoleCovered()
}

// HoleRead does what Deal.HoleRead does.
func (t *Table) HoleRead() bool {
	return t.Deal().HoleRead()
}

// LastKeyed does what Deal.LastKeyed does.
func (t *Table) LastKeyed() (record.Entry, bool) {
	return t.Deal().LastKeyed()
}

// Laying does what Deal.Laying does.
func (t *Table) Laying() []pay.Act {
	return t.Deal().Laying()
}

// LeftDeal does what Deal.LeftDeal does.
func (t *Table) LeftDeal(next games.Place) (d hand.LeftDeal, known bool) {
	return t.Deal().LeftDeal(next)
}

// LeftToDeal does what Deal.LeftToDeal does.
func (t *Table) LeftToDeal() (places []games.Place, known bool) {
	return t.Deal().LeftToDeal()
}

// Look does what Deal.Look does.
func (t *Table) Look(blackjack bool) ([]record.Fact, error) {
	return t.Deal().Look(blackjack)
}

// MakesDenied does what Deal.MakesDenied does.
func (t *Table) MakesDenied(name string) bool {
	return t.Deal().MakesDenied(name)
}

// MayCarry does what Deal.MayCarry does.
func (t *Table) MayCarry() bool {
	return t.Deal().MayCarry()
}

// MayDraw does what Deal.MayDraw does.
func (t *Table) MayDraw() bool {
	return t.Deal().MayDraw()
}

// MayExpose does what Deal.MayExpose does.
func (t *Table) MayExpose() bool {
	return t.Deal().MayExpose()
}

// MayHide does what Deal.MayHide does.
func (t *Table) MayHide() bool {
	return t.Deal().MayHide()
}

// NoteDenied does what Deal.NoteDenied does.
func (t *Table) NoteDenied(name string) ([]record.Fact, error) {
	return t.Deal().NoteDenied(name)
}

// NoteElsewhere does what Deal.NoteElsewhere does.
func (t *Table) NoteElsewhere(name string, at record.PlaceName) ([]record.Fact, error) {
	return t.Deal().NoteElsewhere(name, at)
}

// NoteLeftOut does what Deal.NoteLeftOut does.
func (t *Table) NoteLeftOut(name string) ([]record.Fact, error) {
	return t.Deal().NoteLeftOut(name)
}

// NoteShoe does what Deal.NoteShoe does.
func (t *Table) NoteShoe(kind record.AlarmKind, what string) ([]record.Fact, error) {
	return t.Deal().NoteShoe(kind, what)
}

// NoteSuit does what Deal.NoteSuit does.
func (t *Table) NoteSuit(letter string) ([]record.Fact, error) {
	return t.Deal().NoteSuit(letter)
}

// PayAll does what Deal.PayAll does.
func (t *Table) PayAll() ([]record.Fact, error) {
	return t.Deal().PayAll()
}

// PayNext does what Deal.PayNext does.
func (t *Table) PayNext() ([]record.Fact, error) {
	return t.Deal().PayNext()
}

// PayUpTo does what Deal.PayUpTo does.
func (t *Table) PayUpTo(acts int) ([]record.Fact, error) {
	return t.Deal().PayUpTo(acts)
}

// ProposesOpen does what Deal.ProposesOpen does.
func (t *Table) ProposesOpen() bool {
	return t.Deal().ProposesOpen()
}

// RankAll does what Deal.RankAll does.
func (t *Table) RankAll() int {
	return t.Deal().RankAll()
}

// RankOut does what Deal.RankOut does.
func (t *Table) RankOut(rank games.Rank) int {
	return t.Deal().RankOut(rank)
}

// Reads does what Deal.Reads does.
func (t *Table) Reads(facts []record.Fact, r record.Reading) []record.Fact {
	return t.Deal().Reads(facts, r)
}

// ReadsAhead does what Deal.ReadsAhead does.
func (t *Table) ReadsAhead() bool {
	return t.Deal().ReadsAhead()
}

// Results does what Deal.Results does.
func (t *Table) Results() []roads.Result {
	return t.Deal().Results()
}

// SaysSecret does what Deal.SaysSecret does.
func (t *Table) SaysSecret(f record.Fact) bool {
	return t.Deal().SaysSecret(f)
}

// Secret does what Deal.Secret does.
func (t *Table) Secret(cards []games.Card) []bool {
	return t.Deal().Secret(cards)
}

// SeenOpen does what Deal.SeenOpen does.
func (t *Table) SeenOpen() record.CardName {
	return t.Deal().SeenOpen()
}

// Undo does what Deal.Undo does.
func (t *Table) Undo(approver *house.Staff) ([]record.Fact, error) {
	return t.Deal().Undo(approver)
}

// UndoCode does what Deal.UndoCode does.
func (t *Table) UndoCode() ([]record.Fact, error) {
	return t.Deal().UndoCode()
}

// WaitsCovered does what Deal.WaitsCovered does.
func (t *Table) WaitsCovered() bool {
	return t.Deal().WaitsCovered()
}

// AsCorrected does what Felt.AsCorrected does.
func (t *Table) AsCorrected(closed *hand.Hand, f record.HandCorrected) hand.Hand {
	return t.Felt().AsCorrected(closed, f)
}

// AsDealt does what Felt.AsDealt does.
func (t *Table) AsDealt(boxes []int, dealt bool) ([]record.CardLaid, error) {
	return t.Felt().AsDealt(boxes, dealt)
}

// BurnCard does what Felt.BurnCard does.
func (t *Table) BurnCard(name string, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().BurnCard(name, approver, reason)
}

// BurnCards does what Felt.BurnCards does.
func (t *Table) BurnCards(names []string, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().BurnCards(names, approver, reason)
}

// BurnLying does what Felt.BurnLying does.
func (t *Table) BurnLying(cards []record.CardLaid, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().BurnLying(cards, approver, reason)
}

// BurnedNow does what Felt.BurnedNow does.
func (t *Table) BurnedNow(kind record.Irregularity, laid []record.CardLaid) []record.CardLaid {
	return t.Felt().BurnedNow(kind, laid)
}

// BurnsUndealt does what Felt.BurnsUndealt does.
func (t *Table) BurnsUndealt(f record.CardLaid) bool {
	return t.Felt().BurnsUndealt(f)
}

// CancelHand does what Felt.CancelHand does.
func (t *Table) CancelHand(manager *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().CancelHand(manager, reason)
}

// DealerHasIt does what Felt.DealerHasIt does.
func (t *Table) DealerHasIt(f games.Verdict) bool {
	return t.Felt().DealerHasIt(f)
}

// LayOut does what Felt.LayOut does.
func (t *Table) LayOut(kind record.Irregularity, box int, text string, laid []record.CardLaid) ([]record.Fact, error) {
	return t.Felt().LayOut(kind, box, text, laid)
}

// LayOutAsDealt does what Felt.LayOutAsDealt does.
func (t *Table) LayOutAsDealt(kind record.Irregularity, box int) ([]record.Fact, error) {
	return t.Felt().LayOutAsDealt(kind, box)
}

// LiesWrong does what Felt.LiesWrong does.
func (t *Table) LiesWrong() bool {
	return t.Felt().LiesWrong()
}

// Lying does what Felt.Lying does.
func (t *Table) Lying(laid []record.CardLaid) (games.Round, []record.CardLaid, error) {
	return t.Felt().Lying(laid)
}

// MayPlayOn does what Felt.MayPlayOn does.
func (t *Table) MayPlayOn() bool {
	return t.Felt().MayPlayOn()
}

// MayRelay does what Felt.MayRelay does.
func (t *Table) MayRelay() bool {
	return t.Felt().MayRelay()
}

// MisdealtCard does what Felt.MisdealtCard does.
func (t *Table) MisdealtCard(name string, at games.Place) ([]record.Fact, error) {
	return t.Felt().MisdealtCard(name, at)
}

// MoreExposed does what Felt.MoreExposed does.
func (t *Table) MoreExposed(approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().MoreExposed(approver, reason)
}

// NewlyBurned does what Felt.NewlyBurned does.
func (t *Table) NewlyBurned(laid []record.CardLaid) []record.CardLaid {
	return t.Felt().NewlyBurned(laid)
}

// NextOf does what Felt.NextOf does.
func (t *Table) NextOf(laid []record.CardLaid) games.Place {
	return t.Felt().NextOf(laid)
}

// OfferCard does what Felt.OfferCard does.
func (t *Table) OfferCard(name string) ([]record.Fact, error) {
	return t.Felt().OfferCard(name)
}

// OnFelt does what Felt.OnFelt does.
func (t *Table) OnFelt() []record.CardLaid {
	return t.Felt().OnFelt()
}

// Pause does what Felt.Pause does.
func (t *Table) Pause(kind record.Irregularity, box int, text string) ([]record.Fact, error) {
	return t.Felt().Pause(kind, box, text)
}

// PlaceOfBurned does what Felt.PlaceOfBurned does.
func (t *Table) PlaceOfBurned(kind record.Irregularity, laid []record.CardLaid) (games.Laid, bool) {
	return t.Felt().PlaceOfBurned(kind, laid)
}

// Placed does what Felt.Placed does.
func (t *Table) Placed(r games.Round) games.Round {
	return t.Felt().Placed(r)
}

// PlayOn does what Felt.PlayOn does.
func (t *Table) PlayOn(approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().PlayOn(approver, reason)
}

// PlayingOn does what Felt.PlayingOn does.
func (t *Table) PlayingOn() (record.PlayedOn, error) {
	return t.Felt().PlayingOn()
}

// PlaysOnTurned does what Felt.PlaysOnTurned does.
func (t *Table) PlaysOnTurned() bool {
	return t.Felt().PlaysOnTurned()
}

// Recounted does what Felt.Recounted does.
func (t *Table) Recounted(c hand.Correction) (games.Settlement, error) {
	return t.Felt().Recounted(c)
}

// RefuseRelay does what Felt.RefuseRelay does.
func (t *Table) RefuseRelay(reason string, by *house.Staff) ([]record.Fact, error) {
	return t.Felt().RefuseRelay(reason, by)
}

// Relay does what Felt.Relay does.
func (t *Table) Relay(approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().Relay(approver, reason)
}

// RelayIsRefused does what Felt.RelayIsRefused does.
func (t *Table) RelayIsRefused() bool {
	return t.Felt().RelayIsRefused()
}

// RelayPreview does what Felt.RelayPreview does.
func (t *Table) RelayPreview(laid []record.CardLaid) (games.Verdict, []pay.Difference, error) {
	return t.Felt().RelayPreview(laid)
}

// RelayWasRefused does what Felt.RelayWasRefused does.
func (t *Table) RelayWasRefused() (hand.Reconstruction, bool) {
	return t.Felt().RelayWasRefused()
}

// Relaying does what Felt.Relaying does.
func (t *Table) Relaying(reason string) ([]record.Fact, error) {
	return t.Felt().Relaying(reason)
}

// ResumeHand does what Felt.ResumeHand does.
func (t *Table) ResumeHand(approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().ResumeHand(approver, reason)
}

// RuleBet does what Felt.RuleBet does.
func (t *Table) RuleBet(bet games.Bet, lay bool, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.Felt().RuleBet(bet, lay, approver, reason)
}

// RulingOn does what Felt.RulingOn does.
func (t *Table) RulingOn(bet games.Bet, lay bool) (record.BetRuled, error) {
	return t.Felt().RulingOn(bet, lay)
}

// SecondExposed does what Felt.SecondExposed does.
func (t *Table) SecondExposed() ([]record.Fact, error) {
	return t.Felt().SecondExposed()
}

// SeenOnFelt does what Felt.SeenOnFelt does.
func (t *Table) SeenOnFelt() []record.CardLaid {
	return t.Felt().SeenOnFelt()
}

// StayBurned does what Felt.StayBurned does.
func (t *Table) StayBurned(laid []record.CardLaid) (stays []bool, all bool) {
	return t.Felt().StayBurned(laid)
}

// Verdict does what Felt.Verdict does.
func (t *Table) Verdict() games.Verdict {
	return t.Felt().Verdict()
}

// VerdictOf does what Felt.VerdictOf does.
func (t *Table) VerdictOf(laid []record.CardLaid) (games.Verdict, error) {
	return t.Felt().VerdictOf(laid)
}

// CardsLeft does what Deal.CardsLeft does.
func (t *Table) CardsLeft() int {
	return t.Deal().CardsLeft()
}

// CardsOut does what Deal.CardsOut does.
func (t *Table) CardsOut() int {
	return t.Deal().CardsOut()
}

// DrawnAhead does what Deal.DrawnAhead does.
func (t *Table) DrawnAhead() int {
	return t.Deal().DrawnAhead()
}

// Next does what Deal.Next does.
func (t *Table) Next() games.Step {
	return t.Deal().Next()
}

// Offered does what Deal.Offered does.
func (t *Table) Offered() (hand.Alarm, bool) {
	return t.Deal().Offered()
}

// Phase does what Deal.Phase does.
func (t *Table) Phase() hand.Phase {
	return t.Deal().Phase()
}
