package table

import (
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games"
)

// amount asks for an amount of money that is more than 0.
func (t signPage) amount(title, lead string, done func(games.Amount)) {
	t.askAmount(title, lead, false, done)
}

// askAmount asks for an amount of money; with zero it may be none.
func (t signPage) askAmount(title, lead string, zero bool, done func(games.Amount)) {
	var entry *controls.Entry
	tx := t.shell.Text
	entry = controls.NewEntry(controls.Entry{
		Title: title, Lead: lead, OK: tx.T("sign_ok"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		OnDone: func(typed string) {
			a, ok := text.ParseAmount(typed)
			if typed == "" {
				entry.Wrong(tx.T("typed_nothing"))
				return
			}
			if !ok || a < 0 || a == 0 && !zero {
				entry.Wrong(tx.T("typed_no_amount", text.Args{"Typed": typed}))
				return
			}
			if t.shell.House.State.People().IsCode(typed) {
				entry.Refuse(tx.T("amount_code"))
				return
			}
			done(a)
		},
	})
	t.shell.Over(shell.PageOf(entry.Drawn, entry.Rune, entry.Key))
}

// askCard asks for a card: its rank, and where the game has bets that look at suits its
// suit, if it is known; Enter confirms.
func (t signPage) askCard(title string, done func(games.Card)) {
	var entry *controls.Entry
	tx, lead := t.shell.Text, ""
	suits := t.session.State.Game.ReadsSuits()
	if suits {
		lead = tx.T("ask_card_suit")
	}
	entry = controls.NewEntry(controls.Entry{
		Title: title, Lead: lead, OK: tx.T("sign_ok"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back, Card: true, Suits: suits,
		OnDone: func(typed string) {
			card, ok := games.ReadCard(typed)
			if !ok {
				entry.Wrong(tx.T("ask_card_none"))
				return
			}
			done(card)
		},
		Refuses: func(digits string) string {
			if !t.shell.House.State.People().IsCode(digits) {
				return ""
			}
			return tx.T("lay_code")
		},
	})
	t.shell.Over(cardAsked{shell.PageOf(entry.Drawn, entry.Rune, entry.Key), entry})
}

// A cardAsked is a page that asks for a card: a reader's is taken whole.
type cardAsked struct {
	shell.Page
	entry *controls.Entry
}

func (cardAsked) TakesRank() bool { return true }

// TakesSuit takes the suit that a reader typed behind a rank: that is the whole card.
func (c cardAsked) TakesSuit(letter rune) {
	if !c.entry.Suits || c.entry.Rune(letter) {
		c.entry.Key(fyne.KeyReturn)
	}
}

// CardRead takes a card that a reader read.
func (c cardAsked) CardRead(rank, suit rune) {
	c.entry.Rune(rank)
	c.TakesSuit(suit)
}

// A boxChoice is a box that can be meant, or with Off one that cannot and why.
type boxChoice = controls.BoxChoice

// askBoxes asks for a box by its own number or by a tap, for several in any order where several may be meant. done
// gets them in the order in which they were chosen. Boxes of the table that are not named cannot be meant.
func (t betPage) askBoxes(title, lead string, boxes []boxChoice, several bool, done func(boxes []int)) {
	t.shell.Over(t.boxesPage(title, lead, boxes, several, done))
}

func (t betPage) boxesPage(title, lead string, boxes []boxChoice, several bool, done func(boxes []int)) boxesAsked {
	tx := t.shell.Text
	named := slices.Clone(boxes)
	if g := t.session.State.Game; g != nil {
		for box := 1; box <= g.Options().Boxes; box++ {
			if !slices.ContainsFunc(named, func(c boxChoice) bool { return c.Box == box }) {
				named = append(named, boxChoice{Box: box, Off: true})
			}
		}
	}
	slices.SortFunc(named, func(a, b boxChoice) int { return a.Box - b.Box })
	if lead == "" && several {
		lead = tx.T("boxes_several")
	}
	page := controls.NewBoxes(controls.Boxes{
		Title: title, Lead: lead, Choices: named, Several: several,
		OK: tx.T("count_ok"), Close: t.shell.LeaveWord(), None: tx.T("boxes_none"), Tens: tx.T("act_tens"),
		Word: func(c controls.BoxChoice) string {
			if c.About == "" {
				return tx.T("boxes_not", text.Args{"Box": c.Box})
			}
			return tx.T("boxes_off", text.Args{"Box": c.Box, "Why": c.About})
		},
		OnClose: t.shell.Back, OnDone: done,
	})
	return boxesAsked{shell.PageOf(page.Drawn, page.Rune, page.Key), page, tx.T("digits_code")}
}

// A boxesAsked is a page that asks for boxes: a code that is typed there chooses none.
type boxesAsked struct {
	shell.Page
	boxes *controls.Boxes
	code  string // the word for it
}

// MarkDigit implements the shell's DigitPage.
func (b boxesAsked) MarkDigit(n int) {
	if n == 0 {
		b.boxes.MarkDigits()
	}
}

// TakeDigitsBack implements the shell's DigitPage. Digits that may all be boxes stand.
func (b boxesAsked) TakeDigitsBack(n int, digits string, _ bool) bool {
	if n > 0 || b.boxes.MayBe(digits) {
		return false
	}
	b.boxes.TakeDigitsBack(b.code)
	return true
}
