package screens

import (
	"strings"
	"testing"
)

// What the program was started with and cannot be is said, not passed over.
func TestOptionsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		options      Options
		says, silent string
	}{
		{Options{Demo: true, Table: "LH1"}, "Qui non c’è nessun tavolo LH1.", "Benvenuto"},
		{Options{Demo: true}, "A quale tavolo siamo?", "Qui non c’è"},
		{Options{NewData: "/srv/sabto"}, "/srv/sabto non c’era", "A quale tavolo"},
		{Options{}, "Qui non c’è ancora nessuna casa", "non c’era"},
	} {
		c.options.Language = "it"
		if page := arrive(t, c.options).Written(); !strings.Contains(page, c.says) || strings.Contains(page, c.silent) {
			t.Errorf("%+v:\n%s", c.options, page)
		}
	}
	if err := (Options{Language: "xx"}).Check(); err == nil || !strings.Contains(err.Error(), "it, de, fr, en") {
		t.Errorf("--lang xx: %v", err)
	}
	if err := (Options{Floor: true, Table: "LB1"}).Check(); err == nil || !strings.Contains(err.Error(), "LB1") {
		t.Errorf("--floor --table LB1: %v", err)
	}
	for _, lang := range []string{"", "it", "de", "fr", "en"} {
		if err := (Options{Language: lang}).Check(); err != nil {
			t.Errorf("--lang %s: %v", lang, err)
		}
	}
}
