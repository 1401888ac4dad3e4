package main

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"sabot/app/start"
)

// manualPage prints the manual page, made of the commands as the help has them.
func manualPage(_ context.Context, args []string, s streams) error {
	f := newFlags("manual")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Fprint(s.out, pageOf(commands()).Roff())
	return err
}

func pageOf(all []command) start.Manual {
	does := start.Section{Title: "commands"}
	for _, c := range all {
		var usage []string
		for _, v := range verbs([]command{c}) {
			usage = append(usage, v.line())
		}
		does.Items = append(does.Items, start.Item{Term: c.name, Usage: usage, Text: capital(c.about) + ".", Example: c.example})
	}
	return start.Manual{
		Name: "sabotctl", About: "Sabot without a window: hand files, odds, records, reports, backups",
		Usage: []string{"COMMAND …", "COMMAND --help", "--version"},
		Text:  "Sabot stands at the tables of a casino and keeps their record. sabotctl reads that record, holds it against its seal and the rules, prints reports of it and keeps copies; it settles hands and says odds without any record. It needs no screen.\n\n" + dataIs + " --version says which Sabot it is, and of which commit it was built where the build knows that.",
		Sections: []start.Section{
			does,
			{Title: "exit status", Items: []start.Item{
				{Term: "0", Text: "Done."},
				{Term: "1", Text: "It ran, and something does not hold; what, it has said."},
				{Term: "2", Text: "Its arguments cannot be used, or nothing could be done; why, it has said on standard error."},
				{Term: "141", Text: "Whoever read what it printed, such as head, went away: it broke off, and says nothing more."},
			}},
			start.Places,
		},
		SeeAlso: []string{"sabot"},
	}
}

//go:embed completion/sabotctl.bash
var bashCompletion string

//go:embed completion/sabotctl.zsh
var zshCompletion string

//go:embed completion/sabotctl.fish
var fishCompletion string

// completion prints what has a shell complete commands, or the words themselves, which that asks for.
func completion(_ context.Context, args []string, s streams) error {
	if len(args) > 0 && args[0] == "words" {
		for _, word := range complete(commands(), args[1:]) {
			fmt.Fprintln(s.out, word)
		}
		return nil
	}
	shells := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(args) != 1 || shells[args[0]] == "" {
		return fmt.Errorf("name a shell: %s; see sabotctl completion --help", strings.Join([]string{"bash", "zsh", "fish"}, ", "))
	}
	_, err := fmt.Fprint(s.out, shells[args[0]])
	return err
}
