package screens

import (
	"errors"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/house"
)

// firstWait lets nobody try for a time after the third wrong passphrase; each further one doubles it, up to mostWait.
const (
	firstWait = 10 * time.Second
	mostWait  = time.Hour
)

// AskPassphrase fills a window with the question for the passphrase of the machine's secrets. Unlock takes what was typed, and is asked
// again where it refuses; opened goes on. Esc closes the window.
func AskPassphrase(window fyne.Window, lang string, unlock func(typed string) error, opened func()) {
	tries := unlocking{unlock: unlock, now: time.Now}
	tx := text.Open(lang, "CHF")
	f := controls.NewForm(controls.Form{
		Title: tx.T("unlock_title"), Save: tx.T("unlock_go_on"), Back: tx.T("menu_quit"), OnLeave: window.Close, OnHelp: func() {},
		Words: tries.words(tx), Labelled: tx.Label, Focus: window.Canvas().Focus,
	})
	phrase := f.Secret()
	f.Note(tx.T("unlock_about"))
	f.Add(tx.T("office_passphrase"), phrase)
	f.OnSave = func() error {
		if err := tries.try(phrase.Text); err != nil {
			return &controls.Mistake{At: phrase, Err: err}
		}
		opened()
		return nil
	}
	window.SetPadded(false)
	window.SetContent(f.Page())
	window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { f.Key(e.Name) })
	f.Begin()
}

// An unlocking counts the tries of a passphrase: after three wrong ones each further one waits.
type unlocking struct {
	unlock func(typed string) error
	now    func() time.Time
	wrong  int
	until  time.Time
}

// try tries a passphrase. Refusals: LockedOut, with how many seconds to wait; those of unlock.
func (u *unlocking) try(typed string) error {
	if wait := u.until.Sub(u.now()); wait > 0 {
		return &house.Refusal{Why: house.LockedOut, What: strconv.Itoa(int((wait + time.Second - 1) / time.Second))}
	}
	err := u.unlock(typed)
	if house.RefusedFor(err, house.WrongPassphrase) {
		if u.wrong++; u.wrong >= house.FreeTries {
			u.until = u.now().Add(min(firstWait<<min(u.wrong-house.FreeTries, 10), mostWait))
		}
	}
	return err
}

// words returns a function for the text about a try.
func (u *unlocking) words(tx *text.Catalogue) func(error) (sentence, part string) {
	return func(err error) (sentence, part string) {
		var refused *house.Refusal
		switch {
		case !errors.As(err, &refused):
			return tx.T("trouble_protected", text.Args{"Error": err.Error()}), ""
		case refused.Why == house.LockedOut:
			return tx.T("unlock_wait", text.Args{"N": refused.What}), ""
		}
		return tx.T("refused_wrong_passphrase"), ""
	}
}
