// Package handfile reads and writes the hand file: one hand of one table as JSON,
// what was bet, which cards left the shoe, what was decided. It is the public
// format of `sabotctl settle`, `check` and `export`, and it is streamed: a million
// hands need no more memory than one.
//
//	{"game":"lugano","rules":"lugano",
//	 "bets":[{"box":1,"spot":"59","amount":2000},{"box":1,"spot":"play","amount":4000}],
//	 "cards":["8h","Td","8c","3s","2d"],
//	 "decisions":[{"box":1,"do":"stand"}]}
//
// Amounts are minor units. A value that is no hand of this format gives an error
// of [games.Error] with the format's code, and the stream goes on.
package handfile
