package table

import (
	"context"
	"encoding/json"

	"fyne.io/fyne/v2"

	"sabot/app/screens/shell"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/pit/record"
)

// A line is the line of a shoe as this machine has it.
type line struct {
	setting shoe.Setting // none where no shoe is read
	lost    string       // why it was lost last, in a sentence
	asked   shoe.Setting // what was typed of one last
	end     func()       // ends the reader; nil where none reads
}

// on reports whether a shoe is read.
func (l line) on() bool { return l.setting != (shoe.Setting{}) }

// Which shoe stands at a table is this machine's: it is the port that it is plugged into.
const readerKey = "electronic shoe of "

// kept is the shoe that was set for the table on this machine; false where none was.
func (t shoePage) keptShoe() (shoe.Setting, bool) {
	var s shoe.Setting
	kept := fyne.CurrentApp().Preferences().String(t.shell.Kept(readerKey + t.session.State.Name))
	if kept == "" || json.Unmarshal([]byte(kept), &s) != nil || s.Check() != nil {
		return shoe.Setting{}, false
	}
	return s, true
}

// keepShoe sets it; none where the setting is.
func (t shoePage) keepShoe(s shoe.Setting) {
	kept := ""
	if s != (shoe.Setting{}) {
		kept = string(record.EncodeValue(s))
	}
	fyne.CurrentApp().Preferences().SetString(t.shell.Kept(readerKey+t.session.State.Name), kept)
}

// listen begins to read the shoe that was set, and ends with the one before.
func (t shoePage) listen() {
	t.deafen()
	setting, ok := t.keptShoe()
	if !ok {
		return
	}
	ctx, stop := context.WithCancel(t.shell.Ending)
	over := make(chan struct{})
	t.line = line{setting: setting, end: func() { stop(); <-over }}
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
func (t shoePage) deafen() {
	if t.line.end != nil {
		t.line.end()
	}
	t.line = line{}
	t.feed.Deafen()
}

// page returns the table as the shell has it.
func (t shoePage) page() shell.Page { return t.Table }

// shoeTold takes what the shoe of the table tells.
func (t shoePage) shoeTold(e shoe.Event) {
	if e.Kind == shoe.Lost {
		t.line.lost = ""
		if e.Why != "" {
			t.line.lost = t.shell.Text.T("read_lost_"+string(e.Why), text.Args{"Error": e.Code})
		}
	}
	for _, do := range t.feed.Heard(e, t.now()) {
		t.doOfShoe(do)
	}
}
