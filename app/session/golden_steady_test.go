package session_test

import (
	"bytes"
	"path/filepath"
	"regexp"

	"sabot/pit/record"
)

// steady is a fact without what is another one each time: keys, signatures, heads and the folders of a test.
func steady(f record.Fact) record.Fact {
	switch f := f.(type) {
	case record.Approved:
		return record.Approved{Seq: f.Seq, By: f.By, Before: record.Stood{Size: f.Before.Size}}
	case record.AuthoritySet:
		return record.AuthoritySet{}
	case record.AuthorityClosed:
		return record.AuthorityClosed{By: f.By}
	case record.Certified:
		return record.Certified{Number: f.Number}
	case record.Checkpointed:
		return record.Checkpointed{}
	case record.SealedBy:
		return record.SealedBy{}
	case record.Restored:
		return record.Restored{Heads: make([]string, len(f.Heads))}
	case record.PINSet:
		f.Key = ""
		return f
	case record.StaffChanged:
		f.Says = ""
		return f
	case record.ReportPrinted:
		f.Digest = ""
		return f
	case record.Opened:
		f.House = nil
		return f
	}
	return steadyMachine(f)
}

// steadyMachine is steady of what a machine enters of itself, of its backups and of other machines.
func steadyMachine(f record.Fact) record.Fact {
	switch f := f.(type) {
	case record.BackupPlanned:
		f.Folder = filepath.Base(f.Folder)
		return f
	case record.ProofPlanned:
		f.Folder = filepath.Base(f.Folder)
		return f
	case record.BackedUp:
		f.File, f.Bytes, f.SHA256 = filepath.Base(f.File), 0, ""
		return f
	case record.HouseTaken:
		f.Entries, f.Head = make([]string, len(f.Entries)), ""
		return f
	case record.BoxesTaken:
		f.Entries = make([]string, len(f.Entries))
		return f
	case record.PapersTaken:
		f.Entries = make([]string, len(f.Entries))
		return f
	case record.TableMoved:
		f.Head = ""
		return f
	case record.RestoredFrom:
		f.Heads, f.Left = make([]string, len(f.Heads)), make([]string, len(f.Left))
		return f
	}
	return f
}

// key is a key or the digest of one in the words of a report.
var key = regexp.MustCompile(`sabot\+[0-9a-f]{8}\+[0-9A-Za-z+/=]+|SHA-256 [0-9a-f]{16}`)

// steadyFigures are the figures of a report without keys and the folders of a test.
func (g *golden) steadyFigures(figures []byte) []byte {
	g.Helper()
	return key.ReplaceAll(bytes.ReplaceAll(figures, []byte(filepath.Dir(g.TempDir())), nil), nil)
}
