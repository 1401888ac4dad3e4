package pit_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

var (
	elena = people.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	// tall is what a table's float begins with in these tests: 10,000.00.
	tall = record.Float{{Value: 500, Pieces: 200}, {Value: 1000, Pieces: 100}, {Value: 2500, Pieces: 80}, {Value: 10000, Pieces: 60}}
)

func counted(set record.TableSet, f record.Float) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: theChips, Croupier: anna, Inspector: dario, Count: &f}, moment)
	}
}

var luganoSet = record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(limits), Settings: &record.Settings{Difference: 2500, Tips: true}}

var trackedSet = record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"}}`)}

var blackjackSet = record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","rounding":{"unit":500,"mode":"down"}}`)}

func closeWith(f *record.Float, inspector people.Staff) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: people.Staff{Number: t.Croupier, Role: record.Croupier}, Inspector: inspector, Count: f})
	}
}

func worth(amount games.Amount) record.Float {
	return record.Float{{Value: 500, Pieces: int64(amount / 500)}}
}

// exactly is an amount as it is counted to the centime.
func exactly(amount games.Amount) record.Float {
	count := record.Float{}
	for _, s := range []record.Stack{{Value: 1, Pieces: int64(amount % 10_000)}, {Value: 10_000, Pieces: int64(amount / 10_000)}} {
		if s.Pieces > 0 {
			count = append(count, s)
		}
	}
	return count
}

func request(kind record.SlipKind, f record.Float) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.RequestSlip(kind, f, &dario, moment) }
}

func verify(id record.SlipID) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.VerifySlip(id, "Cassa 2", "G. Neri", people.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
	}
}

func void(id record.SlipID) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.VoidSlip(id, "wrong amount", people.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
	}
}

// A day of a table's float: the opener rolls from the closer, the tray follows fills,
// credits, buy-ins and payouts, the result by count is that by hands.
func TestDayOfAFloat(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), shoe)
	if got := f.table.Tray(); got != pit.KnownSum(tall.Value()) {
		t.Fatalf("the tray is %+v", got)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(2, 50_000, nil) })
	f.do(bet(2, "59", 10_000), bet(2, "play", 20_000), closeBets, card("8"), card("K"), card("8"), decide(games.Stand), card("9"), payAll)
	// 8-8: the 59 pays 2 to 1; PLAY 6 against 9 loses: 200 to the player, 200 from him.
	if got := f.table.History[0].House; got != 0 {
		t.Fatalf("the hand came to %d", got)
	}
	f.do(bet(2, "59", 10_000), bet(2, "play", 20_000), closeBets, card("2"), card("K"), card("2"), decide(games.Stand), card("9"), payAll)
	want := tall.Value() - 50_000 + 30_000
	if got := f.table.Tray(); got != pit.KnownSum(want) {
		t.Errorf("the tray should be %d, is %+v", want, got)
	}
	fill := record.SlipID{Kind: record.Fill, Year: moment.Year(), Number: 1}
	f.do(request(record.Fill, worth(100_000)))
	f.refused(people.SlipIsOpen, closeWith(&tall, dario))
	f.refused(people.NoSuchSlip, verify(record.SlipID{Kind: record.Credit, Year: fill.Year, Number: 1}))
	f.refused(people.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.VerifySlip(fill, " ", "", anna, dario) })
	f.refused(people.SamePerson, func(t *pit.Table) ([]record.Fact, error) { return t.VerifySlip(fill, "x", "y", anna, anna) })
	f.refused(people.NeedsCroupier, func(t *pit.Table) ([]record.Fact, error) { return t.VerifySlip(fill, "x", "y", bruno, dario) })
	f.do(verify(fill))
	f.refused(people.NoSuchSlip, verify(fill))
	credit := record.SlipID{Kind: record.Credit, Year: fill.Year, Number: 1}
	f.refused(people.NotEnoughChips, request(record.Credit, worth(9_000_000)))
	f.do(request(record.Credit, worth(40_000)), void(credit))
	credit.Number++ // a void keeps its number
	f.do(request(record.Credit, worth(30_000)), verify(credit))
	want += 100_000 - 30_000
	if got := f.table.Tray(); got != pit.KnownSum(want) {
		t.Errorf("the tray should be %d, is %+v", want, got)
	}
	f.refused(people.NotCounted, closeWith(nil, dario))
	closer := worth(want - 3000)
	f.do(closeWith(&closer, dario))
	r := f.table.Result()
	if r.ByHands != 30_000 || r.ByCount != pit.KnownSum(27_000) || r.Difference != pit.KnownSum(-3000) || !r.Estimated {
		t.Errorf("the result is %+v", r)
	}
	if open := f.table.OpenIncidents(); len(open) != 1 || open[0].Class != record.DifferenceIncident || open[0].Amount != -3000 {
		t.Errorf("the difference of 30.00 is over the threshold, and: %+v", open)
	}
	f.refused(people.SamePerson, func(t *pit.Table) ([]record.Fact, error) { return t.CountDrop(48_000, dario, dario) })
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.CountDrop(48_000, dario, anna) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CountDrop(48_000, dario, elena) })
	if r := f.table.Result(); r.Drop != pit.KnownSum(48_000) || r.Estimated || r.ByCount != pit.KnownSum(25_000) {
		t.Errorf("with the drop counted the result is %+v", r)
	}
	// The opener rolls; what is short is an incident; the numbers of slips go on; what is
	// open stays in sight.
	opener := worth(closer.Value() - 5000)
	f.do(counted(luganoSet, opener))
	if open := f.table.OpenIncidents(); len(open) != 2 || open[1].Amount != -5000 || open[0].Shift != 1 || open[1].Shift != 2 {
		t.Errorf("%+v", open)
	}
	f.do(request(record.Fill, worth(500)))
	if got := f.table.Slips(); len(got) != 1 || got[0].Number != 2 {
		t.Errorf("the slip after F 1 is %+v", got)
	}
}

// A count that is missing makes the result unknown, never 0.
func TestUnknownIsNotZero(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe)
	if f.table.Tray().Known || f.table.TrayStock() != nil {
		t.Error("nobody counted, and the tray is known")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(1, 5000, nil) }, closeWith(nil, dario))
	if r := f.table.Result(); r.ByCount.Known || r.Difference.Known || r.Opening.Known || r.Closing.Known {
		t.Errorf("nobody counted, and the result is %+v", r)
	}
	f = newFloor(t)
	f.do(counted(luganoSet, tall), closeWith(nil, elena)) // a manager may
	if r := f.table.Result(); !r.Opening.Known || r.Closing.Known || r.ByCount.Known {
		t.Errorf("%+v", r)
	}
	f.do(counted(luganoSet, worth(500)))
	if len(f.table.OpenIncidents()) != 0 {
		t.Error("there is no closer to differ from")
	}
}

// Amounts are multiples of their chip's value: the line that is none is named.
func TestCountOfMultiples(t *testing.T) {
	count, wrong := pit.CountFloat(theChips, []games.Amount{0, 1500, 0, 2600, -1})
	if len(wrong) != 2 || wrong[0].Why != people.NoMultiple || wrong[0].What != "2500" || wrong[1].What != "10000" {
		t.Errorf("%+v", wrong)
	}
	if !reflect.DeepEqual(count, record.Float{{Value: 500, Pieces: 3}}) {
		t.Errorf("%+v", count)
	}
	f := newFloor(t)
	f.refused(people.BadSetting, counted(luganoSet, record.Float{{Value: 700, Pieces: 1}}))
	f.do(counted(luganoSet, tall), shoe)
	for _, c := range []struct {
		why     people.Why
		in, out record.Float
	}{
		{people.NotEqual, worth(1000), worth(1500)}, {people.BadSetting, worth(1000), nil},
		{people.BadSetting, record.Float{{Value: 1000, Pieces: 1}, {Value: 500, Pieces: 1}}, worth(1500)},
		{people.NotEnoughChips, worth(2_000_000), worth(2_000_000)},
	} {
		f.refused(c.why, func(t *pit.Table) ([]record.Fact, error) { return t.ChangeChips(c.in, c.out) })
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.ChangeChips(worth(1000), record.Float{{Value: 1000, Pieces: 1}})
	})
	if stock := f.table.TrayStock(); stock[500] != 202 || stock[1000] != 99 || f.table.Tray().Amount != tall.Value() {
		t.Errorf("after an equal change the tray is %v", stock)
	}
	f.refused(people.NothingToUndo, undo)
	f.do(f.lastNotSo())
	if stock := f.table.TrayStock(); stock[500] != 200 {
		t.Errorf("put right it is %v", stock)
	}
	f.refused(people.BadSetting, func(t *pit.Table) ([]record.Fact, error) { return t.Tip(0) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Tip(700) })
	if r := f.table.Result(); r.Tips != 700 {
		t.Errorf("tips %d", r.Tips)
	}
}

// anyPitKey is what happens beside bets, cards and decisions.
func anyPitKey(t *rapid.T) command {
	some := worth(games.Amount(500 * rapid.IntRange(1, 60).Draw(t, "chips")))
	slip := record.SlipID{Kind: record.Fill, Year: moment.Year(), Number: rapid.IntRange(1, 3).Draw(t, "slip")}
	if rapid.Bool().Draw(t, "credit") {
		slip.Kind = record.Credit
	}
	box := rapid.IntRange(1, 3).Draw(t, "box")
	n := rapid.IntRange(1, 4).Draw(t, "hand")
	switch rapid.SampledFrom([]string{"buy", "buy", "change", "tip", "request", "verify", "verify", "void", "count", "skip", "skip", "without", "dispute", "resume", "second", "more", "relay", "refuse", "play on", "rule", "rule", "cancel", "correct", "correct", "incident", "video", "answer", "end", "wrong", "wrong", "back", "not so", "not so", "void hand"}).Draw(t, "pit key") {
	case "buy":
		return func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(box, some.Value(), nil) }
	case "change":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.ChangeChips(record.Float{{Value: 1000, Pieces: some[0].Pieces}}, record.Float{{Value: 500, Pieces: 2 * some[0].Pieces}})
		}
	case "tip":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Tip(some.Value()) }
	case "request":
		return request(slip.Kind, some)
	case "verify":
		return verify(slip)
	case "void":
		return void(slip)
	case "count":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Count(record.AtCheck, exactly(max(1, t.Tray().Amount)), people.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
		}
	case "skip":
		return func(t *pit.Table) ([]record.Fact, error) { return t.LayOutAsDealt(record.SkippedBox, box) }
	case "without":
		return func(t *pit.Table) ([]record.Fact, error) { return t.LayOutAsDealt(record.DealtWithout, box) }
	case "dispute":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Pause(record.DisputedBet, box, "who") }
	case "resume":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "") }
	case "second":
		return (*pit.Table).SecondExposed
	case "more":
		return func(t *pit.Table) ([]record.Fact, error) { return t.MoreExposed(&dario, "") }
	case "relay":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Relay(&dario, "") }
	case "refuse":
		return func(t *pit.Table) ([]record.Fact, error) { return t.RefuseRelay("no", &dario) }
	case "play on":
		return func(t *pit.Table) ([]record.Fact, error) { return t.PlayOn(&dario, "house rule") }
	case "rule":
		spot := rapid.SampledFrom([]string{"59", "play", "player", "banker", "main", "behind"}).Draw(t, "spot")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.RuleBet(games.Bet{Box: box, Spot: spot, Amount: 4 * some.Value()}, &dario, "seen")
		}
	case "cancel":
		return func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "no way out") }
	case "correct":
		card := games.NewCard(games.Rank(rapid.IntRange(1, 13).Draw(t, "rank")), games.Hearts)
		moved := rapid.Bool().Draw(t, "moved")
		return func(t *pit.Table) ([]record.Fact, error) {
			h, ok := t.ClosedHand(n)
			if !ok || len(h.Round.Laid) == 0 {
				return nil, &people.Refusal{Why: people.NoSuchHand}
			}
			c := pit.Correction{Hand: n, Round: h.Round, Reason: "read wrong", Moved: moved}
			c.Round.Laid = append([]games.Laid(nil), h.Round.Laid...)
			c.Round.Laid[0].Card = card
			return t.CorrectHand(c, &dario)
		}
	case "void hand":
		moved := rapid.Bool().Draw(t, "moved")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.VoidHand(pit.Correction{Hand: n, Reason: "the shoe was faulty", Moved: moved}, &elena)
		}
	case "wrong":
		too := games.Amount(rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign")) * some.Value()
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.PayWrong(record.WrongPayout{Hand: n, Box: box, Amount: too, Reason: "paid twice"}, &dario)
		}
	case "back":
		return func(t *pit.Table) ([]record.Fact, error) {
			for _, p := range t.Payouts() {
				if p.Left() != 0 {
					return t.SettlePayout(record.PayoutSettled{Payout: p.Seq, Amount: p.Left() / games.Amount(n)}, &dario)
				}
			}
			return nil, &people.Refusal{Why: people.NoSuchMove}
		}
	case "not so":
		return func(t *pit.Table) ([]record.Fact, error) {
			moves := t.AllMoves()
			for i := len(moves) - 1; i >= 0; i-- {
				if _, counted := moves[i].Fact.(record.Counted); counted {
					break // what was counted was what was there
				}
				if facts, err := t.VoidMove(moves[i].Seq, &dario, "typed wrong"); err == nil {
					return facts, nil
				}
			}
			return nil, &people.Refusal{Why: people.NoSuchMove}
		}
	case "incident":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Box: box, Text: "says he bet"})
		}
	}
	return func(t *pit.Table) ([]record.Fact, error) {
		open := t.OpenIncidents()
		if len(open) == 0 {
			return nil, &people.Refusal{Why: people.NoSuchIncident}
		}
		switch n {
		case 1:
			return t.AskVideo(open[0].Seq, "who bet first", &dario)
		case 2:
			return t.AnswerVideo(open[0].Seq, "V-17", "box 2", &dario)
		}
		return t.CloseIncident(open[0].Seq, "settled", &elena)
	}
}

// Money is conserved: what the float began with, and the fills, is what it ended with,
// the credits, and what the players carried away, who paid for some of it into the drop
// box. The players' side is counted from the rules' own settlement of every hand.
func TestMoneyIsConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		float := tall
		for range rapid.IntRange(1, 3).Draw(t, "days") {
			start := rapid.SampledFrom([]record.TableSet{luganoSet, trackedSet, blackjackSet}).Draw(t, "game")
			start.Settings = luganoSet.Settings
			if f.try(counted(start, float)) != nil {
				return // something of the day before is left open: it stays closed
			}
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, moment) })
			day := dayOfMoney{t, f, 0, 0, map[int]games.Amount{}}
			for range rapid.IntRange(0, 80).Draw(t, "keys") {
				if rapid.IntRange(0, 4).Draw(t, "whole hand") == 0 {
					day.playHand()
				} else {
					day.key(anyKey(t))
				}
			}
			day.finish()
			if f.table.Open {
				return
			}
			r := f.table.Result()
			if in, out := float.Value()+r.Fills, r.Closing.Amount+r.Credits+day.net+r.BoughtIn-day.commission; in != out {
				t.Fatalf("in %d, out %d: %+v", in, out, r)
			}
			if r.Difference != pit.KnownSum(day.owing()) {
				t.Fatalf("the count differs from the hands by %+v, and %d was not moved", r.Difference, day.owing())
			}
			float = f.table.Counts()[len(f.table.Counts())-1].Float
		}
	})
}

// dayOfMoney follows the players' money beside the table.
type dayOfMoney struct {
	*rapid.T
	*floor
	net        games.Amount         // what the players are up by their bets, commission left out
	commission games.Amount         // what they paid of it
	unmoved    map[int]games.Amount // what corrections left unpaid, by hand
}

// owing is what the players would still have to be paid.
func (d *dayOfMoney) owing() games.Amount {
	var sum games.Amount
	for _, left := range d.unmoved {
		sum += left
	}
	return sum
}

// key tries a key and counts what the rules make of every hand that closes.
func (d *dayOfMoney) key(c command) {
	before := len(d.table.History)
	facts, err := c(d.table)
	if err != nil || d.try(c) != nil {
		return
	}
	for _, fact := range facts {
		switch f := fact.(type) {
		case record.WrongPayout:
			d.net += f.Amount
		case record.PayoutSettled:
			d.net -= f.Amount
		case record.MoveVoided:
			for _, m := range d.table.AllMoves() {
				if p, ok := m.Fact.(record.WrongPayout); ok && m.Seq == f.Seq {
					d.net -= p.Amount
				}
				if p, ok := m.Fact.(record.PayoutSettled); ok && m.Seq == f.Seq {
					d.net += p.Amount
				}
			}
		}
		corrected, ok := fact.(record.HandCorrected)
		if !ok {
			continue
		}
		h, _ := d.table.ClosedHand(corrected.Hand)
		delta := playersNet(d.T, d.table.Game, h) - playersNet(d.T, d.table.Game, &h.Was[len(h.Was)-1])
		d.unmoved[corrected.Hand] += delta
		if corrected.Moved {
			d.net += d.unmoved[corrected.Hand]
			d.unmoved[corrected.Hand] = 0
		}
	}
	if len(d.table.History) > before {
		d.net += playersNet(d.T, d.table.Game, &d.table.History[before])
	}
}

// playHand finishes the hand that is open, as the rules ask; before it a bet or two.
func (d *dayOfMoney) playHand() {
	main := d.table.Game.Spots()[0].Name
	for _, b := range []games.Bet{{Box: 2, Spot: main, Amount: 2000}, {Box: 2, Spot: "play", Amount: 3000}, {Box: 3, Spot: "banker", Amount: 2500}} {
		d.key(func(t *pit.Table) ([]record.Fact, error) { return t.PlaceBet(b) })
	}
	d.key(closeBets)
	for range 60 {
		switch d.table.Phase() {
		case pit.Dealing, pit.Turning:
			if d.table.MayHide() {
				d.key(hide)
				continue
			}
			c := games.NewCard(games.Rank(rapid.IntRange(1, 13).Draw(d.T, "rank")), games.Suit(rapid.IntRange(0, 3).Draw(d.T, "suit")))
			d.key(card(c.String()))
		case pit.Deciding:
			d.key(decide(d.table.Next().Offers[rapid.IntRange(0, len(d.table.Next().Offers)-1).Draw(d.T, "offer")]))
		case pit.Paying:
			d.key(payAll)
			return
		default:
			return
		}
	}
}

// playersNet is what a hand's players are up by the rules; nothing where it was cancelled.
func playersNet(t *rapid.T, g games.Game, h *pit.Hand) games.Amount {
	if h.Cancelled != nil {
		return 0
	}
	s, err := games.Complete(g, h.Round)
	if err != nil {
		t.Fatal(err)
	}
	return s.Commission - s.House
}

// finish puts the table where it can be closed, and closes it with what should be there.
func (d *dayOfMoney) finish() {
	if !d.table.Current.Empty() {
		d.key(func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "the night is over") })
	}
	d.key(func(t *pit.Table) ([]record.Fact, error) { return t.TakeCommission(0) })
	d.key(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	for _, s := range d.table.Slips(pit.Requested) {
		d.key(void(s.SlipID))
	}
	for _, taken := range d.table.AllTaken() {
		if taken.Waived == "" {
			for _, due := range taken.Dues {
				d.commission += due.Amount
			}
		}
	}
	tray := d.table.Tray().Amount
	if tray <= 0 {
		return // the players won more than the float: a fill should have come
	}
	count := exactly(tray)
	d.key(closeWith(&count, dario))
}

// Where the small chips are out a larger one is paid and the player gives change: the
// pieces stay worth what the tray is.
func TestTrayMakesChange(t *testing.T) {
	f := newFloor(t)
	set := luganoSet
	f.do(counted(set, record.Float{{Value: 2500, Pieces: 1}, {Value: 10_000, Pieces: 50}}), shoe)
	for range 3 {
		f.do(bet(2, "59", 2500), bet(2, "play", 2500), closeBets, card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll)
	}
	var worth games.Amount
	for value, n := range f.table.TrayStock() {
		worth += value * games.Amount(n)
	}
	if tray := f.table.Tray(); tray != pit.KnownSum(worth) {
		t.Errorf("the pieces are worth %d, the tray %+v", worth, tray)
	}
}

// Who counted a float does not close the difference that the count found.
func TestDifferenceIsClosedByAnother(t *testing.T) {
	f := newFloor(t)
	short := worth(tall.Value() - 5000)
	f.do(counted(luganoSet, tall), closeWith(&short, elena))
	seq := f.table.OpenIncidents()[0].Seq
	paul := people.Staff{Number: "32", Name: "Paul Weber", Role: record.Manager}
	f.refused(people.SamePerson, func(t *pit.Table) ([]record.Fact, error) { return t.CloseIncident(seq, "found", &elena) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CloseIncident(seq, "found", &paul) })
}

// The drop box of a shift is often counted when the table is open again: the count is
// that shift's, and not the next one's.
func TestDropCountedLater(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall))
	drop := func(cash games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.CountDrop(cash, dario, elena) }
	}
	f.refused(people.TableOpen, drop(100))
	f.do(closeWith(&tall, dario), counted(luganoSet, tall), drop(70_000))
	if f.table.Drop.Known {
		t.Error("the open shift has the drop of the one before")
	}
	first, _, err := pit.Shift(f.journal, "LB1", 1)
	if err != nil || first.Drop != pit.KnownSum(70_000) {
		t.Errorf("the first shift's drop is %+v, %v", first.Drop, err)
	}
	f.do(closeWith(&tall, dario), drop(500), counted(luganoSet, tall))
	for n, want := range map[int]games.Amount{1: 70_000, 2: 500} {
		if s, _, err := pit.Shift(f.journal, "LB1", n); err != nil || s.Drop != pit.KnownSum(want) {
			t.Errorf("shift %d: %+v, %v", n, s.Drop, err)
		}
	}
}
