package reports_test

import (
	"errors"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/paper"
)

// night is a table at which whatever may happen happens at random.
type night struct {
	*floor
	*rand.Rand
	shoe []games.Card
	hole games.Card
}

var errNone = errors.New("there is none")

type act = func(*pit.Table) ([]record.Fact, error)

// may does what the table takes now.
func (n *night) may(c act) bool {
	facts, err := c(n.table)
	if err != nil {
		return false
	}
	n.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	return true
}

func begun(t testing.TB, game, rules string, seed int64) *night {
	f := &floor{t, pit.NewTable("LB1"), opened}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "LB1", Game: game, Rules: []byte(rules), Settings: &record.Settings{Difference: 2500, Tips: true}}
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario, Count: &opener}, f.now)
	})
	n := &night{floor: f, Rand: rand.New(rand.NewSource(seed))}
	n.shuffle()
	return n
}

// shuffle puts a shoe in place.
func (n *night) shuffle() {
	if !n.may(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, n.now) }) {
		return
	}
	n.shoe = n.shoe[:0]
	for range n.table.Game.Options().Decks {
		for r := games.Ace; r <= games.King; r++ {
			for s := games.Spades; s <= games.Diamonds; s++ {
				n.shoe = append(n.shoe, games.NewCard(r, s))
			}
		}
	}
	n.Shuffle(len(n.shoe), func(i, j int) { n.shoe[i], n.shoe[j] = n.shoe[j], n.shoe[i] })
}

// card is the next one; aces come often, as it takes for a blackjack that is insured.
func (n *night) card() games.Card {
	at := 0
	if n.Intn(4) == 0 {
		at = max(0, slices.IndexFunc(n.shoe, func(c games.Card) bool { return c.Rank() == games.Ace }))
	}
	card := n.shoe[at]
	n.shoe = slices.Delete(n.shoe, at, at+1)
	return card
}

func (n *night) bets() {
	game := n.table.Game
	for _, box := range n.Perm(game.Options().Boxes)[:1+n.Intn(3)] {
		for i, s := range game.Offered(n.table.Current.Round) {
			b := games.Bet{Box: box + 1, Spot: s.Name, Amount: max(500*games.Amount(1+n.Intn(20)), game.Options().Limits[s.Name].Min)}
			if s.Early {
				b.Bettor = "2"
			}
			if i == 0 || n.Intn(2) == 0 {
				n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
			}
		}
	}
}

// hand plays one to its end, or has it cancelled.
func (n *night) hand() {
	n.bets()
	if !n.may(pit.OfBets(hand.Bets.Close)) {
		n.may(pit.OfBets(hand.Bets.Clear))
		return
	}
	for range 200 {
		if n.Intn(80) == 0 && n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "lights out") }) {
			return
		}
		if n.table.Deal().MayHide() {
			n.hole = n.card()
			n.may(pit.OfDeal(hand.Deal.Hide))
			continue
		}
		switch step := n.table.Deal().Next(); step.Kind {
		case games.Deal, games.ReadSuit:
			card := n.card()
			n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card.String()) })
		case games.Turn:
			n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(n.hole.String()) })
		case games.Insuring:
			d := step.Insurable[n.Intn(len(step.Insurable))]
			if n.Intn(3) == 0 || !n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(d.Box, d.Bettor) }) {
				n.may(pit.OfBets(hand.Bets.EndInsurance))
			}
		case games.Look:
			n.look()
		case games.Ask:
			do := step.Offers[n.Intn(len(step.Offers))]
			n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
		default:
			n.may(pit.OfDeal(hand.Deal.PayAll))
			if n.table.Current.Empty() {
				return
			}
		}
	}
	n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "stuck") })
}

func (n *night) look() {
	up := games.Card(0)
	for _, h := range n.table.Current.Hands() {
		if h.At == games.Dealer {
			up = h.Cards[0]
		}
	}
	has := up.Rank() == games.Ace && n.hole.Rank() >= games.Ten || up.Rank() >= games.Ten && n.hole.Rank() == games.Ace
	n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(has) })
}

// between is what happens between two hands.
func (n *night) between() {
	t := n.table
	box := 1 + n.Intn(t.Game.Options().Boxes)
	for _, c := range []act{
		func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(box) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().WaiveDebt(record.Debt{Box: box}, &dario, "gone")
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(box, 5000, nil, nil) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(500) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.PayWrong(record.WrongPayout{Hand: t.Hand - 1, Box: box, Amount: games.Amount(n.Intn(8)-4) * 500, Reason: "paid wrong"}, &dario)
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RequestSlip(someHouse, record.Fill, record.Float{{Value: 1000, Pieces: 10}}, &dario)
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RequestSlip(someHouse, record.Credit, record.Float{{Value: 500, Pieces: 10}}, &dario)
		},
		func(t *pit.Table) ([]record.Fact, error) {
			moves := t.AllMoves()
			if len(moves) == 0 {
				return nil, errNone
			}
			return t.Desk().VoidMove(moves[n.Intn(len(moves))].Seq, &dario, "not so")
		},
		n.correction(),
	} {
		if n.Intn(5) == 0 {
			n.may(c)
		}
	}
	for _, s := range t.Slips(tray.Requested) {
		n.may(func(t *pit.Table) ([]record.Fact, error) {
			if n.Intn(4) == 0 {
				return t.Desk().VoidSlip(s.SlipID, "not needed", anna, dario)
			}
			return t.Desk().VerifySlip(someHouse, s.SlipID, "Cassa 2", "G. Neri", anna, dario)
		})
	}
}

// correction makes one stake of a closed hand another, or voids the hand.
func (n *night) correction() act {
	number := 1 + n.Intn(max(1, n.table.Hand))
	h, ok := n.table.ClosedHand(number)
	if !ok || len(h.Round.Bets) == 0 {
		return func(*pit.Table) ([]record.Fact, error) { return nil, errNone }
	}
	c := hand.Correction{Hand: number, Round: h.Round, Reason: "read wrong", Moved: n.Intn(2) == 0}
	inspector := &dario
	if !n.table.Open {
		c.Moved, c.By, inspector = false, &dario, &elena
	}
	c.Round.Bets = slices.Clone(c.Round.Bets)
	c.Round.Bets[n.Intn(len(c.Round.Bets))].Amount += 1000
	if n.Intn(4) == 0 {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().VoidHand(c, &elena) }
	}
	return func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, inspector) }
}

// cash is an amount in a cell.
func cash(t testing.TB, c paper.Cell) games.Amount {
	t.Helper()
	a, ok := c.Number.(games.Amount)
	if !ok {
		t.Fatalf("%+v is no amount", c)
	}
	return a
}

// Whatever happened in a night, the parts of each sum on the page of its report add up to it.
func TestEverySumAddsUp(t *testing.T) {
	waived, even, unmoved := 0, 0, 0
	for _, g := range []struct{ game, rules string }{
		{"puntobanco", `{"preset":"pb-classic","commission":"tracked"}`},
		{"puntobanco", `"pb-classic"`},
		{"lugano", `"lugano"`},
		{"blackjack", `{"preset":"bj-us","decks":8}`},
		{"blackjack", `{"preset":"bj-eu","decks":8,"enhc":"original"}`},
	} {
		for seed := range int64(6) {
			n := begun(t, g.game, g.rules, seed)
			var sums []reports.Shift
			for range 25 {
				n.hand()
				n.between()
				if n.table.Deal().Phase() == hand.Shoeless || len(n.shoe) < 100 {
					n.shuffle()
				}
			}
			if len(n.table.History) < 15 {
				t.Errorf("%s, night %d: %d hands", g.game, seed, len(n.table.History))
			}
			n.may(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
			n.close(&opener, elena)
			n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(20_000, dario, elena) })
			for range n.Intn(4) { // what was collected and paid stays, and every sum is of the hands as they are now
				n.may(n.correction())
			}
			sums = append(sums, reports.ShiftOf(n.table, someHouse))
			staked := sums[0].Unlaid
			for i := range n.table.History {
				if h := &n.table.History[i]; h.Cancelled == nil {
					for _, p := range h.Payments() {
						staked -= p.Staked
					}
				}
			}
			if staked += sums[0].Total.Turnover; staked != 0 {
				t.Errorf("%s, night %d: settled by its hand files the stakes are %d less than the report says", g.game, seed, staked)
			}
			if n.table.Result().Waived != 0 {
				waived++
			}
			if n.table.Result().Unmoved != 0 {
				unmoved++
			}
			for i := range n.table.History {
				if h := &n.table.History[i]; len(h.Played()) < len(h.Payments()) {
					even++
				}
			}
			t.Run(g.game, func(t *testing.T) { addsUp(t, n.table) })
			e, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Table: "LB1", Copy: 1}.OfShifts(sums, reports.Reach{}, someHouse)
			if err != nil {
				t.Fatal(err)
			}
			down(t, section(t, e, "report_shifts"))
		}
	}
	if waived == 0 || even == 0 || unmoved == 0 {
		t.Errorf("%d nights with commission given up, %d hands with even money, %d nights with what was left unmoved: nothing was tried", waived, even, unmoved)
	}
}

// down adds the amounts and numbers of each column up.
func down(t *testing.T, s paper.Section) {
	t.Helper()
	last := len(s.Rows) - 1
	for j, c := range s.Rows[last] {
		switch total := c.Number.(type) {
		case games.Amount:
			for _, row := range s.Rows[:last] {
				total -= cash(t, row[j])
			}
			if total != 0 {
				t.Errorf("%s, column %s: the total is %d more than its parts", s.Name, s.Columns[j].Head, total)
			}
		case int:
			for _, row := range s.Rows[:last] {
				total -= row[j].Number.(int)
			}
			if total != 0 {
				t.Errorf("%s, column %s: the total is %d more than its parts", s.Name, s.Columns[j].Head, total)
			}
		}
	}
}

func addsUp(t *testing.T, table *pit.Table) {
	e := evidence(t, reports.ShiftReport, "", table)
	found := map[string]paper.Section{}
	for _, s := range inWords(t, e).Sections {
		found[s.Name], found[s.Heading] = s, s
	}
	said := map[string]games.Amount{}
	var running games.Amount
	for _, row := range found["report_outcome"].Rows {
		a := cash(t, row[1])
		label := strings.TrimLeft(row[0].Text, "+−= ")
		said[label] = a
		switch sign, _, _ := strings.Cut(row[0].Text, " "); sign {
		case "+":
			running += a
		case "−":
			running -= a
		case "=":
			if running != a {
				t.Errorf("%s is %d, its parts are %d", label, a, running)
			}
		default:
			running = a
		}
	}
	if said["report_difference"] != said["report_by_count"]-said["report_by_hands"]-said["report_wrong"]-said["report_unmoved"] {
		t.Errorf("the difference: %v", said)
	}
	spots := found["report_spots"]
	down(t, spots)
	total := spots.Rows[len(spots.Rows)-1]
	result, turnover := cash(t, total[len(total)-2]), cash(t, total[3])
	byBets, ok := said["report_by_bets"]
	if !ok {
		byBets = said["report_by_hands"]
	}
	if byBets != result {
		t.Errorf("the hands came to %d, the spots to %d", byBets, result)
	}
	var house, staked games.Amount
	for _, row := range found["report_list"].Rows {
		if row[6].Number != nil {
			house += cash(t, row[6])
		}
		staked += cash(t, row[5])
	}
	if house != result || staked != turnover {
		t.Errorf("the list of hands comes to %d of %d, the spots to %d of %d", house, staked, result, turnover)
	}
	if c, ok := found["report_commission"]; ok {
		row, left := c.Rows[0], games.Amount(0)
		if len(row) > 4 {
			left = cash(t, row[4])
		}
		if made := cash(t, row[0]); made+left != cash(t, row[1])+cash(t, row[2])+cash(t, row[3]) || cash(t, row[2]) != said["report_waived"] {
			t.Errorf("commission %+v, given up %d", row, said["report_waived"])
		}
		if cash(t, total[5]) != cash(t, row[0]) {
			t.Errorf("the spots have %d of commission, %d was made", cash(t, total[5]), cash(t, row[0]))
		}
	}
	worth := found["report_float"].Rows[len(found["report_float"].Rows)-1]
	for i, label := range []string{"report_float_opening", "report_fills", "report_credits", "report_float_closing"} {
		if cash(t, worth[i+1]) != said[label] {
			t.Errorf("%s is %d, chip by chip %d", label, said[label], cash(t, worth[i+1]))
		}
	}
	dealt := 0
	for _, row := range found["report_croupiers"].Rows {
		dealt += row[4].Number.(int)
	}
	if dealt != len(found["report_list"].Rows) {
		t.Errorf("the croupiers dealt %d hands, %d are in the list", dealt, len(found["report_list"].Rows))
	}
}
