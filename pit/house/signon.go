package house

import (
	"time"

	"sabot/pit/record"
)

// A SignOnSeen is the last time that somebody gave their code somewhere.
type SignOnSeen struct {
	At    time.Time // UTC
	Table string    // where; "" in the office
	Reads bool      // in no window: they read the record with sabotctl
	For   Right     // that they used at a table
}

// EnterOffice lets somebody into the office. Refusal: WrongRole.
func (h People) EnterOffice(who Staff) ([]record.Fact, error) {
	if err := who.MayEnter(record.SignedOn{}); err != nil {
		return nil, err
	}
	return []record.Fact{record.SignedOn{Number: who.Number}}, nil
}

// LeaveOffice records that somebody left the office; nothing where they are not in it.
func (h People) LeaveOffice(number string, why record.SignOffWhy) []record.Fact {
	if h.inOffice[number] == 0 {
		return nil
	}
	return []record.Fact{record.SignedOff{Number: number, Why: why}}
}

// SignOnAt lets somebody use a right at a table, or in no window at all ("": they read the record with sabotctl, until
// LeaveOffice), for what leaves no entry of its own. Refusal: WrongRole.
func (h People) SignOnAt(who Staff, table string, with Right) ([]record.Fact, error) {
	on := record.SignedOn{Number: who.Number, Table: table, For: string(with)}
	if err := who.MayEnter(on); err != nil {
		return nil, err
	}
	return []record.Fact{on}, nil
}

// goneFor is the time after leaving in which somebody can still be named as who had done what leaves no signature: what goes on beside a
// window ends after it.
const goneFor = time.Hour

// SignedOnFor reports whether somebody who has a right was signed on at a moment: in the office, to read the record, or at a table for
// that right.
func (h People) SignedOnFor(number string, right Right, table string, at time.Time) bool {
	who, known := h.StaffBy(number)
	if !known || !who.May(right) {
		return false
	}
	on := h.seen[number]
	return h.inOffice[number] > 0 || recent(h.leftOffice[number], at) || on.For == right && on.Table == table && recent(on.At, at)
}

func recent(then, now time.Time) bool { return !then.IsZero() && now.Sub(then) <= goneFor }

// InOffice returns how often somebody is signed on at the office: in each window once.
func (h People) InOffice(number string) int { return h.inOffice[number] }

// Seen returns the last sign-on of somebody in the house's own entries; false where there is none. Who deals and who answers is in
// the entries of the tables.
func (h People) Seen(number string) (SignOnSeen, bool) {
	seen, ok := h.seen[number]
	return seen, ok
}

// LastSigned returns when somebody last signed by an entry of the house, whatever it was; false where they never did.
func (h People) LastSigned(number string) (SignOnSeen, bool) {
	signed, ok := h.signers[number]
	return signed, ok
}

// applySigners notes who signed by an entry.
func (h People) applySigners(e record.Entry) {
	table := ""
	switch f := e.Fact.(type) {
	case record.SignedOn:
		table = f.Table
	case record.AlertSeen:
		if a, known := h.Alerts().AlertOf(f.Alert); known && f.Verdict == record.TableAlert {
			table = a.Table
		}
	case record.ReportPrinted: // once they have: applyPaperSigned
		return
	}
	on, is := e.Fact.(record.SignedOn)
	h.noteSigners(record.Signers(e.Fact), SignOnSeen{At: e.At, Table: table, Reads: is && on.Table == "" && on.For != ""})
}

func (h People) noteSigners(numbers []string, seen SignOnSeen) {
	for _, number := range numbers {
		if h.signers == nil {
			h.signers = map[string]SignOnSeen{}
		}
		h.signers[number] = seen
	}
}

func (h People) applySignOn(e record.Entry) {
	if h.seen == nil {
		h.seen, h.inOffice, h.leftOffice = map[string]SignOnSeen{}, map[string]int{}, map[string]time.Time{}
	}
	switch f := e.Fact.(type) {
	case record.SignedOn:
		h.seen[f.Number] = SignOnSeen{At: e.At, Table: f.Table, For: Right(f.For)}
		if f.Table == "" {
			h.inOffice[f.Number]++
		}
	case record.SignedOff:
		h.inOffice[f.Number], h.leftOffice[f.Number] = max(0, h.inOffice[f.Number]-1), e.At
	}
}
