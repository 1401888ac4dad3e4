package screens

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/theme"
	"sabot/pit/house"
	"sabot/pit/record"
)

// filling is a form that is filled in with the keyboard alone.
type filling struct {
	t      *testing.T
	canvas fyne.Canvas
	keys   int
}

// focused is the field that has the keys.
func (f *filling) focused() fyne.Focusable {
	f.t.Helper()
	o := f.canvas.Focused()
	if o == nil {
		f.t.Fatal("nothing has the keys")
	}
	return o
}

// types types into one field after the other; "" leaves one as it is, "↓" and "↑" choose
// the next word of several and the one before, "⏎" is Enter.
func (f *filling) types(values ...string) {
	f.t.Helper()
	for _, v := range values {
		for _, r := range v {
			f.keys++
			switch r {
			case '↓':
				f.press(fyne.KeyDown)
			case '↑':
				f.press(fyne.KeyUp)
			case '⏎':
				f.press(fyne.KeyReturn)
				return
			default:
				f.focused().TypedRune(r)
			}
		}
		f.keys++
		f.canvas.FocusNext()
	}
}

// tabsTo goes on with Tab to the field that stands for something while it is empty.
func (f *filling) tabsTo(placeholder string) {
	f.t.Helper()
	for n := 0; ; n++ {
		if e, ok := f.focused().(*controls.Field); ok && e.PlaceHolder == placeholder {
			return
		}
		if f.types(""); n > 90 {
			f.t.Fatalf("Tab leads to no %s", placeholder)
		}
	}
}

func (f *filling) press(name fyne.KeyName) {
	f.t.Helper()
	f.focused().TypedKey(&fyne.KeyEvent{Name: name})
}

// at is where a field stands beside the first of its form, however far that is scrolled.
func at(o, first fyne.Focusable) fyne.Position {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(o.(fyne.CanvasObject)).Subtract(d.AbsolutePositionForObject(first.(fyne.CanvasObject)))
}

// inReadingOrder goes once through a form with Tab: first the key that leads back, then the fields, each right of the
// one before or below it, then the other keys. The field that has the keys is in sight.
func (f *filling) inReadingOrder(form string, least int) {
	f.t.Helper()
	begun := f.focused()
	f.canvas.Unfocus()
	f.canvas.FocusNext()
	first := f.focused()
	if _, is := first.(*controls.FormKey); !is {
		f.t.Errorf("%s: Tab begins at %v", form, first)
	}
	last, n, keys := fyne.Position{}, 1, 1
	for f.canvas.FocusNext(); f.focused() != first; f.canvas.FocusNext() {
		o := f.focused()
		if n++; n > 300 {
			f.t.Fatalf("%s: Tab does not come back to the first field", form)
		}
		abs := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.(fyne.CanvasObject))
		if abs.Y < 0 || abs.Y+o.(fyne.CanvasObject).Size().Height > f.canvas.Size().Height {
			f.t.Errorf("%s: place %d has the keys and is out of sight, at %v", form, n, abs)
		}
		p := at(o, begun)
		if _, is := o.(*controls.FormKey); is {
			keys++
			continue
		}
		if keys > 1 || p.Y < last.Y-8 || p.Y < last.Y+8 && p.X <= last.X && n > 2 {
			f.t.Errorf("%s: place %d is at %v, the one before at %v", form, n, p, last)
		}
		last = p
	}
	if n < least || keys < 2 {
		f.t.Errorf("%s: Tab reaches %d places, %d of them keys, want %d", form, n, keys, least)
	}
	f.canvas.Focus(begun)
}

func formOf(s *guest) *filling { return &filling{t: s.T, canvas: s.Shell.Window.Canvas()} }

// A house is set up with nothing but keys: Tab goes as one reads, also in a line that was
// added; a mistake names the line and the field, and the cursor is there.
func TestHouseIsSetUpByKeys(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	form := s.station.newSetupForm()
	s.Shell.Show(shell.PageOf(form.Page(), nil, form.Key))
	form.Begin()
	f := formOf(s)
	f.types("Casinò Lugano", "", "Europe/Rome", "", "LB1 LB2", "", "")
	f.tabsTo("Numero") // rules, habits and limits as they are
	staff := [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "58"}, {"31", "Elena Moser", "693196"}}
	for _, p := range staff {
		f.types(p[0], p[1], "", p[2])
	}
	f.types("", "", "⏎")                        // past the passphrase, on the key that adds a line
	f.types("12", "EIena Moser", "", "825096⏎") // the second letter is another one than Elena's, and looks the same
	s.Says("Persona 3: Un PIN ha 6–8 cifre, non tutte uguali né in fila.")
	f.types("582196⏎") // takes the place of what stands there
	s.Says("Persona 5: ")
	if form.LabelOf(f.focused()) != "Persona 5" {
		t.Errorf("the cursor is at %q", form.LabelOf(f.focused()))
	}
	f.types("13⏎")
	s.Says("Persona 5: Il numero 31 ha un nome che sembra uguale")
	if e, is := f.focused().(*controls.Field); !is || e.Text != "EIena Moser" {
		t.Errorf("the cursor is at %v", f.focused())
	}
	f.types("Gina Sala⏎")
	h := &s.Shell.House.State
	if len(h.Tables) != 2 || h.Name != "Casinò Lugano" || h.Zone().String() != "Europe/Rome" || len(h.Staff) != 5 {
		t.Fatalf("%s, tables %v, people %v", h.Name, h.Tables, h.Staff)
	}
	if _, err := s.Shell.House.SignOn("13825096"); !house.ChooseAnew(err) {
		t.Errorf("the PIN that was typed for Gina: %v", err)
	}
	t.Logf("%d keys", f.keys)
}

// A role that nobody has is told with the line in which somebody of it would stand, and the
// cursor is there: the empty line of that role, an empty one, else the last one's role.
func TestMissingRoleNamesItsLine(t *testing.T) {
	people := [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "582196"}, {"31", "Elena Moser", "693196"}}
	for _, c := range []struct{ lines, line, then string }{
		{"11 12 31", "Persona 3", "21"},
		{"11 12 21", "Persona 4", "31"},
		{"21 31", "Persona 1", "11"},
		{"", "Persona 1", "11"},
	} {
		s := arrive(t, Options{Language: "it"})
		s.Keys("b")
		f := formOf(s)
		f.types("Casinò")
		f.tabsTo("Numero")
		for _, p := range people {
			if strings.Contains(c.lines, p[0]) {
				f.types(p[0], p[1], "", p[2])
			} else {
				f.types("", "", "", "")
			}
		}
		f.canvas.Focus(f.fields()[0])
		f.types("⏎")
		s.Says(c.line + ": Servono almeno")
		e, ok := f.focused().(*controls.Field)
		if !ok || e.PlaceHolder != "Numero" || s.Shell.House.State.SetUp() {
			t.Fatalf("%q: the cursor is at %v", c.lines, f.focused())
		}
		f.types(c.then)
		if e.Text != c.then {
			t.Errorf("%q: %q in the line's number", c.lines, e.Text)
		}
	}

	s := arrive(t, Options{Language: "it"})
	s.Keys("b")
	f := formOf(s)
	f.types("Casinò")
	f.tabsTo("Numero")
	for i, p := range people {
		role := ""
		if i == 2 {
			role = "↑" // a croupier more, nobody inspects
		}
		f.types(p[0], p[1], role, p[2])
	}
	f.canvas.Focus(f.fields()[0])
	f.types("⏎")
	s.Says("Persona 4: Servono almeno")
	if _, ok := f.focused().(*controls.Pick); !ok {
		t.Errorf("the cursor is at %v", f.focused())
	}
}

// The first house is whole: its table has limits of each spot, side bets one by one, money
// rounded to what chips pay, a cut card, what is reported, a float. What chips cannot pay is
// refused, and nothing is recorded until all of it can be.
func TestFirstHouseIsWhole(t *testing.T) {
	s := arrive(t, Options{Language: "en"})
	s.Keys("b")
	f := formOf(s)
	f.types("Casinò", "", "", "10 50 100", "LB1 LB2", "")
	f.types("20", "500", "20", "", " ", "10", "100", "", "10", "100") // no PAIR
	f.types("7", "", "up", "0.50")
	f.types(" ", "", " ", "", "", "", "14", "100", "30", " ", "20", "40", "", "10")
	for _, p := range [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "582196"}} {
		f.types(p[0], p[1], "", p[2])
	}
	house := &s.Shell.House.State
	seq := house.Seq
	f.types("31", "Elena Moser", "", "693196⏎")
	s.Says("Winnings rounded: A multiple of 10")
	if house.SetUp() || house.Seq != seq {
		t.Error("half a house is there")
	}
	f.types("10⏎")
	set, _ := house.TableNamed("LB2")
	const rules = `{"preset":"lugano","boxes":7,"limits":{"59":{"min":2000,"max":50000},"pair":{"min":1000,"max":10000},"play":{"min":2000},"plus8":{"min":1000,"max":10000}},"rounding":{"unit":1000,"mode":"up"},"off":["pair"]}`
	if string(set.Rules) != rules {
		t.Fatalf("the table plays by\n%s\n%s", set.Rules, s.Words())
	}
	want := record.Settings{Burn: true, OfferExposed: true, CutCard: 14, Difference: 10000, BetTime: 30, BetTimeEnds: true, Notice: 20, Float: record.Float{{Value: 1000, Pieces: 40}, {Value: 10000, Pieces: 10}}}
	if !reflect.DeepEqual(*set.Settings, want) {
		t.Errorf("its settings are %+v", *set.Settings)
	}
	s.Keys("a")
	if words := s.Words(); strings.Contains(words, "PAIR") || !strings.Contains(words, "+8") {
		t.Errorf("a side bet that is off is on the felt:\n%s", words)
	}
}

// No form is wider than its page, in the languages with the longest words: its fields end
// before the bar that scrolls them.
func TestFormsFitTheirPage(t *testing.T) {
	for _, lang := range []string{"de", "fr"} {
		s := arrive(t, Options{Language: lang}).inHouse()
		s.Keys("b")
		s.endsBefore(lang+" set-up", 970)
		s = arrive(t, Options{Demo: true, Language: lang}).inHouse()
		s.Keys("0" + screentest.Codes[record.Manager] + "\n")
		s.Rest()
		for form, keys := range map[string]string{"house": "mj", "person": "mcn", "PINs": "md", "Lugano": "mfna", "blackjack": "mfnc", "punto banco": "mfnf"} {
			s.Keys(keys)
			s.endsBefore(lang+" "+form, 938)
			s.Shell.CloseOverlay()
		}
	}
}

// endsBefore demands that every field ends left of there.
func (s *guest) endsBefore(form string, right float32) {
	s.T.Helper()
	for _, e := range formOf(s).fields() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(e)
		if end := at.X + e.Size().Width; end > right {
			s.T.Errorf("%s: %s ends at %.0f, past %.0f", form, e.Label(), end, right)
			return
		}
	}
}

// finishes demands that the key that saves lies where Enter does at the table, and the one that leads back at the upper
// right of the form's plate, as on every page.
func (f *filling) finishes(form string) {
	f.t.Helper()
	window := f.canvas.Size()
	u := min(window.Width/1024, window.Height/768)
	enter := controls.EnterPlace(window)
	var keys []controls.Bounds
	var plate controls.Bounds
	var over fyne.CanvasObject
	for _, d := range screentest.Drawing(f.canvas.Content(), 0, 0, nil) {
		if r, is := d.O.(*canvas.Rectangle); is && (r.FillColor == theme.Rail || r.FillColor == theme.Night) && d.W > 600*u && d.W < window.Width && d.H > 150*u {
			plate, over = controls.Bounds{X: d.X, Y: d.Y, W: d.W, H: d.H}, d.O // the last is the uppermost
		}
	}
	for _, o := range test.LaidOutObjects(f.canvas.Content()) {
		if _, is := o.(*controls.FormKey); is {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
			keys = append(keys, controls.Bounds{X: at.X, Y: at.Y, W: o.Size().Width, H: o.Size().Height})
		}
	}
	if over == nil || len(keys) < 2 {
		f.t.Fatalf("%s: plate %v, keys %v", form, plate, keys)
	}
	back := controls.Bounds{X: plate.X + plate.W - 178*u, Y: plate.Y + 12*u, W: 154 * u, H: 50 * u}
	if got := keys[0]; !near(got, back) {
		f.t.Errorf("%s at %v: the key that leads back lies at %v, want %v", form, window, got, back)
	}
	if got := keys[len(keys)-1]; got != enter {
		f.t.Errorf("%s at %v: the key that saves lies at %v, Enter at %v", form, window, got, enter)
	}
	if plate.Meets(enter) {
		f.t.Errorf("%s at %v: the plate %v lies under Enter %v", form, window, plate, enter)
	}
}

// near reports whether two places are the same, but for what is lost by rounding.
func near(a, b controls.Bounds) bool {
	for _, d := range []float32{a.X - b.X, a.Y - b.Y, a.W - b.W, a.H - b.H} {
		if d < -0.5 || d > 0.5 {
			return false
		}
	}
	return true
}

// On every form the key that saves and the one that leads back have a place each, which are those of all other pages.
func TestFormsFinishInOnePlace(t *testing.T) {
	sizes := []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080)}
	s := arrive(t, Options{Demo: true, Language: "de"}).inHouse()
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	f := formOf(s)
	for form, keys := range map[string]string{"somebody new": "mcn", "PIN rules": "md", "Lugano": "mfna", "blackjack": "mfnc", "punto banco": "mfnf", "the house": "mj", "the daily backup": "mip"} {
		for _, size := range sizes {
			s.Shell.Window.Resize(size)
			s.Keys(keys)
			f.finishes(form)
			s.Shell.CloseOverlay()
		}
	}
	s = arrive(t, Options{Language: "de"}).inHouse() // the other window has no form any more, whose letters this one could change
	s.Keys("b")
	f = formOf(s)
	for _, size := range sizes {
		s.Shell.Window.Resize(size)
		f.finishes("set-up")
	}
}

func TestFormsAreInReadingOrder(t *testing.T) {
	s := arrive(t, Options{Language: "de"})
	s.Keys("b")
	f := formOf(s)
	f.inReadingOrder("set-up", 30)

	s = arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	f = formOf(s)
	for _, form := range []struct {
		name, keys string
		least      int
	}{{"somebody new", "mcn", 6}, {"PIN rules", "md", 4}, {"a table", "mf\n", 25}, {"the house", "mj", 11}, {"the daily backup", "mip", 4}} {
		s.Keys(form.keys)
		if f.canvas.Focused() == nil {
			t.Fatalf("%s: nothing has the keys on\n%s", form.name, s.Words())
		}
		f.inReadingOrder(form.name, form.least)
		f.press(fyne.KeyEscape)
		s.Shell.CloseOverlay()
	}
}

// The wheel scrolls a form also where a field lies under it, and a mistake far down brings
// its field into sight.
func TestWheelAndMistakesInATable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\nmf")
	s.Press(fyne.KeyDown)
	s.Keys("\n")
	f := formOf(s)
	first := f.focused().(fyne.CanvasObject)
	where := fyne.CurrentApp().Driver().AbsolutePositionForObject(first)
	f.types("") // the variant stays
	least := f.focused()
	test.Scroll(f.canvas, where.AddXY(20, 10), 0, -120)
	if now := fyne.CurrentApp().Driver().AbsolutePositionForObject(first); now.Y > where.Y-100 {
		t.Errorf("the wheel moves the field from %v to %v", where, now)
	}
	f.types("500", "100⏎")
	s.Says("PLAYER, Minimum: The limits do not fit")
	if f.focused() != least {
		t.Error("the cursor is not where the mistake is")
	}
	f.types("x⏎")
	s.Says("PLAYER, Minimum: Enter an amount")
	f.types("50", "5000⏎")
	if got := s.Words(); !strings.Contains(got, "changed") && !strings.Contains(got, "PB1") {
		t.Errorf("%s", got)
	}
}
