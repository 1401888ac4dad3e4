package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/corrections"
)

// evening is when the night of these tests begins.
var evening = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

// night is a table's night, keyed in hand by hand, with the test's own count of the money
// beside it.
type night struct {
	*testing.T
	dir          string
	house        *session.House
	clock        *demo.Clock
	table        *session.Table
	rng          *rand.Rand
	dealers      []house.Badge
	dario, elena house.Badge
	deck         []games.Card
	money        games.Amount // that must lie in the tray
	hands        games.Amount // what the hands came to
	drop         games.Amount
}

func newNight(t *testing.T) *night {
	n := &night{T: t, dir: t.TempDir(), clock: demo.NewClock(evening), rng: rand.New(rand.NewSource(4))}
	var err error
	n.house, err = session.Open(n.dir, n.clock.Now)
	n.must(err)
	n.Cleanup(func() { n.must(n.house.Close()) })
	n.must(n.house.SetUp(house.DemoPlan("it", "lugano", 1)))
	n.dealers, n.dario, err = demo.Crew(n.house)
	n.must(err)
	n.elena, err = n.house.SignOn("316931")
	n.must(err)
	n.table, err = n.house.OpenTable("LB1")
	n.must(err)
	n.Cleanup(func() { n.must(n.table.Release()) })
	return n
}

func (n *night) must(err error) {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
}

func (n *night) do(c session.Command, badges ...house.Badge) {
	n.Helper()
	n.clock.Pass(time.Second)
	n.must(n.table.Do(c, badges...))
}

// dealer is the croupier on duty.
func (n *night) dealer() house.Badge {
	return n.dealers[slices.IndexFunc(n.dealers, func(b house.Badge) bool { return b.Number == n.table.State.Croupier })]
}

// begin puts bets on boxes 1, 2 and 5 and says nulla va più.
func (n *night) begin() {
	if len(n.deck) < 60 {
		n.deck = n.deck[:0]
		for i := range 6 * 52 {
			n.deck = append(n.deck, games.NewCard(games.Rank(i%13+1), games.Suit(i/13%4)))
		}
		n.rng.Shuffle(len(n.deck), func(i, j int) { n.deck[i], n.deck[j] = n.deck[j], n.deck[i] })
		shoe, badges := pit.NewShoe{Fresh: n.table.State.DueCards(n.clock.Now()) != ""}, []house.Badge(nil)
		if n.table.State.Deal().EndsEarly() {
			shoe.Approver, badges = &n.dario.Staff, []house.Badge{n.dario}
		}
		n.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(shoe, n.clock.Now()) }, badges...)
	}
	for _, b := range []games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 4000}, {Box: 2, Spot: "59", Amount: 5000}, {Box: 2, Spot: "play", Amount: 2500}, {Box: 5, Spot: "59", Amount: 1000}, {Box: 5, Spot: "play", Amount: 2000}, {Box: 5, Spot: "pair", Amount: 500}} {
		n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	n.do(pit.OfBets(hand.Bets.Close))
}

// deal deals so many cards.
func (n *night) deal(cards int) {
	n.Helper()
	for range cards {
		card := n.deck[0]
		n.deck = n.deck[1:]
		n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card.Rank().String()) })
	}
}

// finish plays the open hand to its end and adds up what `settle` makes of it.
func (n *night) finish() {
	n.Helper()
	for {
		switch step := n.table.State.Deal().Next(); step.Kind {
		case games.Deal:
			n.deal(1)
		case games.Ask:
			n.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Deal().Decide(step.Offers[n.rng.Intn(len(step.Offers))])
			})
		default:
			n.do(pit.OfDeal(hand.Deal.PayAll))
			house := n.settled(&n.table.State.History[len(n.table.State.History)-1]).House
			n.money, n.hands = n.money+house, n.hands+house
			return
		}
	}
}

// settlement is what `sabotctl settle` prints, as far as it matters here.
type settlement struct {
	OK   bool
	Bets []struct {
		Box              int
		Spot             string
		Amount, Returned games.Amount
		Staked           games.Amount
	}
	House games.Amount
}

// settled is what the hand file's `settle` makes of a hand, through its own text.
func (n *night) settled(h *hand.Hand) settlement {
	n.Helper()
	var out bytes.Buffer
	failed, err := handfile.Settle(bytes.NewReader(handfile.Encode(h.Export(n.table.State.Game))), &out)
	var s settlement
	if err != nil || failed > 0 || json.Unmarshal(out.Bytes(), &s) != nil || !s.OK {
		n.Fatalf("settle: %s, %v", out.String(), err)
	}
	return s
}

// slip has chips come or go, through request and count on the layout.
func (n *night) slip(kind record.SlipKind, chips record.Float) {
	n.Helper()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(&n.house.State, kind, chips, &n.dario.Staff)
	}, n.dario)
	id := n.table.State.Slips(tray.Requested)[0].SlipID
	n.clock.Pass(7 * time.Minute)
	dealer := n.dealer()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(&n.house.State, id, "Cassa 2", "G. Neri", dealer.Staff, n.dario.Staff)
	}, dealer, n.dario)
	if kind == record.Fill {
		n.money += chips.Value()
	} else {
		n.money -= chips.Value()
	}
}

// count is an amount in chips, counted without asking Sabot.
func count(amount games.Amount) record.Float {
	var f record.Float
	for _, value := range []games.Amount{50_000, 10_000, 500} {
		if pieces := int64(amount / value); pieces > 0 {
			f = append(record.Float{{Value: value, Pieces: pieces}}, f...)
			amount -= value * games.Amount(pieces)
		}
	}
	return f
}

// play is the whole night: an opening with a count, 200 hands, three reliefs, two fills,
// a credit, a box passed over, a box dealt to without a bet, a bet that is disputed after
// it was paid, a hand that is corrected later, an incident, a closing with a count.
func (n *night) play() {
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	for hand := 1; hand <= 200; hand++ {
		switch hand {
		case 50, 100, 150:
			n.must(n.table.TakeOver(n.dealers[hand/50%3]))
		case 20, 120:
			n.slip(record.Fill, record.Float{{Value: 2500, Pieces: 100}, {Value: 10_000, Pieces: 30}})
		case 170:
			n.slip(record.Credit, record.Float{{Value: 50_000, Pieces: 4}})
		case 10, 75, 140:
			n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 25_000, nil, nil) })
			n.money, n.drop = n.money-25_000, n.drop+25_000
		}
		n.begin()
		switch hand {
		case 40:
			n.passedOver()
		case 80:
			n.dealtWithout()
		case 130:
			n.disputed()
		}
		n.finish()
		if hand == 160 {
			n.misread()
		}
	}
	n.incident()
	if got := n.table.State.Desk().Worth(); got != tray.KnownSum(n.money) {
		n.Errorf("the tray should hold %d, Sabot has %+v", n.money, got)
	}
	closer := count(n.money)
	n.clock.Pass(10 * time.Minute)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	n.must(n.table.CountDrop(n.drop, n.dario, n.elena))
}

func (n *night) passedOver() {
	n.deal(5)
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.SkippedBox, 2) })
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&n.dario.Staff, "visto al tavolo") }, n.dario)
}

// dealtWithout is refused by the inspector: the hand goes on with the cards out of play.
func (n *night) dealtWithout() {
	n.deal(6)
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(record.DealtWithout, 4) })
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RefuseRelay("le carte sono note", &n.dario.Staff)
	}, n.dario)
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&n.dario.Staff, "regola della casa") }, n.dario)
}

// disputed is a bet of which two thirds of the 59 had been paid or collected.
func (n *night) disputed() {
	n.deal(7)
	n.do(pit.OfDeal(hand.Deal.PayNext))
	n.do(pit.OfDeal(hand.Deal.PayNext))
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, 2, "dice 100") })
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 2, Spot: "59", Amount: 10_000}, false, &n.dario.Staff, "video V-17")
	}, n.dario)
}

// misread corrects a card of the hand that closed, the first of which another one makes a
// hand too, and another result.
func (n *night) misread() {
	n.Helper()
	h := n.table.State.History[len(n.table.State.History)-1]
	was := n.settled(&h).House
	for i := range h.Round.Laid {
		for rank := games.Ace; rank <= games.King; rank++ {
			c := hand.Correction{Hand: h.Number, Round: h.Round, Reason: "carta letta male", Moved: true}
			c.Round.Laid = slices.Clone(h.Round.Laid)
			c.Round.Laid[i].Card = games.NewCard(rank, games.Hearts)
			if s, err := n.table.State.Corrections().Recount(c); err != nil || s.House == was {
				continue
			}
			n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &n.dario.Staff) }, n.dario)
			now := n.settled(&n.table.State.History[len(n.table.State.History)-1]).House
			n.money, n.hands = n.money+now-was, n.hands+now-was
			return
		}
	}
	n.Fatal("no card of the hand can have been another one")
}

func (n *night) incident() {
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.ConductIncident, Text: "il cliente del box 5 alza la voce", Box: 5, People: []string{"11"}})
	})
	seq := n.table.State.IncidentBook().OpenIncidents()[0].Seq
	by := n.dario.Staff
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(seq, "chi ha cominciato?", &by)
	}, n.dario)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AnswerVideo(seq, "V-18", "il cliente", &by)
	}, n.dario)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(seq, "allontanato", &by)
	}, n.dario)
}

// signed are the night's reports, each by those who sign it.
func (n *night) signed() map[reports.Kind][]byte {
	n.Helper()
	all := map[reports.Kind][]byte{}
	for _, kind := range reports.Kinds() {
		all[kind] = n.signedAs(kind)
	}
	return all
}

// signedAs is the signed report of one kind.
func (n *night) signedAs(kind reports.Kind) []byte {
	n.Helper()
	w, badges := papers.Wanted{Kind: kind, Table: "LB1", Shift: 1}, []house.Badge{n.dealer(), n.dario}
	switch kind {
	case reports.SlipReport:
		w.Item = "F 2026-0001"
	case reports.TableReport:
		w.Shift, w.Item, badges = 0, "2026-11-01.."+evening.Format(time.DateOnly), badges[1:]
	case reports.HouseReport:
		w.Table, w.Shift, w.Item, badges = "", 0, evening.Format(time.DateOnly), badges[1:]
	case reports.AccessReport, reports.ChangesReport, reports.ExceptionsReport:
		w.Table, w.Shift, w.Item, badges = "", 0, evening.Format(time.DateOnly), []house.Badge{n.elena}
	}
	for strings.HasSuffix(w.Item, n.house.State.GamingDay(n.house.State.Wall(n.clock.Now()))) { // it is signed once the day is over
		n.clock.Pass(time.Hour)
	}
	_, pdf, err := papers.Of(n.house).Signed(w, badges...)
	n.must(err)
	return pdf
}

// A table's night from the count at its opening to the reports that two people sign: the
// result by count is that by the hands to the centime, the record and the reports verify.
func TestNightOfATable(t *testing.T) {
	n := newNight(t)
	n.play()
	shift, ok, err := pit.Shift(n.house.Store(), "LB1", 1)
	if n.must(err); !ok || len(shift.History) != 200 || len(shift.Reliefs) != 4 || len(shift.Slips(tray.Verified)) != 3 {
		t.Fatalf("%d hands, %d croupiers, %d slips", len(shift.History), len(shift.Reliefs), len(shift.Slips()))
	}
	r := shift.Result()
	if r.ByHands != n.hands || r.ByCount != tray.KnownSum(n.hands) || r.Difference != tray.KnownSum(0) || r.Estimated || r.Drop != tray.KnownSum(n.drop) {
		t.Errorf("the hands came to %d, the result is %+v", n.hands, r)
	}
	figures := reports.ReconstructionsOf(shift, &n.house.State)
	n.sameAsTheHandFile(shift, figures)
	signed := n.signed()
	verified(t, n.dir)
	for kind, pdf := range signed {
		v, err := papers.Of(n.house).VerifyReport(pdf)
		n.must(err)
		want := []string{"11", "21"}
		if want[0] = n.dealer().Number; kind == reports.TableReport || kind == reports.HouseReport {
			want = want[1:]
		}
		if kind.OfHouse() && kind != reports.HouseReport {
			want = []string{"31"}
		}
		var who []string
		for _, s := range v.Signatures {
			who = append(who, s.Number)
		}
		if !v.Holds() || !v.Compared || !reflect.DeepEqual(who, want) {
			t.Errorf("the %s report: signed by %v, %v", kind, who, v.Faults)
		}
		if kind == reports.ReconstructionReport {
			var inPDF corrections.Reconstructions
			n.must(json.Unmarshal(v.Evidence.Figures, &inPDF))
			if !reflect.DeepEqual(inPDF, figures) {
				t.Error("the reconstruction report has other figures")
			}
		}
	}
}

// verdict is what `sabotctl check` prints, as far as it matters here.
type verdict struct {
	OK, Reconstructable bool
	Moved               []struct{ Card, From, To string }
	Surplus             []string
}

// checked is what the hand file's `check` makes of a hand as it was found, through a text
// that this test writes.
func (n *night) checked(opened record.Opened, found games.Round) verdict {
	n.Helper()
	type bet struct {
		Box    int          `json:"box"`
		Spot   string       `json:"spot"`
		Amount games.Amount `json:"amount"`
	}
	type laid struct {
		To   string `json:"to"`
		Card string `json:"card"`
	}
	var bets []bet
	for _, b := range found.Bets {
		bets = append(bets, bet{b.Box, b.Spot, b.Amount})
	}
	var dealt []laid
	game, err := handfile.ParseRules(opened.Game, opened.Rules)
	n.must(err)
	found, _ = games.Canonical(game, found)
	for _, l := range found.Laid {
		dealt = append(dealt, laid{l.At.String(), l.Card.String()})
	}
	text, err := json.Marshal(map[string]any{"game": opened.Game, "rules": opened.Rules, "bets": bets, "dealt": dealt})
	n.must(err)
	var out bytes.Buffer
	failed, err := handfile.Check(bytes.NewReader(text), &out)
	var v verdict
	if err != nil || failed > 0 || json.Unmarshal(out.Bytes(), &v) != nil || !v.OK {
		n.Fatalf("check: %s, %v", out.String(), err)
	}
	for i := range v.Moved { // nobody read a suit here: the hand file has one all the same
		v.Moved[i].Card = v.Moved[i].Card[:1]
	}
	for i := range v.Surplus {
		v.Surplus[i] = v.Surplus[i][:1]
	}
	return v
}

// sameAsTheHandFile demands that every figure of the reconstruction report is what `check`
// and `settle` make of the cards and bets on the record.
func (n *night) sameAsTheHandFile(shift *pit.Table, figures corrections.Reconstructions) {
	n.Helper()
	var opened record.Opened
	for e, err := range n.house.Store().Entries("LB1", 1) {
		n.must(err)
		opened = e.Fact.(record.Opened)
		break
	}
	var did []string
	relays := map[int]int{}
	for _, x := range figures.List {
		did = append(did, fmt.Sprint(x.Hand, " ", x.What))
		hand, _ := shift.ClosedHand(x.Hand)
		if x.What == "corrected" {
			n.samePayments(x, n.settled(&hand.Was[0]), n.settled(hand))
			continue
		}
		found := hand.Relays[relays[x.Hand]].Round
		relays[x.Hand]++
		v := n.checked(opened, found)
		var moved []struct{ Card, From, To string }
		for _, c := range x.Cards {
			if x.What == "relaid" && c.Moved() {
				moved = append(moved, struct{ Card, From, To string }{c.Card, c.From, c.To})
			}
		}
		if x.What == "relaid" && (len(moved) == 0 || !reflect.DeepEqual(moved, v.Moved)) {
			n.Errorf("hand %d: the report moves %v, check %v", x.Hand, moved, v.Moved)
		}
		if x.Possible != v.Reconstructable || !slices.Equal(x.Surplus, v.Surplus) {
			n.Errorf("hand %d: possible %v with %v to burn; check says %v, %v", x.Hand, x.Possible, x.Surplus, v.Reconstructable, v.Surplus)
		}
		switch {
		case x.What == "ruled":
			n.samePayments(x, settlement{}, n.settled(hand))
		case x.What == "relaid" && len(x.Paid) > 0: // no bet was settled before, nor by it
			n.Errorf("hand %d: %+v", x.Hand, x.Paid)
		}
	}
	if want := []string{"40 relaid", "80 refused", "80 playedon", "130 ruled", "160 corrected"}; !slices.Equal(did, want) {
		n.Errorf("the report has %v, want %v", did, want)
	}
}

// samePayments demands that the payments of a reconstruction are those of `settle` before
// and after; nothing before where the hand was not finished then.
func (n *night) samePayments(x corrections.Reconstruction, was, is settlement) {
	n.Helper()
	known := 0
	for _, p := range x.Paid {
		for _, b := range is.Bets {
			if b.Box == p.Box && b.Spot == p.Spot && p.Is.Known {
				known++
				net := b.Returned - b.Amount
				if b.Staked > b.Amount {
					net = b.Returned - b.Staked
				}
				due := net
				if p.WasPaid {
					due -= p.Was.Amount
				}
				if p.Is.Amount != net || p.Due != due {
					n.Errorf("hand %d, box %d %s: %+v, settle says %+v", x.Hand, p.Box, p.Spot, p, b)
				}
			}
		}
		for _, b := range was.Bets {
			if b.Box == p.Box && b.Spot == p.Spot && b.Staked <= b.Amount && p.Was != tray.KnownSum(b.Returned-b.Amount) {
				n.Errorf("hand %d, box %d %s had come to %+v, settle says %+v", x.Hand, p.Box, p.Spot, p.Was, b)
			}
		}
	}
	if known == 0 {
		n.Errorf("hand %d, %s: no payment is in the report", x.Hand, x.What)
	}
}
