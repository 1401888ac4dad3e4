package session

import (
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
)

// EnterStaff enters somebody with a new key under the PIN, or changes who has that
// number: without a PIN the key stays. Refusals: those of house.House.EnterStaff.
func (h Staff) EnterStaff(s house.NewStaff, by house.Badge) error {
	s.Name = strings.TrimSpace(s.Name) // a certificate has it as the record does
	facts, err := h.State.People().EnterStaff(s, by.Staff)
	if err != nil {
		return err
	}
	if s.PIN == "" {
		return h.changeStaff(s.Staff, facts, by)
	}
	k, err := h.newKey(s.PIN)
	if err != nil {
		return err
	}
	s.Key = k.public
	if facts, err = h.State.People().EnterStaff(s, by.Staff); err != nil {
		return err
	}
	return h.setKey(by.Number, s.Staff, k, facts, by)
}

// changeStaff enters what somebody is from now on, with a certificate that says so where
// they have a key.
func (h Staff) changeStaff(s house.Staff, facts []record.Fact, by house.Badge) error {
	if key := h.State.People().KeyOf(s.Number); key != "" {
		certified, err := h.newCertificate(s, key)
		if err != nil {
			return err
		}
		facts = append(facts, certified...)
	}
	return h.Record(by.Number, facts, by)
}

// ChangePIN gives whose code it is a new PIN, and a key that nobody ever had. Who kept an old record and knows the
// PIN of then opens nothing that signs now. Refusals: those of SignOn but PINExpired and PINGiven, WeakPIN also for
// the PIN that is changed.
func (h Staff) ChangePIN(code, pin string) error {
	who, err := h.SignOn(code)
	if err != nil && !house.ChooseAnew(err) {
		return err
	}
	if _, old, _ := h.State.People().SplitCode(code); old == pin {
		return &house.Refusal{Why: house.WeakPIN, What: who.Number}
	}
	if err := h.State.People().CheckPIN(who.Number, pin); err != nil {
		return err
	}
	k, err := h.newKey(pin)
	if err != nil {
		return err
	}
	facts, err := h.State.People().ChangePIN(who, pin, k.public)
	if err != nil {
		return err
	}
	return h.setKey(who.Number, who.Staff, k, facts, who)
}

// RemoveStaff records that somebody no longer works here. Refusals: those of house.House.RemoveStaff.
func (h Staff) RemoveStaff(number string, by house.Badge) error {
	duties, err := h.onDuty(number, "")
	if err != nil {
		return err
	}
	var tables []string
	for _, d := range duties {
		tables = append(tables, d.Table)
	}
	facts, err := h.State.People().RemoveStaff(number, tables, by.Staff)
	return h.decided(by, facts, err)
}

// SetPINRules sets what PINs must be. Refusals: those of house.House.SetPINRules.
func (h Staff) SetPINRules(rules record.PINRules, by house.Badge) error {
	facts, err := h.State.People().SetPINRules(rules, by.Staff)
	return h.decided(by, facts, err)
}

// SetTable enters a table, or what it plays by from its next opening on. Refusals:
// those of house.House.SetTable.
func (h Staff) SetTable(set record.TableSet, by house.Badge) error {
	facts, err := h.State.SetTable(set, by.Staff)
	return h.decided(by, facts, err)
}

// DecideCommission enters how a table rounds commission from its next opening on. Refusals: those of
// house.DecideCommission.
func (h Staff) DecideCommission(set record.TableSet, exact bool, by house.Badge) error {
	facts, err := house.DecideCommission(set, exact, by.Staff)
	return h.decided(by, facts, err)
}
