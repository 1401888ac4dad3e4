package controls

import (
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/pit/record"
)

// A TileKey is a key over the tiles: what it is, how many there are of it, and how many of them
// are new.
type TileKey struct {
	DeskKey
	Lit   bool // something is there
	New   int
	Level record.AlertLevel // how grave that is; 0 where it is no work
}

// A TileCount is how many tables wait for something of a kind.
type TileCount struct {
	Text   string
	Tables int
	Level  record.AlertLevel // how grave that is; 0 for tables at which nothing waits
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
	Counts      []TileCount
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
	tilesHead   = 44  // its keys where all stand in one line
	tilesLow    = 52  // keys under it
	tilesWord   = 20  // a word over them
	tilesEdge   = 6
	tilesGap    = 6
	tilesNumber = 9 // tiles of a page that have a digit
)

// grid returns the arrangement of a page's tiles: where there are few they are large.
func (t *Tiles) grid() (columns, rows int) {
	const least = 192 // units: what a tile has to be wide for its lines
	wide := int((t.size.Width/unitOf(t.size) - 2*tilesEdge + tilesGap) / (least + tilesGap))
	switch n := len(t.shown.Tiles); {
	case n <= 8:
		return 4, 2
	case n <= 3*wide:
		return wide, 3
	}
	const low = 116 // units: what a tile has to be high for its lines
	u := unitOf(t.size)
	return wide, max(4, int(((t.size.Height-t.top()-t.foot())/u+tilesGap)/(low+tilesGap)))
}

// OneLine reports whether a screen is so wide that all over the tiles has room in one line.
func (t *Tiles) OneLine() bool { return t.size.Width/unitOf(t.size) >= 1300 }

// top returns how high everything over the tiles is.
func (t *Tiles) top() float32 {
	if t.OneLine() {
		return (tilesHead + 12) * unitOf(t.size)
	}
	return (tilesTop + tilesKeys + 12) * unitOf(t.size)
}

// foot returns how high everything under the tiles is.
func (t *Tiles) foot() float32 {
	u := unitOf(t.size)
	switch {
	case t.OneLine():
		return (tilesLow + tilesWord + 8) * u
	case t.shown.Sum == "":
		return tilesFoot * u
	}
	return (tilesFoot + tilesSum) * u
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
	b.Start(unitOf(size))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	if t.OneLine() {
		t.drawLine(size)
	} else {
		t.drawTop(size)
		t.drawKeys(size, tilesEdge*u, (tilesTop+6)*u, size.Width-2*tilesEdge*u, tilesKeys, t.shown.Sorts)
	}
	t.drawTiles(size)
	t.drawFoot(size)
	return b.objects
}

// drawTop draws the title with what waits, who is there, and the key that leaves.
func (t *Tiles) drawTop(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	b.Add(Rect(0, 0, size.Width, tilesTop*u, 0, theme.Rail, nil, 0))
	const leave = 170
	who := Text(t.shown.Who, 18*u, theme.Quiet, false, size.Width*0.36)
	right := size.Width - (leave+deskEdge+10)*u
	b.Add(Place(who, 0, 0, right, tilesTop*u, 1))
	x := t.drawCounts(16*u, tilesTop*u, right-who.MinSize().Width-20*u)
	if room := right - who.MinSize().Width - 10*u - x; x == 16*u {
		b.text(t.shown.Title, 24*u, theme.Text, true, x, 0, room, tilesTop*u, 0)
	}
	b.key(size.Width-(leave+deskEdge)*u, 3*u, leave*u, 50*u, t.shown.Leave.Label, t.shown.Leave.Key, plainKey, t.shown.Leave.Do)
}

// drawLine draws all over the tiles in one line: tabs, what waits, the order, and the key that leaves.
func (t *Tiles) drawLine(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	const leave, tabs, sort = 150, 500, 140
	b.Add(Rect(0, 0, size.Width, (tilesHead+8)*u, 0, theme.Rail, nil, 0))
	t.drawKeys(size, tilesEdge*u, 4*u, tabs*u, tilesHead, nil)
	right := size.Width - (leave+tilesEdge)*u
	b.key(right, 4*u, leave*u, tilesHead*u, t.shown.Leave.Label, t.shown.Leave.Key, plainKey, t.shown.Leave.Do)
	right -= (sort + tilesGap) * u
	if t.shown.Sort < len(t.shown.Sorts) {
		k := t.shown.Sorts[t.shown.Sort]
		t.drawKey(k, right, 4*u, sort*u, tilesHead*u, false)
	}
	t.drawCounts((tabs+2*tilesEdge+6)*u, (tilesHead+8)*u, right-8*u)
}

// drawCounts draws what is wrong with where all comes from, then how many tables wait, by kind, the gravest first. What has no
// room is one number, but for the tables at which nothing waits. It returns where that ends.
func (t *Tiles) drawCounts(x, high, right float32) float32 {
	b, u := &t.Board, t.Board.Unit
	wide := func(text string) float32 { return Text(text, 17*u, nil, true, 0).MinSize().Width + 22*u }
	pill := func(text string, level record.AlertLevel) {
		fill, ink := theme.KeyDown, theme.Text
		switch level {
		case 0, record.AlertInfo:
		case record.AlertCritical:
			fill, ink = theme.Stop, theme.OnField
		default:
			fill, ink = theme.WarnField, theme.Ink
		}
		b.Add(Rect(x, high/2-16*u, wide(text), 32*u, 16*u, fill, nil, 0))
		b.Add(Place(Text(text, 17*u, ink, true, 0), x, high/2-16*u, wide(text), 32*u, 0.5))
		x += wide(text) + 6*u
	}
	if t.shown.Mark != "" {
		pill(t.shown.Mark, record.AlertWarning)
	}
	rest := 0 // tables of the kinds from here on
	for _, c := range t.shown.Counts {
		if c.Level > 0 {
			rest += c.Tables
		}
	}
	for _, c := range t.shown.Counts {
		more := float32(0)
		if c.Level > 0 && rest > c.Tables {
			more = wide("+"+view.Digit(rest-c.Tables)) + 6*u
		}
		switch {
		case x+wide(c.Text)+more <= right:
			pill(c.Text, c.Level)
		case c.Level > 0:
			pill("+"+view.Digit(rest), c.Level)
			return x
		}
		if c.Level > 0 {
			rest -= c.Tables
		}
	}
	return x
}

// drawKeys draws the tabs, and the keys of the sort orders.
func (t *Tiles) drawKeys(size fyne.Size, x, y, room, high float32, sorts []TileKey) {
	u, gap := t.Board.Unit, 6*t.Board.Unit
	keys := slices.Concat(t.shown.Tabs, sorts)
	apart := 20 * u
	var labels []DeskKey
	for _, k := range keys {
		labels = append(labels, k.DeskKey)
	}
	room -= gap * float32(len(keys)-1)
	if len(sorts) > 0 {
		room -= apart
	}
	wide := keysWide(u, labels, 17, 44, room)
	for i, k := range keys {
		chosen := i == t.shown.Tab
		if n := len(t.shown.Tabs); i >= n {
			chosen = i-n == t.shown.Sort
			if i == n {
				x += apart
			}
		}
		t.drawKey(k, x, y, wide[i], high*u, chosen)
		x += wide[i] + gap
	}
}

// drawKey draws a tab or the key of an order.
func (t *Tiles) drawKey(k TileKey, x, y, wide, high float32, chosen bool) {
	b, u := &t.Board, t.Board.Unit
	fill, ink := theme.KeyOff, theme.Quiet
	if k.Lit {
		ink = theme.Text
	}
	if chosen {
		fill, ink = theme.KeyDown, theme.Text
	}
	b.Add(Rect(x, y, wide, high, 6*u, fill, nil, 0))
	if chosen {
		b.Add(Rect(x, y+high-4*u, wide, 4*u, 2*u, theme.Text, nil, 0))
	}
	right := float32(0)
	if k.New > 0 {
		right = 34 * u
		b.badge(x+wide-right, y+(high-26*u)/2, view.Digit(k.New), k.Level)
	}
	b.text(k.Key, 16*u, theme.Quiet, true, x+6*u, y, 36*u, high, 0)
	side := Text(k.Key, 16*u, nil, true, 0).MinSize().Width + 8*u
	b.label(k.Label, 17*u, ink, x+side, y, wide-side-right-4*u, high, 0.5)
	b.Area(k.Label, x, y, wide, high, k.Do)
}

// badge draws a number that is new, as grave as it is.
func (b *Board) badge(x, y float32, number string, level record.AlertLevel) {
	u := b.Unit
	fill, ink := theme.Key, theme.Text
	switch level {
	case 0:
	case record.AlertCritical:
		fill, ink = theme.Stop, theme.OnField
	default:
		fill, ink = theme.WarnField, theme.Ink
	}
	b.Add(Rect(x, y, 28*u, 26*u, 13*u, fill, nil, 0))
	b.text(number, 16*u, ink, true, x, y, 28*u, 26*u, 0.5)
}

// drawFoot draws the word on what is chosen, the sum of all tables, and the keys for what can be done with it.
func (t *Tiles) drawFoot(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	y := size.Height - tilesFoot*u
	word, ink := t.shown.Detail, theme.Text
	if t.shown.Notice.Text != "" {
		word = t.shown.Notice.Text
		if t.shown.Notice.Bad {
			word, ink = Warning(word), theme.Warn
		}
	}
	width, size17, wordY, wordH := size.Width-32*u, 17*u, y, 34*u
	keyY, keyH := y+36*u, 60*u
	if t.OneLine() {
		keyH = tilesLow * u
		keyY = size.Height - keyH - tilesEdge*u
		wordY, wordH = keyY-(tilesWord+2)*u, (tilesWord+2)*u
		who := Text(t.shown.Who, 17*u, theme.Quiet, false, size.Width*0.3)
		b.Add(Place(who, 16*u, wordY, width, wordH, 1))
		width -= who.MinSize().Width + 24*u
		if t.shown.Sum != "" && t.shown.Notice.Text == "" {
			sum := Text(b.parts(t.shown.Sum, 17*u, width), 17*u, theme.Text, true, 0)
			b.Add(Place(sum, 16*u, wordY, width, wordH, 1))
			width -= sum.MinSize().Width + 24*u
		}
	} else if t.shown.Sum != "" {
		b.Add(Place(Text(b.parts(t.shown.Sum, 19*u, width), 19*u, theme.Text, true, width), 16*u, y-tilesSum*u, width, 30*u, 0))
	}
	b.Add(Place(Text(b.parts(word, size17, width), size17, ink, false, 0), 16*u, wordY, width, wordH, 0))
	keys, per := t.shown.Acts, t.perPage()
	if pages := (len(t.shown.Tiles) + per - 1) / per; pages > 1 {
		const wide = 62
		x := size.Width - (tilesEdge+2*wide+64)*u
		b.key(x, keyY, wide*u, keyH, "◀", "PgUp", plainKey, func() { t.page(-1) })
		b.text(view.Digit(t.first()/per+1)+" / "+view.Digit(pages), 17*u, theme.Text, true, x+wide*u, keyY, 64*u, keyH, 0.5)
		b.key(x+(wide+64)*u, keyY, wide*u, keyH, "▶", "PgDn", plainKey, func() { t.page(1) })
		size.Width = x - 4*u
	}
	gap := 6 * u
	wide := keysWide(u, keys, 17, 44, size.Width-2*tilesEdge*u-gap*float32(len(keys)-1))
	x := tilesEdge * u
	for i, k := range keys {
		b.key(x, keyY, wide[i], keyH, k.Label, k.Key, plainKey, k.Do)
		x += wide[i] + gap
	}
}

// parts returns as many parts of a line, between its dots, as have room in a width.
func (b *Board) parts(s string, size, width float32) string {
	for Text(s, size, nil, false, 0).MinSize().Width > width {
		at := strings.LastIndex(s, " · ")
		if at < 0 {
			return b.fitting(size, width, s)
		}
		s = s[:at]
	}
	return s
}
