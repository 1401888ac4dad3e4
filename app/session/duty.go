package session

import (
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Elsewhere is where somebody is on duty at other tables of the house now.
func (t *Table) Elsewhere(number string) ([]pit.Duty, error) {
	var elsewhere []pit.Duty
	for _, set := range t.house.State.Tables {
		if set.Name == t.State.Name {
			continue
		}
		duty, open, err := pit.DutyAt(t.house.store, set.Name)
		if err != nil {
			return nil, err
		}
		if open && (duty.Croupier == number || duty.Inspector == number) {
			elsewhere = append(elsewhere, duty)
		}
	}
	return elsewhere, nil
}

// dealing is a command that has somebody deal, with what is on the record where they deal
// at another table too.
func (t *Table) dealing(who people.Staff, command Command) Command {
	return func(s *pit.Table) ([]record.Fact, error) {
		facts, err := command(s)
		if err != nil {
			return nil, err
		}
		elsewhere, err := t.Elsewhere(who.Number)
		return append(facts, pit.DealingToo(who, elsewhere)...), err
	}
}
