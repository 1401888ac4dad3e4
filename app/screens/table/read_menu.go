package table

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

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
		return t.shell.House.Service(record.Serviced{Table: name, Who: by.Name, What: tx.T("title_reader") + ": " + word}, by)
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
