package games

import "strconv"

// Rank is the rank of a card: 1 is the ace, 11 to 13 are jack, queen and king.
type Rank uint8

// The ranks that have a name of their own.
const (
	Ace   Rank = 1
	Ten   Rank = 10
	Jack  Rank = 11
	Queen Rank = 12
	King  Rank = 13
)

// Suit is the suit of a card.
type Suit uint8

// The suits, in the order of the hand file.
const (
	Spades Suit = iota
	Hearts
	Clubs
	Diamonds
	NoSuit // nobody read it
)

// RankLetters are the letters of the ranks in the hand file, from ace to king.
const RankLetters = "A23456789TJQK"

const suitLetters = "shcd"

// String returns the rank's one letter in the hand file, "T" for ten.
func (r Rank) String() string {
	if r < Ace || r > King {
		return "?"
	}
	return RankLetters[r-1 : r]
}

// String returns the suit's one letter in the hand file.
func (s Suit) String() string {
	if s > Diamonds {
		return "?"
	}
	return suitLetters[s : s+1]
}

// A Card is one card of a French deck. The zero Card is no card: a text that is not a card reads as it.
type Card uint8

// unread marks a card whose suit nobody read.
const unread Card = 1 << 6

// NewCard returns the card of that rank and suit.
func NewCard(r Rank, s Suit) Card {
	if s == NoSuit {
		return RankOnly(r)
	}
	return Card(r)<<2 | Card(s)
}

// RankOnly returns a card of that rank whose suit nobody read, because nothing asked for it.
func RankOnly(r Rank) Card { return Card(r)<<2 | unread }

// Rank returns the card's rank.
func (c Card) Rank() Rank { return Rank((c &^ unread) >> 2) }

// Suit returns the card's suit; NoSuit where nobody read it.
func (c Card) Suit() Suit {
	if !c.Suited() {
		return NoSuit
	}
	return Suit(c & 3)
}

// Suited reports whether the card's suit was read.
func (c Card) Suited() bool { return c&unread == 0 }

// Is reports whether a card that was seen before can be this one: of the same rank, and of the same suit as far as both were read.
func (c Card) Is(seen Card) bool {
	return c.Rank() == seen.Rank() && (c == seen || !c.Suited() || !seen.Suited())
}

// Valid reports whether c is a card, and not the zero Card or noise.
func (c Card) Valid() bool { return c.Rank() >= Ace && c.Rank() <= King }

// String returns the card in the canonical form of the hand file, "Td"; its rank alone where nobody read the suit.
func (c Card) String() string {
	switch {
	case !c.Valid():
		return "??"
	case !c.Suited():
		return c.Rank().String()
	}
	const each, suits = 2, 4 // bytes of a card, cards of a rank
	at := each * (suits*int(c.Rank()-Ace) + int(c.Suit()))
	return cardNames[at : at+each]
}

// cardNames are the cards of a deck, ascending, the suits of a rank together.
const cardNames = "AsAhAcAd2s2h2c2d3s3h3c3d4s4h4c4d5s5h5c5d6s6h6c6d7s7h7c7d8s8h8c8d9s9h9c9dTsThTcTdJsJhJcJdQsQhQcQdKsKhKcKd"

// ReadCard reads a card of a record: as the hand file has it, or a rank alone. False
// for anything else, a burned card too.
func ReadCard(text string) (Card, bool) {
	if rank, ok := ParseRank(text); ok {
		return RankOnly(rank), true
	}
	card, burned, err := ParseCard(text)
	return card, err == nil && !burned
}

// ParseCard reads a card of the hand file: rank, then suit, in any letter case,
// "10" for "T", a leading "!" for a burned card. Nothing else is a card: the
// error then has code bad_card.
func ParseCard(text string) (card Card, burned bool, err error) {
	rest := text
	if len(rest) > 0 && rest[0] == '!' {
		burned, rest = true, rest[1:]
	}
	if len(rest) == 3 && rest[:2] == "10" {
		rest = "T" + rest[2:]
	}
	if len(rest) == 2 {
		r, s := index(RankLetters, upper(rest[0])), index(suitLetters, lower(rest[1]))
		if r >= 0 && s >= 0 {
			return NewCard(Rank(r+1), Suit(s)), burned, nil
		}
	}
	return 0, false, Errorf(BadCard, "", "%q is not a card: a rank of %s, then a suit of %s", text, RankLetters, suitLetters)
}

// ParseRank reads a rank of the hand file: one letter in any case, or "10".
func ParseRank(text string) (Rank, bool) {
	if text == "10" {
		return Ten, true
	}
	if len(text) != 1 {
		return 0, false
	}
	r := index(RankLetters, upper(text[0]))
	return Rank(r + 1), r >= 0
}

func index(letters string, b byte) int {
	for i := range len(letters) {
		if letters[i] == b {
			return i
		}
	}
	return -1
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b - 'A' + 'a'
	}
	return b
}

// BaccaratValue returns the card's points at Lugano Baccarat and punto banco: the ace one, tens and faces nothing (source 004,
// section 4).
func (c Card) BaccaratValue() int {
	if r := c.Rank(); r < Ten {
		return int(r)
	}
	return 0
}

// BaccaratTotal returns the sum of the cards less the tens (source 004, section 4: 7 + 7 + 7 = 21 counts 1).
func BaccaratTotal(cards []Card) int {
	sum := 0
	for _, c := range cards {
		sum += c.BaccaratValue()
	}
	return sum % 10
}

// A Shoe is a count of the copies of each card that have left a shoe, so that one copy more than the decks hold is found out. A
// card whose suit nobody read counts for its rank. The zero Shoe has none out.
type Shoe struct {
	out [unread << 1]uint8
	n   int
}

// Take counts one more copy of card. It answers impossible_card where the decks
// do not hold that copy; the count is then unchanged.
func (s *Shoe) Take(card Card, decks int) *Error {
	if !s.Holds(card, decks) {
		return Errorf(ImpossibleCard, "", "%s is out %d times already and %d decks hold no more of it", card, s.Copies(card), decks)
	}
	s.Leave(card)
	return nil
}

// Holds reports whether a shoe of that many decks can still hold the card. A copy of it is left, and a card of its rank, whatever
// the suits of those out were.
func (s *Shoe) Holds(card Card, decks int) bool {
	return (!card.Suited() || int(s.out[card]) < decks) && s.RankOut(card.Rank()) < 4*decks
}

// Leave counts a card that has left the shoe, whatever the decks hold: what is on a
// record happened.
func (s *Shoe) Leave(card Card) {
	if s.out[card] < 255 {
		s.out[card]++
	}
	s.n++
}

// Return takes back that a card has left the shoe: it was another.
func (s *Shoe) Return(card Card) {
	if s.out[card] > 0 {
		s.out[card]--
	}
	s.n--
}

// Reveal counts a card that had left the shoe unseen.
func (s *Shoe) Reveal(card Card) {
	s.Leave(card)
	s.n--
}

// Hide counts cards that left the shoe and that nobody saw.
func (s *Shoe) Hide(n int) { s.n += n }

// Out returns how many cards have left the shoe.
func (s *Shoe) Out() int { return s.n }

// Copies returns how many copies of card have left the shoe for certain; of a card without a suit, how many of its rank.
func (s *Shoe) Copies(card Card) int {
	if !card.Suited() {
		return s.RankOut(card.Rank())
	}
	return int(s.out[card])
}

// RankOut returns how many cards of a rank have left the shoe in sight.
func (s *Shoe) RankOut(rank Rank) int {
	n := int(s.out[RankOnly(rank)])
	for suit := Spades; suit <= Diamonds; suit++ {
		n += int(s.out[NewCard(rank, suit)])
	}
	return n
}

// Suited returns cards with a suit for each whose suit nobody read: the hand file needs one, and nothing depends on it. Those that
// were read stay as they are; none becomes one copy too many.
func Suited(cards []Card, decks int) []Card {
	var shoe Shoe
	for _, c := range cards {
		if c.Suited() {
			shoe.Leave(c)
		}
	}
	out := make([]Card, len(cards))
	for i, c := range cards {
		for suit := Spades; c.Valid() && !c.Suited() && suit <= Diamonds; suit++ {
			if with := NewCard(c.Rank(), suit); shoe.Copies(with) < decks {
				shoe.Leave(with)
				c = with
			}
		}
		out[i] = c
	}
	return out
}

// A Place is a position of cards: on a box, or before the bank, the dealer, the player or the banker. The zero Place is nowhere in
// particular: a card of a hand file, which lies where the deal has it.
type Place struct {
	// Box is the box, from 1; 0 for a place that is none.
	Box int
	// Name is "bank", "dealer", "player" or "banker" where Box is 0.
	Name string
}

// The places that are no box.
var (
	Bank   = Place{Name: "bank"}
	Dealer = Place{Name: "dealer"}
	Player = Place{Name: "player"}
	Banker = Place{Name: "banker"}
)

// Boxes returns the places of a table's boxes.
func Boxes(n int) []Place {
	places := make([]Place, n, n+1)
	for i := range places {
		places[i] = AtBox(i + 1)
	}
	return places
}

// BurnCount returns how many cards are burned face down after the first card of a new shoe: its value, ten for tens and faces
// (source 002, "Le carte vengono bruciate"; source 003, "Mescolatura delle carte").
func (c Card) BurnCount() int { return min(int(c.Rank()), 10) }

// AtBox returns the place of a box.
func AtBox(box int) Place { return Place{Box: box} }

func boxName(box int) string { return "box:" + strconv.Itoa(box) }

// boxNames are the names of the boxes that tables have.
var boxNames = func() (names [MaxBoxes + 1]string) {
	for box := range names {
		names[box] = boxName(box)
	}
	return names
}()

// String returns the place as the hand file writes it: "box:3", "bank".
func (p Place) String() string {
	switch {
	case p.Box <= 0:
		return p.Name
	case p.Box < len(boxNames):
		return boxNames[p.Box]
	}
	return boxName(p.Box)
}
