package players

import (
	"fmt"
	"image/color"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/app/view/scorecard"
	"sabot/games/roads"
)

// shownOf is what the window of a game shows, in a language: of two sides with a shoe of so many hands, or of so
// many boxes.
func shownOf(lang string, boxes, hands int) view.Players {
	tx := text.Open(lang, "CHF")
	p := view.Players{Table: "PB1", Game: "Punto Banco", Phase: view.Announced{Text: tx.T("announce_open")}, Shoe: tx.T("players_shoe", text.Args{"Hand": 25, "Shoe": 1})}
	spots, card := "player banker tie player_pair banker_pair either_pair perfect_pair player_bonus banker_bonus super6", func(ranks string) []view.Card {
		var cards []view.Card
		for _, rank := range strings.Fields(ranks) {
			cards = append(cards, view.Card{Rank: rank})
		}
		return cards
	}
	switch {
	case boxes == 0:
		for i, side := range []string{"player", "banker"} {
			hand := view.PlayersHand{Name: tx.T("place_" + side), Place: side, Cards: card([]string{"7 K", "3 10 5"}[i]), Total: []string{"7", "8"}[i], Over: true, Came: view.Lost}
			if side == "banker" {
				hand.Came, hand.Word = view.Won, tx.T("players_wins")
			}
			p.Result.Hands = append(p.Result.Hands, hand)
		}
		p.Roads = roadsOf(tx, hands)
		for i, side := range []string{"player", "banker", "tie"} {
			p.Counts = append(p.Counts, scorecard.Count{Name: tx.T("bead_" + side), Number: view.Digit([]int{27, 36, 12}[i]), Side: side})
		}
	default:
		spots = "main behind player_pair dealer_pair 21+3"
		p.Result.Hands = []view.PlayersHand{{Name: tx.T("place_dealer"), Place: "dealer", Cards: card("6 5 10"), Total: "21", Over: true}}
		for n := 1; n <= boxes; n++ {
			mark := []view.Mark{view.Won, view.Lost, view.Pushed}[n%3]
			word := tx.T([]string{"players_wins", "players_loses", "players_level"}[n%3])
			total := "21"
			if n == 5 { // an ace counts one or eleven
				total = "10/20"
			}
			p.Result.Hands = append(p.Result.Hands, view.PlayersHand{Name: view.Digit(n), Box: n, Cards: card([]string{"K Q", "8 3 10", "9 2 3 7"}[n%3]), Total: total, Came: mark, Word: word})
		}
		p.LastOf = tx.T("players_last", text.Args{"Place": tx.T("place_dealer")})
		for n := range 12 {
			p.Last = append(p.Last, view.PlayersLast{Total: view.Digit(17 + n%9)})
		}
	}
	for i, name := range strings.Fields(spots) {
		spot := view.PlayersSpot{Name: tx.T("spot_" + name), Range: tx.T("limits_range", text.Args{"Min": tx.Amount(2000), "Max": tx.Amount(200000)}), Odds: "11:1", Pays: "11:1"}
		if full := "players_spot_" + name; tx.Has(full) {
			spot.Name = tx.T(full)
		}
		if i < 3 && boxes == 0 {
			spot.Side, spot.Odds, spot.Pays = name, "1:1", "1:1 · "+strings.SplitN(tx.T("pays_player", text.Args{"Odds": []string{"1:1"}}), " · ", 2)[1]
		}
		if strings.Contains(name, "bonus") {
			spot.Odds, spot.Pays = "1–30:1", tx.T("pays_player_bonus", text.Args{"Odds": []string{"1:1", "30:1", "10:1", "6:1", "4:1", "2:1", "1:1"}})
		}
		p.Spots = append(p.Spots, spot)
	}
	return p
}

func roadsOf(tx *text.Catalogue, hands int) *scorecard.Roads {
	var results []roads.Result
	for n := range hands {
		side := roads.Banker
		if n*n%7 < 3 {
			side = roads.Player
		}
		if n%9 == 8 {
			side = roads.Tie
		}
		results = append(results, roads.Result{Winner: side, Total: 8})
	}
	shoe := roads.OfShoe(results)
	r := &scorecard.Roads{Big: shoe.Big()}
	for i, d := range shoe.Derived {
		r.Derived[i] = d.Lay()
	}
	for i, key := range []string{"road_bead", "road_big", "road_eye", "road_small", "road_cockroach"} {
		r.Names[i] = tx.T(key)
	}
	return r
}

// windowSizes are windows as they stand at tables, the first two as the house's 32 inches lie and stand.
var windowSizes = []fyne.Size{
	{Width: 1920, Height: 1080},
	{Width: 1080, Height: 1920},
	{Width: 1366, Height: 768},
	{Width: 1024, Height: 768},
	{Width: 3840, Height: 2160},
	{Width: 1280, Height: 1024},
	{Width: 768, Height: 1024},
	{Width: 2560, Height: 1080},
}

// realDigit returns how high the lowest digit or capital of the typeface is, of its size.
func realDigit(t *testing.T) float32 {
	t.Helper()
	face, err := sfnt.Parse(theme.Face(true).Content())
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	least := fixed.I(2000)
	for _, r := range "0123456789ABCDEFGHIKLMNOPRSTUVWXZ" {
		glyph, err := face.GlyphIndex(&buf, r)
		if err != nil {
			t.Fatal(err)
		}
		bounds, _, err := face.GlyphBounds(&buf, glyph, fixed.I(1000), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		least = min(least, bounds.Max.Y-bounds.Min.Y)
	}
	return float32(least) / float32(fixed.I(1000))
}

// arcMinutes returns under which angle letters are seen from four metres, on a screen of 32 inches.
func arcMinutes(px float32) float32 { return px * 0.369 / 4000 * 3438 }

// linesOf returns the lines of a part.
func (l layout) linesOf(as role) (lines []textLine) {
	for _, line := range l.lines {
		if line.role == as {
			lines = append(lines, line)
		}
	}
	return lines
}

// Cards, totals, roads and bets of the players' window have the measures that are read from afar, and no bet waits for
// another page.
func TestPlayersWindowHasItsMeasures(t *testing.T) {
	test.NewTempApp(t)
	digit := realDigit(t)
	for _, c := range []struct {
		size           fyne.Size
		w, h, total    float32
		columns        int
		derivedBeneath bool
	}{{windowSizes[0], 200, 284, 182, 32, false}, {windowSizes[1], 142, 202, 160, 22, true}} {
		shown := shownOf("it", 0, 75)
		l := lay(c.size, shown, false, nil)
		for _, card := range l.cards {
			if card.at.W < c.w-0.5 || card.at.H < c.h-0.5 || card.seen < card.at.W {
				t.Errorf("%v: a card of %.0f x %.0f, of which %.0f is seen", c.size, card.at.W, card.at.H, card.seen)
			}
		}
		totals := l.linesOf(asTotal)
		for _, line := range totals {
			if high := line.size * digit; high < c.total-1 {
				t.Errorf("%v: the total %s is %.0f high", c.size, line.said, high)
			}
		}
		for _, line := range l.lines {
			if len(totals) != 2 || len(l.cards) != 5 || line.role != asTotal && line.size >= totals[0].size {
				t.Errorf("%v: %q is as large as a total (%d totals, %d cards)", c.size, line.said, len(totals), len(l.cards))
			}
		}
		results := float32(0)
		for _, f := range l.fields {
			if f.role == asResult {
				results += f.at.W * f.at.H
			}
		}
		if share := results / c.size.Width / c.size.Height; share < 1.0/3 {
			t.Errorf("%v: the result has %.2f of the window", c.size, share)
		}
		if len(l.grids) != 4 || l.grids[0].columns() < c.columns || len(l.linesOf(asRoad)) != 3 {
			t.Errorf("%v: %d roads, %d columns, %d names", c.size, len(l.grids), l.grids[0].columns(), len(l.linesOf(asRoad)))
		}
		if below := l.grids[1].at.Y > l.grids[0].at.Y+l.grids[0].at.H; below != c.derivedBeneath {
			t.Errorf("%v: derived roads at %v, the big one at %v", c.size, l.grids[1].at, l.grids[0].at)
		}
		if counts := l.linesOf(asCount); len(counts) != 3 || counts[1].said != "B 36" {
			t.Errorf("%v: counts %v", c.size, counts)
		}
		var names []string
		for _, line := range l.linesOf(asSpot) {
			names = append(names, line.said)
		}
		if said := strings.Join(names, " "); said != "PUNTO BANCO PAREGGIO COPPIA P/B UNA COPPIA PERFETTA BONUS P/B SUPER 6" || len(l.linesOf(asOdds)) != 8 || len(l.linesOf(asRange)) != 8 {
			t.Errorf("%v: bets %s", c.size, said)
		}
	}
}

// Total, result and phase are read from four metres: 22 arc minutes by the height of the font's own letters, in every
// phase and language. Two totals of an ace share the room of one.
func TestPlayersReadFromFourMetres(t *testing.T) {
	test.NewTempApp(t)
	digit := realDigit(t)
	if digit < digitHigh-0.002 || digit > digitHigh+0.02 {
		t.Errorf("a digit is %.3f high, not %.3f", digit, digitHigh)
	}
	seen := map[role]int{}
	for _, lang := range text.Languages() {
		tx := text.Open(lang, "CHF")
		for _, size := range windowSizes[:2] {
			for _, boxes := range []int{0, 1, 2, 3, 7, 9} {
				for _, phase := range []string{"open", "last", "over", "no_more", "cancelled", "paused", "paying", "deciding", "dealing", "shoe", "shut", "rebuilt"} {
					for _, timed := range []bool{false, phase == "open" || phase == "last" || phase == "over"} {
						shown := shownOf(lang, boxes, 75)
						shown.Phase = view.Announced{Text: tx.T("announce_" + phase), Timed: timed, Seconds: 75, Share: 0.9}
						if phase == "paused" && boxes%2 == 0 {
							shown.Phase.About = tx.T("players_limits", text.Args{"From": "22:15"})
						}
						if boxes > 0 && boxes%2 == 0 {
							shown.Result.Hands[0].Came, shown.Result.Hands[0].Word = view.Lost, tx.T("players_loses")
						}
						l := lay(size, shown, false, nil)
						for _, line := range l.lines {
							switch {
							case line.role != asPhase && line.role != asTotal && line.role != asBox && line.role != asWord:
								continue
							case arcMinutes(line.size*digit) < 22 && (line.said != "10/20" || arcMinutes(line.size*digit) < 10):
								t.Errorf("%s, %v, %d boxes: %s %q is seen under %.1f arc minutes", lang, size, boxes, line.role, line.said, arcMinutes(line.size*digit))
							}
							seen[line.role]++
						}
					}
				}
			}
		}
	}
	for _, part := range []role{asPhase, asTotal, asBox, asWord} {
		if seen[part] == 0 {
			t.Errorf("no %s was seen", part)
		}
	}
}

// joined returns what lines say.
func joined(lines []textLine) string {
	var said []string
	for _, line := range lines {
		said = append(said, line.said)
	}
	return strings.Join(said, " ")
}

// inside reports whether a place lies inside another one.
func inside(p, q controls.Bounds) bool {
	const little = 1.6
	return p.X >= q.X-little && p.Y >= q.Y-little && p.X+p.W <= q.X+q.W+little && p.Y+p.H <= q.Y+q.H+little
}

// over reports whether a place lies over another one.
func over(p, q controls.Bounds) bool {
	const little = 1.6
	return p.X+little < q.X+q.W && q.X+little < p.X+p.W && p.Y+little < q.Y+q.H && q.Y+little < p.Y+p.H
}

// letters returns where the letters of a line are.
func (l textLine) letters() controls.Bounds {
	w := controls.Measure(l.said, l.size, l.bold).Width
	return area(l.at.X+(l.at.W-w)*l.side, l.at.Y+l.at.H/2-0.38*l.size, w, 0.76*l.size)
}

// On windows of any size, in four languages and with any number of boxes nothing is cut, too small, over something
// else, or in a colour like its ground.
func TestNothingOnThePlayersWindowIsCut(t *testing.T) {
	test.NewTempApp(t)
	for _, size := range windowSizes {
		window := area(0, 0, size.Width, size.Height)
		least := LeastLetter(min(size.Width, size.Height))
		for _, lang := range text.Languages() {
			for n, boxes := range []int{0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 0} {
				shown := shownOf(lang, boxes, 75)
				if n%2 == 1 || n == 10 {
					shown.New = text.Open(lang, "CHF").T("players_limits", text.Args{"From": "22:15"})
					shown.Spots[0].New = "50–5000"
					shown.Phase.Timed, shown.Phase.Seconds, shown.Phase.Share = true, 100, float32(n)/10
				}
				if n%5 == 4 {
					shown.Phase = view.Announced{Text: text.Open(lang, "CHF").T("announce_paused"), About: "Kontrolle der Kameras", Kind: view.GamePaused}
				}
				if n%3 == 1 || n == 10 {
					shown.Rounded = []string{text.Open(lang, "CHF").T("pays_commission_rounded", text.Args{"Pays": shown.Spots[1].Name, "How": text.Open(lang, "CHF").T("round_to_nearest", text.Args{"Unit": "0.50"})})}
				}
				if n%4 == 3 { // a box that split
					for i, half := range []string{"hand_short_1", "hand_short_2"} {
						if at := len(shown.Result.Hands) - 2 + i; shown.Result.Hands[at].Box > 0 {
							shown.Result.Hands[at].Name = view.Digit(boxes) + " " + text.Open(lang, "CHF").T(half)
						}
					}
				}
				l := lay(size, shown, false, nil)
				if said := joined(l.linesOf(asPays)); len(shown.Rounded) > 0 && !strings.Contains(said, shown.Rounded[0]) {
					t.Errorf("%v, %s, %d boxes: how it is rounded is not said, but %q", size, lang, boxes, said)
				}
				bad := func(line textLine, how string, more ...any) {
					t.Errorf("%v, %s, %d boxes: %s %q at %v %s %v", size, lang, boxes, line.role, line.said, line.at, how, more)
				}
				for i, line := range l.lines {
					ink := line.letters()
					on := theme.Night
					for _, f := range l.fields {
						if over(ink, f.at) {
							on = f.fill
							if f.at.W > 40 && !inside(ink, f.at) {
								bad(line, "leaves its field", f.at)
							}
						}
					}
					switch {
					case line.size < least*0.99:
						bad(line, "is too small:", line.size, least)
					case !inside(ink, window) || ink.W > line.at.W+1.6:
						bad(line, "is cut", ink)
					}
					if line.role != asAbout {
						if c := theme.Contrast(line.ink, on); c < 4.5 {
							bad(line, "is hardly seen:", c)
						}
					}
					for _, other := range l.lines[:i] {
						if over(ink, other.letters()) {
							bad(line, "lies over", other.said)
						}
					}
					for _, card := range l.cards {
						if over(ink, card.at) {
							bad(line, "lies over a card", card.at)
						}
					}
					for _, g := range l.grids {
						if over(ink, g.at) {
							bad(line, "lies over a road", g.at)
						}
					}
				}
				for i, card := range l.cards {
					if !inside(card.at, window) || card.rank < least*0.99 {
						t.Errorf("%v, %s, %d boxes: card %s at %v with a rank of %.1f", size, lang, boxes, card.card.Rank, card.at, card.rank)
					}
					for _, f := range l.fields {
						if over(card.at, f.at) && !inside(card.at, f.at) {
							t.Errorf("%v, %s, %d boxes: card %d at %v leaves %v", size, lang, boxes, i, card.at, f.at)
						}
					}
				}
				for i, f := range l.fields {
					if !inside(f.at, window) {
						t.Errorf("%v, %s, %d boxes: a field at %v", size, lang, boxes, f.at)
					}
					for _, g := range l.fields[:i] {
						if over(f.at, g.at) && !inside(f.at, g.at) {
							t.Errorf("%v, %s, %d boxes: fields at %v and %v", size, lang, boxes, f.at, g.at)
						}
					}
				}
			}
		}
	}
}

// A tie lights both sides green, a win the side that won in its colour, and nothing else is lit.
func TestTheResultLightsInItsColour(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		came  [2]view.Mark
		fills [2]color.NRGBA
	}{
		{[2]view.Mark{view.Won, view.Lost}, [2]color.NRGBA{theme.FieldBlue, theme.Rail}},
		{[2]view.Mark{view.Lost, view.Won}, [2]color.NRGBA{theme.Rail, theme.FieldRed}},
		{[2]view.Mark{view.Pushed, view.Pushed}, [2]color.NRGBA{theme.FieldGreen, theme.FieldGreen}},
		{[2]view.Mark{}, [2]color.NRGBA{theme.Rail, theme.Rail}},
	} {
		shown := shownOf("it", 0, 1)
		for i := range shown.Result.Hands {
			shown.Result.Hands[i].Came, shown.Result.Hands[i].Over = c.came[i], c.came[i] != view.Plain
			if c.came[i] == view.Lost {
				shown.Result.Hands[i].Word = ""
			}
		}
		var fills []color.NRGBA
		for _, f := range lay(windowSizes[0], shown, false, nil).fields {
			if f.role == asResult {
				fills = append(fills, f.fill)
			}
		}
		if !slices.Equal(fills, c.fills[:]) {
			t.Errorf("%v: lit %v", c.came, fills)
		}
	}
}

// The house's hand lights over a third of the window: red where it won against all boxes, blue where it lost to all, green
// where all are level, and in none of these where some won and some lost. While a box is open it is dark.
func TestTheBankLightsByAllBoxes(t *testing.T) {
	test.NewTempApp(t)
	for came, fill := range map[view.Mark]color.NRGBA{
		view.Won: theme.FieldRed, view.Lost: theme.FieldBlue, view.Pushed: theme.FieldGreen, view.Plain: theme.KeyDown,
	} {
		for _, over := range []bool{true, false} {
			shown := shownOf("it", 3, 0)
			bank := &shown.Result.Hands[0]
			if bank.Came, bank.Word, bank.Over = came, "VINCE", over; !over {
				bank.Came, bank.Word, fill = view.Plain, "", theme.Rail
			}
			for _, size := range windowSizes[:1] {
				for _, f := range lay(size, shown, false, nil).fields {
					if f.role != asResult {
						continue
					}
					if share := f.at.W * f.at.H / size.Width / size.Height; f.fill != fill || share < 0.333 {
						t.Errorf("%v, over %t: %v on %.3f of the window", came, over, f.fill, share)
					}
				}
			}
		}
	}
}

// The bar of the time to bet grows shorter with it.
func TestTimeLeftIsABar(t *testing.T) {
	test.NewTempApp(t)
	for _, size := range windowSizes[:2] {
		var wide []float32
		for _, share := range []float32{1, 0.5} {
			shown := shownOf("it", 0, 1)
			shown.Phase.Timed, shown.Phase.Seconds, shown.Phase.Share = true, 14, share
			for _, f := range lay(size, shown, false, nil).fields {
				if f.role == asTime && f.fill == theme.Good {
					wide = append(wide, f.at.W)
				}
			}
		}
		if len(wide) != 2 || wide[1] < 0.49*wide[0] || wide[1] > 0.51*wide[0] {
			t.Errorf("%v: bars %v", size, wide)
		}
	}
}

// What was kept of the drawing before changes nothing: on any size, and with other bets and roads, it is as if drawn for
// the first time.
func TestPlayersWindowIsDrawnAnew(t *testing.T) {
	test.NewTempApp(t)
	kept := &strips{}
	window := NewWindow()
	for _, lang := range text.Languages() {
		for n := range 6 * len(windowSizes) {
			size := windowSizes[n/6]
			shown := shownOf(lang, []int{0, 0, 0, 0, 3, 0}[n%6], 10+n%6/2)
			switch n % 6 {
			case 1: // a hand was put right
				shown.Roads.Big[1].Winner = roads.Player + roads.Banker - shown.Roads.Big[1].Winner
			case 2:
				shown.Spots[2].Name = "TUTTE LE COPPIE DEL BANCO"
			case 3:
				shown.Roads.Derived[1][0].Red = !shown.Roads.Derived[1][0].Red
			case 5:
				shown.Spots[0].Range, shown.Spots[0].New = "5–10", "10–20"
			}
			if is, want := lay(size, shown, false, kept), lay(size, shown, false, nil); !reflect.DeepEqual(is, want) {
				t.Errorf("%v, %s: %v, not %v", size, lang, is, want)
			}
			fresh := NewWindow()
			for _, w := range []*Window{window, fresh} {
				w.shown = shown
			}
			if is, want := drawnOf(window.draw(size)), drawnOf(fresh.draw(size)); is != want {
				t.Errorf("%v, %s: drawn\n%s\nnot\n%s", size, lang, is, want)
			}
		}
	}
}

// drawnOf returns what was drawn, and where.
func drawnOf(objects []fyne.CanvasObject) string {
	var said strings.Builder
	for _, o := range objects {
		fmt.Fprintf(&said, "%T %v %v", o, o.Position(), o.Size())
		switch o := o.(type) {
		case *canvas.Text:
			fmt.Fprint(&said, o.Text, o.Color)
		case *canvas.Rectangle:
			fmt.Fprint(&said, o.FillColor, o.StrokeColor)
		case *canvas.Line:
			fmt.Fprint(&said, o.StrokeColor, o.Position1, o.Position2)
		}
		said.WriteByte('\n')
	}
	return said.String()
}
