package roads

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
)

// shoe reads hands: P, B, T; a small p or b after one is a pair of that side.
func shoe(text string) []Result {
	var hands []Result
	for _, c := range strings.ReplaceAll(text, " ", "") {
		switch c {
		case 'P':
			hands = append(hands, Result{Winner: Player})
		case 'B':
			hands = append(hands, Result{Winner: Banker})
		case 'T':
			hands = append(hands, Result{Winner: Tie})
		case 'p':
			hands[len(hands)-1].PlayerPair = true
		case 'b':
			hands[len(hands)-1].BankerPair = true
		}
	}
	return hands
}

// drawn is the big road as a picture: a letter a cell, ties as a digit behind it.
func drawn(r *Roads) string {
	var rows [Rows][]string
	for _, c := range r.Big() {
		for len(rows[c.Row]) <= c.Column {
			rows[c.Row] = append(rows[c.Row], "· ")
		}
		cell := string("TPB"[c.Winner])
		if c.Ties > 0 {
			cell += fmt.Sprint(c.Ties)
		} else {
			cell += " "
		}
		rows[c.Row][c.Column] = cell
	}
	var lines []string
	for _, row := range rows {
		if len(row) > 0 {
			lines = append(lines, strings.TrimRight(strings.Join(row, ""), " "))
		}
	}
	return strings.Join(lines, "\n")
}

func TestBigRoadPictures(t *testing.T) {
	for _, c := range []struct{ about, hands, want string }{
		{"an empty shoe", "", ""},
		{"an opening tie", "T", "T1"},
		{"an opening tie, then the first win in the same cell", "TTB", "B2"},
		{"ties after an opening tie are added up", "TBT", "B2"},
		{"2 and 3 ties stacked", "BTT P TTT P", "B2P3\n· P"},
		{"a tie starts no column and ends no run", "B T B T P", "B1P\nB1"},
		{"pairs change nothing", "Bb B Pp", "B P\nB"},
		{"a run of six fills the column", "BBBBBB P", "B P\nB\nB\nB\nB\nB"},
		{"a run of nine turns right: the dragon's tail", "BBBBBBBBB P", "" +
			"B P\n" +
			"B\n" +
			"B\n" +
			"B\n" +
			"B\n" +
			"B B B B"},
		{"two crossing tails: the second turns above the first", "BBBBBBBBB PPPPPPPP B", "" +
			"B P B\n" +
			"B P\n" +
			"B P\n" +
			"B P\n" +
			"B P P P P\n" +
			"B B B B"},
		{"three tails, and a run that begins under none", "BBBBBBBBB PPPPPPPP BBBBBBB P", "" +
			"B P B P\n" +
			"B P B\n" +
			"B P B\n" +
			"B P B B B B\n" +
			"B P P P P\n" +
			"B B B B"},
		{"a tail keeps to its row where the cells below it are free again", "BBBBBBB PPPPPPPP", "" +
			"B P\n" +
			"B P\n" +
			"B P\n" +
			"B P\n" +
			"B P P P P\n" +
			"B B"},
	} {
		t.Run(c.about, func(t *testing.T) {
			if got := drawn(OfShoe(shoe(c.hands))); got != c.want {
				t.Errorf("drawn\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A tail that reaches the top row: the next run begins to its right.
// A tie has no cell of its own, its pairs show on the cell that it crosses (source 000,
// the symbols of the big road).
func TestPairsOfATiedHandAreOnTheBigRoad(t *testing.T) {
	for _, c := range []struct {
		hands          string
		cell           int
		player, banker bool
	}{
		{"B Tp", 0, true, false},
		{"Bb Tp", 0, true, true},
		{"B Tp P", 0, true, false},
		{"B Tp P", 1, false, false},
		{"Tb", 0, false, true},
		{"Tp P", 0, true, false},
		{"Tp T Pb", 0, true, true},
	} {
		big := OfShoe(shoe(c.hands)).Big()
		if got := big[c.cell]; got.PlayerPair != c.player || got.BankerPair != c.banker {
			t.Errorf("%s: cell %d shows the pairs %v, %v, want %v, %v", c.hands, c.cell, got.PlayerPair, got.BankerPair, c.player, c.banker)
		}
	}
	// They are counted once, as hands.
	if s := OfShoe(shoe("B Tp")).Statistics(); s.PlayerPair != 1 || s.Player != 0 || s.Tie != 1 {
		t.Errorf("%+v", s)
	}
}

// A pattern is told when it comes, not as long as it lasts.
func TestNewGoodRoads(t *testing.T) {
	for hands, want := range map[string]string{
		"": "", "BBB": "", "BBBB": "serie_banco", "BBBBT": "", "BBBBB": "", "PBPB": "ping_pong_banco", "PBPBP": "ping_pong_giocatore",
	} {
		if got := strings.Join(OfShoe(shoe(hands)).NewGood(Patterns()), " "); got != want {
			t.Errorf("%q brings %q, want %q", hands, got, want)
		}
	}
}

func TestRunBesideATailInTheTopRow(t *testing.T) {
	const hands = "BBBBBBBBBB PPPPPPPPP BBBBBBBB PPPPPPP BBBBBB PPPPP BBBB P"
	cells := OfShoe(shoe(hands)).Big()
	seen := map[Spot]bool{}
	for _, c := range cells {
		if seen[c.Spot] {
			t.Fatalf("two hands in one cell %v", c.Spot)
		}
		seen[c.Spot] = true
	}
	if len(cells) != len(shoe(hands)) {
		t.Errorf("%d cells of %d wins", len(cells), len(shoe(hands)))
	}
}

// symbols is a derived road as a text: r and b, a blank between columns.
func symbols(d Derived) string {
	var runs []string
	for i, n := range d.Runs {
		letter := "b"
		if d.Red(i) {
			letter = "r"
		}
		runs = append(runs, strings.Repeat(letter, n))
	}
	return strings.Join(runs, " ")
}

// Worked out by hand from the rule of each road.
func TestDerivedRoads(t *testing.T) {
	for _, c := range []struct{ about, hands, bigEye, small, cockroach string }{
		{"begun nowhere", "BB P", "", "", ""},
		{"the second result of the second column", "BB PP", "r", "", ""},
		{"or the first of the third", "BB P B", "b", "", ""},
		{"all three", "BB PP BB P B", "rrrr b", "rr b", "b"},
		{"a run longer than its neighbour: blue where it ends, red below", "BB PPPP", "r b r", "", ""},
		{"ping pong is a pattern", "B P B P B P", "rrrr", "rrr", "rr"},
		{"a dragon's tail counts as its run", "BBBBBBBBB PPPPPPPPPP B", "rrrrrrrr bb", "", ""},
		{"ties and pairs change nothing", "BTBb TPTPp BB PT B", "rrrr b", "rr b", "b"},
	} {
		t.Run(c.about, func(t *testing.T) {
			r := OfShoe(shoe(c.hands))
			for i, want := range []string{c.bigEye, c.small, c.cockroach} {
				if got := symbols(r.Derived[i]); got != want {
					t.Errorf("road %d: %q, want %q", i, got, want)
				}
			}
		})
	}
}

// textbook is a derived road by the rule as players are taught it, on an unbounded
// grid: is there a cell to the left, is there one above that?
func textbook(hands []Result, back int) []bool {
	var columns []int
	var side Side
	var out []bool
	for _, h := range hands {
		if h.Winner == Tie {
			continue
		}
		if len(columns) == 0 || h.Winner != side {
			columns, side = append(columns, 0), h.Winner
		}
		c := len(columns) - 1
		row := columns[c]
		columns[c]++
		there := func(column, row int) bool { return column >= 0 && row < columns[column] }
		switch {
		case row == 0 && c-1-back >= 0:
			out = append(out, columns[c-1] == columns[c-1-back])
		case row > 0 && c-back >= 0:
			out = append(out, there(c-back, row) || !there(c-back, row-1))
		}
	}
	return out
}

func draw(t *rapid.T) []Result {
	side := rapid.SampledFrom([]Side{Player, Banker, Player, Banker, Player, Banker, Banker, Tie})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Result {
		return Result{Winner: side.Draw(t, "winner"), Total: rapid.IntRange(0, 9).Draw(t, "total"), PlayerPair: rapid.IntRange(0, 12).Draw(t, "pair") == 0}
	}), 0, 90).Draw(t, "shoe")
}

func TestDerivedRoadsByTheTextbook(t *testing.T) { rapid.Check(t, byTheTextbook) }

func byTheTextbook(t *rapid.T) {
	hands := draw(t)
	r := OfShoe(hands)
	for i, d := range r.Derived {
		var got []bool
		for run, n := range d.Runs {
			got = append(got, slices.Repeat([]bool{d.Red(run)}, n)...)
		}
		if want := textbook(hands, i+1); !slices.Equal(got, want) {
			t.Fatalf("road %d: %v, want %v", i, got, want)
		}
	}
}

// A road of n hands plus one hand is the road of n+1: what lies stays where it
// lies, one symbol at most comes to it, and asking said which.
func TestOneMoreHand(t *testing.T) { rapid.Check(t, oneMoreHand) }

func oneMoreHand(t *rapid.T) {
	hands := append(draw(t), Result{Winner: rapid.SampledFrom([]Side{Player, Banker, Tie}).Draw(t, "next")})
	n := len(hands) - 1
	before, after := OfShoe(hands[:n]), OfShoe(hands)
	asked := before.Ask(hands[n].Winner)
	added := OfShoe(hands[:n])
	added.Add(hands[n])
	if !reflect.DeepEqual(added, after) {
		t.Fatal("adding is not building anew")
	}
	tie := hands[n].Winner == Tie
	big, was := after.Big(), before.Big()
	for i, c := range was {
		if big[i].Spot != c.Spot {
			t.Fatalf("cell %d went from %v to %v", i, c.Spot, big[i].Spot)
		}
	}
	if wins := len(big) - len(was); !tie && wins != 1 && before.Opening.Ties == 0 || tie && n > 0 && wins != 0 {
		t.Fatalf("%d cells more", wins)
	}
	for i := range after.Derived {
		marks, were := after.Derived[i].Lay(), before.Derived[i].Lay()
		if !slices.Equal(marks[:len(were)], were) {
			t.Fatalf("road %d moved", i)
		}
		switch more := len(marks) - len(were); {
		case tie && more != 0, !tie && (more == 1) != asked[i].Marks, more > 1:
			t.Fatalf("road %d: %d symbols more, asked %+v", i, more, asked[i])
		case more == 1 && marks[len(were)].Red != asked[i].Red:
			t.Fatalf("road %d: asked %+v, came %+v", i, asked[i], marks[len(were)])
		}
	}
	seen := map[Spot]bool{}
	for _, c := range big {
		if seen[c.Spot] || c.Row >= Rows {
			t.Fatalf("cell %v is taken twice or lies too deep", c.Spot)
		}
		seen[c.Spot] = true
	}
}

// FuzzRoads lays the shoes that the fuzzer finds.
func FuzzRoads(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		byTheTextbook(t)
		oneMoreHand(t)
	}))
}

// A whole shoe of 90 hands: all of it is there, on every road.
func TestShoeOf90Hands(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	hands := make([]Result, 90)
	for i := range hands {
		hands[i] = Result{Winner: []Side{Player, Banker, Tie, Player, Banker}[rng.Intn(5)], PlayerPair: rng.Intn(13) == 0}
	}
	r := OfShoe(hands)
	s := r.Statistics()
	wins, ties := 0, 0
	for _, c := range r.Big() {
		wins++
		ties += c.Ties
	}
	if s.Hands != 90 || s.Player+s.Banker+s.Tie != 90 || wins != s.Player+s.Banker || ties != s.Tie {
		t.Errorf("%+v, %d wins and %d ties on the big road", s, wins, ties)
	}
	if last := Bead(89); last != (Spot{14, 5}) {
		t.Errorf("hand 90 stands at %v of the bead plate", last)
	}
}

func TestOf(t *testing.T) {
	got := Of(games.Coup{Player: 8, Banker: 6, Natural: true, BankerPair: true, Over: true})
	if want := (Result{Winner: Player, Total: 8, Natural: true, BankerPair: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := Of(games.Coup{Player: 5, Banker: 5}); got.Winner != Tie || got.Total != 5 {
		t.Errorf("a tie is %+v", got)
	}
}

// Each of the twelve on a shoe that shows it, and the shoe one hand short of it.
func TestPatterns(t *testing.T) {
	for _, c := range []struct{ name, shows, not string }{
		{"serie_giocatore", "B PPPP", "B PPP"},
		{"serie_banco", "P BBBTBB", "BBBB P"},
		{"ping_pong_giocatore", "B P B P", "B P B"},
		{"ping_pong_banco", "P B T P B", "PP B P B"},
		{"uno_due_giocatore", "P BB P BB", "P BB P BBB"},
		{"uno_due_banco", "B PP B P", "B PP BB PP"},
		{"sandwich_giocatore", "BB P BB", "BB P B"},
		{"sandwich_banco", "PPP B PP", "PP BB PP"},
		{"separato_giocatore", "P BB P BBB P", "P B P B P"},
		{"separato_banco", "B PP B P B PP", "B PP BB P B"},
		{"cambio_giocatore", "PP BB PP BB P B P BB PP BB PP", "PP BB PP BBB"},
		{"cambio_banco", "PP BB PP BB", "P BB PP BBB"},
	} {
		found := false
		for _, p := range Patterns() {
			if p.Name != c.name {
				continue
			}
			found = true
			if !p.Shows(OfShoe(shoe(c.shows))) {
				t.Errorf("%s is not seen in %s", c.name, c.shows)
			}
			if p.Shows(OfShoe(shoe(c.not))) || p.Shows(&Roads{}) {
				t.Errorf("%s is seen in %s or in an empty shoe", c.name, c.not)
			}
		}
		if !found {
			t.Errorf("no pattern %s", c.name)
		}
	}
	if len(Patterns()) != 12 {
		t.Errorf("%d patterns, source 000 has twelve", len(Patterns()))
	}
	if good := OfShoe(shoe("B PPPP")).Good(Patterns()[1:]); len(good) != 0 {
		t.Errorf("a pattern that is switched off is told: %v", good)
	}
}

// BenchmarkRoads is the five roads of a shoe of 80 hands, laid out.
func BenchmarkRoads(b *testing.B) {
	rng := rand.New(rand.NewSource(1))
	hands := make([]Result, 80)
	for i := range hands {
		hands[i] = Result{Winner: []Side{Player, Banker, Player, Banker, Player, Banker, Player, Banker, Tie}[rng.Intn(9)]}
	}
	b.ReportAllocs()
	for b.Loop() {
		r := OfShoe(hands)
		n := len(r.Big())
		for _, d := range r.Derived {
			n += len(d.Lay())
		}
		for i := range r.Results {
			n += Bead(i).Row
		}
		if n == 0 {
			b.Fatal("nothing")
		}
	}
}
