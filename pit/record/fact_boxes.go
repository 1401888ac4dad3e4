package record

// BoxesTaken means: a table was moved here, and the back office of the machine before, or of one before that, had counted those drop
// boxes of its shifts. They count here as if they had been counted here.
type BoxesTaken struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	// Entries are the counts as they were entered, bytes as they are, each with the approvals of those who signed it.
	Entries []string `json:"entries"`
}

func (BoxesTaken) kind() string { return "boxestaken" }
