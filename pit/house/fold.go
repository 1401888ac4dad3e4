package house

import (
	"time"

	"sabot/pit/record"
)

// Apply folds one entry of the house's stream; it returns false for a fact that changes nothing of the house.
func (h *House) Apply(e record.Entry) bool {
	h.Seq, h.Last = e.Seq, e.At
	known := h.fold(e)
	h.Backups().applyFirm(e) // a restore is told where the house ended before it
	return known
}

// fold applies an entry of whichever stream of a house, as Apply does.
func (h *House) fold(e record.Entry) bool {
	h.People().applySigners(e)
	switch f := e.Fact.(type) {
	case record.HouseNamed:
		h.Name, h.Currency, h.Language, h.named = f.Name, f.Currency, f.Language, e.At
		h.papers = h.papers || f.Papers
		h.People().applyName(itself, naming{at: e.At, name: f.Name})
	case record.HouseSet:
		h.applySet(f)
		h.People().applyName(itself, naming{at: e.At, name: f.Name})
	case record.ChipsSet:
		h.applyChips(f)
	case record.TableRetired:
		h.applyRetired(f.Name, true)
	case record.TableSet:
		if !record.ValidTableName(f.Name) { // files go by it; the audit names it
			break
		}
		h.applyRetired(f.Name, false)
		h.Tables = put(h.Tables, f, func(t record.TableSet) bool { return t.Name == f.Name })
	case record.PINFailed:
		h.People().applyFailed(e, f)
	case record.PINCleared:
		delete(h.failed, f.Number)
	case record.PINRules:
		f.By = ""
		h.rules = f
	case record.PINSet:
		h.People().applyPIN(e, f)
	case record.StaffLeft:
		h.People().applyLeft(f.Number, e.At)
	case record.AuthoritySet:
		h.Authorities = append(h.Authorities, f.Certificate)
	case record.AuthorityClosed:
		h.applyAuthorityClosed(f)
	case record.Certified:
		if h.Certificates == nil {
			h.Certificates = map[string]string{}
		}
		h.Certificates[f.Number] = f.Certificate
	case record.ReportPrinted:
		h.Backups().applyPrinted(e, f)
	case record.BoxCounted:
		h.Boxes().applyDrop(h.Boxes().counted(e, f))
	case record.BoxesTaken:
		h.Boxes().applyBoxes(e, f)
	case record.PapersTaken:
		h.Backups().applyPapersTaken(e, f)
	case record.BackupPlanned, record.BackedUp, record.BackupFailed:
		h.Backups().applyBackup(e)
	case record.SignedOn, record.SignedOff:
		h.People().applySignOn(e)
	case record.Started, record.Stopped, record.ProgramsApproved:
		h.applyProgram(e)
	case record.ClockDrifted:
		h.applyClock(time.UnixMilli(f.Was).UTC(), e.At)
	case record.SealedBy:
		h.SealKeys = append(h.SealKeys, f.Key)
	case record.AccessReviewed:
		h.People().applyReview(e, f)
	case record.StaffSet:
		h.People().applySince(e, f.Number)
		h.Boxes().applyMayCount(Staff(f))
		h.Backups().applyMaySign(Staff(f))
		h.People().applyName(f.Number, naming{at: e.At, name: f.Name})
		h.People().applyLeft(f.Number, time.Time{})
		h.Staff = put(h.Staff, Staff(f), func(s Staff) bool { return s.Number == f.Number })
	case record.Alerted, record.AlertSeen:
		h.Alerts().applyAlert(e)
	case record.Checkpointed:
		h.Backups().applyProof(e)
		h.Backups().applyHeaded(f)
	case record.ProofPlanned, record.KitMade:
		h.Backups().applyProof(e)
	case record.HouseTaken:
		h.applyTaken(e.At, f)
	case record.TableMoved:
		h.Moves().applyMoved(e.Seq, f)
	case record.TableInherited:
		h.Moves().applyInherited(f)
	case record.TablesHeld:
		h.Moves().applyHeld(f)
	case record.RestoredFrom, record.LossSigned:
		h.Backups().applyLoss(e)
	case record.StaffChanged:
		h.signed = h.signed || f.Says != "" && e.At.Equal(h.named)
	case record.Approved:
		h.Backups().applyPaperSigned(f)
	case record.Restored: // its heads prove what other entries say
		h.Backups().applyRestored(e)
	case record.Updated, record.Serviced, record.TakenTwice, record.OwnLost: // they are there to be read
	default:
		return false
	}
	return true
}
