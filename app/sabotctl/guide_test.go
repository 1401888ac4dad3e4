package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/assets"
)

// guide is a document as it is read.
func guide(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../docs", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Who signs on to the database with a password has been given one.
func TestLoginOfTheGuideHasAPassword(t *testing.T) {
	pit := guide(t, "pit.md")
	for _, login := range regexp.MustCompile(`postgres://(\w+):SECRET@`).FindAllStringSubmatch(pit, -1) {
		made := regexp.MustCompile(`(?m)createuser .*\b` + login[1] + `\b`).FindString(pit)
		if !strings.Contains(made, " --pwprompt ") {
			t.Errorf("%s signs on with SECRET, and is made without: %q", login[1], made)
		}
	}
}

// A command that a screen tells people to type is one of this program, in each language.
func TestCommandsOfTheTexts(t *testing.T) {
	all, typed := verbs(commands()), regexp.MustCompile(`sabotctl ([a-z][a-z-]*(?: [a-z][a-z-]*)*) --|[“«][ \x{a0}]?sabotctl ([a-z][a-z-]*(?: [a-z][a-z-]*)*)[ \x{a0}]?[”»]`)
	for _, lang := range text.Languages() {
		b, err := assets.Texts.ReadFile("texts/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		keys, seen := map[string]string{}, 0
		if err := json.Unmarshal(b, &keys); err != nil {
			t.Fatal(err)
		}
		for key, sentence := range keys {
			for _, found := range typed.FindAllStringSubmatch(sentence, -1) {
				seen++
				words := strings.Fields(found[1] + found[2])
				if !slices.ContainsFunc(all, func(v verb) bool { return slices.Equal(v.words, words) }) {
					t.Errorf("%s %s: there is no command: sabotctl %s", lang, key, strings.Join(words, " "))
				}
			}
		}
		if seen < 5 {
			t.Errorf("%s: %d commands", lang, seen)
		}
	}
}

// What the guide has somebody type is a command of this program with options that it takes; where it needs to be told the data
// directory, it is. A name alone is no command: it speaks of one.
func TestCommandsOfTheGuide(t *testing.T) {
	all := verbs(commands())
	typed := regexp.MustCompile("(?m)(?:`|^ {4,}(?:.*[;&|] *)?(?:sudo [^;&|]*)?)(sabotctl [a-z][^`\n]*)")
	seen := 0
	for _, file := range []string{"install.md", "manager.md", "auditor.md", "pit.md", "shoe.md", "record.md", "keys.md", "overview.md", "first-hand.md", "first-house.md", "small-house.md", "forms.md", "../README.md"} {
		for _, found := range typed.FindAllStringSubmatch(guide(t, file), -1) {
			for line := range strings.SplitSeq(found[1], "sabotctl ") { // some stand behind each other
				words := strings.Fields(regexp.MustCompile(`\s(#|&&|\||;|>|  ).*|[;,].*`).ReplaceAllString(line, ""))
				if len(words) == 0 {
					continue
				}
				var is *verb
				for i, v := range all {
					if n := len(v.words); n <= len(words) && slices.Equal(v.words, words[:n]) && (is == nil || n > len(is.words)) {
						is = &all[i]
					}
				}
				if is == nil {
					if !slices.ContainsFunc(all, func(v verb) bool { return v.words[0] == words[0] }) && !strings.HasPrefix(words[0], "--") {
						t.Errorf("%s: there is no command: %s", file, line)
					}
					continue
				}
				seen++
				given := words[len(is.words):]
				for _, word := range given {
					if strings.HasPrefix(word, "--") && !slices.ContainsFunc(is.options, func(o option) bool { return o.name == strings.Trim(word, "[]") }) {
						t.Errorf("%s: %s takes no %s: %s", file, strings.Join(is.words, " "), word, line)
					}
				}
				if needs := regexp.MustCompile(`(^|[^[])--data DIR`).MatchString(is.args); needs && len(given) > 0 && file == "install.md" && !slices.Contains(given, "--data") {
					t.Errorf("%s: it would look at another folder: %s", file, line)
				}
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d commands were found", seen)
	}
}

// fieldsOfForms are the keys of the labels in the forms of a house and of its tables, as their source has them, and those of presets
// and of rules.
func fieldsOfForms(t *testing.T, labels map[string]string) []string {
	t.Helper()
	files, err := filepath.Glob("../screens/office/table_*.go")
	must(t, err)
	label := regexp.MustCompile(`\b(?:add|check|line|head|Add|AddKey|tick|Tick)\([^"\n]*"((?:setup|office|house)_[a-z_]+)"`)
	check := regexp.MustCompile(`\bcheck\("([a-z_]+)"`)
	var keys []string
	for _, file := range append(files, "../screens/setup.go", "../screens/office/house.go", "../screens/office/house_chips.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		must(t, err)
		for _, m := range slices.Concat(label.FindAllStringSubmatch(string(source), -1), check.FindAllStringSubmatch(string(source), -1)) {
			keys = append(keys, m[1])
		}
	}
	for key := range labels {
		if strings.HasPrefix(key, "rulename_") || strings.HasPrefix(key, "preset_") {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// docs/forms.md has each field of the forms of a house and of its tables under the label of the screen, and no other.
func TestFieldsOfTheForms(t *testing.T) {
	content, err := assets.Texts.ReadFile("texts/en.json")
	must(t, err)
	labels := map[string]string{}
	must(t, json.Unmarshal(content, &labels))
	page, known := guide(t, "forms.md"), map[string]bool{}
	filled := strings.NewReplacer("{{.Currency}}", "CHF", "{{.N}}", "1")
	for _, label := range labels {
		known[filled.Replace(label)] = true
	}
	keys := fieldsOfForms(t, labels)
	for _, key := range keys {
		if label := filled.Replace(labels[key]); label == "" || !strings.Contains(page, "**"+label+"**") {
			t.Errorf("forms.md does not say what %q is (%s)", label, key)
		}
	}
	if len(keys) < 50 {
		t.Errorf("only %d fields were found", len(keys))
	}
	for _, bold := range regexp.MustCompile(`\*\*([^*\n]+)\*\*`).FindAllStringSubmatch(page, -1) {
		if !known[bold[1]] {
			t.Errorf("forms.md has %q, which no screen says", bold[1])
		}
	}
}
