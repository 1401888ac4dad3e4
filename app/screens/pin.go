package screens

import (
	"errors"

	"sabot/app/controls"
	"sabot/pit/people"
)

// expired says whether somebody is refused for nothing but a PIN that must be changed
// first.
func expired(err error) bool { return people.ChooseAnew(err) }

// renewPIN has whose code has expired choose a new PIN.
func (s *Shell) renewPIN(code string, then func()) { s.askNewPIN(code, then) }

// askNewPIN goes through the three steps, the first only where the code is not known
// yet. What is refused is said, and the step comes again.
func (s *Shell) askNewPIN(code string, then func()) {
	first := ""
	var pad *controls.Code
	title := map[bool]string{true: "pin_title_old", false: "pin_title_expired"}[code == ""]
	done := func(typed string) {
		switch {
		case code == "":
			if _, err := s.house.SignOn(typed); err != nil && !expired(err) {
				pad.Wrong(s.wording(err))
				return
			}
			code = typed
			pad.Hint = s.text.T("pin_hint")
			pad.Ask(s.text.T("pin_title_new"))
		case first == "":
			if typed != "" {
				first = typed
				pad.Ask(s.text.T("pin_title_again"))
			}
		default:
			err := s.newPIN(code, first, typed)
			if err == nil {
				then()
				return
			}
			first = ""
			pad.Ask(s.text.T("pin_title_new"))
			pad.Wrong(err.Error())
		}
	}
	pad = controls.NewCode(controls.Code{
		Title: s.text.T(title), Hint: s.text.T("sign_hint"), OK: s.text.T("sign_ok"), Cancel: s.text.T("sign_cancel"),
		Who: func(typed string) string {
			if code != "" { // these are digits of a PIN, nobody's number
				return ""
			}
			staff, _, _ := s.house.State.SplitCode(typed)
			return staff.Name
		},
		OnDone: done, OnCancel: s.back,
	})
	if code != "" {
		pad.Hint = s.text.T("pin_hint")
	}
	s.over(pageOf(pad.Drawn, pad.Rune, pad.Key))
}

// newPIN changes a PIN that was typed twice. The error is a sentence.
func (s *Shell) newPIN(code, pin, again string) error {
	if pin != again {
		return errors.New(s.text.T("pin_differ"))
	}
	if err := s.house.ChangePIN(code, pin); err != nil {
		return errors.New(s.wording(err))
	}
	return nil
}
