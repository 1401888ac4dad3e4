package table

import (
	"cmp"
	"slices"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An approved is a command that somebody approves.
type approved = func(s *pit.Table, who *house.Staff) ([]record.Fact, error)

// approve asks an inspector for their code and has the table do what takes one; then is called when it is done.
// What is approved stands beside the pad. What cannot be is refused before anybody types a PIN; what is refused
// then is said on the pad.
func (t signPage) approve(title string, command approved, then func()) {
	facts, err := t.session.Would(func(s *pit.Table) ([]record.Fact, error) { return command(s, &anyManager) })
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	if !slices.ContainsFunc(facts, func(f record.Fact) bool { return slices.Contains(record.Signers(f), anyManager.Number) }) {
		t.shell.CloseOverlay()
		t.do(func(s *pit.Table) ([]record.Fact, error) { return command(s, nil) }) // an alarm, which nobody approves
		return
	}
	about := t.viewer().Approval(t.session.State, facts)
	before := t.session.State.Seq
	done := func() {
		t.taken()
		t.shell.CloseOverlay()
		t.tellAlarm(before)
		then()
		t.Update()
	}
	pad := t.codePad(title, func(who house.Badge) error {
		before = t.session.State.Seq
		return t.session.Approve(who, command)
	}, func(house.Badge) { done() })
	pad.Lines, pad.Head = about, t.shell.Text.T("approve_head")
	t.shell.Over(t.shell.CodePage(pad))
	t.askElsewhere(title, pad, command, done)
}

// codePad returns a pad on which one person signs on and do runs in their name. A refusal is shown there, and
// they may try again.
func (t signPage) codePad(title string, do func(who house.Badge) error, then func(who house.Badge)) *controls.Code {
	return t.shell.CodePad(title, func(pad *controls.Code, code string) {
		who, err := t.shell.House.SignOnFrom(t.session.State.Name, code)
		if err == nil {
			err = do(who)
		}
		if err != nil {
			t.wrong(pad, code, err)
			return
		}
		t.taken()
		then(who)
	})
}

// wrong shows on a pad why a code was not taken; whose PIN must be changed first changes it there and then.
func (t signPage) wrong(pad *controls.Code, code string, err error) {
	if t.shell.RenewsPIN(pad, code, err) {
		return
	}
	pad.Wrong(t.wording(err))
}

// wording returns an error in words, which are shown on the table too until a code is taken.
func (t signPage) wording(err error) string {
	t.say(err)
	t.untaken = t.notice
	return t.notice.Text
}

// taken forgets why the code before was not taken: what it was about is done.
func (t signPage) taken() {
	if t.untaken != (view.Notice{}) && t.notice == t.untaken {
		t.notice = view.Notice{}
	}
	t.untaken = view.Notice{}
}

// askCode shows such a pad, and closes all that lies over the table when it is done.
func (t signPage) askCode(title string, do func(who house.Badge) error, then func(who house.Badge)) {
	t.shell.Over(t.shell.CodePage(t.codePad(title, do, func(who house.Badge) {
		t.shell.CloseOverlay()
		then(who)
	})))
}

// closing answers a function that closes what lies over the table and then does something.
func (t signPage) closing(do func()) func() { return func() { t.shell.CloseOverlay(); do() } }

// would returns the effects of a command in words, for who approves it.
func (t signPage) would(command session.Command) ([]view.ApprovalLine, error) {
	facts, err := t.session.Would(command)
	if err != nil {
		return nil, err
	}
	return t.viewer().Approval(t.session.State, facts), nil
}

// A signer is one of the people that an act takes.
type signer struct {
	title string // asks for their code
	// takes returns why the person of a code may not sign here; nil where they may.
	takes func(who house.Badge) error
	given *house.Badge
	said  string       // key of what somebody is once their code is given, where the order says it; "" for that they have signed
	gone  func() error // why they can sign nothing any more, be it that they have given their code; nil where nobody asks
}

// two are the people whom an act takes, and what it does.
type two struct {
	signers []*signer
	title   string // asks for the codes of both, a key; "" where the first is asked for
	about   []view.ApprovalLine
	head    string                           // over about, a key; "" for what is approved
	do      func(badges []house.Badge) error // in the order of signers
	then    func()
	// elsewhere is what the last of the signers approves, who may be asked on the floor too, once the first has
	// given their code; nil where they are both at the table.
	elsewhere func(first house.Badge) approved
}

// nobody returns why nobody can sign in the place of one of the people that an act takes, who works here no more; else nil.
func (w two) nobody() error {
	for _, s := range w.signers {
		if s.gone == nil {
			continue
		}
		if why := s.gone(); house.RefusedFor(why, house.WorksNoMore) {
			return why
		}
	}
	return nil
}

// asks returns the key of how the first code is asked for.
func (w two) asks() string { return cmp.Or(w.title, w.signers[0].title) }

// hint returns the key of how the codes are given.
func (w two) hint() string {
	if w.signers[0].said != "" {
		return "sign_hint_turn"
	}
	return "sign_hint_two"
}

// both asks for the codes of the people that an act takes, in either order. Each is judged at once by what its
// owner may be, and a wrong one takes nothing back. Who may be either is whom the page asks for. Esc leads where it
// was asked from; where the page says what somebody is by their code, it takes that back first.
func (t signPage) both(w two) {
	tx := t.shell.Text
	var pad *controls.Code
	var order []*signer
	done := func() {
		t.taken()
		t.shell.CloseOverlay()
		w.then()
		t.Update()
	}
	ask := func() {
		t.asking.withdraw()
		if first, last := w.signers[0].given, w.signers[len(w.signers)-1]; w.elsewhere != nil && first != nil && last.given == nil {
			t.askElsewhere(last.title, pad, w.elsewhere(*first), done, *first)
		}
		pad.Given = ""
		for _, s := range order {
			pad.Given = tx.T(cmp.Or(s.said, "sign_given"), map[string]any{"Name": s.given.Name})
		}
		if len(order) == 0 {
			pad.Ask(tx.T(w.asks()))
			return
		}
		for _, s := range w.signers {
			if s.given == nil {
				pad.Ask(tx.T(s.title))
				return
			}
		}
	}
	pad = t.shell.CodePad(w.asks(), func(pad *controls.Code, code string) {
		who, err := t.shell.House.SignOnFrom(t.session.State.Name, code)
		var s *signer
		if err == nil {
			s, err = place(w.signers, who)
		}
		if why := w.nobody(); why != nil { // who has left has no code: what is due is said, not that it is wrong
			err = why
		}
		if err != nil {
			t.wrong(pad, code, err)
			return
		}
		s.given = &who
		order = append(order, s)
		if slices.ContainsFunc(w.signers, func(s *signer) bool { return s.given == nil }) {
			ask()
			return
		}
		var badges []house.Badge
		for _, s := range w.signers {
			badges = append(badges, *s.given)
		}
		if err := w.do(badges); err != nil {
			s.given, order = nil, order[:len(order)-1]
			ask()
			t.wrong(pad, code, err)
			return
		}
		done()
	})
	pad.OnCancel = func() {
		if n := len(order); n > 0 && order[n-1].said != "" {
			order[n-1].given, order = nil, order[:n-1]
			ask()
			return
		}
		t.shell.Back()
	}
	pad.Lines, pad.Head, pad.Hint = w.about, tx.T(cmp.Or(w.head, "approve_head")), tx.T(w.hint())
	t.shell.Over(t.shell.CodePage(pad))
}

// place returns the signer that somebody is among those who are still to sign. Refusals: SamePerson, and the
// first signer's for who is none of them.
func place(signers []*signer, who house.Badge) (*signer, error) {
	var first error
	for _, s := range signers {
		if s.given != nil && s.given.Number == who.Number {
			return nil, &house.Refusal{Why: house.SamePerson}
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

// croupier returns the croupier on duty as a signer, for an act that takes two.
func (t signPage) croupier() *signer {
	return &signer{title: "title_sign_croupier", gone: t.session.CroupierStill, takes: func(who house.Badge) error {
		if on := t.session.State.Croupier; who.Number != on {
			return &house.Refusal{Why: house.NeedsCroupier, What: on}
		}
		return nil
	}}
}

// dealing returns a signer for a croupier who comes to deal.
func (t signPage) dealing(title string) *signer {
	return &signer{title: title, takes: func(who house.Badge) error {
		if err := who.Check(house.DealTable); err != nil {
			return err
		}
		return t.elsewhere(who)
	}}
}

// having returns a signer for somebody who has a right, asked for with a title.
func having(title string, right house.Right) *signer {
	return &signer{title: title, takes: func(who house.Badge) error { return who.Check(right) }}
}

// A byTwo is a command that the croupier on duty and somebody else answer for.
type byTwo = func(s *pit.Table, croupier, inspector house.Staff) ([]record.Fact, error)

// byAnybody returns such a command before the people are known: to see its effects.
func (t signPage) byAnybody(command byTwo) session.Command {
	croupier := house.Staff{Number: t.session.State.Croupier, Role: record.Croupier}
	return func(s *pit.Table) ([]record.Fact, error) { return command(s, croupier, anyManager) }
}

// bothDo carries out a command that takes the croupier on duty and somebody with a right.
func (t signPage) bothDo(right house.Right, command byTwo, then func()) {
	if err := t.session.CroupierStill(); err != nil { // no code of theirs is taken
		t.money().finished(err, nil)
		return
	}
	about, err := t.would(t.byAnybody(command))
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	t.both(two{
		title: "title_both", signers: []*signer{t.croupier(), having("title_sign_inspector", right)}, about: about, then: then,
		elsewhere: func(croupier house.Badge) approved {
			return func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return command(s, croupier.Staff, *who) }
		},
		do: func(b []house.Badge) error {
			return t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return command(s, b[0].Staff, b[1].Staff) }, b...)
		},
	})
}

// ask asks for words; suggestions are the keys of what is often said. What looks like a
// code is forgotten: everybody reads the words.
func (t signPage) ask(title, lead string, suggestions []string, done func(words string)) {
	tx := t.shell.Text
	var words []string
	for _, key := range suggestions {
		words = append(words, tx.T(key))
	}
	t.prompt(controls.Prompt{Title: title, Lead: lead, Suggestions: words}, func(typed string) (refused string) {
		if refused := t.shell.NoWords(typed, "typed_code"); refused != "" {
			return refused
		}
		done(typed)
		return ""
	})
}

// askReference asks for the name of something that is kept elsewhere, which may be nothing
// but digits.
func (t signPage) askReference(title, lead string, done func(reference string)) {
	t.prompt(controls.Prompt{Title: title, Lead: lead}, func(typed string) (refused string) {
		done(typed)
		return ""
	})
}

// prompt asks for a line of text that is not empty; what done refuses, in a sentence, is
// forgotten and asked again.
func (t signPage) prompt(p controls.Prompt, done func(typed string) (refused string)) {
	tx := t.shell.Text
	var prompt *controls.Prompt
	p.OK, p.Close, p.Space = tx.T("sign_ok"), t.shell.LeaveWord(), tx.T("key_space")
	p.OnClose, p.Wording = t.shell.Back, t.shell.Wording
	p.OnDone = func(typed string) {
		if typed == "" {
			prompt.Wrong(tx.T("written_nothing"))
		} else if refused := done(typed); refused == "" {
			return
		} else if p.Address { // it is no secret, and a slip is mended where it stands
			prompt.Wrong(refused)
		} else {
			prompt.Refuse(refused)
		}
	}
	prompt = controls.NewPrompt(p)
	t.shell.Over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// saying answers a function that says a sentence.
func (t signPage) saying(key string) func() { return func() { t.Tell(t.shell.Text.T(key)) } }
