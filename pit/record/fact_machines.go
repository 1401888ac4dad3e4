package record

// TableMoved means: a table of the house is played on another machine from here on, which goes on
// behind the entries that the pit had of the one before.
type TableMoved struct {
	Table string `json:"table"`
	From  string `json:"from"` // the machine that had it, by its name in the pit
	To    string `json:"to"`
	// Head is the signed head of its entries as the pit has them, countersigned; "" where there
	// are none.
	Head string `json:"head,omitempty"`
	// Over says that the machine before has not handed it over: it is broken, or cut off, and may
	// hold more.
	Over bool `json:"over,omitempty"`
	// Between is the machine to which it was moved before, which has shipped nothing of it: the table goes on from the one before that. Else "".
	Between string `json:"between,omitempty"`
	// Lacking is the number of its entries that had been countersigned, where the pit lacks the last of them since its database was put back and it goes on
	// without; else 0.
	Lacking int64  `json:"lacking,omitempty"`
	By      string `json:"by"`
}

// A TableInherited is the entry by which this machine goes on with a table that was moved here. Another machine entered and
// shipped the entries of the table up to Size.
type TableInherited struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	Size    int64  `json:"size"`
	// Restores is the mark of the last slips among them, which are of Year: those that are made here have a larger one after a restore of
	// this machine. Both are 0 where they have none.
	Year     int `json:"year,omitempty"`
	Restores int `json:"restores,omitempty"`
}

// HouseTaken means: this machine took in what the house's office has entered in its own stream
// of the house behind entry From, bytes as they are: people, tables and rules go by that from
// here on. With From 0 those that the machine had by itself are the house's no more.
type HouseTaken struct {
	Machine string   `json:"machine"` // the office's
	From    int64    `json:"from,omitempty"`
	Entries []string `json:"entries"`
	// Head is the signed head of the office's stream with the last of them, countersigned by
	// the pit; "" where more of them follow in the next entry.
	Head string `json:"head,omitempty"`
	// By is the person who worked here before and had this machine go by the office from here on, in the first
	// of them; "" where nobody worked here yet.
	By string `json:"by,omitempty"`
}

// TablesHeld means: as the pit has it, this machine plays those tables of the house from here
// on, and no others.
type TablesHeld struct {
	Machine string   `json:"machine"` // its name in the pit
	Tables  []string `json:"tables"`
}

// TakenTwice means: a manager at the office answers for those entries of a machine's stream of the house. Sabot 0.9
// took in with them, once more, what the office had entered before; nothing in them is new.
type TakenTwice struct {
	Machine string  `json:"machine"`
	Entries []int64 `json:"twice"` // their numbers at that machine
	By      string  `json:"by"`
}

// OwnLost means: a manager at the office has the house's pit go on without the last entries of a machine's own stream of the house. They had been
// countersigned, and are lost for good.
type OwnLost struct {
	Machine string `json:"machine"`
	// Lacking is the number of its entries that had been countersigned. What is gone of more than these nobody has signed for.
	Lacking int64  `json:"lacking"`
	By      string `json:"by"`
}

// BoxesTaken means: a table was moved here, and the back office of the machine before, or of one before that, had counted those drop
// boxes of its shifts. They count here as if they had been counted here.
type BoxesTaken struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	// Entries are the counts as they were entered, bytes as they are, each with the approvals of those who signed it.
	Entries []string `json:"entries"`
}

// PapersTaken means: a table was moved here, and people had signed those reports of its shifts at the machine before, or at one before that.
// No hand of such a shift is corrected here.
type PapersTaken struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	// Entries are those of the signed reports as they were entered, bytes as they are, each with the approvals of those who signed it.
	Entries []string `json:"entries"`
}

func (BoxesTaken) kind() string     { return "boxestaken" }
func (PapersTaken) kind() string    { return "paperstaken" }
func (HouseTaken) kind() string     { return "housetaken" }
func (TablesHeld) kind() string     { return "tablesheld" }
func (TakenTwice) kind() string     { return "takentwice" }
func (OwnLost) kind() string        { return "ownlost" }
func (TableMoved) kind() string     { return "tablemoved" }
func (TableInherited) kind() string { return "tableinherited" }
