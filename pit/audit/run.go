package audit

import (
	"errors"
	"fmt"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Run is the audit of one stream: it reads the entries one after the other up to the first fault. It keeps no more of them than
// the table does: the hands of one shift.
type Run struct {
	Entries   int64
	Hands     int64 // closed
	Approvals int64 // whose signature holds
	Unsigned  int64 // asked for of people who had no key, in old records

	name    string
	table   *pit.Table // nil for the house
	witness *Witness
	tree    seal.Tree
	fault   *record.Fault
	read    int64 // lines
	moment  moment
	facts   factJudge // of a table
	again   redoing   // room for the command that is carried out once more

	others    []house.Stretch // entries of other machines
	unjudged  int64           // of those: signatures and acts that nothing of this house bears out
	claimed   int64           // entries, as the record's own head has it
	before    seal.Head       // of a restore: what came before it
	firm      int64           // of a restore: where the backup ended at the earliest
	doubted   []checkpoint    // heads of the house that do not match, until a restore says that they were left behind
	last      pit.Stamp       // of the entry before
	lastAt    time.Time
	putBack   int          // how often the clock had at least been put back, at a table
	told      int          // as often by what the table itself told
	checks    bool         // an opening says how much the table asks of people
	asides    bool         // and has what is bought aside change nothing of what waits
	signed    func() bool  // whether people had signed the report of the table's shift
	stood     stood        // the stream since the last moment
	stands    bool         // an approval says how the stream stood
	asked     record.Entry // which approvals are due for
	bytes     []byte       // its own, while some are
	strange   []checkpoint // heads that do not match and that no key of the record so far has signed
	due       []string
	holding   [][]keySince // the keys of those who are due
	incoming  bool         // its entries are to be taken in elsewhere
	refused   []refusedSetting
	known     bool         // its signatures were judged before, and are not judged again
	beside    *beside      // judges the signatures; nil where they are judged as they come
	expected  []checkpoint // those not yet reached, the smallest first
	witnessed []Cosigned   // of those reached
	claims    []alertClaim // what alerts say of the table
}

// Add takes the next entry in and answers the first fault of all so far. What was entered
// at one moment is judged once the moment is over: Fault and End have it be.
func (a *Run) Add(l *record.Line) *record.Fault {
	if a.stopped() {
		return a.fault
	}
	f := a.judgeLine(l)
	switch {
	case f != nil:
		a.tear()
		a.found(f, l)
	case a.moment.over(l) || a.changesHands(l):
		a.flush()
	}
	if a.read++; f == nil || a.table == nil && l.Entry.Fact != nil {
		a.moment.add(l)
	}
	return a.fault
}

// stopped reports whether nothing is read any more. The house's stream is read to its end whatever its faults: others are judged
// by it.
func (a *Run) stopped() bool { return a.fault != nil && a.table != nil }

// flush judges what was entered at the moment that is over.
func (a *Run) flush() {
	for i := range a.moment.lines {
		l := &a.moment.lines[i]
		if a.fault == nil {
			a.found(a.judge(l), l)
		}
		if a.stopped() {
			break
		}
		a.found(a.take(l), l)
	}
	if a.fault == nil {
		a.found(a.whole(), nil)
	}
	a.moment.clear()
}

// tear judges what was read of a moment that goes on, and cannot be read on: by itself, and
// not by what its commands came to.
func (a *Run) tear() {
	a.moment.torn = true
	a.flush()
}

// found keeps the first fault, with the kind of the entry in which it lies.
func (a *Run) found(f *record.Fault, l *record.Line) {
	if f == nil || a.fault != nil {
		return
	}
	if a.fault = f; l != nil && f.Seq == l.Seq && l.Entry.Fact != nil {
		f.Kind = record.KindOf(l.Entry.Fact)
	}
}

// Fault returns the first fault so far; nil where there is none.
func (a *Run) Fault() *record.Fault {
	a.flush()
	return a.fault
}

// broken notes that the record cannot be read further: the entry that should come next is the fault.
func (a *Run) broken(err error) {
	a.tear()
	a.found(a.fail(a.read+1, record.Unreadable, "%v", err), nil)
}

// fail returns a fault of the stream.
func (a *Run) fail(seq int64, code record.FaultCode, format string, args ...any) *record.Fault {
	return faultOf(a.name, seq, code, format, args...)
}

func faultOf(stream string, seq int64, code record.FaultCode, format string, args ...any) *record.Fault {
	return &record.Fault{Table: stream, Seq: seq, Code: code, What: fmt.Sprintf(format, args...)}
}

// judgeLine returns what is wrong with an entry by itself, and with its place.
func (a *Run) judgeLine(l *record.Line) *record.Fault {
	next := a.read + 1
	switch e := &l.Entry; {
	case l.Seq > next:
		return a.fail(next, record.Missing, "the next entry is %d", l.Seq)
	case l.Seq < next:
		return a.fail(l.Seq, record.Misplaced, "no entry has this number")
	case l.Wrong != nil:
		return a.fail(l.Seq, l.Wrong.Code, "%s", l.Wrong.What)
	case e.Table != a.name || e.Seq != l.Seq:
		return a.fail(l.Seq, record.Misplaced, "here lies entry %d of %s", e.Seq, e.Table)
	}
	return nil
}

// judge returns what is wrong with an entry, where all before it is right. What the fold makes of an entry that nobody at a table
// can have made is a fault too, and no crash.
func (a *Run) judge(l *record.Line) (f *record.Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = a.fail(l.Seq, record.Unreadable, "%s", record.NothingOf(r))
		}
	}()
	if err := amountsHold(a.table, &l.Entry); err != nil {
		return a.fail(l.Seq, record.WrongAmount, "%v", err)
	}
	if a.anothers(l.Seq) {
		return a.judgeAnothers(l)
	}
	if f := a.judgeTime(&l.Entry); f != nil {
		return f
	}
	if sign, found := record.UnwritableOf(l); found {
		return a.fail(l.Seq, record.NotDone, "no Sabot enters that: it has the sign U+%04X, which no paper can show", sign)
	}
	if f := a.judgeApproval(l); f != nil {
		return f
	}
	if _, copied := l.Entry.Fact.(record.Approved); copied {
		return nil
	}
	if f := a.judgeStamp(&l.Entry); f != nil {
		return f
	}
	if a.table == nil {
		if f := a.judgePeople(&l.Entry); f != nil {
			return f
		}
		return a.judgeHouse(&l.Entry)
	}
	if f := a.judgeLimits(&l.Entry); f != nil {
		return f
	}
	return a.judgeTable(&l.Entry)
}

// amountsHold demands of an entry, whoever's it is, that its amounts are some that a Sabot enters, and that those of its shift can be summed up. The
// table is nil of an entry of the house.
func amountsHold(t *pit.Table, e *record.Entry) error {
	if err := record.BadAmount(e.Fact); err != nil || t == nil {
		return err
	}
	before := t.Bulk
	if _, begins := e.Fact.(record.Opened); begins {
		before = 0
	}
	if before.Plus(record.Bulk(e.Fact)) > games.MaxSum {
		return errors.New("with it the amounts of its shift are more than can be summed up")
	}
	return nil
}

// judgeTable returns what is wrong with what was entered at a table. Where it is not what the table would have entered, a better
// account of the fault is tried.
func (a *Run) judgeTable(e *record.Entry) *record.Fault {
	f := a.judgeOpened(e)
	if f != nil {
		return f
	}
	if !a.moment.torn {
		if f = a.judgeCommand(e); f == nil {
			return nil
		}
	}
	if better := a.facts.judge(e); better != nil {
		return better
	}
	return f
}

// judgeStamp compares a stamp with what Stamp would have given. The facts of one command are stamped one after the other, before
// any of them is folded.
func (a *Run) judgeStamp(e *record.Entry) *record.Fault {
	got := pit.StampOf(e)
	if a.table == nil {
		if got != (pit.Stamp{By: e.By}) {
			return a.fail(e.Seq, record.WrongStamp, "the house has no shifts, shoes and hands, and it names some")
		}
		return nil
	}
	want := a.table.StampAfter(a.table.Here(), e.Fact)
	if got == want || e.At.Equal(a.lastAt) && got == a.table.StampAfter(a.last, e.Fact) {
		return nil
	}
	return a.fail(e.Seq, record.WrongStamp, "it says by %q, shift %d, shoe %d, hand %d, where %q, %d, %d, %d belongs",
		got.By, got.Shift, got.Shoe, got.Hand, want.By, want.Shift, want.Shoe, want.Hand)
}

// take folds an entry.
func (a *Run) take(l *record.Line) (f *record.Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = a.fail(l.Seq, record.Unreadable, "%s", record.NothingOf(r))
		}
	}()
	if a.table == nil {
		switch l.Entry.Fact.(type) {
		case record.Restored, record.RestoredFrom:
			a.before, a.firm = seal.HeadOf(a.name, &a.tree), a.witness.house.Backups().Firm()
		}
	} else if f := a.judgeAfter(&l.Entry); f != nil && !a.anothers(l.Seq) {
		return f
	}
	if drift, told := l.Entry.Fact.(record.ClockDrifted); told && a.table == nil {
		a.witness.drifted(&l.Entry, drift, a.lastAt)
	}
	a.stood.grow(&a.tree, l)
	a.Entries++
	a.tree.AddLeaf(l.Leaf)
	if a.table == nil {
		a.witness.roots = append(a.witness.roots, a.tree.Root())
	}
	a.last, a.lastAt = pit.StampOf(&l.Entry), l.Entry.At
	if a.table != nil {
		a.witness.drops.sees(a.name, l.Seq, l.Entry.At, !a.anothers(l.Seq))
	}
	if a.anothers(l.Seq) {
		a.askAnothers(l)
		a.foldAnothers(&l.Entry)
		return a.reached()
	}
	unsigned := a.ask(l)
	if a.table == nil {
		f = a.witness.take(a, &l.Entry)
	} else {
		f = a.fold(&l.Entry)
	}
	if unsigned != nil {
		f = unsigned
	}
	if f == nil {
		f = a.reached()
	}
	return f
}

// judgeStood demands that the house began as those who opened a table have signed.
func (a *Run) judgeStood(e *record.Entry, stood *record.Stood) *record.Fault {
	if stood == nil {
		return nil
	}
	roots := a.witness.roots
	if stood.Size < 1 || stood.Size > int64(len(roots)) {
		return a.fail(e.Seq, record.NoCheckpoint, "it was signed where the house had %d entries, and there are %d", stood.Size, len(roots))
	}
	if roots[stood.Size-1].String() != stood.Root {
		return a.fail(e.Seq, record.NoCheckpoint, "the first %d entries of the house are not those for which its opening was signed", stood.Size)
	}
	return nil
}

// fold folds an entry of a table, and lets go of the hands that lie behind it.
func (a *Run) fold(e *record.Entry) *record.Fault {
	t := a.table
	if len(a.claims) > 0 {
		a.bearOut(e.At)
	}
	a.apply(e)
	switch f := e.Fact.(type) {
	case record.Opened:
		if t.Game == nil {
			return a.fail(e.Seq, record.NoRules, "this program cannot play its game %q: verify with the Sabot that wrote it", f.Game)
		}
		if set, there := a.witness.house.TableNamed(t.Name); there && set.Currency != f.Currency {
			return a.fail(e.Seq, record.WrongMoney, "it is in %q, and the house has the table in %q", f.Currency, set.Currency)
		}
		return a.judgeStood(e, f.House)
	case record.IncidentOpened:
		return a.witness.claim(e, f)
	case record.ClockDrifted:
		a.told = record.HouseSaid(a.witness.aheads, a.told, time.UnixMilli(f.Was))
		a.putBack = max(a.putBack, a.told)
	}
	return nil
}

// apply folds an entry, whoever's it is, and notes what the house's own entries go by.
func (a *Run) apply(e *record.Entry) {
	w, t := a.witness, a.table
	dealt, answered := t.Croupier, t.Inspector
	w.ran(e.At)
	t.Apply(*e)
	a.facts.unsettle(e.Fact)
	switch f := e.Fact.(type) {
	case record.Opened:
		w.duties.dealt.turn(e, dealt, f.Croupier)
		w.duties.answered.turn(e, answered, f.Inspector)
	case record.Relieved:
		w.duties.dealt.turn(e, dealt, f.To)
	case record.InspectorChanged:
		w.duties.answered.turn(e, answered, f.To)
	case record.Closed:
		w.closedShift(e, t)
		w.duties.dealt.turn(e, dealt, "")
		w.duties.answered.turn(e, answered, "")
	case record.HandClosed:
		a.Hands++
	case record.Acknowledged, record.IncidentClosed:
		w.sawTo(e)
	}
}
