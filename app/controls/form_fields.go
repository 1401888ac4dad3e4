package controls

import (
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/theme"
	"sabot/pit/house"
)

// own does what a key does in every field of a form; false for one that is the field's.
func (f *Form) own(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyEscape:
		f.OnLeave()
	case fyne.KeyF1:
		f.OnHelp()
	case fyne.KeyReturn, fyne.KeyEnter:
		f.Entered()
	default:
		return false
	}
	return true
}

// A Field is a line of text that is filled in.
type Field struct {
	widget.Entry
	form  *Form
	stood string // what it was proposed with
}

// Entry returns a new field with a value in it.
func (f *Form) Entry(value string) *Field {
	e := &Field{form: f, stood: value}
	e.ExtendBaseWidget(e)
	e.SetText(value)
	e.OnChanged = func(string) { f.edited() }
	if f.first == nil {
		f.first = e
	}
	return e
}

// Propose puts another value into the field in the place of the one that it was made with.
func (e *Field) Propose(value string) {
	e.stood = value
	e.SetText(value)
}

// Secret returns a new field whose characters are not shown.
func (f *Form) Secret() *Field {
	e := f.Entry("")
	e.Password = true
	return e
}

// Label returns the name of the field in messages about mistakes.
func (e *Field) Label() string { return e.form.LabelOf(e) }

// Filled returns the text of the field, without the blanks around it.
func (e *Field) Filled() string { return strings.TrimSpace(e.Text) }

// TypedKey implements fyne.Focusable.
func (e *Field) TypedKey(event *fyne.KeyEvent) {
	if !e.form.own(event.Name) {
		e.Entry.TypedKey(event)
	}
}

// FocusGained implements fyne.Focusable. It selects the field's text, so that typing replaces it.
func (e *Field) FocusGained() {
	e.Entry.FocusGained()
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.form.sees(e)
}

// A Pick is one of several words: the arrows choose the next and the one before, a letter
// the next that begins with it.
type Pick struct {
	widget.Select
	form *Form
}

// Pick returns a new choice among words, number n chosen. then is called after each other choice; nil for
// nothing.
func (f *Form) Pick(words []string, n int, then func()) *Pick {
	c := &Pick{form: f}
	c.Options = words
	c.ExtendBaseWidget(c)
	c.SetSelectedIndex(n)
	c.OnChanged = func(string) {
		f.edited()
		if then != nil {
			then()
		}
	}
	if f.first == nil {
		f.first = c
	}
	return c
}

// TypedKey implements fyne.Focusable.
func (c *Pick) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyDown:
		event = &fyne.KeyEvent{Name: fyne.KeyRight}
	case fyne.KeyUp:
		event = &fyne.KeyEvent{Name: fyne.KeyLeft}
	}
	if !c.form.own(event.Name) && len(c.Options) > 0 {
		c.Select.TypedKey(event)
	}
}

// Tapped implements fyne.Tappable: in the list that it opens the word that stands is the chosen one, so the arrows go on from it.
func (c *Pick) Tapped(at *fyne.PointEvent) {
	c.Select.Tapped(at)
	window := fyne.CurrentApp().Driver().CanvasForObject(c)
	if window == nil {
		return
	}
	if list, open := window.Focused().(*widget.PopUpMenu); open {
		for range c.SelectedIndex() + 1 {
			list.ActivateNext()
		}
	}
}

// TypedRune implements fyne.Focusable. A letter with which no word begins is said to be none.
func (c *Pick) TypedRune(r rune) {
	for n := range c.Options {
		i := (c.SelectedIndex() + 1 + n) % len(c.Options)
		if word := []rune(c.Options[i]); len(word) > 0 && unicode.ToLower(word[0]) == unicode.ToLower(r) {
			c.SetSelectedIndex(i)
			return
		}
	}
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		sentence, _ := c.form.Words(&house.Refusal{Why: house.BadSetting, What: "letter"})
		c.form.Wrong(c.form.Labelled(c.form.LabelOf(c), sentence), nil)
	}
}

// FocusGained implements fyne.Focusable.
func (c *Pick) FocusGained() {
	c.Select.FocusGained()
	c.form.sees(c)
}

// A Tick is a box to tick; the space bar changes it.
type Tick struct {
	widget.Check
	form *Form
}

// Tick returns a new box to tick.
func (f *Form) Tick(label string, on bool) *Tick {
	t := &Tick{form: f}
	t.Text, t.Checked = label, on
	t.ExtendBaseWidget(t)
	t.OnChanged = func(bool) { f.edited() }
	return t
}

// TypedKey implements fyne.Focusable.
func (t *Tick) TypedKey(event *fyne.KeyEvent) {
	if !t.form.own(event.Name) {
		t.Check.TypedKey(event)
	}
}

// FocusGained implements fyne.Focusable.
func (t *Tick) FocusGained() {
	t.Check.FocusGained()
	t.form.sees(t)
}

// A FormKey is a key of a form, drawn as keys are everywhere, with a frame while it has the keys.
type FormKey struct {
	widget.Button
	form  *Form
	hint  string // the key of the keyboard that does the same
	style keyStyle
	has   bool // the keys
}

func (f *Form) key(label, hint string, style keyStyle, do func()) *FormKey {
	k := &FormKey{form: f, hint: hint, style: style}
	k.Text, k.OnTapped = label, do
	k.ExtendBaseWidget(k)
	return k
}

// CreateRenderer implements fyne.Widget.
func (k *FormKey) CreateRenderer() fyne.WidgetRenderer { return &keyFace{key: k} }

// A keyFace draws a key of a form.
type keyFace struct {
	key   *FormKey
	board Board
}

func (r *keyFace) draw(size fyne.Size) {
	const ring = 3
	r.board.Start(r.key.form.scale)
	r.board.key(0, 0, size.Width, size.Height, r.key.Text, r.key.hint, r.key.style, nil)
	if u := r.board.Unit; r.key.has {
		r.board.Add(Rect(0, 0, size.Width, size.Height, 9*u, color.Transparent, theme.Text, ring*u))
	}
}

// Layout implements fyne.WidgetRenderer.
func (r *keyFace) Layout(size fyne.Size) { r.draw(size) }

// MinSize implements fyne.WidgetRenderer.
func (r *keyFace) MinSize() fyne.Size { return fyne.NewSize(1, 1) }

// Refresh implements fyne.WidgetRenderer.
func (r *keyFace) Refresh() {
	r.draw(r.key.Size())
	canvas.Refresh(r.key)
}

// Objects implements fyne.WidgetRenderer.
func (r *keyFace) Objects() []fyne.CanvasObject { return r.board.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *keyFace) Destroy() {}

// TypedKey implements fyne.Focusable.
func (k *FormKey) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		k.OnTapped()
	case fyne.KeyEscape, fyne.KeyF1:
		k.form.own(event.Name)
	default:
		k.Button.TypedKey(event)
	}
}

// FocusGained implements fyne.Focusable.
func (k *FormKey) FocusGained() {
	k.has = true
	k.Button.FocusGained()
}

// FocusLost implements fyne.Focusable.
func (k *FormKey) FocusLost() {
	k.has = false
	k.Button.FocusLost()
}

// A wheel lies over the lines of a form and scrolls them.
type wheel struct {
	widget.BaseWidget
	to *container.Scroll
}

func newWheel(to *container.Scroll) *wheel {
	w := &wheel{to: to}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled implements fyne.Scrollable.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) { w.to.Scrolled(e) }

// CreateRenderer implements fyne.Widget.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// Beside lays fields beside each other, in these shares of the width; Tab goes through
// them from left to right.
func Beside(shares []float32, fields ...fyne.CanvasObject) *fyne.Container {
	return container.New(beside(shares), fields...)
}

type beside []float32

func (beside) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var high float32
	for _, o := range objects {
		high = max(high, o.MinSize().Height)
	}
	return fyne.NewSize(100, high)
}

func (shares beside) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 6
	all, x := float32(0), float32(0)
	for _, share := range shares {
		all += share
	}
	for i, o := range objects {
		w := (size.Width - gap*float32(len(objects)-1)) * shares[i] / all
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
		x += w + gap
	}
}
