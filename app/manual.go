package main

import (
	"flag"
	"strings"

	"sabot/app/start"
)

const example = "sabot --data /srv/sabot --table LB1 --lang it --fullscreen"

// page returns the manual page of this program, made of its options.
func page() start.Manual {
	options := start.Section{Title: "options"}
	flag.VisitAll(func(f *flag.Flag) {
		takes, about := flag.UnquoteUsage(f)
		options.Items = append(options.Items, start.Item{Term: strings.TrimSpace("--" + f.Name + " " + takes), Text: about})
	})
	return start.Manual{
		Name: "sabot", About: "stand at a table of a casino: the next act, every bet settled, a sealed record",
		Usage: []string{"[options]"},
		Text:  "The croupier enters bets and cards as they fall; Sabot says the next physical act, refuses what the rules do not allow, settles every box and keeps a sealed record. It plays Lugano Baccarat, punto banco and blackjack. F1 on every screen says what the keys do there.\n\nThe first start asks for a house to be set up; sabot --demo makes one to try.",
		Sections: []start.Section{
			options,
			{Title: "example", Items: []start.Item{{Term: example, Text: "A table that starts by itself, in Italian, over the whole screen."}}},
			start.Places,
		},
		SeeAlso: []string{"sabotctl"},
	}
}
