package controls

import (
	"errors"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/theme"
	"sabot/pit/house"
)

// A Form is fields below each other that are filled in with the keyboard. Tab goes through them in reading order,
// also through fields added later. Enter saves, Esc leaves and F1 explains the keys. A refusal is said below the
// fields with the name of its field, and the cursor goes there.
type Form struct {
	Title, Save, Back string
	OnSave            func() error // what was refused; a Mistake says in which field
	OnLeave, OnHelp   func()
	OnUse             func() // somebody types or chooses; nil where nobody wants to know
	// Words returns a refusal in words, and the name of the part that it is about; "" for none.
	Words func(error) (sentence, part string)
	// Labelled returns a sentence behind the label that it is about, with a colon as the language writes it.
	Labelled func(label, sentence string) string
	// Code refuses what was typed into a field, in the place of what stood there, where it is a code; nil where there is nobody.
	Code func(typed, stood string) error
	// Focus gives a field the keys.
	Focus func(fyne.Focusable)

	scale  float32                  // of letters and measures beside a screen of 1024 by 768
	texts  map[*canvas.Text]float32 // that are no widget's, and how large they are there
	frames []*canvas.Rectangle      // of the keys
	rows   *fyne.Container          // a label and what is filled in, by turns
	scroll *container.Scroll
	wrong  *fyne.Container
	keys   *fyne.Container
	body   *fyne.Container
	save   *FormKey // once the form is laid
	first  fyne.Focusable
	typed  bool
	labels map[fyne.Focusable]string
	parts  map[string]fyne.Focusable
}

// A Mistake is a refusal that is about one field.
type Mistake struct {
	At  fyne.Focusable
	Err error
}

// Error implements error.
func (m *Mistake) Error() string { return m.Err.Error() }

// Unwrap returns the refusal itself.
func (m *Mistake) Unwrap() error { return m.Err }

// NewForm returns a form with its words and callbacks and no field.
func NewForm(f Form) *Form {
	form := &f
	form.scale, form.texts = 1, map[*canvas.Text]float32{}
	form.rows = container.New(layout.NewFormLayout())
	form.wrong, form.keys = container.NewVBox(), container.NewHBox()
	form.labels, form.parts = map[fyne.Focusable]string{}, map[string]fyne.Focusable{}
	// The wheel is the form's, whatever lies under it: a field would keep it for its own line.
	form.scroll = container.NewVScroll(nil)
	beside := canvas.NewRectangle(color.Transparent) // where the bar of the scroll lies
	beside.SetMinSize(fyne.NewSize(16, 1))
	form.scroll.Content = container.NewStack(container.NewBorder(nil, nil, nil, beside, form.rows), newWheel(form.scroll))
	form.body = container.New(formBody{})
	return form
}

// Add puts a line below the others: a label and what is filled in there.
func (f *Form) Add(label string, o fyne.CanvasObject) {
	f.rows.Add(widget.NewLabel(label))
	f.rows.Add(o)
	f.name(label, o)
}

// Note puts a sentence below the lines, broken where their fields end.
func (f *Form) Note(sentence string) { f.Add("", f.sentence(sentence)) }

func (f *Form) sentence(said string) fyne.CanvasObject {
	const size, wide = 16, 480
	lines := container.NewVBox()
	for _, line := range Wrap(said, size, wide) {
		lines.Add(f.text(line, theme.Quiet, size))
	}
	return container.NewPadded(lines)
}

// A Section is lines of a form that are exchanged together, where it was made.
type Section struct {
	form   *Form
	anchor fyne.CanvasObject // stands before them and is not seen
	lines  int
}

// Section begins such lines, none so far.
func (f *Form) Section() *Section {
	s := &Section{form: f, anchor: canvas.NewRectangle(color.Transparent)}
	beside := canvas.NewRectangle(color.Transparent)
	s.anchor.Hide()
	beside.Hide()
	f.rows.Objects = append(f.rows.Objects, s.anchor, beside)
	return s
}

// Clear takes all its lines away.
func (s *Section) Clear() {
	i := s.begin()
	s.form.rows.Objects = slices.Delete(s.form.rows.Objects, i, i+2*s.lines)
	s.lines = 0
	s.form.rows.Refresh()
}

// Add puts a line below its others.
func (s *Section) Add(label string, o fyne.CanvasObject) {
	s.form.rows.Objects = slices.Insert(s.form.rows.Objects, s.begin()+2*s.lines, fyne.CanvasObject(widget.NewLabel(label)), o)
	s.lines++
	s.form.name(label, o)
	s.form.rows.Refresh()
}

// Note puts a sentence below the lines so far.
func (s *Section) Note(sentence string) { s.Add("", s.form.sentence(sentence)) }

func (s *Section) begin() int { return slices.Index(s.form.rows.Objects, s.anchor) + 2 }

// name gives a line's fields the line's label, for messages about mistakes; a field that has a name of its own
// keeps it.
func (f *Form) name(label string, o fyne.CanvasObject) {
	if field, ok := o.(fyne.Focusable); ok && f.labels[field] == "" {
		f.labels[field] = label
	}
	if c, ok := o.(*fyne.Container); ok {
		for _, child := range c.Objects {
			f.name(label, child)
		}
	}
}

// Named sets the name of a field for messages about mistakes.
func (f *Form) Named(field fyne.Focusable, name string) { f.labels[field] = name }

// LabelOf returns the name of a field in messages about mistakes.
func (f *Form) LabelOf(field fyne.Focusable) string { return f.labels[field] }

// Part links a field to the part that refusals name.
func (f *Form) Part(part string, field fyne.Focusable) { f.parts[part] = field }

// AddKey puts a key below the lines.
func (f *Form) AddKey(label string, do func()) {
	f.keys.Add(f.framed(f.key(label, "", plainKey, do), keyWide))
}

// Entered saves what is filled in; what is refused is said, and the cursor goes to the
// field. It answers the sentence, "" where it was saved.
func (f *Form) Entered() string {
	f.used()
	f.Wrong("", nil)
	err := f.writable(f.rows)
	if err == nil {
		err = f.OnSave()
	}
	if err == nil {
		return ""
	}
	sentence, part := f.Words(err)
	at := f.parts[part]
	var mistake *Mistake
	if errors.As(err, &mistake) {
		at = mistake.At
	}
	if field, is := at.(*Field); is && house.RefusedFor(err, house.LooksLikeCode) { // nobody is to read it
		field.SetText(field.stood)
	}
	if at != nil && !names(sentence, f.labels[at]) {
		sentence = f.Labelled(f.labels[at], sentence)
	}
	f.Wrong(sentence, at)
	return sentence
}

// writable refuses the first field with a sign that the record does not take, or with a code that everybody would read.
func (f *Form) writable(fields *fyne.Container) error {
	for _, o := range fields.Objects {
		var err error
		switch o := o.(type) {
		case *Field:
			wrong := house.Writable(o.Text)
			if wrong == nil && !o.Password && f.Code != nil {
				wrong = f.Code(o.Text, o.stood)
			}
			if wrong != nil {
				err = &Mistake{At: o, Err: wrong}
			}
		case *fyne.Container:
			err = f.writable(o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// names reports whether a sentence has all words of a label: "59, Minimum".
func names(sentence, label string) bool {
	for part := range strings.SplitSeq(strings.ToLower(label), ", ") {
		if !strings.Contains(strings.ToLower(sentence), part) {
			return false
		}
	}
	return true
}

// Wrong shows a sentence below the fields and goes to one; nil for none.
func (f *Form) Wrong(sentence string, at fyne.Focusable) {
	for _, o := range f.wrong.Objects {
		delete(f.texts, o.(*canvas.Text))
	}
	f.wrong.RemoveAll()
	for _, line := range Wrap(Warning(sentence), wrongSize, panelWide-60) {
		f.wrong.Add(f.text(line, theme.Warn, wrongSize))
	}
	f.body.Refresh() // the fields make room for it
	if at != nil {
		f.Focus(at)
	}
	if field, ok := at.(*Field); ok { // also where it had the keys already
		field.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

const wrongSize = 17

// Begin gives the first field the keys.
func (f *Form) Begin() {
	if f.first != nil {
		f.Focus(f.first)
	}
}

// Key handles a key that came while no field had the focus.
func (f *Form) Key(name fyne.KeyName) bool {
	return name == fyne.KeyTab || f.own(name) // the window itself goes to the first field
}

func (f *Form) used() {
	if f.OnUse != nil {
		f.OnUse()
	}
}

// Typed reports whether something was typed or chosen since the form was opened.
func (f *Form) Typed() bool { return f.typed }

// edited takes what was said of a mistake away once something else stands in a field.
func (f *Form) edited() {
	f.typed = true
	f.used()
	if len(f.wrong.Objects) > 0 {
		f.Wrong("", nil)
	}
}

// sees scrolls a field into sight. The window knows the place of a new line only after it has drawn it, so the
// field is searched among the lines.
func (f *Form) sees(o fyne.CanvasObject) {
	y, there := below(f.rows, o)
	if !there {
		return
	}
	f.scroll.Content.Resize(f.scroll.Content.MinSize().Max(f.scroll.Size())) // as long as the lines are now
	const around = 8
	switch high := f.scroll.Size().Height; {
	case y-around < f.scroll.Offset.Y:
		f.scroll.ScrollToOffset(fyne.NewPos(0, max(0, y-around)))
	case y+o.Size().Height+around > f.scroll.Offset.Y+high:
		f.scroll.ScrollToOffset(fyne.NewPos(0, y+o.Size().Height+around-high))
	}
}

// below returns how far an object is from the top of a container; false where it is not in it.
func below(c *fyne.Container, o fyne.CanvasObject) (y float32, there bool) {
	for _, child := range c.Objects {
		if child == o {
			return o.Position().Y, true
		}
		if inner, is := child.(*fyne.Container); is {
			if y, there := below(inner, o); there {
				return inner.Position().Y + y, true
			}
		}
	}
	return 0, false
}
