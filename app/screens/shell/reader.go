package shell

import (
	"strings"
	"time"
	"unicode"

	"sabot/games"
)

// TooFastForHands is the longest time between two characters of a reader.
const TooFastForHands = 25 * time.Millisecond

// Patience is the time for which a character is held that may begin a card, where it would do something else. It is a little
// longer than the longest a reader takes for the next.
const Patience = TooFastForHands + 5*time.Millisecond

// A reader tells a card reader, which types like a keyboard, from a hand. It types rank, suit and Enter or Tab
// within a few milliseconds. Such a burst is one event: the card where one is due, else a word. Where a rank alone
// begins a card it is handed on at once; elsewhere what may begin one waits a moment. A window that is late deals
// with the keys of a hand as fast. So a suit is a reader's only where Enter or Tab is the next key.
type reader struct {
	shell   *Shell
	came    string // what may be a card so far, in capitals
	live    bool   // it was handed on as it came
	keyed   bool   // it was a key of its own as well: see rankKeys
	held    []rune // came and was not handed on
	last    time.Time
	drawing bool      // what was handed on is not drawn yet
	drawn   time.Time // when it was
	stop    func()    // the timer of what is held; nil where none runs
	retries int
}

// takes reports whether a character or Enter (\n) belongs to the reader; else a hand typed it and it is to be
// handed on.
func (r *reader) takes(c rune) bool {
	up := unicode.ToUpper(c)
	if p, ok := can[rankKeys](r.shell.Top()); ok && p.RankKeys() && (r.keyed || !r.continues(up)) {
		if !r.keyed {
			r.letGo()
		}
		return r.key(p, up)
	}
	r.keyed = false
	now := r.shell.Clock.Now()
	soon := now.Sub(r.last) <= TooFastForHands
	r.last = now
	if late := r.live && isSuit(up) && (r.drawing || now.Sub(r.drawn) <= TooFastForHands); r.continues(up) && (soon || late) {
		r.goOn(c, up)
		return true
	}
	r.letGo()
	if !strings.ContainsRune(ranks, up) {
		return false
	}
	r.came, r.live = string(up), r.shell.cardBegins()
	if r.live {
		r.hand(c)
	} else {
		r.wait(c)
	}
	return true
}

// key takes a character where each rank is a key of its own, and no key is a suit's. There a suit behind a rank is
// a reader's, whenever it is dealt with. What the rank did is taken back, and the Enter or Tab that a reader sends
// behind its card belongs to it.
func (r *reader) key(p rankKeys, up rune) bool {
	switch goesOn := r.continues(up); {
	case goesOn && up == '0':
		r.came += "0"
		return false
	case goesOn && up == '\n':
		r.came, r.keyed = "", false
		return true
	case goesOn:
		r.came += string(up)
		p.TakeKeysBack()
		r.shell.read(r.came)
		return true
	}
	r.came, r.keyed = "", false
	if strings.ContainsRune(ranks, up) {
		r.came, r.keyed = string(up), true
		p.MarkKeys()
	}
	return false
}

// ranks are the characters with which a card begins; a ten is T, 10 or 0.
const ranks = games.RankLetters + "01"

// A rankKeys is a page on which each rank may be a key of its own that does something at once.
type rankKeys interface {
	// RankKeys reports whether it is so now: no card is due, and no key is a suit's.
	RankKeys() bool
	// MarkKeys remembers how things stand before a rank.
	MarkKeys()
	// TakeKeysBack takes back what was done since: it was a card.
	TakeKeysBack()
}

// continues reports whether a character goes on with the card that came so far.
func (r *reader) continues(up rune) bool {
	switch n := len(r.came); {
	case n == 0:
		return false
	case r.came == "1":
		return up == '0'
	case isSuit(rune(r.came[n-1])):
		return up == '\n'
	default: // a rank
		return r.came[n-1] != '\n' && isSuit(up)
	}
}

// isSuit reports whether a character is the letter of a suit.
func isSuit(up rune) bool { return strings.ContainsRune("SHDC", up) }

// goOn takes a character that may belong to the card: with the last the card is whole.
func (r *reader) goOn(c, up rune) {
	if r.came += string(up); up != '\n' {
		if r.live && up == '0' {
			r.hand(c)
		} else {
			r.wait(c)
		}
		return
	}
	card := strings.TrimSuffix(r.came, "\n")
	if r.handedOver(); !r.live {
		r.shell.read(card)
		r.last = r.shell.Clock.Now()
		return
	}
	if p, ok := can[cardPage](r.shell.Top()); ok {
		p.TakesSuit(rune(card[len(card)-1]))
		r.draws()
	}
}

// hand hands a character on that may go on with a card.
func (r *reader) hand(c rune) {
	r.shell.handRune(c)
	r.draws()
}

// draws notes that the window draws what a character did: what comes meanwhile waits
// unseen, and nobody knows how long.
func (r *reader) draws() {
	r.last, r.drawing = r.shell.Clock.Now(), true
	r.shell.Clock.After(0, func() { r.drawn, r.drawing = r.shell.Clock.Now(), false })
}

// wait keeps a character until it is clear who typed it.
func (r *reader) wait(c rune) {
	r.held = append(r.held, c)
	if r.stop != nil {
		r.stop()
	}
	r.retries = 0
	r.arm()
}

// arm lets what is held go after a while. A window that is late may have the reader's
// next character and not know it yet: then it waits once more.
func (r *reader) arm() {
	due := r.shell.Clock.Now().Add(Patience)
	r.stop = r.shell.Clock.After(Patience, func() {
		r.stop = nil
		const late, tries = 15 * time.Millisecond, 4
		if r.shell.Clock.Now().Sub(due) > late && r.retries < tries {
			r.retries++
			r.last = r.shell.Clock.Now()
			r.arm()
			return
		}
		r.shell.asked(r.letGo)
		r.shell.dealtWith()
	})
}

// handedOver forgets what is held.
func (r *reader) handedOver() {
	r.held = nil
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
}

// forget drops what is held and what came before it.
func (r *reader) forget() {
	r.handedOver()
	r.came, r.live, r.keyed = "", false, false
	r.shell.dealtWith()
}

// letGo hands on what is held: a hand typed it. What comes next begins anew.
func (r *reader) letGo() {
	held := r.held
	r.handedOver()
	r.came, r.keyed = "", false
	for _, c := range held {
		r.shell.handRune(c)
	}
}

// A cardPage is a page that may wait for a card.
type cardPage interface {
	// TakesRank reports whether a rank alone begins a card there, and does nothing else.
	TakesRank() bool
	// TakesSuit takes the suit that a reader typed behind a rank.
	TakesSuit(letter rune)
	// CardRead takes a card that a reader read where no rank begins one, or says why not.
	CardRead(rank, suit rune)
}

// cardBegins reports whether a rank that is typed now begins a card.
func (s *Shell) cardBegins() bool {
	p, ok := can[cardPage](s.Top())
	return ok && p.TakesRank()
}

// read handles a card that a reader read where none is begun by its rank alone: "8D", "10H".
func (s *Shell) read(card string) {
	s.quiet()
	n := len(card)
	if p, ok := can[cardPage](s.Top()); ok {
		p.CardRead(rune(card[n-2]), rune(card[n-1]))
		return
	}
	s.Warn(s.Text.T("reader_not_due"))
}
