package house

import (
	"time"

	"sabot/pit/record"
)

// backups is the house's knowledge of its backups: the plan, the last good one and a failure since.
type backups struct {
	plan   record.BackupPlanned
	since  time.Time // the plan was made
	good   record.BackedUp
	goodAt time.Time // zero where there is none yet
	failed record.BackupFailed
	at     time.Time // it failed; zero where none has since the last good one
}

func (h Backups) applyBackup(e record.Entry) {
	b := &h.backups
	switch f := e.Fact.(type) {
	case record.BackupPlanned:
		b.plan, b.since = f, e.At
		if f.Folder == "" { // nobody waits for one any more
			b.failed, b.at = record.BackupFailed{}, time.Time{}
		}
	case record.BackedUp:
		b.good, b.goodAt = f, e.At
		b.failed, b.at = record.BackupFailed{}, time.Time{}
	case record.BackupFailed:
		b.failed, b.at = f, e.At
	}
}

// BackupPlan returns the folder and the time of the record's backups; false where nobody has planned them.
func (h Backups) BackupPlan() (record.BackupPlanned, bool) {
	return h.backups.plan, h.backups.plan.Folder != ""
}

// LastBackup returns the last good backup and when it was made; false where there is none.
func (h Backups) LastBackup() (record.BackedUp, time.Time, bool) {
	return h.backups.good, h.backups.goodAt, !h.backups.goodAt.IsZero()
}

// BackupTrouble returns the backup that failed and when; false where there is none, or one has succeeded since.
func (h Backups) BackupTrouble() (record.BackupFailed, time.Time, bool) {
	return h.backups.failed, h.backups.at, !h.backups.at.IsZero()
}

// BackupDue reports whether the planned hour has passed without a good backup since.
func (h Backups) BackupDue(now time.Time) bool {
	plan, planned := h.BackupPlan()
	if !planned {
		return false
	}
	now = h.Wall(now)
	due := time.Date(now.Year(), now.Month(), now.Day(), plan.At/60, plan.At%60, 0, 0, now.Location())
	if due.After(now) {
		due = time.Date(now.Year(), now.Month(), now.Day()-1, plan.At/60, plan.At%60, 0, 0, now.Location())
	}
	return h.backups.since.Before(due) && h.backups.goodAt.Before(due)
}

// PlanBackups sets where and when the record is backed up. Refusals: WrongRole, BadSetting
// with "hour" as What.
func (h Backups) PlanBackups(plan record.BackupPlanned, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(plan); err != nil {
		return nil, err
	}
	if plan.At < 0 || plan.At >= 24*60 {
		return nil, &Refusal{Why: BadSetting, What: "hour"}
	}
	plan.By = by.Number
	return []record.Fact{plan}, nil
}
