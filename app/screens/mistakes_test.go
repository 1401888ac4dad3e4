package screens

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/theme"
	"sabot/pit/record"
)

// fields are all lines of text of the form that is shown.
func (f *filling) fields() []*controls.Field {
	var all []*controls.Field
	for _, o := range test.LaidOutObjects(f.canvas.Content()) {
		if e, ok := o.(*controls.Field); ok {
			all = append(all, e)
		}
	}
	return all
}

// refused is what the form says of what will not do.
func (f *filling) refused() string {
	said := ""
	for _, o := range test.LaidOutObjects(f.canvas.Content()) {
		if t, ok := o.(*canvas.Text); ok && t.Color == color.Color(theme.Warn) {
			said += t.Text + " "
		}
	}
	return strings.ToLower(said)
}

// mistaken writes what cannot be into each field by itself, saves with Enter and demands a
// sentence that names the field, and the keys there. Free are fields in which anything can
// stand. It answers how many it tried.
func (s *guest) mistaken(form string, free ...string) int {
	s.T.Helper()
	f, tried := formOf(s), 0
	before := s.Shell.House.State.Seq
	for _, e := range f.fields() {
		if slices.Contains(free, e.Label()) || slices.Contains(free, e.PlaceHolder) {
			continue
		}
		tried++
		was := e.Text
		f.canvas.Focus(e)
		e.SetText("?!")
		e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if s.Shell.House.State.Seq != before {
			s.T.Fatalf("%s, %s: it is entered", form, e.Label())
		}
		said := f.refused()
		for part := range strings.SplitSeq(strings.ToLower(e.Label()), ", ") {
			if !strings.Contains(said, part) {
				s.T.Errorf("%s, %s: it says %q", form, e.Label(), said)
			}
		}
		if f.canvas.Focused() != fyne.Focusable(e) {
			s.T.Errorf("%s, %s: the cursor is elsewhere", form, e.Label())
		}
		e.SetText(was)
		if said := f.refused(); said != "" {
			s.T.Errorf("%s, %s: it still says %q", form, e.Label(), said)
		}
	}
	return tried
}

// What will not do is told by the name of its field, in every form and for every field of
// it, and nothing is recorded.
func TestEveryFieldNamesItsMistake(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	s.Keys("b")
	f := formOf(s)
	f.types("Casinò Lugano")
	f.tabsTo("Numero")
	for _, p := range [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "582196"}, {"31", "Elena Moser", "693196"}} {
		f.types(p[0], p[1], "", p[2])
	}
	if n := s.mistaken("set-up", "Nome della casa", "Nome e cognome"); n < 30 {
		t.Errorf("set-up: only %d fields", n)
	}

	s = arrive(t, Options{Demo: true, Language: "it"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	for _, form := range []struct {
		name, keys string
		free       []string
		least      int
	}{
		{"the house", "mj", []string{"Nome della casa", "Indirizzo (righe separate da ;)", "Concessione"}, 5},
		{"Lugano", "mf\n", nil, 18},
		{"PIN rules", "md", nil, 2},
		{"a backup", "mib", nil, 1},
		{"the daily backup", "mip", nil, 2},
		{"somebody", "mcn", []string{"Nome e cognome"}, 2},
	} {
		s.Keys(form.keys)
		if form.name == "somebody" {
			formOf(s).types("14", "Gina Sala", "", "", "8250")
		}
		if n := s.mistaken(form.name, form.free...); n < form.least {
			t.Errorf("%s: only %d fields", form.name, n)
		}
		s.Shell.CloseOverlay()
	}
	s.Keys("mf")
	s.Press(fyne.KeyDown)
	s.Keys("\n")
	if n := s.mistaken("punto banco"); n < 20 {
		t.Errorf("punto banco: only %d fields", n)
	}
	s.Shell.CloseOverlay()
	s.Keys("mf")
	s.Press(fyne.KeyDown, fyne.KeyDown)
	s.Keys("\n")
	if n := s.mistaken("blackjack"); n < 20 {
		t.Errorf("blackjack: only %d fields", n)
	}
	s.Shell.CloseOverlay()
	s.Keys("mc\n")
	if n := s.mistaken("who is there", "Nome e cognome"); n != 1 {
		t.Errorf("who is there: %d fields", n)
	}
}
