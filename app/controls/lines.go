package controls

import (
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
)

// Heights on a screen 768 high.
const (
	TopHigh = 56
	ActHigh = 85
)

// A Top is the line at the top; a tap on it opens the table's menu.
type Top struct {
	*Drawn
	OnMenu func()
	OnMark func() // on what waits
	shown  view.Top
	Board
}

// NewTop returns an empty top line.
func NewTop() *Top {
	t := &Top{OnMenu: func() {}, OnMark: func() {}}
	t.Drawn = NewDrawn(fyne.NewSize(800, 40), t.draw, &t.Board)
	return t
}

// Set shows the line.
func (t *Top) Set(shown view.Top) {
	if shown != t.shown {
		t.shown = shown
		t.Refresh()
	}
}

func (t *Top) draw(size fyne.Size) []fyne.CanvasObject {
	b := &t.Board
	b.Start(min(size.Width/1024, size.Height/TopHigh))
	u, w, half := b.Unit, size.Width, size.Height/2
	if t.shown.Paused != "" {
		return t.paused(size)
	}
	b.Add(Rect(0, 0, w, size.Height, 0, theme.Rail, nil, 0))
	menu := size.Height
	b.text("≡", 32*u, theme.Text, true, 4*u, 0, menu, size.Height, 0.5)
	b.Area("≡", 0, 0, menu+8*u, size.Height, func() { t.OnMenu() })
	x := menu + 8*u
	left, right := (w-x)*0.43, (w-x)*0.55
	name := left
	if t.shown.Mark != "" {
		const markWide, apart, leastName = 200, 12, 110
		mark := b.firm(t.shown.Mark, 16*u, theme.Ink, left-(leastName+apart+12)*u)
		wide := max(markWide*u, mark.MinSize().Width+12*u)
		name -= wide + apart*u
		mx := x + name + apart*u
		b.Add(Rect(mx, 4*u, wide, half-4*u, 6*u, theme.WarnField, nil, 0), Place(mark, mx, 4*u, wide, half-4*u, 0.5))
		b.Area("mark", mx, 0, wide, size.Height, func() { t.OnMark() })
	}
	b.text(b.titled(t.shown.Table, name), 19*u, theme.Text, true, x, 2*u, name, half, 0)
	people := t.shown.People
	if t.shown.Duty != "" {
		people += " · " + t.shown.Duty
	}
	// The second line is divided otherwise: the limits have what the people leave.
	below := min((w-x)*0.48, Measure(people, readable*u, false).Width+2*u)
	limits := t.shown.Limits
	if room := w - x - below - 20*u; Fit(limits, readable*u, false, room) < readable*u {
		limits = text.Tight(limits)
	}
	b.text(limits, readable*u, theme.Quiet, false, x, half-2*u, w-x-below-20*u, half, 0)
	clock := 74 * u
	b.text(t.shown.Clock, 22*u, theme.Text, true, w-clock-10*u, 2*u, clock, half, 1)
	b.text(t.shown.Shoe, 17*u, theme.Text, false, w-right-10*u, 2*u, right-clock-10*u, half, 1)
	b.text(people, readable*u, theme.Quiet, false, w-below-10*u, half-2*u, below, half, 1)
	return b.objects
}

// paused draws the line of a table that is paused: that it is, and why, for all to read. The felt below stays whole.
func (t *Top) paused(size fyne.Size) []fyne.CanvasObject {
	b := &t.Board
	u, w, half, ink := b.Unit, size.Width, size.Height/2, theme.OnField
	b.Add(Rect(0, 0, w, size.Height, 0, theme.Stop, nil, 0))
	menu := size.Height
	b.text("≡", 32*u, ink, true, 4*u, 0, menu, size.Height, 0.5)
	b.Area("≡", 0, 0, menu+8*u, size.Height, func() { t.OnMenu() })
	const side, apart = 200, 16
	x := menu + 8*u
	b.text(b.titled(t.shown.Table, side*u), 19*u, ink, true, x, 2*u, side*u, half, 0)
	hand, _, _ := strings.Cut(t.shown.Shoe, " · ") // the rest has no room beside the reason
	b.text(hand, readable*u, ink, false, x, half-2*u, side*u, half, 0)
	right := w - (side+10)*u
	b.text(t.shown.Clock, 22*u, ink, true, right, 2*u, side*u, half, 1)
	if t.shown.Mark != "" {
		b.Add(Rect(right, half, side*u, half-4*u, 6*u, theme.WarnField, nil, 0))
		b.text(t.shown.Mark, readable*u, theme.Ink, false, right+4*u, half, (side-8)*u, half-4*u, 0.5)
		b.Area("mark", right, 0, side*u, size.Height, func() { t.OnMark() })
	}
	x += (side + apart) * u
	b.text(t.shown.Paused, 34*u, ink, true, x, 0, right-apart*u-x, size.Height, 0.5)
	return b.objects
}

// titled returns the table and its game, so much as can be read in that room. The game is known by the felt: it goes first,
// and the variant, which is not, stays as long as it can.
func (b *Board) titled(title string, room float32) string {
	table, game, _ := strings.Cut(title, " · ")
	for game != "" && Fit(title, 19*b.Unit, true, room) < readable*b.Unit {
		if _, game, _ = strings.Cut(game, ", "); game == "" {
			return table
		}
		title = table + " · " + game
	}
	return title
}

// An Act is the next act in one large sentence, and under it a short word where
// something did not happen.
type Act struct {
	*Drawn
	OnWaits func() // on the cards that wait
	Board
	waits     view.Waits
	act       string
	notice    view.Notice
	announced view.Announced
	staked    string
}

// NewAct returns an empty line.
func NewAct() *Act {
	a := &Act{OnWaits: func() {}}
	a.Drawn = NewDrawn(fyne.NewSize(800, 50), a.draw, &a.Board)
	return a
}

// Set shows the sentence and the word, what is staked in all, and beside them the phase
// while its time runs.
func (a *Act) Set(act string, notice view.Notice, staked string, announced view.Announced) {
	if notice.Text == "" { // a sign without a word warns of nothing
		notice.Bad = false
	}
	a.act, a.notice, a.staked, a.announced = act, notice, staked, announced
	a.Refresh()
}

// Wait sets the waiting cards that the line shows the next time that it is set.
func (a *Act) Wait(w view.Waits) { a.waits = w }

func (a *Act) draw(size fyne.Size) []fyne.CanvasObject {
	b := &a.Board
	b.Start(min(size.Width/1024, size.Height/ActHigh))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	b.Add(Rect(0, 0, 8*u, size.Height, 0, theme.Place, nil, 0))
	width, end := size.Width-48*u, size.Width
	announces, waits := a.announced.Timed || a.announced.Kind == view.LastBets, len(a.waits.Cards) > 0
	if announces {
		wide := float32(300)
		if waits {
			wide = 240
		}
		width -= wide * u
		b.announce(a.announced, end-(wide+10)*u, 8*u, wide*u, size.Height-16*u)
		end -= (wide + 12) * u
	}
	if waits {
		const wide = 256
		width -= wide * u
		b.waiting(a.waits, end-wide*u, (wide-10)*u, size.Height, func() { a.OnWaits() })
	}
	const staked = 190
	act, word := width, width
	if a.staked != "" {
		low := float32(50)
		if announces && waits { // the word below has little room as it is
			act, low = act-staked*u, 14
		} else {
			word -= staked * u
		}
		b.text(a.staked, 22*u, theme.Text, true, 24*u+width-staked*u, low*u, (staked-8)*u, 32*u, 1)
	}
	b.text(a.act, 34*u, theme.Text, true, 24*u, 6*u, act, 46*u, 0)
	if a.notice.Bad { // what was typed or tapped did not happen: it is seen from the side
		b.Add(Rect(0, 0, 8*u, size.Height, 0, theme.Warn, nil, 0))
		said := Warning(a.notice.Text)
		if Fit(said, 24*u, true, word) >= 19*u {
			b.text(said, 24*u, theme.Warn, true, 24*u, 50*u, word, 30*u, 0)
		} else { // lighter letters have room for more of it
			b.text(said, 19*u, theme.Warn, false, 24*u, 52*u, word, 28*u, 0)
		}
		return b.objects
	}
	b.text(a.notice.Text, 19*u, theme.Quiet, false, 24*u, 52*u, word, 28*u, 0)
	return b.objects
}
