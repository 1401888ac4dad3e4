package shell

import (
	"errors"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Expired reports whether somebody is refused for nothing but a PIN that must be changed first.
func Expired(err error) bool { return house.ChooseAnew(err) }

// RenewsPIN asks the person whose PIN must be changed first for another one, and brings the pad back on which
// they typed it. It returns false where the error is another one.
func (s *Shell) RenewsPIN(pad *controls.Code, code string, err error) bool {
	return s.renewsPIN(pad, code, err, "pin_changed_again")
}

// renewsPIN does what RenewsPIN does; then is the sentence behind it.
func (s *Shell) renewsPIN(pad *controls.Code, code string, err error, then string) bool {
	if !Expired(err) {
		return false
	}
	if office := s.House.State.Office().Machine; office != "" { // which enters PINs: none is asked for that this machine would refuse
		pad.Wrong(s.Text.T("pin_at_the_office", text.Args{"Machine": office}))
		return true
	}
	pad.Ask(pad.Title) // who leaves the next page begins anew
	s.AskNewPIN("", code, func() {
		s.Back()
		pad.Tell(s.Text.T(then))
	})
	return true
}

// Took shows on a pad why a code was not taken, and makes a person change a PIN that must be changed first
// there and then. It returns true where there was no error.
func (s *Shell) Took(pad *controls.Code, code string, err error) bool {
	if err != nil && !s.RenewsPIN(pad, code, err) {
		pad.Wrong(s.Wording(err))
	}
	return err == nil
}

// TookAtDoor does what Took does on the pad at the door of the office or the floor. Who may not enter there has nothing more to
// type once the PIN is changed.
func (s *Shell) TookAtDoor(pad *controls.Code, code string, err error) bool {
	then := "pin_changed_again"
	if who, _, known := s.House.State.People().SplitCode(code); known {
		if _, closed := s.House.State.People().EnterOffice(who); closed != nil {
			then = "pin_changed_done"
		}
	}
	if err != nil && !s.renewsPIN(pad, code, err, then) {
		pad.Wrong(s.Wording(err))
	}
	return err == nil
}

// AskNewPIN goes through the three steps, the first only where the code is not known
// yet. What is refused is said, and the step comes again. Table is where it is typed, "" at none.
func (s *Shell) AskNewPIN(table, code string, then func()) {
	first := ""
	var pad *controls.Code
	title := map[bool]string{true: "pin_title_old", false: "pin_title_expired"}[code == ""]
	done := func(typed string) {
		switch {
		case code == "":
			if err := s.House.State.Here(record.PINSet{}); err != nil {
				pad.Wrong(s.Wording(err))
				return
			}
			if _, err := s.House.SignOnFrom(table, typed); err != nil && !Expired(err) {
				pad.Wrong(s.Wording(err))
				return
			}
			code = typed
			pad.Hint = s.Viewer().PINDigits("pin_hint")
			pad.Ask(s.Text.T("pin_title_new"))
		case first == "":
			if typed != "" {
				first = typed
				pad.Ask(s.Text.T("pin_title_again"))
			}
		default:
			err := s.newPIN(code, first, typed)
			if err == nil {
				then()
				return
			}
			first = ""
			pad.Ask(s.Text.T("pin_title_new"))
			pad.Wrong(err.Error())
		}
	}
	pad = controls.NewCode(controls.Code{
		Title: s.Text.T(title), Hint: s.Text.T("sign_hint"), OK: s.Text.T("sign_ok"), Cancel: s.Text.T("sign_cancel"),
		Who: func(typed string) string {
			if code != "" { // these are digits of a PIN, nobody's number
				return ""
			}
			staff, _, _ := s.House.State.People().SplitCode(typed)
			return staff.Name
		},
		OnDone: done, OnCancel: s.Back,
	})
	if err := s.House.State.Here(record.PINSet{}); err != nil {
		pad.Wrong(s.Wording(err)) // before anything is typed
	}
	if code != "" {
		pad.Hint = s.Viewer().PINDigits("pin_hint")
	}
	s.Over(PageOf(pad.Drawn, pad.Rune, pad.Key))
}

// newPIN changes a PIN that was typed twice. The error is a sentence.
func (s *Shell) newPIN(code, pin, again string) error {
	if pin != again {
		return errors.New(s.Text.T("pin_differ"))
	}
	if err := s.House.Staff().ChangePIN(code, pin); err != nil {
		return errors.New(s.Wording(err))
	}
	return nil
}
