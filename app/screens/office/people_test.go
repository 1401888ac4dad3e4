package office

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

func (o *Office) enterPerson(number, name, pin string) error {
	return o.people().enter(house.NewStaff{Staff: house.Staff{Number: number, Name: name, Role: record.Croupier}, PIN: pin}, true)
}

// People: somebody new signs on with the PIN that was given; removed, they do not.
func TestOfficePeople(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Slowly("mc")
	s.Says("Chiara Favre")
	for _, c := range []struct{ number, name, pin, word string }{
		{"14", "", "8250", "Each person needs a role and a name"},
		{"114", "Gina Sala", "8250", "Each person has a number"},
		{"11", "Gina Sala", "8250", "Each person has a number"},
		{"14", "Gina Sala", "1234", "PIN is too simple"},
	} {
		if err := o.enterPerson(c.number, c.name, c.pin); err == nil || !strings.Contains(s.Shell.Wording(err), c.word) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := o.enterPerson("14", "Gina Sala", "8250"); err != nil {
		t.Fatal(err)
	}
	s.Says("Gina Sala (14): entered, with a new PIN.")
	if err := o.people().enter(house.NewStaff{Staff: house.Staff{Number: "14", Name: "Gina Salis", Role: record.Croupier}}, false); err != nil {
		t.Fatal(err)
	}
	s.Says("Gina Salis (14): changed, the PIN stays.")
	if err := o.people().enter(house.NewStaff{Staff: house.Staff{Number: "14", Name: "Gina Sala", Role: record.Croupier}}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shell.House.SignOn("148250"); !house.ChooseAnew(err) {
		t.Errorf("the PIN that was given is good: %v", err)
	}
	if err := s.Shell.House.Staff().ChangePIN("148250", "9346"); err != nil {
		t.Fatal(err)
	}
	if who, err := s.Shell.House.SignOn("149346"); err != nil || who.Name != "Gina Sala" {
		t.Fatal(who, err)
	}
	s.Press(fyne.KeyEnd)
	s.Slowly("ra")
	if _, err := s.Shell.House.SignOn("149346"); err == nil {
		t.Error("who was removed signs on")
	}
	o.people().remove(house.Staff{Number: "31", Name: "Elena Moser"})
	if !strings.Contains(o.notice.Text, "Two different people") {
		t.Errorf("the manager removes herself: %q", o.notice.Text)
	}
	o.people().remove(house.Staff{Number: "21", Name: "Dario Bianchi"})
	if !strings.Contains(o.notice.Text, "the last person in that role") {
		t.Errorf("the last inspector is removed: %q", o.notice.Text)
	}
}

// typeInto types into the nth field of the form that is open, and leaves it with Enter.
func (s *clerk) typeInto(values ...string) {
	s.T.Helper()
	var fields []*controls.Field
	for _, o := range test.LaidOutObjects(s.Shell.Overlay().Content()) {
		if f, ok := o.(*controls.Field); ok {
			fields = append(fields, f)
		}
	}
	if len(fields) < len(values) {
		s.T.Fatalf("%d fields", len(fields))
	}
	for i, v := range values {
		fields[i].SetText(v)
	}
	fields[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

// A new person by the form, and Esc goes back to the list.
func TestOfficePersonForm(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	s.Slowly("mcn")
	s.Says("A PIN has 4–8 digits") // as the house to try has it
	s.typeInto("14", "Gina Sala", "82")
	s.Says("This PIN is too simple, too short")
	s.typeInto("14", "Gina Sala", "8250")
	s.given("14", "8250", "5937")
	s.Slowly("n")
	s.Shell.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.Says("Gina Sala")
	// Another PIN for who has forgotten theirs.
	s.Press(fyne.KeyHome)
	s.Keys("\n")
	s.typeInto("Anna Rossi", "9174")
	s.given("11", "9174", "6283")
}

// given signs a croupier on whose PIN is the manager's: only to choose another.
func (s *clerk) given(number, pin, own string) {
	s.T.Helper()
	if _, err := s.Shell.House.SignOn(number + pin); !house.RefusedFor(err, house.PINGiven) {
		s.T.Fatalf("signed on with a PIN that somebody else gave: %v", err)
	}
	if err := s.Shell.House.Staff().ChangePIN(number+pin, own); err != nil {
		s.T.Fatal(err)
	}
	if who, err := s.Shell.House.SignOn(number + own); err != nil || who.Role != record.Croupier {
		s.T.Fatal(who, err)
	}
}

// PINs expire: at the door a new one is asked for, and the rules say what it must be.
func TestOfficePINExpires(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	s.Slowly("md")
	s.typeInto("5", "x")
	s.Says("4 to 8 digits")
	s.typeInto("5", "1")
	s.Says("PIN rules entered")
	due := s.Shell.House.State.People().PINDue("41")
	if time.Until(due) > 24*time.Hour || due.IsZero() {
		t.Errorf("due %v", due)
	}
	s.Press(fyne.KeyEscape)
	s.Keys("0" + screentest.Codes[record.BackOffice] + "\n")
	s.Says("Your PIN must be changed")
	s.Says("It has 5–8 digits.")
	s.Keys("7041\n7041\n") // four digits are too few now
	s.Says("This PIN is too simple, too short")
	s.Keys("70415\n70416\n")
	s.Says("The two PINs differ")
	s.Keys("70415\n70415\n")
	s.Says("Office: number and PIN")
	s.Keys("4170415\n")
	if s.office() == nil {
		t.Fatal("the new PIN does not open")
	}
	s.Rest()
}

// A name that could not be printed is refused where it is typed, and nothing is recorded.
func TestOfficeNameThatCannotBePrinted(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	s.Slowly("mcn")
	seq := s.Shell.House.State.Seq
	s.typeInto("14", "Gina \U0001f600", "8250")
	s.Says("U+1F600")
	if s.Shell.House.State.Seq != seq {
		t.Error("it is recorded")
	}
	s.typeInto("14", "Gina Żółć", "8250")
	s.given("14", "8250", "5937")
}
