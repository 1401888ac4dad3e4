package tray

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A SlipState is a stage of a slip.
type SlipState string

// The states of a slip.
const (
	Requested SlipState = "requested"
	Verified  SlipState = "verified"
	Voided    SlipState = "voided"
)

// A Slip is a fill or a credit of the shift.
type Slip struct {
	record.SlipID
	State     SlipState
	Float     record.Float
	Asked     time.Time // UTC
	AskedBy   string    // the croupier
	Agreed    string    // the inspector
	Done      time.Time // verified or voided; zero while neither
	Croupier  string    // who counted it on the layout, or voided it
	Inspector string
	Cashier   string
	Runner    string
	First     []games.Amount // what was counted before it was counted again
	Reason    string         // of a void
}

// Slips returns the shift's, the oldest first; all, or those of some states.
func (t *Tray) Slips(states ...SlipState) []Slip {
	if len(states) == 0 {
		return t.slips
	}
	var out []Slip
	for _, s := range t.slips {
		if slices.Contains(states, s.State) {
			out = append(out, s)
		}
	}
	return out
}

// nextSlip returns the number that the next slip of a kind has. Its year is that of the gaming
// day, which goes by the house's clock. Restores of that year on this machine mark it, beside those that marked the slips with which
// the table came from another one, so that it is no slip's that one of them has lost.
func (d Desk) nextSlip(house *house.House, kind record.SlipKind) record.SlipID {
	id := record.SlipID{Kind: kind}
	if day, err := time.Parse(time.DateOnly, d.Day); err == nil {
		id.Year = day.Year()
	}
	id.Number = d.slipAfter(kind, id.Year)
	if id.Restores = house.Moves().SlipMark(d.Name, id.Year); d.Checks > 0 {
		id.Restores += house.Backups().RestoresSince(id.Year)
	}
	return id
}

// WithSlip returns the last slips of each kind, of which one was made since.
func WithSlip(last []record.SlipID, id record.SlipID) []record.SlipID {
	return append(slices.DeleteFunc(slices.Clone(last), func(l record.SlipID) bool { return l.Kind == id.Kind }), id)
}

// MarkOf returns the mark of the last slips of each kind, and the year of those that have one; 0 where none has.
func MarkOf(last []record.SlipID) (year, restores int) {
	for _, id := range last {
		if id.Restores > 0 && (id.Year > year || id.Year == year && id.Restores > restores) {
			year, restores = id.Year, id.Restores
		}
	}
	return year, restores
}

// LastSlips returns the last slips of each kind.
func (t *Tray) LastSlips() []record.SlipID { return t.numbers }

// slipAfter returns the number behind the last one of a kind and a year.
func (t *Tray) slipAfter(kind record.SlipKind, year int) int {
	for _, last := range t.numbers {
		if last.Kind == kind && last.Year == year {
			return last.Number + 1
		}
	}
	return 1
}

// SlipFollows reports whether a slip has the number that comes next in its year: numbers of a
// table and a kind have no gap, so that with the table's name each is one in the house.
func (t *Tray) SlipFollows(id record.SlipID) bool { return id.Number == t.slipAfter(id.Kind, id.Year) }

// SlipWaits reports whether a slip of the shift waits for its chips, with those that it was
// asked for.
func (d Desk) SlipWaits(id record.SlipID) (chips record.Float, waits bool) {
	slip, err := d.openSlip(id)
	return slip.Float, err == nil
}

// RequestSlip requests a fill or a credit; it takes the next number of the gaming day's year. Refusals: TableClosed, BadSetting,
// NotEnoughChips for a credit of more than there is, NeedsInspector, WrongRole.
func (d Desk) RequestSlip(h *house.House, kind record.SlipKind, chips record.Float, approver *house.Staff) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case kind != record.Fill && kind != record.Credit || !chips.Sound(d.chips, false):
		return nil, &house.Refusal{Why: house.BadSetting, What: string(kind)}
	case kind == record.Credit && !d.holds(chips):
		return nil, house.Refuse(house.NotEnoughChips)
	}
	if err := approver.MayApprove(house.OrderChips, d.Croupier); err != nil {
		return nil, err
	}
	return []record.Fact{record.SlipRequested{SlipID: d.nextSlip(h, kind), Float: chips, Inspector: approver.Number}}, nil
}

// VerifySlip records that the chips of a slip were counted on the layout and have come or gone; first is what they had come to
// before they were counted again. Cashier and runner are two people more, where the opening has checks. Refusals: TableClosed,
// NoSuchSlip, NeedsReason without cashier and runner, those of two people, and those of house.House.MayCarry.
func (d Desk) VerifySlip(h *house.House, id record.SlipID, cashier, runner string, croupier, inspector house.Staff, first ...games.Amount) ([]record.Fact, error) {
	slip, err := d.openSlip(id)
	if err != nil {
		return nil, err
	}
	cashier, runner = strings.TrimSpace(cashier), strings.TrimSpace(runner)
	if cashier == "" || runner == "" {
		return nil, &house.Refusal{Why: house.NeedsReason, What: "cashier"}
	}
	if err := d.Both(croupier, inspector, house.OrderChips); err != nil {
		return nil, err
	}
	if d.Checks > 0 {
		if err := h.MayCarry(cashier, croupier.Number, inspector.Number); err != nil {
			return nil, err
		}
		if err := h.MayCarry(runner, croupier.Number, inspector.Number, cashier); err != nil {
			return nil, err
		}
	}
	if id.Kind == record.Credit && !d.holds(slip.Float) {
		return nil, house.Refuse(house.NotEnoughChips)
	}
	return []record.Fact{record.SlipVerified{SlipID: id, Float: slip.Float, Cashier: cashier, Runner: runner, Croupier: croupier.Number, Inspector: inspector.Number, First: otherSums(first, slip.Float)}}, nil
}

// VoidSlip makes a slip void. Refusals: TableClosed, NoSuchSlip, NeedsReason, and those
// of two people.
func (d Desk) VoidSlip(id record.SlipID, reason string, croupier, inspector house.Staff) ([]record.Fact, error) {
	if _, err := d.openSlip(id); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	if err := d.Both(croupier, inspector, house.OrderChips); err != nil {
		return nil, err
	}
	return []record.Fact{record.SlipVoided{SlipID: id, Reason: strings.TrimSpace(reason), Croupier: croupier.Number, Inspector: inspector.Number}}, nil
}

// openSlip returns a slip that waits for its chips.
func (d Desk) openSlip(id record.SlipID) (Slip, error) {
	if !d.Open {
		return Slip{}, house.Refuse(house.TableClosed)
	}
	for _, s := range d.slips {
		if s.SlipID == id && s.State == Requested {
			return s, nil
		}
	}
	return Slip{}, &house.Refusal{Why: house.NoSuchSlip, What: id.String()}
}

func (t *Tray) applySlip(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.SlipRequested:
		t.slips = append(slices.Clone(t.slips), Slip{SlipID: f.SlipID, State: Requested, Float: f.Float, Asked: e.At, AskedBy: e.By, Agreed: f.Inspector})
		t.numbers = WithSlip(t.numbers, f.SlipID)
	case record.SlipVerified:
		t.slips = slices.Clone(t.slips)
		for i := range t.slips {
			if s := &t.slips[i]; s.SlipID == f.SlipID {
				s.State, s.Done, s.Cashier, s.Runner, s.Croupier, s.Inspector, s.First = Verified, e.At, f.Cashier, f.Runner, f.Croupier, f.Inspector, f.First
			}
		}
	case record.SlipVoided:
		t.slips = slices.Clone(t.slips)
		for i := range t.slips {
			if s := &t.slips[i]; s.SlipID == f.SlipID {
				s.State, s.Done, s.Reason, s.Croupier, s.Inspector = Voided, e.At, f.Reason, f.Croupier, f.Inspector
			}
		}
	}
}

// signOf returns 1 where the chips come to the table, -1 where they leave it.
func signOf(id record.SlipID) int64 {
	if id.Kind == record.Fill {
		return 1
	}
	return -1
}

// Verified returns what the verified slips of a kind were worth.
func (t *Tray) Verified(kind record.SlipKind) games.Amount {
	var sum games.Amount
	for _, s := range t.Slips(Verified) {
		if s.Kind == kind {
			sum += s.Float.Value()
		}
	}
	return sum
}
