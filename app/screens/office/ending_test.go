package office

import (
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// Sixty days before certificates end the office says whose, in each language, until each has signed on and been given a new one.
func TestCertificatesThatEndAreTold(t *testing.T) {
	from, err := playedHouse()
	if err != nil {
		t.Fatal(err)
	}
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		for _, days := range []int{62, 58} {
			if days > 60 && lang != "it" {
				continue
			}
			dir := t.TempDir()
			recordtest.Copied(t, dir, from)
			later := 3*365 - days
			now := func() time.Time { return time.Now().AddDate(0, 0, later) }
			s := &clerk{screentest.SitOn(t, dir, screentest.NewHandClock(now()), now)}
			s.Shell.Speak(lang)
			s.inHouse().Shell.Show(s.door())
			o := s.enter(record.Manager)
			sentence, _, _ := strings.Cut(o.t("office_certificates"), "{{")
			sentence, _, _ = strings.Cut(sentence, "<")
			of := func(name string) bool {
				s.Pass(30 * time.Second)
				words := strings.ReplaceAll(s.Words(), "\n", " ")
				_, after, said := strings.Cut(words, strings.TrimSpace(sentence))
				return said && strings.Contains(after, name+" ")
			}
			if was := of("Dario Bianchi"); was != (days < 60) {
				t.Fatalf("%d days before: %v\n%s", days, was, s.Words())
			}
			if days > 60 {
				continue
			}
			s.Look("certificates")
			s.Escape()
			s.Rest()
			s.enter(record.Inspector)
			if of("Dario Bianchi") {
				t.Errorf("he has a new one:\n%s", s.Words())
			}
		}
	})
}
