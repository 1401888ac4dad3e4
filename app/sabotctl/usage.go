package main

import (
	"regexp"
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// A verb is one thing that the program does: a command, or one of several that a command has
// ("pit serve"). It is what the usage line says, so that manual and completion say no other.
type verb struct {
	words   []string
	args    string
	options []option
	others  []string // what stands there beside options
}

// An option is an option with what it takes: "" where it takes nothing.
type option struct{ name, takes string }

// verbs returns the program's verbs, in the order of the help.
func verbs(all []command) []verb {
	var list []verb
	for _, c := range all {
		parts := usages(c.args)
		for _, part := range parts {
			v := verb{words: []string{c.name}, args: part}
			if len(parts) > 1 {
				sub, rest, _ := strings.Cut(part, " ")
				v.words, v.args = append(v.words, sub), rest
			}
			v.options, v.others = optionsOf(v.args)
			list = append(list, v)
		}
	}
	return list
}

// line returns the verb as it is typed behind the command's own name.
func (v verb) line() string { return strings.TrimSpace(strings.Join(append(v.words[1:], v.args), " ")) }

// usages cuts a usage line at the bars that stand between several of them; those in brackets, or
// between two words, are choices.
func usages(args string) []string {
	var parts []string
	depth, from := 0, 0
	for i := range len(args) {
		switch {
		case args[i] == '[':
			depth++
		case args[i] == ']':
			depth--
		case depth == 0 && strings.HasPrefix(args[i:], " | "):
			parts, from = append(parts, args[from:i]), i+len(" | ")
		}
	}
	return append(parts, args[from:])
}

var anOption = regexp.MustCompile(`(?:^|[\s\[])(--?[a-z][a-z-]*)(?: ([^\s\[\]|-][^\s\[\]]*))?`)

func optionsOf(args string) (options []option, others []string) {
	args = strings.ReplaceAll(args, "|-", " | -")
	for _, m := range anOption.FindAllStringSubmatch(args, -1) {
		options = append(options, option{m[1], m[2]})
	}
	for _, word := range strings.Fields(anOption.ReplaceAllString(args, " ")) {
		if word = strings.Trim(word, "[]|…"); word != "" && word[0] != ',' { // that is more of what an option takes
			others = append(others, word)
		}
	}
	return options, others
}

// Shells complete these themselves.
const (
	anyFile   = ":files"
	anyFolder = ":folders"
)

// offered returns what may stand for a word of a usage line: choices, files, or nothing that is known.
func offered(word string) []string {
	if word != "" && word == strings.ToLower(word) && !strings.ContainsAny(word, ":./…") {
		return strings.Split(word, "|")
	}
	switch name, _, _ := strings.Cut(strings.TrimRight(word, "…"), "|"); {
	case name == "DIR":
		return []string{anyFolder}
	case strings.HasPrefix(name, "FILE"), name == "CHECKPOINT", name == "PORT":
		return []string{anyFile}
	case name == "PRESET":
		return handfile.Presets()
	case name == "G", name == "GAME":
		return house.DemoGames()
	case name == "L":
		return text.Languages()
	}
	return nil
}

// complete returns the words that may come next after those given, of which the last may have begun.
func complete(all []command, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	given, last := words[:len(words)-1], words[len(words)-1]
	var next []string
	for _, v := range verbs(all) {
		n := min(len(given), len(v.words))
		if !slices.Equal(given[:n], v.words[:n]) {
			continue
		}
		if len(given) < len(v.words) {
			next = append(next, v.words[len(given)])
			continue
		}
		next = append(next, v.after(given[n:])...)
	}
	slices.Sort(next)
	return slices.DeleteFunc(slices.Compact(next), func(w string) bool { return w[0] != ':' && !strings.HasPrefix(w, last) })
}

// after returns the words that may come after a verb's arguments.
func (v verb) after(given []string) []string {
	if len(given) > 0 {
		for _, o := range v.options {
			if o.name == given[len(given)-1] && o.takes != "" {
				return offered(o.takes)
			}
		}
	}
	var next []string
	for _, o := range v.options {
		if several := strings.Contains(v.args, o.name+" "+o.takes+" …") || strings.HasSuffix(o.takes, "…"); several || !slices.Contains(given, o.name) {
			next = append(next, o.name)
		}
	}
	for i, other := range v.others {
		if list := offered(other); slices.Contains(list, anyFile) || i == 0 && len(given) == 0 {
			next = append(next, list...)
		}
	}
	return next
}
