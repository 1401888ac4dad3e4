package audit

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Witness is the knowledge from the house's stream by which every stream is judged: whose key was which, which keys sealed the
// record, which heads of tables were entered.
type Witness struct {
	trusted     string
	earlier     []string
	since       map[string]int64 // how many entries of each stream the trusted keys vouch for; nil for all
	restores    []restore
	gaveUp      map[string]restore // by key: what it had sealed when the record went on under another one
	losses      []loss
	restored    bool // the next key follows a restore
	given       []given
	seals       []string
	keys        map[string][]keySince
	checkpoints map[string][]checkpoint
	drops       drops
	papers      []paperAt
	cameHere    map[string][]cameHere // tables from other machines, by name
	duties      duties
	left        map[string]time.Time  // by table that went to another machine: when this one heard of it
	wentOn      map[leaving]time.Time // of those that came back
	programs    Programs
	unwitnessed []given
	aheads      []record.Ahead
	beyondHouse []driftSaid        // which of them only a table's entries bear out
	ranTo       map[time.Time]bool // those times that a table's entries have
	house       house.House        // as far as its stream was read
	past        past
	elsewhere   bool            // it is of another machine's house: no table is judged by it
	roots       []seal.Hash     // of the house's stream, after each of its entries
	begun       time.Time       // when the house's first entry was made
	tables      map[string]bool // that the house has or had
	keeper      householder
	office      *office                 // of the house, where this machine is not it
	alerts      map[string][]alertClaim // by table
	told        map[int64]bool          // those of them that its entries bear out
	seen        map[string][]*seenClaim // alerts that somebody says to have seen to at a table, by table
	names       []nameSince             // of this machine in the pit
}

// given is a checkpoint that somebody kept outside the record.
type given struct {
	note   string
	head   seal.Head
	source string
	at     time.Time // of a signed paper, when it was printed; else zero
}

// keySince is somebody's key from a moment on.
type keySince struct {
	at    time.Time
	key   string
	given bool // somebody else chose the PIN under which it lies

	aheads int // how often the clock had been put back before
}

// A checkpoint is a stream's root at a size, and its source.
type checkpoint struct {
	seal.Head
	source  string
	given   bool      // it was kept elsewhere
	note    string    // of given, with its signature
	at      time.Time // as of given
	putBack int       // how often the clock had been put back when the house took it in

	pit      bool       // the house's pit has countersigned it
	cosigned []Cosigned // by the witnesses asked for, of those kept elsewhere

	inherited *record.TableInherited // what the house says of the slips up to there; nil for nothing
	heir      string                 // the machine that began to take so many entries over, and has not said since that it plays the table; "" for none
}

// NewWitness returns a witness that has yet to read the house's stream. Trusted is the verifier of the key that signs the record
// now; given are checkpoints kept outside. The error names one that is none.
func NewWitness(trusted string, notes ...string) (*Witness, error) {
	w := &Witness{trusted: trusted, keys: map[string][]keySince{}, gaveUp: map[string]restore{}, checkpoints: map[string][]checkpoint{}}
	for _, note := range notes {
		if err := w.give(note, "the checkpoint given", time.Time{}); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// give adds a checkpoint with which the record is compared.
func (w *Witness) give(note, source string, at time.Time) error {
	head, err := seal.ReadHead(note)
	if err != nil {
		return fmt.Errorf("%s is no checkpoint: %w", source, err)
	}
	w.given = append(w.given, given{note, head, source, at})
	w.checkpoints[head.Stream] = append(w.checkpoints[head.Stream], checkpoint{Head: head, source: source, given: true, note: note, at: at})
	return nil
}

// byPit returns how many entries of a stream the house's pit had countersigned, by the heads that were kept elsewhere.
func (w *Witness) byPit(stream string) (n int64) {
	for _, c := range w.checkpoints[stream] {
		if c.pit {
			n = max(n, c.Size)
		}
	}
	return n
}

// keep takes what else a record is held against. The error is of a checkpoint that is none,
// or that a witness has not countersigned.
func (w *Witness) keep(c Check) error {
	w.earlier = c.Earlier
	for _, k := range c.Kept {
		note, by, err := seal.Split(k.Note, c.Witnesses...)
		if err != nil {
			return fmt.Errorf("%s: %w", k.Source, err)
		}
		if err := w.give(note, k.Source, k.At); err != nil {
			return err
		}
		list := w.checkpoints[w.given[len(w.given)-1].head.Stream]
		list[len(list)-1].pit = k.Pit
		if list[len(list)-1].cosigned, err = cosignedBy(k, list[len(list)-1].Size, by); err != nil {
			return fmt.Errorf("%s: %w", k.Source, err)
		}
		for _, witness := range c.Witnesses {
			if !slices.Contains(by, witness) {
				w.unwitnessed = append(w.unwitnessed, w.given[len(w.given)-1])
			}
		}
	}
	return nil
}

// apart returns a witness of what the house has recorded, that notes by itself what one table tells of others. The house's stream
// has been read.
func (w *Witness) apart() *Witness {
	w.past.keep()
	own := *w
	own.duties, own.drops, own.ranTo, own.told = duties{}, drops{beside: w.drops.beside}, nil, nil
	return &own
}

// join takes in what a witness apart has noted.
func (w *Witness) join(own *Witness) {
	w.duties.dealt.add(own.duties.dealt)
	w.duties.answered.add(own.duties.answered)
	w.duties.claims = append(w.duties.claims, own.duties.claims...)
	if w.drops.closed == nil {
		w.drops.closed = map[house.ShiftID]closedShift{}
	}
	maps.Copy(w.drops.closed, own.drops.closed)
	if w.drops.read == nil {
		w.drops.seen, w.drops.read = map[entryOf]besideCount{}, map[string]int64{}
	}
	maps.Copy(w.drops.seen, own.drops.seen)
	maps.Copy(w.drops.read, own.drops.read)
	for at := range own.ranTo {
		w.ran(at)
	}
	for seq := range own.told {
		if w.told == nil {
			w.told = map[int64]bool{}
		}
		w.told[seq] = true
	}
	for table := range own.drops.broken {
		w.unread(table)
	}
}

// Begin begins the audit of a stream. The house's is the first.
func (w *Witness) Begin(name string) *Run {
	a := &Run{name: name, witness: w, expected: slices.DeleteFunc(slices.Clone(w.checkpoints[name]), w.lost)}
	slices.SortStableFunc(a.expected, func(a, b checkpoint) int { return cmp.Compare(a.Size, b.Size) })
	if name != record.HouseStream {
		a.table = pit.NewTable(name)
		a.facts = factJudge{name: name, table: a.table}
		a.others = w.house.Moves().Anothers(name)
		a.claims = slices.SortedStableFunc(slices.Values(w.alerts[name]), func(a, b alertClaim) int { return a.at.Compare(b.at) })
	}
	return a
}

// take takes in an entry of the house.
func (w *Witness) take(a *Run, e *record.Entry) *record.Fault {
	again, brings := false, false
	if f, is := e.Fact.(record.TableInherited); is {
		again, brings = w.house.Moves().TookOver(f.Table), w.house.Moves().Brings(f)
	}
	w.house.Apply(*e)
	w.begins(e)
	if !w.elsewhere {
		w.past.take(e, len(w.aheads), w.house.Restores)
	}
	w.programs.Take(e)
	w.takePaper(e)
	w.takeLeft(e)
	switch f := e.Fact.(type) {
	case record.PINSet:
		if f.Key != "" {
			w.keys[f.Number] = append(w.keys[f.Number], keySince{e.At, f.Key, f.By != "", len(w.aheads)})
		}
	case record.HouseTaken:
		return w.takeHouse(a, e, f)
	case record.TableInherited:
		return w.takeInherited(a, e, f, again, brings)
	case record.TablesHeld:
		w.takeHeld(e, f)
	case record.StaffLeft:
		w.duties.left = append(w.duties.left, leaver{e.Seq, e.At, f})
	case record.BoxCounted:
		return w.judgeDrop(a, e, f)
	case record.BoxesTaken:
		return w.takeBoxes(a, e, f)
	case record.PapersTaken:
		return w.takePapers(a, e, f)
	case record.SealedBy:
		if err := seal.CheckVerifier(f.Key); err != nil {
			return a.fail(e.Seq, record.WrongKey, "%v", err)
		}
		w.sealedBy(f.Key)
	case record.Restored:
		return w.judgeRestore(a, e, f)
	case record.RestoredFrom:
		return w.judgeLoss(a, e, f)
	case record.Checkpointed:
		head, _, err := seal.Open(f.Note, w.seals...)
		if err != nil {
			return a.fail(e.Seq, record.NoCheckpoint, "it is no head of this record: %v", err)
		}
		if head.Stream == record.HouseStream {
			return w.judgeOwnHead(a, e, head)
		}
		w.checkpoints[head.Stream] = append(w.checkpoints[head.Stream], checkpoint{Head: head, source: enteredAs(e.Seq), putBack: len(w.aheads)})
	}
	return nil
}

// judgeOwnHead demands of a head of the house's own stream that it is of the entries before it. No Sabot enters one, and it is held as that of a
// table is.
func (w *Witness) judgeOwnHead(a *Run, e *record.Entry, head seal.Head) *record.Fault {
	switch {
	case head.Size < 1 || head.Size >= e.Seq:
		return a.fail(e.Seq, record.NoCheckpoint, "it is a head of %d entries of the house, and %d were there", head.Size, e.Seq-1)
	case w.roots[head.Size-1] != head.Root:
		return a.fail(e.Seq, record.NoCheckpoint, "the first %d entries of the house are not those for which its head stands", head.Size)
	}
	return nil
}

// stranger reports whether a checkpoint that was kept elsewhere is signed with a key that this record does not have. It says
// nothing of these entries: several records of a house have streams of the same name.
func (w *Witness) stranger(c checkpoint) bool {
	if !c.given {
		return false
	}
	_, _, err := seal.Open(c.note, slices.Concat(w.seals, w.earlier, []string{w.trusted})...)
	return errors.Is(err, seal.ErrNotSigned)
}

// ofAnother returns what is wrong with a checkpoint of another record. Of the keys of other machines this record has that of the
// house's office alone.
func (w *Witness) ofAnother(g given, err error) string {
	if o := w.office; o != nil {
		if _, _, err := seal.Open(g.note, o.witness.seals...); err == nil {
			return fmt.Sprintf("%s, of %d entries, is of the record of %s, the house's office: verify it there", g.source, g.head.Size, o.machine)
		}
	}
	log, unread := seal.LogOf(g.note)
	if unread != nil || !errors.Is(err, seal.ErrNotSigned) {
		return fmt.Sprintf("%s, of %d entries, is not of this record: %v", g.source, g.head.Size, err)
	}
	key, _, _ := strings.Cut(log, " ")
	return fmt.Sprintf("%s, of %d entries, is of another record: the key %s signed it, and no key of this record did. Verify it on the machine whose trusted key has %s in its name", g.source, g.head.Size, key, key)
}

// missed returns the faults that no stream shows: checkpoints given that no key of the record has signed, and checkpoints whose
// stream is not there. It has those of drop boxes and signed reports of shifts that had not closed, too. Call it once every stream
// was read.
func (w *Witness) missed(streams []string) []*record.Fault {
	var faults []*record.Fault
	for _, g := range w.given {
		if _, _, err := seal.Open(g.note, w.seals...); err != nil {
			faults = append(faults, &record.Fault{Table: g.head.Stream, Code: record.NoCheckpoint, What: w.ofAnother(g, err)})
		}
	}
	for _, g := range w.unwitnessed {
		faults = append(faults, &record.Fault{Table: g.head.Stream, Code: record.NoCheckpoint, What: g.source + " is not countersigned by the witness"})
	}
	for name, list := range w.checkpoints {
		list = slices.DeleteFunc(list, func(c checkpoint) bool { return w.lost(c) || w.neverCame(c) || w.stranger(c) })
		if len(list) > 0 && !slices.Contains(streams, name) {
			faults = append(faults, &record.Fault{Table: name, Seq: 1, Code: record.Missing, What: fmt.Sprintf("%s has %d entries of it%s", list[0].source, list[0].Size, younger(list[0]))})
		}
	}
	slices.SortStableFunc(faults, func(a, b *record.Fault) int { return cmp.Compare(a.Table, b.Table) })
	return slices.Concat(faults, w.dropsOfNone(), w.papersOfNone(streams), w.claimsOfNone(), w.leaversOfNone(streams), w.alertsOfNone(), w.seenByNone(), w.driftsOfNone())
}
