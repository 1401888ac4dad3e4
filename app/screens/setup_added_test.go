package screens

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
)

// A person who is added from the top of the form is asked for where one sees it.
func TestAddedPersonIsInSight(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	s.station.openSetup()
	f, plain := formOf(s), fyne.CurrentApp()
	for range 3 {
		for _, o := range test.LaidOutObjects(s.Shell.Window.Canvas().Content()) {
			if e, is := o.(*controls.Field); is { // the first one
				s.Shell.Window.Canvas().Focus(e)
				break
			}
		}
		add := addKey(t, s)
		fyne.SetCurrentApp(unpainted{plain})
		test.Tap(add)
		fyne.SetCurrentApp(plain)
		o := f.focused().(fyne.CanvasObject)
		if e, is := o.(*controls.Field); !is || e.PlaceHolder != "Numero" || e.Text != "" {
			t.Fatalf("%v has the keys", o)
		}
		abs := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		keys := fyne.CurrentApp().Driver().AbsolutePositionForObject(addKey(t, s))
		if abs.Y < 0 || abs.Y+o.Size().Height > keys.Y {
			t.Errorf("it is at %v to %v, and the keys begin at %v", abs.Y, abs.Y+o.Size().Height, keys.Y)
		}
	}
}

// unpainted is the program as it is in a real window with what no frame has shown yet: it does not know where that lies.
type unpainted struct{ fyne.App }

// Driver implements fyne.App.
func (u unpainted) Driver() fyne.Driver { return unaware{u.App.Driver()} }

type unaware struct{ fyne.Driver }

// AbsolutePositionForObject implements fyne.Driver.
func (unaware) AbsolutePositionForObject(fyne.CanvasObject) fyne.Position { return fyne.Position{} }

// addKey is the key that adds a person.
func addKey(t *testing.T, s *guest) *controls.FormKey {
	t.Helper()
	for _, o := range test.LaidOutObjects(s.Shell.Window.Canvas().Content()) {
		if k, is := o.(*controls.FormKey); is && k.Text == s.Shell.Text.T("setup_add") {
			return k
		}
	}
	t.Fatal("no key adds a person")
	return nil
}
