package controls

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
	"sabot/pit/record"
)

// A tile that is looked at for its Good Road names it, however many there are on the page.
func TestEachTileNamesItsGoodRoad(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		for _, tables := range []int{1, 8, 20, 28, 100} {
			var shown TilesView
			for n := range tables {
				shown.Tiles = append(shown.Tiles, ShownTile{Tile: view.Tile{Name: fmt.Sprint("PB", n), Open: true, Road: true}, Good: []string{"Dragone"}, Looks: true})
			}
			tiles := NewTiles()
			tiles.Resize(size)
			tiles.Set(shown)
			named := 0
			for _, o := range test.WidgetRenderer(tiles.Drawn).Objects() {
				if word, is := o.(*canvas.Text); is && strings.HasPrefix(word.Text, "» Dragone") {
					named++
				}
			}
			if page := min(tables, tiles.perPage()); named != page {
				t.Errorf("%d tables at %v: %d of %d tiles name their road", tables, size, named, page)
			}
		}
	}
}

// longTiles returns as many tiles as have everything that a tile may have, as long as a house may have it.
func longTiles(n int) (tiles []ShownTile) {
	long := view.Tile{
		Name: "PUNTO BANCO 12", Open: true, Phase: "Entscheidungen", Place: "Coup 188 · Schlitten 112", Hand: "C. 188 · Schl. 112", Pace: "154/h",
		Dealer: "Maximilian Brandstätter-Hohenlohe", Since: "seit 11 h 26", Overdue: true, Boxes: "9/9 Box", Minimum: "Min. 1’000+1’000",
		Money:  &view.TileMoney{Result: "−1’234’567.25", Mark: view.Lost, Turnover: "12’345’678", Float: "1’234’567.25", Names: [3]string{"Ergebnis", "Umsatz", "Bestand"}},
		LastOf: "BANQUE",
	}
	for column := range 40 {
		for row := range roads.Rows {
			cell := roads.BigCell{Spot: roads.Spot{Column: column, Row: row}}
			cell.Winner, cell.Ties = roads.Banker, row%2
			long.Big = append(long.Big, cell)
		}
	}
	for range 8 {
		long.Last = append(long.Last, view.LastTotal{Text: "21", Mark: view.Lost})
	}
	for i := range n {
		s := ShownTile{Tile: long, Pinned: i%2 == 0, New: i%3 == 0}
		s.Road = i%2 == 1
		switch i % 4 {
		case 0:
			s.Bar = view.TileBar{Text: "Genehmigung durch den Spielleiter verlangt, Annullierung", More: 12, Level: record.AlertCritical}
		case 1:
			s.Bar = view.TileBar{Text: "00:27 zwei Alarme, gesehen von Brandstätter-Hohenlohe", More: 2, Level: record.AlertWarning}
		case 2:
			s.Bar = view.TileBar{Text: "00:27 ein Alarm, vorbei seit 00:31", Level: record.AlertInfo}
		}
		tiles = append(tiles, s)
	}
	return tiles
}

// Thirty tables stand on one page of a large screen, a hundred on four, each in a rectangle of its own. Nothing of a tile leaves
// it, its letters are large enough to be read, none ends in dots, no two lie on each other, and a table has one mark at most. What
// Enter opens has the only gold.
func TestTilesHaveTheirMeasures(t *testing.T) {
	for _, c := range []struct {
		size         fyne.Size
		tables, page int
		wide, high   float32
	}{
		{fyne.NewSize(1920, 1080), 30, 30, 311, 172},
		{fyne.NewSize(1920, 1080), 100, 30, 311, 172},
		{fyne.NewSize(1024, 768), 100, 20, 197, 125},
		{fyne.NewSize(1920, 1080), 8, 8, 0, 0},
		{fyne.NewSize(1024, 768), 15, 15, 0, 0},
	} {
		about := fmt.Sprintf("%d tables at %.0f", c.tables, c.size.Width)
		tiles := NewTiles()
		tiles.Resize(c.size)
		tiles.Set(TilesView{Tiles: longTiles(c.tables), Chosen: 1, Sum: "Tische offen 30 · CHF +1", Acts: []DeskKey{{Label: "Tuch", Key: "F"}}})
		objects := test.WidgetRenderer(tiles.Drawn).Objects()
		u := deskUnit(c.size)
		foot := c.size.Height - tiles.foot()
		var rooms []*canvas.Rectangle
		gold := 0
		for _, o := range objects {
			r, is := o.(*canvas.Rectangle)
			if !is {
				continue
			}
			if is && r.CornerRadius == 8*u && r.Position().Y >= tiles.top()-1 && r.Position().Y+r.Size().Height <= foot+1 && r.Size().Height > 100*u {
				rooms = append(rooms, r)
			}
			if r.StrokeColor == color.Color(theme.Place) || r.FillColor == color.Color(theme.Place) {
				gold++
			}
		}
		if len(rooms) != c.page || gold != 1 {
			t.Fatalf("%s: %d tiles, %d gold", about, len(rooms), gold)
		}
		for n, room := range rooms {
			at, size := room.Position(), room.Size()
			if c.wide > 0 && (size.Width < c.wide-1 || size.Width > c.wide+2 || size.Height < c.high-1 || size.Height > c.high+2) {
				t.Errorf("%s: a tile of %v, wanted %.0f x %.0f", about, size, c.wide, c.high)
			}
			for _, other := range rooms[:n] {
				if overlap(room, other.Position(), other.Size()) > 0 {
					t.Errorf("%s: two tiles lie on each other", about)
				}
			}
			var words []*canvas.Text
			bars, rings := 0, 0
			for _, o := range objects {
				if p := o.Position(); p.X < at.X || p.Y < at.Y || p.X >= at.X+size.Width || p.Y >= at.Y+size.Height {
					continue
				}
				end := o.Position().Add(o.Size())
				if end.X > at.X+size.Width+0.5 || end.Y > at.Y+size.Height+0.5 {
					t.Errorf("%s: %T leaves its tile at %v", about, o, o.Position())
				}
				switch o := o.(type) {
				case *canvas.Text:
					if o.TextSize < 16*u-0.01 || strings.HasSuffix(o.Text, "…") {
						t.Errorf("%s: %q has letters of %.1f, wanted %.1f", about, o.Text, o.TextSize, 16*u)
					}
					words = append(words, o)
				case *canvas.Rectangle:
					if o != room && (o.FillColor == color.Color(theme.Stop) || o.FillColor == color.Color(theme.Warn)) {
						bars++
					}
					if o.FillColor == color.Color(theme.RoadRed) || o.StrokeColor == color.Color(theme.RoadRed) {
						rings++
					}
				}
			}
			if bars > 1 || n%4 > 1 && bars > 0 || n%4 > 1 && n != 1 && room.StrokeWidth > 0 {
				t.Errorf("%s: tile %d has %d bars and an edge of %.0f", about, n, bars, room.StrokeWidth)
			}
			if n%2 == 1 && rings < 5*roads.Rows {
				t.Errorf("%s: the road of tile %d has %d rings", about, n, rings)
			}
			for i, word := range words {
				for _, other := range words[:i] {
					if overlap(word, other.Position(), other.MinSize()) > 6*u { // the line above may touch it
						t.Errorf("%s: %q lies on %q", about, word.Text, other.Text)
					}
				}
			}
		}
	}
}

// overlap returns how far something lies on a rectangle: the smaller of both ways.
func overlap(o fyne.CanvasObject, at fyne.Position, size fyne.Size) float32 {
	p, s := o.Position(), o.MinSize()
	if r, is := o.(*canvas.Rectangle); is {
		s = r.Size()
	}
	return min(min(p.X+s.Width, at.X+size.Width)-max(p.X, at.X), min(p.Y+s.Height, at.Y+size.Height)-max(p.Y, at.Y))
}

// The head counts what has room, the gravest first, and the rest in one number.
func TestHeadCountsTheRestInOneNumber(t *testing.T) {
	tiles := NewTiles()
	tiles.Resize(fyne.NewSize(1024, 768))
	shown := TilesView{Who: "Maximilian Brandstätter-Hohenlohe · Responsabile · 00:31"}
	for i, kind := range []string{"3 da approvare", "2 con allarmi", "4 cambi in ritardo", "5 con incidenti", "6 altri"} {
		shown.Counts = append(shown.Counts, TileCount{Text: kind, Tables: []int{3, 2, 4, 5, 6}[i], Level: record.AlertWarning})
	}
	shown.Counts = append(shown.Counts, TileCount{Text: "80 a posto", Tables: 80})
	tiles.Set(shown)
	said, sum := "", 0
	for _, o := range test.WidgetRenderer(tiles.Drawn).Objects() {
		word, is := o.(*canvas.Text)
		if !is || word.Position().Y > tilesTop || word.Position().X > 700 {
			continue
		}
		if n := 0; word.Text != "" {
			if _, err := fmt.Sscanf(strings.TrimPrefix(word.Text, "+"), "%d", &n); err == nil {
				said, sum = said+word.Text+"; ", sum+n
			}
		}
	}
	if sum != 20 || !strings.HasPrefix(said, "3 da approvare; ") || !strings.Contains(said, "; +") {
		t.Errorf("it counts %d: %s", sum, said)
	}
}
