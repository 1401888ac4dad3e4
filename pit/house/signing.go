package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// RightTo returns the right that each signer of a fact of the house needs. It returns false for a fact that nobody signs, or that
// everybody may: their own PIN.
func RightTo(f record.Fact) (Right, bool) {
	switch f := f.(type) {
	case record.StaffChanged:
		return ChangeStaff, f.Number != f.By
	case record.HouseTaken:
		return ChangeHouse, f.By != ""
	case record.SignedOn:
		if f.Table != "" || f.For != "" {
			return Right(f.For), true
		}
		return ReadReports, true
	}
	right, signed := takes[record.KindOf(f)]
	return right, signed
}

// MayEnter refuses somebody who has not the right that a fact of the house takes. Refusal: WrongRole.
func (s Staff) MayEnter(f record.Fact) error {
	if right, takes := RightTo(f); takes {
		return s.Check(right)
	}
	return nil
}

// SignsDealt returns the right with which the croupier's place under a report is signed, of a shift from a moment on in which
// those numbers dealt. One of them signs there, whatever they are in the house by now. SignInPlace is for when none of them works
// here any more.
func (h *House) SignsDealt(dealt []string, from time.Time) Right {
	if slices.ContainsFunc(dealt, func(n string) bool { _, works := h.People().Working(n); return works && h.People().SameSince(n, from) }) {
		return SignDealt
	}
	return SignInPlace
}
