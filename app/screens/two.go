package screens

import (
	"sabot/app/controls"
	"sabot/app/session"
	"sabot/pit"
)

// both asks the croupier on duty, then the inspector, for number and PIN and has done do
// what takes the two. What is refused is said on the pad, and the two begin again.
func (t *Table) both(titles [2]string, do func(croupier, inspector pit.Badge) error, then func()) {
	var croupier pit.Badge
	tx := t.shell.text
	t.shell.askCode(titles[0], func(pad *controls.Code, code string) {
		who, err := t.shell.house.SignOn(code)
		if err == nil && croupier.Number == "" {
			croupier = who
			pad.Ask(tx.T(titles[1]))
			return
		}
		if err == nil {
			err = do(croupier, who)
		}
		if err != nil {
			t.say(err)
			croupier = pit.Badge{}
			pad.Ask(tx.T(titles[0]))
			pad.Wrong(t.notice.Text)
			return
		}
		t.shell.closeOverlay()
		then()
		t.update()
	})
}

// signOnBoth are the words for the two who act at the table.
var signOnBoth = [2]string{"title_sign_croupier", "title_sign_inspector"}

// bothDo carries out a command that takes the two.
func (t *Table) bothDo(command func(croupier, inspector pit.Staff) session.Command, then func()) {
	t.both(signOnBoth, func(croupier, inspector pit.Badge) error {
		return t.session.Do(command(croupier.Staff, inspector.Staff), croupier, inspector)
	}, then)
}

// ask asks for a line of text; suggestions are the keys of what is often said.
func (t *Table) ask(title, lead string, suggestions []string, done func(text string)) {
	tx := t.shell.text
	var words []string
	for _, key := range suggestions {
		words = append(words, tx.T(key))
	}
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: title, Lead: lead, Suggestions: words, OK: tx.T("sign_ok"), Close: tx.T("close_overlay"), Space: tx.T("key_space"),
		OnClose: t.shell.closeOverlay,
		OnDone: func(text string) {
			if text == "" {
				prompt.Wrong(tx.T("refused_needs_reason"))
				return
			}
			done(text)
		},
	})
	t.shell.over(paged{prompt.Drawn, prompt.Rune, prompt.Key})
}

// saying answers a function that says a sentence.
func (t *Table) saying(key string) func() { return func() { t.tell(t.shell.text.T(key)) } }
