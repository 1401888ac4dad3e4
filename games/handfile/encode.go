package handfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"sabot/games"
)

type handJSON struct {
	V         int            `json:"v"`
	Game      string         `json:"game"`
	Rules     raw            `json:"rules"`
	Round     int            `json:"round"`
	Out       int            `json:"out"`
	Bets      []betJSON      `json:"bets"`
	Cards     []string       `json:"cards"`
	Decisions []decisionJSON `json:"decisions"`
	// Unseen is a key that no reader of the format needs: which of the cards nobody saw.
	Unseen []int `json:"unseen,omitempty"`
}

type betJSON struct {
	Box    int          `json:"box"`
	Spot   string       `json:"spot"`
	Bettor string       `json:"bettor,omitempty"`
	Amount games.Amount `json:"amount"`
	// Of a bet behind.
	Choice games.Choice  `json:"choice,omitempty"`
	Then   games.Action  `json:"then,omitempty"`
	Funds  *games.Amount `json:"funds,omitempty"`
}

type decisionJSON struct {
	Box    int          `json:"box"`
	Bettor string       `json:"bettor,omitempty"`
	Do     games.Action `json:"do"`
}

// Encode returns the hand as one line of the hand file, without the line's end. Decode reads it back.
func Encode(h Hand) []byte {
	out := handJSON{
		V: 1, Game: h.Game.Name(), Rules: EncodeRules(h.Game), Round: h.Round.Number, Out: h.Round.Out,
		Bets: []betJSON{}, Cards: []string{}, Decisions: []decisionJSON{}, Unseen: h.Unseen,
	}
	for _, b := range h.Round.Bets {
		bet := betJSON{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor, Amount: b.Amount, Choice: b.Early.Choice, Then: b.Early.Then}
		if b.Early.HasFunds {
			bet.Funds = &b.Early.Funds
		}
		out.Bets = append(out.Bets, bet)
	}
	for _, l := range h.Round.Laid {
		name := l.Card.String()
		if l.Burned {
			name = "!" + name
		}
		out.Cards = append(out.Cards, name)
	}
	for _, d := range h.Round.Decisions {
		out.Decisions = append(out.Decisions, decisionJSON(d))
	}
	return line(out)
}

type settlementJSON struct {
	V          int           `json:"v"`
	OK         bool          `json:"ok"`
	Bets       []paymentJSON `json:"bets"`
	Hands      []shownJSON   `json:"hands"`
	Burned     []string      `json:"burned"`
	Commission games.Amount  `json:"commission"`
	House      games.Amount  `json:"house"`
}

type paymentJSON struct {
	Box      int           `json:"box"`
	Spot     string        `json:"spot"`
	Bettor   string        `json:"bettor"`
	Amount   games.Amount  `json:"amount"`
	Staked   games.Amount  `json:"staked"`
	Outcome  games.Outcome `json:"outcome"`
	Odds     string        `json:"odds,omitempty"`
	Returned games.Amount  `json:"returned"`
	Reason   games.Reason  `json:"reason,omitempty"`
	// Commission is there where a win leaves one owed, also one of 0.
	Commission *games.Amount `json:"commission,omitempty"`
}

type shownJSON struct {
	At    string   `json:"at"`
	Cards []string `json:"cards"`
	Total int      `json:"total"`
	Hand  int      `json:"hand,omitempty"`
	// Blackjack is there where the hand is one.
	Blackjack bool `json:"blackjack,omitempty"`
}

// EncodeSettlement returns the output of `settle` for a hand that is whole.
func EncodeSettlement(s games.Settlement) []byte {
	out := settlementJSON{
		V: 1, OK: true, Bets: make([]paymentJSON, 0, len(s.Payments)), Hands: make([]shownJSON, 0, len(s.Hands)),
		Burned: cardNames(s.Burned), Commission: s.Commission, House: s.House,
	}
	for _, p := range s.Payments {
		row := paymentJSON{p.Box, p.Spot, p.Bettor, p.Amount, p.Staked, p.Outcome, p.Odds.String(), p.Returned, p.Reason, nil}
		if p.Tracked {
			row.Commission = &p.Commission
		}
		out.Bets = append(out.Bets, row)
	}
	for _, h := range s.Hands {
		out.Hands = append(out.Hands, shownJSON{h.At.String(), cardNames(h.Cards), h.Total, h.Number, h.Blackjack})
	}
	return line(out)
}

func cardNames(cards []games.Card) []string {
	names := make([]string, 0, len(cards))
	for _, c := range cards {
		names = append(names, c.String())
	}
	return names
}

// laidName returns the name of a card that lies on the table: "?" of one that nobody has read.
func laidName(c games.Card) string {
	if !c.Valid() {
		return faceDown
	}
	return c.String()
}

func laidNames(cards []games.Card) []string {
	names := make([]string, 0, len(cards))
	for _, c := range cards {
		names = append(names, laidName(c))
	}
	return names
}

type relaidJSON struct {
	V               int         `json:"v"`
	OK              bool        `json:"ok"`
	Matches         bool        `json:"matches"`
	Reconstructable bool        `json:"reconstructable"`
	Relaid          []laidJSON  `json:"relaid"`
	Moved           []movedJSON `json:"moved"`
	Surplus         []string    `json:"surplus"`
	Carried         []string    `json:"carried"`
	Next            string      `json:"next"`
}

type laidJSON struct {
	To   string `json:"to"`
	Card string `json:"card"`
}

type movedJSON struct {
	Card string `json:"card"`
	From string `json:"from"`
	To   string `json:"to"`
}

// EncodeRelaid returns the output of `check`.
func EncodeRelaid(r games.Relaid) []byte {
	out := relaidJSON{
		V: 1, OK: true, Matches: r.Matches, Reconstructable: r.Reconstructable,
		Relaid: make([]laidJSON, 0, len(r.Cards)), Moved: make([]movedJSON, 0, len(r.Moved)),
		Surplus: laidNames(r.Surplus), Carried: laidNames(r.Carried), Next: r.Next,
	}
	for _, l := range r.Cards {
		out.Relaid = append(out.Relaid, laidJSON{l.At.String(), laidName(l.Card)})
	}
	for _, m := range r.Moved {
		out.Moved = append(out.Moved, movedJSON{laidName(m.Card), m.From.String(), m.To.String()})
	}
	return line(out)
}

type errorJSON struct {
	V     int  `json:"v"`
	OK    bool `json:"ok"`
	Error struct {
		Code    games.Code `json:"code"`
		Message string     `json:"message"`
		At      string     `json:"at,omitempty"`
		Next    string     `json:"next,omitempty"`
	} `json:"error"`
}

// EncodeError returns the output for a value that is not a hand.
func EncodeError(err error) []byte {
	out := errorJSON{V: 1}
	var e *games.Error
	if !errors.As(err, &e) {
		e = games.Errorf(games.BadJSON, "", "%v", err)
	}
	out.Error.Code, out.Error.Message, out.Error.At, out.Error.Next = e.Code, clipped(e.Message), clipped(e.At), e.Next
	return line(out)
}

// clipped returns the beginning of a text that may have long words of the hand in it.
func clipped(text string) string {
	const most = 300 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + " …"
}

// line encodes a value of ours, which cannot fail, and leaves < and & as they are.
func line(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
