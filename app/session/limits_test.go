package session_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage"
)

// The office is told whether a table plays by other limits today than those that it has set.
func TestLimitsOfTodayAreOthers(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	says := func(want bool, when string) {
		t.Helper()
		others, err := n.house.Sums().OtherLimitsToday("LB1")
		if n.must(err); others != want {
			t.Errorf("%s: %v", when, others)
		}
	}
	announce := func() {
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(map[string]games.Limit{"pair": {Min: 1000, Max: 10000}}, n.clock.Now().Add(time.Minute), &n.elena.Staff, n.clock.Now())
		}, n.elena)
	}
	says(false, "at the opening")
	announce()
	says(true, "announced")
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&n.elena.Staff) }, n.elena)
	says(false, "withdrawn")
	announce()
	n.clock.Pass(2 * time.Minute)
	n.must(n.table.Due())
	says(true, "begun")
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	says(false, "closed")
}

// The changes of a day say what limits were before they were announced, and no more than those that are others.
func TestChangesSayTheLimitsBefore(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	for _, most := range []games.Amount{10_000, 20_000} {
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(map[string]games.Limit{"pair": {Min: 1000, Max: most}}, n.clock.Now().Add(time.Minute), &n.elena.Staff, n.clock.Now())
		}, n.elena)
		n.clock.Pass(2 * time.Minute)
		n.must(n.table.Due())
	}
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ChangesReport, Item: n.table.State.Day, Lang: "en"}, papers.CSV)
	n.must(err)
	var said []string
	for _, s := range sheets {
		for line := range strings.SplitSeq(string(s.Content), "\n") {
			if strings.Contains(line, `new limits announced,"Anna Rossi (11), Elena Moser (31)"`) {
				said = append(said, line)
			}
		}
	}
	if len(said) != 2 || !strings.HasSuffix(strings.TrimSpace(said[0]), "PAIR · minimum: 5,rules · limits · PAIR · minimum: 10") ||
		!strings.HasSuffix(strings.TrimSpace(said[1]), "PAIR · maximum: 100,rules · limits · PAIR · maximum: 200") {
		t.Errorf("the changes say\n%s", strings.Join(said, "\n"))
	}
}

// New limits begin by themselves between two hands, as entries that the audit asks for:
// what nobody announced, or too early, does not hold.
func TestLimitsBeginByThemselves(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	n.begin()
	announce := func(limits map[string]games.Limit, ahead time.Duration) {
		t.Helper()
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(limits, n.clock.Now().Add(ahead), &n.elena.Staff, n.clock.Now())
		}, n.elena)
	}
	announce(map[string]games.Limit{"pair": {Min: 1000, Max: 10000}}, time.Minute)
	n.clock.Pass(2 * time.Minute)
	n.must(n.table.Due())
	if n.table.State.NewLimits == nil {
		t.Fatal("they begin in an open hand")
	}
	n.finish()
	if n.table.State.NewLimits != nil || n.table.State.Game.Options().Limits["pair"].Min != 1000 {
		t.Fatal("they have not begun when the hand closed")
	}
	n.begin()
	n.finish()
	announce(map[string]games.Limit{"pair": {Min: 500, Max: 10000}}, time.Minute)
	changed := 0
	n.table.OnChange(func([]record.Fact) { changed++ })
	n.clock.Pass(2 * time.Minute)
	n.must(n.table.Due())
	n.must(n.table.Due())
	if changed != 1 || n.table.State.Game.Options().Limits["pair"].Min != 500 {
		t.Errorf("while nobody does anything: changed %d times", changed)
	}
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	verified(t, n.dir)

	n.must(n.table.Open(n.dealers[0], n.dario, &closer))
	at := n.table.State.Stamp(n.clock.Now(), record.LimitsBegan{Seq: n.table.State.Seq})
	n.must(n.house.Store().Append(at...))
	r, err := storage.OpenReader(context.Background(), n.dir)
	n.must(err)
	defer r.Close()
	trusted, err := r.Verifier()
	n.must(err)
	all, err := audit.Verify(context.Background(), r, audit.Check{Trusted: trusted})
	n.must(err)
	for _, c := range all {
		if c.Name == "LB1" && (c.Fault == nil || c.Fault.Code != record.WrongLimits) {
			t.Errorf("limits that nobody announced begin: %v", c.Fault)
		}
	}
}

// A hand that was played before limits changed is corrected by the rules under which it was played, and
// the audit settles it by the same.
func TestHandBeforeNewLimitsIsCorrected(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	n.begin()
	n.finish()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		more := map[string]games.Limit{"59": {Min: 50000, Max: 100000}, "play": {Min: 50000, Max: 100000}}
		return t.AnnounceLimits(more, n.clock.Now().Add(time.Minute), &n.elena.Staff, n.clock.Now())
	}, n.elena)
	n.clock.Pass(2 * time.Minute)
	n.must(n.table.Due())
	if h := n.table.State.History[0]; h.GameOr(n.table.State.Game) == n.table.State.Game {
		t.Fatal("the limits have not begun")
	}
	n.misread()
	verified(t, n.dir)
}
