package lugano

import "sabot/games"

// box is a box in play and how far it has come.
type box struct {
	n       int
	cards   [3]games.Card
	dealt   int
	doubled bool
}

func (b *box) take(c games.Card)   { b.cards[b.dealt] = c; b.dealt++ }
func (b *box) hand() []games.Card  { return b.cards[:b.dealt] }
func (b *box) points() int         { return games.BaccaratTotal(b.hand()) }
func (b *box) firstTwoPoints() int { return games.BaccaratTotal(b.cards[:2]) }
func (b *box) isPair() bool        { return b.cards[0].Rank() == b.cards[1].Rank() }
func (b *box) pairOf(r games.Rank) bool {
	return b.isPair() && b.cards[0].Rank() == r
}

// coup is a round as far as it has come.
type coup struct {
	boxes  []box
	bank   box
	opened bool // every box has its two cards: 59, PAIR and +8 are decided
	asked  bool // every box has answered: it is for the bank to draw
	over   bool // the bank has drawn: PLAY is decided
}

var choices = []games.Action{games.Stand, games.Draw, games.Double}

// play walks the hand of those boxes as source 004 has it, sections 3 and 4.
func (g *Game) play(t *games.Replay, boxes []box) coup {
	c := coup{boxes: boxes}
	if len(c.boxes) == 0 {
		t.Fail(games.Errorf(games.NoBets, "", "no box has a 59 and a PLAY that stand"))
		return c
	}

	// "una carta scoperta su ogni box dove sono presenti delle puntate attive, in
	// senso orario, ... fino a distribuire una carta scoperta a sé stesso"
	for i := range c.boxes {
		if !deal(t, &c.boxes[i], games.AtBox(c.boxes[i].n)) {
			return c
		}
	}
	if !deal(t, &c.bank, games.Bank) {
		return c
	}
	// "la seconda carta ad ogni box con puntata attiva, ... ma non la seconda
	// carta a sé stesso"
	for i := range c.boxes {
		if !deal(t, &c.boxes[i], games.AtBox(c.boxes[i].n)) {
			return c
		}
	}
	t.Opened()
	c.opened = true

	// "Il CR chiederà ad ogni singolo giocatore, sul rispettivo box, quale azione
	// intende intraprendere": a third card, for the double with any total.
	for i := range c.boxes {
		b := &c.boxes[i]
		do, ok := t.Ask(games.AtBox(b.n), choices)
		if !ok {
			return c
		}
		b.doubled = do == games.Double
		if do != games.Stand && !deal(t, b, games.AtBox(b.n)) {
			return c
		}
	}

	c.asked = true

	// "distribuendo una seconda carta obbligatoriamente", a third on 0 to 4,
	// "indipendentemente dal punteggio del giocatore"
	if !deal(t, &c.bank, games.Bank) {
		return c
	}
	if c.bank.points() <= bankDraws && !deal(t, &c.bank, games.Bank) {
		return c
	}
	c.over = true
	return c
}

func deal(t *games.Replay, b *box, at games.Place) bool {
	card, ok := t.Deal(at)
	if ok {
		b.take(card)
	}
	return ok
}

// usualBoxes is the largest number of boxes at most tables.
const usualBoxes = 16

// inPlay returns the boxes whose 59 and PLAY both stand, ascending, in the memory of room. Stakes has voided everything on the
// others.
func inPlay(room []box, bets []games.Bet, stakes []games.Stake) []box {
	var has [games.MaxBoxes + 1]bool
	last := 0
	for i := range bets {
		if stakes[i].Stands() {
			has[bets[i].Box] = true
			last = max(last, bets[i].Box)
		}
	}
	boxes := room[:0]
	for i, in := range has[:last+1] {
		if in {
			boxes = append(boxes, box{n: i})
		}
	}
	return boxes
}

// Next returns what must happen next; no_bets where no box is in play.
func (g *Game) Next(r games.Round) (games.Step, error) {
	t := games.NewReplay(r, g.options.Decks)
	g.play(t, inPlay(nil, r.Bets, g.Stakes(r)))
	return t.Step()
}
