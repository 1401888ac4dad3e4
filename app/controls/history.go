package controls

import (
	"image/color"
	"strconv"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A History is the list of hands as they lay, the newest first and three at a time. Arrows, digits of a hand's
// number or a tap choose one. Enter or another tap opens it.
type History struct {
	*Drawn
	OnClose  func()
	OnOpen   func(number int)
	OnResult func()

	Title  string
	Hands  []view.Shown
	Empty  string // what to say where there are none
	Close  string
	Open   string // labels of the keys
	Result string
	Older  string
	Newer  string
	Staked func(amount string) string

	chosen, first int
	typed         string
	Board
}

// shownHands is the number of hands that are shown below each other.
const shownHands = 3

// NewHistory returns the list with its content.
func NewHistory(h History) *History {
	list := &h
	list.Drawn = NewDrawn(fyne.NewSize(800, 500), list.draw, &list.Board)
	list.Drawn.Help = "help_history"
	list.rolls(list.Key)
	return list
}

// Rune selects the hand whose number is typed, or runs the action of a key.
func (l *History) Rune(r rune) bool {
	switch {
	case r >= '0' && r <= '9':
		l.goTo(l.typed + string(r))
	case unicode.ToUpper(r) == 'R':
		l.OnResult()
	default:
		return false
	}
	return true
}

// goTo chooses the hand with a number; one that does not begin so begins anew.
func (l *History) goTo(typed string) {
	for _, digits := range []string{typed, typed[len(typed)-1:]} {
		for i, h := range l.Hands {
			if strconv.Itoa(h.Number) == digits {
				l.choose(i)
				l.typed = digits
				return
			}
		}
		for _, h := range l.Hands {
			if strings.HasPrefix(strconv.Itoa(h.Number), digits) {
				l.typed = digits
				return
			}
		}
	}
	l.typed = ""
}

// Key moves through the hands and opens the one that is chosen.
func (l *History) Key(name fyne.KeyName) bool {
	step := map[fyne.KeyName]int{
		fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: shownHands, fyne.KeyPageUp: -shownHands,
		fyne.KeyHome: -len(l.Hands), fyne.KeyEnd: len(l.Hands),
	}[name]
	switch {
	case step != 0:
		l.choose(l.chosen + step)
	case name == fyne.KeyReturn || name == fyne.KeyEnter:
		l.open(l.chosen)
	default:
		return false
	}
	return true
}

func (l *History) open(i int) {
	if i < len(l.Hands) {
		l.OnOpen(l.Hands[i].Number)
	}
}

func (l *History) choose(i int) {
	l.typed = ""
	l.chosen = max(0, min(i, len(l.Hands)-1))
	l.first = max(0, min(l.first, l.chosen), l.chosen-shownHands+1)
	l.first = min(l.first, max(0, len(l.Hands)-shownHands))
	l.Refresh()
}

func (l *History) draw(size fyne.Size) []fyne.CanvasObject {
	b := &l.Board
	x, y, w, h := b.panel(size, -48, -40, frame{title: l.Title, close: l.Close, leave: l.OnClose, enter: true})
	u := b.Unit
	top, bottom := y+70*u, y+h-76*u
	if len(l.Hands) == 0 {
		b.text(l.Empty, 20*u, theme.Quiet, false, x+24*u, top+10*u, w-48*u, 40*u, 0)
	}
	high := (bottom - top) / shownHands
	for i := l.first; i < min(l.first+shownHands, len(l.Hands)); i++ {
		l.hand(i, x+12*u, top+float32(i-l.first)*high, w-24*u, high-8*u)
	}
	l.keys(x+24*u, bottom+8*u, w-48*u)
	b.enter(size, l.Open, "Enter", len(l.Hands) > 0, func() { l.open(l.chosen) })
	return b.objects
}

func (l *History) hand(i int, x, y, w, h float32) {
	b, u, shown := &l.Board, l.Board.Unit, l.Hands[i]
	fill, edge := theme.Night, theme.Faint
	if i == l.chosen {
		fill, edge = theme.KeyOff, theme.Place
	}
	b.Add(Rect(x, y, w, h, 9*u, fill, edge, 2*u))
	b.Area(shown.Title, x, y, w, h, func() {
		if l.chosen == i {
			l.open(i)
			return
		}
		l.choose(i)
	})
	const side = 180
	b.text(shown.Title, 24*u, theme.Text, true, x+14*u, y+6*u, side*u, 34*u, 0)
	b.text(shown.Time, 19*u, theme.Quiet, false, x+14*u, y+38*u, side*u, 28*u, 0)
	b.text(l.Staked(shown.Staked), 17*u, theme.Text, false, x+14*u, y+64*u, side*u, 28*u, 0)
	var lines []string
	if len(uncrowded(shown.Places)) < len(shown.Places) {
		lines = Wrap(shown.Aside, 17*u, (side-4)*u)
	}
	aside := len(lines)
	for _, mark := range shown.Marks {
		lines = append(lines, Wrap(Warning(mark), 17*u, (side-4)*u)...)
	}
	const line = 22
	if room := int((h/u - 90) / line); len(lines) > room {
		lines = append(lines[:room-1], "…")
	}
	for n, mark := range lines {
		ink := color.Color(theme.Warn)
		if n < aside {
			ink = theme.Text
		}
		b.text(mark, 17*u, ink, false, x+14*u, y+(90+line*float32(n))*u, side*u, line*u, 0)
	}
	b.lays(shown.Places, shown.Call, x+(side+24)*u, y+6*u, w-(side+34)*u, h-12*u)
}

func (l *History) keys(x, y, w float32) {
	b, u := &l.Board, l.Board.Unit
	const wide, high, gap = 190, 58, 10
	style := func(on bool, or keyStyle) keyStyle {
		if on {
			return or
		}
		return offKey
	}
	b.key(x, y, wide*u, high*u, l.Result, "R", plainKey, func() { l.OnResult() })
	b.key(x+w-(2*wide+gap)*u, y, wide*u, high*u, l.Older, "PgDn", style(l.first+shownHands < len(l.Hands), plainKey), func() { l.choose(l.first + 2*shownHands - 1) })
	b.key(x+w-wide*u, y, wide*u, high*u, l.Newer, "PgUp", style(l.first > 0, plainKey), func() { l.choose(l.first - shownHands) })
}
