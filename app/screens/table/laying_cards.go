package table

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// put moves the chosen card to a place, and goes on with the next.
func (l *laying) put(at games.Place) {
	if l.adding || l.page.OnCard == nil || l.stays() {
		return
	}
	cards := slices.Clone(l.cards)
	cards[l.at].At = record.PlaceOf(at)
	if len(l.table.session.State.Felt().NewlyBurned(cards)) == 0 { // one that is burned now lies where it was seen
		cards[l.at].Burned = false
	}
	if l.take(cards) {
		l.choose(l.at + 1)
	}
}

// suit sets the suit of the card that was just typed. No bet may ask for it, but whoever knows it, or a reader,
// types it behind the rank.
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

// card enters the typed card: its place is the deal's next one until somebody changes it.
func (l *laying) card(name string) {
	cards := slices.Clone(l.cards)
	if l.turning {
		late := l.kind == record.LateBlackjack
		if late && !l.table.session.State.Deal().MakesDenied(name) {
			l.word = l.table.shell.Text.T("lay_no_blackjack")
			l.show()
			return
		}
		cards[l.at].Card = record.CardName(name)
		if l.take(cards) {
			l.choose(l.at)
			l.stated = late // nothing else is asked for
			l.freshly(name)
		} else {
			l.adding = true
			l.show()
		}
		return
	}
	state := l.table.session.State
	at := state.Felt().NextOf(cards[:l.at])
	switch {
	case l.burn && len(state.Felt().SeenOnFelt()) > 0:
		at = games.Place{} // nobody said where it lay
	case l.burn && l.at >= len(state.Felt().OnFelt()):
		at = state.Deal().Next().At // the first of a hand lay nowhere
	}
	c := record.CardLaid{Card: record.CardName(name), At: record.PlaceOf(at), Burned: l.burn}
	if !l.take(slices.Insert(cards, l.at, c)) {
		l.show()
		return
	}
	if l.burn {
		l.choose(l.at + 1)
		l.stated = true // what is typed behind it is no card by itself
	} else {
		l.choose(l.at)
	}
	l.freshly(name)
}

// unsaid returns the card that was just typed as burned, where nobody said yet where it lay; -1 where none was.
func (l *laying) unsaid() int {
	n := l.at - 1
	if !l.stated || !l.adding || n < 0 || n >= len(l.cards) || !l.cards[n].Burned || l.cards[n].At != "" || l.staysBurned(n) {
		return -1
	}
	return n
}

// freshly lets the suit of the card that was just typed follow, where the game reads any.
func (l *laying) freshly(name string) {
	l.fresh = name != record.FaceDownName && l.table.session.State.Game.ReadsSuits()
	l.show()
}

// take takes the cards over where the table can have them so, and says where not.
func (l *laying) take(cards []record.CardLaid) bool {
	if _, err := l.table.session.State.Felt().VerdictOf(cards); err != nil {
		l.table.say(err)
		l.word = l.table.notice.Text
		l.show()
		return false
	}
	l.cards = cards
	return true
}

// burned marks the chosen card, or the typed one, as burned.
func (l *laying) burned() {
	if l.stated && l.adding { // another one
		l.choose(l.at)
	}
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

// cover turns the chosen card face down; one that is face down is turned up, and asked for.
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
	case l.page.OnCard == nil:
	case l.adding && l.staysBurned(at-1):
		l.says(l.table.shell.Text.T("refused_stays_burned"))
	case l.stated && l.adding: // the card that was burned was another
		l.cards = slices.Delete(slices.Clone(l.cards), at-1, at)
		l.choose(at - 1)
		l.burn = true
		l.show()
	case l.stated && l.late():
		l.askHole()
	case l.stays():
	case l.turning && l.kind == record.LateBlackjack:
		l.digits, l.word = "", ""
		l.show()
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

// late reports whether the card of a late blackjack was said and is not on the record yet.
func (l *laying) late() bool {
	return l.kind == record.LateBlackjack && l.at < len(l.cards) && !l.page.Shown.Entered
}

// holeUnsaid returns which card of a late blackjack lies face down still, so that nobody has said which it is; -1 where none
// does.
func (l *laying) holeUnsaid() int {
	if l.kind != record.LateBlackjack {
		return -1
	}
	return slices.IndexFunc(l.cards, func(c record.CardLaid) bool { return c.Card == record.FaceDownName })
}

// askHole asks for the card of a late blackjack: which it is that lies face down, or was said to be another.
func (l *laying) askHole() {
	hole := l.holeUnsaid()
	if hole < 0 {
		hole = l.table.session.State.Deal().Hole()
	}
	if hole < 0 || hole >= len(l.cards) {
		return
	}
	l.cards = slices.Clone(l.cards)
	l.cards[hole].Card = record.FaceDownName
	l.choose(hole)
	l.cover()
}
