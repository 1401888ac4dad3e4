package audit

import (
	"encoding/hex"
	"slices"
	"strconv"

	"sabot/pit/record"
)

// nonsense returns what is impossible in a fact that a program enters by itself, "" where nothing is. Whether the rest is true
// only that program knows.
func (w *Witness) nonsense(f record.Fact) string {
	switch f := f.(type) {
	case record.PINFailed:
		if what := w.noTable(f.Table); what != "" {
			return what
		}
		return w.nobody(f.Number)
	case record.SignedOff:
		if !slices.Contains(record.SignOffWhys(), f.Why) {
			return "nobody leaves the office so"
		}
	case record.Started:
		for _, u := range f.Unended {
			if !w.programs.mayEnd(u.Began) {
				return "no program that could have died began with entry " + strconv.FormatInt(u.Began, 10)
			}
		}
		return w.noProgram(f.Table, f.Program)
	case record.Stopped:
		if f.Began > 0 && !w.programs.mayEnd(f.Began) {
			return "no program that could end began with entry " + strconv.FormatInt(f.Began, 10)
		}
		return w.noProgram(f.Table, f.Program)
	case record.Updated:
		if what := w.noProgram(f.Table, f.From); what != "" {
			return what
		}
		if f.From == f.To {
			return "it is the same program"
		}
		return w.noProgram(f.Table, f.To)
	case record.BackedUp:
		if !digest(f.SHA256) || f.File == "" {
			return "it does not say which file"
		}
		return w.nobody(f.By)
	case record.BackupFailed:
		if f.Cause != "" && !slices.Contains(record.BackupCauses(), f.Cause) {
			return "no backup fails for that"
		}
		return w.nobody(f.By)
	case record.ReportPrinted:
		if f.Report == "" {
			return "it does not say which report"
		}
		if what := w.noTable(f.Table); what != "" {
			return what
		}
		return w.nobody(f.By)
	}
	return ""
}

// answers returns who answers for a fact of the house that nobody signs: nobody for what a program enters by itself, or the person whom it
// names; false of any other fact.
func answers(f record.Fact) (number string, says bool) {
	switch f := f.(type) {
	case record.PINFailed, record.Started, record.Updated, record.Stopped, record.Alerted, record.Checkpointed,
		record.TableInherited, record.BoxesTaken, record.PapersTaken, record.TablesHeld, record.ClockDrifted, record.SealedBy:
		return "", true
	case record.SignedOff:
		return f.Number, true
	case record.BackedUp:
		return f.By, true
	case record.BackupFailed:
		return f.By, true
	case record.ReportPrinted:
		return f.By, !f.OfSigned()
	}
	return "", false
}

// nobody returns the fault of a number that is and was nobody's; "" where somebody has it.
func (w *Witness) nobody(number string) string {
	if _, known := w.house.StaffBy(number); number != "" && !known {
		return "nobody has the number " + number
	}
	return ""
}

func (w *Witness) noTable(name string) string {
	if _, there := w.house.TableNamed(name); name != "" && !there {
		return "there is no table " + name
	}
	return ""
}

func (w *Witness) noProgram(table string, p record.Program) string {
	if p.SHA256 != "" && !digest(p.SHA256) {
		return "that is no digest of a program"
	}
	return w.noTable(table)
}

// digest reports whether a text is a SHA-256 in hexadecimal.
func digest(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32
}
