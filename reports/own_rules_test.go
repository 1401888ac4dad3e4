package reports_test

import (
	"reflect"
	"slices"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/reports"
	"sabot/reports/corrections"
)

// Whatever a paper says of a hand is said by the rules under which that hand was played: limits, rules and
// rounding that change during a shift change nothing of what lies before.
func TestHandsAreToldByTheirOwnRules(t *testing.T) {
	for _, c := range recordtest.RulesAndHands {
		t.Run(c.Game, func(t *testing.T) {
			mixed := c.Play(t, 0, len(c.Rules))
			all := reports.ShiftOf(mixed, &house.House{})
			sum := reports.HouseShiftOf(mixed, &house.House{})
			var lines []reports.HandLine
			var luck reports.Luck
			var theo float64
			for i := range c.Rules {
				alone := c.Play(t, i, i+1)
				s := reports.ShiftOf(alone, &house.House{})
				line := s.Hands[0]
				line.Number, line.At = all.Hands[i].Number, all.Hands[i].At
				lines = append(lines, line)
				luck.Expected += s.Luck.Expected
				luck.Skill += s.Luck.Skill
				luck.Decisions += s.Luck.Decisions
				theo += theoOf(reports.HouseShiftOf(alone, &house.House{}))
				if s.Hands[0].Boxes == "" || s.Luck.Expected == 0 {
					t.Fatalf("the hand alone has no cards or nothing expected: %+v", s.Hands[0])
				}
			}
			if !reflect.DeepEqual(all.Hands, lines) {
				t.Errorf("the shift lists\n %+v, each hand alone\n %+v", all.Hands, lines)
			}
			if near(all.Luck.Expected, luck.Expected) > 3 || near(all.Luck.Skill, luck.Skill) > 3 || all.Luck.Decisions != luck.Decisions {
				t.Errorf("expected %+v, of the hands alone %+v", all.Luck, luck)
			}
			if got := theoOf(sum); got < theo-1 || got > theo+1 {
				t.Errorf("theo %f, of the hands alone %f", got, theo)
			}
			if mixed.History[0].GameOr(mixed.Game) == mixed.Game || len(mixed.Deal().Results()) != map[bool]int{true: len(c.Rules)}[c.Game == "puntobanco"] {
				t.Errorf("the roads have %d hands", len(mixed.Deal().Results()))
			}
		})
	}
}

// So is what a paper says of a hand that was laid again and corrected, the corrections being entered under the last
// rules; and what is said of its entries.
func TestHandsPutRightAreToldByTheirOwnRules(t *testing.T) {
	staff := &house.House{}
	for _, c := range recordtest.RulesAndHands {
		t.Run(c.Game, func(t *testing.T) {
			mixed, entries := c.PlayAstray(t, 0, len(c.Rules))
			all := reports.ReconstructionsOf(mixed, staff).List
			said := exceptions(entries)
			if len(all) != 2*len(c.Rules) || len(said) == 0 {
				t.Fatalf("%d reconstructions, %d exceptions", len(all), len(said))
			}
			var alone []string
			for i := range c.Rules {
				one, entries := c.PlayAstray(t, i, i+1)
				list := reports.ReconstructionsOf(one, staff).List
				for n, want := range list { // laid again, then corrected
					got := all[2*i+n]
					got.Hand, got.At = want.Hand, want.At
					if !reflect.DeepEqual(got, want) {
						t.Errorf("of hand %d the paper says\n %+v, alone\n %+v", i+1, got, want)
					}
				}
				if !slices.ContainsFunc(list[1].Paid, func(l corrections.PaidLine) bool { return l.Due != 0 }) {
					t.Errorf("the correction of hand %d changes nothing: %+v", i+1, list[1])
				}
				alone = append(alone, exceptions(entries)...)
			}
			slices.Sort(said)
			slices.Sort(alone)
			if !slices.Equal(said, alone) {
				t.Errorf("the paper of exceptions says\n %q, of the hands alone\n %q", said, alone)
			}
		})
	}
}

// exceptions are what the paper of exceptions says of entries, without the numbers of hands and entries.
func exceptions(entries []record.Entry) []string {
	var said []string
	for _, e := range entries {
		if _, opened := e.Fact.(record.Opened); !opened && record.SortOf(e.Fact) == record.Exception {
			line := reports.LineOf(reports.Form, e, nil, nil, &house.House{})
			line.Fields = slices.DeleteFunc(line.Fields, func(f reports.NotedField) bool { return f.Path[0] == "hand" })
			said = append(said, line.Kind+" "+line.Said(words{}))
		}
	}
	return said
}

// A banker's win of 10 that pays 5 costs the player more than the odds say: theo and what is expected
// count with what is paid.
func TestTheoCountsWithWhatIsPaid(t *testing.T) {
	c := recordtest.RulesAndHands[0]
	table := c.Play(t, 0, 1)
	if got := reports.ShiftOf(table, &house.House{}).Luck.Expected; got < 216 || got > 219 { // 1 - (1 + 0.4586 * 0.5 - 0.4462) of 10
		t.Errorf("expected of 10 on the banker is %d, want 21.7 %%", got)
	}
	if got := theoOf(reports.HouseShiftOf(table, &house.House{})); got < 216 || got > 219 {
		t.Errorf("theo of 10 on the banker is %f, want 21.7 %%", got)
	}
}

// The form of 0.9 goes on saying what it said: cards and expected amounts by the last rules of the shift.
func TestFormSixJudgesByTheLastRules(t *testing.T) {
	c := recordtest.RulesAndHands[0]
	table := c.Play(t, 0, len(c.Rules))
	e := reports.Evidence{Form: 6}
	s := e.ShiftOf(table, &house.House{})
	if s.Hands[0].Boxes != "" || s.Hands[2].Boxes == "" {
		t.Errorf("form 6 lists %+v", s.Hands)
	}
	if !e.RulesChanged {
		t.Error("nobody says that the rules of this shift changed")
	}
}

func theoOf(s reports.HouseShift) float64 {
	sum := 0.0
	for _, stake := range s.Stakes {
		if stake.Edge != nil {
			sum += float64(stake.Amount) * float64(*stake.Edge) / 1e9
		}
	}
	return sum
}
