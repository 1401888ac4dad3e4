package table

import (
	"context"
	"encoding/json"

	"fyne.io/fyne/v2"

	"sabot/app/screens/shell"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// line is what is known of the line of a shoe.
type line struct {
	setting shoe.Setting // none where no shoe is read
	linked  bool         // it was open once
	state   view.ShoeLine
	lost    string       // why it was lost last, in a sentence
	asked   shoe.Setting // what was typed of one last
	end     func()       // ends the reader; nil where none reads
}

// Which shoe stands at a table is this machine's: it is the port that it is plugged into.
const readerKey = "electronic shoe of "

// kept is the shoe that was set for the table on this machine; false where none was.
func (t *Table) keptShoe() (shoe.Setting, bool) {
	var s shoe.Setting
	kept := fyne.CurrentApp().Preferences().String(t.shell.Kept(readerKey + t.session.State.Name))
	if kept == "" || json.Unmarshal([]byte(kept), &s) != nil || s.Check() != nil {
		return shoe.Setting{}, false
	}
	return s, true
}

// keepShoe sets it; none where the setting is.
func (t *Table) keepShoe(s shoe.Setting) {
	kept := ""
	if s != (shoe.Setting{}) {
		kept = string(record.EncodeValue(s))
	}
	fyne.CurrentApp().Preferences().SetString(t.shell.Kept(readerKey+t.session.State.Name), kept)
}

// listen begins to read the shoe that was set, and ends with the one before.
func (t *Table) listen() {
	t.deafen()
	setting, ok := t.keptShoe()
	if !ok {
		return
	}
	ctx, stop := context.WithCancel(t.shell.Ending)
	over := make(chan struct{})
	t.read.line = line{setting: setting, end: func() { stop(); <-over }}
	var log *shoe.Log
	if t.ways.Shoes != "" {
		log = &shoe.Log{Folder: t.ways.Shoes, Name: t.session.State.Name}
	}
	clock := t.shell.Clock
	atWindow := func(do func()) {
		clock.Later(func() {
			if ctx.Err() == nil && !t.gone {
				do()
			}
		})
	}
	reader := &shoe.Reader{
		Setting: setting, Log: log,
		Tell:  func(e shoe.Event) { atWindow(func() { t.shoeTold(e) }) },
		Broke: func(broken any, stack []byte) { atWindow(func() { t.shell.Fell(broken, stack) }) },
	}
	go func() {
		defer close(over)
		reader.Run(ctx)
		_ = log.Close() // the log stops nothing
	}()
}

// deafen ends reading.
func (t *Table) deafen() {
	if t.read.line.end != nil {
		t.read.line.end()
	}
	t.read.line, t.read.queue, t.read.held = line{}, nil, view.NotHeld
}

// page is the table as the shell has it.
func (t *Table) page() shell.Page { return t }

// inShoe says whether cards are dealt from a shoe here now.
func (t *Table) inShoe() bool {
	phase := t.session.State.Phase()
	return phase != hand.Shut && phase != hand.Shoeless
}

// holdRead has what the shoe reads from now on wait for a person; how many of it are burned nobody knows any more.
func (t *Table) holdRead(why view.Held) {
	if t.read.burn = 0; t.inShoe() {
		t.read.held = why
	}
}

// shoeTold takes what the shoe of the table tells.
func (t *Table) shoeTold(e shoe.Event) {
	l, tx := &t.read.line, t.shell.Text
	t.follow()
	switch e.Kind {
	case shoe.Card:
		t.cardRead(readCard{card: e.Card, seq: e.Seq, where: e.Where})
	case shoe.Cut:
		t.cardRead(readCard{seq: e.Seq, cut: true})
	case shoe.Outside:
		t.Warn(tx.T("read_outside"))
	case shoe.Start:
		if len(t.session.State.Current.Round.Laid) > 0 {
			t.holdRead(view.HeldLinked)
		}
	case shoe.Gap:
		t.holdRead(view.HeldGap)
		t.noteShoe(record.ShoeGap, "")
	case shoe.Fault: // a card that the shoe could not read, or that left it unseen, is no gap in its numbers
		l.state = view.LineFaulty
		t.holdRead(view.HeldGap)
		t.noteShoe(record.ShoeFault, e.Code)
	case shoe.Cleared:
		t.shoeWell(view.LineFaulty)
	case shoe.Locked:
		l.state = view.LineLocked
		t.Update()
	case shoe.Freed:
		t.shoeWell(view.LineLocked)
	case shoe.Linked:
		l.linked, l.state = true, view.NoLine
		if t.read.lost {
			t.read.lost = false
			t.holdRead(view.HeldRestarted)
			t.Warn(tx.T("read_restarted"))
			return
		}
		t.holdRead(view.HeldLinked)
		t.Tell(tx.T("read_linked"))
	case shoe.Lost:
		was := l.state
		if l.lost = ""; e.Why != "" {
			l.lost = tx.T("read_lost_"+string(e.Why), text.Args{"Error": e.Code})
		}
		if l.state = view.LineLost; was == view.LineLost || e.Again { // one alarm for one trouble
			t.Update()
			return
		}
		if t.noteShoe(record.ShoeLost, ""); l.lost != "" {
			t.Warn(tx.T("mark_shoe_lost") + ". " + l.lost)
		}
	case shoe.Silent:
		l.state = view.LineSilent
		t.noteShoe(record.ShoeSilent, "")
	case shoe.Heard:
		t.shoeWell(view.LineSilent)
	}
}

// shoeWell is the end of a trouble, told as its beginning was.
func (t *Table) shoeWell(was view.ShoeLine) {
	if t.read.line.state == was {
		t.read.line.state = view.NoLine
		t.Tell(t.shell.Text.T("read_well"))
	}
}

// noteShoe notes a trouble of the shoe where cards are dealt from one, and says it in any case.
func (t *Table) noteShoe(kind record.AlarmKind, what string) {
	if t.inShoe() {
		t.do(func(s *pit.Table) ([]record.Fact, error) { return s.NoteShoe(kind, what) })
		return
	}
	t.Warn(t.shell.Text.T("alarm_"+string(kind), text.Args{"What": what, "Place": ""}))
}
