package house

import (
	"time"

	"sabot/pit/record"
)

// Apply folds one entry of the house's stream; it returns false for a fact that changes nothing of the house.
func (h *House) Apply(e record.Entry) bool {
	h.Seq, h.Last = e.Seq, e.At
	known := h.fold(e)
	h.applyFirm(e) // a restore is told where the house ended before it
	return known
}

// fold applies an entry of whichever stream of a house, as Apply does.
func (h *House) fold(e record.Entry) bool {
	h.applySigners(e)
	switch f := e.Fact.(type) {
	case record.HouseNamed:
		h.Name, h.Currency, h.Language, h.named = f.Name, f.Currency, f.Language, e.At
		h.papers = h.papers || f.Papers
		h.applyName(itself, naming{at: e.At, name: f.Name})
	case record.HouseSet:
		h.applySet(f)
		h.applyName(itself, naming{at: e.At, name: f.Name})
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
		h.applyFailed(e, f)
	case record.PINCleared:
		delete(h.failed, f.Number)
	case record.PINRules:
		f.By = ""
		h.rules = f
	case record.PINSet:
		h.applyPIN(e, f)
	case record.StaffLeft:
		h.applyLeft(f.Number, e.At)
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
		h.applyPrinted(e, f)
	case record.BoxCounted:
		h.applyDrop(h.counted(e, f))
	case record.BoxesTaken:
		h.applyBoxes(e, f)
	case record.BackupPlanned, record.BackedUp, record.BackupFailed:
		h.applyBackup(e)
	case record.SignedOn, record.SignedOff:
		h.applySignOn(e)
	case record.Started, record.Stopped, record.ProgramsApproved:
		h.applyProgram(e)
	case record.ClockDrifted:
		h.applyClock(time.UnixMilli(f.Was).UTC(), e.At)
	case record.SealedBy:
		h.SealKeys = append(h.SealKeys, f.Key)
	case record.AccessReviewed:
		h.applyReview(e, f)
	case record.StaffSet:
		h.applySince(e, f.Number)
		h.applyMayCount(Staff(f))
		h.applyName(f.Number, naming{at: e.At, name: f.Name})
		h.applyLeft(f.Number, time.Time{})
		h.Staff = put(h.Staff, Staff(f), func(s Staff) bool { return s.Number == f.Number })
	case record.Alerted, record.AlertSeen:
		h.applyAlert(e)
	case record.ProofPlanned, record.Checkpointed, record.KitMade:
		h.applyProof(e)
	case record.HouseTaken:
		h.applyTaken(f)
	case record.TableMoved:
		h.applyMoved(e.Seq, f)
	case record.TableInherited:
		h.applyInherited(f)
	case record.TablesHeld:
		h.applyHeld(f)
	case record.RestoredFrom, record.LossSigned:
		h.applyLoss(e)
	case record.StaffChanged:
		h.signed = h.signed || f.Says != "" && e.At.Equal(h.named)
	case record.Approved:
		h.applyPaperSigned(f)
	case record.Restored: // its heads prove what other entries say
		h.applyRestored(e)
	case record.Updated, record.Serviced, record.TakenTwice: // they are there to be read
	default:
		return false
	}
	return true
}
