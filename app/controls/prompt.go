package controls

import (
	"image/color"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/pit/house"
)

// A Prompt asks for a line of text, on the keyboard or with a finger. Suggestions stand
// above: a tap takes one.
type Prompt struct {
	*Drawn
	OnDone  func(text string)
	OnClose func()

	Title, Lead, OK, Close, Space string
	Suggestions                   []string
	// Typed is the text in the field at first, which can be continued.
	Typed string
	// Address says that an address or a port is asked for: its signs are on the keyboard in the place
	// of letters with accents.
	Address bool
	// Wording is why a sign that was typed is not taken, in words.
	Wording func(error) string
	// Says returns a comment on the typed text; nil where there is none.
	Says func(typed string) string

	word  string
	upper bool
	Board
}

// longestText is more than anybody writes at a table.
const longestText = 160

// NewPrompt returns a prompt with its words and callbacks.
func NewPrompt(p Prompt) *Prompt {
	prompt := &p
	prompt.upper = !p.Address
	prompt.Drawn = NewDrawn(fyne.NewSize(800, 500), prompt.draw, &prompt.Board)
	prompt.Drawn.Help = "help_prompt"
	return prompt
}

// Wrong shows why the text is not accepted.
func (p *Prompt) Wrong(word string) { p.word = word; p.Refresh() }

// Refuse shows why the text is not accepted, and forgets it: nobody is to read it.
func (p *Prompt) Refuse(word string) { p.Typed = ""; p.Wrong(word) }

// Rune takes a character.
func (p *Prompt) Rune(r rune) bool {
	if unicode.IsControl(r) {
		return false
	}
	if err := house.Writable(string(r)); err != nil {
		p.Wrong(p.Wording(err))
		return true
	}
	if len([]rune(p.Typed)) < longestText {
		p.Typed, p.word, p.upper = p.Typed+string(r), "", false
		p.Refresh()
	}
	return true
}

// Key takes a character back, confirms or leaves.
func (p *Prompt) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		p.OnDone(strings.TrimSpace(p.Typed))
	case fyne.KeyBackspace:
		if r := []rune(p.Typed); len(r) > 0 {
			p.Typed = string(r[:len(r)-1])
		}
		p.Refresh()
	case fyne.KeyEscape:
		p.OnClose()
	case fyne.KeyTab, fyne.KeyDown:
		if n := len(p.Suggestions); n > 0 { // the first, then the next
			p.Typed, p.word = p.Suggestions[(slices.Index(p.Suggestions, p.Typed)+1)%n], ""
		}
		p.Refresh()
	default:
		return false
	}
	return true
}

func (p *Prompt) draw(size fyne.Size) []fyne.CanvasObject {
	b := &p.Board
	x, y, w, h := b.panel(size, 940, 640, frame{title: p.Title, close: p.Close, leave: p.OnClose, enter: true})
	u := b.Unit
	for i, line := range Wrap(p.Lead, readable*u, w-210*u) {
		b.text(line, readable*u, theme.Quiet, false, x+24*u, y+(56+float32(i)*18)*u, w-210*u, 19*u, 0)
	}
	p.suggest(x+24*u, y+92*u, w-48*u)
	b.Add(Rect(x+24*u, y+204*u, w-48*u, 60*u, 8*u, theme.Night, theme.Place, 2*u))
	b.text(p.Typed+"_", 24*u, theme.Text, true, x+38*u, y+204*u, w-76*u, 60*u, 0)
	word, ink := Warning(p.word), color.Color(theme.Warn)
	if word == "" && p.Says != nil {
		word, ink = p.Says(p.Typed), theme.Good
	}
	b.text(word, 18*u, ink, true, x+24*u, y+268*u, w-48*u, 30*u, 0)
	p.keys(x+24*u, y+302*u, w-48*u, h-326*u)
	b.enter(size, p.OK, "Enter", true, func() { p.Key(fyne.KeyReturn) })
	return b.objects
}

// suggest draws the suggestions in two rows of keys.
func (p *Prompt) suggest(x, y, w float32) {
	u := p.Board.Unit
	columns := max(1, (len(p.Suggestions)+1)/2)
	kw, kh, gap := (w-8*u*float32(columns-1))/float32(columns), 48*u, 8*u
	for i, s := range p.Suggestions {
		hint := " " // all of them begin at the left
		if i == 0 {
			hint = "Tab"
		}
		p.Board.key(x+float32(i%columns)*(kw+gap), y+float32(i/columns)*(kh+gap), kw, kh, s, hint, plainKey, func() { p.Typed = s; p.Refresh() })
	}
}

// keys draws a keyboard for a finger.
func (p *Prompt) keys(x, y, w, h float32) {
	u, gap := p.Board.Unit, 6*p.Board.Unit
	rows := []string{"1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-", "àèéìòùäöüç"}
	kh := (h - 5*gap) / 6
	if p.Address {
		rows[len(rows)-1] = `:/\_[]%@~+`
	}
	for i, row := range rows {
		kw := (w - 9*gap) / 10
		for j, r := range []rune(row) {
			if p.upper {
				r = unicode.ToUpper(r)
			}
			p.Board.key(x+float32(j)*(kw+gap), y+float32(i)*(kh+gap), kw, kh, string(r), "", plainKey, func() { p.Rune(r) })
		}
	}
	ly := y + 5*(kh+gap)
	shift := color.Color(nil)
	if p.upper {
		shift = theme.Place
	}
	p.Board.key(x, ly, 0.12*w, kh, "⇧", "", plainKey, func() { p.upper = !p.upper; p.Refresh() })
	if shift != nil {
		p.Board.Add(Rect(x, ly, 0.12*w, kh, 9*u, color.Transparent, shift, 2*u))
	}
	p.Board.key(x+0.13*w, ly, 0.74*w, kh, p.Space, "", plainKey, func() { p.Rune(' ') })
	p.Board.key(x+0.88*w, ly, 0.12*w, kh, "⌫", "", plainKey, func() { p.Key(fyne.KeyBackspace) })
}
