package reports_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// indebted is a table of punto banco at which box 2 owes 17.50, of which chips make 20.
func indebted(t *testing.T) *floor {
	f := &floor{t, pit.NewTable("PB1"), opened}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			set := record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"commission_rounding":{"unit":1}}`), Settings: &record.Settings{Collect: games.RoundNearest}}
			return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario, Count: &opener}, f.now)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, f.now) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 2, Spot: "banker", Amount: 35_000})
		},
		pit.OfBets(hand.Bets.Close),
	)
	for _, name := range []string{"7", "9", "K", "K"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	if f.table.Deal().Phase() == hand.Paying {
		f.do(pit.OfDeal(hand.Deal.PayAll))
	}
	if owed := f.table.OwedBy(2); owed != 1750 {
		t.Fatalf("box 2 owes %d", owed)
	}
	return f
}

// lastNotSo has an inspector say that the last move was not so.
func (f *floor) lastNotSo() {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		list := t.Voidable()
		return t.Desk().VoidMove(list[len(list)-1].Seq, &dario, "Box sbagliato")
	})
}

// Of a move that was not so the paper says of which box it was, what chips made of it, and what the float had by it: 17.50 was owed, 20 were
// collected and 20 went back.
func TestMoveThatWasNotSoSaysWhatWasCollected(t *testing.T) {
	f := indebted(t)
	before := f.table.Desk().Worth()
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(2) })
	if f.table.Desk().Worth().Amount != before.Amount+2000 {
		t.Fatal("not 20 were collected")
	}
	f.lastNotSo()
	if f.table.Desk().Worth() != before {
		t.Fatal("the float has not what it had")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 20_000, nil, nil) })
	f.lastNotSo()
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(t.Debts()[0], &dario, "gone") })
	f.lastNotSo()
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 20_000, nil, nil) })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().Count(record.AtCheck, record.Float{{Value: 500, Pieces: 100}}, anna, dario)
	})
	f.lastNotSo() // what was counted was there, whatever had been entered
	var got []string
	for _, l := range reports.ShiftOf(f.table, someHouse).Moved {
		got = append(got, strings.Join([]string{l.Move, strconv.Itoa(l.Box), words{}.Amount(l.Amount), words{}.Amount(l.Tray)}, " "))
	}
	want := "commission 2 20.00 -20.00, buyin 3 200.00 200.00, waived 2 17.50 0.00, buyin 3 200.00 0.00"
	if said := strings.Join(got, ", "); said != want {
		t.Errorf("%s, want %s", said, want)
	}
	demands(t, rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table))), "report_move_void", "report_move_commission", "20.00", "-20.00")
	e := reports.Evidence{Form: 6}
	if was := e.ShiftOf(f.table, someHouse).Moved[0]; was.Move != "commission" || was.Amount != 1750 || was.Tray != 0 || was.Box != 0 {
		t.Errorf("form 6 has %+v", was)
	}
}

// A buy-in that is put right is one line on paper, with what it was and who approved it; the log names the entry in whose place it stands.
func TestABuyInPutRightIsOneLine(t *testing.T) {
	f := indebted(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 40_000, nil, nil) })
	moves := f.table.AllMoves()
	was := moves[len(moves)-1].Seq
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.RedoMove(was, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 30_000, nil, &dario) }, &dario, "counted")
	})
	list := reports.ShiftOf(f.table, someHouse).Moved
	if l := list[len(list)-1]; l.What != "redone" || l.Was != 40_000 || l.Amount != 30_000 || l.Tray != 10_000 || l.By != called(dario) {
		t.Errorf("%+v", l)
	}
	demands(t, rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table))), "report_move_redone", "report_move_buyin", "report_move_instead", "300.00", "100.00", dario.Name)
	moves = f.table.AllMoves()
	last := moves[len(moves)-1]
	if reports.RefersTo(last.Fact) != was || !record.IsOf(last.Fact, record.Exception) || !slices.Equal(record.Signers(last.Fact), []string{dario.Number}) {
		t.Errorf("%+v", last)
	}
}

// A recount of the closing is the shift's closing float on every paper, and what was counted first stays beside it, with who counted,
// who approved it and why; the exceptions list it.
func TestRecountIsTheClosingOnPaper(t *testing.T) {
	f := indebted(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	wrong, right := record.Float{{Value: 500, Pieces: 100}}, record.Float{{Value: 500, Pieces: 120}}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: dario, Count: &wrong})
	})
	was := reports.ShiftOf(f.table, staffed)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RecountClosing(right, "typed wrong", bruno, dario)
	})
	is := reports.ShiftOf(f.table, staffed)
	if is.Result.Closing != tray.KnownSum(60_000) || is.Result.ByCount.Amount != was.Result.ByCount.Amount+10_000 || is.Result.Difference.Amount != was.Result.Difference.Amount+10_000 {
		t.Errorf("%+v, was %+v", is.Result, was.Result)
	}
	if l := is.Float[0]; l.Value != 500 || l.Closing != 120 || is.Counted.Closing != was.Counted.Closing {
		t.Errorf("%+v, counted by %+v", l, is.Counted)
	}
	list := is.Moved
	if l := list[len(list)-1]; l.What != "recount" || l.Was != 50_000 || l.Amount != 60_000 || l.Tray != 10_000 || l.Counter != bruno.Name+"\u00a0(12)" || l.By != called(dario) || l.Reason != "typed wrong" {
		t.Errorf("%+v", l)
	}
	rows := rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table)))
	demands(t, rows, "report_float_closing", "600.00", "report_recounted", "500.00", dario.Name)
	demands(t, rows, "report_move_recount", "report_move_instead", "500.00", "100.00", dario.Name, "typed wrong")
	if sum := reports.TableSumOf([]reports.Shift{is}); sum.Total.Result.ByCount != is.Result.ByCount || len(sum.Moved) != len(list) {
		t.Errorf("the month has %+v", sum.Total.Result)
	}
	if sum, err := reports.HouseSumOf("Casinò", is.Day, []reports.HouseShift{reports.HouseShiftOf(f.table, staffed)}); err != nil || sum.Periods[0].Lines[0].Win.Amount != is.Result.ByCount.Amount {
		t.Errorf("the house's day has %+v, %v", sum, err)
	}
}
