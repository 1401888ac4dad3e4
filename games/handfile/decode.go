package handfile

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"sabot/games"
)

// A Hand is one value of the hand file.
type Hand struct {
	Game  games.Game
	Round games.Round
	// Unseen are the cards that nobody saw: those in the round stand for them. Encode
	// writes them beside the hand; the format does not ask for them.
	Unseen []int
}

// Decode reads one hand for `settle`. The cards are read only as far as the deal
// reaches them: one that is none is in the round as the zero Card.
func Decode(value []byte) (Hand, error) {
	f, err := open(value)
	if err != nil {
		return Hand{}, err
	}
	for _, c := range f.cards {
		name, _ := text(c)
		card, burned, _ := games.ParseCard(name)
		f.hand.Round.Laid = append(f.hand.Round.Laid, games.Laid{Card: card, Burned: burned})
	}
	for _, d := range f.decisions {
		box, _ := integer(d["box"])
		bettor, _ := text(d["bettor"])
		do, _ := text(d["do"])
		f.hand.Round.Decisions = append(f.hand.Round.Decisions, games.Decision{Box: clampInt(box), Bettor: bettor, Do: games.Action(do)})
	}
	return f.hand, nil
}

// DecodeDealt reads one hand for `check`: where each card really lies. Errors
// beside those of Decode: no_bets, bad_card, bad_box, impossible_card.
func DecodeDealt(value []byte) (Hand, error) {
	f, err := open(value)
	if err != nil {
		return Hand{}, err
	}
	if _, err := f.hand.Game.Next(f.hand.Round); err != nil {
		return Hand{}, err
	}
	dealtFaceDown := games.Opening(f.hand.Game, f.hand.Round, false) != nil
	var shoe games.Shoe
	for i, d := range f.dealt {
		at := fmt.Sprintf("dealt[%d]", i)
		name, _ := text(d["card"])
		place, ok := parsePlace(f.hand.Game, d["to"])
		if name == faceDown && dealtFaceDown {
			if !ok {
				return Hand{}, games.Errorf(games.BadBox, at, "this table has no place %s", d["to"])
			}
			f.hand.Round.Laid = append(f.hand.Round.Laid, games.Laid{At: place, Hidden: true})
			continue
		}
		card, burned, err := games.ParseCard(name)
		if err != nil {
			return Hand{}, games.Errorf(games.BadCard, at, "%q is not a card", name)
		}
		if !ok && !burned {
			return Hand{}, games.Errorf(games.BadBox, at, "this table has no place %s", d["to"])
		}
		if err := shoe.Take(card, f.hand.Game.Options().Decks); err != nil {
			return Hand{}, games.Errorf(err.Code, at, "%s", err.Message)
		}
		f.hand.Round.Laid = append(f.hand.Round.Laid, games.Laid{Card: card, At: place, Burned: burned})
	}
	return f.hand, nil
}

// faceDown is the name of a card that lies face down and that nobody has read: `check` takes it
// where the game deals its boxes face down.
const faceDown = "?"

// file is a hand file value whose shape is right and whose bets are read.
type file struct {
	hand      Hand
	cards     []raw
	decisions []map[string]raw
	dealt     []map[string]raw
}

// open reads a value in the order in which faults are told: the file, the rules,
// each bet in turn.
func open(value []byte) (file, error) {
	var f file
	keys, ok := object(value)
	if !utf8.Valid(value) {
		return f, notAHand("", "the value is not UTF-8")
	}
	if !ok {
		return f, notAHand("", "the value is not a JSON object")
	}
	if name, is := twice(value); is {
		return f, notAHand("", "%.40q is there twice in one object: say it once", name)
	}
	if v, there := keys["v"]; there {
		if n, ok := integer(v); !ok || n != 1 {
			return f, notAHand("v", "this is version %s of the format, and Sabot reads version 1", v)
		}
	}
	var bets []map[string]raw
	for _, a := range []struct {
		name string
		into *[]map[string]raw
	}{{"bets", &bets}, {"decisions", &f.decisions}, {"dealt", &f.dealt}} {
		if *a.into, ok = objects(keys[a.name]); !ok {
			return f, notAHand(a.name, "%s is not an array of objects", a.name)
		}
	}
	for _, e := range slices.Concat(bets, f.decisions) {
		if bettor, there := e["bettor"]; there {
			if _, ok := text(bettor); !ok {
				return f, notAHand("bettor", "a bettor is a text")
			}
		}
	}
	if f.cards, ok = array(keys["cards"]); !ok {
		return f, notAHand("cards", "cards is not an array")
	}
	number, okNumber := wholeFrom(keys, "round", 1)
	out, okOut := wholeFrom(keys, "out", 0)
	if !okNumber || !okOut {
		return f, notAHand("round", "round is a whole number from 1, out one from 0")
	}
	f.hand.Round = games.Round{Number: number, Out: out}

	name, _ := text(keys["game"])
	g, err := ParseRules(name, keys["rules"])
	if err != nil {
		return f, err
	}
	f.hand.Game = g
	f.hand.Round.Bets = make([]games.Bet, 0, len(bets))
	for i, b := range bets {
		bet := readBet(g, b)
		if err := g.CheckBet(f.hand.Round.Bets, bet); err != nil {
			e := err.(*games.Error)
			return f, games.Errorf(e.Code, fmt.Sprintf("bets[%d]", i), "%s", e.Message)
		}
		f.hand.Round.Bets = append(f.hand.Round.Bets, bet)
	}
	return f, nil
}

func notAHand(at, format string, args ...any) error {
	return games.Errorf(games.BadJSON, at, format, args...)
}

// readBet takes what is of the wrong type as the zero value, which CheckBet
// refuses with the field's own code.
func readBet(g games.Game, b map[string]raw) games.Bet {
	box, _ := integer(b["box"])
	spot, _ := text(b["spot"])
	bettor, _ := text(b["bettor"])
	amount, _ := integer(b["amount"])
	bet := games.Bet{Box: clampInt(box), Spot: spot, Bettor: bettor, Amount: games.Amount(amount)}
	for _, s := range g.Spots() {
		if s.Early && s.Name == spot {
			bet.Early = readEarly(b)
		}
	}
	return bet
}

// readEarly takes what is of the wrong type as a value that CheckBet refuses.
func readEarly(b map[string]raw) games.Early {
	const wrong = "?"
	var e games.Early
	if v, there := b["choice"]; there {
		choice, ok := text(v)
		switch {
		case !ok || choice == "":
			choice = wrong
		case choice == "none":
			choice = ""
		}
		e.Choice = games.Choice(choice)
	}
	if v, there := b["then"]; there {
		then, ok := text(v)
		if !ok || then == "" {
			then = wrong
		}
		e.Then = games.Action(then)
	}
	if v, there := b["funds"]; there {
		funds, ok := integer(v)
		if !ok {
			funds = -1
		}
		e.Funds, e.HasFunds = games.Amount(funds), true
	}
	return e
}

// objects reads an array of objects; false for anything else.
func objects(v raw) ([]map[string]raw, bool) {
	elements, ok := array(v)
	if !ok {
		return nil, false
	}
	out := make([]map[string]raw, len(elements))
	for i, e := range elements {
		if out[i], ok = object(e); !ok {
			return nil, false
		}
	}
	return out, true
}

func wholeFrom(keys map[string]raw, name string, least int) (int, bool) {
	v, there := keys[name]
	if !there {
		return least, true
	}
	n, ok := integer(v)
	return clampInt(n), ok && n >= int64(least)
}

func clampInt(n int64) int {
	return int(max(math.MinInt32, min(n, math.MaxInt32)))
}
