package table

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"time"

	"sabot/app/controls"
	"sabot/app/pitclient"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Asks says at the pit what is asked of who may approve it elsewhere.
type Asks interface {
	Ask(ctx context.Context, ask pitclient.Ask) (pitclient.Asked, error)
}

// askAgain is after what time the pit is told again what is asked, while a pad for it is open.
const askAgain = 700 * time.Millisecond

// An asking is a request for approval from elsewhere while the pad for it is open here: whoever is first
// approves it.
type asking struct {
	table   *Table
	work    *shell.Worker
	pad     *controls.Code
	hint    string // of the pad, as long as nobody elsewhere is asked
	command approved
	given   []house.Badge // of who has given their code for it already
	done    func()        // what follows once somebody has approved it

	ask   pitclient.Ask
	forms map[string]*session.Asked // by number, of who looks at it
	busy  bool
	over  bool
}

// askElsewhere asks who may approve a command elsewhere too, as long as a pad for it is open here. Where there is no
// pit, or it does not answer, nobody sees anything of that.
func (t signPage) askElsewhere(title string, pad *controls.Code, command approved, done func(), given ...house.Badge) {
	if t.ways.Asks == nil {
		return
	}
	a := &asking{table: t.Table, pad: pad, hint: pad.Hint, command: command, done: done, given: given, ask: pitclient.Ask{Table: t.session.State.Name, Title: title}}
	if was := t.asking; was != nil {
		was.over, a.work = true, was.work // at the pit a table asks for one thing, the last
	} else {
		a.work = shell.NewWorker(t.shell)
	}
	t.asking = a
	a.ask.Of = a.of()
	a.anew()
	a.again()
}

// of returns the lowest role that may approve it now; "" where that cannot be determined.
func (a *asking) of() record.Role {
	for _, role := range []record.Role{record.Inspector, record.Manager} {
		who := house.Staff{Number: anyManager.Number, Role: role}
		_, err := a.table.session.Would(func(s *pit.Table) ([]record.Fact, error) { return a.command(s, &who) })
		if err == nil {
			return role
		}
	}
	return ""
}

// anew asks under another name: what was asked before counts no more.
func (a *asking) anew() {
	a.ask.ID, a.ask.Forms, a.forms = rand.Text(), nil, map[string]*session.Asked{}
}

// again repeats the request once in a while, until the pad is closed.
func (a *asking) again() {
	if a.over {
		return
	}
	a.say()
	a.table.shell.Clock.After(askAgain, a.again)
}

// say sends the request to the pit, or its end once the pad was closed.
func (a *asking) say() {
	if !a.table.shell.Holds(a.pad.Drawn) {
		a.over = true
	}
	if a.busy && !a.over {
		return
	}
	a.busy = true
	ask, asks, ending := a.ask, a.table.ways.Asks, a.table.shell.Ending
	ask.Forms, ask.Over = maps.Clone(ask.Forms), a.over
	a.work.Latest(func() func() {
		answer, err := asks.Ask(ending, ask)
		return func() {
			a.busy = false
			if !a.over && ask.ID == a.ask.ID {
				a.heard(answer, err)
			}
		}
	})
}

// withdraw asks no more, though the pad stays.
func (a *asking) withdraw() {
	if a != nil && !a.over {
		a.over = true
		a.hinted(a.hint)
		a.say()
	}
}

// heard does what the pit answers: it makes forms for those who look, and carries out what somebody has approved.
func (a *asking) heard(answer pitclient.Asked, err error) {
	t := a.table
	if !t.shell.Holds(a.pad.Drawn) {
		a.say()
		return
	}
	if err != nil {
		a.hinted(a.hint)
		return
	}
	stale := func(f *session.Asked) bool { return !t.session.Stands(f) }
	if slices.ContainsFunc(slices.Collect(maps.Values(a.forms)), stale) {
		a.anew()
		return
	}
	if look := answer.Answer; look != nil && a.forms[look.By] != nil && a.ask.Forms[look.By].By == "" {
		a.answered(a.forms[look.By], look)
		return
	}
	a.hinted(a.words(answer.Looks))
	fresh := false
	for _, number := range answer.Looks {
		if _, there := a.ask.Forms[number]; !there && len(a.ask.Forms) < pitclient.MostLooks {
			a.form(number)
			fresh = true
		}
	}
	if fresh {
		a.say()
	}
}

// form returns what somebody who looks would approve. For who may not, it has the reason and what somebody
// would who may.
func (a *asking) form(number string) {
	if a.ask.Forms == nil {
		a.ask.Forms = map[string]pitclient.Form{}
	}
	f, err := a.table.session.Ask(number, a.command, a.given...)
	if err != nil {
		was := a.table.notice
		form := pitclient.Form{Says: a.table.approvals().wording(err)}
		a.table.notice = was // it is theirs, not the croupier's
		if f, by := a.another(); f != nil {
			a.forms[number], form.Entries, form.Before, form.By = f, f.Texts(), f.Before(), by
		}
		a.ask.Forms[number] = form
		return
	}
	a.forms[number], a.ask.Forms[number] = f, pitclient.Form{Entries: f.Texts(), Before: f.Before()}
}

// another returns the entries in the name of somebody of the house who may; nil where nobody does.
func (a *asking) another() (f *session.Asked, by string) {
	for _, s := range a.table.shell.House.State.Staff {
		if f, err := a.table.session.Ask(s.Number, a.command, a.given...); err == nil {
			return f, s.Number
		}
	}
	return nil, ""
}

// answered carries out what somebody has approved elsewhere.
func (a *asking) answered(f *session.Asked, look *pitclient.Look) {
	err := a.table.session.Answer(f, look.Given)
	switch {
	case err == nil:
		a.over = true
		a.say() // before what follows asks for something else
		a.done()
	case errors.Is(err, session.ErrMoved):
		a.anew()
	case errors.Is(err, house.ErrNotSigned):
		a.pad.Wrong(a.table.shell.Text.T("approve_forged"))
		a.anew()
	default:
		a.pad.Wrong(a.table.approvals().wording(err))
		a.anew()
	}
}

// words returns the hint on the pad: that it is asked elsewhere too, and who looks at it there.
func (a *asking) words(looks []string) string {
	tx := a.table.shell.Text
	if len(looks) == 0 {
		return tx.T("approve_elsewhere")
	}
	return tx.T("approve_looked", text.Args{"Name": a.table.shell.House.State.NameOf(looks[0])})
}

func (a *asking) hinted(hint string) {
	if a.pad.Hint != hint {
		a.pad.Hint = hint
		a.pad.Refresh()
	}
}
