package pit_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// as has a closed hand corrected as change says, by dario.
func as(number int, moved bool, change func(*games.Round), keyed ...bool) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		h, ok := t.ClosedHand(number)
		if !ok {
			return nil, &house.Refusal{Why: house.NoSuchHand}
		}
		c := hand.Correction{Hand: number, Round: h.Round, Reason: "seen on the pictures", Moved: moved}
		c.Round.Bets, c.Round.Laid, c.Round.Decisions = slices.Clone(h.Round.Bets), slices.Clone(h.Round.Laid), slices.Clone(h.Round.Decisions)
		c.Keyed = !moved && slices.Contains(keyed, true)
		change(&c.Round)
		return t.Corrections().CorrectHand(c, &dario)
	}
}

func at(name string, place games.Place) games.Laid {
	c, _, _ := games.ParseCard(name)
	return games.Laid{Card: c, At: place}
}

// stood is a hand of Lugano: 20 on the 59 and on PLAY of box 2, 9-K, the bank K-9.
func stood(f *floor) {
	f.do(counted(luganoSet, tall), shoe)
	for range 2 {
		f.do(bet(2, "59", 2000), bet(2, "play", 2000), closeBets, card("9"), card("K"), card("5"), decide(games.Stand), card("9"), payAll)
	}
}

// A third card that nobody entered: the hand takes another number of cards, the hands
// after it had one more out, and the shoe has given it.
func TestCorrectionWithAnotherNumberOfCards(t *testing.T) {
	f := newFloor(t)
	stood(f)
	out, later := f.table.Deal().CardsOut(), f.table.History[1].Round.Out
	draws := func(r *games.Round) {
		r.Decisions[0].Do = games.Draw
		r.Laid = slices.Insert(r.Laid, 3, at("4h", games.AtBox(2)))
	}
	f.refused(house.HandMisdealt, as(1, false, func(r *games.Round) { r.Laid = slices.Insert(r.Laid, 3, at("4h", games.AtBox(2))) }))
	f.refused(house.HandOverfull, as(1, false, func(r *games.Round) { r.Laid = append(r.Laid, at("4h", games.Place{})) }))
	f.refused(house.HandUnfinished, as(1, false, func(r *games.Round) { r.Decisions = nil }))
	f.do(as(1, true, draws))
	h, _ := f.table.ClosedHand(1)
	if len(h.Round.Laid) != 5 || h.Was[0].Round.Laid[3].Card.Rank() != 9 {
		t.Errorf("%s", lying(h.Round.Laid))
	}
	if f.table.Deal().CardsOut() != out+1 || f.table.Deal().RankOut(4) != 1 || f.table.History[1].Round.Out != later+1 || f.table.Current.Round.Out != out+1 {
		t.Errorf("%d out, %d before the second hand, %d now", f.table.Deal().CardsOut(), f.table.History[1].Round.Out, f.table.Current.Round.Out)
	}
	f.holds()
	if again, err := pit.Resume(f.journal, "LB1"); err != nil || !reflect.DeepEqual(again, f.table) {
		t.Errorf("resumed it is another table: %v", err)
	}
}

// Any bet: one that nobody entered, one that was another's, one that lay on another spot.
// What each player still gets is box by box, bettor by bettor.
func TestCorrectionOfBets(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000), closeBets)
	f.do(card("Th"), card("7s"), card("9d"), hide, decide(games.Stand), card("Tc"), payAll) // 19 against 17
	f.refused(house.NoSuchSpot, as(1, false, func(r *games.Round) { r.Bets[0].Spot = "59" }))
	f.refused(house.NoSuchBox, as(1, false, func(r *games.Round) { r.Bets[0].Box = 70 }))
	f.refused(house.AmountTooLarge, as(1, false, func(r *games.Round) { r.Bets[0].Amount = -1 }))
	before := f.table.Desk().Worth().Amount
	f.do(as(1, true, func(r *games.Round) {
		r.Bets[1].Bettor, r.Bets[1].Early = "3", games.Early{Choice: games.Follow}
		r.Bets = append(r.Bets, games.Bet{Box: 1, Spot: "behind", Bettor: "4", Amount: 3000})
	}))
	h := f.table.History[0]
	want := []pay.Difference{{Box: 1, Spot: "main", Was: 2000, Is: 2000}, {Box: 1, Bettor: "2", Spot: "behind", Was: 1000}, {Box: 1, Bettor: "3", Spot: "behind", Is: 1000}, {Box: 1, Bettor: "4", Spot: "behind", Is: 3000}}
	if got := h.Was[0].Differences(&h.Sheet); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if h.Round.Bets[1].Early.Choice != games.Follow || h.Corrected.Difference != -3000 || f.table.Desk().Worth().Amount != before-3000 {
		t.Errorf("%+v, tray %d", h.Corrected, f.table.Desk().Worth().Amount-before)
	}
	f.holds()
}

// A hand that is closed can be void: every stake goes back, and only a manager has it so.
func TestVoidOfAClosedHand(t *testing.T) {
	f := newFloor(t)
	stood(f)
	ofHouse, tray := f.table.History[0].House, f.table.Desk().Worth().Amount
	if ofHouse == 0 {
		t.Fatal("nobody lost or won anything")
	}
	void := func(who house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "two shoes were mixed", Moved: true}, &who)
		}
	}
	f.refused(house.WrongRole, void(dario))
	f.do(void(elena))
	h := f.table.History[0]
	if h.Cancelled == nil || h.House != 0 || f.table.Desk().Worth().Amount != tray-ofHouse || f.table.Result().ByHands != f.table.History[1].House {
		t.Errorf("%+v, tray %d", h.Cancelled, f.table.Desk().Worth().Amount-tray)
	}
	var back games.Amount
	for _, d := range h.Was[0].Differences(&h.Sheet) {
		if back += d.Due(); d.Is != 0 {
			t.Errorf("%+v", d)
		}
	}
	if back != ofHouse {
		t.Errorf("%d goes back, not %d", back, ofHouse)
	}
	f.refused(house.NoSuchHand, void(elena))
	f.refused(house.NoSuchHand, as(1, false, func(r *games.Round) { r.Bets[0].Amount = 4000 }))
	f.holds()
}

// Of a shift that is closed a manager corrects a hand, until its report is signed; at the
// table nothing is moved for it any more.
func TestCorrectionOfAClosedShift(t *testing.T) {
	f := newFloor(t)
	stood(f)
	count := exactly(f.table.Desk().Worth().Amount)
	f.do(closeWith(&count, dario))
	asked := func(asks *house.Staff, who house.Staff, moved, signed bool) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			c := misread(t, 1, 0, "4h")
			c.By, c.Moved, c.Signed = asks, moved, signed
			return t.Corrections().CorrectHand(c, &who)
		}
	}
	by := func(who house.Staff, moved, signed bool) command { return asked(&anna, who, moved, signed) }
	f.refused(house.WrongRole, by(dario, false, false))
	f.refused(house.NeedsCroupier, asked(nil, elena, false, false))
	f.refused(house.SamePerson, asked(&elena, elena, false, false))
	f.refused(house.ReportSigned, by(elena, false, true))
	f.refused(house.NotPossible, by(elena, true, false))
	before := f.table.Result()
	f.do(by(elena, false, false))
	entries := f.entries()
	if e := entries[len(entries)-1]; e.By != anna.Number || !slices.Equal(record.Signers(e.Fact), []string{anna.Number, elena.Number}) {
		t.Errorf("it is of %s, signed by %v", e.By, record.Signers(e.Fact))
	}
	after, h := f.table.Result(), f.table.History[0]
	if h.Corrected == nil || after.ByCount != before.ByCount || after.ByHands == before.ByHands || after.Difference != before.Difference || after.ByHands+after.Unmoved != before.ByHands {
		t.Errorf("%+v, %+v", before, after)
	}
	shift, ok, err := pit.Shift(f.journal, "LB1", 1)
	if err != nil || !ok || shift.History[0].House != h.House || len(shift.History[0].Was) != 1 {
		t.Errorf("the shift's record has %+v, %v", shift.History[0].House, err)
	}
	f.do(counted(luganoSet, count))
	f.refused(house.NoSuchHand, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(hand.Correction{Hand: 1, Round: shift.History[0].Round, Reason: "r"}, &elena)
	})
	f.holds()
}

// A card of which the shoe held no more copy was none of the hand's, in whatever shoe.
func TestCorrectionKnowsTheShoe(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe)
	for range 2 {
		f.do(put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
		for _, c := range []string{"Ah", "Ah", "7s", "9d"} {
			if f.table.Deal().Phase() == hand.Dealing {
				f.do(card(c))
			}
		}
		f.do(card("8c"), hide)
		for f.table.Deal().Phase() == hand.Deciding {
			f.do(decide(games.Stand))
		}
		f.do(card("Tc"), payAll)
	}
	f.do(shoe)
	f.refused(house.CardTooOften, as(1, false, func(r *games.Round) { r.Laid[3] = at("Ah", r.Laid[3].At) }))
	f.do(as(1, false, func(r *games.Round) { r.Laid[3] = at("5h", r.Laid[3].At) }))
	f.holds()
}

// Whatever is done at a table, the audit finds nothing in it.
func TestAuditHoldsOfAnyKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(rapid.SampledFrom([]command{counted(luganoSet, tall), counted(trackedSet, tall), counted(blackjackSet, tall)}).Draw(t, "game"))
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		})
		day := newDayOfMoney(t, f)
		day.goesOn(60)
		f.holds()
	})
}

// A box that is bust ends the hand, and nobody turns the second card of the dealer: whoever
// names it afterwards corrects nothing, since no card of the hand is another by it.
func TestCorrectionOfACardFaceDown(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("Th"), card("7s"), card("9d"), hide, decide(games.Hit), card("Kd"), payAll)
	down := slices.IndexFunc(f.table.History[0].Round.Laid, func(l games.Laid) bool { return l.Hidden })
	if down < 0 {
		t.Fatalf("no card lies face down: %s", lying(f.table.History[0].Round.Laid))
	}
	f.refused(house.NothingChanges, as(1, true, func(r *games.Round) { r.Laid[down].Card = at("5h", games.Dealer).Card }))
	f.holds()
}

// A record in which one person alone corrected a hand of a closed shift does not hold; in one of Sabot 0.9, which asked nobody else, it does.
func TestForgedCorrectionsOfAClosedShift(t *testing.T) {
	for name, c := range map[string]struct {
		forge  func(*record.HandCorrected)
		before bool // of 0.9
		holds  bool
	}{
		"as it was":           {forge: func(*record.HandCorrected) {}, holds: true},
		"one person":          {forge: func(f *record.HandCorrected) { f.By = f.Approver }},
		"nobody asked":        {forge: func(f *record.HandCorrected) { f.By = "" }},
		"nobody of here":      {forge: func(f *record.HandCorrected) { f.By = "99" }},
		"nobody asked in 0.9": {forge: func(f *record.HandCorrected) { f.By = "" }, before: true, holds: true},
	} {
		f := newFloor(t)
		stood(f)
		count := exactly(f.table.Desk().Worth().Amount)
		f.do(closeWith(&count, dario), func(t *pit.Table) ([]record.Fact, error) {
			is := misread(t, 1, 0, "4h")
			is.By = &bruno
			return t.Corrections().CorrectHand(is, &elena)
		})
		list := f.entries(func(e *record.Entry) {
			switch fact := e.Fact.(type) {
			case record.Opened:
				if c.before {
					fact.Checks = 0
					e.Fact = fact
				}
			case record.HandCorrected:
				c.forge(&fact)
				if e.Fact, e.By = fact, fact.By; fact.By == "" {
					e.By = anna.Number
				}
			}
		})
		if fault := faultOf(f, list...); (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
	}
}

// Whoever entered an incident at a table that has closed, in their own name, does not close it.
func TestNobodyClosesTheirOwnIncident(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), closeWith(&tall, dario))
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.DisputeIncident}, &elena)
	})
	close := func(who house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(t.IncidentBook().OpenIncidents()[0].Seq, "settled", &who)
		}
	}
	f.refused(house.EnteredIt, close(elena))
	f.do(close(dario))
	f.holds()
}

// A card that lies open in a deal that is face down has left the shoe once, while its hand is open and once it was cancelled: with the
// two eights of the hand before and the one that is put right there are four.
func TestOpenCardsOfALaterHandCountOnce(t *testing.T) {
	eight := func(r *games.Round) {
		six := slices.IndexFunc(r.Laid, func(l games.Laid) bool { return l.Card.Rank() == 6 })
		if r.Laid[six].Card = record.CardName("8").Card(); r.Laid[0].Card.Suited() {
			r.Laid[six].Card = record.CardName("8c").Card()
		}
	}
	for name, plays := range map[string][2][]command{
		"lugano": {
			{
				openingWith("lugano", `{"preset":"lugano-hand","decks":1}`, nil), shoe, bet(1, "59", 2000), bet(1, "play", 2000), closeBets,
				card("8"), card("8"), card("6"), decide(games.Stand), card("7"), payAll,
			},
			{bet(1, "59", 2000), bet(1, "play", 2000), closeBets, card("8")},
		},
		"puntobanco": {
			{
				openingWith("puntobanco", `{"preset":"pb-speed","decks":1}`, &record.Settings{Reveal: true}), shoe, put(1, "player", "", 2000), closeBets,
				card("8h"), card("Kh"), card("8s"), card("6d"), payAll,
			},
			{put(1, "player", "", 2000), closeBets, card("8d")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, more := range [][]command{nil, {cancelling}} {
				f := newFloor(t)
				f.do(plays[0]...)
				f.do(plays[1]...)
				f.do(more...)
				f.do(as(1, false, eight))
				f.holds()
			}
		})
	}
}
