package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A house has francs and euros side by side: a table in euros has the chips of euros, its
// report is in euros and holds, and no other table's figures change.
func TestTableInAnotherCurrency(t *testing.T) {
	h, _ := inMemory(t)
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	elena := signOn(t, h, "316931")
	francs := slices.Clone(h.State.Chips)
	euros := record.ChipsSet{Currency: "EUR", Values: append(slices.Clone(francs), 1_000_000)}
	set := h.State.Particulars()
	refused := func(about, what string, err error) {
		t.Helper()
		var refusal *house.Refusal
		if !errors.As(err, &refusal) || refusal.Why != house.BadSetting || refusal.What != what {
			t.Errorf("%s: %v", about, err)
		}
	}
	table := record.TableSet{Name: "LE1", Currency: "EUR", Game: "lugano", Rules: []byte(`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"min":1000,"max":50000}},"rounding":{"unit":500}}`)}
	refused("a table in what the house has not", "currency", h.Staff().SetTable(table, elena))
	refused("chips of it", "currency", h.SetHouse(set, elena, euros))
	set.Currencies = []string{"CHF", "EUR"}
	if err := h.SetHouse(set, elena); err != nil {
		t.Fatal(err)
	}
	refused("a table without chips", "currency", h.Staff().SetTable(table, elena))
	if err := h.SetHouse(set, elena, record.ChipsSet{Currency: "CHF", Values: francs}, euros); err != nil {
		t.Fatal(err)
	}
	if err := h.Staff().SetTable(table, elena); err != nil {
		t.Fatal(err)
	}
	other := table
	other.Currency = ""
	refused("another currency", "currency", h.Staff().SetTable(other, elena))
	uneven := table
	uneven.Rules = []byte(`{"preset":"lugano","limits":{"59":{"min":700}}}`)
	var refusal *house.Refusal
	if err := h.Staff().SetTable(uneven, elena); !errors.As(err, &refusal) || refusal.Why != house.LimitUneven {
		t.Errorf("7 in chips of 5: %v", err)
	}
	alone := set
	alone.Currencies = []string{"CHF"}
	refused("a currency that a table has goes", "currency", h.SetHouse(alone, elena))
	if !slices.Equal(h.State.Chips, francs) || !slices.Equal(h.State.ChipsOf("LE1"), euros.Values) || h.State.CurrencyOf("LE1") != "EUR" || h.State.CurrencyOf("LB1") != "CHF" {
		t.Errorf("francs %v, euros %v", h.State.Chips, h.State.ChipsOf("LE1"))
	}

	clock := demo.NewClock(time.Now())
	for _, name := range []string{"LB1", "LE1"} {
		if err := demo.Play(t.Context(), h, clock, name, 4, 1); err != nil {
			t.Fatal(err)
		}
		if _, err := demo.Close(h, clock, name); err != nil {
			t.Fatal(err)
		}
		currency := h.State.CurrencyOf(name)
		e, err := papers.Of(h).Evidence(papers.Wanted{Kind: reports.ShiftReport, Table: name, Shift: 1})
		if err != nil || e.Currency != currency || e.Home() != "CHF" || !strings.Contains(string(e.Figures), `"`+currency+`"`) || strings.Contains(string(e.Figures), map[string]string{"CHF": `"EUR"`, "EUR": `"CHF"`}[currency]) {
			t.Errorf("%s: in %s, written as of %s, %v", name, e.Currency, e.Home(), err)
		}
		anna, dario := signOn(t, h, "114711"), signOn(t, h, "215821")
		_, pdf, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: name, Shift: 1}, anna, dario)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("%s: %v, %v", name, v.Faults, err)
		}
	}
	for table, note := range map[string]games.Amount{"LB1": 1000, "LE1": 500} { // 5 euros: there is no such note in francs
		if err := h.CountDrop(session.DropOf{Table: table, Shift: 1, Notes: record.Float{{Value: note, Pieces: 1}}, Reason: "una banconota in più"}, signOn(t, h, "215821"), elena); err != nil {
			t.Fatal(table, err)
		}
	}
	shifts, err := h.Sums().Shifts(sums.ShiftQuery{Table: "LE1"})
	if err != nil || len(shifts) != 1 || shifts[0].Currency != "EUR" {
		t.Errorf("listed as %+v, %v", shifts, err)
	}
	all, err := papers.Of(h).VerifyRecord(t.Context(), nil)
	for _, c := range all {
		if c.Fault != nil {
			t.Error(c.Fault)
		}
	}
	if err != nil {
		t.Error(err)
	}

	// A shift in another currency than its table's does not hold.
	open, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	anna, dario := signOn(t, h, "114711"), signOn(t, h, "215821")
	forged, _ := h.State.TableNamed("LB1")
	forged.Currency = "EUR"
	err = open.Do(func(s *pit.Table) ([]record.Fact, error) {
		float := house.DemoFloat()
		return s.Opening(pit.Start{Set: forged, Chips: francs, Croupier: anna.Staff, Inspector: dario.Staff, Count: &float}, time.Now())
	}, anna, dario)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	all, err = papers.Of(h).VerifyRecord(t.Context(), nil)
	for _, c := range all {
		if c.Fault != nil && c.Fault.Table == "LB1" {
			faults++
		}
	}
	if err != nil || faults != 1 {
		t.Errorf("%d faults, %v: %+v", faults, err, all)
	}
}
