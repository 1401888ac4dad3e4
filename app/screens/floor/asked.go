package floor

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"sabot/app/controls"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An Asks is a connection to the requests of tables that may be approved here.
type Asks interface {
	Asked(ctx context.Context) ([]pitclient.AskedAt, error)
	Look(ctx context.Context, look pitclient.Look) error
}

// An approving is a request that somebody looks at to approve it.
type approving struct {
	ask     pitclient.AskedAt
	wanted  bool           // they have seen the felt, and want what is approved
	pad     *controls.Code // nil as long as the table has not said what they would approve
	before  record.Stood   // the table's record before these
	entries []record.Entry // that they would
	not     string         // why they may only look
	sent    bool           // they have signed, then
	at      time.Time
	seq     int64 // the table's last entry before what it asks
}

// A withdrawn is an ask that somebody looked at and that is asked no more.
type withdrawn struct {
	table string
	seq   int64
	at    time.Time
}

// A heardAsks is the list of tables' requests, as the pit reported last.
type heardAsks struct {
	at       time.Time // it said so; before it ever did, when the floor was opened
	silent   bool      // asked again it has not answered, or was never asked
	back     time.Time // it answered again
	requests []pitclient.AskedAt
	unsaid   []pitclient.AskedAt // asked before it was silent: a pit that begins anew hears it from the tables in a moment
}

// hear takes an answer in.
func (h *heardAsks) hear(list []pitclient.AskedAt, now time.Time) {
	if h.silent {
		h.back, h.unsaid = now, h.requests
	}
	h.silent, h.at = false, now
	said := func(was pitclient.AskedAt) bool {
		return slices.ContainsFunc(list, func(a pitclient.AskedAt) bool { return a.Table == was.Table })
	}
	h.unsaid = slices.DeleteFunc(slices.Clone(h.unsaid), said)
	if now.Sub(h.back) >= pitclient.AskLives {
		h.unsaid = nil
	}
	h.requests = slices.Concat(list, h.unsaid)
}

// goneFor is how long entries of a table may take to arrive here after its pit has said that it asks no more.
const goneFor = 5 * time.Second

// readAsked asks the pit what tables ask, and goes on with what somebody looks at. Where it does not answer, what they asked
// stands as it was heard last, as all the rest does.
func (f *Floor) readAsked() {
	if f.ways.Asks == nil || f.askedAsks || f.left {
		return
	}
	f.askedAsks = true
	asks, ending := f.ways.Asks, f.shell.Ending
	var look *pitclient.Look
	if a := f.approving; a != nil && !a.sent && f.signedOn() {
		look = &pitclient.Look{ID: a.ask.ID, By: f.who.Number}
	}
	f.asksWork.Latest(func() func() {
		if look != nil {
			_ = asks.Look(ending, *look) // where it is asked no more, the list says so
		}
		list, err := asks.Asked(ending)
		return func() {
			f.askedAsks = false
			if err != nil {
				f.silent = true
			} else {
				f.hear(slices.DeleteFunc(list, func(a pitclient.AskedAt) bool { return !f.look.ReadAt(a.Table, a.Machine) }), f.shell.Clock.Now())
			}
			f.goOn()
			f.update()
		}
	})
}

// asksNow reports whether a table asks for something now, as far as that can be known.
func (f *Floor) asksNow() bool {
	gone := f.silent && f.shell.Clock.Now().Sub(f.at) >= pitclient.AskLives || f.shell.House.State.Pit.Why == house.PitAway
	return len(f.requests) > 0 && !gone
}

// askedAt returns what a table asks; false where it asks for nothing.
func (f *Floor) askedAt(table string) (pitclient.AskedAt, bool) {
	i := slices.IndexFunc(f.requests, func(a pitclient.AskedAt) bool { return a.Table == table })
	if i < 0 {
		return pitclient.AskedAt{}, false
	}
	return f.requests[i], true
}

// openAsked shows the felt of a table that asks for something, the chosen one first; on the felt it shows what is
// asked.
func (f *Floor) openAsked() {
	if !f.asksNow() {
		f.sayNoneAsked()
		return
	}
	ask, asks := f.askedAt(f.chosen)
	if !asks {
		ask = f.requests[0]
	}
	f.signed(func() {
		f.chosen = ask.Table
		if f.felt == nil || f.felt.table != ask.Table || f.shell.Overlay() == nil {
			f.openFelt()
			f.approving = f.looksAt(ask) // so that the table has said it once they have looked
			f.tell(f.t("approve_felt", text.Args{"Table": ask.Table}), false)
			f.readAsked()
			return
		}
		if f.approving == nil || f.approving.ask.ID != ask.ID {
			f.approving = f.looksAt(ask)
		}
		f.approving.wanted = true
		f.tell(f.t("approve_waiting", text.Args{"Table": ask.Table}), false)
		f.goOn()
		f.readAsked()
	})
}

// sayNoneAsked shows that no table asks for anything, or that this is unknown here.
func (f *Floor) sayNoneAsked() {
	if f.ways.Asks == nil { // nobody brings here what tables ask
		f.tell(f.t("approve_at_table"), true)
		return
	}
	if f.silent || f.shell.House.State.Pit.Why == house.PitAway {
		f.tell(f.t("approve_unknown", text.Args{"At": f.shell.Viewer().Clock(f.at)}), true)
		return
	}
	f.tell(f.t("approve_none"), false)
}

// goOn goes on with what somebody looks at, by what the table says now.
func (f *Floor) goOn() {
	a := f.approving
	if a == nil {
		return
	}
	args := text.Args{"Table": a.ask.Table}
	now, still := f.askedAt(a.ask.Table)
	w := f.look.Table(a.ask.Table)
	if still && now.ID == a.ask.ID {
		a.heardForm(now.Forms[f.who.Number])
	}
	switch {
	case f.felt == nil || f.felt.table != a.ask.Table || !f.signedOn(): // they went away
		f.approving = nil
		f.tell("", false)
	case still && now.ID != a.ask.ID:
		f.leaveGone(a)
	case a.sent && w != nil && w.State.Seq >= house.Until(a.entries):
		f.leaveAsked(f.t("approve_entered", args), false)
		seq := w.State.Seq
		f.until(func() bool { // the next thing has happened there
			w := f.look.Table(a.ask.Table)
			return w == nil || w.State.Seq != seq
		})
	case a.sent && f.shell.Clock.Now().Sub(a.at) < pitclient.AskLives: // what the table enters is to arrive still
	case !still:
		f.leaveGone(a)
	case a.sent && !f.silent && f.shell.Clock.Now().Sub(a.at) >= 2*pitclient.AskLives: // it asks on, and the pit keeps no signature so long
		f.leaveAsked(f.t("approve_lost", args), true)
	case a.pad == nil && !a.wanted: // they look at the felt
	case a.pad == nil:
		if form, there := now.Forms[f.who.Number]; there {
			f.showForm(a, form)
		}
	case !a.sent && !f.shell.Holds(a.pad.Drawn): // Esc
		f.approving = nil
		f.tell("", false)
	}
}

// looksAt returns what somebody looks at, of a table as it is heard.
func (f *Floor) looksAt(ask pitclient.AskedAt) *approving {
	a := &approving{ask: ask}
	if w := f.look.Table(ask.Table); w != nil {
		a.seq = w.State.Seq
	}
	return a
}

// heardForm takes in behind which entry the table would enter what it asks.
func (a *approving) heardForm(form pitclient.Form) {
	if len(form.Entries) == 0 {
		return
	}
	if e, err := record.Decode(form.Entries[0]); err == nil {
		a.seq = e.Seq - 1
	}
}

// leaveGone closes a request that is withdrawn, and shows why as soon as the table's entries have arrived.
func (f *Floor) leaveGone(a *approving) {
	f.withdrawn = &withdrawn{a.ask.Table, a.seq, f.shell.Clock.Now()}
	f.leaveAsked(f.t("approve_gone", text.Args{"Table": a.ask.Table}), true)
	f.sayGone()
}

// sayGone shows why a request was withdrawn: somebody approved it at the table, the table has gone on, or
// nothing was entered there.
func (f *Floor) sayGone() {
	g := f.withdrawn
	if g == nil || f.approving != nil {
		f.withdrawn = nil
		return
	}
	args := text.Args{"Table": g.table}
	w := f.look.Table(g.table)
	_, again := f.askedAt(g.table)
	said := func(key string) {
		f.withdrawn = nil
		f.tell(f.t(key, args), true)
	}
	switch {
	case w == nil:
		f.withdrawn = nil
	case w.ApprovedSince(g.seq) != "":
		args["Name"] = f.look.HouseAt(g.table).NameOf(w.ApprovedSince(g.seq))
		said("approve_gone_approved")
	case again:
		said("approve_gone_again")
	case w.State.Seq > g.seq:
		said("approve_gone_on")
	case f.shell.Clock.Now().Sub(g.at) >= goneFor:
		said("approve_gone_left")
	}
}

// showForm shows what somebody would approve, as the table would enter it, and asks for their code.
func (f *Floor) showForm(a *approving, form pitclient.Form) {
	if form.Says != "" && len(form.Entries) == 0 {
		f.leaveAsked(form.Says, true)
		f.until(func() bool {
			now, still := f.askedAt(a.ask.Table)
			return !still || now.ID != a.ask.ID
		})
		return
	}
	w := f.look.Table(a.ask.Table)
	if !w.Whole { // its shift is being read
		return
	}
	state := w.State
	by := f.who.Number
	if form.Says != "" { // it is only looked at
		by = cmp.Or(form.By, by)
	}
	entries, err := session.Judge(state, f.look.HouseAt(a.ask.Table), by, form.Entries, f.shell.House.Now())
	if behind := (*session.BehindError)(nil); errors.As(err, &behind) { // the entries before have not arrived yet
		return
	}
	var lines []view.ApprovalLine
	if err == nil && session.Follows(form.Before, entries) {
		var facts []record.Fact
		for _, e := range entries {
			facts = append(facts, e.Fact)
		}
		lines = f.shell.ViewerAt(a.ask.Table).ApprovalElsewhere(state, facts)
	}
	if len(lines) == 0 {
		f.leaveAsked(f.t("approve_other", text.Args{"Table": a.ask.Table}), true)
		return
	}
	a.before, a.entries, a.not = form.Before, entries, form.Says
	// What is signed is told by these lines alone: a title would be in the words of the machine that asks.
	a.pad = f.shell.CodePad("title_approver", func(pad *controls.Code, code string) { f.sign(a, code) })
	a.pad.About = controls.About{Head: f.t("approve_head") + " · " + a.ask.Table, Lines: lines}
	if a.not != "" {
		a.pad.Wrong(a.not)
	}
	f.tell("", false)
	f.over(f.shell.CodePage(a.pad))
}

// sign signs what is shown with the key that the code opens, here, and sends the table the signatures.
func (f *Floor) sign(a *approving, code string) {
	who, err := f.shell.House.SignOn(code)
	if err == nil && who.Number != f.who.Number {
		a.pad.Wrong(f.t("approve_not_you", text.Args{"Name": f.who.Name}))
		return
	}
	if !f.shell.Took(a.pad, code, err) {
		return
	}
	if a.not != "" {
		a.pad.Wrong(a.not)
		return
	}
	given, err := session.Sign(who, a.before, a.entries)
	if err != nil {
		a.pad.Wrong(f.shell.Wording(err))
		return
	}
	a.sent, a.at = true, f.shell.Clock.Now()
	f.shell.DownTo(f.felt.all)
	f.tell(f.t("approve_sent", text.Args{"Table": a.ask.Table}), false)
	asks, ending, look := f.ways.Asks, f.shell.Ending, pitclient.Look{ID: a.ask.ID, By: who.Number, Given: given}
	f.signWork.Once(func() func() {
		err := asks.Look(ending, look)
		return func() {
			refused := (*pitclient.Refusal)(nil)
			switch {
			case err == nil || f.approving != a:
			case errors.As(err, &refused) && refused.Why == pitclient.NotAsked: // somebody at the table was faster
				f.leaveGone(a)
			default:
				f.leaveAsked(f.t("approve_lost", text.Args{"Table": a.ask.Table}), true)
			}
		}
	})
}

// leaveAsked closes the request that somebody looked at, and shows why.
func (f *Floor) leaveAsked(word string, bad bool) {
	if a := f.approving; a.pad != nil && f.shell.Holds(a.pad.Drawn) {
		f.shell.DownTo(f.felt.all)
	}
	f.approving = nil
	f.tell(word, bad)
}

// tell shows a sentence under the tiles, and on the felt that is looked at.
func (f *Floor) tell(word string, bad bool) {
	f.notice = view.Notice{Text: word, Bad: bad}
	f.update()
}
