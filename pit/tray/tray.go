package tray

import (
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A Tray is the state of everything that moves between the hands of a shift: the float, the moves that have changed it, what
// players owe, slips, keys and tips, and the counts of the drop box.
type Tray struct {
	Drop  Sum         // the shift's drop box, once it was counted
	Drops []DropCount // every count of it, the oldest first: the last one holds

	stock   stock             // as the open hand began
	behind  []Move            // between the closed hands of the shift
	since   []Move            // since the open hand began
	debts   []record.Debt     // as the open hand began
	chips   []games.Amount    // of the table, the smallest first
	slips   []Slip            // of the shift
	numbers []record.SlipID   // the last of each kind
	held    []record.HeldKeys // keys and badges that were out when the table opened
	rolls   *record.Float     // what the opening had to find; nil where nobody knew
	closed  int64             // the entry with which the shift closed; 0 while it is open
}

// Opened returns the tray of a shift as it begins.
func Opened(f record.Opened) Tray {
	return Tray{stock: stock{former: f.Checks == 0}, chips: f.Chips, numbers: f.Slips, held: f.Held, rolls: f.Closer}
}

// Apply folds one entry of the table; it returns false for a fact that changes nothing of the tray.
func (t *Tray) Apply(e record.Entry) bool {
	switch f := e.Fact.(type) {
	case record.DropCounted:
		t.TakeDrop(e, f, e.Shift)
		return true
	case record.Closed:
		t.closed = e.Seq
		return false
	case record.SlipRequested, record.SlipVoided:
		t.applySlip(e)
		return true
	case record.SlipVerified:
		t.applySlip(e)
	case record.MoveVoided:
		t.applyVoided(e, f)
	case record.BoxPassed:
	default:
		if record.RealmOf(e.Fact) != record.OfMoves {
			return false
		}
	}
	t.add(Move{Seq: e.Seq, At: e.At, Hand: e.Hand, Fact: e.Fact})
	return true
}

// add takes in a move since the hand began.
func (t *Tray) add(m Move) {
	if f, ok := m.Fact.(record.MoveVoided); ok {
		t.since = voided(t.since, f)
	}
	t.since = append(t.since, m)
}

// Without takes back an entry since the hand began: of what came behind it boxes did not change hands either, and all else stays.
func (t *Tray) Without(seq int64) {
	since := t.since
	t.since = nil
	for _, m := range since {
		if m.Seq < seq || m.Seq > seq && record.RealmOf(m.Fact) == record.OfMoves {
			m.Voided = nil
			t.add(m)
		}
	}
}

// Settle makes what happened since the hand began part of what lies behind it.
func (t *Tray) Settle() {
	t.debts, t.behind = t.Debts(), t.AllMoves()
	for _, m := range t.since {
		t.stock.apply(m, t.chips)
	}
	t.since = nil
}

// Pay pays a closed hand out, act by act, after what its acts that count no more had come to: above 0 for players. Commission that is
// owed is taken later.
func (t *Tray) Pay(before, nets []games.Amount) { t.stock.payActs(before, nets, t.chips) }

// Owe adds what a closed hand leaves owed, to what the players owe who hold the boxes.
func (t *Tray) Owe(dues []record.Debt) {
	debts := slices.Clone(t.debts)
	for _, due := range dues {
		i := slices.IndexFunc(debts, func(d record.Debt) bool { return d.Box == due.Box && d.Bettor == due.Bettor && !d.Gone })
		if i < 0 {
			debts = append(debts, record.Debt{Box: due.Box, Bettor: due.Bettor})
			i = len(debts) - 1
		}
		debts[i].Amount += due.Amount
	}
	slices.SortStableFunc(debts, func(a, b record.Debt) int { return a.Box - b.Box })
	t.debts = debts
}

// Exchange replaces some dues of a hand that was corrected with others.
func (t *Tray) Exchange(gone, owed []record.Debt) {
	t.debts = fold(t.debts, []Move{{Fact: record.CommissionTaken{Dues: gone}}}, true) // of nobody else's
	t.Owe(owed)
}

// NoteCoins notes the sum that comes in, in coin, by a move before it is made; below 0 it is paid.
func (t *Tray) NoteCoins(seq int64, in games.Amount) {
	if t.stock.coinsOf = maps.Clone(t.stock.coinsOf); t.stock.coinsOf == nil {
		t.stock.coinsOf = map[int64]games.Amount{}
	}
	t.stock.coinsOf[seq] = in
}

// Clone returns a tray that goes on without changing this one.
func (t *Tray) Clone() Tray {
	after := *t
	after.stock, after.since = t.stock.clone(), slices.Clip(t.since)
	return after
}
