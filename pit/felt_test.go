package pit_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// laidOut returns cards and their places as text: "8@box:1 !T@box:2 ?@bank".
func laidOut(text string) []record.CardLaid {
	var laid []record.CardLaid
	for _, word := range strings.Fields(text) {
		card, at, _ := strings.Cut(word, "@")
		name, burned := strings.CutPrefix(card, "!")
		laid = append(laid, record.CardLaid{Card: record.CardName(name), At: record.PlaceName(at), Burned: burned})
	}
	return laid
}

func layOut(text string) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().LayOut(record.WrongPlace, 0, "", laidOut(text))
	}
}

func cards(f *floor, names string) {
	for _, name := range strings.Fields(names) {
		f.do(card(name))
	}
}

// "La ricostruzione sarà possibile solamente se al termine della ricostruzione non
// risulteranno carte da bruciare" (source 004, section 7): boxes 1 and 3 play, box 2 was
// dealt to in both passes, and seven cards lie where five belong.
func TestNoCardIsLeftToBurn(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 3)
	cards(f, "8 T 5 K 3")
	felt := "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2 2@box:3"
	f.refused(house.BurnLast, layOut(strings.NewReplacer("9@", "!9@", "2@b", "!2@b").Replace(felt)))
	f.do(layOut(felt))
	got := f.table.Felt().Verdict()
	if got.Matches || got.Reconstructable || len(got.Surplus) != 2 || f.table.Felt().MayRelay() {
		t.Fatalf("%+v", got)
	}
	f.refused(house.NotPossible, relay)
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "") })
	if !f.table.Felt().MayPlayOn() {
		t.Error("box 2's cards can play no part")
	}
	if f.table.Deal().CardsOut() != 7 {
		t.Errorf("%d cards are out of the shoe, 7 lie", f.table.Deal().CardsOut())
	}
	f.do(undo)
	if f.table.Deal().CardsOut() != 5 || f.table.Deal().Phase() == hand.Paused {
		t.Errorf("undone %d cards are out", f.table.Deal().CardsOut())
	}
}

// A box that was passed over in the first pass alone.
func TestSkippedInOnePass(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	cards(f, "8 T 5 K 3 9")
	f.do(layOut("8@box:1 T@box:3 5@bank K@box:1 3@box:2 9@box:3"), relay)
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:2 5@box:3 K@bank 3@box:1 9@box:2" {
		t.Errorf("laid again they lie %s", got)
	}
}

// Found after decisions: they were made on other cards, and are asked for again.
func TestFoundAfterDecisions(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	cards(f, "8 T 5 K 3")
	f.do(payAll, decide(games.Stand))
	paid := f.table.Current.Payments()
	f.do(layOut("8@box:1 T@box:2 5@bank 3@box:2 K@box:1"))
	if len(f.table.Current.Round.Decisions) != 1 {
		t.Error("the record has lost a decision before anybody ruled")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen") })
	h := f.table.Current
	if len(h.Round.Decisions) != 0 || f.table.Deal().Next().Kind != games.Ask || f.table.Deal().Next().At != games.AtBox(1) {
		t.Fatalf("%+v, next %+v", h.Round.Decisions, f.table.Deal().Next())
	}
	// 8-K is 8 now, as it was 8-3; 10-3 is 3: what was paid before stays in sight.
	for _, p := range paid {
		if h.Before(p) != p.Net() {
			t.Errorf("of %+v %d was paid before", p, h.Before(p))
		}
	}
}

// A third card that lies on the wrong box goes to the one that asked for it; one that
// nobody asked for is burned: "le carte distribuite per errore ... verranno bruciate"
// (source 004, section 7).
func TestDrawnCardAstray(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	cards(f, "8 T 5 K 3")
	f.do(decide(games.Draw), layOut("8@box:1 T@box:2 5@bank K@box:1 3@box:2 4@box:2"))
	if felt := f.table.Felt().Verdict(); !felt.Matches || !felt.Possible {
		t.Fatalf("%+v", felt)
	}
	f.do(relay)
	if got := lying(f.table.Current.Round.Laid); !strings.HasSuffix(got, " 4@box:1") || f.table.Deal().Next().At != games.AtBox(2) {
		t.Errorf("they lie %s, next %v", got, f.table.Deal().Next().At)
	}
	f.do(layOut("8@box:1 T@box:2 5@bank K@box:1 3@box:2 4@box:1 9@bank"), relay)
	if got := lying(f.table.Current.Round.Laid); !strings.HasSuffix(got, " !9@bank") || len(f.table.Current.Round.Decisions) != 1 {
		t.Errorf("they lie %s", got)
	}
}

// With the cards in the hand nobody knows them: they are laid again by their places, and
// opened one by one then.
func TestRelayCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe)
	for _, box := range []int{1, 2} {
		f.do(bet(box, "59", 2000), bet(box, "play", 2000))
	}
	f.do(closeBets, card("5")) // the bank's card lies face up
	f.do(layOut("?@box:1 5@bank ?@box:1 ?@box:2 ?@box:2"))
	if felt := f.table.Felt().Verdict(); felt.Matches || !felt.Possible || f.table.Deal().CardsOut() != 5 {
		t.Fatalf("%+v, %d out", felt, f.table.Deal().CardsOut())
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen") })
	// The bank's card is the second that was dealt: it belongs to box 2, and is known.
	cards(f, "9 8 7")
	if f.table.Deal().Next().At != games.AtBox(2) || f.table.Deal().Phase() != hand.Dealing {
		t.Fatalf("next %v", f.table.Deal().Next())
	}
	cards(f, "2")
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 5@box:2 9@bank 7@box:1 2@box:2" || f.table.Deal().CardsOut() != 5 {
		t.Errorf("they lie %s, %d out", got, f.table.Deal().CardsOut())
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("Q", &dario, "exposed") }, decide(games.Stand), decide(games.Stand))
}

// A card that was burned before the first lay open changes nothing of the deal.
func TestBurnWithCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(1, "59", 2000), bet(1, "play", 2000), closeBets)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("Q", &dario, "exposed") })
	cards(f, "5 9 8")
	if got := lying(f.table.Current.Round.Laid); !strings.Contains(got, "!Q@") || len(f.table.Current.Round.Laid) != 4 || f.table.Deal().Phase() != hand.Deciding {
		t.Errorf("they lie %s, phase %v", got, f.table.Deal().Phase())
	}
}

// Two cards too many open the next hand where the rules have it so (source 000).
func TestRelayCarries(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
	cards(f, "9 7 K Q")
	f.do(layOut("9@player 7@player K@banker Q@banker 4@banker 5@player"), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen") })
	if got := lying(f.table.Current.Round.Laid); got != "9@player 7@banker K@player Q@banker" || len(f.table.Current.Carried) != 2 {
		t.Fatalf("they lie %s, %d go on", got, len(f.table.Current.Carried))
	}
	f.do(payAll, put(1, "player", "", 2000), closeBets)
	if got := lying(f.table.Current.Round.Laid); got != "4@player 5@banker" || f.table.Deal().CardsOut() != 9 {
		t.Errorf("the next hand begins with %s, %d out", got, f.table.Deal().CardsOut())
	}
}

// The dealer's card that nobody has seen is turned before it lies open on a box.
func TestUnseenCardIsTurned(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets)
	cards(f, "8h 5c")
	f.do(layOut("8h@box:1 5c@dealer ?@dealer Td@box:1"))
	if felt := f.table.Felt().Verdict(); !felt.Unseen || felt.Possible {
		t.Fatalf("%+v", felt)
	}
	f.refused(house.NotPossible, relay)
	f.do(layOut("8h@box:1 5c@dealer 9s@dealer Td@box:1"), relay)
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 5@dealer 9@box:1 T@dealer" {
		t.Errorf("they lie %s", got)
	}
}

// What cannot lie there is refused.
func TestWhatCannotLie(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	cards(f, "8 T")
	f.refused(house.NothingLiesWrong, layOut("8@box:1 T@box:2"))
	f.refused(house.NoSuchBox, layOut("8@box:1 T@box:10"))
	f.refused(house.NoSuchBox, layOut("8@box:1 T@player"))
	f.refused(house.NoSuchCard, layOut("8@box:1 Z@box:2"))
	f.refused(house.NoSuchCard, layOut("8@box:1 ?@box:2 !?@box:2"))
	f.refused(house.NoSuchCard, layOut(strings.Repeat("8@box:1 ", 25)))
}

// The audit asks the rules where cards belong that were laid again, and what the shoe can
// have given.
func TestAuditOfCardsLaidAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		forge func(record.Fact) record.Fact
	}{
		{"as it was", func(f record.Fact) record.Fact { return f }},
		{"laid elsewhere", func(f record.Fact) record.Fact {
			if r, ok := f.(record.Relaid); ok {
				r.Laid = laidOut("8@box:2 T@box:1 5@bank")
				return r
			}
			return f
		}},
		{"decisions kept", func(f record.Fact) record.Fact {
			if r, ok := f.(record.Relaid); ok {
				r.Again = true
				return r
			}
			return f
		}},
		{"where none can lie", func(f record.Fact) record.Fact {
			if p, ok := f.(record.HandPaused); ok {
				p.Laid = laidOut("8@box:1 T@player 5@bank")
				return p
			}
			return f
		}},
	} {
		f := newFloor(t)
		boxes(f, luganoSet, 1, 2)
		cards(f, "8 T 5")
		f.do(layOut("8@box:1 T@bank 5@box:2"), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen") })
		entries := f.entries(func(e *record.Entry) { e.Fact = c.forge(e.Fact) })
		if _, fault := audited(t, nil, entries...); (fault == nil) != (c.name == "as it was") || fault != nil && fault.Code != record.NotSettled {
			t.Errorf("%s: %v", c.name, fault)
		}
	}
}

// The dealer looked and said no, and the card makes blackjack: the hand was over when he
// looked. What was decided since counts no more, what was drawn is burned, insurances stay.
func TestBlackjackFoundLate(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	cards(f, "8h 9c Ad 2h Ts")
	f.do(hide, insure(1, ""), pit.OfBets(hand.Bets.EndInsurance), func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) }, decide(games.Double), card("5c"), decide(games.Stand))
	f.refused(house.HoleIsBlackjack, card("Kd"))
	f.do(layOut("8h@box:1 9c@box:2 Ad@dealer 2h@box:1 Ts@box:2 Kd@dealer 5c@box:1"))
	felt := f.table.Felt().Verdict()
	if !felt.Matches || !felt.Possible || !felt.Again {
		t.Fatalf("%+v", felt)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "he looked wrong") }, payAll)
	h := f.table.History[0]
	// Both mains of 20 lose, the insurance of 10 pays 20; the double came back.
	if got := lying(h.Round.Laid); !strings.HasSuffix(got, " !5@box:1") || h.House != 2000 {
		t.Errorf("they lie %s, house %d: %+v", got, h.House, h.Payments())
	}
}

// What the screen says is what `check` says: the vectors of the hand file, laid out at a
// table of their rules.
func TestFeltOfTheVectors(t *testing.T) {
	file, err := os.Open("../games/handfile/testdata/check.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	played := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var v struct {
			In struct {
				Game  string
				Rules json.RawMessage
				Bets  []struct {
					Box          int
					Spot, Bettor string
					Amount       games.Amount
				}
				Dealt []struct{ To, Card string }
			}
			Want struct {
				OK, Matches, Reconstructable bool
				Moved                        []struct{ Card, From, To string }
				Surplus, Carried             []string
				Next                         string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil || !v.Want.OK {
			continue
		}
		f := newFloor(t)
		f.do(counted(record.TableSet{Name: "LB1", Game: v.In.Game, Rules: v.In.Rules}, tall), shoe)
		for _, b := range v.In.Bets {
			if f.try(put(b.Box, b.Spot, b.Bettor, b.Amount)) != nil {
				break // a bet that no table takes
			}
		}
		if len(f.table.Current.Round.Bets) != len(v.In.Bets) || f.try(closeBets) != nil {
			continue
		}
		var laid []record.CardLaid
		for _, d := range v.In.Dealt {
			name, burned := strings.CutPrefix(d.Card, "!")
			laid = append(laid, record.CardLaid{Card: record.CardName(name), At: record.PlaceName(d.To), Burned: burned})
		}
		felt, err := f.table.Felt().VerdictOf(laid)
		if err != nil {
			t.Errorf("%s: %v", lines.Text(), err)
			continue
		}
		played++
		want := v.Want
		same := felt.Matches == want.Matches && felt.Reconstructable == want.Reconstructable && felt.Next == want.Next &&
			len(felt.Moved) == len(want.Moved) && len(felt.Surplus) == len(want.Surplus) && len(felt.Carried) == len(want.Carried)
		for i := 0; same && i < len(felt.Moved); i++ {
			m, w := felt.Moved[i], want.Moved[i]
			same = m.Card.String() == w.Card && m.From.String() == w.From && m.To.String() == w.To
		}
		if !same {
			t.Errorf("%s\nthe table says %+v", lines.Text(), felt.Relaid)
		}
	}
	if played < 10 {
		t.Errorf("only %d vectors could be played", played)
	}
	t.Log(played)
}

// Of cards that are revealed side by side those that nobody has seen say nothing of who
// draws: they are turned before anything is said of a fifth.
func TestUnseenCardsDecideNothing(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets)
	f.do(layOut("?@player ?@player ?@banker ?@banker"))
	if felt := f.table.Felt().Verdict(); felt.Matches || !felt.Reconstructable {
		t.Errorf("%+v", felt)
	}
	f.do(layOut("?@player ?@player ?@banker ?@banker 5@player"))
	if felt := f.table.Felt().Verdict(); !felt.Unseen || felt.Possible {
		t.Errorf("%+v", felt)
	}
	f.do(layOut("9@player 2@player K@banker 7@banker 5@player"))
	if felt := f.table.Felt().Verdict(); felt.Unseen || felt.Reconstructable || len(felt.Surplus) != 1 {
		t.Errorf("%+v", felt)
	}
}

// Where the hand lay right and only the cards that came too many go on to the next, taking
// the inspector's order back takes those cards back with it.
func TestUndoneResumeTakesItsCarriedCardsBack(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
	cards(f, "9 7 K Q")
	f.do(layOut("9@player 7@banker K@player Q@banker 4@ 5@"))
	before := f.table.Current
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "seen") })
	if len(f.table.Current.Carried) != 2 {
		t.Fatalf("%d cards go on, want 2", len(f.table.Current.Carried))
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	if got := f.table.Current; got.Paused == nil || len(got.Carried) != 0 || !reflect.DeepEqual(got.Round, before.Round) {
		t.Errorf("the hand is %+v, it was %+v", got, before)
	}
}

// With the cards in the hand the deal as it was, with a box passed over or a box too many, is proposed by
// the places that were named: the bank's open card stays the bank's, and no card lies there that was not
// dealt (source 004, section 6: "le regole di gioco sono le stesse").
func TestProposedWithCardsInTheHand(t *testing.T) {
	for _, c := range []struct {
		about    string
		boxes    []int
		read     string
		box      int
		dealt    bool
		want     string
		possible bool
	}{
		{"a box passed over", []int{1, 2, 3}, "5", 2, false, "?@box:1 ?@box:3 5@bank ?@box:1 ?@box:3", true},
		{"before the bank's card", []int{1, 2, 3}, "", 2, false, "?@box:1 ?@box:3", true},
		{"box 3 of 1, 3, 5", []int{1, 3, 5}, "4", 3, false, "?@box:1 ?@box:5 4@bank ?@box:1 ?@box:5", true},
		{"a hand laid open already", []int{1, 2, 3}, "5 8 3", 2, false, "8@box:1 ?@box:3 5@bank 3@box:1 ?@box:3", true},
		{"the box laid open already", []int{1, 3, 5}, "6 8 8 2 K 9 9", 3, false, "8@box:1 2@box:3 9@box:5 6@bank 8@box:1 K@box:3 9@box:5", true}, // as they lie
		{"a box without a bet", []int{1, 2, 3}, "6", 4, true, "?@box:1 ?@box:2 ?@box:3 ?@box:4 6@bank ?@box:1 ?@box:2 ?@box:3 ?@box:4", false},
		{"a box without a bet, all laid open", []int{1, 2}, "6 9 8 7 2", 4, true, "9@box:1 7@box:2 ?@box:4 6@bank 8@box:1 2@box:2 ?@box:4", false},
	} {
		t.Run(c.about, func(t *testing.T) {
			f := newFloor(t)
			f.do(openingHandHeld, shoe)
			for _, box := range c.boxes {
				f.do(bet(box, "59", 2000), bet(box, "play", 2000))
			}
			f.do(closeBets)
			if c.read != "" {
				cards(f, c.read)
			}
			laid, err := f.table.Felt().AsDealt([]int{c.box}, c.dealt)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range laid {
				got = append(got, string(l.Card)+"@"+string(l.At))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("proposed %s, want %s", strings.Join(got, " "), c.want)
			}
			felt, err := f.table.Felt().VerdictOf(laid)
			if err != nil || felt.Reconstructable != c.possible {
				t.Errorf("reconstructable %v, want %v (%v)", felt.Reconstructable, c.possible, err)
			}
		})
	}
}

// A card that was drawn beyond the deal lies in every proposal where somebody saw it.
func TestSurplusCardIsProposedWithCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(2, "59", 500), closeBets)
	cards(f, "5 2 3")
	laid := append(f.table.Felt().OnFelt(), record.CardLaid{Card: "9", At: "box:1"})
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.DealtWithout, 2, "", laid) })
	proposed, err := f.table.Felt().AsDealt([]int{2}, true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range proposed {
		got = append(got, string(l.Card)+"@"+string(l.At))
	}
	if want := "2@box:1 ?@box:2 5@bank 3@box:1 ?@box:2 9@box:1"; strings.Join(got, " ") != want {
		t.Errorf("proposed %v, want %s", got, want)
	}
}

// The first card that was seen is burned before anything is dealt: it would have gone to the first box.
func TestFirstCardSeenWithCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(3, "59", 2000), bet(3, "play", 2000), closeBets)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("9", &dario, "exposed") })
	if got := lying(f.table.Current.Round.Laid); got != "!9@box:3" {
		t.Errorf("it lies %s", got)
	}
	cards(f, "5 9 8")
	f.do(decide(games.Stand))
	cards(f, "K")
	f.do(payAll)
	f.agrees()
}

// Of a face-down deal that was put right the places are told to which cards go before the next one is read, the first cards and the
// second apart: the bank's first lies open as it is dealt, a box's are laid open once all lie.
func TestWhatIsLeftOfAFaceDownDeal(t *testing.T) {
	for _, c := range []struct {
		lie        int // cards that lie, of which the first two changed places
		want, then string
	}{
		{2, "3 |  dealt true lies false", " | 123 dealt false lies false"}, {4, " |  dealt false lies true", " | 123 dealt false lies false"},
	} {
		f := newFloor(t)
		f.do(openingHandHeld, shoe)
		for _, box := range []int{1, 2, 3} {
			f.do(bet(box, "59", 2000), bet(box, "play", 2000))
		}
		f.do(closeBets)
		order := []games.Place{games.AtBox(2), games.AtBox(1), games.AtBox(3), games.Bank}
		var laid []record.CardLaid
		for _, at := range order[:c.lie] {
			laid = append(laid, record.CardLaid{Card: record.FaceDownName, At: record.PlaceOf(at)})
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", laid) })
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "wrong") })
		boxes := func(list []games.Place) (said string) {
			for _, at := range list {
				said += fmt.Sprint(at.Box)
			}
			return said
		}
		left := func(want string) {
			t.Helper()
			left, known := f.table.Deal().LeftDeal(f.table.Deal().Next().At)
			if got := fmt.Sprintf("%s | %s dealt %v lies %v", boxes(left.First), boxes(left.Second), left.Dealt, left.Lies); !known || got != want {
				t.Errorf("%d cards lie: %s, want %s", c.lie, got, want)
			}
		}
		left(c.want)
		cards(f, "5")
		left(c.then)
	}
}
