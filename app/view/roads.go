package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/roads"
	"sabot/pit"
)

// Roads are the scorecards of the shoe as they are shown.
type Roads struct {
	Title   string
	Bead    []Bead
	Big     []roads.BigCell
	Derived [3][]roads.Mark
	Names   [5]string // bead plate, big road and the three derived
	Counts  []Count
	Asks    []Ask
	Good    []string // the patterns that the shoe shows
	Last    string   // the last result, in the croupier's words
	Limits  string
	Empty   string // what to say before the first hand
	Totals  Switch // letters or totals on the bead plate
	Choose  Switch // which Good Roads are looked for
	Asked   *Asked // the hand that is asked about, nil if none: no result
}

// An Asked is the place of the hand that is asked about on the roads. It is no result, and never looks like
// one.
type Asked struct {
	Derived [3]bool // the newest mark of these roads is its
}

// Switch is a key of the scorecards.
type Switch struct{ Label, Key string }

// Bead is a hand on the bead plate.
type Bead struct {
	roads.Spot
	roads.Result
	Text string
}

// A Count is one figure of the shoe: how many, of what.
type Count struct {
	Name, Number string
	Side         string // "player", "banker", "tie": its colour
}

// An Ask is a forecast of the derived roads, if that side won the next hand.
type Ask struct {
	Side   string // "player", "banker"
	Label  string
	Key    string
	Shows  [3]roads.Answer
	Chosen bool
}

// Probe is a hand that is asked about; Totals shows totals on the bead plate in
// place of letters.
type Probe struct {
	Side   roads.Side
	Totals bool
}

// RoadsOf returns the scorecards of a table's shoe; false where its game makes none.
func (v Viewer) RoadsOf(t *pit.Table, p Probe) (Roads, bool) {
	if _, ok := v.Felt().game(t).(games.TwoSided); !ok {
		return Roads{}, false
	}
	shoe := roads.OfShoe(t.Deal().Results())
	r := Roads{Title: v.Text.T("roads_title", text.Args{"Table": t.Name, "Shoe": t.Shoe}), Last: v.lastResult(shoe), Limits: v.limits(t, v.Felt().offered(t))}
	r.Totals, r.Choose = Switch{v.Text.T("roads_totals"), "T"}, Switch{v.Text.T("title_patterns"), "G"}
	if p.Totals {
		r.Totals.Label = v.Text.T("roads_letters")
	}
	for i, key := range []string{"road_bead", "road_big", "road_eye", "road_small", "road_cockroach"} {
		r.Names[i] = v.Text.T(key)
	}
	if len(shoe.Results) == 0 {
		r.Empty = v.Text.T("roads_empty")
	}
	r.Counts = v.counts(shoe.Statistics())
	for _, a := range []struct {
		side      roads.Side
		name, key string
	}{{roads.Player, "player", "P"}, {roads.Banker, "banker", "B"}} {
		r.Asks = append(r.Asks, Ask{a.name, v.Text.T("ask_" + a.name), a.key, shoe.Ask(a.side), p.Side == a.side})
	}
	r.Good = v.patterns(shoe.Good(wanted(t.Settings.PatternsOff)))
	if p.Side != roads.Tie {
		r.Asked = &Asked{}
		for i, answer := range shoe.Ask(p.Side) {
			r.Asked.Derived[i] = answer.Marks
		}
		shoe = shoe.With(p.Side)
	}
	for i, hand := range shoe.Results {
		bead := Bead{Spot: roads.Bead(i), Result: hand, Text: v.Text.T("bead_" + sideName(hand.Winner))}
		if p.Totals {
			bead.Text = Digit(hand.Total)
		}
		if r.Asked != nil && i == len(shoe.Results)-1 {
			bead.Text = "?"
		}
		r.Bead = append(r.Bead, bead)
	}
	r.Big = shoe.Big()
	for i, d := range shoe.Derived {
		r.Derived[i] = d.Lay()
	}
	return r, true
}

// NewGood returns the Good Roads that the last hand of the shoe brought, in a sentence; "" where it brought
// none that is wanted.
func (v Viewer) NewGood(t *pit.Table) string {
	names := goodRoads(t, (*roads.Roads).NewGood)
	if len(names) == 0 {
		return ""
	}
	return v.saidGood(names)
}

// goodRoads returns those Good Roads that the table has not turned off.
func goodRoads(t *pit.Table, which func(*roads.Roads, []roads.Pattern) []string) []string {
	return which(roads.OfShoe(t.Deal().Results()), wanted(t.Settings.PatternsOff))
}

func (v Viewer) saidGood(names []string) string {
	return v.Text.T("said_good_road", text.Args{"Names": strings.Join(v.patterns(names), ", ")})
}

// patterns returns the displayed names of Good Roads.
func (v Viewer) patterns(names []string) []string {
	var words []string
	for _, name := range names {
		words = append(words, v.Text.T("good_"+name))
	}
	return words
}

func wanted(off []string) []roads.Pattern {
	return slices.DeleteFunc(roads.Patterns(), func(p roads.Pattern) bool { return slices.Contains(off, p.Name) })
}

func sideName(s roads.Side) string {
	return [...]string{roads.Tie: "tie", roads.Player: "player", roads.Banker: "banker"}[s]
}

func (v Viewer) counts(s roads.Statistics) []Count {
	return []Count{
		{v.Text.T("count_hands"), Digit(s.Hands), ""},
		{v.Text.T("place_player"), Digit(s.Player), "player"},
		{v.Text.T("place_banker"), Digit(s.Banker), "banker"},
		{v.Text.T("spot_tie"), Digit(s.Tie), "tie"},
		{v.Text.T("spot_player_pair"), Digit(s.PlayerPair), "player"},
		{v.Text.T("spot_banker_pair"), Digit(s.BankerPair), "banker"},
		{v.Text.T("count_natural"), Digit(s.Natural), ""},
		{v.Text.T("count_longest"), Digit(s.Longest), ""},
	}
}

// lastResult returns the shoe's last hand in a few words.
func (v Viewer) lastResult(shoe *roads.Roads) string {
	if len(shoe.Results) == 0 {
		return ""
	}
	last := shoe.Results[len(shoe.Results)-1]
	return v.Text.T("last_"+sideName(last.Winner), text.Args{"Total": last.Total})
}
