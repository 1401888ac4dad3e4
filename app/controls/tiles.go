package controls

import (
	"reflect"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A TileKey is a key over the tiles: what it is, how many there are of it, and how many of them
// are new.
type TileKey struct {
	DeskKey
	Lit bool // it stands out: something is there
	New int
}

// A ShownTile is a tile with its rank among the others.
type ShownTile struct {
	view.Tile
	Good   []string // Good Roads that are looked for, in words
	Pinned bool
	New    bool // it has come to the front since the tiles were sorted
	Looks  bool // it is looked at for its road: that comes before what waits
}

// A TilesView is the content of a floor.
type TilesView struct {
	Title, Who  string
	Mark        string // what is wrong with where all this comes from, in a word or two
	Leave       DeskKey
	Tabs, Sorts []TileKey
	Tab, Sort   int
	Tiles       []ShownTile
	Chosen      int
	Empty       string
	Detail      string // of the one that is chosen
	Sum         string // of all tables; "" for who may not see it
	Acts        []DeskKey
	Notice      view.Notice
}

// Tiles are the tables of a floor side by side, page by page. Arrows, digits or a tap choose one, another tap on it
// opens it.
type Tiles struct {
	*Drawn
	OnChoose func(tile int)
	OnOpen   func()

	shown TilesView
	size  fyne.Size // that it was drawn in
	Board
}

// NewTiles returns an empty floor.
func NewTiles() *Tiles {
	t := &Tiles{OnChoose: func(int) {}, OnOpen: func() {}, size: fyne.NewSize(1024, 768)}
	t.Drawn = NewDrawn(fyne.NewSize(800, 600), t.draw, &t.Board)
	t.Wheel = func(_ fyne.Position, lines int) { t.page(lines) }
	return t
}

// Set shows what there is; where nothing looks otherwise nothing is drawn anew.
func (t *Tiles) Set(shown TilesView) {
	same := reflect.DeepEqual(shown.looks(), t.shown.looks())
	t.shown = shown
	if !same {
		t.Refresh()
	}
}

// looks returns a view without the actions of its keys, of which nothing is seen.
func (v TilesView) looks() TilesView {
	bare := func(keys []TileKey) []TileKey {
		keys = slices.Clone(keys)
		for i := range keys {
			keys[i].Do = nil
		}
		return keys
	}
	v.Leave.Do, v.Tabs, v.Sorts, v.Acts = nil, bare(v.Tabs), bare(v.Sorts), slices.Clone(v.Acts)
	for i := range v.Acts {
		v.Acts[i].Do = nil
	}
	return v
}

// Measures on a screen 1024 wide and 768 high.
const (
	tilesTop    = 56
	tilesKeys   = 52
	tilesFoot   = 104 // the word on what is chosen, and the keys
	tilesSum    = 26  // over it, the sum of all tables
	tilesEdge   = 8
	tilesGap    = 6
	tilesNumber = 9 // tiles of a page that have a digit
)

// grid returns the arrangement of a page's tiles: where there are few they are large.
func (t *Tiles) grid() (columns, rows int) {
	const least = 192 // units: what a tile has to be wide for its lines
	wide := int((t.size.Width/deskUnit(t.size) - 2*tilesEdge + tilesGap) / (least + tilesGap))
	switch n := len(t.shown.Tiles); {
	case n <= 8:
		return 4, 2
	case n <= 3*wide:
		return wide, 3
	}
	return wide, 4
}

// foot returns how high everything under the tiles is, in units.
func (t *Tiles) foot() float32 {
	if t.shown.Sum == "" {
		return tilesFoot
	}
	return tilesFoot + tilesSum
}

// perPage returns how many tiles a page has.
func (t *Tiles) perPage() int {
	columns, rows := t.grid()
	return columns * rows
}

// first returns the first tile of the page that is shown.
func (t *Tiles) first() int { return t.shown.Chosen / t.perPage() * t.perPage() }

// Numbered returns the tile of the page with that digit; false where there is none.
func (t *Tiles) Numbered(digit int) (tile int, there bool) {
	tile = t.first() + digit - 1
	return tile, digit >= 1 && digit <= min(tilesNumber, t.perPage()) && tile < len(t.shown.Tiles)
}

// Step returns the tile to which a key leads; false for a key that leads nowhere.
func (t *Tiles) Step(name fyne.KeyName) (tile int, leads bool) {
	columns, _ := t.grid()
	last := len(t.shown.Tiles) - 1
	step := map[fyne.KeyName]int{
		fyne.KeyLeft: -1, fyne.KeyRight: 1, fyne.KeyUp: -columns, fyne.KeyDown: columns,
		fyne.KeyPageUp: -t.perPage(), fyne.KeyPageDown: t.perPage(), fyne.KeyHome: -last - 1, fyne.KeyEnd: last + 1,
	}[name]
	return max(0, min(t.shown.Chosen+step, last)), step != 0 && last >= 0
}

// page chooses the first tile of another page.
func (t *Tiles) page(by int) {
	to := t.first() + by*t.perPage()
	if to >= 0 && to < len(t.shown.Tiles) {
		t.OnChoose(to)
	}
}

func (t *Tiles) draw(size fyne.Size) []fyne.CanvasObject {
	t.size = size
	b := &t.Board
	b.Start(deskUnit(size))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	b.Add(Rect(0, 0, size.Width, tilesTop*u, 0, theme.Rail, nil, 0))
	const leave = 170
	title := size.Width * 0.44
	if t.shown.Mark != "" {
		word := Text(t.shown.Mark, 19*u, theme.Ink, true, 0)
		wide := word.MinSize().Width + 20*u
		title -= wide + 8*u
		b.Add(Rect(24*u+title, 9*u, wide, (tilesTop-18)*u, 8*u, theme.Warn, nil, 0))
		b.Add(Place(word, 24*u+title, 9*u, wide, (tilesTop-18)*u, 0.5))
	}
	b.text(t.shown.Title, 24*u, theme.Text, true, 16*u, 0, title, tilesTop*u, 0)
	b.text(t.shown.Who, 18*u, theme.Quiet, false, size.Width*0.46, 0, size.Width*0.54-(leave+28)*u, tilesTop*u, 1)
	b.key(size.Width-(leave+deskEdge)*u, 3*u, leave*u, 50*u, t.shown.Leave.Label, t.shown.Leave.Key, plainKey, t.shown.Leave.Do)
	t.drawKeys(size)
	t.drawTiles(size)
	t.drawFoot(size)
	return b.objects
}

// drawKeys draws the tabs, and the keys of the sort orders.
func (t *Tiles) drawKeys(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	y, gap := (tilesTop+6)*u, 6*u
	keys := slices.Concat(t.shown.Tabs, t.shown.Sorts)
	apart := 20 * u
	var labels []DeskKey
	for _, k := range keys {
		labels = append(labels, k.DeskKey)
	}
	room := size.Width - 2*tilesEdge*u - gap*float32(len(keys)-1) - apart
	x, wide := tilesEdge*u, keysWide(u, labels, 17, 44, room)
	for i, k := range keys {
		chosen := i == t.shown.Tab
		if n := len(t.shown.Tabs); i >= n {
			chosen = i-n == t.shown.Sort
			if i == n {
				x += apart
			}
		}
		fill, ink := theme.Rail, theme.Quiet
		if k.Lit {
			ink = theme.Gold
		}
		if chosen {
			fill, ink = theme.KeyDown, theme.Text
		}
		b.Add(Rect(x, y, wide[i], tilesKeys*u, 6*u, fill, nil, 0))
		if chosen {
			b.Add(Rect(x, y+(tilesKeys-5)*u, wide[i], 5*u, 2*u, theme.Gold, nil, 0))
		}
		right := float32(0)
		if k.New > 0 {
			right = 34 * u
			b.badge(x+wide[i]-right, y+(tilesKeys-26)/2*u, view.Digit(k.New))
		}
		b.text(k.Key, 16*u, theme.Gold, true, x+6*u, y, 36*u, tilesKeys*u, 0)
		side := Text(k.Key, 16*u, nil, true, 0).MinSize().Width + 8*u
		b.label(k.Label, 17*u, ink, x+side, y, wide[i]-side-right-4*u, tilesKeys*u, 0.5)
		b.Area(k.Label, x, y, wide[i], tilesKeys*u, k.Do)
		x += wide[i] + gap
	}
}

// badge draws a number that is new.
func (b *Board) badge(x, y float32, number string) {
	u := b.Unit
	b.Add(Rect(x, y, 28*u, 26*u, 13*u, theme.Stop, nil, 0))
	b.text(number, 16*u, theme.Text, true, x, y, 28*u, 26*u, 0.5)
}

// drawFoot draws the word on what is chosen, the sum of all tables, and the keys for what can be done with it.
func (t *Tiles) drawFoot(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	y := size.Height - tilesFoot*u
	word, ink := t.shown.Detail, theme.Text
	if t.shown.Notice.Text != "" {
		word = t.shown.Notice.Text
		if t.shown.Notice.Bad {
			ink = theme.Warn
		}
	}
	b.Add(Place(Text(b.cropped(word, 17*u, size.Width-32*u), 17*u, ink, false, 0), 16*u, y, size.Width-32*u, 34*u, 0))
	if t.shown.Sum != "" {
		b.Add(Place(Text(b.cropped(t.shown.Sum, 19*u, size.Width-32*u), 19*u, theme.Text, true, 0), 16*u, y-tilesSum*u, size.Width-32*u, 30*u, 0))
	}
	keys, per := t.shown.Acts, t.perPage()
	if pages := (len(t.shown.Tiles) + per - 1) / per; pages > 1 {
		const wide = 62
		x := size.Width - (tilesEdge+2*wide+64)*u
		b.key(x, y+36*u, wide*u, 60*u, "◀", "PgUp", plainKey, func() { t.page(-1) })
		b.text(view.Digit(t.first()/per+1)+" / "+view.Digit(pages), 17*u, theme.Text, true, x+wide*u, y+36*u, 64*u, 60*u, 0.5)
		b.key(x+(wide+64)*u, y+36*u, wide*u, 60*u, "▶", "PgDn", plainKey, func() { t.page(1) })
		size.Width = x - 4*u
	}
	gap := 6 * u
	wide := keysWide(u, keys, 17, 44, size.Width-2*tilesEdge*u-gap*float32(len(keys)-1))
	x := tilesEdge * u
	for i, k := range keys {
		b.key(x, y+36*u, wide[i], 60*u, k.Label, k.Key, plainKey, k.Do)
		x += wide[i] + gap
	}
}

// cropped returns a line as far as it can be read in that width.
func (b *Board) cropped(s string, size, width float32) string {
	if Text(s, size, nil, false, 0).MinSize().Width <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		if mid := (low + high + 1) / 2; Text(string(runes[:mid])+"…", size, nil, false, 0).MinSize().Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return string(runes[:low]) + "…"
}
