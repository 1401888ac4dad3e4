package puntobanco

import "sabot/games"

// A hand is the cards of one side.
type hand struct {
	cards [3]games.Card
	dealt int
}

func (h *hand) all() []games.Card { return h.cards[:h.dealt] }
func (h *hand) points() int       { return games.BaccaratTotal(h.all()) }
func (h *hand) isPair() bool      { return h.cards[0].Rank() == h.cards[1].Rank() }
func (h *hand) isPerfect() bool   { return h.cards[0] == h.cards[1] }

// suited reports whether the suits of the first four cards were read.
func (c *coup) suited() bool {
	for _, h := range [...]*hand{&c.player, &c.banker} {
		if !h.cards[0].Suited() || !h.cards[1].Suited() {
			return false
		}
	}
	return true
}

// coup is a round as far as it has come.
type coup struct {
	player hand
	banker hand
	four   bool // the first four cards lie: the pairs are decided
	over   bool // no card is due any more
	by     rule // which decides about the next card
}

// rule is a part of the tableau.
type rule int

const (
	byNone rule = iota
	byNatural
	byPlayers // the player's first two cards
	byBankers // the banker's line
)

// natural: a total of 8 or 9 with two cards, which ends the hand.
func (c *coup) natural() bool {
	return c.four && (games.BaccaratTotal(c.player.cards[:2]) >= naturalFrom || games.BaccaratTotal(c.banker.cards[:2]) >= naturalFrom)
}

// playerDraws: on 0 to 5; stands on 6 and 7 (source 000, Regole per la mano del
// Giocatore).
func playerDraws(points int) bool { return points <= 5 }

// bankerDraws is the banker's tableau, source 000: a row for each total of his
// first two cards; the columns are "Nessuna terza carta", then the value 0 to 9 of
// the player's third card. P (pescare) draws, S (stare) stands.
var bankerTableau = [10]string{
	"PPPPPPPPPPP",
	"PPPPPPPPPPP",
	"PPPPPPPPPPP",
	"PPPPPPPPPSP",
	"PSSPPPPPPSS",
	"PSSSSPPPPSS",
	"SSSSSSSPPSS",
	"SSSSSSSSSSS",
	"SSSSSSSSSSS",
	"SSSSSSSSSSS",
}

// bankerDraws reads the tableau; third is the value of the player's third card,
// below 0 where he took none.
func bankerDraws(points, third int) bool { return bankerTableau[points][third+1] == 'P' }

// play walks the hand as source 000 has it.
func (g *Game) play(t *games.Replay, r games.Round, stakes []games.Stake) coup {
	var c coup
	if !r.Dry && !anyStands(stakes) {
		t.Fail(games.Errorf(games.NoBets, "", "no bet stands"))
		return c
	}
	player, banker := &c.player, &c.banker

	// "1ª e 3ª carta sulla parte del Giocatore; 2ª e 4ª carta sulla parte del Banco"
	suits := g.perfectPairStands(r.Bets, stakes)
	for range 2 {
		if !deal(t, player, games.Player, suits) || !deal(t, banker, games.Banker, suits) {
			return c
		}
	}
	c.four = true

	// "8, 9 (Naturale): entrambe le mani stanno"
	if c.natural() {
		c.by, c.over = byNatural, true
		return c
	}
	// "La mano del Giocatore gioca sempre per prima."
	third := -1
	c.by = byPlayers
	if playerDraws(player.points()) {
		if !deal(t, player, games.Player, false) {
			return c
		}
		third = player.cards[2].BaccaratValue()
	}
	c.by = byBankers
	if bankerDraws(games.BaccaratTotal(banker.cards[:2]), third) {
		if !deal(t, banker, games.Banker, false) {
			return c
		}
		c.by = byNone
	}
	c.over = true
	return c
}

// perfectPairStands: of all bets the perfect pair alone looks at suits.
func (g *Game) perfectPairStands(bets []games.Bet, stakes []games.Stake) bool {
	for i, b := range bets {
		if b.Spot == PerfectPair && stakes[i].Stands() {
			return true
		}
	}
	return false
}

func deal(t *games.Replay, h *hand, at games.Place, suits bool) bool {
	card, ok := t.DealSuited(at, suits)
	if ok {
		h.cards[h.dealt] = card
		h.dealt++
	}
	return ok
}

func anyStands(stakes []games.Stake) bool {
	for _, s := range stakes {
		if s.Stands() {
			return true
		}
	}
	return false
}

// Next returns what must happen next; no_bets where no bet stands. The whole hand is forced, so all of it is the opening that
// reconstruction lays again.
func (g *Game) Next(r games.Round) (games.Step, error) {
	t := games.NewReplay(r, g.options.Decks)
	g.play(t, r, g.Stakes(r))
	return t.Step()
}

// Carried returns how many cards that are left over at the end of a hand may open the next one: "Se ... una o entrambe le carte
// extra non erano necessarie, saranno utilizzate come carte iniziali per la partita successiva" (source 000).
func (g *Game) Carried() int {
	if g.carries {
		return 2
	}
	return 0
}

// Coup returns the state of the hand between player and banker.
func (g *Game) Coup(r games.Round) games.Coup {
	c := g.play(games.NewReplay(r, g.options.Decks), r, g.Stakes(r))
	out := games.Coup{Player: c.player.points(), Banker: c.banker.points(), Natural: c.natural(), Over: c.over}
	out.PlayerPair, out.BankerPair = c.four && c.player.isPair(), c.four && c.banker.isPair()
	out.PlayerCards, out.BankerCards = c.player.dealt, c.banker.dealt
	return out
}
