package pit_test

import (
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// anyPitKey does something at random beside bets, cards and decisions.
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
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(box, some.Value(), nil, nil) }
	case "change":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().ChangeChips(record.Float{{Value: 1000, Pieces: some[0].Pieces}}, record.Float{{Value: 500, Pieces: 2 * some[0].Pieces}})
		}
	case "tip":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(some.Value()) }
	case "request":
		return request(slip.Kind, some)
	case "verify":
		return verify(slip)
	case "void":
		return void(slip)
	case "count":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().Count(record.AtCheck, exactly(max(1, t.Desk().Worth().Amount)), house.Staff{Number: t.Croupier, Role: record.Croupier}, dario)
		}
	case "skip":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.SkippedBox, box) }
	case "without":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.DealtWithout, box) }
	case "dispute":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, box, "who") }
	case "resume":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "") }
	case "second":
		return pit.OfFelt(hand.Felt.SecondExposed)
	case "more":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario, "") }
	case "relay":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "") }
	case "refuse":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("no", &dario) }
	case "play on":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "house rule") }
	case "rule":
		spot := rapid.SampledFrom([]string{"59", "play", "player", "banker", "main", "behind"}).Draw(t, "spot")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: box, Spot: spot, Amount: 4 * some.Value()}, false, &dario, "seen")
		}
	case "cancel":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "no way out") }
	case "correct":
		card := games.NewCard(games.Rank(rapid.IntRange(1, 13).Draw(t, "rank")), games.Hearts)
		moved, keyed := rapid.Bool().Draw(t, "moved"), rapid.Bool().Draw(t, "keyed")
		return func(t *pit.Table) ([]record.Fact, error) {
			h, ok := t.ClosedHand(n)
			if !ok || len(h.Round.Laid) == 0 {
				return nil, &house.Refusal{Why: house.NoSuchHand}
			}
			c := hand.Correction{Hand: n, Round: h.Round, Reason: "read wrong", Moved: moved, Keyed: keyed && !moved}
			c.Round.Laid = append([]games.Laid(nil), h.Round.Laid...)
			c.Round.Laid[0].Card = card
			return t.Corrections().CorrectHand(c, &dario)
		}
	case "void hand":
		moved := rapid.Bool().Draw(t, "moved")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: n, Reason: "the shoe was faulty", Moved: moved}, &elena)
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
					return t.Desk().SettlePayout(record.PayoutSettled{Payout: p.Seq, Amount: p.Left() / games.Amount(n)}, &dario)
				}
			}
			return nil, &house.Refusal{Why: house.NoSuchMove}
		}
	case "not so":
		return func(t *pit.Table) ([]record.Fact, error) {
			moves := t.AllMoves()
			for i := len(moves) - 1; i >= 0; i-- {
				if _, counted := moves[i].Fact.(record.Counted); counted {
					break // what was counted was what was there
				}
				if facts, err := t.Desk().VoidMove(moves[i].Seq, &dario, "typed wrong"); err == nil {
					return facts, nil
				}
			}
			return nil, &house.Refusal{Why: house.NoSuchMove}
		}
	case "incident":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Box: box, Text: "says he bet"})
		}
	}
	return func(t *pit.Table) ([]record.Fact, error) {
		open := t.IncidentBook().OpenIncidents()
		if len(open) == 0 {
			return nil, &house.Refusal{Why: house.NoSuchIncident}
		}
		switch n {
		case 1:
			return t.IncidentBook().AskVideo(open[0].Seq, "who bet first", &dario)
		case 2:
			return t.IncidentBook().AnswerVideo(open[0].Seq, "V-17", "box 2", &dario)
		}
		return t.IncidentBook().CloseIncident(open[0].Seq, "settled", &elena)
	}
}

// Money is conserved: what the float began with, the fills and the coins, is what it ended
// with, the credits, and what the players carried away, who paid for some of it into the drop
// box. The players' side is counted from the rules' own settlement of every hand. All
// that was entered the audit finds as the table enters it.
func TestMoneyIsConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		daysOfMoney(t, f)
		f.holds()
	})
}

// daysOfMoney are some days of any keys at one table, as long as one can begin after the other.
func daysOfMoney(t *rapid.T, f *floor) {
	float := tall
	for range rapid.IntRange(1, 3).Draw(t, "days") {
		start := rapid.SampledFrom([]record.TableSet{luganoSet, trackedSet, exactSet, blackjackSet}).Draw(t, "game")
		start.Settings = luganoSet.Settings
		if mode := rapid.SampledFrom([]games.RoundingMode{"", games.RoundDown, games.RoundUp, games.RoundNearest}).Draw(t, "collected"); mode != "" {
			settings := *start.Settings
			settings.Collect = mode
			start.Settings = &settings
		}
		if f.try(counted(start, float)) != nil {
			return // something of the day before is left open: it stays closed
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		})
		day := newDayOfMoney(t, f)
		day.goesOn(80)
		day.finish()
		if f.table.Open {
			return
		}
		if left := f.table.Closer(); rapid.Bool().Draw(t, "recounted") && len(*left) > 0 { // wrong, and then right again
			f.do(recount(record.Float{}, bruno, dario), recount(*left, bruno, dario))
		}
		r := f.table.Result()
		if in, out := float.Value()+r.Fills+r.Coins-day.coins, r.Closing.Amount+r.Credits+day.net+r.BoughtIn-day.commission; in != out {
			t.Fatalf("in %d, out %d: %+v", in, out, r)
		}
		if r.Difference != tray.KnownSum(day.counted-day.coins) || r.Unmoved != day.owing() {
			t.Fatalf("the count differs by %+v, not by %d, and %d was not moved: %+v", r.Difference, day.counted-day.coins, day.owing(), r)
		}
		float = *f.table.Closer()
	}
}

// dayOfMoney follows the players' money beside the table.
type dayOfMoney struct {
	*rapid.T
	*floor
	net        games.Amount         // what the players are up by their bets, commission left out
	commission games.Amount         // what they paid of it
	unmoved    map[int]games.Amount // what corrections left unpaid, by hand
	said       ledger               // what somebody confirmed in the open hand
	// Of a hand that a count came behind, with the chips of what was keyed: whoever says then that the players had been paid
	// otherwise explains nothing of that count. What he says is its difference, coins apart.
	counted, coins games.Amount
	last           int // hands that the last count came behind
}

func newDayOfMoney(t *rapid.T, f *floor) *dayOfMoney {
	return &dayOfMoney{T: t, floor: f, unmoved: map[int]games.Amount{}, said: ledger{tray: f.table.Desk().Worth().Amount}}
}

// owing returns the money that the players would still have to be paid.
func (d *dayOfMoney) owing() games.Amount {
	var sum games.Amount
	for _, left := range d.unmoved {
		sum += left
	}
	return sum
}

// key tries a key and counts what the rules make of every hand that closes.
func (d *dayOfMoney) key(c command) {
	before, asked, coins := len(d.table.History), stands(d.table), d.table.Desk().Coins()
	facts, err := c(d.table)
	if err != nil || d.try(c) != nil {
		return
	}
	d.said.enter(d.T, d.table, asked, facts)
	for _, fact := range facts {
		switch f := fact.(type) {
		case record.Counted:
			d.last = len(d.table.History)
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
		switch {
		case corrected.Keyed && corrected.Hand <= d.last:
			d.counted += d.unmoved[corrected.Hand]
			d.coins += d.table.Desk().Coins() - coins
		case corrected.AsPaid():
			d.net += d.unmoved[corrected.Hand]
		default:
			continue
		}
		d.unmoved[corrected.Hand] = 0
	}
	if len(d.table.History) > before {
		d.net += playersNet(d.T, d.table.Game, &d.table.History[before])
	}
}

// goesOn has any keys come, at most so many, and whole hands among them.
func (d *dayOfMoney) goesOn(most int) {
	for range rapid.IntRange(0, most).Draw(d.T, "keys") {
		if rapid.IntRange(0, 4).Draw(d.T, "whole hand") == 0 {
			d.playHand()
		} else {
			d.key(anyKey(d.T))
		}
	}
}

// playHand finishes the hand that is open, as the rules ask; before it a bet or two.
func (d *dayOfMoney) playHand() {
	main := d.table.Game.Spots()[0].Name
	for _, b := range []games.Bet{{Box: 2, Spot: main, Amount: 2000}, {Box: 2, Spot: "play", Amount: 3000}, {Box: 3, Spot: "banker", Amount: 2500}} {
		d.key(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	d.key(closeBets)
	for range 60 {
		switch rapid.IntRange(0, 9).Draw(d.T, "between") {
		case 0, 1:
			d.key(undoWith(&dario))
		case 2:
			d.key(payNext)
		case 3:
			if d.table.Deal().Phase() != hand.Paying {
				d.key(payAll)
			}
		}
		switch d.table.Deal().Phase() {
		case hand.Dealing, hand.Turning:
			if d.table.Deal().MayHide() {
				d.key(hide)
				continue
			}
			c := games.NewCard(games.Rank(rapid.IntRange(1, 13).Draw(d.T, "rank")), games.Suit(rapid.IntRange(0, 3).Draw(d.T, "suit")))
			d.key(card(c.String()))
		case hand.Deciding:
			d.key(decide(d.table.Deal().Next().Offers[rapid.IntRange(0, len(d.table.Deal().Next().Offers)-1).Draw(d.T, "offer")]))
		case hand.Paying:
			d.key(payAll)
			return
		default:
			return
		}
	}
}

// playersNet returns the win of a hand's players by the rules; nothing where it was cancelled.
func playersNet(t *rapid.T, g games.Game, h *hand.Hand) games.Amount {
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
		d.key(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "the night is over") })
	}
	d.key(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	d.key(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	for _, s := range d.table.Slips(tray.Requested) {
		d.key(void(s.SlipID))
	}
	for _, taken := range d.table.AllTaken() {
		for i := range taken.Dues {
			d.commission += taken.Paid(i)
		}
	}
	tray := d.table.Desk().Worth().Amount
	if tray <= 0 {
		return // the players won more than the float: a fill should have come
	}
	count := exactly(tray)
	d.key(closeWith(&count, dario))
}
