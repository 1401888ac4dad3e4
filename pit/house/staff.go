package house

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/pit/record"
)

// PINRules of a house that never set any: PINs in use go on, new ones are of the usual
// length, and none ends.
var firstRules = record.PINRules{Least: UsualPIN}

// Rules returns the rules of PINs.
func (h *House) Rules() record.PINRules {
	if h.rules == (record.PINRules{}) {
		return firstRules
	}
	return h.rules
}

// SetPINRules sets what PINs must be from now on; Days counts for those in use too.
// Refusals: WrongRole, BadSetting.
func (h People) SetPINRules(rules record.PINRules, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(rules); err != nil {
		return nil, err
	}
	switch {
	case rules.Least < MinPIN || rules.Least > MaxPIN || rules.Days < 0 || rules.Days > 3650:
		return nil, &Refusal{Why: BadSetting, What: "pinrules"}
	}
	rules.By = by.Number
	return []record.Fact{rules}, nil
}

// Saying binds the facts that follow to the signature of a StaffChanged that comes first: who enters or changes somebody signs for
// all of them.
func Saying(facts []record.Fact) []record.Fact {
	if f, first := facts[0].(record.StaffChanged); first {
		f.Says = record.SaysOf(facts[1:])
		facts = append([]record.Fact{f}, facts[1:]...)
	}
	return facts
}

// CheckPIN refuses a PIN that who has that number may not choose. Refusals: WeakPIN for one that is too short, all one digit, a
// row of digits or the number over again, PINHasNumber for one that begins with the number: who types the whole code out of habit
// would have to type the number twice from then on.
func (h People) CheckPIN(number, pin string) error {
	if !validPIN(pin) || len(pin) < h.Rules().Least || row(pin) || strings.Trim(strings.ReplaceAll(pin, number, ""), "0") == "" && number != "" {
		return &Refusal{Why: WeakPIN, What: number}
	}
	if number != "" && strings.HasPrefix(pin, number) {
		return &Refusal{Why: PINHasNumber, What: number}
	}
	return nil
}

// row reports whether each digit follows the one before by the same step of -1, 0 or 1.
func row(pin string) bool {
	step := int(pin[1]) - int(pin[0])
	for i := 1; i < len(pin); i++ {
		if int(pin[i])-int(pin[i-1]) != step {
			return false
		}
	}
	return step >= -1 && step <= 1
}

// PINDue returns the time from which somebody must choose a new PIN; the zero time where they never must.
func (h People) PINDue(number string) time.Time {
	since, known := h.pinSince[number]
	if !known || h.Rules().Days == 0 {
		return time.Time{}
	}
	return since.Add(time.Duration(h.Rules().Days) * 24 * time.Hour)
}

// Expired reports whether somebody must choose a new PIN.
func (h People) Expired(number string, now time.Time) bool {
	due := h.PINDue(number)
	return !due.IsZero() && !now.Before(due)
}

// EnterStaff enters somebody new, or changes name, role, language and PIN of who has that
// number; without a PIN they keep theirs. Refusals: WrongRole, BadSetting with "number" or
// "staff" as What, WeakPIN, LastOfRole where nobody would be left of a role that the house
// cannot do without, NothingChanges, NumberOfAnother for the number of who has left: they come back under their own name;
// NameMixed, NameAlike, LooksLikeCode for a new name.
func (h People) EnterStaff(s NewStaff, by Staff) ([]record.Fact, error) {
	if err := by.Check(ChangeStaff); err != nil { // their own too
		return nil, err
	}
	s.Name = strings.TrimSpace(s.Name)
	if err := h.CheckStaff(s.Staff); err != nil {
		return nil, err
	}
	old, known := h.StaffBy(s.Number)
	if h.Reused(s.Staff) {
		return nil, &Refusal{Why: NumberOfAnother, What: old.Name}
	}
	if err := h.legible(s.Staff); err != nil && !(known && s.Name == old.Name) {
		return nil, err
	}
	if err := h.CheckWords(record.StaffSet(s.Staff)); err != nil {
		return nil, err
	}
	known = known && !h.Left(s.Number)
	keeps := known && s.PIN == ""
	if err := h.CheckPIN(s.Number, s.PIN); err != nil && !keeps {
		return nil, err
	}
	switch {
	case keeps && old == s.Staff:
		return nil, Refuse(NothingChanges)
	case keeps:
		return []record.Fact{record.StaffChanged{Number: s.Number, By: by.Number}, record.StaffSet(s.Staff)}, nil
	}
	given := by.Number
	if by.Number == s.Number {
		given = "" // their own
	}
	return []record.Fact{record.StaffChanged{Number: s.Number, By: by.Number}, record.StaffSet(s.Staff), record.PINSet{Number: s.Number, Key: s.Key, By: given}}, nil
}

// CheckStaff reports why nobody can be entered so. Refusals: BadSetting with "number" or "staff" as What, LastOfRole.
func (h People) CheckStaff(s Staff) error {
	old, known := h.StaffBy(s.Number)
	switch {
	case !validNumber(s.Number) || h.hides(s.Number):
		return &Refusal{Why: BadSetting, What: "number"}
	case s.Name != strings.TrimSpace(s.Name) || !SoundName(s.Name) && !(known && s.Name == old.Name) || !slices.Contains(record.Roles(), s.Role): // Sabot 0.9 took names of any length
		return &Refusal{Why: BadSetting, What: "staff"}
	case known && !h.Left(s.Number) && old.Role != s.Role && h.lastOf(old):
		return &Refusal{Why: LastOfRole, What: old.Name}
	}
	return nil
}

// RemoveStaff records that somebody works here no more, and at which tables they were on duty. Refusals: WrongRole, SamePerson,
// BadSetting for a number that nobody has and for a table that is none of the house's, LastOfRole.
func (h People) RemoveStaff(number string, duty []string, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(record.StaffLeft{}); err != nil {
		return nil, err
	}
	who, ok := h.StaffBy(number)
	switch {
	case number == by.Number:
		return nil, Refuse(SamePerson)
	case !ok || h.Left(number):
		return nil, &Refusal{Why: BadSetting, What: "number"}
	case h.lastOf(who):
		return nil, &Refusal{Why: LastOfRole, What: who.Name}
	}
	for i, table := range duty {
		if _, there := h.TableNamed(table); !there || slices.Contains(duty[:i], table) {
			return nil, &Refusal{Why: BadSetting, What: "table"}
		}
	}
	return []record.Fact{record.StaffLeft{Number: number, By: by.Number, Duty: duty}}, nil
}

// Left reports whether who had a number works here no more.
func (h People) Left(number string) bool { return !h.left[number].IsZero() }

// lastOf reports whether nobody else of a person's role works here. A house may have no back office, so that role is never the
// last.
func (h People) lastOf(who Staff) bool {
	return who.Role != record.BackOffice && !slices.ContainsFunc(h.Staff, func(s Staff) bool {
		return s.Role == who.Role && s.Number != who.Number && !h.Left(s.Number)
	})
}

// ChangePIN records a new PIN that somebody chose, with the key that goes with it. They sign with the one that they had: one whose
// PIN somebody else gave signs this and nothing else. Refusals: as CheckPIN.
func (h People) ChangePIN(who Badge, pin, public string) ([]record.Fact, error) {
	if err := h.CheckPIN(who.Number, pin); err != nil {
		return nil, err
	}
	return []record.Fact{record.StaffChanged{Number: who.Number, By: who.Number}, record.PINSet{Number: who.Number, Key: public}}, nil
}

// MoveKey puts another key in the place of the one that somebody's PIN opened.
func (h People) MoveKey(who Staff, public string) []record.Fact {
	return []record.Fact{record.StaffChanged{Number: who.Number, By: who.Number}, record.PINSet{Number: who.Number, Key: public, Same: true}}
}

// Given reports whether the PIN of a number was given by somebody else and not changed since.
func (h People) Given(number string) bool { return h.given[number] }

// hides reports whether a number could not be told from another one where number and PIN are typed in one go. So it is where one
// of them begins with the other. The numbers of who has left count.
func (h People) hides(number string) bool {
	return slices.ContainsFunc(h.Staff, func(s Staff) bool {
		return s.Number != number && (strings.HasPrefix(s.Number, number) || strings.HasPrefix(number, s.Number))
	})
}

// CheckKey reports why a public key cannot be that of a new PIN: PublicKey writes none so, or somebody of this house had it before.
func (h People) CheckKey(public string) error {
	if !writtenKey(public) {
		return errors.New("it is none that a new PIN has")
	}
	if number, had := h.had[public]; had {
		return fmt.Errorf("it was that of %s before, and each new PIN has a new one", number)
	}
	return nil
}

// applyPIN notes since when a PIN is in use, and who chose it. A key that somebody had before is nobody's again: whose PIN opens it
// would not notice that somebody else had signed with another one meanwhile. The audit names such an entry.
func (h People) applyPIN(e record.Entry, f record.PINSet) {
	if _, had := h.had[f.Key]; had {
		return
	}
	if h.had == nil {
		h.had = map[string]string{}
	}
	if f.Key != "" {
		h.had[f.Key] = f.Number
	}
	if h.pinSince == nil {
		h.pinSince = map[string]time.Time{}
	}
	if !f.Same {
		h.pinSince[f.Number] = e.At
	}
	if h.given == nil {
		h.given = map[string]bool{}
	}
	if h.given[f.Number] = f.By != ""; f.By != "" {
		if h.givenKeys == nil {
			h.givenKeys = map[string]bool{}
		}
		h.givenKeys[f.Key] = true
	}
	if h.keys == nil {
		h.keys = map[string]string{}
	}
	h.keys[f.Number] = f.Key
}

func (h People) applyLeft(number string, at time.Time) {
	if h.left == nil {
		h.left = map[string]time.Time{}
	}
	if h.left[number] = at; !at.IsZero() {
		h.applyName(number, naming{at, h.NameOf(number), true})
	}
}
