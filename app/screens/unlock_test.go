package screens

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/text"
	"sabot/pit/house"
)

// The window asks for the passphrase in each language: Enter tries it, a wrong one is told and asked for again, Esc closes the window.
func TestWindowAsksForThePassphrase(t *testing.T) {
	for _, lang := range append(text.Languages(), "") {
		w, closed, opened, tried := test.NewWindow(nil), false, 0, []string(nil)
		w.SetOnClosed(func() { closed = true })
		w.Resize(fyne.NewSize(1024, 768))
		AskPassphrase(w, lang, func(typed string) error {
			tried = append(tried, typed)
			if typed != "quattro assi nella manica" {
				return &house.Refusal{Why: house.WrongPassphrase}
			}
			return nil
		}, func() { opened++ })
		enter := func(typed string) {
			test.Type(w.Canvas().Focused(), typed)
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
		enter("tre assi")
		if opened > 0 || len(tried) != 1 {
			t.Errorf("%s: opened %d times after %q", lang, opened, tried)
		}
		enter("quattro assi nella manica") // in place of the wrong one, which is selected
		if opened != 1 || tried[len(tried)-1] != "quattro assi nella manica" {
			t.Errorf("%s: opened %d times after %q", lang, opened, tried)
		}
		w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if !closed {
			t.Errorf("%s: Esc does not close it", lang)
		}
	}
}

// After three wrong passphrases each further try waits, twice as long after each, up to an hour; a right one in between is not tried.
func TestPassphraseTriesAreSlowed(t *testing.T) {
	now, tried := time.Now(), 0
	u := unlocking{now: func() time.Time { return now }, unlock: func(string) error {
		tried++
		return &house.Refusal{Why: house.WrongPassphrase}
	}}
	waits := []time.Duration{0, 0, 0, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600}
	for n, wait := range waits {
		if wait > 0 {
			now = now.Add(wait*time.Second - time.Millisecond)
			if err := u.try("x"); !house.RefusedFor(err, house.LockedOut) || tried != n {
				t.Errorf("try %d, too early: %v, %d were tried", n, err, tried)
			}
			now = now.Add(time.Millisecond)
		}
		if err := u.try("x"); !house.RefusedFor(err, house.WrongPassphrase) {
			t.Errorf("try %d: %v", n, err)
		}
	}
}
