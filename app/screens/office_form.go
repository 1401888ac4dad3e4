package screens

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/theme"
)

// field is an entry that Esc leaves the form from, F1 asks for help and Enter saves it.
type field struct {
	widget.Entry
	left, help func()
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		f.left()
	case fyne.KeyF1:
		f.help()
	default:
		f.Entry.TypedKey(e)
	}
}

// FocusGained implements fyne.Focusable: what is typed takes the place of what stands
// there.
func (f *field) FocusGained() {
	f.Entry.FocusGained()
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// officeForm is a form over the office, filled in with a keyboard: its fields, one below
// the other, and a sentence on what is wrong with them.
type officeForm struct {
	office *Office
	title  string
	rows   *fyne.Container
	first  fyne.Focusable
	wrong  *canvas.Text
	back   func() // where one goes without saving
	saved  func() error
}

func (o *Office) newForm(title string, back func()) *officeForm {
	f := &officeForm{office: o, title: title, back: back, rows: container.New(layout.NewFormLayout()), wrong: canvas.NewText(" ", theme.Warn)}
	f.wrong.TextSize = 17
	return f
}

// entry is a new field with a value in it.
func (f *officeForm) entry(value string) *field {
	e := &field{left: f.leave, help: f.office.shell.openHelp}
	e.ExtendBaseWidget(e)
	e.SetText(value)
	e.OnChanged = func(string) { f.office.touch() }
	e.OnSubmitted = func(string) { f.save() }
	if f.first == nil {
		f.first = e
	}
	return e
}

// secret is a new field whose digits are not shown.
func (f *officeForm) secret() *field {
	e := f.entry("")
	e.Password = true
	return e
}

func (f *officeForm) add(label string, o fyne.CanvasObject) {
	f.rows.Add(widget.NewLabel(label))
	f.rows.Add(o)
}

func (f *officeForm) leave() { f.back() }

// save has what is filled in entered; what is refused is said below the fields.
func (f *officeForm) save() {
	f.office.touch()
	if err := f.saved(); err != nil {
		f.wrong.Text = f.office.shell.wording(err)
		f.wrong.Refresh()
	}
}

// show puts the form over the office, with the first field ready to be typed into.
func (f *officeForm) show(save func() error) {
	f.saved = save
	title := canvas.NewText(f.title, theme.Text)
	title.TextSize, title.TextStyle.Bold = 26, true
	ok := widget.NewButton(f.office.t("office_save"), f.save)
	ok.Importance = widget.HighImportance
	back := widget.NewButton(f.office.t("setup_back"), f.leave)
	foot := container.NewVBox(f.wrong, container.NewHBox(atLeast(back, 150), layout.NewSpacer(), atLeast(ok, 150)))
	panel := canvas.NewRectangle(theme.Rail)
	panel.CornerRadius, panel.StrokeColor, panel.StrokeWidth = 14, theme.Faint, 1
	body := container.NewBorder(atLeast(title, 1), foot, nil, nil, container.NewVScroll(f.rows))
	all := container.NewStack(canvas.NewRectangle(theme.Shade), container.New(panelLayout{f.rows}, panel, container.NewPadded(container.NewPadded(container.NewPadded(body)))))
	f.office.over(pageOf(all, nil, nil))
	f.office.shell.window.Canvas().Focus(f.first)
}

// atLeast is something that a finger finds: that wide, and high enough.
func atLeast(o fyne.CanvasObject, wide float32) fyne.CanvasObject {
	space := canvas.NewRectangle(color.Transparent)
	space.SetMinSize(fyne.NewSize(wide, 50))
	return container.NewStack(space, o)
}

// panelLayout keeps a form in the middle, as high as its rows take where there is room.
type panelLayout struct{ rows *fyne.Container }

func (panelLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 400) }

func (l panelLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const widest, edge, around = 760, 24, 205
	w, h := min(size.Width-2*edge, widest), min(size.Height-2*edge, l.rows.MinSize().Height+around)
	for _, o := range objects {
		o.Move(fyne.NewPos((size.Width-w)/2, (size.Height-h)/2))
		o.Resize(fyne.NewSize(w, h))
	}
}
