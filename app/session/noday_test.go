package session_test

import (
	"testing"

	"sabot/app/session/sums"
)

// Words that are written as a day or a month and are none are told; all others are words.
func TestWordsThatAreNoDay(t *testing.T) {
	for words, want := range map[string]string{
		"": "", "lb1": "", "#12": "", "214": "", "rossi 21.11.2026": "", "21.11.": "", "11.2026": "", "2026-11": "", "2026-11-21": "", "29.02.2028": "",
		"31.02.2026": "31.02.2026", "lb1 13.2026": "13.2026", "2026-13": "2026-13", "32.": "32.", "29.02.2027": "29.02.2027", "1.2.2026": "1.2.2026",
	} {
		if got := sums.NoDay(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
