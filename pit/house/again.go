package house

import (
	"errors"

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
	record.KindOf(record.OwnLost{}):          ChangeHouse,
	record.KindOf(record.AlertSeen{}):        SeeAlarm,
	record.KindOf(record.RestoredFrom{}):     ChangeHouse,
	record.KindOf(record.LossSigned{}):       SignLoss,
	record.KindOf(record.ProofPlanned{}):     KeepBackups,
	record.KindOf(record.KitMade{}):          ChangeHouse, // whoever has it can sign for the house
	record.KindOf(record.AuthorityClosed{}):  ChangeHouse,
}

// Again carries out once more the command by which a fact that one person signs came about, on the house as it stood. It returns
// what the command comes to: that fact, or the fact is not what the house would have entered. False of a kind whose command older
// Sabots had otherwise. The error is the house's refusal.
func (h *House) Again(f record.Fact) (facts []record.Fact, known bool, err error) {
	switch f := f.(type) {
	case record.KitMade:
		facts, err = h.Backups().MakeKit(h.whoWas(f.By))
	case record.AuthorityClosed:
		if f.By == "" { // it came with the house
			return nil, false, nil
		}
		facts, err = h.CloseAuthority(f.Certificate, h.whoWas(f.By))
	case record.LossSigned:
		facts, err = h.Backups().SignLoss(f.Restore, h.whoWas(f.Inspector), h.whoWas(f.Manager))
	case record.ProofPlanned:
		facts, err = h.Backups().PlanProof(f, h.whoWas(f.By))
	case record.BackupPlanned:
		facts, err = h.Backups().PlanBackups(f, h.whoWas(f.By))
	case record.ProgramsApproved:
		facts, err = h.ApprovePrograms(f.Programs, h.whoWas(f.By))
	case record.Serviced:
		facts, err = h.Service(f, h.whoWas(f.By))
	case record.HouseSet:
		if f.By == "" { // it came with the house
			return nil, false, nil
		}
		facts, err = h.SetHouse(f, h.whoWas(f.By))
	case record.ChipsSet:
		if f.By == "" || !h.papers {
			return nil, false, nil
		}
		facts, err = h.SetChips(f, h.whoWas(f.By))
	case record.TableSet:
		if f.By == "" || !h.papers {
			return nil, false, nil
		}
		if facts, err = h.SetTable(f, h.whoWas(f.By)); err != nil && h.decidesCommission(f) {
			facts, err = []record.Fact{f}, nil
		}
	case record.PINRules:
		if f.By == "" || !h.papers {
			return nil, false, nil
		}
		facts, err = h.People().SetPINRules(f, h.whoWas(f.By))
	case record.TableRetired:
		facts, err = h.RetireTable(f.Name, h.whoWas(f.By))
	case record.TakenTwice:
		facts, err = h.SignTwice(f, h.whoWas(f.By))
	case record.OwnLost:
		facts, err = h.Moves().GoOnWithout(f, h.whoWas(f.By))
	case record.TableMoved:
		facts, err = h.Moves().MoveTable(f, h.whoWas(f.By))
	case record.StaffLeft:
		facts, err = h.People().RemoveStaff(f.Number, f.Duty, h.whoWas(f.By))
	case record.AccessReviewed:
		facts, err = h.People().ReviewAccess(h.whoWas(f.By))
	case record.AlertSeen:
		if f.Verdict == record.TableAlert {
			facts, err = h.Alerts().SeenAtTable(f.Alert, h.whoWas(f.By))
		} else {
			facts, err = h.Alerts().AcknowledgeAlert(f, h.whoWas(f.By))
		}
	case record.PINCleared:
		if !f.Unlocked() {
			return nil, false, nil // a right PIN did
		}
		if facts = []record.Fact{f}; f.By == f.Number || h.People().Failed(f.Number) == 0 {
			err = errors.New("it was not shut, or they open their own")
		}
	default:
		return nil, false, nil
	}
	return facts, true, err
}

// decidesCommission reports whether settings of a table are those that it has, but for how its commission is rounded: the rest of them is
// judged by nobody then, and may be such as no house could enter any more.
func (h *House) decidesCommission(f record.TableSet) bool {
	set, there := h.TableNamed(f.Name)
	if !there || h.Retired(f.Name) {
		return false
	}
	for _, exact := range []bool{false, true} {
		if decided, err := DecideCommission(set, exact, h.whoWas(f.By)); err == nil && record.Same(decided[0], f) {
			return true
		}
	}
	return false
}

// SettingOf returns the setting of the house that a fact changes: the house, a table, chips or PINs. A later fact of the same
// setting replaces it. It is "" for any other fact.
func SettingOf(f record.Fact) string {
	switch f := f.(type) {
	case record.HouseSet:
		return "house"
	case record.TableSet:
		return "table " + f.Name
	case record.ChipsSet:
		return "chips " + f.Currency
	case record.PINRules:
		return "pins"
	}
	return ""
}

// Stand reports whether the house would still enter facts that somebody signed for an earlier state of it, and who signs them
// still may.
func (h *House) Stand(facts []record.Fact) bool {
	if taken, is := facts[0].(record.HouseTaken); is && taken.From != h.office.Size {
		return false // another program was faster
	}
	for i, f := range facts {
		switch f := f.(type) {
		case record.AuthoritySet: // another program may have closed the one that was there
			if h.authorityClosed {
				return false
			}
		case record.StaffSet: // another program may have removed who had the number, or the only other one of a role
			if h.People().Reused(Staff(f)) || h.People().CheckStaff(Staff(f)) != nil {
				return false
			}
		case record.Certified: // a key that nobody signs for here may be another one by now
			if i == 0 {
				return false
			}
		case record.RestoredFrom: // it names the heads right before it
			return false
		case record.TablesHeld: // another program may have said so
			return false
		case record.ReportPrinted: // another program may have taken the right from whom it names
			if !f.OfSigned() && h.Backups().JudgeCopy(f, h.Last) != "" {
				return false
			}
		case record.BackedUp:
			if h.Backups().JudgeBackup(f.By, f.Planned, h.Last) != "" {
				return false
			}
		case record.BackupFailed:
			if h.Backups().JudgeBackup(f.By, f.Planned, h.Last) != "" {
				return false
			}
		case record.BoxesTaken:
			if !h.Boxes().Takes(f) { // another program was faster
				return false
			}
		case record.PapersTaken:
			if !h.Backups().TakesPapers(f) { // another program was faster
				return false
			}
		case record.TableInherited:
			if h.Moves().TookOver(f.Table) { // another program was faster
				return false
			}
		}
		for _, number := range record.Signers(f) {
			if who, works := h.People().Working(number); h.SetUp() && (!works || who.MayEnter(f) != nil) {
				return false
			}
		}
		if again, known, err := h.Again(f); known && (err != nil || len(again) != 1 || !record.Same(again[0], f)) {
			return false
		}
		if alert, raised := f.(record.Alerted); raised && h.Alerts().Alert(h.Alerts().ConditionOf(alert), h.Last) == nil {
			return false // another program was faster
		}
		if count, drop := f.(record.BoxCounted); drop {
			was := int64(0)
			for _, c := range h.Boxes().Drops(count.Table, count.Shift) {
				was = c.Seq
			}
			if count.Replaces != was || count.Behind > 0 && count.Move != h.Moves().CameBy(count.Table) {
				return false
			}
		}
	}
	return true
}

// whoWas works here by that number, or may nothing.
func (h *House) whoWas(number string) Staff {
	if s, works := h.People().Working(number); works {
		return s
	}
	return Staff{Number: number}
}
