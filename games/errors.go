package games

import (
	"errors"
	"fmt"
)

// A Code is the name of a fault in the hand file and wherever else a machine reads it.
type Code string

// Every fault of the rules and of the hand file.
const (
	BadJSON          Code = "bad_json"          // the text is no object of the hand file
	UnknownGame      Code = "unknown_game"      // no game of that name
	UnknownPreset    Code = "unknown_preset"    // no preset of that name in that game
	BadRules         Code = "bad_rules"         // a key or value that the preset does not have
	BadCard          Code = "bad_card"          // the text is no card
	ImpossibleCard   Code = "impossible_card"   // one copy more than the decks hold
	BadAmount        Code = "bad_amount"        // not a positive number of minor units up to MaxAmount, or one with which a hand could come to more than an amount can be
	UnknownSpot      Code = "unknown_spot"      // the game has no such spot
	BadBox           Code = "bad_box"           // the table has no such box or place
	DuplicateBet     Code = "duplicate_bet"     // the same box, spot and bettor a second time
	BoxTaken         Code = "box_taken"         // another bettor holds the box
	NoBets           Code = "no_bets"           // no bet stands
	BadDecision      Code = "bad_decision"      // not legal there, or out of turn
	Incomplete       Code = "incomplete"        // a card or a decision is missing
	SurplusCards     Code = "surplus_cards"     // more cards than the deal takes
	SurplusDecisions Code = "surplus_decisions" // more decisions than were asked
	Misdeal          Code = "misdeal"           // a card lies where the deal does not have it
)

// Error is a fault of the rules: which, where in the hand, and in words.
type Error struct {
	Code    Code
	At      string // "cards[4]", "bets[0]"; "" where there is no one place
	Message string // for people: what is wrong and what would be right
	Next    string // with Incomplete: "card to box:3", "decision of box:2"
}

func (e *Error) Error() string {
	if e.At == "" {
		return fmt.Sprintf("%s: %s", e.Code, e.Message)
	}
	return fmt.Sprintf("%s at %s: %s", e.Code, e.At, e.Message)
}

// Errorf returns an Error with a formatted message.
func Errorf(code Code, at, format string, args ...any) *Error {
	return &Error{Code: code, At: at, Message: fmt.Sprintf(format, args...)}
}

// in returns the error with its place: an element of an array of the hand file.
func (e *Error) in(array string, i int) *Error {
	e.At = fmt.Sprintf("%s[%d]", array, i)
	return e
}

// CodeOf returns the code of an error of the rules, "" for any other.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
