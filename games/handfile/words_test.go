package handfile_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// said are the rules of a table in one text, as a test reads them.
func said(t *testing.T, rules string) string {
	t.Helper()
	name := "blackjack"
	switch {
	case strings.Contains(rules, "lugano"):
		name = "lugano"
	case strings.Contains(rules, "pb-"):
		name = "puntobanco"
	}
	g, err := handfile.ParseRules(name, []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, s := range g.(games.Worded).Words() {
		text += s.Key + fmt.Sprint(s.Args) + "\n"
	}
	return text
}

// The rules in words are those by which the table plays: what a preset or a rule changes
// they change with it.
func TestRulesInWords(t *testing.T) {
	for _, c := range []struct{ rules, has, lacks string }{
		{`"lugano"`, "lugano_deal lugano_bank", "lugano_hand_held"},
		{`"lugano-hand"`, "lugano_hand_held", "lugano_deal"},
		{`"pb-speed"`, "pb_cut_off_bonus pb_cut_off_pairs pb_carried pb_commission_at_once", "pb_halved pb_super6_main"},
		{`"pb-speed-nc"`, "pb_no_commission pb_super6_main pb_super6_cap pb_cut_off_super6", "pb_commission_at_once pb_cut_off_bonus"},
		{`{"preset":"pb-speed","commission":"tracked"}`, "pb_commission_tracked", "pb_commission_at_once"},
		{`"pb-classic"`, "pb_tie", "pb_cut_off_bonus pb_halved pb_carried pb_super6_main"},
		{`"pb-first"`, "pb_halved", "pb_cut_off_bonus pb_carried"},
		{`"pb-first-nc"`, "pb_super6_main pb_halved", "pb_super6_cap"},
		{`"bj-us"`, "bj_us_look bj_us_deal bj_soft17_stands bj_split_aces bj_double_split", "bj_eu_deal bj_eu_all bj_soft17_hits"},
		{`"bj-eu"`, "bj_eu_deal bj_eu_all", "bj_us_look bj_eu_original"},
		{`{"preset":"bj-eu","enhc":"original","dealer_hits_soft_17":true}`, "bj_eu_original bj_soft17_hits", "bj_soft17_stands"},
		{`{"preset":"bj-us","max_splits":0}`, "bj_no_split", "bj_split_aces bj_double_split"},
		{`{"preset":"bj-us","double_after_split":false,"split_aces_one_card":false}`, "bj_no_double_split", "bj_split_aces"},
	} {
		text := said(t, c.rules)
		for _, key := range strings.Fields(c.has) {
			if !strings.Contains(text, key) {
				t.Errorf("%s does not say %s:\n%s", c.rules, key, text)
			}
		}
		for _, key := range strings.Fields(c.lacks) {
			if strings.Contains(text, key+"map") {
				t.Errorf("%s says %s:\n%s", c.rules, key, text)
			}
		}
	}
	// Source 000, Regole per la mano del Banco: the rows as printed.
	for _, row := range []string{
		"pb_banker_alwaysmap[Totals:0–2]", "pb_banker_onmap[Thirds:0 1 2 3 4 5 6 7 9 Totals:3]", "pb_banker_onmap[Thirds:2 3 4 5 6 7 Totals:4]",
		"pb_banker_onmap[Thirds:4 5 6 7 Totals:5]", "pb_banker_onmap[Thirds:6 7 Totals:6]", "pb_banker_nevermap[Totals:7]",
		"pb_playermap[Draws:5]", "pb_banker_nonemap[Draws:5]", "pb_naturalmap[Least:8]",
	} {
		if !strings.Contains(said(t, `"pb-classic"`), row) {
			t.Errorf("no %s in\n%s", row, said(t, `"pb-classic"`))
		}
	}
	if text := said(t, `{"preset":"bj-us","blackjack":"6:5"}`); !strings.Contains(text, "bj_paysmap[Odds:6:5]") {
		t.Errorf("6 to 5 is not said:\n%s", text)
	}
}
