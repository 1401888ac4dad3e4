package table

import (
	"sabot/app/shoe/feed"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/record"
)

// now returns the state of the table and its page, for the queue of the electronic shoe.
func (t shoePage) now() feed.Now {
	top := t.shell.Top()
	_, asks := top.(cardAsked)
	return feed.Now{
		Table: t.session.State, OnTop: top == t.page(), Asks: asks,
		Typing: t.cursor.Rank != "", ForDeal: t.cursor.Hold == view.ForDeal,
	}
}

// readShown returns what the page shows of the electronic shoe.
func (t shoePage) readShown() view.Read {
	shown := t.feed.Shown(t.now())
	shown.On = t.line.on()
	return shown
}

// pump enters what waits, as far as it is due and a person need say nothing.
func (t shoePage) pump() {
	if t.pumping || t.gone {
		return
	}
	t.pumping = true
	defer func() { t.pumping = false }()
	t.noteLeftOut(t.feed.Forgotten(t.now()))
	came := false
	for do := t.dueOfShoe(); do != nil; do = t.dueOfShoe() {
		came = true
		t.doOfShoe(do)
	}
	if came || !t.feed.Empty() {
		t.Update()
	}
}

// dueOfShoe returns what is to be done with the first card that waits. What more is to be paid takes a whole page to
// know, so it is asked only where a card waits.
func (t shoePage) dueOfShoe() feed.Do {
	return t.feed.Next(t.now(), !t.feed.Empty() && t.morePays())
}

// doOfShoe does what the queue of the electronic shoe says.
func (t shoePage) doOfShoe(do feed.Do) {
	tx := t.shell.Text
	switch do := do.(type) {
	case feed.Lay:
		t.layOfShoe(do)
	case feed.Turn:
		t.lay(do.Card, do.Reading)
	case feed.Cut:
		t.cutCard(do.Reading)
	case feed.Note:
		t.do(do.Facts)
	case feed.Say:
		t.sayOfShoe(do)
	case feed.Give:
		if asked, ok := t.shell.Top().(cardAsked); ok {
			asked.CardRead(rune(do.Card.Rank().String()[0]), rune(do.Card.Suit().String()[0]))
		}
	case feed.Broken:
		t.Warn(tx.T("mark_shoe_lost") + ". " + t.line.lost)
	case feed.PaysFirst:
		t.paysFirst()
	case feed.Pump:
		t.pump()
	case feed.Show:
		t.Update()
	}
}

// layOfShoe enters a card as the shoe read it; false where it is not.
func (t shoePage) layOfShoe(l feed.Lay) bool {
	was := t.pumping
	t.pumping = true // until it waits no more
	laid, entered := t.lay(l.Card, l.Reading)
	t.pumping = was
	t.feed.Done(l, laid, entered, t.session.State)
	return laid && entered
}

func (t shoePage) sayOfShoe(s feed.Say) {
	word := t.shell.Text.T(s.Key, text.Args{"What": s.What, "Place": ""})
	switch s.How {
	case feed.Warn:
		t.Warn(word)
	case feed.Tell:
		t.Tell(word)
	case feed.Hint:
		if t.notice.Text == "" || !t.notice.Bad {
			t.notice = view.Notice{Text: word}
		}
		t.Update()
	}
}

// takeRead enters the first card that the shoe read, of which a person says that it belongs here.
func (t shoePage) takeRead() {
	switch do := t.feed.Take(t.now(), t.morePays()).(type) {
	case nil:
	case feed.Lay:
		if t.layOfShoe(do) {
			t.pump()
		}
	case feed.Cut:
		t.cutCard(do.Reading)
		t.pump()
	default:
		t.doOfShoe(do)
	}
	t.Update()
}

// dropRead drops the first that waits, or all.
func (t shoePage) dropRead(all bool) {
	n, out := t.feed.Drops(all)
	if !t.noteLeftOut(out) {
		return
	}
	t.feed.Drop(n)
	t.pump()
	t.Update()
}

// noteLeftOut records which cards somebody leaves out; it returns false where that is refused.
func (t shoePage) noteLeftOut(out feed.LeftOut) bool {
	if len(out) == 0 {
		return true
	}
	was := t.pumping
	t.pumping = true // until they wait no more
	defer func() { t.pumping = was }()
	return t.do(out.Facts)
}

// leavesOut records that the waiting cards are left out, since this table no longer reads the shoe; n is how
// many they are.
func (t shoePage) leavesOut() (n int, err error) {
	n, out := t.feed.LeavesAll(t.session.State)
	if n == 0 {
		return 0, nil
	}
	if len(out) > 0 {
		if err := t.session.Do(out.Facts); err != nil {
			return 0, err
		}
	}
	t.feed.LeaveAll()
	return n, nil
}

// recorded takes what a command entered.
func (t shoePage) recorded(facts []record.Fact) {
	t.feed.Recorded(facts, t.session.State)
	for _, fact := range facts {
		switch fact.(type) {
		case record.BetsClosed, record.DealtDry:
			if n := t.feed.Owed(t.session.State); n > 0 {
				t.notice = view.Notice{Text: t.shell.Text.T("read_burn_owed", text.Args{"N": n}), Bad: true}
			}
		}
	}
}
