package pit

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// House is what the house's entries say: its name, chips, tables and people.
type House struct {
	Seq      int64
	Last     time.Time // of the last entry
	Name     string
	Currency string
	Language string
	Chips    []games.Amount // values in minor units, ascending
	Tables   []TableSet     // in the order in which they were set up
	Staff    []Staff
	SealKeys []string // those that the record's heads were signed with, the last one's last

	// Authorities are the certificates of the house's own certificate authorities, the
	// last one's last, and Certificates those of the staff by number; DER, base64.
	Authorities  []string
	Certificates map[string]string

	set      HouseSet            // without a zone where there was none
	failed   map[string]failures // wrong PINs in a row, by number
	rules    PINRules
	left     map[string]bool
	pinSince map[string]time.Time
	keys     map[string]string     // public keys by number
	printed  map[ReportPrinted]int // copies, by the version of the report
	editions map[ReportPrinted]edition
	wrong    []MissedPIN
}

// SetUp says whether the house can open a table.
func (h *House) SetUp() bool { return h.Name != "" && len(h.Tables) > 0 && len(h.Staff) > 0 }

// Apply folds one entry of the house's stream.
func (h *House) Apply(e Entry) {
	h.Seq, h.Last = e.Seq, e.At
	h.apply(e)
}

// apply folds what an entry says of the house; false for a fact that says nothing of it.
func (h *House) apply(e Entry) bool {
	switch f := e.Fact.(type) {
	case HouseNamed:
		h.Name, h.Currency, h.Language = f.Name, f.Currency, f.Language
	case HouseSet:
		h.applySet(f)
	case ChipsSet:
		h.Chips = f.Values
	case TableSet:
		h.Tables = put(h.Tables, f, func(t TableSet) bool { return t.Name == f.Name })
	case PINFailed:
		h.applyFailed(e, f)
	case PINCleared:
		delete(h.failed, f.Number)
	case PINRules:
		h.rules = f
	case PINSet:
		h.applyPIN(e, f)
	case StaffLeft:
		h.applyLeft(f.Number, true)
	case AuthoritySet:
		h.Authorities = append(h.Authorities, f.Certificate)
	case Certified:
		if h.Certificates == nil {
			h.Certificates = map[string]string{}
		}
		h.Certificates[f.Number] = f.Certificate
	case ReportPrinted:
		h.applyPrinted(e, f)
	case SealedBy:
		h.SealKeys = append(h.SealKeys, f.Key)
	case StaffSet:
		h.applyLeft(f.Number, false)
		h.Staff = put(h.Staff, Staff(f), func(s Staff) bool { return s.Number == f.Number })
	case StaffChanged, Approved, Checkpointed: // they prove what other entries say
	default:
		return false
	}
	return true
}

func put[T any](list []T, item T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = item
		return list
	}
	return append(list, item)
}

// SealKey is the key that signs the record's heads now; "" before there was one.
func (h *House) SealKey() string {
	if len(h.SealKeys) == 0 {
		return ""
	}
	return h.SealKeys[len(h.SealKeys)-1]
}

// Authority is the certificate of the authority that certifies now; "" before there was
// one.
func (h *House) Authority() string {
	if len(h.Authorities) == 0 {
		return ""
	}
	return h.Authorities[len(h.Authorities)-1]
}

// Stamp makes facts the next entries of the house's stream.
func (h *House) Stamp(now time.Time, by string, facts ...Fact) []Entry {
	now = later(now, h.Last)
	entries := make([]Entry, len(facts))
	for i, f := range facts {
		entries[i] = Entry{Table: HouseStream, Seq: h.Seq + int64(i) + 1, At: now.UTC().Truncate(time.Millisecond), By: by, Fact: f}
	}
	return entries
}

// TableNamed is a table's settings; false where the house has no such table.
func (h *House) TableNamed(name string) (TableSet, bool) {
	for _, t := range h.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return TableSet{}, false
}

// StaffBy is who has a number.
func (h *House) StaffBy(number string) (Staff, bool) {
	for _, s := range h.Staff {
		if s.Number == number {
			return s, true
		}
	}
	return Staff{}, false
}

// NameOf is the name of who has a number, the number itself where nobody has.
func (h *House) NameOf(number string) string {
	if s, ok := h.StaffBy(number); ok {
		return s.Name
	}
	return number
}

// NumberLength is how many digits a staff number has; 0 before there are any.
func (h *House) NumberLength() int {
	if len(h.Staff) == 0 {
		return 0
	}
	return len(h.Staff[0].Number)
}

// Plan is a house as somebody sets it up: all at once or not at all.
type Plan struct {
	Name     string
	Currency string
	Language string
	Zone     string // by the IANA's list; "" where nobody knows
	Chips    []games.Amount
	Tables   []TableSet
	Staff    []NewStaff
}

// NewStaff is somebody to be entered, with the PIN they chose.
type NewStaff struct {
	Staff
	PIN string
	Key string // the public key that goes with the PIN, as PublicKey writes it
}

// Facts are the entries that set the house up. Refusals: BadSetting, with the
// part of the plan that is wrong as What: "name", "currency", "chips", "tables",
// "limits", "number", "staff", "roles", "pin", "zone".
func (p Plan) Facts() ([]Fact, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	facts := []Fact{HouseNamed{strings.TrimSpace(p.Name), p.Currency, p.Language}}
	if p.Zone != "" {
		facts = append(facts, HouseSet{Name: strings.TrimSpace(p.Name), Currencies: []string{p.Currency}, Zone: p.Zone, Begins: UsualBegin, Language: p.Language})
	}
	facts = append(facts, ChipsSet{p.Chips})
	for _, t := range p.Tables {
		facts = append(facts, t)
	}
	for _, s := range p.Staff {
		facts = append(facts, StaffSet(s.Staff), PINSet{Number: s.Number, Key: s.Key})
	}
	return facts, nil
}

func (p Plan) check() error {
	bad := func(what string) error { return &Refusal{Why: BadSetting, What: what} }
	if strings.TrimSpace(p.Name) == "" {
		return bad("name")
	}
	if p.Currency != "CHF" && p.Currency != "EUR" {
		return bad("currency")
	}
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
		return bad("zone")
	}
	if len(p.Chips) == 0 || !slices.IsSorted(p.Chips) || p.Chips[0] < 1 || len(slices.Compact(slices.Clone(p.Chips))) != len(p.Chips) {
		return bad("chips")
	}
	if len(p.Tables) == 0 {
		return bad("tables")
	}
	names := map[string]bool{}
	for _, t := range p.Tables {
		if !ValidTableName(t.Name) || names[t.Name] {
			return bad("tables")
		}
		names[t.Name] = true
		if _, err := handfile.ParseRules(t.Game, t.Rules); err != nil {
			return bad("limits")
		}
	}
	return p.checkStaff(bad)
}

func (p Plan) checkStaff(bad func(string) error) error {
	numbers := map[string]bool{}
	deals, inspects, manages := false, false, false
	for _, s := range p.Staff {
		if !digits(s.Number) || numbers[s.Number] || len(s.Number) != len(p.Staff[0].Number) {
			return bad("number")
		}
		numbers[s.Number] = true
		if strings.TrimSpace(s.Name) == "" || !slices.Contains(Roles(), s.Role) {
			return bad("staff")
		}
		if (&House{}).CheckPIN(s.Number, s.PIN) != nil {
			return bad("pin")
		}
		deals, inspects, manages = deals || s.Role == Croupier, inspects || s.Role == Inspector, manages || s.Role == Manager
	}
	if !deals || !inspects || !manages {
		return bad("roles")
	}
	return nil
}

// ValidTableName says whether a name will do: up to 12 letters, digits and hyphens, and not the house's own
// stream; it names a lock file too.
func ValidTableName(name string) bool {
	for _, r := range name {
		if (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 12 && name != HouseStream
}
