package record

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
	// By is who worked here before and had this machine go by the office from here on, in the first
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

// BoxesTaken means: a table was moved here, and the back office of the machine before, or of one before that, had counted those drop
// boxes of its shifts. They count here as if they had been counted here.
type BoxesTaken struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	// Entries are the counts as they were entered, bytes as they are, each with the approvals of those who signed it.
	Entries []string `json:"entries"`
}

func (BoxesTaken) kind() string { return "boxestaken" }
func (HouseTaken) kind() string { return "housetaken" }
func (TablesHeld) kind() string { return "tablesheld" }
func (TakenTwice) kind() string { return "takentwice" }
