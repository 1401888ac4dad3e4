package view

import "testing"

// The figures of what a bet pays are those of its sentence: one as it is, two beside each other, of more the least and
// the most, and what is taken of it.
func TestFiguresOfWhatABetPays(t *testing.T) {
	for pays, want := range map[string]string{
		"11:1":                              "11:1",
		"1:1 · con il pareggio resta":       "1:1",
		"19:20 · con il pareggio resta":     "19:20",
		"1:1 · blackjack 3:2":               "1:1 · 3:2",
		"1:1, con 6 1:2 · con il pareggio":  "1:2 · 1:1",
		"coppia 10:1 · 9-9 30:1":            "10:1 · 30:1",
		"naturale 1:1 · di 9 30:1, 8 10:1":  "1–30:1",
		"a 3:2 · b 2:1 · c 5:1":             "3:2 – 5:1",
		"1:1, 5 % di commissione segnata":   "1:1 −5 %",
		"come la mano che segue":            "",
		"gleiche Farbe 25:1 · gemischt 6:1": "6:1 · 25:1",
	} {
		if said := oddsOf(pays); said != want {
			t.Errorf("%q: %q, not %q", pays, said, want)
		}
	}
}

// Bets of the two sides that are the same but for the side are one, others are not.
func TestBetsOfBothSidesAreOne(t *testing.T) {
	spot := func(name, pays, limits, change string) PlayersSpot {
		return PlayersSpot{Name: name, Pays: pays, Range: limits, New: change}
	}
	for _, c := range []struct {
		a, b PlayersSpot
		want string
	}{
		{spot("COPPIA P", "11:1", "5–100", ""), spot("COPPIA B", "11:1", "5–100", ""), "COPPIA P/B"},
		{spot("P PAIR", "11:1", "5–100", ""), spot("B PAIR", "11:1", "5–100", ""), "P/B PAIR"},
		{spot("COPPIA P", "11:1", "5–100", ""), spot("COPPIA B", "12:1", "5–100", ""), ""},
		{spot("COPPIA P", "11:1", "5–100", ""), spot("COPPIA B", "11:1", "5–200", ""), ""},
		{spot("COPPIA P", "11:1", "5–100", ""), spot("COPPIA B", "11:1", "5–100", "5–50"), ""},
		{spot("COPPIA P", "11:1", "5–100", ""), spot("COPPIA BANCO", "11:1", "5–100", ""), ""},
		{spot("P", "11:1", "5–100", ""), spot("B", "11:1", "5–100", ""), ""},
		{spot("PUNTO", "1:1", "5–100", ""), spot("BANCO", "1:1", "5–100", ""), ""},
	} {
		bets := Players{Spots: []PlayersSpot{c.a, {Name: "PAREGGIO", Pays: "8:1"}, c.b}}.Bets()
		if joined := len(bets) == 2; joined != (c.want != "") || joined && bets[0].Name != c.want {
			t.Errorf("%s and %s: %+v", c.a.Name, c.b.Name, bets)
		}
	}
}
