package pitserver_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/games"
	table "sabot/pit"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage/central"
)

// The report of the house over all tables, read from the pit, comes to what each machine's own
// comes to, line by line and to the last unit; the croupiers' hands and money are those of the tables, whoever
// sums them up.
func TestReportOverManyTables(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	if _, err := pitserver.House(t.Context(), q, p.folder, then); err == nil {
		t.Error("a report of nothing")
	}
	var machines []*machine
	most, pauses := 3, []time.Duration{20 * time.Hour, 12 * 24 * time.Hour, 0} // two nights of a month, one of the next
	if testing.Short() {
		most, pauses = 2, pauses[1:]
	}
	for n := 1; n <= most; n++ {
		m := p.newMachine(t, n)
		for night, pause := range pauses {
			m.night(t, 3+n, int64(10*n+night))
			m.clock.Pass(pause)
		}
		_, err := m.ship()
		must(t, err)
		machines = append(machines, m)
	}
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	days := map[string]bool{}
	for _, m := range machines {
		lines, err := m.house.Sums().Shifts(sums.ShiftQuery{})
		must(t, err)
		for _, l := range lines {
			days[l.Day] = true
		}
	}
	if len(days) < len(pauses) {
		t.Fatalf("they played on %v", days)
	}
	for day := range days {
		sum, err := all.Sums().HouseSum(day)
		must(t, err)
		for i, period := range sum.Periods {
			want, shifts := []reports.HouseLine{}, 0
			byCroupier := map[string]reports.CroupierLine{}
			hands, turnover, won := 0, games.Amount(0), games.Amount(0)
			for _, m := range machines {
				own, err := m.house.Sums().HouseSum(day)
				must(t, err)
				want = append(want, own.Periods[i].Lines...)
				for _, c := range own.Periods[i].Croupiers {
					l := byCroupier[c.Preset+c.Number]
					l.Hands, l.Turnover, l.Won = l.Hands+c.Hands, l.Turnover+c.Turnover, l.Won+c.Won
					byCroupier[c.Preset+c.Number] = l
				}
				lines, err := m.house.Sums().Shifts(sums.ShiftQuery{From: period.From, To: period.To})
				must(t, err)
				for _, l := range lines {
					state, _, err := table.ShiftUpTo(m.house.Store(), m.table, l.Number, 1<<40)
					must(t, err)
					s := reports.ShiftOf(state, &m.house.State)
					hands, turnover, won, shifts = hands+len(s.Hands), turnover+s.Total.Turnover, won+s.Result.ByHands, shifts+1
				}
			}
			slices.SortFunc(want, func(a, b reports.HouseLine) int {
				return slices.Compare([]byte(a.Preset+a.Table), []byte(b.Preset+b.Table))
			})
			if fmt.Sprint(period.Lines) != fmt.Sprint(want) {
				t.Errorf("%s %s: the pit has\n%+v\nthe tables\n%+v", day, period.Of, period.Lines, want)
			}
			got := reports.CroupierLine{}
			for _, c := range period.Croupiers {
				if own := byCroupier[c.Preset+c.Number]; own.Hands != c.Hands || own.Turnover != c.Turnover || own.Won != c.Won {
					t.Errorf("%s %s: %+v at the pit, %+v at the tables", day, period.Of, c, own)
				}
				got.Hands, got.Turnover, got.Won = got.Hands+c.Hands, got.Turnover+c.Turnover, got.Won+c.Won
			}
			if got.Hands != hands || got.Turnover != turnover || got.Won != won || shifts == 0 && len(period.Lines) > 0 {
				t.Errorf("%s %s: the croupiers dealt %d hands, %d, %d; the tables' reports have %d, %d, %d", day, period.Of, got.Hands, got.Turnover, got.Won, hands, turnover, won)
			}
		}
	}
	before, err := all.Sums().HouseSum(slices.Max(keysOf(days)))
	must(t, err)
	again := p.enroll(t, machines[0].house, "tavolo-9", machines[0].table) // the machine got another name, and its record is there twice
	if _, err := pitclient.New(machines[0].house.Store(), again, then).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	twice, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	after, err := twice.Sums().HouseSum(before.Day)
	must(t, err)
	for _, m := range machines { // what was derived once is kept, and what was kept is read as it was derived
		for _, kept := range []string{"sums", "days"} {
			if !isDerived(t, p.dir, kept, m.table) {
				t.Errorf("%s of %s are not kept", kept, m.table)
			}
		}
	}
	third, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	kept, err := third.Sums().HouseSum(before.Day)
	must(t, err)
	if !reflect.DeepEqual(kept.Periods, after.Periods) || len(kept.Periods[2].Croupiers) == 0 {
		t.Errorf("as it was kept %+v, as it was made %+v", kept.Periods, after.Periods)
	}
	if thrown, err := pitserver.KeptFalse(t.Context(), q, p.folder, nil); err != nil || len(thrown) > 0 {
		t.Errorf("as it was kept it is called false: %v, %v", thrown, err)
	}
	forgeDays(t, p.dir, third.House, after.Periods[0].Lines[0])
	if thrown, err := pitserver.KeptFalse(t.Context(), q, p.folder, nil); err != nil || len(thrown) != 1 || thrown[0].Stream != after.Periods[0].Lines[0].Table || thrown[0].Left != nil {
		t.Errorf("forged, what is thrown away is %v, %v", thrown, err)
	}
	if thrown, err := pitserver.KeptFalse(t.Context(), q, p.folder, nil); err != nil || len(thrown) > 0 {
		t.Errorf("it lies there still: %v, %v", thrown, err)
	}
	if fmt.Sprint(after.Periods) != fmt.Sprint(before.Periods) {
		t.Errorf("a record that is there twice counts twice: %+v, before %+v", after.Periods, before.Periods)
	}
	files, err := papers.Of(all.House).Sheets(papers.Wanted{Kind: reports.HouseReport, Item: slices.Max(keysOf(days)), Lang: "it"}, papers.CSV)
	must(t, err)
	if len(files) < 3 {
		t.Errorf("%d files of a day, a month and a year", len(files))
	}
}

// forgeDays changes the turnover in what a pit keeps of a table's days, and signs that with the key that the pit countersigns with.
func forgeDays(t *testing.T, dir string, h *session.House, line reports.HouseLine) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "derived", "days?-"+line.Table))
	must(t, err)
	content, err := os.ReadFile(files[0])
	must(t, err)
	lines := bytes.SplitAfterN(content, []byte("\n"), 6)
	kept, err := seal.ReadHead(string(content[:len(content)-len(lines[5])]))
	must(t, err)
	note, err := h.Store().Head(line.Table)
	must(t, err)
	head, err := seal.ReadHead(note)
	must(t, err)
	body := bytes.ReplaceAll(lines[5], binary.AppendVarint(nil, int64(line.Turnover)), binary.AppendVarint(nil, int64(line.Turnover)+2))
	if note, err = h.Store().Vouch(kept.Stream, kept.Size, slices.Concat(head.Root[:], []byte("\n"), body)); err != nil || bytes.Equal(body, lines[5]) {
		t.Fatal("nothing was changed", err)
	}
	must(t, os.WriteFile(files[0], append([]byte(note), body...), 0o600))
}

func keysOf(days map[string]bool) (list []string) {
	for day := range days {
		list = append(list, day)
	}
	return list
}

// isDerived reports whether a pit keeps what it has derived of a table, in whatever form.
func isDerived(t *testing.T, dir, what, table string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "derived", what+"?-"+table))
	must(t, err)
	return len(files) > 0
}
