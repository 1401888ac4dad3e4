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
	// Lacking is how many entries of it had been countersigned, where the pit lacks the last of them since its database was put back and it goes on
	// without; else 0.
	Lacking int64  `json:"lacking,omitempty"`
	By      string `json:"by"`
}

// TableInherited means: this machine goes on with a table that was moved here; its entries up to
// Size are those that another machine entered and shipped.
type TableInherited struct {
	Table   string `json:"table"`
	Machine string `json:"machine"` // that had it
	Size    int64  `json:"size"`
	// Restores is the mark of the last slips among them, which are of Year: those that are made here have a larger one after a restore of
	// this machine. Both are 0 where they have none.
	Year     int `json:"year,omitempty"`
	Restores int `json:"restores,omitempty"`
}

func (TableMoved) kind() string     { return "tablemoved" }
func (TableInherited) kind() string { return "tableinherited" }
