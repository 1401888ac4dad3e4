package record_test

import (
	"testing"

	"sabot/pit/record"
)

// What cannot be shown later is not recorded, wherever in a fact it stands.
func TestUnwritable(t *testing.T) {
	for _, name := range []string{"Łukasz Żółć", "Ștefan Țîrțău", "İbrahim Yıldırım", "Ελένη", "Дмитрий Щукин", "Jean-Marc O’Neill", "5 × 100 − 2.50 €", "«A» ♠♥♦♣", "Zoë"} {
		if sign, found := record.Unwritable(name); found {
			t.Errorf("%s: %q is refused", name, sign)
		}
	}
	for text, want := range map[string]rune{"seen \U0001f600": 0x1f600, "a\x1b[8m": 0x1b, "two\nlines": '\n', "a\x00": 0, "李": '李', "\xff": 0xfffd, "אב": 'א'} {
		if sign, found := record.Unwritable(text); !found || sign != want {
			t.Errorf("%q: %q, %v", text, sign, found)
		}
		for _, f := range []record.Fact{record.IncidentOpened{Text: text}, record.StaffSet{Number: "11", Name: text}, record.IncidentOpened{People: []string{"11", text}}} {
			if sign, found := record.UnwritableIn(f); want != '\n' && (!found || sign != want) {
				t.Errorf("%q in %T: %q, %v", text, f, sign, found)
			}
		}
	}
	if sign, found := record.UnwritableIn(record.HouseSet{Name: `back\slash "quoted" & <such>`, Address: "Via Stauffacher 1\nLugano", Logo: []byte{1, 2, 255}}); found {
		t.Errorf("%q is refused", sign)
	}
}
