package record

// BackupPlanned means: from now on the record is backed up once a day, into that folder at
// that hour; with no folder, no more.
type BackupPlanned struct {
	Folder string `json:"folder,omitempty"` // of the machine, in full
	At     int    `json:"at"`               // minutes after midnight, by the house's clock
	By     string `json:"by"`
}

// BackedUp means: the whole record was written into a file that was then read, and held.
type BackedUp struct {
	File    string `json:"file"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`  // of the file, hexadecimal
	Entries int64  `json:"entries"` // in it
	Planned bool   `json:"planned,omitempty"`
	By      string `json:"by,omitempty"` // "" for a program
}

// BackupFailed means: no good backup came of it. Of planned ones that fail one after the
// other the first is entered.
type BackupFailed struct {
	File    string `json:"file"`
	Why     string `json:"why"`
	Planned bool   `json:"planned,omitempty"`
	By      string `json:"by,omitempty"`
	// Cause is Why in a word that is known everywhere; "" for another one.
	Cause BackupCause `json:"cause,omitempty"`
}

// A BackupCause is the reason for which there is no good backup.
type BackupCause string

// The causes that have words.
const (
	DiskFull     BackupCause = "full"
	FolderGone   BackupCause = "gone"
	FolderClosed BackupCause = "closed" // nothing may be written there
	CopyFaulty   BackupCause = "faulty" // it was written and does not hold
	OwnFolder    BackupCause = "own"    // the record itself lies there
)

// BackupCauses returns all causes.
func BackupCauses() []BackupCause {
	return []BackupCause{DiskFull, FolderGone, FolderClosed, CopyFaulty, OwnFolder}
}

func (BackupPlanned) kind() string { return "backupplanned" }
func (BackedUp) kind() string      { return "backedup" }
func (BackupFailed) kind() string  { return "backupfailed" }
