package games_test

import (
	"fmt"

	"sabot/games"
	"sabot/games/handfile"
)

// A hand is entered as it falls: Next says what is due, a card goes where it is due, a decision to the
// box that is asked, and Settle says what every bet comes to as far as the hand has come.
func Example() {
	game, _ := handfile.Preset("lugano")
	round := games.Round{Number: 1, Bets: []games.Bet{
		{Box: 1, Spot: "59", Amount: 2000},
		{Box: 1, Spot: "play", Amount: 4000},
	}}
	cards := []string{"8h", "Td", "8c", "3s", "2d"}
	for {
		step, err := game.Next(round)
		if err != nil {
			panic(err)
		}
		switch step.Kind {
		case games.Ask:
			fmt.Printf("%s: %s of %s\n", step, games.Stand, step.Offers)
			round, err = games.Decide(game, round, games.Stand)
		case games.Deal:
			fmt.Printf("%s: %s\n", step, cards[0])
			card, _ := games.ReadCard(cards[0])
			round, err = games.DealCard(game, round, card)
			cards = cards[1:]
		}
		if err != nil {
			panic(err)
		}
		if step.Kind == games.Finished {
			break
		}
	}
	settled, err := games.Complete(game, round)
	if err != nil {
		panic(err)
	}
	for _, p := range settled.Payments {
		fmt.Printf("%s of %d: %s, %d goes back\n", p.Spot, p.Amount, p.Outcome, p.Returned)
	}
	// Output:
	// card to box:1: 8h
	// card to bank: Td
	// card to box:1: 8c
	// decision of box:1: stand of [stand draw double]
	// card to bank: 3s
	// card to bank: 2d
	// 59 of 2000: win, 6000 goes back
	// play of 4000: win, 8000 goes back
}

// What the rules do not allow has a code, for programs, and a sentence.
func ExampleCodeOf() {
	game, _ := handfile.Preset("lugano")
	_, err := games.Complete(game, games.Round{Number: 1, Bets: []games.Bet{
		{Box: 1, Spot: "59", Amount: 2000},
		{Box: 1, Spot: "play", Amount: 4000},
	}})
	fmt.Println(games.CodeOf(err))
	fmt.Println(err)
	// Output:
	// incomplete
	// incomplete: the hand stops before its end: missing is a card to box:1
}

// An amount is paid in as few chips as the tray allows.
func ExampleFewestChips() {
	values := []games.Amount{500, 1000, 2500, 10000}
	chips, rest := games.FewestChips(13500, values, map[games.Amount]int{500: 4, 1000: 10, 2500: 1, 10000: 5})
	fmt.Println(chips, rest)
	// Output:
	// [{10000 1} {2500 1} {1000 1}] 0
}
