package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/pit/tray"
)

var (
	paul  = house.Staff{Number: "32", Name: "Paul Weber", Role: record.Manager}
	fabio = house.Staff{Number: "41", Name: "Fabio Conti", Role: record.BackOffice}
)

func recount(f record.Float, by, approver house.Staff) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RecountClosing(f, " typed wrong ", by, approver)
	}
}

// A closing count that was mistyped is put right as long as the next shift has not begun: the shift's closing float is the recount,
// and the next opening is held against it. The first count stays on the record.
func TestClosingIsRecounted(t *testing.T) {
	f := newFloor(t)
	short, right := worth(tall.Value()-45_000), worth(tall.Value()-5000)
	f.do(counted(luganoSet, tall), func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(1, 5000, nil, nil) }, closeWith(&short, dario))
	if r := f.table.Result(); r.Closing != tray.KnownSum(short.Value()) || r.Difference != tray.KnownSum(-40_000) {
		t.Fatalf("closed with %+v", r)
	}
	f.do(recount(right, bruno, dario))
	last := f.entries()[len(f.entries())-1]
	want := record.ClosingRecounted{Was: short.Value(), Float: right, Reason: "typed wrong", By: bruno.Number, Approver: dario.Number}
	if !record.Same(last.Fact, want) || last.By != bruno.Number || record.SortOf(last.Fact) != record.Exception || !record.Headline(last.Fact) {
		t.Errorf("%+v by %s, want %+v", last.Fact, last.By, want)
	}
	if r := f.table.Result(); r.Closing != tray.KnownSum(right.Value()) || r.Difference != tray.KnownSum(0) || f.table.Desk().Worth() != r.Closing {
		t.Errorf("recounted: %+v, tray %+v", r, f.table.Desk().Worth())
	}
	if counts := f.table.Counts(); counts[len(counts)-1].Float.Value() != short.Value() {
		t.Error("the closing count is not on the record any more")
	}
	if all := f.table.Recounts(); len(all) != 1 || all[0].More() != 40_000 || !all[0].At.Equal(last.At) {
		t.Errorf("%+v", all)
	}
	facts, err := counted(luganoSet, right)(f.table)
	if opened, is := facts[0].(record.Opened); err != nil || !is || opened.Closer == nil || !slices.Equal(*opened.Closer, right) || len(facts) != 2 {
		t.Errorf("the next opening: %+v, %v", facts, err)
	}
	f.do(counted(luganoSet, right))
	f.refused(house.TableOpen, recount(short, bruno, dario))
	f.holds()
	if s, _, err := pit.Shift(f.journal, "LB1", 1); err != nil || s.Result().Closing != tray.KnownSum(right.Value()) {
		t.Errorf("read again: %+v, %v", s.Result(), err)
	}
	var heads shifts.Heads
	if err := heads.Follow(f.journal, "LB1", func() error { return nil }); err != nil || !heads.List[0].Changed.Equal(last.At) || !slices.Contains(heads.List[0].People, bruno.Number) {
		t.Errorf("%+v, %v", heads.List, err)
	}
}

// Who may recount, when, and what it takes.
func TestRecountsThatAreRefused(t *testing.T) {
	other := worth(tall.Value() - 500)
	shut := []command{counted(luganoSet, tall), closeWith(&tall, dario)}
	for name, c := range map[string]struct {
		before []command
		do     command
		want   house.Why
	}{
		"no shift ever was":         {nil, recount(other, anna, dario), house.TableClosed},
		"an open table":             {shut[:1], recount(other, anna, dario), house.TableOpen},
		"the next shift has begun":  {append(slices.Clone(shut), counted(luganoSet, tall)), recount(other, anna, dario), house.TableOpen},
		"nobody counted":            {[]command{counted(luganoSet, tall), closeWith(nil, elena)}, recount(other, anna, dario), house.NotPossible},
		"nothing changes":           {shut, recount(tall, anna, dario), house.NothingChanges},
		"a chip that there is not":  {shut, recount(record.Float{{Value: 700, Pieces: 1}}, anna, dario), house.BadSetting},
		"fewer than none":           {shut, recount(record.Float{{Value: 500, Pieces: -1}}, anna, dario), house.BadSetting},
		"no reason":                 {shut, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().RecountClosing(other, " ", anna, dario) }, house.NeedsReason},
		"one person":                {shut, recount(other, dario, dario), house.SamePerson},
		"two croupiers":             {shut, recount(other, anna, bruno), house.WrongRole},
		"the back office approves":  {shut, recount(other, anna, fabio), house.WrongRole},
		"who works here no more":    {shut, recount(other, house.Staff{Number: "99"}, dario), house.WrongRole},
		"the same once more":        {append(slices.Clone(shut), recount(other, anna, dario)), recount(other, bruno, elena), house.NothingChanges},
		"a croupier":                {shut, recount(other, anna, dario), ""},
		"the cashier":               {shut, recount(other, fabio, dario), ""},
		"two inspectors":            {shut, recount(other, dario, elena), ""},
		"back to the closing count": {append(slices.Clone(shut), recount(other, anna, dario)), recount(tall, bruno, elena), ""},
		"other chips, as much":      {shut, recount(worth(tall.Value()), anna, dario), ""},
		"an empty float":            {shut, recount(record.Float{}, anna, dario), ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			f.do(c.before...)
			if c.want != "" {
				f.refused(c.want, c.do)
				return
			}
			f.do(c.do)
			f.holds()
		})
	}
}

// What a recount leaves unexplained is an incident beside that of the closing, which stays until a manager closes it who has counted
// neither.
func TestRecountOpensItsOwnIncident(t *testing.T) {
	for _, c := range []struct {
		closed, recounted games.Amount // more than there should be
		want              []games.Amount
	}{
		{-5000, 0, []games.Amount{-5000}},
		{0, -5000, []games.Amount{-5000}},
		{-5000, 3000, []games.Amount{-5000, 3000}},
		{-5000, 2000, []games.Amount{-5000}}, // the house passes it over
	} {
		f := newFloor(t)
		shut, now := worth(tall.Value()+c.closed), worth(tall.Value()+c.recounted)
		f.do(counted(luganoSet, tall), closeWith(&shut, dario), recount(now, anna, elena))
		var got []games.Amount
		for _, i := range f.table.IncidentBook().OpenIncidents() {
			got = append(got, i.Amount)
			f.refused(house.CountedIt, func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().CloseIncident(i.Seq, "found", &elena)
			})
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().CloseIncident(i.Seq, "found", &paul)
			})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: incidents of %v", c, got)
		}
		f.holds()
	}
}

// recountedTo returns of each difference its amount and what a recount left, -1 where there was none.
func recountedTo(list []record.Incident) (all []games.Amount) {
	for _, i := range list {
		left := games.Amount(-1)
		if i.Recounted != nil {
			left = *i.Recounted
		}
		all = append(all, i.Amount, left)
	}
	return all
}

// The difference of a closing says what a recount left of it, also in the next shift; that of the opening is another count's.
func TestDifferenceSaysThatItWasRecounted(t *testing.T) {
	f := newFloor(t)
	short, further := worth(tall.Value()-45_000), worth(tall.Value()-65_000)
	f.do(counted(luganoSet, tall), closeWith(&tall, dario), counted(luganoSet, short), closeWith(&further, dario))
	f.do(recount(worth(short.Value()+10_000), anna, dario), recount(short, anna, dario))
	says := func(want ...games.Amount) {
		t.Helper()
		if got := recountedTo(f.table.IncidentBook().OpenIncidents()); !slices.Equal(got, want) {
			t.Errorf("%v, not %v", got, want)
		}
	}
	want := []games.Amount{-45_000, -1, -20_000, 0, 10_000, 0}
	says(want...)
	f.do(counted(luganoSet, short))
	says(want...)
	f.holds()
}

// However often a closing was counted, what is missing is one difference; that of the opening is another one.
func TestOneShortageIsOneOpenDifference(t *testing.T) {
	f := newFloor(t)
	short := worth(tall.Value() - 20_000)
	f.do(counted(luganoSet, tall), closeWith(&tall, dario), counted(luganoSet, short))
	for _, c := range []struct {
		do   command
		want []games.Amount
	}{
		{closeWith(new(worth(short.Value()-45_000)), dario), []games.Amount{-20_000, -1, -45_000, -1}},
		{recount(worth(short.Value()-20_000), anna, dario), []games.Amount{-20_000, -1, -20_000, -20_000}},
		{recount(worth(short.Value()+10_000), anna, dario), []games.Amount{-20_000, -1, 10_000, 10_000}},
		{recount(short, anna, dario), []games.Amount{-20_000, -1, 10_000, 0}},
		{counted(luganoSet, short), []games.Amount{-20_000, -1, 10_000, 0}},
	} {
		f.do(c.do)
		if got := recountedTo(f.table.IncidentBook().OpenDifferences()); !slices.Equal(got, c.want) {
			t.Errorf("%v, not %v", got, c.want)
		}
		alert := slices.IndexFunc(f.table.Conditions(f.now, nil), func(c house.Condition) bool { return c.Rule == record.DifferenceAlert && c.Value == 2 })
		if alert < 0 {
			t.Errorf("the alert: %+v", f.table.Conditions(f.now, nil))
		}
	}
	f.holds()
}

// A recount changes nothing of a difference that no count found: somebody entered it at the closed table.
func TestRecountLeavesWhatSomebodyFound(t *testing.T) {
	f := newFloor(t)
	short := worth(tall.Value() - 45_000)
	f.do(counted(luganoSet, tall), closeWith(&short, dario))
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.DifferenceIncident, Amount: 2000, Text: "found under the table"}, &dario)
	})
	f.do(recount(tall, anna, dario))
	open := f.table.IncidentBook().OpenIncidents()
	if len(open) != 2 || open[0].Recounted == nil || *open[0].Recounted != 0 || open[1].Recounted != nil {
		t.Errorf("%+v", open)
	}
	f.holds()
	f.do(counted(luganoSet, tall))
	f.holds()
}

// Who counted a float closes its difference in no later shift either, however many openings carry it on.
func TestWhoCountedClosesNoDifferenceLater(t *testing.T) {
	short, still := worth(tall.Value()-45_000), worth(tall.Value()-40_000)
	for name, shut := range map[string][]command{
		"the closing count": {closeWith(&short, elena)},
		"counted anew":      {closeWith(&short, dario), recount(still, elena, dario)},
		"approved the anew": {closeWith(&short, dario), recount(still, anna, elena)},
	} {
		f := newFloor(t)
		f.do(counted(luganoSet, tall))
		f.do(shut...)
		left := *f.table.Closer()
		for range 2 {
			found := f.table.IncidentBook().OpenIncidents()
			if len(found) == 0 {
				t.Fatalf("%s: nothing is carried", name)
			}
			for _, i := range found {
				f.refused(house.CountedIt, func(t *pit.Table) ([]record.Fact, error) {
					return t.IncidentBook().CloseIncident(i.Seq, "found", &elena)
				})
			}
			f.do(counted(luganoSet, left))
			if f.table.Shift == 2 {
				f.do(closeWith(&left, dario))
			}
		}
		for _, i := range f.table.IncidentBook().OpenIncidents() {
			f.refused(house.CountedIt, func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().CloseIncident(i.Seq, "found", &elena)
			})
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().CloseIncident(i.Seq, "found", &paul)
			})
		}
		f.holds()
	}
}

// A record in which a recount says something else than was so does not hold.
func TestForgedRecounts(t *testing.T) {
	other := worth(tall.Value() - 500)
	for name, forge := range map[string]func(*record.ClosingRecounted){
		"as it was":         func(*record.ClosingRecounted) {},
		"another before":    func(f *record.ClosingRecounted) { f.Was += 500 },
		"nothing changes":   func(f *record.ClosingRecounted) { f.Float = tall },
		"other chips":       func(f *record.ClosingRecounted) { f.Float = record.Float{{Value: 700, Pieces: 3}} },
		"no reason":         func(f *record.ClosingRecounted) { f.Reason = "" },
		"one person":        func(f *record.ClosingRecounted) { f.By = f.Approver },
		"nobody of here":    func(f *record.ClosingRecounted) { f.By = "99" },
		"without the right": func(f *record.ClosingRecounted) { f.Approver = bruno.Number },
	} {
		f := newFloor(t)
		f.do(counted(luganoSet, tall), closeWith(&tall, dario), recount(other, anna, dario))
		list := f.entries(func(e *record.Entry) {
			if fact, is := e.Fact.(record.ClosingRecounted); is {
				forge(&fact)
				e.Fact, e.By = fact, fact.By
			}
		})
		if fault := faultOf(f, list...); (fault != nil) != (name != "as it was") {
			t.Errorf("%s: %v", name, fault)
		}
	}
	f := newFloor(t)
	f.do(counted(luganoSet, tall), closeWith(&tall, dario))
	facts, _ := recount(other, anna, dario)(f.table)
	f.do(counted(luganoSet, tall))
	f.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	if fault := faultOf(f, f.entries()...); fault == nil {
		t.Error("a recount while the table is open holds")
	}
}
