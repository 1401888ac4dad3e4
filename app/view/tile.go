package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sabot/app/text"
	"sabot/app/view/scorecard"
	"sabot/games"
	"sabot/games/roads"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A Tile is a table on the floor screen.
type Tile struct {
	Name  string
	Game  string // preset, in words
	Open  bool
	Phase string
	Stop  bool   // the game is paused
	Place string // shoe and hand
	Hand  string // the same, shorter
	Pace  string // hands an hour; "" where it is not known
	// Dealer deals, Since so long; Overdue says that a relief is due.
	Dealer, Since string
	Overdue       bool
	Boxes         string // in play, of all
	Staked        string // in the open hand, "" where nothing is
	Minimum       string // of the main bets, the least; "" for none
	Money         *TileMoney
	Road          bool // its game has roads: Big is the big road of the shoe
	Big           []roads.BigCell
	LastOf        string            // whose totals those are
	Last          []LastTotal       // of the house's hand, the oldest first, where the game has no roads
	Streak        int               // the longest of the shoe
	Waits         []string          // what somebody has to see to, the most urgent first
	Urgent        int               // how urgent that is, or an alert; 0 where nothing waits
	Alerts        []string          // that nobody has acknowledged, the gravest first
	Level         record.AlertLevel // how grave that is; 0 for none
	Usual         string            // how fast it uses to be, or that nobody knows; "" as long as that was not read
	Good          []string          // names of Good Roads that the shoe shows
	Age           string            // how old all this is; "" where it is fresh
	Stale         bool              // it is older than somebody can rely on
	Bar           TileBar

	keys []string // of the texts of Waits
}

// A TileBar is the gravest thing that waits at a table. An approval comes first, then the gravest alert, then what
// the table shows by itself. It has no text where nothing waits.
type TileBar struct {
	Text  string
	Short string            // of an alert, where that has no room
	More  int               // so many other things wait
	Level record.AlertLevel // AlertInfo for an alert that is over
	Kind  TileKind
}

// A TileKind is a kind of what waits at a table, by which the floor counts.
type TileKind int

// The kinds, in the order of what comes first among those that are as grave.
const (
	QuietTile    TileKind = iota
	ApprovalTile          // it asks for an approval
	AlarmTile             // of its shoe, not seen yet
	StillTile             // nothing goes on there
	ReliefTile            // who deals there has dealt too long
	IncidentTile          // open, or a difference
	OtherTile
	SilentTile // nothing was heard of it for so long that nobody knows what waits
)

// waitKinds are the kinds of what a table shows by itself, by the key of its text; what is not named is of another.
var waitKinds = map[string]TileKind{
	"wait_alarms": AlarmTile, "wait_paused": StillTile, "wait_halted": StillTile, "wait_idle": StillTile,
	"mark_relief": ReliefTile, "wait_relief": ReliefTile, "mark_incidents": IncidentTile,
}

// ruleWaits are the keys of the texts with which a table says by itself what an alert tells of.
var ruleWaits = map[record.AlertRule][]string{
	record.AlarmAlert: {"wait_alarms"}, record.DifferenceAlert: {"mark_incidents"}, record.IncidentAlert: {"mark_incidents"},
	record.ReliefAlert: {"wait_relief"}, record.IdleAlert: {"wait_idle"}, record.TroubleAlert: {"wait_paused", "wait_halted"},
}

// Waiting returns what waits: what the table shows by itself, else its alerts.
func (t *Tile) Waiting() []string {
	if len(t.Waits) > 0 {
		return t.Waits
	}
	return t.Alerts
}

// TileMoney are the house's figures of a table, for who may see them.
type TileMoney struct {
	Result   string
	Mark     Mark
	Turnover string // "" as long as it is not known
	Float    string
	Names    [3]string // of the three
}

// A LastTotal is the total of the house's hand in an earlier hand.
type LastTotal struct {
	Text string
	Mark Mark // whether the house won; Plain where that is not shown
}

// Figures are the sums of a table that a tile shows; Whole is false as long as not every hand
// of the shift is known.
type Figures struct {
	Whole    bool
	Result   games.Amount // by hands
	Turnover games.Amount
}

// lastTotals is how many of them are shown.
const lastTotals = 8

// Tile returns a table for somebody who looks on; figures are nil for who may not see them.
func (v FloorViewer) Tile(t *pit.Table, figures *Figures) Tile {
	tile := Tile{Name: t.Name, Open: t.Open}
	g := v.Felt().offered(t)
	if g != nil {
		tile.Game = v.Text.T("preset_" + g.Options().Preset)
		tile.Minimum = v.minimum(t, g)
	}
	if !t.Open || g == nil {
		tile.Phase = v.Text.T("top_closed")
		return tile
	}
	phase := v.NextAct().Announce(t)
	tile.Stop = phase.Kind == GamePaused
	tile.Phase = v.Text.T(phaseWord(t))
	tile.Place = v.Text.T("top_no_shoe")
	if t.Shoe > 0 {
		at := text.Args{"Shoe": t.Shoe, "Hand": t.Current.Number}
		tile.Place, tile.Hand = v.Text.T("tile_place", at), v.Text.T("tile_hand", at)
	}
	tile.Dealer = v.House.NameOf(t.Croupier)
	tile.Boxes = v.Text.T("tile_boxes", text.Args{"N": t.InPlay(), "Of": g.Options().Boxes})
	tile.Staked = v.Felt().staked(t)
	if _, tile.Road = g.(games.TwoSided); tile.Road {
		shoe := roads.OfShoe(t.Deal().Results())
		tile.Big, tile.Streak = shoe.Big(), shoe.Statistics().Longest
		tile.Good = shoe.Good(roads.Patterns())
	} else {
		sides := g.Layout().Sides
		tile.LastOf, tile.Last = v.Text.T("place_"+sides[len(sides)-1].At.Name), v.lastTotals(t, figures != nil)
	}
	if figures != nil {
		tile.Money = v.tileMoney(t, figures)
	}
	return tile
}

// phaseWord returns the key of a word for a table's phase.
func phaseWord(t *pit.Table) string {
	switch t.Deal().Phase() {
	case hand.Shoeless, hand.Burning:
		return "tile_shoe"
	case hand.Betting:
		return "tile_betting"
	case hand.Paused, hand.Halted:
		return "tile_paused"
	case hand.Paying:
		return "tile_paying"
	case hand.Deciding:
		return "tile_deciding"
	}
	return "tile_dealing"
}

// minimum returns the least that may be put on any main bet; of those that a box has to have, on each: "20+10". "" where there is none.
func (v FloorViewer) minimum(t *pit.Table, g games.Game) string {
	var least games.Amount
	var each []string
	limits := limitsNow(t, g)
	for _, s := range games.SideSpots(g) {
		l := limits[s.Name].Min
		if s.Mandatory && l > 0 {
			each = append(each, v.Text.Amount(l))
		}
		if s.Main && l > 0 && (least == 0 || l < least) {
			least = l
		}
	}
	switch {
	case len(each) > 0:
		return v.Text.T("tile_minimum", text.Args{"Amount": strings.Join(each, "+")})
	case least > 0:
		return v.Text.T("tile_minimum", text.Args{"Amount": v.Text.Amount(least)})
	}
	return ""
}

func (v FloorViewer) tileMoney(t *pit.Table, f *Figures) *TileMoney {
	m := &TileMoney{Result: "…", Float: v.Text.T("report_unknown"), Names: [3]string{v.Text.T("floor_by_result"), v.Text.T("report_turnover"), v.Text.T("tile_float")}}
	if f.Whole {
		m.Result, m.Mark = v.Text.Signed(f.Result), netMark(f.Result)
		m.Turnover = v.Text.Amount(f.Turnover)
	}
	if tray := t.Desk().Worth(); tray.Known {
		m.Float = v.Text.Amount(tray.Amount)
	}
	return m
}

// lastTotals returns the totals of the house's hand in the last hands of the shoe.
func (v FloorViewer) lastTotals(t *pit.Table, won bool) []LastTotal {
	sides := t.Game.Layout().Sides
	at := sides[len(sides)-1].At
	var list []LastTotal
	for i := len(t.History) - 1; i >= 0 && len(list) < lastTotals && t.History[i].Shoe == t.Shoe; i-- {
		h := &t.History[i]
		if h.Cancelled != nil {
			continue
		}
		hands := h.Hands()
		n := slices.IndexFunc(hands, func(hand games.Hand) bool { return hand.At == at })
		if n < 0 || hands[n].Ranked {
			continue
		}
		last := LastTotal{Text: v.Felt().Total(hands[n], nil)}
		if won {
			last.Mark = netMark(h.House)
		}
		list = append(list, last)
	}
	slices.Reverse(list)
	return list
}

// TileNow puts what goes by the clock on a tile. It puts how long somebody deals, what waits, and how old that is
// where it is too old to rely on. At the end it puts when the table was heard last. Heard is when the table's
// record was read last.
func (v FloorViewer) TileNow(tile *Tile, t *pit.Table, heard time.Time) {
	now := v.now()
	tile.Pace, tile.Since, tile.Overdue, tile.Age, tile.Stale = "", "", false, "", false
	if pace, known := t.Pace(now); known && t.Open {
		tile.Pace = v.Text.T("tile_pace", text.Args{"N": pace})
	}
	if t.Open {
		tile.Since, tile.Overdue = v.Text.T("tile_since", text.Args{"Length": v.Text.Length(now.Sub(t.OnDuty))}), v.House.Alerts().Lasting(record.ReliefAlert, now.Sub(t.OnDuty))
	}
	tile.Waits, tile.keys, tile.Urgent = v.waits(t)
	tile.Bar = TileBar{}
	if n := len(tile.Waits); n > 0 {
		tile.Bar = TileBar{Text: tile.Waits[0], More: n - 1, Level: record.AlertWarning, Kind: cmp.Or(waitKinds[tile.keys[0]], OtherTile)}
	}
	age := now.Sub(heard)
	tile.Stale = age > house.HeardLately
	switch {
	case v.House.Alerts().Lasting(record.UnheardAlert, age):
		tile.Age = v.Text.T("tile_lost", text.Args{"Time": v.When(heard)})
	case age > house.HeardJustNow && !tile.Stale:
		tile.Age = v.Text.T("tile_seconds", text.Args{"N": int(age.Seconds())})
	case tile.Stale:
		tile.Age = v.Text.T("tile_age", text.Args{"N": int(age.Seconds())})
	}
}

// TileAsks adds to a tile, first of all, that the table asks for an approval, and of which role where that is
// known.
func (v FloorViewer) TileAsks(tile *Tile, of record.Role) {
	word := v.Text.T("wait_approval")
	if v.Text.Has("one_" + string(of)) {
		word = v.Text.T("wait_approval_of", text.Args{"Who": v.Text.T("one_" + string(of))})
	}
	tile.Bar = TileBar{Text: word, More: len(tile.Waits), Level: record.AlertCritical, Kind: ApprovalTile}
	tile.Waits, tile.keys, tile.Urgent = slices.Insert(tile.Waits, 0, word), slices.Insert(tile.keys, 0, "wait_approval"), mostUrgent+1
}

// waitOf returns what a table says by itself of what an alert tells of; "" where it does not.
func (t *Tile) waitOf(rule record.AlertRule) string {
	at := slices.IndexFunc(t.keys, func(key string) bool { return slices.Contains(ruleWaits[rule], key) })
	if at < 0 {
		return ""
	}
	return t.Waits[at]
}

// alertKind returns of what kind an alert is.
func alertKind(rule record.AlertRule) TileKind {
	for _, key := range ruleWaits[rule] {
		return waitKinds[key]
	}
	return OtherTile
}

// mostUrgent is of what is asked first in Waits: one more than its questions.
const mostUrgent = 12

// Waits returns what waits at a table for somebody who does not deal there, the most urgent first, and how
// urgent that is. It is 0 where nothing waits. A closed table has only what outlives the shift.
func (v FloorViewer) Waits(t *pit.Table) (waits []string, urgent int) {
	waits, _, urgent = v.waits(t)
	return waits, urgent
}

// waits returns the same, with the keys of the texts.
func (v FloorViewer) waits(t *pit.Table) (waits, keys []string, urgent int) {
	now, next := v.now(), mostUrgent
	add := func(waiting bool, key string, args ...text.Args) {
		if waiting && (t.Open || key == "wait_payouts" || key == "mark_incidents") {
			waits, keys = append(waits, v.Text.T(key, args...)), append(keys, key)
			urgent = max(urgent, next)
		}
		next--
	}
	count := func(n int, key string) { add(n > 0, key, text.Args{"N": n}) }
	count(len(t.Alarms), "wait_alarms")
	add(t.Current.Paused != nil, "wait_paused")
	add(t.Deal().Phase() == hand.Halted, "wait_halted")
	count(len(t.PayoutsDue()), "wait_payouts")
	count(len(t.Slips(tray.Requested)), "wait_slips")
	add(v.NextAct().gone(t) != nil, "mark_relief")
	duty, idle := now.Sub(t.OnDuty), now.Sub(t.Last())
	add(v.House.Alerts().Lasting(record.ReliefAlert, duty), "wait_relief", text.Args{"Length": v.Text.Length(duty)})
	add(v.House.Alerts().Lasting(record.IdleAlert, idle), "wait_idle", text.Args{"Length": v.Text.Length(idle)})
	due := t.DueCards(now)
	add(due != "" && t.Shoe > 0, "mark_cards")
	count(len(t.IncidentBook().OpenIncidents()), "mark_incidents")
	count(lateChanges(t), "wait_late")
	return waits, keys, urgent
}

// GoodRoads returns the displayed names of those Good Roads that are not off.
func (v FloorViewer) GoodRoads(good, off []string) []string {
	return scorecard.GoodNames(v.Text, slices.DeleteFunc(slices.Clone(good), func(name string) bool { return slices.Contains(off, name) }))
}
