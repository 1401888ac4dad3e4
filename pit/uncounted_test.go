package pit_test

import (
	"reflect"
	"slices"
	"testing"

	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// An opening and a closing without a count say so, and a record in which they do not does not hold.
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
		"a shift of Sabot 0.9":           {unchecked(openingUS), closeWith(nil, dario), []bool{false, false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			f.do(c.open, c.shut)
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
			w, err := audit.NewWitness("")
			if err != nil {
				t.Fatal(err)
			}
			houseOf(w, nil, f.entries(), record.HouseSet{Name: "Casinò", Currencies: []string{"CHF"}, Zone: "UTC", Begins: people.UsualBegin, Language: "it"})
			a := w.Begin("LB1")
			for _, e := range f.entries() {
				a.Add(line(e))
			}
			if fault := a.Fault(); (fault != nil) != c.fault {
				t.Errorf("the audit says %v", fault)
			}
		})
	}
}
