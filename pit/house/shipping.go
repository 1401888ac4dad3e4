package house

import "time"

// A PitWhy is a fault in shipping to the house's pit, or of the clock where no pit compares it.
type PitWhy string

// What can be wrong.
const (
	PitAway        PitWhy = "away"        // it has not been reached since
	PitClock       PitWhy = "clock"       // its clock and this machine's are apart
	PitVersion     PitWhy = "version"     // it speaks otherwise
	PitCertificate PitWhy = "certificate" // its certificate or this machine's does not hold
	PitEnrolled    PitWhy = "enrolled"    // it knows this machine no more
	PitTable       PitWhy = "table"       // the table is another machine's there
	PitKey         PitWhy = "key"         // the record is sealed with another key than before
	PitBehind      PitWhy = "behind"      // it has more than this record
	PitForked      PitWhy = "forked"      // it has another past of it
	PitCloned      PitWhy = "cloned"      // another program ships as this machine
	PitOvertaken   PitWhy = "overtaken"   // another machine went on with the table
	PitHouse       PitWhy = "house"       // what it has of the house's office is not taken in
	PitOffice      PitWhy = "office"      // it does not have all that the house's office entered
	PitRestored    PitWhy = "restored"    // it was put back from a backup, and waits for the house's office
	PitHeir        PitWhy = "heir"        // tables were moved here, and cannot be taken over
	PitOther       PitWhy = "other"       // it says itself

	ClockBack   PitWhy = "clock_back"   // it was set back while the program ran
	ClockAhead  PitWhy = "clock_ahead"  // it jumped ahead meanwhile
	ClockBehind PitWhy = "clock_behind" // it shows less than the record already had when it was opened
)

// OwnClock reports whether the fault is of the clock of a machine that no pit compares its own with.
func (w PitWhy) OwnClock() bool { return w == ClockBack || w == ClockAhead || w == ClockBehind }

// A PitTrouble is a fault of shipping, with its details; the zero one is none, as in a house of one machine. It is in no entry,
// and no table stops for it.
type PitTrouble struct {
	Why      PitWhy
	Since    time.Time     // of PitAway; of ClockBehind what the record had
	Apart    time.Duration // of a clock: by how much this machine's is ahead
	Stream   string        // of which it takes nothing, "" for all; of PitHeir the tables, of PitOffice and PitRestored the machine
	Pit, Own int64         // sizes of PitBehind, PitForked and PitOvertaken
	House    time.Time     // as of when people, tables and rules are; zero where they are this machine's
	Says     string        // the pit's own words, in English
}
