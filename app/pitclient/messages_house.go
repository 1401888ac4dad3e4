package pitclient

// HousePath is the path at which a machine asks for the entries of the house's office.
const HousePath = "/pit/house"

// TablePath is the path at which a machine asks for the entries of a table that was moved to it, as the one before
// has shipped them, behind one of them: a line each.
const TablePath = "/pit/table"

// HandedPath takes the question of a machine to which a table was moved in order: has the machine before let go of it?
const HandedPath = "/pit/handed"

// A Handed is an answer of the pit on HandedPath. Heard counts the office's entries that the machine has taken in and shipped, where it
// has let go of the table; else it is 0.
type Handed struct {
	Heard int64 `json:"heard"`
}

// FormerPath is the path at which a machine asks for the entries of the house of a "machine" that had a "table" before it, "from" one on. It answers
// as PulledPath does, with all of them: what is left out of some can be held against no head.
const FormerPath = "/pit/former"

// BoxesPath is the path at which a machine of Sabot 0.9 asks for the counts of the drop boxes of a table that was moved to it, as the machine before has shipped
// them in its stream of the house, from one of its entries on.
const BoxesPath = "/pit/boxes"

// Boxes is an answer of the pit on BoxesPath: counts, each with its approvals, as they were
// entered. Next is the position of the next ones; 0 where there are none.
type Boxes struct {
	Entries []string `json:"entries,omitempty"`
	Next    int64    `json:"next,omitempty"`
}

// A Key is the sealed key of somebody who works in the house.
type Key struct {
	Number string `json:"number"`
	Sealed string `json:"sealed"`
}

// A Lacks is a gap of the house's office at the pit, by the office's own word.
type Lacks struct {
	Own     int64 `json:"own"`               // how many entries the office has
	Refused bool  `json:"refused,omitempty"` // the pit refuses what it ships of its house
}

// A HouseAt is the part of the office's entries behind a position that the pit has, for a machine of the house.
type HouseAt struct {
	Machine string   `json:"machine"`         // the office's; "" where the house has none
	Voucher string   `json:"voucher"`         // of the house's authority for its key
	Size    int64    `json:"size"`            // up to which the office has signed a head
	Note    string   `json:"note"`            // that head, countersigned
	Heard   int64    `json:"heard"`           // when the office last said that it has no more, milliseconds of UTC by the pit's clock; 0 for never
	Lacks   *Lacks   `json:"lacks,omitempty"` // nil where the pit has all that the office says it has
	Clock   int64    `json:"clock"`           // the pit's, now
	Entries []string `json:"entries,omitempty"`
	Keys    []Key    `json:"keys,omitempty"` // where there are entries, or it is asked for them
	Tables  []string `json:"tables"`         // that are played on the machine that asks
}
