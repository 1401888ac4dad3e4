package shell_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/pit/record"
)

// A word of a record that cannot be worked with is one line in the language of whoever reads it.
func TestWordingIsOneLineInTheReadersLanguage(t *testing.T) {
	s := &shell.Shell{Text: text.Open("it", "CHF")}
	for _, err := range []error{record.ErrChanged, record.ErrNewerRecord, record.ErrOlderRecord} {
		said := s.Wording(fmt.Errorf("%w: what lies behind entry 7", err))
		if said == "" || strings.Contains(said, "\n") || strings.Contains(said, "entry 7") {
			t.Errorf("%v is told as %q", err, said)
		}
	}
}
