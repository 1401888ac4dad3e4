package handfile_test

import (
	"fmt"
	"os"
	"strings"

	"sabot/games/handfile"
)

// A hand file has a hand a line, of any game; settling answers a line for each.
func ExampleSettle() {
	hands := strings.NewReader(`{"game":"puntobanco","rules":"pb-classic","bets":[{"box":3,"spot":"banker","amount":10000}],"cards":["9h","Kd","Td","7s"]}
{"game":"puntobanco","rules":"pb-classic","bets":[{"box":3,"spot":"banker","amount":10000}],"cards":["9h"]}
`)
	failed, err := handfile.Settle(hands, os.Stdout)
	fmt.Println(failed, err)
	// Output:
	// {"v":1,"ok":true,"bets":[{"box":3,"spot":"banker","bettor":"","amount":10000,"staked":10000,"outcome":"lose","returned":0}],"hands":[{"at":"player","cards":["9h","Td"],"total":9},{"at":"banker","cards":["Kd","7s"],"total":7}],"burned":[],"commission":0,"house":10000}
	// {"v":1,"ok":false,"error":{"code":"incomplete","message":"the hand stops before its end: missing is a card to banker","next":"card to banker"}}
	// 1 <nil>
}

// Rules are a preset by its name, or a preset with what a house has otherwise.
func ExampleParseRules() {
	game, err := handfile.ParseRules("blackjack", []byte(`{"preset":"bj-us","dealer_hits_soft_17":true}`))
	fmt.Println(game.Options().Preset, err)
	_, err = handfile.ParseRules("blackjack", []byte(`{"preset":"bj-us","dealer_hits_hard_17":true}`))
	fmt.Println(err)
	// Output:
	// bj-us <nil>
	// bad_rules at rules.dealer_hits_hard_17: bj-us has no rule dealer_hits_hard_17 with that value
}
