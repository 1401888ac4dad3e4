package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// threeGames is a house with a table of each game, a shift at each on one gaming day and at
// two of them another a month later.
func threeGames(t *testing.T) (*session.House, *demo.Clock) {
	t.Helper()
	clock := demo.NewClock(evening)
	h, err := session.Open(t.TempDir(), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	play := func(table string) {
		if err := demo.Play(context.Background(), h, clock, table, 4, 1); err != nil {
			t.Fatal(err)
		}
		if _, err := demo.Close(h, clock, table); err != nil {
			t.Fatal(err)
		}
		clock.Pass(10 * time.Minute)
	}
	for _, table := range h.State.Tables {
		play(table.Name)
	}
	clock.Pass(evening.AddDate(0, 1, 0).Sub(clock.Now()))
	for _, table := range h.State.Tables[:2] {
		play(table.Name)
	}
	return h, clock
}

func houseSum(t *testing.T, h *session.House, day string) (reports.Evidence, reports.HouseSum) {
	t.Helper()
	e, err := papers.Of(h).Evidence(papers.Wanted{Kind: reports.HouseReport, Item: day, Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	var s reports.HouseSum
	if err := json.Unmarshal(e.Figures, &s); err != nil {
		t.Fatal(err)
	}
	return e, s
}

// The house's day, month and year to date are the sums of its shifts, each by game and by
// table: reckoned here from the folds of the shifts, the theoretical win from the stakes and
// the game's odds.
func TestHouseSums(t *testing.T) {
	h, _ := threeGames(t)
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 5 {
		t.Fatalf("%d shifts", len(lines))
	}
	first, last := lines[4].Day, lines[0].Day
	type sums struct {
		shifts         int
		turnover, drop games.Amount
		win            games.Amount
		theo           *big.Rat
	}
	for day, counts := range map[string][3]int{first: {3, 3, 3}, last: {2, 2, 5}} {
		_, got := houseSum(t, h, day)
		for i, p := range got.Periods {
			want := map[string]*sums{}
			for _, l := range lines {
				if l.Day < p.From || l.Day > p.To {
					continue
				}
				s, err := h.Shift(l.Table, l.Number)
				if err != nil {
					t.Fatal(err)
				}
				w := want[l.Table]
				if w == nil {
					w = &sums{theo: new(big.Rat)}
					want[l.Table] = w
				}
				r := s.Result()
				w.shifts++
				w.drop += r.Drop.Amount
				w.win += r.ByCount.Amount
				edge := map[string]float64{}
				for _, o := range s.Game.(games.Analysed).SpotOdds() {
					edge[o.Spot] = o.Edge()
				}
				for i := range s.History {
					hand := &s.History[i]
					if hand.Cancelled != nil {
						continue
					}
					for _, p := range hand.Payments() {
						w.turnover += p.Staked
					}
					for n, stood := range s.Game.Stakes(hand.Round) {
						if e, known := edge[hand.Round.Bets[n].Spot]; known && stood.Stands() {
							w.theo.Add(w.theo, new(big.Rat).Mul(big.NewRat(int64(stood.Amount), 1), new(big.Rat).SetFloat64(e)))
						}
					}
				}
			}
			if len(p.Lines) != len(want) {
				t.Fatalf("%s of %s: %+v", p.Of, day, p.Lines)
			}
			shifts := 0
			for _, l := range p.Lines {
				w := want[l.Table]
				theo, _ := w.theo.Float64()
				if l.Shifts != w.shifts || l.Drop != w.drop || l.Guesses != 0 || l.Win != tray.KnownSum(w.win) || l.Turnover != w.turnover {
					t.Errorf("%s of %s, %s: %+v, want %+v", p.Of, day, l.Table, l, w)
				}
				if most, off := 0.51*float64(l.Shifts), float64(l.Theo)-theo; off < -most || off > most { // each shift's is rounded
					t.Errorf("%s of %s, %s: theo %d, want %f", p.Of, day, l.Table, l.Theo, theo)
				}
				if l.Hands == 0 || l.Turnover == 0 || l.Currency != "CHF" || l.Preset == "" {
					t.Errorf("%+v", l)
				}
				if l.Luck.Deviation > 0 && l.Unknown == 0 && l.Luck.Expected != l.Theo {
					t.Errorf("%s of %s, %s: theo %d, and %d by the odds", p.Of, day, l.Table, l.Theo, l.Luck.Expected)
				}
				shifts += l.Shifts
			}
			if shifts != counts[i] {
				t.Errorf("%s of %s has %d shifts, want %d", p.Of, day, shifts, counts[i])
			}
		}
	}
}

// What was kept of the shifts' sums is what the record gives, and nothing of another record
// is taken: it may be thrown away or spoilt, the figures stay the same. A report signed by
// it verifies by the record alone.
func TestHouseSumsAreKept(t *testing.T) {
	h, clock := threeGames(t)
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	if err != nil {
		t.Fatal(err)
	}
	day := lines[0].Day
	fresh, _ := houseSum(t, h, day)
	again, _ := houseSum(t, h, day)
	if fresh.Digest() != again.Digest() {
		t.Error("asked again it says something else")
	}
	anew := func() *session.House {
		t.Helper()
		other, err := session.On(h.Store(), clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
	if e, _ := houseSum(t, anew(), day); e.Digest() != fresh.Digest() {
		t.Error("what was kept is not what the record gives")
	}
	files, err := h.Store().KeptIn("derived")
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	for _, f := range files {
		content, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		content[len(content)-2] ^= 8
		if err := os.WriteFile(f.Path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if e, _ := houseSum(t, anew(), day); e.Digest() != fresh.Digest() {
		t.Error("what was spoilt was taken for true")
	}
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	clock.Pass(24 * time.Hour) // the day is over
	w := papers.Wanted{Kind: reports.HouseReport, Item: day, Lang: "en"}
	file, pdf, err := papers.Of(h).Signed(w, elena)
	if err != nil || filepath.Base(file) != "house-"+day+".pdf" {
		t.Fatal(file, err)
	}
	v, err := papers.Of(h).VerifyReport(pdf)
	if err != nil || !v.Holds() || v.Overtaken != nil {
		t.Fatalf("%v, %v, %+v", err, v.Faults, v.Overtaken)
	}
	// A drop counted anew overtakes it; the next one is another version.
	clerk, err := h.SignOn("417041")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.CountDrop(session.DropOf{Table: lines[0].Table, Shift: lines[0].Number, Notes: notes(map[games.Amount]int64{10_000: 3}), Reason: "Recount"}, clerk, elena); err != nil {
		t.Fatal(err)
	}
	if v, err = papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() || v.Overtaken == nil {
		t.Errorf("%v, %v, %+v", err, v.Faults, v.Overtaken)
	}
	e, s := houseSum(t, h, day)
	if e.Version != 2 || e.Copy != 1 {
		t.Errorf("version %d, copy %d", e.Version, e.Copy)
	}
	i := slices.IndexFunc(s.Periods[0].Lines, func(l reports.HouseLine) bool { return l.Table == lines[0].Table })
	if got := s.Periods[0].Lines[i].Drop; got != 30_000 {
		t.Errorf("the drop is %d", got)
	}
	for _, sheet := range []papers.Sheet{papers.CSV, papers.XLSX} {
		if files, err := papers.Of(h).Sheets(w, sheet); err != nil || len(files) == 0 {
			t.Errorf("%s: %v", sheet, err)
		}
	}
}

// Who waits no more for the figures of the house ends the work, and nothing is left of it.
func TestHouseSumsAreGivenUp(t *testing.T) {
	h, _ := threeGames(t)
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	steps := 0
	aside, err := h.AsideFor(session.Work{Context: ctx, Progress: func(done, all int) {
		if steps++; done == 2 {
			cancel()
		}
		if all != 5 {
			t.Errorf("%d of %d", done, all)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	before := h.State.Seq
	_, _, err = papers.Of(aside).Print(papers.Wanted{Kind: reports.HouseReport, Item: lines[0].Day})
	if !errors.Is(err, context.Canceled) || steps != 3 {
		t.Errorf("%v after %d steps", err, steps)
	}
	if last, err := h.Store().Last(record.HouseStream); err != nil || last != before {
		t.Errorf("%d entries were made, %v", last-before, err)
	}
	if files, err := h.Store().KeptIn("reports"); err != nil || slices.ContainsFunc(files, func(f record.KeptFile) bool { return strings.HasPrefix(f.Name, "house") }) {
		t.Errorf("%v, %v", files, err)
	}
}

// unkept is a record beside which nothing is kept.
type unkept struct{ record.Keeper }

func (unkept) Kept(string) ([]byte, error)                 { return nil, fs.ErrNotExist }
func (unkept) Vouch(string, int64, []byte) (string, error) { return "", record.ErrReadOnly }

// Whatever comes to the record, what the house came to on any day is the same whether it was kept or is made of the record
// alone, asked for the first time and again.
func TestHouseDaysAreThoseOfTheRecord(t *testing.T) {
	h, clock := threeGames(t)
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	if err != nil {
		t.Fatal(err)
	}
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	clerk, err := h.SignOn("417041")
	if err != nil {
		t.Fatal(err)
	}
	days := map[string]bool{"2020-02-29": true, clock.Now().Format(time.DateOnly): true}
	for _, l := range lines {
		days[l.Day] = true
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	table := h.State.Tables[0].Name
	for _, c := range []struct {
		what string
		do   func() error
	}{
		{"nothing more", func() error { return nil }},
		{"a drop that the office counts", func() error {
			return h.CountDrop(session.DropOf{Table: lines[4].Table, Shift: lines[4].Number, Notes: notes(map[games.Amount]int64{10_000: 3}), Reason: "Recount"}, clerk, elena)
		}},
		{"a shift that is open", func() error { return demo.Play(context.Background(), h, clock, table, 2, 1) }},
		{"another hand of it", func() error { return demo.Play(context.Background(), h, clock, table, 1, 1) }},
		{"its end", func() error { _, err := demo.Close(h, clock, table); return err }},
		{"a drop counted again", func() error {
			return h.CountDrop(session.DropOf{Table: lines[4].Table, Shift: lines[4].Number, Notes: notes(map[games.Amount]int64{10_000: 5}), Reason: "Recount"}, clerk, elena)
		}},
	} {
		must(c.do())
		if thrown, err := h.Sums().KeptFalse(); err != nil || len(thrown) > 0 {
			t.Errorf("%s: kept from before: %v, %v", c.what, thrown, err)
		}
		for day := range days {
			alone, err := session.On(unkept{h.Store()}, clock.Now)
			must(err)
			want, err := alone.Sums().HouseSum(day)
			must(err)
			for range 2 {
				fresh, err := session.On(h.Store(), clock.Now)
				must(err)
				for _, on := range []*session.House{h, fresh} {
					if got, err := on.Sums().HouseSum(day); err != nil || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %s: %+v, %v, the record alone gives\n%+v", c.what, day, got, err, want)
					}
				}
			}
		}
		if thrown, err := h.Sums().KeptFalse(); err != nil || len(thrown) > 0 {
			t.Errorf("%s: what is kept is called false: %v, %v", c.what, thrown, err)
		}
	}
}
