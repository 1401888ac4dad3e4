package reports

import (
	"encoding/json"
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/corrections"
)

// An Effect is a consequence of an entry for a hand that the entry itself does not name.
type Effect struct {
	Unpaid  []pay.Act             // the payments that are due again where something was taken back
	Behind  []record.CardLaid     // the cards that went with it
	Gone    corrections.CardsGone // all that went, that of the entry itself too
	Changes []corrections.Change  // what a closed hand has otherwise since it was corrected, what plays of other bets by a ruling, or what lies in place of cards that went
	House   tray.Sum              // what the house had of it before; unknown of what is no correction
	Noted   bool                  // a corrected hand left commission owed, before or since
	Nets    []games.Amount        // what each player won (more than 0) or lost by what was settled; nil where the entry says it
	Hand    int                   // of the move that was not so, where the move names another entry alone
	Box     int                   // whose move that was
	Bettor  string
	Between bool                   // it was entered in no hand
	Shut    bool                   // its table was closed
	Due     tray.Sum               // what was due where somebody was paid wrong
	Moves   []corrections.CardMove // of a reconstruction, the cards that lie elsewhere by it
	Undealt bool                   // a card was burned, or is burned no more, that lay nowhere before
	Slip    tray.Sum               // the amount of the slip that was voided
	Counted tray.Sum               // what a drop box that was counted again had been counted before
	Quoted  *Effect                // of an approval: what the entry did that it signs
}

// EffectOfRelay returns the cards that a reconstruction moved. t is the table after it, laid the cards as its
// entry has them. The entry names no card that is face down.
func EffectOfRelay(t *pit.Table, laid []record.CardLaid) (did Effect) {
	n := len(t.Current.Relays)
	if n == 0 {
		return did
	}
	r := t.Current.Relays[n-1]
	did.Changes = corrections.EnteredOtherwise(t.Game, r.Entered, r.Round)
	all := corrections.Moves(r.Before, r.After)
	corrections.KeepSecret(t, r.Before, all)
	for i, m := range all {
		if i < len(laid) {
			m.Card = string(laid[i].Card)
		}
		if i >= len(r.After) {
			m.To = corrections.NextHand
		}
		if m.Moved() {
			did.Moves = append(did.Moves, m)
		}
	}
	return did
}

// EffectOfResume returns which cards are others than had been entered, where a hand goes on as it lies. t is the
// table as that left it.
func EffectOfResume(t *pit.Table) (did Effect) {
	if n := len(t.Current.Relays); n > 0 && t.Current.Relays[n-1].Resumed {
		r := t.Current.Relays[n-1]
		did.Changes = corrections.EnteredOtherwise(t.Game, r.Entered, r.Round)
	}
	return did
}

// EffectOfRuling returns the bets that play with another amount after a ruling, though their chips did not move.
// It also returns the cards that differ from the entered ones. t is the table after the ruling.
func EffectOfRuling(t *pit.Table) (did Effect) {
	if n := len(t.Current.Relays); n > 0 {
		r := &t.Current.Relays[n-1]
		did.Changes = append(corrections.EnteredOtherwise(t.Game, r.Entered, r.Round), corrections.ChangedStakes(&t.Current, r)...)
	}
	return did
}

// EffectOfVoid returns whose move it is that was not so: what came back of a wrong payout names that entry alone.
func EffectOfVoid(t *pit.Table, f record.MoveVoided) (did Effect) {
	for _, m := range t.AllMoves() {
		if _, back := m.Fact.(record.PayoutSettled); back && m.Seq == f.Seq {
			did.Hand, did.Box, did.Bettor = whoseMove(t, m.Fact)
		}
	}
	return did
}

// EffectOfCorrection returns what a correction of a closed hand has otherwise: was and is are the hand before and after it.
func EffectOfCorrection(t *pit.Table, was, is *hand.Hand) Effect {
	noted := func(p games.Payment) bool { return p.Commission > 0 }
	return Effect{
		Changes: corrections.Changes(was.GameOr(t.Game), was.Round, is.Round), House: tray.KnownSum(was.House),
		Noted: slices.ContainsFunc(slices.Concat(was.PaidVersion().Payments(), is.Payments()), noted),
	}
}

// EffectOfSettling returns what the players of the open hand won and lost by what was settled: t is the table as that left it.
// Even money is told once, when it is settled: no insurance lay, and the rows that follow pay nothing more.
func EffectOfSettling(t *pit.Table, f record.Settled) Effect {
	did := Effect{Nets: []games.Amount{}}
	for _, p := range f.Parts {
		if p.Hand == pay.EvenMoney {
			did.Nets = append(did.Nets, p.Returned-p.Staked)
		}
	}
	played := t.Current.PlayedByBet()
	for _, row := range f.Rows {
		p, lay := played[row.Bet]
		even := func(part record.Part) bool {
			return part.Bet == row.Bet && part.Hand == pay.EvenMoney && part.Returned == p.Returned
		}
		if lay && !slices.ContainsFunc(t.Current.Parts, even) {
			did.Nets = append(did.Nets, p.Net())
		}
	}
	return did
}

// MaySettleEven reports whether what was settled may be even money, or a bet that took it with the insurance that
// was not laid. The two come to 1:1 together.
func MaySettleEven(f record.Settled) bool {
	of := func(bet record.Row) bool {
		return slices.ContainsFunc(f.Rows, func(r record.Row) bool {
			return r.Bet > bet.Bet && r.Staked > 0 && r.Net()+bet.Net() == bet.Staked
		})
	}
	return slices.ContainsFunc(f.Parts, func(p record.Part) bool { return p.Hand == pay.EvenMoney }) || slices.ContainsFunc(f.Rows, of)
}

// bySigner sets the person of an entry of a closed table to its first signer. Nobody dealt there, and the last
// croupier did nothing.
func (l *NotedLine) bySigner() {
	if len(l.Signers) > 0 {
		l.By, l.Name = l.Signers[0].Number, l.Signers[0].Name
	}
}

// SignedWith returns a line of the house that nobody signed. It has the signer of the change of people entered at
// the same moment; number is "" where nobody signed that.
func (l NotedLine) SignedWith(number string, house *house.House) NotedLine {
	if number != "" && l.Table == record.HouseStream && len(l.Signers) == 0 {
		l.Signers = []NotedName{{number, house.NameAt(number, l.At)}}
	}
	return l
}

// With returns the line of an entry with what it did; evidence before form 7 has none of it.
func (l NotedLine) With(did Effect) NotedLine {
	if l.After = did.Between; did.Shut {
		l.bySigner()
	}
	switch l.Kind {
	case record.KindOf(record.Approved{}):
		if l.Of != nil && did.Quoted != nil {
			l.Of.Fields = NotedLine{Table: l.Table, Kind: l.Of.Kind, Fields: l.Of.Fields}.With(*did.Quoted).Fields
		}
	case record.KindOf(record.Undone{}):
		if l.Of == nil {
			return l
		}
		did.lay(l.Of.Fields)
		switch {
		case len(did.Changes) > 0:
			l.Fields = append(l.Fields, NotedField{Path: []string{"changes"}, Is: asJSON(did.Changes)})
		case len(did.Behind) > 0:
			l.Fields = append(l.Fields, NotedField{Path: []string{"cardsback"}, Is: asJSON(did.Behind)})
		}
		if len(did.Unpaid) == 0 {
			return l
		}
		if l.Of.Kind == record.KindOf(record.PaidOut{}) { // these are what it says
			l.Of.Fields = nil
		}
		l.Fields = append(l.Fields, NotedField{Path: []string{"unpaid"}, Is: asJSON(corrections.Unpaid(did.Unpaid, Form))})
	case record.KindOf(record.MoveVoided{}):
		if l.Of == nil || did.Box == 0 {
			return l
		}
		l.Of.Fields = append(l.Of.Fields, NotedField{Path: []string{"hand"}, Is: strconv.Itoa(did.Hand)}, NotedField{Path: []string{"box"}, Is: strconv.Itoa(did.Box)})
		if did.Bettor != "" {
			l.Of.Fields = append(l.Of.Fields, NotedField{Path: []string{"bettor"}, Is: did.Bettor})
		}
	case record.KindOf(record.SlipVoided{}):
		if at := slices.IndexFunc(l.Fields, func(f NotedField) bool { return f.top() == "reason" }); did.Slip.Known && at >= 0 {
			l.Fields = slices.Insert(l.Fields, at, amountField("amount", did.Slip.Amount))
		}
	case record.KindOf(record.BoxCounted{}), record.KindOf(record.DropCounted{}):
		if did.Counted.Known {
			l.Fields = append(l.Fields, amountField("was", did.Counted.Amount))
		}
	case record.KindOf(record.CardLaid{}):
		did.lay(l.Fields)
	case record.KindOf(record.WrongPayout{}):
		if did.Due.Known {
			l.Fields = append(l.Fields, amountField(due, did.Due.Amount))
		}
	case record.KindOf(record.Relaid{}), record.KindOf(record.PlayedOn{}), record.KindOf(record.HandResumed{}):
		if len(did.Moves) > 0 {
			l.Fields = append([]NotedField{{Path: []string{"moves"}, Is: asJSON(did.Moves)}}, l.Fields...)
		}
		if len(did.Changes) > 0 {
			l.Fields = append([]NotedField{{Path: []string{"changes"}, Is: asJSON(did.Changes)}}, l.Fields...)
		}
	case record.KindOf(record.BetRuled{}):
		if len(did.Changes) > 0 {
			l.Fields = append(l.Fields, NotedField{Path: []string{"changes"}, Is: asJSON(did.Changes)})
		}
	case record.KindOf(record.HandCorrected{}):
		if !did.House.Known {
			return l
		}
		for i, f := range l.Fields {
			if f.top() == "house" {
				l.Fields[i].Was = strconv.FormatInt(int64(did.House.Amount), 10)
			}
		}
		if did.Noted {
			l.Fields = append(l.Fields, NotedField{Path: []string{noted}, Is: "true"})
		}
		l.Fields = slices.DeleteFunc(l.Fields, func(f NotedField) bool { // they are in what was put right; what was voided lies as it did
			return slices.Contains([]string{"bets", "laid", "decisions", "rows"}, f.top())
		})
		if len(did.Changes) > 0 {
			l.Fields = append(l.Fields, NotedField{Path: []string{"changes"}, Is: asJSON(did.Changes)})
		}
		order := []string{"hand", "changes", "house", "difference", "reason"}
		slices.SortStableFunc(l.Fields, func(a, b NotedField) int { return slices.Index(order, a.top()) - slices.Index(order, b.top()) })
	case record.KindOf(record.Settled{}):
		for i, f := range l.Fields {
			if f.top() == "rows" && did.Nets != nil {
				l.Fields[i].Is = asJSON(did.Nets)
			}
		}
	}
	return l
}

func amountField(name string, amount games.Amount) NotedField {
	return NotedField{Path: []string{name}, Is: strconv.FormatInt(int64(amount), 10)}
}

// noted is the field that says of a corrected hand that it left commission owed.
const noted = "noted"

// due is the field that says what was due where somebody was paid wrong.
const due = "due"

// asJSON writes a list as a field has it.
func asJSON(list any) string {
	text, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(text)
}

// ofCorrection returns the label and words of a correction's field. The house's result gets its former value, and
// the difference gets both sides. Other fields stay unchanged.
func (f NotedField) ofCorrection(label, said string, all []NotedField, w pen) (newLabel, newSaid string) {
	amount := func(value string) games.Amount {
		n, _ := strconv.ParseInt(value, 10, 64)
		return games.Amount(n)
	}
	field := func(name string) (NotedField, bool) {
		i := slices.IndexFunc(all, func(f NotedField) bool { return len(f.Path) == 1 && f.top() == name })
		if i < 0 {
			return NotedField{}, false
		}
		return all[i], true
	}
	switch {
	case len(f.Path) != 1:
	case f.top() == "house" && f.Was != "":
		return label, amounts(f.Was, w) + " » " + said
	case f.top() == "difference":
		_, moved := field("moved")
		_, keyed := field("keyed")
		_, owed := field(noted)
		if house, _ := field("house"); house.Was != "" && !owed { // no commission is in it
			label = w.T("field_difference")
		}
		return label, corrections.DifferenceSaid(amount(f.Is), moved, keyed, w.Pen)
	}
	return label, said
}

// lay removes the place of a card that was burned before it had one.
func (did Effect) lay(fields []NotedField) {
	for i, f := range fields {
		if did.Undealt && f.top() == "at" {
			fields[i].Is = corrections.Undealt
		}
	}
}
