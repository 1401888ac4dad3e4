package table

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// A laying is the page of a hand as it really lies. It has the cards in shoe order, each put where it lies, and
// what is to be made of them. What is entered on it waits while the page is closed, as long as nothing else happens
// at the table.
type laying struct {
	table *Table
	page  *controls.Relay
	seq   int64 // of the table when the cards were taken over
	kind  record.Irregularity
	box   int

	cards   []record.CardLaid
	at      int      // the chosen card, or before which one the next comes
	adding  bool     // a card is typed that comes there
	burn    bool     // the card that is typed is burned
	turning bool     // it is the chosen card, which lay face down
	fresh   bool     // the chosen card was just typed: its suit may follow
	tens    bool     // a 0 was typed, the second digit of a box is due
	word    string   // why something will not do
	stated  bool     // the cards were entered so: a card is chosen before it is put elsewhere
	digits  string   // that were typed where one card alone is asked for
	marked  []laying // as it was before each of some digits in a row
	before  *laying  // as it was before digits that may be a code, which the next key decides
}

// openRelay shows the hand as it lies, and what can be done.
func (t misdealPage) openRelay() {
	state := t.session.State
	kind, box := record.WrongPlace, 0
	if state.Current.Paused != nil || state.Felt().LiesWrong() {
		kind, box = state.Current.WentWrong()
	}
	t.layOut(kind, box, state.Felt().OnFelt())
}

// layOut opens the page of a hand as it lies, with its cards as they are thought to lie.
func (t misdealPage) layOut(kind record.Irregularity, box int, cards []record.CardLaid) *laying {
	l := t.laid
	if state := t.session.State; l == nil || l.seq != state.Seq || l.kind != kind || l.box != box {
		l = &laying{table: t.Table, seq: state.Seq, kind: kind, box: box, cards: cards, at: len(cards), adding: true}
		if state.Current.Paused != nil || state.Felt().LiesWrong() {
			l.choose(0)
		}
		t.laid = l
	}
	tx := t.shell.Text
	l.page = controls.NewRelay(controls.Relay{
		Place: tx.T("relay_place"), Before: tx.T("relay_before"), After: tx.T("relay_after"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		OnWay: l.goes, OnPlace: l.put, OnRank: l.card, OnCard: l.touched,
	})
	if !t.session.State.Current.BetsClosed {
		l.page.OnCard = nil // no card lies yet
	}
	l.show()
	t.shell.Over(l)
	return l
}

// Content implements shell.Page.
func (l *laying) Content() fyne.CanvasObject { return l.page.Drawn }

// Help implements the shell's helped.
func (l *laying) Help() (now, always []view.HelpRow) {
	return l.table.shell.Viewer().HelpLaying(l.table.session.State), nil
}

// show draws the page as it stands.
func (l *laying) show() {
	if l.page == nil {
		return
	}
	p := l.page
	p.Shown = l.table.shell.Viewer().Reconstruction().RelayOf(l.table.session.State, l.kind, l.box, l.cards)
	if l.fresh { // a letter of theirs may be the suit now
		for i, way := range p.Shown.Ways {
			if isSuit([]rune(way.Key)...) {
				p.Shown.Ways[i].Key = ""
			}
		}
	}
	for i, way := range p.Shown.Ways {
		if way.ID != view.WayLay {
			continue
		}
		switch { // which card it is comes first
		case l.holeUnsaid() >= 0:
			p.Shown.Ways[i].On, p.Shown.Ways[i].Why = false, l.table.shell.Text.T("refused_hole_unsaid")
		case l.turning:
			p.Shown.Ways[i].On, p.Shown.Ways[i].Why = false, l.table.shell.Text.T("lay_turn")
		}
	}
	p.At, p.Adding, p.Word, p.Ask, p.Acts = l.at, l.adding, l.word, l.asks(), l.acts()
	p.Refresh()
}

// asks returns what is to be typed now.
func (l *laying) asks() string {
	tx := l.table.shell.Text
	switch {
	case l.unsaid() >= 0:
		return tx.T("lay_burned_where", text.Args{"Card": l.table.shell.Viewer().LaidName(l.table.session.State, l.cards, l.unsaid())})
	case l.stated:
		return tx.T("lay_stated")
	case l.turning:
		return tx.T("lay_turn")
	case l.adding && l.burn:
		return tx.T("lay_card_burned")
	case l.adding:
		return tx.T("lay_card")
	}
	args := text.Args{"N": l.at + 1, "Card": l.table.shell.Viewer().LaidName(l.table.session.State, l.cards, l.at)}
	if l.tens {
		return tx.T("act_tens")
	}
	if l.fresh {
		return tx.T("lay_where_suit", args)
	}
	return tx.T("lay_where", args)
}

// acts returns the actions on the chosen card, or the one that is typed.
func (l *laying) acts() []controls.RelayAct {
	if l.page.OnCard == nil {
		return nil
	}
	tx := l.table.shell.Text
	off := func(isOff bool, why string) string {
		if isOff {
			return tx.T(why)
		}
		return ""
	}
	if l.adding {
		if l.turning {
			return nil // which card it is, and nothing else
		}
		return []controls.RelayAct{
			{Label: tx.T("lay_burned"), Key: "X", Do: l.burned}, l.doing("lay_face_down", "F", off(l.burn, "lay_why_burned"), l.cover),
		}
	}
	return []controls.RelayAct{
		l.doing("lay_burned", "X", off(l.cards[l.at].Card == record.FaceDownName, "lay_why_face_down"), l.burned),
		l.doing("lay_face_down", "F", off(l.cards[l.at].Burned, "lay_why_burned"), l.cover),
		{Label: tx.T("lay_insert"), Key: "I", Do: l.insert},
		{Label: tx.T("lay_remove"), Key: "⌫", Do: l.remove},
	}
}

// doing returns an act with a card; where it cannot be done, its key says why.
func (l *laying) doing(label, key, off string, do func()) controls.RelayAct {
	if off != "" {
		do = func() { l.says(off) }
	}
	return controls.RelayAct{Label: l.table.shell.Text.T(label), Key: key, Off: off, Do: do}
}

// says shows why something will not do.
func (l *laying) says(why string) {
	if l.stays() {
		return
	}
	l.word = why
	l.show()
}

// goes does with the hand what was chosen.
func (l *laying) goes(w view.Way) {
	if !w.On {
		if w.ID == view.WayLay && l.holeUnsaid() >= 0 && !l.turning {
			l.askHole()
		}
		l.word = w.Why
		l.show()
		return
	}
	t := l.table
	switch w.ID {
	case view.WayLay:
		if t.shell.EndsCode() { // a tap, where Enter would have been told already
			return
		}
		if err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) {
			return s.Felt().LayOut(l.kind, l.box, "", t.feed.AsRead(l.cards, t.session.State))
		}); err != nil {
			t.say(err)
			l.word = t.notice.Text
			l.show()
			return
		}
		l.seq, l.cards = t.session.State.Seq, t.session.State.Felt().OnFelt() // as the record has them now
		t.Update()
		l.choose(0)
		l.stated = true
		l.show()
	case view.WayBurn:
		cards := t.feed.AsRead(l.cards, t.session.State)
		burned := t.session.State.Felt().BurnedNow(l.kind, cards)
		others := len(t.session.State.Felt().NewlyBurned(cards)) == 0
		t.misdeals().burnCards(burned, func() {
			t.Tell(t.shell.Text.T("said_discarded"))
			if others { // those behind it lie wrong still
				rest := t.misdeals().layOut(record.WrongPlace, 0, cards)
				rest.choose(0)
				rest.stated = true // a digit moves none
				rest.show()
			}
		})
	default:
		t.misdeals().goWay(w)
	}
}
