package table

import (
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// shoeSays has the electronic shoe of the table say something, as its reader would.
func (s *seat) shoeSays(events ...shoe.Event) {
	for _, e := range events {
		s.Shell.Clock.Later(func() { s.screen.shoes().shoeTold(e) })
	}
	s.Pass(time.Second)
}

// reads has it read cards: "8s", with the place of the shoe's own game "8s@banker:1"; X is the cut card.
func (s *seat) reads(cards string) {
	s.T.Helper()
	for _, word := range strings.Fields(cards) {
		s.telegrams++
		e := shoe.Event{Kind: shoe.Card, Seq: string(rune('0' + s.telegrams%10))}
		name, at, placed := strings.Cut(word, "@")
		if word == "X" {
			e.Kind = shoe.Cut
		} else {
			card, _, err := games.ParseCard(name)
			if err != nil {
				s.T.Fatal(err)
			}
			e.Card = card
		}
		if placed {
			side, n, _ := strings.Cut(at, ":")
			e.Where = shoe.Where{Side: shoe.Side(side), N: int(n[0] - '0')}
		}
		s.shoeSays(e)
	}
}

// laidBy are the cards of the open hand with where they lie and how they came to be entered.
func (s *seat) laidBy() string {
	var out []string
	for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if e.Hand != s.Table().Hand {
			continue
		}
		if _, ok := e.Fact.(record.Undone); ok {
			out = append(out, "undone")
		}
		reading, card := record.ReadingOf([]record.Fact{e.Fact})
		if card == "" {
			continue
		}
		word := string(card)
		if f, ok := e.Fact.(record.CardLaid); ok {
			word += "@" + string(f.At)
		}
		word += "/" + string(reading.Source)
		if reading.Said != "" {
			word += "/" + reading.Said
		}
		out = append(out, word)
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.Join(out, " "), "3h/"))
}

func (s *seat) waits() view.Waits {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Waits
}

// linked is a table at which cards are dealt from a shoe that is read.
func linked(t *testing.T, table string) *seat {
	t.Helper()
	s := newSeat(t, table, "it")
	s.opened()
	s.shoeSays(shoe.Event{Kind: shoe.Linked})
	s.screen.feed.Held = view.NotHeld // a person has said so
	return s
}

// opened is a table with a shoe whose first card is burned, where it is.
func (s *seat) opened() {
	s.T.Helper()
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	if s.Table().Deal().Phase() == hand.Burning {
		s.burn("3h")
	}
	if phase := s.Table().Deal().Phase(); phase != hand.Betting {
		s.T.Fatalf("phase %d after the opening", phase)
	}
}

// called is a hand whose bets are closed.
func (s *seat) called() {
	s.T.Helper()
	s.bet(1, s.Table().Game.Spots()[0].Name, "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
}
