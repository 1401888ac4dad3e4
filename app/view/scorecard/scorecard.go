// Package scorecard puts the roads of a shoe on the scorecards that players know: bead plate, big road and
// the derived roads, with the figures of the shoe and its Good Roads.
package scorecard

import (
	"slices"
	"strconv"
	"strings"

	"sabot/app/text"
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
	Limits  string   // of the main bets, as the line at the top has them; Of leaves it out
	Empty   string   // what to say before the first hand
	Totals  Switch   // letters or totals on the bead plate
	Choose  Switch   // which Good Roads are looked for
	Asked   *Asked   // the hand that is asked about, nil if none: no result
}

// DerivedName returns the name of a derived road by its place among Derived.
func (r Roads) DerivedName(i int) string { return r.Names[2+i] }

// An Asked is the place of the hand that is asked about on the roads. It is no result, and never looks like
// one.
type Asked struct {
	Derived [3]bool // the newest mark of these roads is its
}

// A Switch is a key of the scorecards.
type Switch struct{ Label, Key string }

// A Bead is a hand on the bead plate.
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

// A Probe is a hand that is asked about; Totals shows totals on the bead plate in
// place of letters.
type Probe struct {
	Side   roads.Side
	Totals bool
}

// Of returns the scorecards of a table's shoe. Its game is one that makes roads.
func Of(tx *text.Catalogue, t *pit.Table, p Probe) Roads {
	shoe := roads.OfShoe(t.Deal().Results())
	r := Roads{Title: tx.T("roads_title", text.Args{"Table": t.Name, "Shoe": t.Shoe}), Last: lastResult(tx, shoe)}
	r.Totals, r.Choose = Switch{tx.T("roads_totals"), "T"}, Switch{tx.T("title_patterns"), "G"}
	if p.Totals {
		r.Totals.Label = tx.T("roads_letters")
	}
	for i, key := range []string{"road_bead", "road_big", "road_eye", "road_small", "road_cockroach"} {
		r.Names[i] = tx.T(key)
	}
	if len(shoe.Results) == 0 {
		r.Empty = tx.T("roads_empty")
	}
	r.Counts = counts(tx, shoe.Statistics())
	for _, a := range []struct {
		side      roads.Side
		name, key string
	}{{roads.Player, "player", "P"}, {roads.Banker, "banker", "B"}} {
		r.Asks = append(r.Asks, Ask{a.name, tx.T("ask_" + a.name), a.key, shoe.Ask(a.side), p.Side == a.side})
	}
	r.Good = GoodNames(tx, shoe.Good(wanted(t.Settings.PatternsOff)))
	if p.Side != roads.Tie {
		r.Asked = &Asked{}
		for i, answer := range shoe.Ask(p.Side) {
			r.Asked.Derived[i] = answer.Marks
		}
		shoe = shoe.With(p.Side)
	}
	for i, hand := range shoe.Results {
		bead := Bead{Spot: roads.Bead(i), Result: hand, Text: tx.T("bead_" + sideName(hand.Winner))}
		if p.Totals {
			bead.Text = strconv.Itoa(hand.Total)
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
	return r
}

// NewGood returns the Good Roads that the last hand of the shoe brought, in a sentence; "" where it brought
// none that is wanted.
func NewGood(tx *text.Catalogue, t *pit.Table) string {
	names := goodRoads(t, (*roads.Roads).NewGood)
	if len(names) == 0 {
		return ""
	}
	return sentence(tx, names...)
}

// Good returns the Good Roads that the shoe shows and that the table has not turned off, a sentence each.
func Good(tx *text.Catalogue, t *pit.Table) []string {
	var said []string
	for _, name := range goodRoads(t, (*roads.Roads).Good) {
		said = append(said, sentence(tx, name))
	}
	return said
}

// goodRoads returns those Good Roads that the table has not turned off.
func goodRoads(t *pit.Table, which func(*roads.Roads, []roads.Pattern) []string) []string {
	return which(roads.OfShoe(t.Deal().Results()), wanted(t.Settings.PatternsOff))
}

func sentence(tx *text.Catalogue, names ...string) string {
	return tx.T("said_good_road", text.Args{"Names": strings.Join(GoodNames(tx, names), ", ")})
}

// GoodNames returns the displayed names of Good Roads.
func GoodNames(tx *text.Catalogue, names []string) []string {
	var words []string
	for _, name := range names {
		words = append(words, tx.T("good_"+name))
	}
	return words
}

func wanted(off []string) []roads.Pattern {
	return slices.DeleteFunc(roads.Patterns(), func(p roads.Pattern) bool { return slices.Contains(off, p.Name) })
}

func sideName(s roads.Side) string {
	return [...]string{roads.Tie: "tie", roads.Player: "player", roads.Banker: "banker"}[s]
}

func counts(tx *text.Catalogue, s roads.Statistics) []Count {
	return []Count{
		{tx.T("count_hands"), strconv.Itoa(s.Hands), ""},
		{tx.T("place_player"), strconv.Itoa(s.Player), "player"},
		{tx.T("place_banker"), strconv.Itoa(s.Banker), "banker"},
		{tx.T("spot_tie"), strconv.Itoa(s.Tie), "tie"},
		{tx.T("spot_player_pair"), strconv.Itoa(s.PlayerPair), "player"},
		{tx.T("spot_banker_pair"), strconv.Itoa(s.BankerPair), "banker"},
		{tx.T("count_natural"), strconv.Itoa(s.Natural), ""},
		{tx.T("count_longest"), strconv.Itoa(s.Longest), ""},
	}
}

// lastResult returns the shoe's last hand in a few words.
func lastResult(tx *text.Catalogue, shoe *roads.Roads) string {
	if len(shoe.Results) == 0 {
		return ""
	}
	last := shoe.Results[len(shoe.Results)-1]
	return tx.T("last_"+sideName(last.Winner), text.Args{"Total": last.Total})
}
