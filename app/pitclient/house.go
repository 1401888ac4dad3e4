package pitclient

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
)

// A Member is the record of a machine that takes in the entries of the house's office.
type Member interface {
	Heir
	// OfficeLog returns the log of what it has taken over.
	OfficeLog() (seal.Tree, error)
	// TakeHouse enters what follows on the office's entry number from, all of it or nothing. Error:
	// record.ErrConflict where another program of this machine has taken in more.
	TakeHouse(machine string, from int64, entries [][]byte, head string, keys []record.Secret) error
	// Keyless returns the numbers of people who have a key, which is not here under their PIN.
	Keyless() ([]string, error)
	// TakeKeys keeps sealed keys.
	TakeKeys(keys []record.Secret) error
	// Given reports whether a machine has a table by a manager's word, or has entries of it.
	Given(machine, table string) (bool, error)
	// Kept returns the tables that are played on a machine, and that no manager had moved elsewhere.
	Kept(machine string) ([]string, error)
	// HoldTables enters which tables are played on this machine; heard are the moves here of which the machine before has heard.
	HoldTables(machine string, tables []string, heard ...record.TableMoved) error
}

// Habits of a puller.
const (
	askHouse    = 3 * time.Second  // time between two questions for new entries
	asOfFor     = 5 * time.Minute  // shortest time between two notes that nothing is new
	longestPull = 10 * time.Minute // longest time of one pull
	untrueFor   = time.Minute      // time until entries that did not hold are read anew
)

// A Puller takes in what the house's office enters, in the background. It holds what comes against the
// key for which the house's authority vouches, against the pit's countersignature and against what was
// taken in before.
type Puller struct {
	member    Member
	files     record.Files
	enrolment *Enrolment
	now       func() time.Time
	client    *client

	log  seal.Tree // of what was taken in
	read bool
	note string // the head that was held against it

	own     bool             // the pit has nothing of this machine that this record lacks
	waiting []house.Heirloom // the tables that were to be taken over when it was asked for that

	tables []string // that this machine plays, as the pit said last
	asked  bool     // it did
	kept   time.Time

	keyed  bool      // this machine has the sealed keys of all people
	keysAt time.Time // when it asked for those that it lacks

	formers map[string]*former      // machines that had tables before, as they were read last
	untrue  map[string]*untrueError // those of which the pit handed out what does not hold

	missing error       // why tables that were moved here are not here; nil where all are
	lacks   *LacksError // what the pit lacks of the office; nil for nothing
	lacksAt time.Time   // since when it does, as this machine heard it

	mu    sync.Mutex
	state HouseState
}

// A HouseState is the state of what was taken over of the office.
type HouseState struct {
	AsOf    time.Time   // time up to which all entries of the office are here, by the pit's clock; zero where none is
	Size    int64       // number of its entries that are here
	Taken   int         // number of changes since this program began
	Wrong   string      // why what the pit has is not taken in; "" where it is
	Missing []string    // the tables that were moved here and could not be taken over
	Lacks   *LacksError // what the pit lacks of the office; nil for nothing, and where that is on its way
	Lacked  time.Time   // since when this machine has heard that
}

// NewPuller returns a puller that does nothing yet; nil in a house without an office. At the office itself it
// takes over which tables are played there.
func NewPuller(member Member, files record.Files, e *Enrolment, now func() time.Time) *Puller {
	if e.Office == "" {
		return nil
	}
	p := &Puller{member: member, files: files, enrolment: e, now: now, client: newClient(e, now), formers: map[string]*former{}, untrue: map[string]*untrueError{}}
	if text, err := files.Kept(asOfFile); err == nil {
		p.state.AsOf, _ = time.Parse(time.RFC3339, string(text))
	}
	return p
}

// State returns the present state. It may be called from any goroutine.
func (p *Puller) State() HouseState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// Run takes in what comes until ctx ends. With the pit away the machine goes on with what it has.
func (p *Puller) Run(ctx context.Context) {
	defer p.client.close()
	for ctx.Err() == nil {
		if err := p.pull(ctx); err != nil && ctx.Err() == nil {
			p.client.turn()
		}
		sleep(ctx, askHouse)
	}
}

// Once takes in what there is. Errors: of a pit that cannot be reached; *Refusal; of what the pit has
// that is not taken in; *NotHereError, of a table that was moved here, and *LacksError, where all else was.
func (p *Puller) Once(ctx context.Context) (err error) {
	defer p.client.close()
	for range p.client.addresses {
		if err = p.pull(ctx); err == nil {
			if p.lacks != nil {
				return errors.Join(p.missing, p.lacks)
			}
			return p.missing
		}
		p.client.turn()
	}
	return err
}

// An errHouse is the error of what the pit has and is not taken in.
type errHouse struct{ error }

func (e errHouse) Unwrap() error { return e.error }

// pull asks once, and takes over what is new.
func (p *Puller) pull(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, longestPull)
	defer cancel()
	err := p.follow(ctx)
	for errors.Is(err, record.ErrConflict) && ctx.Err() == nil { // another program of this machine took in more
		p.read = false
		err = p.follow(ctx)
	}
	var wrong errHouse
	if errors.As(err, &wrong) {
		p.say(wrong.Error())
	}
	if waits(err) {
		p.lack(&LacksError{Office: p.enrolment.Office, Waits: true})
	}
	return err
}

// waits reports whether the error is that of a pit that was restored and waits for the house's office.
func waits(err error) bool {
	refused := (*Refusal)(nil)
	return errors.As(err, &refused) && refused.Why == Restored
}

func (p *Puller) say(wrong string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Wrong = wrong
}

func (p *Puller) follow(ctx context.Context) error {
	if p.enrolment.IsOffice() {
		at, err := p.ask(ctx, math.MaxInt64)
		if err != nil {
			return err
		}
		return p.hold(ctx, at.Tables)
	}
	if !p.read {
		log, err := p.member.OfficeLog()
		if err != nil {
			return err
		}
		p.log, p.read = log, true
	}
	log := p.log.Clone()
	var entries [][]byte
	keys := map[string]string{}
	var at HouseAt
	for {
		var err error
		if at, err = p.ask(ctx, log.Size()); err != nil {
			return err
		}
		for _, text := range at.Entries {
			if _, err := record.Decode([]byte(text)); err != nil {
				return errHouse{fmt.Errorf("what %s entered: %w", at.Machine, err)}
			}
			entries = append(entries, []byte(text))
			log.Add([]byte(text))
		}
		for _, k := range at.Keys {
			keys[k.Number] = k.Sealed
		}
		if len(at.Entries) == 0 || log.Size() >= at.Size {
			break
		}
	}
	if err := p.holds(at, &log); err != nil {
		return errHouse{err}
	}
	if err := p.keepsOwn(at, entries); err != nil {
		return err
	}
	if err := p.take(at, log, entries, keys); err != nil {
		return err
	}
	p.lack(lacksOf(at))
	if err := p.hold(ctx, at.Tables); err != nil {
		return err
	}
	return p.lacking(ctx)
}

// hold enters which tables this machine plays, once those that were moved here are whole.
func (p *Puller) hold(ctx context.Context, tables []string) error {
	notOwn := (*NotOwnError)(nil)
	err := p.checkOwn(ctx)
	if errors.As(err, &notOwn) {
		return p.holdOwn(notOwn, tables)
	}
	if err == nil {
		tables, err = p.given(tables)
	}
	if err == nil {
		tables, err = p.keeps(tables)
	}
	if err != nil {
		return err
	}
	tables, heard, missing, err := p.inherit(ctx, tables)
	if err != nil {
		return err
	}
	p.misses(missing)
	if err := p.member.HoldTables(p.enrolment.Machine, tables, heard...); err != nil { // another program may have heard the pit before
		return err
	}
	p.holding(tables)
	return nil
}

// holdOwn enters which tables this machine plays where the pit has another record under its name, as one that somebody put into its database. It takes
// none over, and begins none of which the pit has countersigned entries. Those of this record it plays on.
func (p *Puller) holdOwn(why *NotOwnError, tables []string) error {
	tables, err := p.given(tables)
	tables = slices.DeleteFunc(tables, func(table string) bool {
		return why.begun[table] || slices.ContainsFunc(p.waiting, func(h house.Heirloom) bool { return h.Table == table })
	})
	if err == nil {
		tables, err = p.keeps(tables)
	}
	if err == nil {
		err = p.member.HoldTables(p.enrolment.Machine, tables)
	}
	if err != nil {
		return err
	}
	p.misses(nil)
	p.missing = why
	p.holding(tables)
	return nil
}

// holding notes which tables this machine plays.
func (p *Puller) holding(tables []string) {
	same := p.asked && slices.Equal(tables, p.tables)
	p.tables, p.asked = tables, true
	if same {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Taken++
}

// given returns the tables of the pit's list that this machine has by more than the pit's word: by its certificate,
// by a manager's word, or because entries of them are here. The pit may list a table that was moved here before the
// office has shipped that: played at once, it would begin a second history beside its own.
func (p *Puller) given(tables []string) (list []string, err error) {
	for _, table := range tables {
		is := slices.Contains(p.enrolment.Tables, table)
		if !is {
			if is, err = p.member.Given(p.enrolment.Machine, table); err != nil {
				return nil, err
			}
		}
		if is {
			list = append(list, table)
		}
	}
	return list, nil
}

// keeps adds to tables the ones that this machine plays and whose entries the pit has countersigned. Such a table
// leaves a machine by a manager's word alone, not because the pit's list lacks it.
func (p *Puller) keeps(tables []string) ([]string, error) {
	held, err := p.member.Kept(p.enrolment.Machine)
	if err != nil || !slices.ContainsFunc(held, func(t string) bool { return !slices.Contains(tables, t) }) {
		return tables, err
	}
	receipts, err := Receipts(p.files)
	for _, table := range held {
		if receipts[table] != "" && !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	slices.Sort(tables) // as the pit has them
	return tables, err
}

// ask asks the pit what the office entered behind an entry.
func (p *Puller) ask(ctx context.Context, from int64) (at HouseAt, err error) {
	return at, p.client.send(ctx, http.MethodGet, HousePath+"?from="+strconv.FormatInt(from, 10), nil, &at)
}

// holds returns why what the pit has of the office is not taken over. It returns nil where it is. log is the log
// with the new entries.
func (p *Puller) holds(at HouseAt, log *seal.Tree) error {
	e := p.enrolment
	switch {
	case at.Machine != e.Office:
		return fmt.Errorf("the pit says that the house's office is %q, and this machine was enrolled in a house with its office on %s: enroll it anew", at.Machine, e.Office)
	case at.Note == "":
		return fmt.Errorf("nothing of %s has arrived at the pit yet: let it ship first", e.Office)
	case at.Note == p.note && len(at.Entries) == 0:
		return nil
	case at.Size < log.Size():
		return fmt.Errorf("the pit has %d entries of %s, and %d were taken in here: either the pit was restored, and %s has to ship; or here was taken in what %s never entered, which sabotctl verify names", at.Size, e.Office, log.Size(), e.Office, e.Office)
	}
	v, err := sign.ReadVoucher(at.Voucher, e.id.Chain...)
	switch {
	case err != nil:
		return fmt.Errorf("the key of %s: %w", e.Office, err)
	case !e.isOf(v.House) || v.Machine != e.Office:
		return fmt.Errorf("the house's authority vouches for %s of %q, and the office is %s of %q", v.Machine, v.House, e.Office, e.House)
	}
	own, by, err := seal.Split(at.Note, e.Witness)
	if err != nil || !slices.Contains(by, e.Witness) {
		return fmt.Errorf("the pit has not countersigned what it has of %s, or with another key than that of the enrolment", e.Office)
	}
	head, _, err := seal.Open(own, v.Key)
	if err != nil {
		return fmt.Errorf("what the pit has of %s is not signed by the key for which the house's authority vouches: %w", e.Office, err)
	}
	if head != seal.HeadOf(record.HouseStream, log) {
		return fmt.Errorf("what the pit has of %s, %d entries, does not go on from the %d that were taken in here: they have not the same past", e.Office, head.Size, p.log.Size())
	}
	return nil
}

// keepsOwn refuses entries of the office by which a table would go from this machine with a head that is none of its own, while the pit holds
// that move aside: the machine goes on with the table until a manager has it brought back. Errors: an errHouse; of a record that cannot
// be read.
func (p *Puller) keepsOwn(at HouseAt, entries [][]byte) error {
	last := map[string]record.TableMoved{}
	for _, text := range entries {
		if e, err := record.Decode(text); err == nil {
			if f, moved := e.Fact.(record.TableMoved); moved && house.OfItsTable(f) {
				last[f.Table] = f
			}
		}
	}
	var plays []string
	for _, table := range slices.Sorted(maps.Keys(last)) {
		f := last[table]
		head, err := seal.ReadHead(f.Head)
		if err != nil || f.From != p.enrolment.Machine || !slices.Contains(at.Tables, table) {
			continue
		}
		if _, by, err := seal.Split(f.Head, p.enrolment.Witness); err == nil && len(by) > 0 {
			continue
		}
		if plays == nil {
			if plays, err = p.member.Kept(p.enrolment.Machine); err != nil {
				return err
			}
		}
		if !slices.Contains(plays, table) {
			continue
		}
		own, err := p.member.Past(table, head.Size)
		if err != nil {
			return err
		}
		if seal.HeadOf(table, &own) == head {
			continue
		}
		return errHouse{fmt.Errorf("%s has %s go from here to %s with a head that is none of this machine's, and the pit holds that move aside: %s stays here, and what %s entered since is not taken in until a manager brings the table back with sabotctl pit move --table %s --to %s --over",
			at.Machine, table, f.To, table, at.Machine, table, f.From)}
	}
	return nil
}

// take enters the new entries, and notes the time up to which they reach.
func (p *Puller) take(at HouseAt, log seal.Tree, entries [][]byte, keys map[string]string) error {
	if len(entries) > 0 {
		err := p.member.TakeHouse(at.Machine, p.log.Size(), entries, at.Note, given(entries, keys))
		if errors.Is(err, record.ErrConflict) {
			return err
		}
		if err != nil {
			return errHouse{err}
		}
	}
	p.log, p.note, p.keyed = log, at.Note, p.keyed && len(entries) == 0
	asOf := p.State().AsOf
	if at.Heard > 0 {
		asOf = time.UnixMilli(at.Heard).UTC()
	}
	if n := len(entries); n > 0 { // the pit notes a second later that it heard them
		if e, err := record.DecodeHead(entries[n-1]); err == nil && e.At.After(asOf) {
			asOf = e.At
		}
	}
	p.mu.Lock()
	p.state.Wrong, p.state.AsOf, p.state.Size = "", asOf, log.Size()
	if len(entries) > 0 {
		p.state.Taken++
	}
	p.mu.Unlock()
	if now := p.now(); len(entries) > 0 || now.Sub(p.kept) > asOfFor || now.Before(p.kept) {
		p.kept = now
		_, err := p.files.Keep(asOfFile, []byte(asOf.Format(time.RFC3339)))
		return err
	}
	return nil
}

// given returns the sealed keys of those to whom entries give one.
func given(entries [][]byte, keys map[string]string) (list []record.Secret) {
	for _, text := range entries {
		e, err := record.Decode(text)
		if f, pin := e.Fact.(record.PINSet); err == nil && pin && keys[f.Number] != "" {
			list = append(list, record.Secret{Number: f.Number, Sealed: keys[f.Number]})
			delete(keys, f.Number)
		}
	}
	return list
}
