package pit

import (
	"cmp"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Apply folds one entry into the table's state. It cannot fail: an entry is a
// fact.
func (t *Table) Apply(e record.Entry) {
	t.Seq, t.Shift, t.Shoe, t.Hand, t.last = e.Seq, e.Shift, e.Shoe, e.Hand, e.At
	t.Current.ForgetNext()
	t.apply(e)
	t.Bulk = t.Bulk.Plus(record.Bulk(e.Fact))
	t.noteCoins(e)
	if of := record.RealmOf(e.Fact); of == record.OfHand || of == record.OfMoves {
		t.Current.Apply(e)
	}
	t.Tray.Apply(e)
	if f, ok := e.Fact.(record.HandClosed); ok {
		t.closeHand(e, f)
	}
}

// apply folds an entry of the table itself; it returns false for a fact of anything else.
func (t *Table) apply(e record.Entry) bool {
	switch f := e.Fact.(type) {
	case record.Opened:
		t.applyOpened(e, f)
	case record.ShoeStarted:
		t.applyShoe(e, f)
	case record.CardsDue:
		t.applyCardsDue(f)
	case record.CardsKept:
		t.stopped = ""
	case record.LimitsAnnounced, record.LimitsBegan, record.LimitsWithdrawn:
		t.applyLimits(e)
	case record.PatternsSet:
		t.Settings.PatternsOff = f.Off
	case record.SeatHeld:
		t.Seats = t.Seats.with(f)
	case record.Alarmed:
		t.applyAlarm(e, f)
	case record.Acknowledged:
		t.acknowledge(e, f)
	case record.Relieved:
		t.Croupier, t.OnDuty = f.To, e.At
		t.Reliefs = append(t.Reliefs, Relief{f.To, e.At})
	case record.InspectorChanged:
		t.Inspector = f.To
		t.Answers = append(t.Answers, Relief{f.To, e.At})
	case record.Closed:
		t.Open, t.ShutAt, t.ShutBy = false, e.At, f.Inspector
	case record.IncidentOpened, record.VideoAsked, record.VideoAnswered, record.IncidentClosed:
		t.IncidentBook().applyIncident(e)
	case record.ClosingRecounted:
		t.IncidentBook().recounted(f)
	case record.HandCorrected:
		t.Corrections().applyCorrected(e, f)
	case record.Undone:
		t.alarmsBack(e, f)
		hand, before, unpaid := e.Hand, len(t.TakenBack), []pay.Act(nil)
		if t.Game != nil {
			unpaid = t.Current.Unpaid(f)
		}
		if cut, ok := t.Deal().CutCardBefore(); ok && cut.Seq == f.Seq {
			hand = cut.Hand
			t.cutCardBack()
		}
		if f.What != "" {
			t.TakenBack = append(t.TakenBack, TakenBack{At: e.At, Hand: hand, Undone: f, Kind: f.What, Unpaid: unpaid})
		}
		t.Current.SawBy(t.exposed(t.Hand))
		if t.offeredBack(f.Seq) {
			break
		}
		was := t.Current
		kind := was.KindOf(f.Seq)
		t.Current = t.takenBack(f)
		t.Tray.Without(f.Seq)
		put := was.PutDownBefore(&t.Current.Sheet)
		if f.What == "" && !f.Code && t.Current.WasPaid(f.Seq) && (len(unpaid)+len(put) > 0 || !onlyChips(kind)) {
			t.TakenBack = append(t.TakenBack, TakenBack{At: e.At, Hand: hand, Undone: f, Alone: e.By, Kind: kind, Unpaid: unpaid})
		}
		if len(t.TakenBack) > before {
			t.TakenBack[before].Put, t.TakenBack[before].Cards = put, was.CardsGone(&t.Current)
		}
		if stands := len(t.Current.Relays); len(was.Relays) > stands && len(t.TakenBack) > before {
			was.LetGo()
			t.TakenBack[before].Was, t.TakenBack[before].Stands = &was, stands
		}
	default:
		return false
	}
	return true
}

func (t *Table) applyOpened(e record.Entry, f record.Opened) {
	g, err := handfile.ParseRules(f.Game, f.Rules)
	if err != nil {
		g = nil // a game this program does not have: Next refuses, nothing else is lost
	}
	*t = Table{
		Name: t.Name, Seq: e.Seq, last: e.At, Open: true, Day: f.Day, Game: g, Shift: e.Shift,
		Croupier: f.Croupier, Inspector: f.Inspector, OnDuty: e.At, Opened: e.At,
		Reliefs: []Relief{{f.Croupier, e.At}}, Answers: []Relief{{f.Inspector, e.At}}, Due: f.Due,
		Tray: tray.Opened(f), chips: f.Chips, Currency: f.Currency, Incidents: f.Incidents, CashLimit: f.Cash, checks: f.Checks, lateAlone: f.LateAlone,
	}
	if f.Settings != nil {
		t.Settings = *f.Settings
	}
	t.Settings.Collect = cmp.Or(t.Settings.Collect, f.Collect)
	if f.Cards > 0 {
		t.Cards = time.UnixMilli(f.Cards).UTC()
	}
}

func (t *Table) closeHand(e record.Entry, f record.HandClosed) {
	h := t.Current
	room := h.Close(e, f, t.Croupier)
	t.shoeHands++
	t.History = append(t.History, h)
	t.keepBets(&h)
	t.Hand++
	t.Tray.Settle()
	t.Tray.Pay(h.NetsBefore(), h.Nets())
	t.Tray.Owe(pay.Dues(&h.Sheet))
	t.ShoeOver = h.Last()
	shoe, ready := h.Leaves()
	if t.ShuffledEachHand() { // its cards are in the shuffler again
		shoe = games.Shoe{}
	}
	t.newHand(shoe, ready)
	if t.memo != nil { // nobody but the audit holds its table
		t.Current.UseRoom(room)
	}
}

func (t *Table) newHand(out games.Shoe, ready []games.Card) {
	if t.Hand == 0 {
		t.Hand = 1
	}
	t.Current = t.at().NewHand(out, ready)
}

// takenBack returns the open hand without an entry that somebody had taken back. An act that was done by that entry
// is due again.
func (t *Table) takenBack(f record.Undone) hand.Hand {
	again := t.Current.Without(f)
	if t.Game != nil {
		again.Withdraw(&t.Current.Sheet, f)
	}
	return again
}

// onlyChips reports whether a kind of entry matters, once it is taken back, by the chips that it had move alone: a payment, a decision.
func onlyChips(kind string) bool {
	return kind == record.KindOf(record.PaidOut{}) || kind == record.KindOf(record.Decided{})
}

// keepBets keeps the bets of a hand that was closed, to be repeated. Those of one that was cancelled went back to their
// players, who lay them once more.
func (t *Table) keepBets(h *hand.Hand) {
	switch {
	case h.Round.Dry:
	case h.Cancelled == nil:
		t.played = h.Accepted()
		t.LastBets = h.Repeats(t.played)
	case len(h.Round.Bets) > 0:
		t.LastBets = h.Repeats(h.Accepted())
	}
}
