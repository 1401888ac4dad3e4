package house

import (
	"errors"
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// A House is a state folded from the house's entries: its name, chips, tables and people.
type House struct {
	Seq      int64
	Last     time.Time // of the last entry
	Name     string
	Currency string
	Language string
	Chips    []games.Amount    // of its first currency, values in minor units, ascending
	Colours  []string          // of those chips, "#rrggbb"; none where nobody said which
	Tables   []record.TableSet // in the order in which they were set up
	Staff    []Staff
	SealKeys []string // those that the record's heads were signed with, the last one's last

	// Authorities are the certificates of the house's own certificate authorities, the
	// last one's last, and Certificates those of the staff by number; DER, base64.
	Authorities []string

	// Proof is the trouble of the off-site copy of the checkpoints when it was last tried.
	// No entry says it.
	Proof        ProofTrouble
	Certificates map[string]string

	// Restores are the years of the gaming days of the restores that the record shows, the oldest first.
	Restores []int

	// Pit is the trouble of shipping to the house's pit.
	Pit PitTrouble

	others      map[string]record.ChipsSet // chips of its other currencies
	set         record.HouseSet            // without a zone where there was none
	failed      map[string]failures        // wrong PINs in a row, by number
	rules       record.PINRules
	left        map[string]time.Time // when they did, by number
	retired     map[string]bool      // tables, by name
	pinSince    map[string]time.Time
	given       map[string]bool              // whose PIN somebody else gave them
	keys        map[string]string            // public keys by number
	had         map[string]string            // by public key, the number of who had it first
	printed     map[record.ReportPrinted]int // copies, by the version of the report
	editions    map[record.ReportPrinted]edition
	wrong       []MissedPIN
	backups     backups
	proof       proof
	firm        int64  // the last entry that is of more than this machine
	goneOn      int64  // where the record went on under another key behind it, as after a restore; 0 where it did not
	losses      []Loss // what restores left behind
	drops       map[ShiftID][]DropCount
	signedAt    map[record.ReportPrinted]time.Time // when people signed a report last
	shiftPapers map[ShiftID][]SignedPaper          // reports of shifts that people signed, here or where the table was before
	headed      map[string]int64                   // by table, how many entries its last checkpoint has
	papers      bool                               // who signs a report gives their PIN for the entry that says so
	papered     int64                              // the entry of the last report that people signed here
	paper       paper                              // whose signatures come next
	seen        map[string]SignOnSeen              // by number
	signers     map[string]SignOnSeen              // of whatever entry, by number
	since       map[string]time.Time               // entered, by number
	names       map[string][]naming                // by number, the oldest first
	days        []dayRule                          // the oldest first
	reviews     map[string]Review                  // of what they may do, by number
	inOffice    map[string]int                     // signed on there and not off, by number

	leftOffice map[string]time.Time // signed off there last, by number

	ahead    time.Time                 // how far the clock was
	runs     []Run                     // programs that work, or died since
	running  map[string]record.Program // that started last, by the table that they stood at
	approved []record.Program          // programs that may; none where any may
	office   Office

	authorityClosed bool                            // its key lies under a passphrase
	moved           map[string]record.TableMoved    // by table, the last
	movedFrom       map[[2]string]record.TableMoved // by table and machine from which it was moved, the last
	takenFrom       map[[2]string]record.TableMoved // by table and machine that was to play it no more, the last; it may have gone on from another one's entries
	played          map[string][]string             // by table, the machines between which it was moved
	handing         map[string][]Handing            // by table, the machines that may play it still
	movedBy         map[string]int64                // by table, the office's entry of its last move
	moves           map[string][]moveAt             // by table, in order
	mayHaveCounted  map[string]bool                 // who has, or had, the right to count drop boxes
	mayHaveSigned   map[signsWith]bool              // who has, or had, a right to sign reports
	givenKeys       map[string]bool                 // public keys of PINs that somebody else chose
	tookOver        map[string]int64                // by table, the last such entry after which this machine went on with it

	inherited map[string]record.TableInherited // by table, the last
	anothers  map[string][]Stretch             // which of its entries are another machine's
	putBack   map[string]int64                 // how many entries of streams were here when the record was put back last; nil of one that never was
	heldSince map[string]bool                  // tables that this machine has played since
	held      []string                         // tables that this machine plays, of a house that has an office
	alerts    alerts
	named     time.Time // when it got its name
	signed    bool      // somebody signed then for all that it was set up with
}

// The doors of a house: each has one part of what is known and done there. A door holds the house, and nothing else.
type (
	// People is the door to those who work in the house: their numbers, PINs, names, and who is signed on.
	People struct{ *House }
	// DropBoxes is the door to drop boxes and their counts, and to cash.
	DropBoxes struct{ *House }
	// Moves is the door to tables that were moved from one machine to another.
	Moves struct{ *House }
	// Alerts is the door to alerts and to their limits.
	Alerts struct{ *House }
	// Backups is the door to what was copied, printed and put back of the record.
	Backups struct{ *House }
)

// People returns the door to those who work in the house.
func (h *House) People() People { return People{h} }

// Boxes returns the door to drop boxes and their counts.
func (h *House) Boxes() DropBoxes { return DropBoxes{h} }

// Moves returns the door to tables that were moved.
func (h *House) Moves() Moves { return Moves{h} }

// Alerts returns the door to alerts.
func (h *House) Alerts() Alerts { return Alerts{h} }

// Backups returns the door to copies of the record.
func (h *House) Backups() Backups { return Backups{h} }

// SetUp reports whether the house can open a table.
func (h *House) SetUp() bool { return h.Name != "" && len(h.Tables) > 0 && len(h.Staff) > 0 }

// Older reports whether a Sabot of before 0.9 set the house up, with nobody's signature: such records are read no more.
func (h *House) Older() bool { return !h.signed && len(h.Staff) > 0 }

func put[T any](list []T, item T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = item
		return list
	}
	return append(list, item)
}

// SealKey returns the key that signs the record's heads now; "" before there was one.
func (h *House) SealKey() string {
	if len(h.SealKeys) == 0 {
		return ""
	}
	return h.SealKeys[len(h.SealKeys)-1]
}

// Stamp makes facts the next entries of the house's stream.
func (h *House) Stamp(at time.Time, by string, facts ...record.Fact) []record.Entry {
	now := record.StampTime(at, h.Last, facts)
	entries := make([]record.Entry, len(facts))
	for i, f := range facts {
		entries[i] = record.Entry{Table: record.HouseStream, Seq: h.Seq + int64(i) + 1, At: now.UTC().Truncate(time.Millisecond), By: by, Fact: f}
	}
	return entries
}

// TableNamed returns a table's settings; false where the house has no such table.
func (h *House) TableNamed(name string) (record.TableSet, bool) {
	for _, t := range h.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return record.TableSet{}, false
}

// StaffBy returns the person who has a number; false where nobody has.
func (h *House) StaffBy(number string) (Staff, bool) {
	for _, s := range h.Staff {
		if s.Number == number {
			return s, true
		}
	}
	return Staff{}, false
}

// Plan is a house as somebody sets it up: all at once or not at all.
type Plan struct {
	Name     string
	Currency string
	Language string
	Zone     string // by the IANA's list; "" where nobody knows
	Chips    []games.Amount
	Tables   []record.TableSet
	Staff    []NewStaff
	// By is the number of who sets the house up, who chose their own PIN and no other; ""
	// where everybody chose theirs.
	By string
	// PINs are the rules of PINs; of no length where they are as usual.
	PINs record.PINRules
	// Passphrase closes the house's authority from the beginning; "" leaves it open.
	Passphrase string
	// Exact has winnings rounded as the tables say, also where no chips pay them: a house
	// to try.
	Exact bool
}

// NewStaff is somebody to be entered, with the PIN they chose.
type NewStaff struct {
	Staff
	PIN string
	Key string // the public key that goes with the PIN, as PublicKey writes it
}

// Facts returns the entries that set the house up. Refusals: BadSetting, with the part of the plan that is wrong as What: "name",
// "currency", "chips", "number", "staff", "roles", "pin", "zone"; NameMixed and NameAlike for its people; or for its tables those of SetTable.
func (p Plan) Facts() ([]record.Fact, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	facts := []record.Fact{record.HouseNamed{Name: strings.TrimSpace(p.Name), Currency: p.Currency, Language: p.Language, Papers: true}}
	if p.Zone != "" {
		facts = append(facts, record.HouseSet{Name: strings.TrimSpace(p.Name), Currencies: []string{p.Currency}, Zone: p.Zone, Begins: UsualBegin, Language: p.Language})
	}
	if p.PINs.Least != 0 {
		facts = append(facts, p.PINs)
	}
	facts = append(facts, record.ChipsSet{Values: p.Chips})
	for _, t := range p.Tables {
		facts = append(facts, t)
	}
	for _, s := range p.Staff {
		given := p.By
		if s.Number == p.By {
			given = ""
		}
		facts = append(facts, record.StaffSet(s.Staff), record.PINSet{Number: s.Number, Key: s.Key, By: given})
	}
	return facts, nil
}

// Signer returns the number of the person who signs what a plan sets up: who does it, else its first manager.
func (p Plan) Signer() string {
	if p.By != "" {
		return p.By
	}
	for _, s := range p.Staff {
		if s.Role == record.Manager {
			return s.Number
		}
	}
	return ""
}

func (p Plan) check() error {
	bad := func(what string) error { return &Refusal{Why: BadSetting, What: what} }
	if !SoundName(p.Name) {
		return bad("name")
	}
	if p.Currency != "CHF" && p.Currency != "EUR" {
		return bad("currency")
	}
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
		return bad("zone")
	}
	if !SoundChips(p.Chips) {
		return bad("chips")
	}
	if p.Passphrase != "" {
		if err := CheckPassphrase(p.Passphrase); err != nil {
			return err
		}
	}
	if len(p.Tables) == 0 {
		return bad("tables")
	}
	none := House{Chips: p.Chips}
	for i, t := range p.Tables {
		if err := newTable(t.Name, p.Tables[:i]); err != nil {
			return err
		}
		if err := checkTable(t, p.Chips); err != nil {
			return err
		}
		if err := none.checkRounding(t); err != nil && !p.Exact {
			return err
		}
	}
	if err := p.checkStaff(); err != nil {
		return err
	}
	return p.checkWords()
}

// checkWords refuses a name with a code of whoever the plan has.
func (p Plan) checkWords() error {
	facts := []record.Fact{record.HouseNamed{Name: p.Name}}
	for _, t := range p.Tables {
		facts = append(facts, record.TableSet{Name: t.Name})
	}
	for _, s := range p.Staff {
		facts = append(facts, record.StaffSet(s.Staff))
	}
	return (&House{}).People().CheckWords(facts...)
}

// checkStaff refuses the first person of a plan who cannot be entered after those before.
func (p Plan) checkStaff() error {
	numbers, before := map[string]bool{}, House{}
	for i, s := range p.Staff {
		bad := func(what string) error { return &Refusal{Why: BadSetting, What: what, Nth: i + 1} }
		if !validNumber(s.Number) || numbers[s.Number] || before.People().hides(s.Number) {
			return bad("number")
		}
		numbers[s.Number] = true
		if !SoundName(s.Name) || !slices.Contains(record.Roles(), s.Role) {
			return bad("staff")
		}
		if err := before.People().legible(s.Staff); err != nil {
			if alike := (*Refusal)(nil); errors.As(err, &alike) {
				alike.Nth = i + 1
			}
			return err
		}
		if (&House{rules: p.PINs}).People().CheckPIN(s.Number, s.PIN) != nil {
			return bad("pin")
		}
		before.Staff = append(before.Staff, s.Staff)
	}
	for _, role := range []record.Role{record.Croupier, record.Inspector, record.Manager} {
		if !slices.ContainsFunc(p.Staff, func(s NewStaff) bool { return s.Role == role }) {
			return &Refusal{Why: BadSetting, What: "roles", Role: role}
		}
	}
	return nil
}
