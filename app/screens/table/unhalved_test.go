package table

import (
	"strings"
	"testing"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// fives returns a seat at a blackjack table that pays in chips of 5 and more, in a house of that one table.
func fives(t *testing.T, lang, preset string) *seat {
	t.Helper()
	at := screentest.Sit(t, t.TempDir())
	plan := house.DemoPlan(lang, "", 1)
	plan.Chips = []games.Amount{500, 1000, 2500, 10000, 50000}
	var limits []string
	for _, spot := range []string{"main", "behind", "player_pair", "dealer_pair", "21+3"} {
		limits = append(limits, `"`+spot+`":{"min":500,"max":50000}`)
	}
	plan.Tables = []record.TableSet{{Name: "T1", Game: "blackjack", Rules: []byte(`{"preset":"` + preset + `","limits":{` + strings.Join(limits, ",") + `},"rounding":{"unit":500,"mode":"down"}}`)}}
	if err := at.Shell.House.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	s := tableOf(t, at, "T1", lang)
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	if s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	return s
}

// Where no chip makes half of a bet nobody is asked for its insurance: the screen says why, so does the key of the
// box, and F2 has it as a rule of the table. Who can be insured is asked as ever.
func TestInsuranceThatNoChipHalves(t *testing.T) {
	s := fives(t, "it", "bj-us")
	s.Keys("315\n520\n\n" + "99a" + "88" + "\n")
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	why := "Box 3: nessuna fiche fa la metà di 15, niente assicurazione"
	says := func() {
		t.Helper()
		if act := s.act(); !strings.HasPrefix(act, why) {
			t.Errorf("the act is %q", act)
		}
		seq := s.Table().Seq
		s.Keys("3")
		if s.said() != why+"." || s.Table().Seq != seq {
			t.Errorf("key 3 says %q", s.said())
		}
		s.Picture("unhalved")
	}
	says()
	if b := s.screen.pad().Buttons[0]; b.On || b.Box != 3 || b.Label != "Box 3: –" {
		t.Errorf("the first key is %+v", b)
	}
	s.Keys("5")
	if s.Table().Deal().Phase() != hand.Looking {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	says()
	s.Keys("n")
	if act := s.act(); strings.Contains(act, "assicurazione") {
		t.Errorf("once the dealer has looked the act is %q", act)
	}
	rules := strings.Join(s.Shell.Viewer().RulesInWords(s.Table()), "\n")
	if !strings.Contains(rules, "Se nessuna fiche fa la metà (la più piccola è da 5)") {
		t.Errorf("the rules say %s", rules)
	}
}

// A blackjack whose half no chip makes has no even money either, and without a hole card the question that
// comes next says so.
func TestUnhalvedWithoutAHoleCard(t *testing.T) {
	s := fives(t, "en", "bj-eu")
	s.Keys("315\n520\n525\n\n")
	s.Keys("a9a" + "k8")
	if act := s.act(); !strings.Contains(act, "Box 3") || !strings.Contains(act, "no chip makes half of 15") {
		t.Errorf("the act is %q, phase %v", act, s.Table().Deal().Phase())
	}
}
