package record

import (
	"errors"
	"fmt"
	"strings"

	"sabot/games"
)

// CardName is a card as the record has it: "8h", "8" where nobody read its suit, "?" where
// it lies face down. Decode lets no other text through.
type CardName string

// FaceDownName is the name of a card that lies face down.
const FaceDownName = "?"

// NameOf returns a card as the record has it.
func NameOf(c games.Card) CardName { return CardName(c.String()) }

// Card returns the card; none where it lies face down.
func (n CardName) Card() games.Card {
	card, _ := games.ReadCard(string(n))
	return card
}

// Hidden reports whether the card lies face down.
func (n CardName) Hidden() bool { return n == FaceDownName }

// read returns the error of a text that is no card.
func (n CardName) read() error {
	if _, ok := games.ReadCard(string(n)); !ok {
		return fmt.Errorf("%q is no card", string(n))
	}
	return nil
}

// mayHide returns the error of a text that is no card, not even one face down.
func (n CardName) mayHide() error {
	if n.Hidden() {
		return nil
	}
	return n.read()
}

// PlaceName is a place as the record has it: "box:3", "bank", "" for none.
type PlaceName string

// PlaceOf returns a place as the record has it.
func PlaceOf(p games.Place) PlaceName { return PlaceName(p.String()) }

// Place returns the place.
func (n PlaceName) Place() games.Place {
	at, _ := n.place()
	return at
}

func (n PlaceName) place() (games.Place, error) {
	digits, box := strings.CutPrefix(string(n), "box:")
	if !box {
		if strings.Trim(string(n), "abcdefghijklmnopqrstuvwxyz_") != "" {
			return games.Place{}, fmt.Errorf("%q is no place", string(n))
		}
		return games.Place{Name: string(n)}, nil
	}
	number := 0
	for _, r := range digits {
		if r < '0' || r > '9' || len(digits) > 2 {
			return games.Place{}, fmt.Errorf("%q is no box", string(n))
		}
		number = 10*number + int(r-'0')
	}
	if number == 0 {
		return games.Place{}, fmt.Errorf("%q is no box", string(n))
	}
	return games.AtBox(number), nil
}

// read returns the error of a text that is no place.
func (n PlaceName) read() error {
	_, err := n.place()
	return err
}

// readable is a fact with texts that mean something: their error is that of Decode.
type readable interface{ read() error }

func (f FirstBurned) read() error { return f.Card.read() }
func (f CardCarried) read() error { return f.Card.mayHide() }
func (f SuitRead) read() error    { return f.Card.read() }
func (f CardHidden) read() error  { return f.At.read() }

func (f CardTurned) read() error {
	return errors.Join(f.Card.read(), f.At.read())
}

func (f CardLaid) read() error {
	return errors.Join(f.Card.read(), f.At.read())
}

func (f Alarmed) read() error { return f.At.read() }

func (f Relaid) read() error        { return readLaid(f.Laid) }
func (f HandPaused) read() error    { return readLaid(f.Laid) }
func (f PlayedOn) read() error      { return readLaid(f.Laid) }
func (f HandCorrected) read() error { return readLaid(f.Laid) }

// readLaid returns the error of cards as they lie, of which some may lie face down.
func readLaid(laid []CardLaid) error {
	for _, l := range laid {
		if err := l.Card.mayHide(); err != nil {
			return err
		}
		if err := l.At.read(); err != nil {
			return err
		}
	}
	return nil
}
