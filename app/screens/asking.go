package screens

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
)

// amount asks for an amount of money that is more than 0.
func (t *Table) amount(title, lead string, done func(games.Amount)) {
	t.askAmount(title, lead, false, done)
}

// askAmount asks for an amount of money; with zero it may be none.
func (t *Table) askAmount(title, lead string, zero bool, done func(games.Amount)) {
	var entry *controls.Entry
	tx := t.shell.text
	entry = controls.NewEntry(controls.Entry{
		Title: title, Lead: lead, OK: tx.T("sign_ok"), Close: t.shell.leave(), OnClose: t.shell.back,
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
			done(a)
		},
	})
	t.shell.over(pageOf(entry.Drawn, entry.Rune, entry.Key))
}

// askCard asks for a card: its rank, and where the game has bets that look at suits its
// suit, which Enter leaves out.
func (t *Table) askCard(title string, done func(games.Card)) {
	var entry *controls.Entry
	tx, lead := t.shell.text, ""
	suits := t.session.State.Game.ReadsSuits()
	if suits {
		lead = tx.T("ask_card_suit")
	}
	entry = controls.NewEntry(controls.Entry{
		Title: title, Lead: lead, OK: tx.T("sign_ok"), Close: t.shell.leave(), OnClose: t.shell.back, Card: true, Suits: suits,
		OnDone: func(typed string) {
			card, ok := games.ReadCard(typed)
			if !ok {
				entry.Wrong(tx.T("ask_card_none"))
				return
			}
			done(card)
		},
	})
	t.shell.over(cardAsked{pageOf(entry.Drawn, entry.Rune, entry.Key), entry})
}

// cardAsked is a page that asks for a card: a reader's is taken whole.
type cardAsked struct {
	page
	entry *controls.Entry
}

func (cardAsked) takesRank() bool { return true }

func (c cardAsked) takesSuit(letter rune) {
	if c.entry.Suits {
		c.entry.Rune(letter)
	}
}

func (c cardAsked) cardRead(rank, suit rune) {
	c.entry.Rune(rank)
	c.takesSuit(suit)
}
