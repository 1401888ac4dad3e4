package table

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// laying is the page of a hand as it really lies: its cards in shoe order, each put where
// it lies, and what is to be made of them. What is entered on it waits while the page is
// closed, as long as nothing else happens at the table.
type laying struct {
	table *Table
	page  *controls.Relay
	seq   int64 // of the table when the cards were taken over
	kind  record.Irregularity
	box   int

	cards   []record.CardLaid
	at      int    // the chosen card, or before which one the next comes
	adding  bool   // a card is typed that comes there
	burn    bool   // the card that is typed is burned
	turning bool   // it is the chosen card, which lay face down
	fresh   bool   // the chosen card was just typed: its suit may follow
	tens    bool   // a 0 was typed, the second digit of a box is due
	word    string // why something will not do
	stated  bool   // the cards were entered so: a card is chosen before it is put elsewhere
	digits  string // that were typed since
}

// openRelay shows the hand as it lies, and what can be done.
func (t *Table) openRelay() {
	state := t.session.State
	if p := state.Current.Paused; p != nil {
		t.layOut(p.Kind, p.Box, state.OnFelt())
		return
	}
	t.layOut(record.WrongPlace, 0, state.OnFelt())
}

// layOut opens the page of a hand as it lies, with its cards as they are thought to lie.
func (t *Table) layOut(kind record.Irregularity, box int, cards []record.CardLaid) *laying {
	l := t.laid
	if state := t.session.State; l == nil || l.seq != state.Seq || l.kind != kind || l.box != box {
		l = &laying{table: t, seq: state.Seq, kind: kind, box: box, cards: cards, at: len(cards), adding: true}
		if state.Current.Paused != nil || state.LiesWrong() {
			l.choose(0)
		}
		t.laid = l
	}
	tx := t.shell.Text
	l.page = controls.NewRelay(controls.Relay{
		Place: tx.T("relay_place"), Before: tx.T("relay_before"), After: tx.T("relay_after"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		OnWay: l.goes, OnPlace: l.put, OnRank: l.card, OnCard: l.choose,
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

// Help implements shell.Helped.
func (l *laying) Help() (now, always []view.HelpRow) {
	return l.table.shell.Viewer().HelpLaying(l.table.session.State), nil
}

// TakesRank says whether the rank of a card is due.
func (l *laying) TakesRank() bool { return l.page.OnCard != nil && l.adding }

// TakesSuit takes the suit that a reader typed behind a rank.
func (l *laying) TakesSuit(letter rune) {
	if l.fresh {
		l.suit(strings.ToLower(string(letter)))
	}
}

// CardRead says that no card is due.
func (l *laying) CardRead(rune, rune) {
	l.word = l.table.shell.Text.T("reader_not_due")
	l.show()
}

// show draws the page as it stands.
func (l *laying) show() {
	if l.page == nil {
		return
	}
	p := l.page
	p.Shown = l.table.shell.Viewer().RelayOf(l.table.session.State, l.kind, l.box, l.cards)
	if l.fresh { // a letter of theirs may be the suit now
		for i, way := range p.Shown.Ways {
			if isSuit([]rune(way.Key)...) {
				p.Shown.Ways[i].Key = ""
			}
		}
	}
	p.At, p.Adding, p.Word, p.Ask, p.Acts = l.at, l.adding, l.word, l.asks(), l.acts()
	p.Refresh()
}

// asks is what is to be typed now.
func (l *laying) asks() string {
	tx := l.table.shell.Text
	switch {
	case l.stated:
		return tx.T("lay_stated")
	case l.turning:
		return tx.T("lay_turn")
	case l.adding && l.burn:
		return tx.T("lay_card_burned")
	case l.adding:
		return tx.T("lay_card")
	}
	args := text.Args{"N": l.at + 1, "Card": l.name(l.cards[l.at])}
	if l.tens {
		return tx.T("act_tens")
	}
	if l.fresh {
		return tx.T("lay_where_suit", args)
	}
	return tx.T("lay_where", args)
}

func (l *laying) name(c record.CardLaid) string {
	if c.Card == record.FaceDownName {
		return l.table.shell.Text.T("approve_face_down")
	}
	return l.table.shell.Viewer().CardNamed(l.table.session.State.Game, c.Card)
}

// acts are what can be done with the chosen card, or the one that is typed.
func (l *laying) acts() []controls.RelayAct {
	if l.page.OnCard == nil {
		return nil
	}
	tx := l.table.shell.Text
	if l.adding {
		return []controls.RelayAct{
			{Label: tx.T("lay_burned"), Key: "X", On: !l.turning, Do: l.burned}, {Label: tx.T("lay_face_down"), Key: "F", On: !l.burn && !l.turning, Do: l.cover},
		}
	}
	return []controls.RelayAct{
		{Label: tx.T("lay_burned"), Key: "X", On: l.cards[l.at].Card != record.FaceDownName, Do: l.burned}, {Label: tx.T("lay_face_down"), Key: "F", On: !l.cards[l.at].Burned, Do: l.cover},
		{Label: tx.T("lay_insert"), Key: "I", On: true, Do: l.insert}, {Label: tx.T("lay_remove"), Key: "⌫", On: true, Do: l.remove},
	}
}

// choose chooses a card; as many as there are mean the next one.
func (l *laying) choose(n int) {
	l.at = max(0, min(n, len(l.cards)))
	l.adding, l.burn, l.turning, l.fresh, l.tens, l.word = l.at == len(l.cards), false, false, false, false, ""
	l.stated, l.digits = false, ""
	l.show()
}

// Typed is a character: first what is being entered, then what can be done with the hand.
func (l *laying) Typed(r rune) bool {
	r = unicode.ToUpper(r)
	switch {
	case l.page.OnCard == nil:
	case l.fresh && isSuit(r):
		l.suit(strings.ToLower(string(r)))
		return true
	case l.adding:
		if l.typedCard(r) {
			return true
		}
	case l.stated && unicode.IsDigit(r):
		l.keeps(r)
		return true
	case !l.stated && l.typedPlace(r):
		return true
	}
	for _, a := range l.acts() {
		if a.Key == string(r) && a.On {
			a.Do()
			return true
		}
	}
	if l.stated && l.isPlace(r) {
		l.stays()
		return true
	}
	for _, w := range l.page.Shown.Ways {
		if w.On && w.Key == string(r) {
			l.goes(w)
			return true
		}
	}
	return true
}

// typedCard is a rank of the card that comes next.
func (l *laying) typedCard(r rune) bool {
	switch {
	case r == '1': // a reader types "10": the zero is the card
	case r == '0':
		l.card("T")
	case strings.ContainsRune("A23456789TJQK", r):
		l.card(string(r))
	default:
		return false
	}
	return true
}

// keeps has the cards lie as they were entered: a digit moves none before one is chosen
// again. What was typed may be a code, which comes after the reason.
func (l *laying) keeps(digit rune) {
	l.digits += string(digit)
	l.word = l.table.shell.Text.T("lay_stated")
	if l.table.shell.House.State.HoldsCode("." + l.digits) { // among words: digits alone are places too
		l.word = l.table.shell.Text.T("lay_code")
	}
	l.show()
}

// stays says that the cards stay as they were stated, until one is chosen again; false where
// one is.
func (l *laying) stays() bool {
	if !l.stated {
		return false
	}
	l.word = l.table.shell.Text.T("lay_stated")
	l.show()
	return true
}

// isPlace says whether a letter is that of a place.
func (l *laying) isPlace(r rune) bool {
	return slices.ContainsFunc(l.page.Shown.Places, func(p view.PlaceKey) bool { return p.At.Box == 0 && p.Key == string(r) })
}

// typedPlace is where the chosen card lies: a box's own number, from ten on 0 and a digit.
func (l *laying) typedPlace(r rune) bool {
	if r >= '0' && r <= '9' {
		n := int(r - '0')
		if l.tens {
			n += 10
		}
		if l.tens = n == 0; !l.tens {
			l.put(games.AtBox(n))
		} else {
			l.show()
		}
		return true
	}
	for _, p := range l.page.Shown.Places {
		if p.At.Box == 0 && p.Key == string(r) {
			l.put(p.At)
			return true
		}
	}
	return false
}

// Key is a key that is no character.
func (l *laying) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		for _, w := range l.page.Shown.Ways {
			if w.On && w.Key == "Enter" {
				l.goes(w)
				return true
			}
		}
	case fyne.KeyLeft:
		l.choose(l.at - 1)
	case fyne.KeyRight:
		l.choose(l.at + 1)
	case fyne.KeyHome:
		l.choose(0)
	case fyne.KeyEnd:
		l.choose(len(l.cards))
	case fyne.KeyInsert:
		l.insert()
	case fyne.KeyBackspace, fyne.KeyDelete:
		l.remove()
	default:
		return false
	}
	return true
}

// put has the chosen card lie somewhere, and goes on with the next.
func (l *laying) put(at games.Place) {
	if l.adding || l.page.OnCard == nil || l.stays() {
		return
	}
	cards := slices.Clone(l.cards)
	cards[l.at].At, cards[l.at].Burned = record.PlaceOf(at), false
	if l.take(cards) {
		l.choose(l.at + 1)
	}
}

// suit is that of the card that was just typed: no bet may ask for it, but whoever knows
// it, or a reader, types it behind the rank.
func (l *laying) suit(letter string) {
	at := l.at
	if l.adding { // it is burned: the next one is chosen already
		at--
	}
	cards := slices.Clone(l.cards)
	cards[at].Card = cards[at].Card[:1] + record.CardName(letter)
	l.fresh = !l.take(cards)
	l.show()
}

// card is the card that was typed: it lies where the deal has it next until somebody says
// otherwise.
func (l *laying) card(name string) {
	cards := slices.Clone(l.cards)
	if l.turning {
		cards[l.at].Card = record.CardName(name)
		if l.take(cards) {
			l.choose(l.at)
			l.freshly(name)
		} else {
			l.adding = true
			l.show()
		}
		return
	}
	c := record.CardLaid{Card: record.CardName(name), At: record.PlaceOf(l.table.session.State.NextOf(cards[:l.at])), Burned: l.burn}
	if !l.take(slices.Insert(cards, l.at, c)) {
		l.show()
		return
	}
	if l.burn {
		l.choose(l.at + 1)
	} else {
		l.choose(l.at)
	}
	l.freshly(name)
}

// freshly has the suit of the card that was just typed follow, where the game reads any.
func (l *laying) freshly(name string) {
	l.fresh = name != record.FaceDownName && l.table.session.State.Game.ReadsSuits()
	l.show()
}

// take takes the cards over where the table can have them so, and says where not.
func (l *laying) take(cards []record.CardLaid) bool {
	if _, err := l.table.session.State.FeltOf(cards); err != nil {
		l.table.say(err)
		l.word = l.table.notice.Text
		l.show()
		return false
	}
	l.cards = cards
	return true
}

// burned has the chosen card be one that was burned, or the one that is typed.
func (l *laying) burned() {
	if l.stays() {
		return
	}
	if l.adding {
		l.burn = !l.burn
		l.show()
		return
	}
	cards := slices.Clone(l.cards)
	cards[l.at].Burned = !cards[l.at].Burned
	if l.take(cards) {
		l.choose(l.at + 1)
	}
}

// cover has the chosen card lie face down; one that does is turned, and asked for.
func (l *laying) cover() {
	switch {
	case l.stays():
	case l.adding:
		l.card(record.FaceDownName)
	case l.cards[l.at].Card == record.FaceDownName:
		l.adding, l.turning = true, true
		l.show()
	default:
		cards := slices.Clone(l.cards)
		cards[l.at].Card = record.FaceDownName
		if l.take(cards) {
			l.choose(l.at)
		}
	}
}

// insert makes room before the chosen card.
func (l *laying) insert() {
	if l.stays() {
		return
	}
	at := l.at
	l.choose(at)
	l.adding = true
	l.show()
}

// remove takes back what was typed, or the chosen card: it does not lie there.
func (l *laying) remove() {
	switch at := l.at; {
	case l.page.OnCard == nil, l.stays():
	case l.turning || l.tens:
		l.choose(at)
	case l.adding && at == 0:
	case l.adding:
		l.cards = slices.Delete(slices.Clone(l.cards), at-1, at)
		l.choose(at - 1)
		l.adding = true
		l.show()
	default:
		l.cards = slices.Delete(slices.Clone(l.cards), at, at+1)
		l.choose(at)
	}
}

// goes does with the hand what was chosen.
func (l *laying) goes(w view.Way) {
	if !w.On {
		return
	}
	t := l.table
	switch w.ID {
	case view.WayLay:
		if err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.LayOut(l.kind, l.box, "", l.cards) }); err != nil {
			t.say(err)
			l.word = t.notice.Text
			l.show()
			return
		}
		l.seq, l.cards = t.session.State.Seq, t.session.State.OnFelt() // as the record has them now
		t.Update()
		l.choose(0)
		l.stated = true
		l.show()
	case view.WayBurn:
		t.burnCards(view.NewlyBurned(t.session.State, l.cards))
	default:
		t.goWay(w)
	}
}
