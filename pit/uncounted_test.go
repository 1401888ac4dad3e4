package pit_test

import (
	"reflect"
	"slices"
	"testing"

	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An opening and a closing without a count say so, and both sign. A record in which they do not does not hold, but of a shift
// that Sabot 0.9 opened: closed by 0.9 it says nothing.
func TestUncountedShiftSaysSo(t *testing.T) {
	silent := func(c command) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			facts, err := c(t)
			return []record.Fact{record.Closed{Croupier: facts[0].(record.Closed).Croupier, Inspector: facts[0].(record.Closed).Inspector}}, err
		}
	}
	for name, c := range map[string]struct {
		open, shut command
		want       []bool
		fault      bool
	}{
		"neither was counted":            {openingUS, closeWith(nil, dario), []bool{true, true}, false},
		"both were":                      {counted(luganoSet, tall), closeWith(&tall, dario), []bool{false, false}, false},
		"a manager left the closing out": {counted(luganoSet, tall), closeWith(nil, elena), []bool{false, true}, false},
		"a closing that does not say so": {counted(luganoSet, tall), silent(closeWith(nil, elena)), []bool{false, false}, true},
		"a shift of Sabot 0.9":           {unchecked(openingUS), silent(closeWith(nil, dario)), []bool{false, false}, false},
		"one that 0.10 closes":           {unchecked(openingUS), closeWith(nil, dario), []bool{false, true}, false},
		"one that a manager closes":      {unchecked(counted(luganoSet, tall)), closeWith(nil, elena), []bool{false, true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			f.do(c.open)
			facts, err := c.shut(f.table)
			if err != nil {
				t.Fatal(err)
			}
			if c.want[1] { // both gave their PIN for it
				a, _ := badge(t, anna)
				i, _ := badge(t, house.Staff{Number: facts[0].(record.Closed).Inspector})
				if _, err := house.Sign(record.Stood{}, f.table.Stamp(moment, facts...), a, i); err != nil {
					t.Errorf("they cannot sign: %v", err)
				}
			}
			f.do(c.shut)
			var got []bool
			for _, e := range f.entries() {
				switch fact := e.Fact.(type) {
				case record.Opened:
					got = append(got, fact.Uncounted)
				case record.Closed:
					got = append(got, fact.Uncounted)
					if signers := record.Signers(fact); fact.Uncounted != slices.Equal(signers, []string{fact.Croupier, fact.Inspector}) {
						t.Errorf("%+v is signed by %v", fact, signers)
					}
				}
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("uncounted %v, want %v", got, c.want)
			}
			if fault := faultOf(f, f.entries()...); (fault != nil) != c.fault {
				t.Errorf("the audit says %v", fault)
			}
		})
	}
}

// An opening says from what cash on a buy-in takes an inspector and how commission is collected, be it the first of its
// record. Only Sabot 0.9 said neither.
func TestOpeningThatLeavesLimitsOutDoesNotHold(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(*record.Opened)
		fault bool
	}{
		"all is said":            {func(*record.Opened) {}, false},
		"without the cash limit": {func(o *record.Opened) { o.Cash = 0 }, true},
		"without the rounding":   {func(o *record.Opened) { o.Collect = "" }, true},
		"as Sabot 0.9 had it":    {func(o *record.Opened) { o.Cash, o.Collect, o.Checks, o.Uncounted = 0, "", 0, false }, false},
	} {
		f := newFloor(t)
		f.do(opened(openingBanco, func(o *record.Opened) { o.Cash = 400_000 }))
		house, forged := f.entries(), f.entries(func(e *record.Entry) {
			o := e.Fact.(record.Opened)
			c.forge(&o)
			e.Fact = o
		})
		w, err := audit.NewWitness("")
		if err != nil {
			t.Fatal(err)
		}
		houseOf(w, nil, house)
		a := w.Begin("LB1")
		for _, e := range forged {
			a.Add(line(e))
		}
		if fault := a.Fault(); (fault != nil) != c.fault || c.fault && (fault.Code != record.NotDone || fault.Seq != 1) {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
