package reports

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/pit/record"
)

// Who reads the log reads no names of the record: each field of each kind of entry, and each
// setting of a table, has a word or is none that is read.
func TestEveryFieldHasItsWord(t *testing.T) {
	words := FieldWords()
	for i, word := range words {
		if slices.Contains(words[:i], word) {
			t.Errorf("%s: twice", word)
		}
	}
	look := func(what string, of reflect.Type) {
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || name == "-" || slices.Contains(unread, name) || slices.Contains(words, name) {
				continue
			}
			t.Errorf("%s: %s has no word", what, name)
		}
	}
	for _, kind := range record.Kinds() {
		if kind == record.KindOf(record.Looked{}) {
			continue // what is looked for is called the same everywhere
		}
		look(kind, reflect.TypeOf(record.Blank(kind)))
	}
	look("settings", reflect.TypeFor[record.Settings]())
}
