package controls

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"sabot/app/theme"
)

const panelWide, keyWide, keyHigh = 900, 150, 50

// Panel returns the form over another page, as high as its lines take where there is room.
func (f *Form) Panel() fyne.CanvasObject {
	plate := canvas.NewRectangle(theme.Rail)
	plate.CornerRadius, plate.StrokeColor, plate.StrokeWidth = 14, theme.Faint, 1
	return container.NewStack(canvas.NewRectangle(theme.Shade), container.New(formLayout{f, panelWide, 24, f.rows}, plate, f.laid(), f.save))
}

// Page returns the form as a page of its own.
func (f *Form) Page() fyne.CanvasObject {
	const wide = 988
	plate := canvas.NewRectangle(theme.Night)
	return container.NewStack(canvas.NewRectangle(theme.Night), container.New(formLayout{f, wide, 12, nil}, plate, f.laid(), f.save))
}

// laid returns the form's content without the key that saves, once all its lines are there.
func (f *Form) laid() fyne.CanvasObject {
	title := f.text(f.Title, theme.Text, 26)
	title.TextStyle.Bold = true
	f.save = f.key(f.Save, "Enter", mainKey, func() { f.Entered() })
	back := f.framed(f.key(f.Back, "Esc", plainKey, f.OnLeave), closeWide)
	head := container.NewBorder(nil, nil, nil, back, container.NewVBox(layout.NewSpacer(), title, layout.NewSpacer()))
	f.body.Objects = []fyne.CanvasObject{head, f.scroll, f.wrong}
	if len(f.keys.Objects) > 0 {
		f.body.Add(f.keys)
	}
	return f.body
}

// A formBody lays the head, fields, what is wrong and keys below each other, in the order in which Tab goes through
// them. The fields have what the others leave.
type formBody struct{}

func (formBody) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 300) }

func (formBody) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	left := size.Height - float32(len(objects)-1)*gap
	for i, o := range objects {
		if i != 1 {
			left -= o.MinSize().Height
		}
	}
	y := float32(0)
	for i, o := range objects {
		high := o.MinSize().Height
		if i == 1 {
			high = max(0, left)
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, high))
		y += high + gap
	}
}

// A formLayout keeps a form in the middle and no wider than reads well, on a plate that keeps clear of the key that
// saves: that lies where Enter does. It is as high as its rows take; without rows it is as high as the window.
type formLayout struct {
	form         *Form
	widest, edge float32
	rows         *fyne.Container
}

func (formLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 400) }

func (l formLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const around, beside, above = 140, 24, 12
	l.form.enlarge(grown(size, theme.Letters()))
	u := l.form.scale
	w, h := min(size.Width-2*l.edge*u, l.widest*u), size.Height-2*l.edge*u
	if l.rows != nil {
		h = min(h, l.rows.MinSize().Height+around*u)
	}
	plate := plateIn(size, w, h, true, 0)
	enter := EnterPlace(size)
	for i, at := range []Bounds{plate, plate.Inset(beside*u, above*u, beside*u, above*u), enter} {
		objects[i].Move(fyne.NewPos(at.X, at.Y))
		objects[i].Resize(fyne.NewSize(at.W, at.H))
	}
}

// text returns a text of the form that is no widget's.
func (f *Form) text(said string, c color.Color, size float32) *canvas.Text {
	t := lettered(said, c, false)
	t.TextSize = size * f.scale
	f.texts[t] = size
	return t
}

// framed returns a key for the form: so wide, and high enough for a finger.
func (f *Form) framed(k *FormKey, wide float32) fyne.CanvasObject {
	space := canvas.NewRectangle(color.Transparent)
	space.SetMinSize(fyne.NewSize(wide*f.scale, keyHigh*f.scale))
	f.frames = append(f.frames, space)
	return container.NewStack(space, k)
}

// enlarge scales the form with the window, as everything drawn: its fields by the theme, which nothing else on
// the screen uses.
func (f *Form) enlarge(u float32) {
	u = max(1, u)
	if t, ok := fyne.CurrentApp().Settings().Theme().(theme.Theme); ok && t.Scale != u {
		fyne.CurrentApp().Settings().SetTheme(theme.Theme{Scale: u})
	}
	if f.scale == u {
		return
	}
	for _, frame := range f.frames {
		frame.SetMinSize(fyne.NewSize(frame.MinSize().Width/f.scale*u, keyHigh*u))
	}
	f.scale = u
	for t, size := range f.texts {
		t.TextSize = size * u
		t.Refresh()
	}
	f.body.Refresh()
}
