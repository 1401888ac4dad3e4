package session_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// goldenBegan is when a night of this Sabot begins, and goldenOpened when one of 0.9 is opened, by a clock that the test moves.
var (
	goldenBegan  = time.Date(2026, 3, 14, 19, 0, 0, 0, time.UTC)
	goldenOpened = time.Date(2030, 5, 6, 12, 0, 0, 0, time.UTC)
)

// goldenNights are of 0.9, of this Sabot as its demo plays, of this Sabot with what its demo never does, and of a house of many machines.
var goldenNights = []string{
	"0.9-lugano", "0.9-puntobanco", "0.9-blackjack", "lugano", "puntobanco", "blackjack",
	"troubles-lugano", "troubles-puntobanco", "troubles-blackjack", "machines",
}

// A Sabot says the same of a record as the one before it: what an audit finds, what the log tells, what is exported, and each
// report's figures and pages. testdata/golden has it, of nights that 0.9 recorded and of nights that this Sabot plays. With
// SABOT_GOLDEN=write it is written anew: only where another form was meant. A word of a report that a released Sabot drew needs
// another form too: the pages of signed paper have it (CONTRIBUTING.md, Words).
func TestGolden(t *testing.T) {
	var mu sync.Mutex
	kinds, said := map[string]bool{}, 0
	for _, night := range goldenNights {
		t.Run(night, func(t *testing.T) {
			t.Parallel()
			g := &golden{T: t, kinds: map[string]bool{}, writes: !strings.HasPrefix(night, "0.9-")}
			g.plays(night)
			g.holds(filepath.Join("testdata/golden", night+".txt"))
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(kinds, g.kinds)
			said++
		})
	}
	t.Cleanup(func() { // they are over then
		if t.Failed() || said < len(goldenNights) { // one alone was asked for
			return
		}
		without := slices.DeleteFunc(record.Kinds(), func(kind string) bool { return kinds[kind] })
		g := &golden{T: t, said: without}
		g.holds("testdata/golden/kinds-not-there.txt")
	})
}

// plays says everything of a night.
func (g *golden) plays(night string) {
	defer func() {
		if g.house != nil {
			g.must(g.house.Close())
		}
	}()
	game, troubles := strings.CutPrefix(night, "troubles-")
	switch {
	case !g.writes:
		g.house = restored(g.T, night, goldenOpened)
	case troubles:
		troubledNight(g, game)
	case night == "machines":
		machinesNight(g)
	default:
		g.house = goldenNight(g.T, night)
	}
	g.all()
	if thrown, err := g.house.Sums().KeptFalse(); err != nil || len(thrown) > 0 {
		g.Errorf("what was kept by all that is called false: %v, %v", thrown, err)
	}
}

// golden collects, line by line, the answers of a Sabot about a record.
type golden struct {
	*testing.T
	house  *session.House
	writes bool // this Sabot wrote the record: its entries are said too
	kinds  map[string]bool
	said   []string
}

func (g *golden) must(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

func (g *golden) say(format string, args ...any) {
	g.said = append(g.said, fmt.Sprintf(format, args...))
}

// of returns a digest of lines. With SABOT_GOLDEN_IN=FOLDER a file of that name has them: who finds two digests looks there for what differs.
func (g *golden) of(lines ...string) string {
	g.Helper()
	said := []byte(strings.Join(lines, "\n"))
	sum := sha256.Sum256(said)
	digest := hex.EncodeToString(sum[:8])
	if folder := os.Getenv("SABOT_GOLDEN_IN"); folder != "" {
		g.must(os.MkdirAll(folder, 0o755))
		g.must(os.WriteFile(filepath.Join(folder, digest), said, 0o644))
	}
	return digest
}

// holds compares what was said with what a file has.
func (g *golden) holds(file string) {
	g.Helper()
	got := strings.Join(g.said, "\n") + "\n"
	if os.Getenv("SABOT_GOLDEN") == "write" {
		g.must(os.MkdirAll(filepath.Dir(file), 0o755))
		g.must(os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	g.must(err)
	if got == string(want) {
		return
	}
	had := strings.Split(string(want), "\n")
	for i, line := range g.said {
		if i >= len(had) || line != had[i] {
			g.Errorf("%s, line %d: said is %q, it was %q; where another form was meant, SABOT_GOLDEN=write", file, i+1, line, had[min(i, len(had)-1)])
			return
		}
	}
	g.Errorf("%s: %d lines are said, there were %d", file, len(g.said), len(had)-1)
}

// all says everything.
func (g *golden) all() {
	g.verify()
	streams := []string{record.HouseStream}
	for _, set := range g.house.State.Tables {
		streams = append(streams, set.Name)
	}
	for _, s := range streams {
		g.entries(s)
		g.follows(s)
		for _, lang := range text.Languages() {
			g.log(s, lang)
		}
	}
	var days []string
	for _, s := range streams[1:] {
		for n := 1; ; n++ {
			head, err := g.house.Derived().Head(s, n)
			if err != nil || head.Number != n {
				break
			}
			days = append(days, head.Day)
			g.export(s, n)
			g.shift(s, n)
		}
		if len(days) > 0 {
			g.report(papers.Wanted{Kind: reports.TableReport, Table: s, Item: slices.Min(days) + ".." + slices.Max(days)})
		}
	}
	for _, day := range slices.Compact(slices.Sorted(slices.Values(days))) {
		g.report(papers.Wanted{Kind: reports.HouseReport, Item: day})
		g.report(papers.Wanted{Kind: reports.ExceptionsReport, Item: day})
		g.report(papers.Wanted{Kind: reports.ChangesReport, Item: day})
		g.report(papers.Wanted{Kind: reports.AccessReport, Item: day})
	}
}

// verify says what an audit finds of each stream.
func (g *golden) verify() {
	snapshot, err := g.house.Store().Snapshot(context.Background())
	g.must(err)
	defer snapshot.Close()
	all, err := audit.Verify(context.Background(), snapshot, audit.Check{Trusted: g.house.Store().Verifier()})
	g.must(err)
	for _, c := range all {
		fault := "holds"
		if c.Fault != nil {
			fault = c.Fault.Error()
		}
		g.say("verify %s: %d hands, %s", c.Name, c.Hands, fault)
	}
}

// entries says how many of each kind there are, and of a record that this Sabot wrote the entries themselves.
func (g *golden) entries(stream string) {
	many, all := map[string]int{}, []string{}
	for e, err := range g.house.Store().Entries(stream, 1) {
		g.must(err)
		kind := record.KindOf(e.Fact)
		many[kind]++
		g.kinds[kind] = true
		all = append(all, fmt.Sprintf("%d %d %q %d %d %d %s %s", e.Seq, e.At.UnixMilli(), e.By, e.Shift, e.Shoe, e.Hand, kind, record.EncodeValue(steady(e.Fact))))
	}
	for _, kind := range slices.Sorted(maps.Keys(many)) {
		g.say("entries %s: %d %s", stream, many[kind], kind)
	}
	if g.writes {
		g.say("entries %s: %s", stream, g.of(all...))
	}
}

// follows demands that each entry can come behind the one before it, as a pit asks, and that a table which is closed refuses what comes at an
// open one.
func (g *golden) follows(stream string) {
	table := &pit.Table{Name: stream}
	first := map[string]record.Fact{} // of each kind
	place := pit.Place{}
	for e, err := range g.house.Store().Entries(stream, 1) {
		g.must(err)
		if err := place.Takes(&e); err != nil {
			g.Errorf("entry %d of %s, %s, %v", e.Seq, stream, record.KindOf(e.Fact), err)
		}
		place = place.Behind(&e)
		if stream == record.HouseStream {
			continue
		}
		table.Apply(e)
		if table.Open != (place.Opened > 0) {
			g.Errorf("entry %d of %s: open %v, and the place says %v", e.Seq, stream, table.Open, place.Opened)
		}
		if kind := record.KindOf(e.Fact); first[kind] == nil && record.WhenOf(e.Fact) == record.WhileOpen {
			first[kind] = e.Fact
		}
		if _, closed := e.Fact.(record.Closed); !closed {
			continue
		}
		for kind, f := range first {
			then := audit.Then{At: e.At, Signed: func() bool { return false }}
			if out, err := audit.Redo(table, then, []record.Fact{f}); err == nil && len(out) > 0 {
				g.Errorf("closed with entry %d, %s enters %s all the same: %v", e.Seq, stream, kind, out)
			}
		}
	}
}

// log says what the log tells.
func (g *golden) log(stream, lang string) {
	found, err := g.house.Log(stream, shifts.LogQuery{Most: 1 << 20})
	g.must(err)
	lines, err := eventlog.Of(g.house).WithSubjects(found)
	g.must(err)
	words := text.Open(lang, g.house.State.Currency)
	var said []string
	for _, e := range lines {
		e.Fact, e.Of = steady(e.Fact), steady(e.Of)
		line := e.Line(&g.house.State)
		said = append(said, e.At.UTC().Format(time.RFC3339Nano)+" "+line.Who()+" "+line.What(words)+" "+line.Said(words))
	}
	g.say("log %s %s: %d lines, %s", stream, lang, len(said), g.of(said...))
}

// export says what the hands of a shift are to other programs.
func (g *golden) export(table string, n int) {
	t, _, err := pit.Shift(g.house.Store(), table, n)
	g.must(err)
	var hands, settled []string
	for i := range t.History {
		if h := &t.History[i]; h.Cancelled == nil && !h.Round.Dry {
			hands = append(hands, string(handfile.Encode(h.Export(t.Game))))
			settled = append(settled, string(handfile.EncodeSettlement(h.Settlement(t.Game))))
		}
	}
	g.say("export %s %d: %d hands, %s, settled %s", table, n, len(hands), g.of(hands...), g.of(settled...))
}

// shift says each report of a shift.
func (g *golden) shift(table string, n int) {
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport} {
		g.report(papers.Wanted{Kind: kind, Table: table, Shift: n})
	}
	t, _, err := pit.Shift(g.house.Store(), table, n)
	g.must(err)
	var names []string
	for _, s := range t.Slips() {
		names = append(names, s.String())
	}
	for _, c := range t.Custodies() {
		names = append(names, c.Name)
	}
	for _, name := range names {
		g.report(papers.Wanted{Kind: reports.SlipReport, Table: table, Shift: n, Item: name})
	}
}

// report says the figures of a report and its pages, without what is another one each time: heads, keys, folders, who prints it, when and with what.
func (g *golden) report(w papers.Wanted) {
	for _, lang := range []string{"it", "en"} {
		w.Lang = lang
		e, err := papers.Of(g.house).Evidence(w)
		if err != nil {
			g.say("report %s %s %d %s %s: %v", w.Kind, w.Table, w.Shift, w.Item, lang, err)
			continue
		}
		e.Sabot, e.Program, e.Printed, e.Checkpoint, e.HouseCheckpoint = "golden", "", goldenBegan.UnixMilli(), "", ""
		for i := range e.Streams {
			e.Streams[i].Checkpoint = ""
		}
		if g.writes {
			e.Figures = g.steadyFigures(e.Figures)
		}
		doc, err := e.Draw(papers.Of(g.house).Words(lang))
		g.must(err)
		g.say("report %s %s %d %s %s: figures %s, %d pages, PDF %s", w.Kind, w.Table, w.Shift, w.Item, lang, g.of(string(e.Figures)), len(doc.Pages), g.of(string(doc.PDF)))
	}
}

// goldenNight is a house in which this Sabot plays a night of a game, with what goes wrong in one, and closes it.
func goldenNight(t *testing.T, game string) *session.House {
	t.Helper()
	clock := demo.NewClock(goldenBegan)
	h, err := session.Open(t.TempDir(), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := house.DemoPlan("it", game, 1)
	if err := h.SetUp(plan); err != nil {
		t.Fatal(errors.Join(err, h.Close()))
	}
	name := plan.Tables[0].Name
	if err := demo.Play(t.Context(), h, clock, name, 90, 7); err != nil {
		t.Fatal(errors.Join(err, h.Close()))
	}
	if _, err := demo.Close(h, clock, name); err != nil {
		t.Fatal(errors.Join(err, h.Close()))
	}
	return h
}
