package floor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/roads"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// A tile has the figures of the table's own fold, and those of the report of its shift, to
// the centime; after more hands too. Who is not signed on sees none of the house's money.
func TestTilesHaveTheReportsFigures(t *testing.T) {
	w := before(t, 8)
	check := func() {
		t.Helper()
		open, result, turnover, cash := 0, games.Amount(0), games.Amount(0), games.Amount(0)
		var column []games.Amount // which are written alike
		for name := range w.floor.tiles {
			if state := w.state(name); state.Open {
				report := reports.ShiftOf(state, &w.Shell.House.State)
				column = append(column, report.Result.ByHands, report.Total.Turnover, state.Desk().Worth().Amount)
				open, result, turnover, cash = open+1, result+report.Result.ByHands, turnover+report.Total.Turnover, cash+report.Result.BoughtIn
			}
		}
		money := w.Shell.Text.In("CHF").Alike(result, turnover, cash)
		w.Says(fmt.Sprintf("Tavoli aperti %d · CHF %s · giocato %s · acquisti %s", open, money.Signed(result), money.Amount(turnover), money.Amount(cash)))
		for name, shown := range w.floor.tiles {
			state := w.state(name)
			if shown.Open != state.Open {
				t.Errorf("%s: open %v", name, shown.Open)
			}
			if !state.Open {
				continue
			}
			v := w.Shell.ViewerAt(name)
			report := reports.ShiftOf(state, &w.Shell.House.State)
			alike := v.Text.Alike(column...)
			want := fmt.Sprint(alike.Signed(report.Result.ByHands), alike.Amount(report.Total.Turnover), alike.Amount(state.Desk().Worth().Amount))
			if m := shown.Money; m == nil || fmt.Sprint(m.Result, m.Turnover, m.Float) != want {
				t.Errorf("%s: %+v, the report has %s", name, m, want)
			}
			if shown.Dealer != w.Shell.House.State.NameOf(state.Croupier) || !strings.Contains(shown.Place, fmt.Sprint(state.Current.Number)) || !strings.Contains(shown.Boxes, fmt.Sprint(state.InPlay())) {
				t.Errorf("%s: %q, %q, %q", name, shown.Dealer, shown.Place, shown.Boxes)
			}
			if _, all := state.Bets().Staked(); (all > 0) != (shown.Staked != "") || !strings.Contains(shown.Staked, v.Text.Amount(all)) && all > 0 {
				t.Errorf("%s: staked %q of %d", name, shown.Staked, all)
			}
			if _, two := state.Game.(games.TwoSided); two != shown.Road || two && len(shown.Big) != len(roads.OfShoe(state.Deal().Results()).Big()) || !two && len(shown.Last) == 0 {
				t.Errorf("%s: road %v, %d cells, %d totals", name, shown.Road, len(shown.Big), len(shown.Last))
			}
		}
	}
	for _, shown := range w.floor.tiles {
		if shown.Money != nil || shown.known {
			t.Errorf("%s shows money to nobody", shown.Name)
		}
	}
	w.Says("cifre coperte")
	if said := w.Words(); strings.Contains(said, "giocato") {
		t.Errorf("nobody is signed on, and it shows:\n%s", said)
	}
	w.enters()
	check()
	for name := range w.night {
		w.goesOn(name, 60)
	}
	w.pass(2 * time.Second)
	check()
	w.Escape()
	if w.floor.signedOn() || w.left {
		t.Error("Esc does not cover the figures")
	}
	if w.Escape(); !w.left {
		t.Error("Esc does not lead back")
	}
}

// A hand that is corrected changes what the shift has turned over, as in the report.
func TestTurnoverAfterACorrection(t *testing.T) {
	w := before(t, 2)
	w.enters()
	for w.state("LB1").Deal().Phase() != hand.Betting || !w.state("LB1").Current.Empty() {
		w.goesOn("LB1", 1)
		if len(w.night["LB1"]) == 0 {
			break
		}
	}
	state := w.state("LB1")
	last := state.History[len(state.History)-1]
	round := last.Round
	round.Bets = append([]games.Bet{}, round.Bets...)
	round.Bets[0].Amount += 500
	w.pass(time.Second)
	before, _ := w.floor.look.Table("LB1").Turnover()
	elena, err := w.Shell.House.SignOn("215821")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := state.Corrections().CorrectHand(hand.Correction{Hand: last.Number, Round: round, Reason: "59"}, &elena.Staff)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.keeper.Append(state.Stamp(w.clock.Now(), facts...)...); err != nil {
		t.Fatal(err)
	}
	w.pass(2 * time.Second)
	after, _ := w.floor.look.Table("LB1").Turnover()
	if report := reports.ShiftOf(w.state("LB1"), &w.Shell.House.State); after != report.Total.Turnover || after == before {
		t.Errorf("turned over %d, before %d; the report has %d", after, before, report.Total.Turnover)
	}
}

// The floor writes to no table's stream and takes no lease: whatever is done on it, the
// tables' records end where they ended, and their own programs can take them.
func TestFloorWritesAtNoTable(t *testing.T) {
	w := before(t, 5)
	ends := map[string]int64{}
	for _, set := range w.Shell.House.State.InUse() {
		ends[set.Name], _ = w.keeper.Last(set.Name)
	}
	w.enters()
	w.Keys("2fh\x1b\x1b3h\x1b4l\x1bpsssgv")
	w.LeaveOverlays()
	w.Press(fyne.KeyTab, fyne.KeyTab, fyne.KeyF2, fyne.KeyEscape, fyne.KeyF8, fyne.KeyEscape, fyne.KeyF10, fyne.KeyEscape)
	w.Keys("mx")
	w.LeaveOverlays()
	for name, end := range ends {
		if now, err := w.keeper.Last(name); err != nil || now != end {
			t.Errorf("%s has %d entries, had %d: %v", name, now, end, err)
		}
		lease, err := w.keeper.Lease(name, "its own program")
		if err != nil {
			t.Errorf("%s is taken: %v", name, err)
			continue
		}
		if err := lease.Release(); err != nil {
			t.Error(err)
		}
	}
}

// What is new is shown when it was read, and no more is read than that.
func TestFloorFollowsItsTables(t *testing.T) {
	w := before(t, 4)
	before := w.floor.look.Table("LB1").State
	seq := before.Seq
	w.goesOn("LB1", 9)
	if w.pass(lookEvery); before.Seq == seq {
		w.pass(lookEvery)
	}
	if now := w.floor.look.Table("LB1").State; now != before || now.Seq != seq+9 {
		t.Errorf("the fold did not go on: %d, was %d", now.Seq, seq)
	}
}

// Data that is not of just now says how old it is; it is greyed after 30 s, and after 5 minutes says since when nothing was heard.
func TestAgeOfTheData(t *testing.T) {
	w := before(t, 3)
	shown := w.floor.tiles["LB1"]
	v, state := w.Shell.ViewerAt("LB1"), w.floor.look.Table("LB1").State
	now := w.clock.Now()
	for _, c := range []struct {
		age   time.Duration
		stale bool
		says  string
	}{{17 * time.Second, false, ""}, {29 * time.Second, false, "29 s"}, {31 * time.Second, true, "31 s"}, {6 * time.Minute, true, "Non sentito dalle " + v.Clock(now.Add(-6*time.Minute))}} {
		v.Floor().TileNow(&shown.Tile, state, now.Add(-c.age))
		if shown.Stale != c.stale || c.says == "" && shown.Age != "" || !strings.Contains(shown.Age, c.says) {
			t.Errorf("after %v: %v, %q", c.age, shown.Stale, shown.Age)
		}
	}
}

// A table at which nothing happens for twenty minutes, and a croupier who deals for more than an
// hour, wait for somebody; so does an incident. What waits stands first once it is sorted.
func TestWhatWaits(t *testing.T) {
	w := before(t, 5)
	w.enters()
	w.does("PB1", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	})
	w.pass(2 * time.Second)
	if shown := w.floor.tiles["PB1"]; !slices.Contains(shown.Waits, "Incidenti aperti: 1") {
		t.Fatalf("it waits: %v", shown.Waits)
	}
	if names := w.names(); !strings.Contains(names, "+PB1") {
		t.Errorf("the incident is no news: %s", names)
	}
	w.Keys("s")
	for i, shown := range w.floor.shown() {
		if first := w.floor.shown()[0]; len(first.Waits) == 0 || i > 0 && shown.Urgent > w.floor.shown()[i-1].Urgent {
			t.Errorf("what waits does not stand first: %s", w.names())
		}
	}
	if strings.Contains(w.names(), "+") {
		t.Errorf("sorted, something is still new: %s", w.names())
	}
	w.clock.Pass(21 * time.Minute)
	w.pass(time.Second)
	waits := strings.Join(w.floor.tiles["LB1"].Waits, "\n")
	if !strings.Contains(waits, "Fermo da 2") {
		t.Errorf("idle for 21 minutes: %s", waits)
	}
	w.clock.Pass(time.Hour)
	w.pass(time.Second)
	if waits := strings.Join(w.floor.tiles["LB1"].Waits, "\n"); !strings.Contains(waits, "Cambio: da 1 h") || !w.floor.tiles["LB1"].Overdue {
		t.Errorf("an hour and more at the table: %s", waits)
	}
}

// The head counts each table once, by what its bar says, the gravest kind first; one of a kind is said as one.
func TestHeadCountsByKind(t *testing.T) {
	w := before(t, 20)
	w.pass(2 * time.Second)
	for _, lang := range text.Languages() {
		w.Shell.Speak(lang)
		w.floor.update()
		tables, open := 0, 0
		for _, tile := range w.floor.tiles {
			if tile.Open || tile.Bar.Text != "" {
				open++
			}
			if (tile.Bar.Text == "") != (tile.Bar.Kind == view.QuietTile) || (tile.Bar.Text == "") != (len(tile.Waits)+len(tile.Alerts) == 0) {
				t.Errorf("%s: %s waits for %q, %q and says %+v", lang, tile.Name, tile.Waits, tile.Alerts, tile.Bar)
			}
			if len(tile.Waits) == 1 && tile.Bar.More >= 1+len(tile.Alerts) {
				t.Errorf("%s: %s counts one thing twice: %q, %q, %+v", lang, tile.Name, tile.Waits, tile.Alerts, tile.Bar)
			}
		}
		counts := w.floor.counts()
		for i, c := range counts {
			tables += c.Tables
			if i > 0 && c.Level > counts[i-1].Level {
				t.Errorf("%s: %q stands before %q", lang, counts[i-1].Text, c.Text)
			}
		}
		if tables != open || len(counts) < 2 {
			t.Errorf("%s: %d tables of %d in %+v", lang, tables, open, counts)
		}
	}
	for _, said := range []struct{ key, one, two string }{{"count_still", "1 fermo", "2 fermi"}, {"count_relief", "1 cambio in ritardo", "2 cambi in ritardo"}, {"count_other", "1 altro", "2 altri"}} {
		w.Shell.Speak("it")
		if one, two := w.Shell.Text.T(said.key, text.Args{"N": 1}), w.Shell.Text.T(said.key, text.Args{"N": 2}); one != said.one || two != said.two {
			t.Errorf("%q, %q", one, two)
		}
	}
}

// The tiles are sorted by what waits, the longest streak, the result and the pace; a table
// that is closed comes last.
func TestSortTheFloor(t *testing.T) {
	w := before(t, 8)
	w.enters()
	closed := w.Shell.House.State.Tables[7].Name
	for _, c := range []struct {
		by    order
		falls func(a, b *tile) bool // a may stand before b
	}{
		{byStreak, func(a, b *tile) bool { return a.Streak >= b.Streak }},
		{byResult, func(a, b *tile) bool { return a.sum.result <= b.sum.result }},
		{byPace, func(a, b *tile) bool { return a.pace >= b.pace }},
		{byWaiting, func(a, b *tile) bool { return a.Urgent >= b.Urgent }},
	} {
		w.Keys("s")
		if w.floor.sort != c.by {
			t.Fatalf("sorted by %d, not %d", w.floor.sort, c.by)
		}
		list := w.floor.shown()
		for i := 1; i < len(list)-1; i++ {
			if !c.falls(list[i-1], list[i]) {
				t.Errorf("by %d: %s stands before %s", c.by, list[i-1].Name, list[i].Name)
			}
		}
		if len(list) != 8 || list[7].Name != closed {
			t.Errorf("by %d the closed table stands elsewhere: %s", c.by, w.names())
		}
	}
	for i, word := range []string{"floor_by_waiting", "floor_by_streak", "floor_by_result", "floor_by_pace"} {
		w.TouchOn(w.floor.drawn.Drawn, w.Shell.Text.T(word))
		if w.floor.sort != order(i) {
			t.Errorf("a tap on %s sorts by %d", word, w.floor.sort)
		}
	}
}

// Up to three tables are pinned and stand first, whatever the order; hidden ones are shown again;
// both are kept on this machine. What somebody hid, whoever signs on next sees, and the floor says that something is hidden.
func TestPinAndHide(t *testing.T) {
	w := before(t, 8)
	w.enters()
	list := strings.Fields(w.names())
	last := list[len(list)-1]
	w.Press(fyne.KeyEnd)
	w.Keys("p")
	if names := w.names(); !strings.HasPrefix(names, last+" ") {
		t.Fatalf("what was pinned does not stand first: %s", names)
	}
	w.Keys("sss")
	if names := w.names(); !strings.HasPrefix(names, last+" ") {
		t.Errorf("sorted, what was pinned does not stand first: %s", names)
	}
	w.Keys("2p3p")
	w.Keys("5p")
	w.Says("Sono già fissati 3 tavoli")
	if len(w.floor.kept.pinned) != 3 {
		t.Errorf("pinned: %v", w.floor.kept.pinned)
	}
	w.Keys("5")
	hidden := w.floor.chosen
	w.Keys("x")
	w.Says(hidden + " è nascosto")
	if names := " " + w.names() + " "; strings.Contains(names, " "+hidden+" ") {
		t.Errorf("what was hidden is shown: %s", names)
	}
	if again := w.floor.keptHere(); len(again.pinned) != 3 || !slices.Equal(again.hidden, []string{hidden}) {
		t.Errorf("kept: %+v", again)
	}
	w.Says("Tutti 7 · nascosti 1")
	w.Press(fyne.KeyEscape)
	if names := " " + w.names() + " "; !strings.Contains(names, " "+hidden+" ") {
		t.Errorf("with nobody signed on it stays hidden: %s", names)
	}
	w.Press(fyne.KeyReturn)
	w.Keys(screentest.ManagerCode)
	if names := " " + w.names() + " "; !w.floor.signedOn() || !strings.Contains(names, " "+hidden+" ") {
		t.Errorf("a manager does not see what the inspector has hidden: %s", names)
	}
	w.Press(fyne.KeyEscape)
	w.enters()
	if names := " " + w.names() + " "; strings.Contains(names, " "+hidden+" ") {
		t.Errorf("who hid it sees it again: %s", names)
	}
	w.Keys("v")
	w.TouchOn(w.OverlayDrawn(), hidden)
	if names := " " + w.names() + " "; !strings.Contains(names, " "+hidden+" ") || w.floor.chosen != hidden {
		t.Errorf("what was hidden is not shown again: %s", names)
	}
	w.Keys("1p")
	if len(w.floor.kept.pinned) != 2 {
		t.Errorf("what was pinned cannot be let go: %v", w.floor.kept.pinned)
	}
}

// The tab of Good Roads has the tables that match now, says how many came, and follows the
// patterns that are switched on (source 000).
func TestGoodRoadsTab(t *testing.T) {
	w := before(t, 20)
	matching := func() (names []string) {
		for _, set := range w.Shell.House.State.InUse() {
			state := w.state(set.Name)
			wanted := slices.DeleteFunc(roads.Patterns(), func(p roads.Pattern) bool { return slices.Contains(w.floor.kept.off, p.Name) })
			if state.Open && len(roads.OfShoe(state.Deal().Results()).Good(wanted)) > 0 {
				names = append(names, set.Name)
			}
		}
		slices.Sort(names)
		return names
	}
	shown := func() []string {
		names := strings.Fields(strings.ReplaceAll(w.names(), "+", ""))
		slices.Sort(names)
		return names
	}
	want := matching()
	if len(want) == 0 || len(want) == 20 {
		t.Fatalf("the nights show nothing: %v", want)
	}
	if tabs := w.floor.tabs(); !tabs[goodRoads].Lit || tabs[goodRoads].New != len(want) {
		t.Errorf("the tab is lit %v, with %d new of %v", tabs[goodRoads].Lit, tabs[goodRoads].New, want)
	}
	w.Press(fyne.KeyTab)
	if got := shown(); !slices.Equal(got, want) {
		t.Errorf("it has %v, not %v", got, want)
	}
	if tabs := w.floor.tabs(); tabs[goodRoads].New != 0 {
		t.Errorf("%d are new on the tab that is looked at", tabs[goodRoads].New)
	}
	for name := range w.night {
		w.goesOn(name, 45)
	}
	w.pass(2 * time.Second)
	if got, want := shown(), matching(); !slices.Equal(got, want) {
		t.Errorf("hands later it has %v, not %v", got, want)
	}
	for i, p := range roads.Patterns() {
		w.Keys("g" + string(rune('a'+i)) + "\x1b")
		if !slices.Contains(w.floor.kept.off, p.Name) {
			t.Fatalf("%s is not off", p.Name)
		}
		if got, want := shown(), matching(); !slices.Equal(got, want) {
			t.Errorf("without %v it has %v, not %v", w.floor.kept.off, got, want)
		}
	}
	w.Says("Nessun tavolo mostra ora")
	if tabs := w.floor.tabs(); tabs[goodRoads].Lit {
		t.Error("the tab is lit with nothing on it")
	}
}

// A table's felt, hands, reports and limits are two keys away, or two taps.
func TestTableInTwoKeys(t *testing.T) {
	w := before(t, 8)
	w.enters()
	names := strings.Fields(w.names())
	w.Keys("2f")
	w.Says("Si guarda soltanto")
	seq := w.floor.look.Table(names[1]).State.Seq
	w.goesOn(names[1], 25)
	w.pass(3 * time.Second)
	if w.floor.felt == nil || w.floor.felt.seen != w.floor.look.Table(names[1]).Changed || w.floor.look.Table(names[1]).State.Seq == seq {
		t.Error("the felt does not go on")
	}
	w.Escape()
	w.Keys("3h")
	w.Shows(w.Shell.Text.T("title_history"))
	w.Keys("r")
	w.Shows(w.Shell.Text.T("report_outcome"))
	w.LeaveOverlays()
	w.Keys("1l")
	w.Shows(names[0] + " · " + w.Shell.Text.T("title_limits"))
	w.Escape()
	if w.Keys("3r"); w.went != names[2] {
		t.Errorf("the office was opened with %q, not %s", w.went, names[2])
	}
	w.TouchOn(w.floor.drawn.Drawn, names[4])
	w.TouchOn(w.floor.drawn.Drawn, w.Shell.Text.T("floor_felt"))
	if w.floor.felt == nil || w.floor.felt.table != names[4] {
		t.Error("two taps do not show the felt")
	}
	w.Escape()
	w.TouchOn(w.floor.drawn.Drawn, names[4])
	w.Shows(names[4], w.Shell.Text.T("floor_felt"))
}

// Figures and hands are for who may read reports, and what shows them asks for the code first;
// after ten minutes without a key they are covered.
func TestFiguresAreCovered(t *testing.T) {
	w := before(t, 4)
	w.Keys("1h" + screentest.CroupierCode)
	if w.floor.signedOn() {
		t.Fatal("a croupier sees the house's figures")
	}
	w.Shows("Anna Rossi")
	w.Keys(screentest.InspectorCode)
	w.Shows(w.Shell.Text.T("title_history"))
	in := w.Shell.House.State.People().InOffice("21")
	w.clock.Pass(patience)
	w.Pass(patience)
	w.pass(time.Second)
	if w.floor.signedOn() || w.Shell.Overlay() != nil || in != 1 || w.Shell.House.State.People().InOffice("21") != 0 {
		t.Errorf("after ten minutes: signed on %v, on the record %d, then %d", w.floor.signedOn(), in, w.Shell.House.State.People().InOffice("21"))
	}
	w.Says("cifre coperte")
}

// A hundred tables stand on pages; keys and taps turn them, and a digit is a tile of the page.
func TestHundredTables(t *testing.T) {
	w := before(t, 100)
	w.Says("1 / 5")
	w.Press(fyne.KeyPageDown)
	w.Says("2 / 5")
	w.Keys("3")
	if list := w.floor.shown(); w.floor.chosen != list[22].Name {
		t.Errorf("the third of the second page is %s, not %s", list[22].Name, w.floor.chosen)
	}
	w.TouchOn(w.floor.drawn.Drawn, "▶")
	w.Says("3 / 5")
	w.Press(fyne.KeyEnd)
	w.Says("5 / 5")
	w.Press(fyne.KeyHome, fyne.KeyDown, fyne.KeyRight)
	if list := w.floor.shown(); w.floor.chosen != list[6].Name {
		t.Errorf("one down and one right of the first is %s", w.floor.chosen)
	}
}

// whole demands that no word of a tile is cropped, on a small screen and a large one: what waits behind what waits there may
// be, and the line under the tiles.
func (w *watcher) whole(lang string) {
	w.T.Helper()
	was := w.Shell.Window.Canvas().Size()
	for _, size := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		w.Shell.Window.Resize(size)
		for _, o := range w.floor.drawn.Objects() {
			if word := screentest.DrawnText(o); strings.HasSuffix(word, "…") && !strings.HasSuffix(word, " · …") && !strings.HasPrefix(word, w.floor.chosen+" ·") {
				w.T.Errorf("%s: %q is cropped at %.0f", lang, word, size.Width)
			}
		}
	}
	w.Shell.Window.Resize(was)
}

// The floor can be read with 8, 20 and 100 tables, covered and with figures, in each language
// and size.
func TestFloorIsReadable(t *testing.T) {
	for _, tables := range []int{8, 20, 100} {
		t.Run(fmt.Sprint(tables), func(t *testing.T) {
			w := before(t, tables)
			w.InHouse()
			w.does("PB1", func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
			})
			w.pass(2 * time.Second)
			for _, lang := range text.Languages() {
				w.SpeakIn(lang)
				w.floor.update()
				w.Look(fmt.Sprintf("covered %d", tables))
			}
			w.enters()
			for _, lang := range text.Languages() {
				w.SpeakIn(lang)
				w.floor.update()
				w.Look(fmt.Sprintf("figures %d", tables))
				w.whole(lang)
				w.Press(fyne.KeyTab)
				w.Look("good roads")
				w.Press(fyne.KeyTab)
				if tables == 8 {
					w.Keys("1")
					w.Press(fyne.KeyReturn)
					w.Look("table")
					w.Escape()
					w.Keys("2f")
					w.Look("felt")
					w.Escape()
				}
			}
		})
	}
}
