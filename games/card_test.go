package games

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParseCard(t *testing.T) {
	for text, want := range map[string]string{"Td": "Td", "10d": "Td", "tD": "Td", "!as": "As", "9c": "9c", "!10H": "Th"} {
		c, burned, err := ParseCard(text)
		if err != nil || c.String() != want || burned != (text[0] == '!') {
			t.Errorf("%q reads as %s, burned %v, %v", text, c, burned, err)
		}
	}
	for _, text := range []string{"", "T", "Tx", "1d", " Td", "Td ", "T d", "0d", "d9", "!!9c", "9c!", "100d", "10", "Tdd", "éd"} {
		if c, _, err := ParseCard(text); CodeOf(err) != BadCard || c.Valid() {
			t.Errorf("%q reads as %s, %v", text, c, err)
		}
	}
}

func TestCardIsItsRankAndItsSuit(t *testing.T) {
	for r := Ace; r <= King; r++ {
		for s := Spades; s <= Diamonds; s++ {
			if c := NewCard(r, s); c.String() != r.String()+s.String() {
				t.Errorf("the %s of %s is written as %s", r, s, c)
			}
		}
	}
}

func FuzzParseCard(f *testing.F) {
	f.Add("10d")
	f.Add("!As")
	f.Fuzz(func(t *testing.T, text string) {
		c, _, err := ParseCard(text)
		if (err == nil) != c.Valid() {
			t.Fatalf("%q: %v, %v", text, c, err)
		}
		if err == nil {
			if again, _, err := ParseCard(c.String()); err != nil || again != c {
				t.Fatalf("%q prints as %s, which reads as %s", text, c, again)
			}
		}
	})
}

func TestShoeHoldsSoManyCopies(t *testing.T) {
	var s Shoe
	card := NewCard(Ace, Spades)
	for range 6 {
		if err := s.Take(card, 6); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Take(card, 6); err == nil || err.Code != ImpossibleCard || s.Out() != 6 {
		t.Errorf("a seventh ace of spades of six decks: %v, %d out", err, s.Out())
	}
}

// Source 004, section 4: "7 + 7 + 7 = 21 si sottrae 20, quindi il punteggio è 1".
func TestBaccaratTotal(t *testing.T) {
	for text, want := range map[string]int{"6h 7h": 3, "7h 7s 7c": 1, "Kh Qs": 0, "Ah 8s": 9, "Th": 0} {
		var cards []Card
		for i := 0; i+2 <= len(text); i += 3 {
			c, _, err := ParseCard(text[i : i+2])
			if err != nil {
				t.Fatal(err)
			}
			cards = append(cards, c)
		}
		if got := BaccaratTotal(cards); got != want {
			t.Errorf("%s counts %d, want %d", text, got, want)
		}
	}
}

func TestWinningsAreRoundedOnce(t *testing.T) {
	for _, c := range []struct {
		stake Amount
		odds  string
		unit  Amount
		mode  RoundingMode
		want  Amount
	}{
		{101, "19:20", 1, RoundDown, 95},
		{101, "19:20", 1, RoundUp, 96},
		{110, "19:20", 1, RoundNearest, 105},
		{1050, "1:1", 100, RoundDown, 1000},
		{1050, "1:1", 100, RoundNearest, 1100},
		{1001, "1:1", 100, RoundUp, 1100},
		{30, "1:1", 100, RoundDown, 0},
		{MaxAmount, "30:1", 1, RoundDown, 30 * MaxAmount},
	} {
		odds, err := ParseOdds(c.odds)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Rounding{c.unit, c.mode}).Winnings(c.stake, odds); got != c.want {
			t.Errorf("%d at %s to %d %s: %d, want %d", c.stake, c.odds, c.unit, c.mode, got, c.want)
		}
	}
}

func TestOddsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Odds{int64(rapid.IntRange(1, 999_999).Draw(t, "win")), int64(rapid.IntRange(1, 999_999).Draw(t, "per"))}
		if again, err := ParseOdds(o.String()); err != nil || again != o {
			t.Fatalf("%s reads as %v, %v", o, again, err)
		}
	})
	for _, text := range []string{"", ":", "1", "0:1", "1:0", "1:1000000", "-1:1", "+1:1", "1:1:1", "1.5:1", " 1:1"} {
		if o, err := ParseOdds(text); err == nil {
			t.Errorf("%q reads as %v", text, o)
		}
	}
}
