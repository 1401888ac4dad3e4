package view

import (
	"slices"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
)

// pitRefuses is the key of the mark for a record that the pit does not take.
const pitRefuses = "mark_pit_refused"

// pitMark returns the key of the mark for a fault of the shipping; "" where there is none.
func (v FloorViewer) pitMark() string {
	if v.House == nil {
		return ""
	}
	switch v.House.Pit.Why {
	case "":
		return ""
	case house.PitOffice, house.PitRestored: // for a table it is the same
		return "mark_pit_" + string(house.PitHouse)
	case house.PitAway, house.PitClock, house.PitCertificate, house.PitOvertaken, house.PitHouse, house.PitHeir, house.ClockBack, house.ClockAhead, house.ClockBehind:
		return "mark_pit_" + string(v.House.Pit.Why)
	}
	return pitRefuses
}

// PitMark returns that mark in words; "" where nothing is wrong.
func (v Viewer) PitMark() string {
	mark := v.Floor().pitMark()
	if mark == "" {
		return ""
	}
	p := v.House.Pit
	return v.Text.T(mark, text.Args{"Table": p.Stream, "N": p.Own - p.Pit})
}

// Pit returns the fault of the shipping to the house's pit, or of the clock, in one sentence; "" where there is
// none.
func (v Viewer) Pit() string {
	p := v.House.Pit
	if p.Why == "" {
		return ""
	}
	should := v.now().Add(-p.Apart)
	if p.Why == house.ClockBehind {
		should = p.Since
	}
	says := v.Text.T("office_pit_"+string(p.Why), text.Args{
		"At": v.Floor().When(p.Since), "Length": v.Text.Length(p.Apart.Abs()), "Stream": p.Stream, "Pit": p.Pit, "Own": p.Own, "Says": p.Says,
		"When": v.House.Wall(should).Format("02.01.2006 15:04"),
	})
	if p.House.IsZero() {
		return says
	}
	return says + ". " + v.Text.T("office_house_as_of", text.Args{"At": v.House.Wall(p.House).Format("02.01.2006 15:04")})
}

// lossOpen reports whether nobody has signed yet for what a restore has lost.
func (v Viewer) lossOpen() bool {
	return v.House != nil && slices.ContainsFunc(v.House.Backups().Losses(), house.Loss.Open)
}

// backupFailed reports whether a backup failed and none has succeeded since.
func (v Viewer) backupFailed() bool {
	if v.House == nil {
		return false
	}
	_, _, failed := v.House.Backups().BackupTrouble()
	return failed
}

// proofMark returns the mark of an off-site copy of checkpoints that is missing or differs; "" where all is
// well.
func (v Viewer) proofMark() string {
	if v.House == nil || v.House.Proof == "" {
		return ""
	}
	return "mark_proof_" + string(v.House.Proof)
}

// shortHash is how much of a program's hash people compare with their eyes.
const shortHash = 16

// ProgramLine returns a program in one line: its version and the beginning of its hash.
func ProgramLine(p record.Program) string {
	line := "Sabot " + p.Version
	if len(p.SHA256) >= shortHash {
		line += " · SHA-256 " + p.SHA256[:shortHash]
	}
	return line
}
