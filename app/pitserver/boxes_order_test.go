package pitserver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central/pgtest"
)

// takes has a machine enter what another one with its name and keys entered since, but with other entries in place of that which says which
// counts came with the table.
func (m *machine) takes(t *testing.T, honest *machine, other func(record.BoxesTaken) []record.BoxesTaken) {
	t.Helper()
	for _, stream := range []string{record.HouseStream, "LB1"} {
		last, err := m.house.Store().Last(stream)
		must(t, err)
		for e, err := range honest.house.Store().Entries(stream, last+1) {
			must(t, err)
			facts := []record.Fact{e.Fact}
			if taken, is := e.Fact.(record.BoxesTaken); is {
				facts = nil
				for _, f := range other(taken) {
					facts = append(facts, f)
				}
			}
			for _, e.Fact = range facts {
				last++
				e.Seq = last
				must(t, m.house.Store().Append(e))
			}
		}
	}
	must(t, m.house.Takeover().CatchUp())
}

// Who has the account of the machine to which a table was moved enters what two people counted of its drop boxes in another order, before it ships
// that. The order is in what they signed: the record of the machine and the pit's report have the count that was made last.
func TestOrderOfCountsIsWhatWasSigned(t *testing.T) {
	t.Parallel()
	turned := func(f record.BoxesTaken) record.BoxesTaken {
		f.Entries = append(slices.Clone(f.Entries[3:]), f.Entries[:3]...)
		return f
	}
	for what, other := range map[string]func(record.BoxesTaken) []record.BoxesTaken{
		"turned": func(f record.BoxesTaken) []record.BoxesTaken { return []record.BoxesTaken{turned(f)} },
		"two entries": func(f record.BoxesTaken) []record.BoxesTaken {
			first, second := f, f
			first.Entries, second.Entries = f.Entries[3:], f.Entries[:3]
			return []record.BoxesTaken{first, second}
		},
		"the first one twice": func(f record.BoxesTaken) []record.BoxesTaken {
			f.Entries = append(slices.Clone(f.Entries), f.Entries[:3]...)
			return []record.BoxesTaken{f}
		},
	} {
		t.Run(what, func(t *testing.T) {
			p, _, b, c := heirloom(t, false)
			c.takes(t, b, other)
			if got := dropsOf(t, c.house); got[len(got)-1] != 50_000 {
				t.Errorf("the machine has the counts %v", got)
			}
			_, refused := c.ship()
			named := map[string]string{"turned": "in another order", "the first one twice": "it has one of them"}[what]
			if named != "" && (refused == nil || !strings.Contains(refused.Error(), named)) {
				t.Errorf("it is taken: %v", refused)
			}
			p.hasDrops(t, 40_000, 50_000)
			p.letsOf(t, c.name, c.house)
			p.hasDrops(t, 40_000, 50_000)
			if says := p.verifies(t, b.name, record.HouseStream); named != "" && says == "" {
				t.Errorf("verify: %q", says)
			}
		})
	}
}

// A count that comes with a table is one that a machine has shipped, of two people who may count: nothing else comes with it.
func TestInventedCountIsRefused(t *testing.T) {
	t.Parallel()
	for _, by := range [][2]string{{"31", "41"}, {"11", "12"}} {
		p, _, b, c := heirloom(t, false)
		c.takes(t, b, func(f record.BoxesTaken) []record.BoxesTaken {
			f.Entries = append(slices.Clone(f.Entries), countNobodyMade(t, b, by)...)
			return []record.BoxesTaken{f}
		})
		if by[0] == "11" {
			if is := auditedOf(t, c.house, record.HouseStream); is.Fault == nil || is.Fault.Code != record.NotApproved {
				t.Errorf("by %v: %v", by, is.Fault)
			}
		}
		if _, refused := c.ship(); refused == nil || !strings.Contains(refused.Error(), "a count of the drop box of its shift 1 that no machine has shipped") {
			t.Errorf("by %v it is taken: %v", by, refused)
		}
		p.letsOf(t, c.name, c.house)
		if says := p.verifies(t, b.name, record.HouseStream); says == "" {
			t.Errorf("by %v: verify names nothing", by)
		}
		p.hasDrops(t, 40_000, 50_000)
	}
}

// countNobodyMade returns entries of a count of LB1's drop box as if a machine had entered it, signed by two people.
func countNobodyMade(t *testing.T, m *machine, by [2]string) (lines []string) {
	t.Helper()
	f := record.BoxCounted{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 1}}, By: by[0], With: by[1], Replaces: 7, Reason: "again", Behind: 9}
	stamped := m.house.State.Stamp(m.clock.Now(), f.By, f)
	stamped[0].Seq = 1000 // the last one
	entries, err := house.Sign(m.house.Stood(), stamped, demotest.Badge(t, m.house, code(by[0])), demotest.Badge(t, m.house, code(by[1])))
	must(t, err)
	for _, e := range entries {
		lines = append(lines, string(record.Encode(e)))
	}
	return lines
}

// A machine enters the counts that came so that none stands with its approvals. The pit refuses that by name. Where it let it through, the next machine
// has the counts all the same: the pit gives it what the machines before have shipped.
func TestNextMachineHasWhatWasLeftOut(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	must(t, a.countsBox(t, 50_000, "a note stuck"))
	table := dropsOf(t, a.house)[0]
	_, err := a.ship()
	must(t, err)
	_, err = b.ship()
	must(t, err)
	c := b.another(t)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	c.takes(t, b, func(f record.BoxesTaken) []record.BoxesTaken {
		l := f.Entries
		f.Entries = []string{l[0], l[3], l[1], l[4], l[2], l[5]}
		return []record.BoxesTaken{f}
	})
	if _, refused := c.ship(); refused == nil || !strings.Contains(refused.Error(), "is something else") {
		t.Errorf("it is taken: %v", refused)
	}
	p.letsOf(t, c.name, c.house)
	must(t, pgtest.Seen("the table is shipped", func() bool {
		_, err := c.ship()
		return err == nil
	}))
	d := p.newMember(t, "tavolo-3", "LB8")
	d.pull(t)
	_, err = p.moved(t, "LB1", d.name, true)
	must(t, err)
	p.ships(t, office)
	d.pull(t)
	if got := dropsOf(t, d.house); !slices.Equal(got, []games.Amount{table, 40_000, 50_000}) {
		t.Errorf("the next machine has the counts %v", got)
	}
	p.hasDrops(t, 40_000, 50_000)
	_, err = d.ship()
	must(t, err)
	holds(t, d.house)
}

// A machine to which a table was moved counts its box with the right two PINs, and says that it was behind an entry which that table never had: it would stand
// before all later counts. What the machine itself names of a table that is all there, the pit names too, whatever else was moved from it or to it.
func TestPitNamesACountBehindEntriesThatNeverWere(t *testing.T) {
	t.Parallel()
	p, _, c, _ := heirloom(t, false)
	c.clock.Pass(20 * time.Hour)
	drops := c.house.State.Boxes().Drops("LB1", 1)
	f := record.BoxCounted{
		Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 99}}, By: "31", With: "41", Reason: "again",
		Replaces: drops[len(drops)-1].Seq, Move: c.house.State.Moves().CameBy("LB1"), Behind: 1_000_000, Difference: 990_000,
	}
	entries, err := house.Sign(c.house.Stood(), c.house.State.Stamp(c.clock.Now(), f.By, f), demotest.Badge(t, c.house, code("31")), demotest.Badge(t, c.house, code("41")))
	must(t, err)
	must(t, c.house.Store().Append(entries...))
	_, err = c.ship()
	must(t, err)
	if says := p.verifies(t, c.name, record.HouseStream); !strings.Contains(says, "it was made behind entry 1000000 of LB1, which has") {
		t.Errorf("pit verify: %q", says)
	}
}
