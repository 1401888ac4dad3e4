package table

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit/record"
)

// TakesRank reports whether the rank of a card is due.
func (l *laying) TakesRank() bool { return l.page.OnCard != nil && l.adding && !l.stated }

// TakesSuit takes the suit that a reader typed behind a rank.
func (l *laying) TakesSuit(letter rune) {
	if l.fresh {
		l.suit(strings.ToLower(string(letter)))
	}
}

// CardRead shows that no card is due.
func (l *laying) CardRead(rune, rune) {
	l.word = l.table.shell.Text.T("reader_not_due")
	l.show()
}

// choose chooses a card; as many as there are mean the next one. One that stays burned is passed over.
func (l *laying) choose(n int) {
	for l.at = max(0, min(n, len(l.cards))); l.staysBurned(l.at); {
		l.at++
	}
	l.adding, l.burn, l.turning, l.fresh, l.tens, l.word = l.at == len(l.cards), false, false, false, false, ""
	l.stated, l.digits, l.before = false, "", nil
	l.show()
}

// staysBurned reports whether a card was burned with an approval, so that it lies nowhere.
func (l *laying) staysBurned(n int) bool {
	stays, _ := l.table.session.State.Felt().StayBurned(l.cards)
	return n >= 0 && n < len(stays) && stays[n]
}

// touched chooses a card under a finger; of one that stays burned it says so.
func (l *laying) touched(n int) {
	l.choose(n)
	if l.staysBurned(n) {
		l.says(l.table.shell.Text.T("refused_stays_burned"))
	}
}

// back chooses the card before the chosen one that can be put elsewhere.
func (l *laying) back() {
	n := l.at - 1
	for l.staysBurned(n) {
		n--
	}
	if n < 0 {
		n = l.at
	}
	l.choose(n)
}

// Typed handles a character: first for what is being entered, then for the actions on the hand.
func (l *laying) Typed(r rune) bool {
	r = unicode.ToUpper(r)
	l.before = nil
	switch {
	case r == '+': // stands on the place of the next card
		l.choose(len(l.cards))
		return true
	case l.page.OnCard == nil:
	case l.fresh && isSuit(r):
		l.suit(strings.ToLower(string(r)))
		return true
	case l.stated && unicode.IsDigit(r):
		return l.stays()
	case l.adding && !l.stated:
		if l.typedCard(r) {
			return true
		}
	case !l.stated && l.typedPlace(r):
		return true
	}
	for _, a := range l.acts() {
		if a.Key == string(r) {
			a.Do()
			return true
		}
	}
	if l.stated && l.isPlace(r) {
		l.stays()
		return true
	}
	for _, w := range l.page.Shown.Ways {
		if w.Key == string(r) {
			l.goes(w)
			return true
		}
	}
	return true
}

// typedCard handles a rank of the card that comes next.
func (l *laying) typedCard(r rune) bool {
	switch {
	case unicode.IsDigit(r) && l.noCard(r):
	case r == '1': // a reader types "10": the zero is the card
	case r == '0':
		l.card("T")
	case strings.ContainsRune(games.RankLetters, r):
		l.card(string(r))
	default:
		return false
	}
	return true
}

// MarkDigit implements the shell's DigitPage.
func (l *laying) MarkDigit(n int) {
	before := *l
	before.marked = nil
	l.marked = append(slices.Clip(l.marked[:min(n, len(l.marked))]), before)
}

// TakeDigitsBack implements the shell's DigitPage: the cards lie again, and are chosen, as before the digits, where one of them did
// nothing. Digits of which each did something are cards and places. With Enter behind them they may be a code all the same: then
// the page asks, and lays nothing out before another Enter.
func (l *laying) TakeDigitsBack(n int, digits string, over bool) bool {
	before := l.marked[n]
	if before.stated || n == 0 && !l.allDid(over) {
		*l = before
		l.asksCode("lay_code")
		return true
	}
	if !over || !l.table.shell.House.State.People().MayEndCode(digits) {
		return false
	}
	l.before = &before
	l.asksCode("lay_code_sure")
	return true
}

// EraseDigit implements the shell's digitEraser: it is as before that digit, also where the digit did nothing.
func (l *laying) EraseDigit(n int) bool {
	before, marked := l.marked[n], l.marked[:n]
	*l = before
	l.marked, l.word = marked, ""
	l.show()
	return true
}

// asksCode shows that digits look like a code.
func (l *laying) asksCode(word string) {
	l.word = l.table.shell.Text.T(word)
	l.show()
}

// allDid reports whether each of the digits in a row was a card, a place or the tens of one. The last one did nothing yet where the
// row is not over.
func (l *laying) allDid(over bool) bool {
	row := append(slices.Clip(l.marked), *l)
	if !over {
		row = row[:len(row)-1]
	}
	for i := range len(row) - 1 {
		if is, then := row[i], row[i+1]; is.at == then.at && is.tens == then.tens && slices.Equal(is.cards, then.cards) {
			return false
		}
	}
	return true
}

// noCard takes a digit that is not the one card that a late blackjack asks for: it may be of a code. False where the digit
// may be that card, a ten.
func (l *laying) noCard(digit rune) bool {
	if !l.turning || l.kind != record.LateBlackjack || digit == '0' && strings.Trim(l.digits, "1") == "" {
		return false
	}
	if l.digits += string(digit); l.digits == "1" { // of a ten
		return true
	}
	l.word = l.table.shell.Text.T("lay_no_blackjack")
	if l.table.shell.House.State.People().IsCode(l.digits) {
		l.word = l.table.shell.Text.T("lay_code")
	}
	l.show()
	return true
}

// stays shows that the cards stay as they were stated, until one is chosen again; it returns false where one
// is.
func (l *laying) stays() bool {
	if !l.stated {
		return false
	}
	l.word = l.table.shell.Text.T("lay_stated")
	l.show()
	return true
}

// isPlace reports whether a letter is that of a place.
func (l *laying) isPlace(r rune) bool {
	return slices.ContainsFunc(l.page.Shown.Places, func(p view.PlaceKey) bool { return p.At.Box == 0 && p.Key == string(r) })
}

// typedPlace handles the place of the chosen card: a box's own number, from ten on 0 and a digit.
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

// Key handles a key that is no character.
func (l *laying) Key(name fyne.KeyName) bool {
	doubted := l.before
	l.before = nil
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		for _, w := range l.page.Shown.Ways {
			if w.Key == "Enter" {
				l.goes(w)
				return true
			}
		}
	case fyne.KeyLeft:
		l.back()
	case fyne.KeyRight:
		l.choose(l.at + 1)
	case fyne.KeyHome:
		l.choose(0)
	case fyne.KeyEnd:
		l.choose(len(l.cards))
	case fyne.KeyInsert:
		l.insert()
	case fyne.KeyBackspace, fyne.KeyDelete:
		if doubted != nil {
			*l = *doubted
			l.show()
			return true
		}
		l.remove()
	default:
		return false
	}
	return true
}
