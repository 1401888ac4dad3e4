package table

import (
	"context"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
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

// openReader shows what is done with what the electronic shoe read, and which shoe that is.
func (t shoePage) openReader() {
	tx := t.shell.Text
	lead := tx.T("reader_none")
	if s := t.line.setting; t.line.on() {
		lead = tx.T("reader_is", text.Args{"Protocol": tx.T("protocol_" + string(s.Protocol)), "Address": s.Address})
		if state := t.feed.Line; state != view.NoLine {
			lead += " " + tx.T("mark_shoe_"+string(state)) + "."
			if state == view.LineLost {
				lead += "\n" + t.line.lost
			}
		}
	}
	none := t.feed.Empty()
	t.menuWith(tx.T("title_reader"), lead, []controls.Choice{
		{Label: tx.T("reader_take"), Help: tx.T("about_reader_take"), Off: !t.feed.MayTake(t.now()), Do: t.approvals().closing(t.takeRead)},
		{Label: tx.T("reader_drop"), Help: tx.T("about_reader_drop"), Off: none, Do: t.approvals().closing(func() { t.dropRead(false) })},
		{Label: tx.T("reader_drop_all"), Help: tx.T("about_reader_drop_all"), Off: none, Do: t.approvals().closing(func() { t.dropRead(true) })},
		{Label: tx.T("reader_set"), Help: tx.T("about_reader_set"), Do: t.openReaderSetting},
	})
}

// openReaderSetting asks which shoe stands at the table.
func (t shoePage) openReaderSetting() {
	tx := t.shell.Text
	var choices []controls.Choice
	for _, p := range shoe.Protocols() {
		for _, by := range shoe.Transports() {
			word := tx.T("protocol_"+string(p)) + ", " + tx.T("transport_"+string(by))
			choices = append(choices, controls.Choice{Label: word, Do: func() { t.askShoeAddress(shoe.Setting{Protocol: p, Transport: by}, word) }})
		}
	}
	choices = append(choices, controls.Choice{Label: tx.T("reader_no"), Do: func() { t.setShoe(shoe.Setting{}, tx.T("reader_no")) }})
	lead := ""
	if n := t.feed.Unread(t.session.State); n > 0 {
		lead = tx.T("reader_set_waits", text.Args{"N": n})
	}
	t.menuWith(tx.T("reader_set"), lead, choices)
}

// askShoeAddress asks where a shoe is; what was said last of one that is wired so stands there.
func (t shoePage) askShoeAddress(s shoe.Setting, word string) {
	tx, last := t.shell.Text, &t.line.asked
	if kept, ok := t.keptShoe(); ok && *last == (shoe.Setting{}) {
		*last = kept
	}
	ask := controls.Prompt{Title: word, Lead: tx.T("reader_address_" + string(s.Transport)), Address: true}
	if last.Transport == s.Transport {
		ask.Typed = last.Address
	}
	t.approvals().prompt(ask, func(typed string) (refused string) {
		s.Address = strings.TrimSpace(typed)
		*last = s
		if s.Check() != nil {
			return tx.T("reader_address_none")
		}
		t.setShoe(s, word+", "+s.Address)
		return ""
	})
}

// setShoe sets which shoe stands here, for somebody who may have the equipment worked on; that it was set is
// entered as such work.
func (t shoePage) setShoe(s shoe.Setting, word string) {
	tx, name := t.shell.Text, t.session.State.Name
	t.approvals().askCode("title_service", func(by house.Badge) error {
		return t.shell.House.Service(record.Serviced{Table: name, Who: by.Name, What: tx.Label(tx.T("title_reader"), word)}, by)
	}, func(house.Badge) {
		n, err := t.leavesOut()
		if err != nil {
			t.say(err)
			t.Update()
			return
		}
		t.keepShoe(s)
		t.listen()
		if s == (shoe.Setting{}) {
			t.Tell(tx.T("reader_is_off", text.Args{"N": n}))
			return
		}
		t.Tell(tx.T("reader_is_set", text.Args{"N": n}))
	})
}
