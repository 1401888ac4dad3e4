package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// takes has for each kind of fact of the house that somebody signs the right that it takes:
// commands ask it before they enter one, the audit of each one that it reads. What changes
// people and who signs on is for RightTo to say.
var takes = map[string]Right{
	record.KindOf(record.HouseSet{}):         ChangeHouse,
	record.KindOf(record.ChipsSet{}):         ChangeHouse,
	record.KindOf(record.TableSet{}):         ChangeTables,
	record.KindOf(record.TableRetired{}):     ChangeTables,
	record.KindOf(record.TableMoved{}):       ChangeTables,
	record.KindOf(record.StaffLeft{}):        ChangeStaff,
	record.KindOf(record.PINRules{}):         ChangeStaff,
	record.KindOf(record.PINCleared{}):       UnlockPINs,
	record.KindOf(record.AccessReviewed{}):   ReviewRights,
	record.KindOf(record.BoxCounted{}):       CountDropRight,
	record.KindOf(record.BackupPlanned{}):    KeepBackups,
	record.KindOf(record.ProgramsApproved{}): ChangeHouse,
	record.KindOf(record.Serviced{}):         LogService,
	record.KindOf(record.TakenTwice{}):       ChangeHouse,
	record.KindOf(record.AlertSeen{}):        SeeAlarm,
	record.KindOf(record.RestoredFrom{}):     ChangeHouse,
	record.KindOf(record.LossSigned{}):       SignLoss,
	record.KindOf(record.ProofPlanned{}):     KeepBackups,
	record.KindOf(record.KitMade{}):          ChangeHouse, // whoever has it can sign for the house
	record.KindOf(record.AuthorityClosed{}):  ChangeHouse,
}

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

// SignsDealt returns the right with which the croupier's place under a report is signed of a shift from a moment on in which those
// numbers dealt: one of them signs there, whatever they are in the house by now, and SignInPlace is for when none of them
// works here any more.
func (h *House) SignsDealt(dealt []string, from time.Time) Right {
	if slices.ContainsFunc(dealt, func(n string) bool { _, works := h.People().Working(n); return works && h.People().SameSince(n, from) }) {
		return SignDealt
	}
	return SignInPlace
}
