package practice

import (
	"slices"
	"strconv"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/practice"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/drill"
)

// A running is a session that is answered: one task after the other, one question at a time.
type running struct {
	*Practice
	setting drill.Setting
	classes []drill.Class
	before  []practice.Done // that the person answered earlier

	task     drill.Task
	question int
	verdict  *drill.Verdict // nil until it was answered
	said     drill.Answer   // that it is of
	done     practice.Done  // of the task, so far
	kept     bool           // it is in the session: its last question was answered
	since    time.Time      // when the question was shown
	stopped  time.Time      // when something came to lie over it; zero where nothing does
	typed    string
	chosen   drill.Answer   // without an amount; says nothing where none is
	taken    []games.Amount // chips, in the order in which they were laid
	left     bool

	felt  *felt.Felt
	tray  *controls.Tray
	drill *controls.Drill
	stack *fyne.Container
}

// begin begins a session of the chosen drill.
func (p *Practice) begin(seed uint64, test bool) {
	plan := p.plan(drill.Kinds()[p.kind], seed, test)
	r := &running{Practice: p, setting: plan.Setting(), felt: felt.New(), tray: controls.NewTray(), drill: controls.NewDrill()}
	r.classes = drill.Classes(r.setting, plan.Kind)
	if len(r.classes) == 0 {
		p.notice.Text, p.notice.Bad = p.t("practice_no_class"), true
		p.choose()
		return
	}
	for _, s := range p.mine() {
		r.before = append(r.before, s.Done...)
	}
	p.session = practice.Session{Who: p.who, Began: p.shell.Clock.Now().UTC(), Plan: plan}
	p.run = r
	r.drill.OnDigit = r.digit
	r.felt.OnBox = func(box int) { r.place(games.AtBox(box)) }
	r.felt.OnSpot = func(box int, _ string) { r.place(games.AtBox(box)) }
	r.stack = container.New(drillLayout{}, r.drill.Head, container.NewStack(r.felt.Drawn, r.tray.Drawn), r.drill.Pad)
	shown := p.page(r.stack, "", r.rune, r.key)
	shown.help, shown.cover, shown.foot = r.help, r.covered, controls.DrillKeys
	p.shell.Show(shown)
	r.next()
	r.tick()
}

// A drillLayout divides the screen: the band, the line, the felt, the pad.
type drillLayout struct{}

func (drillLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(800, 600) }

func (drillLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	u := min(size.Width/1024, size.Height/768)
	y := controls.BandHigh * u
	head, pad := controls.DrillHead*u, controls.DrillHigh*u
	for i, high := range []float32{head, size.Height - y - head - pad, pad} {
		objects[i].Move(fyne.NewPos(0, y))
		objects[i].Resize(fyne.NewSize(size.Width, high))
		y += high
	}
}

// next goes to the next task, or ends the session.
func (r *running) next() {
	n := len(r.session.Done)
	if n >= r.session.Tasks {
		r.end()
		return
	}
	class := r.session.Next(r.classes, n, slices.Concat(r.before, r.session.Done))
	task, err := drill.New(r.setting, r.session.Seed, n, class)
	if err != nil {
		r.notice = r.shell.Bad(err)
		r.end()
		return
	}
	r.task, r.question, r.kept, r.done = task, 0, false, practice.Done{Class: practice.Class(class)}
	r.ask()
}

func (r *running) ask() {
	r.verdict, r.typed, r.chosen, r.taken, r.since = nil, "", drill.Answer{}, nil, r.shell.Clock.Now()
	r.show()
}

// keep keeps the task, answered to its end or left in the middle: a mistake whose verdict was read counts.
func (r *running) keep() {
	r.kept = true
	r.session.Done = append(r.session.Done, r.done)
	if err := r.store.Save(r.session); err != nil {
		r.shell.Warn(r.shell.Wording(err))
	}
}

// last reports whether this is the last question of the task.
func (r *running) last() bool { return r.question == len(r.task.Questions)-1 }

// end shows what the session came to.
func (r *running) end() {
	r.left = true
	if r.done.Asked > 0 && !r.kept {
		if r.done.Fault == "" && r.session.Test { // who leaves a test has not passed it
			r.done.Fault = drill.BrokenOff
		}
		if r.done.Fault != "" { // what was right so far is no mistake, and no whole answer
			r.keep()
		}
	}
	if len(r.session.Done) == 0 {
		r.choose()
		return
	}
	r.read()
	r.showResults()
}

// tick shows the time that goes on.
func (r *running) tick() {
	r.shell.Clock.After(time.Second, func() {
		if !r.left {
			r.drill.SetState(r.state())
			r.tick()
		}
	})
}

// stood returns how long the question has been shown.
func (r *running) stood() time.Duration {
	now := r.shell.Clock.Now()
	if !r.stopped.IsZero() {
		now = r.stopped
	}
	return now.Sub(r.since)
}

// covered stops the time as long as something lies over a question, and has nobody read it
// meanwhile: help costs no time and gains none.
func (r *running) covered(under bool) {
	if r.left || r.verdict != nil || under != r.stopped.IsZero() {
		return
	}
	if under {
		r.stopped = r.shell.Clock.Now()
	} else {
		r.since, r.stopped = r.since.Add(r.shell.Clock.Now().Sub(r.stopped)), time.Time{}
	}
	r.show()
}

// state returns which task it is, the seed, and how long the question has been shown.
func (r *running) state() string {
	took, asked := r.done.Took(), r.done.Asked
	if r.verdict == nil {
		took, asked = took+r.stood(), asked+1
	}
	seconds := strconv.Itoa(int(took.Seconds()))
	if within := practice.StepOf(r.session.Level).Within * time.Duration(asked); within > 0 {
		if took > within {
			took += time.Second - 1 // 30.2 s are more than 30
		}
		seconds = strconv.Itoa(int(took.Seconds())) + " / " + strconv.Itoa(int(within.Seconds()))
	}
	return r.t("practice_state", text.Args{
		"N": r.number(), "Of": r.session.Tasks, "Seed": r.session.Number(),
		"Level": r.session.Level, "Seconds": seconds,
	})
}

// number returns which task of the session it is, from 1.
func (r *running) number() int {
	if r.kept {
		return len(r.session.Done)
	}
	return min(len(r.session.Done)+1, r.session.Tasks)
}

// answer judges an answer, and keeps the task once all its questions are answered.
func (r *running) answer(a drill.Answer) {
	if r.verdict != nil {
		return
	}
	v, err := r.task.Verdict(r.question, a)
	if err != nil {
		r.notice = r.shell.Bad(err)
		r.end()
		return
	}
	r.verdict = &v
	r.done.Millis += r.stood().Milliseconds()
	r.done.Asked++
	if r.done.Fault == "" {
		r.done.Fault = v.Fault
	}
	if v.Fault == drill.MoreChips {
		r.done.Extra = drill.Pieces(a.Chips) - drill.Pieces(v.Expected.Chips)
	}
	if r.said = a; r.last() {
		r.keep()
	}
	r.show()
}

// goOn goes to the next question, or the next task.
func (r *running) goOn() {
	if r.last() {
		r.next()
		return
	}
	r.question++
	r.ask()
}

func (r *running) rune(c rune) bool {
	up := string(unicode.ToUpper(c))
	if r.verdict != nil {
		return false
	}
	q := r.task.Questions[r.question]
	for _, k := range r.answers(q) {
		if k.Key == up {
			k.Do()
			return true
		}
	}
	switch {
	case q.Ask == drill.Count:
		return r.takes(up)
	case c >= '0' && c <= '9' || c == '.' || c == ',':
		if asksAmount(q) {
			r.digit(c)
			return true
		}
	}
	return false
}

func (r *running) key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyEscape:
		r.end()
	case fyne.KeyBackspace, fyne.KeyDelete:
		r.undo()
	case fyne.KeyF2:
		if r.verdict == nil || r.task.Game == nil {
			return false
		}
		r.rules()
	case fyne.KeyReturn, fyne.KeyEnter:
		if r.verdict != nil {
			r.goOn()
		} else {
			r.enter()
		}
	default:
		return false
	}
	return true
}
