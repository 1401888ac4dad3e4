package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/pit/house"
	"sabot/pit/record"
)

// takesNoCode types a code into the nth field of a form and enters it. It returns what is wrong with the outcome: "" where the field
// refused it, said why and shows it no more.
func (s *guest) takesNoCode(e *controls.Field, code string) string {
	s.T.Helper()
	f := formOf(s)
	f.canvas.Focus(e)
	stood, seq := e.Text, s.Shell.House.State.Seq
	f.types(code + "⏎")
	switch said := f.refused(); {
	case s.Shell.House.State.Seq != seq:
		return "it was saved"
	case !strings.Contains(said, "looks like a code"):
		return "nothing says why not: " + said
	case e.Text != stood:
		return "the code stays in sight"
	}
	return ""
}

// A number and PIN that is typed into a field of any form is refused with the reason, enters nothing and is seen no more: everybody
// reads what a form has entered.
func TestFormsTakeNoCode(t *testing.T) {
	code := screentest.Codes[record.Manager]
	forms := map[string]string{
		"somebody new": "mcn", "a person": "mcc", "PIN rules": "md", "a table": "mfc", "a new table": "mfn", "a copied table": "mfk",
		"backup now": "mib", "the daily backup": "mip", "checkpoints": "mic", "recovery kit": "mik", "the house": "mj", "service": "mld", "alerts": "mn",
	}
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + code + "\n")
	walked := 0
	for name, keys := range forms {
		s.Keys(keys)
		fields := formOf(s).fields()
		if len(fields) == 0 {
			t.Fatalf("%s: no form on\n%s", name, s.Words())
		}
		for n := range fields {
			if fields[n].Password {
				continue
			}
			walked++
			if wrong := s.takesNoCode(fields[n], code); wrong != "" {
				t.Errorf("%s, %s: %s", name, fields[n].Label(), wrong)
				for s.Shell.Overlay() != nil {
					s.Shell.CloseOverlay()
				}
				s.Keys(keys)
				fields = formOf(s).fields()
			}
		}
		for s.Shell.Overlay() != nil {
			s.Shell.CloseOverlay()
		}
	}
	if walked < 80 {
		t.Errorf("%d fields were tried", walked)
	}
}

// Words with a code among them are refused too, and names with digits that are none are taken.
func TestWordsWithACodeAreNotSaved(t *testing.T) {
	code := screentest.Codes[record.Manager]
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + code + "\n")
	for keys, label := range map[string]string{"mcc": "Full name", "mj": "Name of the house", "mfn": "Name of the table"} {
		s.Keys(keys)
		for _, e := range formOf(s).fields() {
			if e.Label() != label {
				continue
			}
			if wrong := s.takesNoCode(e, "mc"+code); wrong != "" {
				t.Errorf("%s: %s", label, wrong)
			}
			label = ""
		}
		if label != "" {
			t.Errorf("%s: no field %q on\n%s", keys, label, s.Words())
		}
		for s.Shell.Overlay() != nil {
			s.Shell.CloseOverlay()
		}
	}
	s.Keys("mcc")
	formOf(s).types("Gina 2⏎")
	if _, named := s.named("Gina 2"); !named {
		t.Errorf("a name with a digit is not taken: %s", formOf(s).refused())
	}
}

// named returns who has a name.
func (s *guest) named(name string) (house.Staff, bool) {
	for _, who := range s.Shell.House.State.Staff {
		if who.Name == name {
			return who, true
		}
	}
	return house.Staff{}, false
}

// Who sets a house up and types a code as a name is told so, and nothing is set up.
func TestSetUpTakesNoCode(t *testing.T) {
	s := arrive(t, Options{Language: "en"})
	s.Keys("b")
	f := formOf(s)
	f.types("Casinò")
	f.tabsTo("Number")
	for _, p := range [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "582196"}, {"31", "31693196", "693196"}} {
		f.types(p[0], p[1], "", p[2])
	}
	f.canvas.Focus(f.fields()[0])
	f.press(fyne.KeyReturn)
	if said := f.refused(); !strings.Contains(said, "looks like a code") || s.Shell.House.State.SetUp() {
		t.Errorf("set up: %v, said %q", s.Shell.House.State.SetUp(), said)
	}
}

// Who sets a house up with two tables that are read as one name is told which, in each language, at the field of the tables.
func TestSetUpNamesTablesThatLookAlike(t *testing.T) {
	for language, words := range map[string]string{
		"en": "LB1 and LBl are read as one name", "de": "LB1 und LBl liest man als einen Namen", "fr": "LB1 et LBl se lisent comme un seul nom", "it": "LB1 e LBl si leggono come un solo nome",
	} {
		s := arrive(t, Options{Language: language})
		form := s.station.newSetupForm()
		s.Shell.Show(shell.PageOf(form.Page(), nil, form.Key))
		form.name.SetText("Casinò")
		form.tables.SetText("LB1 LB2 LBl")
		f := formOf(s)
		f.canvas.FocusNext()
		f.tabsTo(s.Shell.Text.T("setup_number"))
		for _, p := range [][3]string{{"11", "Anna Rossi", "471196"}, {"12", "Bruno Keller", "471296"}, {"21", "Dario Bianchi", "582196"}, {"31", "Carla Weber", "693196"}} {
			f.types(p[0], p[1], "", p[2])
		}
		f.canvas.Focus(f.fields()[0])
		f.press(fyne.KeyReturn)
		if said := f.refused(); !strings.Contains(said, strings.ToLower(words)) || f.focused() != fyne.Focusable(form.tables) || s.Shell.House.State.SetUp() {
			t.Errorf("%s, set up: %v, said %q", language, s.Shell.House.State.SetUp(), said)
		}
	}
}
