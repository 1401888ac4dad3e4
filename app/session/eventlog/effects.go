package eventlog

import (
	"math"
	"slices"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/corrections"
)

// An ID names an entry by its stream and number.
type ID struct {
	Stream string
	Seq    int64
}

// A shiftOf names a shift by its table and number.
type shiftOf struct {
	table  string
	number int
}

// HasEffect reports whether a fact does something to a hand that it does not say itself.
func HasEffect(f record.Fact) bool {
	switch f := f.(type) {
	case record.Settled:
		return slices.ContainsFunc(f.Rows, record.Row.Reduced) || reports.MaySettleEven(f)
	case record.CardLaid:
		return f.Burned
	case record.BoxCounted:
		return f.Again()
	case record.DropCounted, record.SlipVoided, record.Undone, record.HandCorrected, record.MoveVoided, record.Relaid, record.PlayedOn, record.HandResumed, record.BetRuled, record.WrongPayout:
		return true
	}
	return false
}

// Effects returns the effects of those entries that have one (HasEffect). They are what the entries did to their
// hand, or what a drop box had been counted before. It folds the shifts of these entries. Where the streams are
// known it goes on in them to the end of the hand, and finds the cards that lie in place of those taken back.
// Error: of a record that cannot be read.
func (h Log) Effects(entries []record.Entry, streams []reports.Stream) (map[ID]reports.Effect, error) {
	last, counts := map[shiftOf]int64{}, map[shiftOf][]tray.DropCount{} // the last such entry of each shift; how its drop box was counted
	for _, e := range entries {
		if (HasEffect(e.Fact) || Quotes(e.Fact)) && e.Table != record.HouseStream {
			s := shiftOf{e.Table, e.Shift}
			last[s] = max(last[s], e.Seq)
		}
	}
	all := map[ID]reports.Effect{}
	for s, to := range last {
		if err := h.effectsIn(s.table, s.number, to, upTo(streams, s.table), all); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		var err error
		if did := all[ID{e.Table, e.Seq}]; HasEffect(e.Fact) {
			if did.Counted, err = h.countedBefore(e, counts); err != nil {
				return nil, err
			}
			all[ID{e.Table, e.Seq}] = did
		}
		if f, is := e.Fact.(record.Approved); is {
			of, err := h.Entry(e.Table, f.Seq)
			if err != nil {
				return nil, err
			}
			did := all[ID{e.Table, f.Seq}]
			if did.Counted, err = h.countedBefore(of, counts); err != nil {
				return nil, err
			}
			all[ID{e.Table, e.Seq}] = reports.Effect{Quoted: &did}
		}
	}
	return all, nil
}

// Quotes reports whether the line of a fact quotes an entry: that of an approval does, and both lines say what the entry did.
func Quotes(f record.Fact) bool {
	_, is := f.(record.Approved)
	return is
}

// countedBefore returns what the drop box had been counted that an entry counts; unknown where nobody had, and of another entry. The
// counts of a shift are kept: many entries may be of one.
func (h Log) countedBefore(e record.Entry, counts map[shiftOf][]tray.DropCount) (was tray.Sum, err error) {
	of, by, with := shiftOf{e.Table, e.Shift}, "", ""
	switch f := e.Fact.(type) {
	case record.BoxCounted:
		of, by, with = shiftOf{f.Table, f.Shift}, f.By, f.With
	case record.DropCounted:
		by, with = f.By, f.With
		if f.Shift > 0 {
			of.number = f.Shift
		}
	default:
		return was, nil
	}
	drops, read := counts[of]
	if !read {
		if head, err := h.Derived().Head(of.table, of.number); err != nil || head.Number == 0 { // the audit says so of the entry
			return was, err
		}
		t, err := h.Shift(of.table, of.number)
		if err != nil {
			return was, err
		}
		drops, counts[of] = t.Drops, t.Drops
	}
	n := slices.IndexFunc(drops, func(c tray.DropCount) bool { return c.At.Equal(e.At) && c.By == by && c.With == with })
	if n > 0 {
		was = tray.KnownSum(drops[n-1].Cash)
	}
	return was, nil
}

// wholeStream is the end of a stream that is read as far as it goes.
const wholeStream = math.MaxInt64

// effectsIn adds the effects of a shift's entries up to one of them. It adds what lies in place of cards that were
// taken back by the entry end. It adds nothing of that where end is 0.
func (h Log) effectsIn(table string, shift int, to, end int64, all map[ID]reports.Effect) error {
	head, err := h.Derived().Head(table, shift)
	if err != nil || head.Number == 0 { // the audit says so of the entry
		return err
	}
	t, gone := pit.NewTable(table), map[ID]corrections.CardsGone{}
	waits := func() bool {
		for _, g := range gone {
			if _, closed := t.ClosedHand(g.Hand); !closed {
				return true
			}
		}
		return false
	}
	for e, err := range h.Store().Entries(table, head.Seq) {
		if err != nil {
			return err
		}
		if e.Seq > to && (e.Seq > end || e.Shift > shift || !waits()) {
			break
		}
		if t.Game == nil || !HasEffect(e.Fact) {
			t.Apply(e)
			continue
		}
		at := ID{table, e.Seq}
		all[at] = effectOf(t, e)
		if g := all[at].Gone; end > 0 && len(g.Cards) > 0 {
			gone[at] = g
		}
	}
	for at, g := range gone {
		if _, closed := t.ClosedHand(g.Hand); !closed && end == wholeStream { // the log stands beside the table, where a card may lie face down
			continue
		}
		did := all[at]
		did.Changes = g.Since(t)
		all[at] = did
	}
	return nil
}

// upTo returns how far a stream goes; 0 of one that is not among them.
func upTo(streams []reports.Stream, table string) int64 {
	for _, s := range streams {
		if s.Table == table {
			return s.Seq
		}
	}
	return 0
}

// effectOf applies an entry to a table, and returns what that changed.
func effectOf(t *pit.Table, e record.Entry) (did reports.Effect) {
	switch f := e.Fact.(type) {
	case record.CardLaid:
		did.Undealt = t.Felt().BurnsUndealt(f)
	case record.Undone:
		did.Unpaid, did.Undealt = t.Current.Unpaid(f), t.Current.BurnedUndealt(f.Seq)
		if f.Code { // no card was meant
			break
		}
		did.Behind = t.Current.CardsBehind(f.Seq)
		was := t.Current
		t.Apply(e)
		did.Gone = corrections.CardsGone{Hand: e.Hand, Cards: was.CardsGone(&t.Current)}
		return did
	case record.MoveVoided:
		did = reports.EffectOfVoid(t, f)
	case record.SlipVoided:
		for _, s := range t.Slips() {
			if s.SlipID == f.SlipID {
				did.Slip = tray.KnownSum(s.Float.Value())
			}
		}
	case record.HandCorrected:
		if old, known := t.ClosedHand(f.Hand); known { // of another one the audit says so
			was := *old
			t.Apply(e)
			is, _ := t.ClosedHand(f.Hand)
			return reports.EffectOfCorrection(t, &was, is)
		}
	}
	t.Apply(e)
	switch f := e.Fact.(type) {
	case record.Settled:
		did = reports.EffectOfSettling(t, f)
	case record.WrongPayout:
		did.Due = t.DueOf(f)
	case record.Relaid:
		did = reports.EffectOfRelay(t, f.Laid)
	case record.PlayedOn:
		did = reports.EffectOfRelay(t, f.Laid)
	case record.HandResumed:
		did = reports.EffectOfResume(t)
	case record.BetRuled:
		did = reports.EffectOfRuling(t)
	}
	return did
}
