package floor

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/session/floor"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/record"
)

// redraw puts what is known of the tables into tiles: anew where a table has become another.
func (f *Floor) redraw() {
	names, alerts := map[string]bool{}, f.alertsByTable()
	for _, name := range f.look.Tables() {
		w := f.look.Table(name)
		names[name] = true
		v := f.shell.ViewerAt(name)
		t := f.tiles[name]
		if t == nil || t.changed != w.Changed || t.spoken != f.shell.Text.Language || t.money != f.signedOn() {
			turnover, whole := w.Turnover()
			figures := &view.Figures{Whole: whole, Turnover: turnover}
			if w.State.Open {
				figures.Result = w.State.Result().ByHands
			}
			t = &tile{machine: w.Machine, changed: w.Changed, spoken: f.shell.Text.Language, money: f.signedOn(), sum: sumOf(v.Text.Currency, w.State, figures), known: whole}
			if !f.signedOn() {
				figures, t.known = nil, false // who may not see it learns nothing by the order either
			}
			t.Tile = v.Floor().Tile(w.State, figures)
			f.tiles[name] = t
		}
		t.pace, _ = w.State.Pace(f.shell.House.Now())
		v.Floor().TileNow(&t.Tile, w.State, w.Heard)
		if ask, asks := f.askedAt(name); asks {
			v.Floor().TileAsks(&t.Tile, ask.Of)
		}
		v.Floor().TileUsual(&t.Tile, w.Usual)
		t.Alerts, t.Level = nil, 0
		for _, a := range alerts[name] {
			v.Floor().TileAlert(&t.Tile, a.Alert, a.Now)
		}
		if !slices.Contains(f.list, name) {
			f.list = nil
		}
	}
	maps.DeleteFunc(f.tiles, func(name string, _ *tile) bool { return !names[name] })
	f.alike()
	if f.list == nil && len(f.tiles) > 0 {
		f.arrange()
	}
}

// alike writes the amounts of all tiles alike: they are read as columns.
func (f *Floor) alike() {
	var column []games.Amount
	for _, t := range f.tiles {
		if t.known {
			column = append(column, t.sum.result, t.sum.turnover, t.sum.float.Amount)
		}
	}
	for name, t := range f.tiles {
		if t.known && t.Money != nil {
			money := f.shell.ViewerAt(name).Text.Alike(column...)
			t.Money.Result, t.Money.Turnover = money.Signed(t.sum.result), money.Amount(t.sum.turnover)
			if t.sum.float.Known {
				t.Money.Float = money.Amount(t.sum.float.Amount)
			}
		}
	}
}

// update shows how the tables stand now.
func (f *Floor) update() {
	f.redraw()
	f.remark()
	tiles := f.shown()
	fresh := f.fresh()
	shown := controls.TilesView{
		Title: f.t("floor_title") + " · " + f.shell.House.State.Name, Who: f.whoWord(), Mark: f.mark(),
		Leave: controls.DeskKey{Label: f.t("back_overlay"), Key: "Esc", Do: f.leave},
		Tab:   f.tab, Sort: int(f.sort), Empty: f.emptyWord(), Acts: f.acts(), Notice: f.said(),
	}
	if f.signedOn() {
		shown.Leave.Label = f.t("office_leave")
		shown.Sum = f.sumsWord()
	}
	for i, t := range tiles {
		if t.Name == f.chosen {
			shown.Chosen = i
		}
		shown.Tiles = append(shown.Tiles, controls.ShownTile{
			Tile: t.Tile, Good: f.shell.Viewer().Floor().GoodRoads(t.Good, f.kept.off), Pinned: slices.Contains(f.kept.pinned, t.Name), New: fresh[t.Name], Looks: f.tab == goodRoads,
		})
	}
	if len(tiles) > 0 {
		f.chosen = tiles[shown.Chosen].Name
		shown.Detail = f.detail(tiles[shown.Chosen])
	}
	shown.Tabs, shown.Counts = f.tabs(), f.counts()
	for o := range orders {
		key := controls.TileKey{DeskKey: controls.DeskKey{Label: f.t([]string{"floor_by_waiting", "floor_by_streak", "floor_by_result", "floor_by_pace"}[o]), Do: func() { f.sortBy(o) }}}
		if o == f.sort {
			key.Key, key.New = "S", len(fresh)
			if f.drawn.OneLine() { // the others have no key there
				key.Do = f.sortNext
			}
		}
		shown.Sorts = append(shown.Sorts, key)
	}
	f.drawn.Set(shown)
	if f.felt != nil && f.shell.Overlay() == nil {
		f.felt = nil // it was left
	}
	if f.felt != nil {
		f.felt.update(f)
	}
}

// tabs returns the tabs: all tables, and those with Good Roads, with their number and how many came since that
// tab was looked at last.
func (f *Floor) tabs() []controls.TileKey {
	open := f.look.OpenAlerts()
	all, hidden, good, fresh := 0, 0, map[string]bool{}, 0
	for name, t := range f.tiles {
		if slices.Contains(f.kept.hidden, name) {
			hidden++
			continue
		}
		all++
		if f.matches(t) {
			good[name] = true
			if !f.good[name] {
				fresh++
			}
		}
	}
	if f.tab == goodRoads {
		f.good, fresh = good, 0
	} else {
		maps.DeleteFunc(f.good, func(name string, _ bool) bool { return !good[name] }) // what comes again is new again
	}
	return []controls.TileKey{
		{DeskKey: controls.DeskKey{Label: f.t("floor_all", text.Args{"N": all, "Hidden": hidden}), Key: "Tab", Do: func() { f.turnTo(allTables) }}},
		{DeskKey: controls.DeskKey{Label: f.t("title_patterns") + " " + strconv.Itoa(len(good)), Do: func() { f.turnTo(goodRoads) }}, Lit: len(good) > 0, New: fresh},
		{DeskKey: controls.DeskKey{Label: f.t("floor_alerts"), Key: "A", Do: f.openAlerts}, Lit: len(open) > 0, New: len(open), Level: gravest(open)},
	}
}

// gravest returns how grave the gravest of some alerts is that have not ended.
func gravest(open []floor.AlertThere) (level record.AlertLevel) {
	for _, a := range open {
		if level = max(level, record.AlertInfo); !a.Now.Ended {
			level = max(level, a.Level)
		}
	}
	return level
}

// counts returns how many tables wait, by kind, the gravest first, and at how many nothing does.
func (f *Floor) counts() (counts []controls.TileCount) {
	n, level := map[view.TileKind]int{}, map[view.TileKind]record.AlertLevel{}
	for name, t := range f.tiles {
		if slices.Contains(f.kept.hidden, name) || !t.Open && t.Bar.Text == "" {
			continue
		}
		kind, grave := t.Bar.Kind, t.Bar.Level
		if t.Stale {
			kind, grave = view.SilentTile, record.AlertInfo
		}
		n[kind]++
		level[kind] = max(level[kind], grave)
	}
	for kind, key := range []string{"count_quiet", "count_approval", "count_alarm", "count_still", "count_relief", "count_incident", "count_other", "count_silent"} {
		if of := view.TileKind(kind); n[of] > 0 {
			counts = append(counts, controls.TileCount{Text: f.t(key, text.Args{"N": n[of]}), Tables: n[of], Level: level[of]})
		}
	}
	slices.SortStableFunc(counts, func(a, b controls.TileCount) int { return cmp.Compare(b.Level, a.Level) })
	return counts
}

func (f *Floor) whoWord() string {
	clock := f.shell.Viewer().Clock(f.shell.House.Now())
	if !f.signedOn() {
		return f.t("floor_covered") + " · " + clock
	}
	return f.who.Name + " · " + f.t("role_"+string(f.who.Role)) + " · " + clock
}

func (f *Floor) emptyWord() string {
	switch {
	case f.look.Heard().IsZero():
		return f.t("floor_reading")
	case f.tab == goodRoads:
		return f.t("floor_no_good")
	case len(f.tiles) == 0 && f.ways.Elsewhere != nil:
		return f.t("floor_unheard")
	}
	return f.t("floor_all_hidden")
}

// detail returns what the tile of a table has no room for.
func (f *Floor) detail(t *tile) string {
	words := []string{t.Name, t.Game, t.machine}
	if t.Open {
		if m := t.Money; m != nil {
			words = append(words, f.t("floor_float", text.Args{"Amount": m.Float}))
			if m.Turnover != "" {
				words = append(words, f.t("floor_turnover", text.Args{"Amount": m.Turnover}))
			}
		}
		words = append(words, t.Usual, t.Minimum, t.Staked)
		words = append(words, f.shell.Viewer().Floor().GoodRoads(t.Good, f.kept.off)...)
	}
	words = slices.Concat(words, t.Alerts, t.Waits)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " · ")
}

// acts returns the keys for the chosen table, and the menu.
func (f *Floor) acts() []controls.DeskKey {
	pin := "floor_pin"
	if slices.Contains(f.kept.pinned, f.chosen) {
		pin = "floor_unpin"
	}
	var acts []controls.DeskKey
	if f.asksNow() {
		acts = append(acts, controls.DeskKey{Label: f.t("floor_approve"), Key: "O", Do: f.openAsked})
	}
	return append(acts, []controls.DeskKey{
		{Label: f.t("floor_felt"), Key: "F", Do: f.openFelt},
		{Label: f.t("office_hands"), Key: "H", Do: f.openHands},
		{Label: f.t("floor_reports"), Key: "R", Do: f.openReports},
		{Label: f.t("floor_limits"), Key: "L", Do: f.openLimits},
		{Label: f.t(pin), Key: "P", Do: f.pin},
		{Label: f.t("floor_hide"), Key: "X", Do: f.hide},
		{Label: f.t("office_menu"), Key: "M", Do: f.openMenu},
	}...)
}
