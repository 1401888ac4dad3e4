package table

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/pit/people"
	"sabot/pit/record"
)

// approve asks an inspector for their code and has the table do what takes one; then
// is called when it is done. What is approved stands beside the pad; what cannot be is
// refused before anybody types a PIN, what is refused then is said on the pad.
func (t *Table) approve(title string, command func(*people.Staff) session.Command, then func()) {
	about, err := t.would(command(&anyManager))
	if err != nil {
		t.finished(err, nil)
		return
	}
	pad := t.shell.CodePad(title, func(pad *controls.Code, code string) {
		who, err := t.shell.House.SignOn(code)
		before := t.session.State.Seq
		if err == nil {
			err = t.session.Do(command(&who.Staff), who)
		}
		if err != nil {
			t.say(err)
			pad.Wrong(t.notice.Text)
			return
		}
		t.shell.CloseOverlay()
		t.tellAlarm(before)
		then()
		t.Update()
	})
	pad.About, pad.Head = about, t.shell.Text.T("approve_head")
	t.shell.Over(t.shell.CodePage(pad))
}

// would is what a command would come to, in words, for who approves it.
func (t *Table) would(command session.Command) ([]view.ApprovalLine, error) {
	facts, err := t.session.Would(command)
	if err != nil {
		return nil, err
	}
	return t.shell.Viewer().Approval(t.session.State, facts), nil
}

// signer is one of the people that an act takes.
type signer struct {
	title string // asks for their code
	// takes says whether who gave a code is one of those it may be.
	takes func(who people.Badge) error
	given *people.Badge
}

// two are the people whom an act takes, and what it does.
type two struct {
	signers []*signer
	about   []view.ApprovalLine
	do      func(badges []people.Badge) error // in the order of signers
	then    func()
}

// both asks for the codes of the people that an act takes, in either order: each is
// judged at once by what its owner may be, and a wrong one takes nothing back. Esc takes
// the last code back, and then leads where it was asked from.
func (t *Table) both(w two) {
	tx := t.shell.Text
	var pad *controls.Code
	var order []*signer
	ask := func() {
		pad.Given = ""
		for _, s := range order {
			pad.Given = tx.T("sign_given", map[string]any{"Name": s.given.Name})
		}
		for _, s := range w.signers {
			if s.given == nil {
				pad.Ask(tx.T(s.title))
				return
			}
		}
	}
	wrong := func(err error) {
		t.say(err)
		pad.Wrong(t.notice.Text)
	}
	pad = t.shell.CodePad(w.signers[0].title, func(pad *controls.Code, code string) {
		who, err := t.shell.House.SignOn(code)
		var s *signer
		if err == nil {
			s, err = place(w.signers, who)
		}
		if err != nil {
			wrong(err)
			return
		}
		s.given = &who
		order = append(order, s)
		if slices.ContainsFunc(w.signers, func(s *signer) bool { return s.given == nil }) {
			ask()
			return
		}
		var badges []people.Badge
		for _, s := range w.signers {
			badges = append(badges, *s.given)
		}
		if err := w.do(badges); err != nil {
			s.given, order = nil, order[:len(order)-1]
			ask()
			wrong(err)
			return
		}
		t.shell.CloseOverlay()
		w.then()
		t.Update()
	})
	pad.OnCancel = func() {
		if n := len(order); n > 0 {
			order[n-1].given, order = nil, order[:n-1]
			ask()
			return
		}
		t.shell.Back()
	}
	pad.About, pad.Head, pad.Hint = w.about, tx.T("approve_head"), tx.T("sign_hint_two")
	t.shell.Over(t.shell.CodePage(pad))
}

// place is who of those that are still to sign somebody is. Refusals: SamePerson, and the
// first signer's for who is none of them.
func place(signers []*signer, who people.Badge) (*signer, error) {
	var first error
	for _, s := range signers {
		if s.given != nil && s.given.Number == who.Number {
			return nil, &people.Refusal{Why: people.SamePerson}
		}
	}
	for _, s := range signers {
		if s.given != nil {
			continue
		}
		err := s.takes(who)
		if err == nil {
			return s, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// croupier is the croupier on duty, for an act that takes two.
func (t *Table) croupier() *signer {
	return &signer{title: "title_sign_croupier", takes: func(who people.Badge) error {
		if on := t.session.State.Croupier; who.Number != on {
			return &people.Refusal{Why: people.NeedsCroupier, What: on}
		}
		return nil
	}}
}

// having is somebody who has a right, asked for with a title.
func having(title string, right people.Right) *signer {
	return &signer{title: title, takes: func(who people.Badge) error { return who.Check(right) }}
}

// bothDo carries out a command that takes the croupier on duty and somebody with a right.
func (t *Table) bothDo(right people.Right, command func(croupier, inspector people.Staff) session.Command, then func()) {
	about, err := t.would(command(people.Staff{Number: t.session.State.Croupier, Role: record.Croupier}, anyManager))
	if err != nil {
		t.finished(err, nil)
		return
	}
	t.both(two{
		signers: []*signer{t.croupier(), having("title_sign_inspector", right)}, about: about, then: then,
		do: func(b []people.Badge) error { return t.session.Do(command(b[0].Staff, b[1].Staff), b...) },
	})
}

// ask asks for a line of text; suggestions are the keys of what is often said.
func (t *Table) ask(title, lead string, suggestions []string, done func(text string)) {
	tx := t.shell.Text
	var words []string
	for _, key := range suggestions {
		words = append(words, tx.T(key))
	}
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: title, Lead: lead, Suggestions: words, OK: tx.T("sign_ok"), Close: t.shell.LeaveWord(), Space: tx.T("key_space"),
		OnClose: t.shell.Back,
		OnDone: func(text string) {
			switch {
			case text == "":
				prompt.Wrong(tx.T("refused_needs_reason"))
			case t.shell.House.State.HoldsCode(text):
				prompt.Refuse(tx.T("typed_code"))
			default:
				done(text)
			}
		},
	})
	t.shell.Over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// saying answers a function that says a sentence.
func (t *Table) saying(key string) func() { return func() { t.Tell(t.shell.Text.T(key)) } }
