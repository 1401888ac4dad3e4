package text_test

import (
	"testing"
	"time"

	"sabot/app/text"
)

// Hours without end tell nobody anything: from 48 hours on a length has days, in every language.
func TestLongLengthHasDays(t *testing.T) {
	for lang, days := range map[string]string{"it": "317 g", "de": "317 Tg.", "fr": "317 j", "en": "317 d"} {
		c := text.Open(lang, "CHF")
		for d, want := range map[time.Duration]string{
			42 * time.Minute: "42 min", 3*time.Hour + 5*time.Minute: "3 h 05", 47*time.Hour + 59*time.Minute: "47 h 59", 7612*time.Hour + 13*time.Minute: days,
		} {
			if got := c.Length(d); got != want {
				t.Errorf("%s: %v is %q, want %q", lang, d, got, want)
			}
		}
	}
}
