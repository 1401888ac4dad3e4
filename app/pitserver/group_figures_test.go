package pitserver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/games"
	"sabot/storage/central/pgtest"
)

// Behind each hour of the clock in which several tables moved stands what they brought together, each currency by itself.
func TestHoursAreSummed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 21, 0, 5, 0, time.UTC)
	hour := func(after time.Duration, table, currency string, hands int, result games.Amount) pitserver.Hour {
		return pitserver.Hour{Said: at.Add(after), Table: table, Currency: currency, Hands: hands, Result: result, Turnover: 10 * result, Drop: 2 * result}
	}
	sum := func(after time.Duration, currency string, hands int, result games.Amount) pitserver.Hour {
		return hour(after, "", currency, hands, result)
	}
	later := hour(time.Hour, "PB1", "CHF", 60, 5)
	got := pitserver.HoursSummed([]pitserver.Hour{
		later, hour(0, "PB1", "CHF", 50, 300), hour(time.Minute, "LB1", "CHF", 40, -100), hour(time.Minute, "BJ1", "EUR", 7, 20),
	})
	want := []pitserver.Hour{
		hour(0, "PB1", "CHF", 50, 300), hour(time.Minute, "LB1", "CHF", 40, -100), hour(time.Minute, "BJ1", "EUR", 7, 20),
		sum(time.Minute, "CHF", 90, 200), later,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v,\nwant %+v", got, want)
	}
	most := pitserver.HoursSummed([]pitserver.Hour{hour(0, "PB1", "CHF", 1, games.MaxSum/5), hour(0, "LB1", "CHF", 1, games.MaxSum/5), hour(0, "LB2", "CHF", 1, games.MaxSum/5)})
	if len(most) != 4 || most[3].Turnover <= games.MaxSum {
		t.Errorf("%+v", most)
	}
	if none := pitserver.HoursSummed(nil); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// What a house's pit knows against its figures the group hears with the next hour.
func TestGroupHearsDoubts(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, clock, m := g.nightOf(t, "Casinò Uno", "CHF", 2, 1)
	if doubts := g.of(t, p).Doubts; len(doubts) > 0 {
		t.Errorf("of a sound pit: %v", doubts)
	}
	p.poisons(t, m, func(seq int64) []byte { return ofKind(seq, "frobnicated") })
	clock.pass(time.Hour)
	must(t, pgtest.Seen("the group hears it", func() bool {
		doubts := g.of(t, p).Doubts
		return len(doubts) == 1 && strings.Contains(doubts[0], "without LB1")
	}))
	if sum := g.of(t, p).Shifts; len(sum) != 1 { // as it was told before
		t.Errorf("%+v", sum)
	}
}

// Whoever administers the database of a house changes a count in a machine's own stream. The group keeps what it was told of that machine's table,
// hears of the doubt and the figures of the others.
func TestGroupHearsNoFigureOfAChangedHouse(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, clock := g.member(t, "Casinò Uno", "CHF")
	changed, sound := p.newMachine(t, 1), p.newMachine(t, 2)
	p.up(t)
	for _, m := range []*machine{changed, sound} {
		m.night(t, 2, 1)
		m.arrives(t)
	}
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{changed, sound})
	before := g.of(t, p).Shifts
	must(t, changed.countsBox(t, 40_000, "a note stuck"))
	changed.arrives(t)
	p.owns(t, changedBytes{machine: changed.name, kind: "boxcounted", was: "[10000,4]", is: "[10000,1]"}.sql())
	sound.night(t, 2, 2)
	sound.arrives(t)
	clock.pass(time.Hour)
	must(t, pgtest.Seen("the group hears it", func() bool {
		doubts := g.of(t, p).Doubts
		return slices.ContainsFunc(doubts, func(d string) bool { return strings.Contains(d, "without LB1") })
	}))
	after := g.of(t, p).Shifts
	if len(before) != 2 || len(after) != 3 {
		t.Fatalf("before\n%+v\nafter\n%+v", before, after)
	}
	for _, s := range after {
		if s.Table == "LB1" && s.Cash != before[0].Cash {
			t.Errorf("%+v, before %+v", s, before)
		}
	}
}
