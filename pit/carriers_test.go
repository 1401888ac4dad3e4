package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// staffed is a house of the people of these tests.
func staffed() *house.House {
	return &house.House{Staff: []house.Staff{anna, bruno, dario}}
}

// Cashier and runner of a slip are neither of those who sign it, nor one person. An audit demands it of a shift whose opening
// has checks, and takes what Sabot 0.9 entered.
func TestFourPeopleHaveASlip(t *testing.T) {
	fill := record.SlipID{Kind: record.Fill, Year: moment.Year(), Number: 1}
	by := func(cashier, runner string) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VerifySlip(staffed(), fill, cashier, runner, anna, dario)
		}
	}
	named := func(checks int) *floor {
		f := newFloor(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			facts, err := opening(t)
			opened := facts[0].(record.Opened)
			opened.Checks, opened.Uncounted = checks, checks > 0
			facts[0] = opened
			return facts, err
		}, request(record.Fill, worth(100_000)))
		return f
	}
	f := named(1)
	for _, c := range [][2]string{{anna.Name, "x"}, {"x", dario.Name}, {"x", "11"}, {"x", "X"}, {bruno.Name, "12"}} {
		f.refused(house.OtherPart, by(c[0], c[1]))
	}
	f.do(by("Cassa 2", bruno.Name))
	f.holds()
	forged := f.entries(func(e *record.Entry) {
		if slip, verified := e.Fact.(record.SlipVerified); verified {
			slip.Runner = dario.Name
			e.Fact = slip
		}
	})
	if fault := faultOf(f, forged...); fault == nil {
		t.Error("an inspector brings the chips that he counts, and nothing is said")
	}
	f = named(0)
	f.do(by(anna.Name, anna.Name))
	f.holds()
}
