package session

import (
	"cmp"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// Elsewhere returns where somebody is on duty at other tables of this machine now.
func (t *Table) Elsewhere(number string) ([]shifts.Duty, error) {
	if err := t.house.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	return t.house.onDuty(number, t.State.Name)
}

// OnDuty returns the tables of this machine at which a person is on duty now.
func (h Staff) OnDuty(number string) ([]shifts.Duty, error) { return h.onDuty(number, "") }

// onDuty returns what OnDuty does, without one table.
func (h *House) onDuty(number, but string) (list []shifts.Duty, err error) {
	for _, set := range h.State.Tables {
		if set.Name == but || !h.State.Has(set.Name) {
			continue
		}
		duty, open, err := shifts.DutyAt(h.store, set.Name)
		if h.Derived().AnothersFault(set.Name, err) { // nobody can play there
			continue
		}
		if err != nil {
			return nil, err
		}
		if open && (duty.Croupier == number || duty.Inspector == number) {
			list = append(list, duty)
		}
	}
	return list, nil
}

// KeysWith returns the keys and badges, of the tables of this machine, that somebody has by the record, each with its table.
func (h Staff) KeysWith(number string) (items []string, err error) {
	for _, set := range h.State.Tables {
		if !h.State.Has(set.Name) {
			continue
		}
		t, _, err := pit.Ready(h.store, set.Name)
		if h.Derived().AnothersFault(set.Name, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, k := range t.KeysOut() {
			if k.With == number {
				items = append(items, k.Item+" ("+set.Name+")")
			}
		}
	}
	return items, nil
}

// stillOnDuty refuses what begins between two hands where one of those on duty works here no more: WorksNoMore. Else it returns
// why the command was refused. A hand that lacks bets is refused for who has left: no bet could be placed.
func (t *Table) stillOnDuty(facts []record.Fact, refused error) error {
	lacksBets := house.RefusedFor(refused, house.NoBetStands) && t.State.Open && t.State.Current.Empty()
	if !lacksBets && (refused != nil || !t.State.Begins(facts)) {
		return refused
	}
	if err := t.house.Takeover().CatchUp(); err != nil {
		return err
	}
	return cmp.Or(t.State.OnDutyStill(&t.house.State), refused)
}

// CroupierStill refuses where the croupier on duty works here no more: no code of theirs is taken. Refusal: WorksNoMore.
func (t *Table) CroupierStill() error {
	if err := t.house.Takeover().CatchUp(); err != nil {
		return err
	}
	return t.State.CroupierStill(&t.house.State)
}

// dealing returns command with one addition: where who deals at another table too, that is on the record with
// its facts.
func (t *Table) dealing(who house.Staff, command Command) Command {
	return func(s *pit.Table) ([]record.Fact, error) {
		facts, err := command(s)
		if err != nil {
			return nil, err
		}
		elsewhere, err := t.Elsewhere(who.Number)
		return append(facts, shifts.DealingToo(who, elsewhere)...), err
	}
}
