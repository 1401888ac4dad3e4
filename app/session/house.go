// Package session stands between the screens and the record: it carries out what somebody wants. A command is
// decided by the table. What follows from it is made durable, folded into the table's state and only then told to
// the screen.
package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/session/sums"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
)

// A House is a house whose record is open.
type House struct {
	State house.House
	tree  seal.Tree // the log of the entries that State has
	store record.Keeper
	now   func() time.Time
	aside replica
	cache *sums.Cache
	alone *sums.Cache // by the record alone, for what is held against it and for what people sign
	work  Work        // what is told of long work, and ends it

	thrown []audit.KeptFalse // see ThrownAway
	others bool              // its tables are other machines'

	lasts map[string]lastEntry // of tables, as far as they were read

	opened sign.Identity // the closed authority, with its key where OpenAuthority has it; without one else

	had map[string]bool // the tables of which the office had entries, where this is its house as it was taken in; nil else

	judge officeJudge // of what is taken in of the house's office

	prepared *prepared // a table opened ahead, nil if none

	program   record.Program // that runs, once it said so
	started   bool           // the record says that it did
	startedAt string         // at that table
	began     int64          // by that entry; 0 where it has no lock
	run       record.Lease   // its lock while it works; nil for none
	runLock   int            // which that is
}

// The doors of a house: each has one part of what is done in it. A door holds the house, and nothing else.
// Rooms above have more of them: papers.Papers, eventlog.Log, backups.Backups.
type (
	// Staff is the door to the people of a house: who signs on, and with which PIN and rights.
	Staff struct{ *House }
	// An Authority is the door to the certificates of a house, and to the key that signs them.
	Authority struct{ *House }
	// A Takeover is the door to what comes from other machines: the office's entries, and tables that were moved here.
	Takeover struct{ *House }
	// Sums is the door to the figures of shifts and days. All of them can be made again from the record.
	Sums struct{ *House }
)

// Staff returns the door to the people.
func (h *House) Staff() Staff { return Staff{h} }

// Authority returns the door to the certificates.
func (h *House) Authority() Authority { return Authority{h} }

// Takeover returns the door to what comes from other machines.
func (h *House) Takeover() Takeover { return Takeover{h} }

// Sums returns the door to the figures of shifts and days.
func (h *House) Sums() Sums { return Sums{h} }

// Stood returns the head of the house's record as far as State has it.
func (h *House) Stood() record.Stood { return StoodOf(&h.tree) }

// StoodOf returns the head of a log of entries.
func StoodOf(log *seal.Tree) record.Stood {
	return record.Stood{Size: log.Size(), Root: log.Root().String()}
}

// newHouse returns a house with that state. It takes the state over: nobody else may write to it.
func newHouse(state *house.House, tree seal.Tree, store record.Keeper, now func() time.Time) *House {
	return &House{State: *state, tree: tree, store: store, now: now, aside: replica{state: state.Clone(), tree: tree.Clone()}, cache: sums.NewCache(), alone: sums.InMemory()}
}

// On opens the house of a record; closing it closes the record. Errors: of a record that cannot be read or
// written.
func On(record record.Keeper, now func() time.Time) (*House, error) {
	state, tree, err := Sealed(record)
	if err != nil {
		return nil, err
	}
	h := newHouse(state, tree, record, now)
	_ = h.Authority().destroyOpen() // a command that closed the authority may have been stopped before it did: the next one does
	return h, h.nameKey()
}

// Close closes the record.
func (h *House) Close() error {
	var err error
	if h.prepared != nil && h.prepared.table != nil {
		err = h.prepared.table.Release()
	}
	return errors.Join(err, h.Sums().runsNoMore(), h.store.Close())
}

// Now returns the time by this house's clock.
func (h *House) Now() time.Time { return h.now() }

// Store returns the record itself, for reports and export.
func (h *House) Store() record.Keeper { return h.store }

// SetUp enters a house as it was planned, all of it or nothing, in the zone of this machine
// where the plan names none. Refusals: BadSetting, HouseIsSetUp.
func (h *House) SetUp(plan house.Plan) error {
	if plan.Zone == "" {
		plan.Zone = MachineZone()
	}
	if _, err := plan.Facts(); err != nil { // before anything is made of it
		return err
	}
	if err := h.unset(); err != nil {
		return err
	}
	closed := plan.Passphrase != ""
	authority, err := h.Authority().firstAuthority(strings.TrimSpace(plan.Name), closed)
	if err != nil {
		return err
	}
	plan.Staff = slices.Clone(plan.Staff)
	var secrets []record.Secret
	var signer house.Badge
	for i := range plan.Staff {
		s := &plan.Staff[i]
		k, err := h.Staff().newKey(s.PIN)
		if err != nil {
			return err
		}
		s.Key = k.public
		if s.Number == plan.Signer() {
			signer = house.NewBadge(s.Staff, k.key)
		}
		secrets = append(secrets, record.Secret{Number: s.Number, Sealed: k.secret})
	}
	facts, err := plan.Facts()
	if err != nil {
		return err
	}
	certifying := h.Authority().Certifying(authority)
	if closed {
		if err := h.Authority().keepClosed(authority, plan.Passphrase); err != nil {
			return err
		}
		certifying = []record.Fact{record.AuthorityClosed{Certificate: encodeCertificate(authority.Certificate)}}
	}
	facts = append(facts, certifying...)
	for _, s := range plan.Staff {
		certified, err := h.Authority().certify(authority, s.Staff, s.Key)
		if err != nil {
			return err
		}
		facts = append(facts, certified...)
	}
	facts = append(facts, record.StaffChanged{Number: signer.Number, By: signer.Number, Says: record.SaysOf(facts)})
	if err := h.enter("", secrets, facts, signer); err != nil {
		return err
	}
	return h.Authority().destroyOpen()
}

// pinsName is under what PINs are tried: one after the other, whichever program asks.
const pinsName = "pins"

// SignOn returns the badge of the person whose number and PIN are code, able to sign. A wrong PIN is on the
// record before the next one is tried, by any program. Refusals: those of house.House.SignOn.
func (h *House) SignOn(code string) (house.Badge, error) { return h.signOnBy("", code) }

// SignOnFrom does what SignOn does at a table: a wrong PIN is entered with its name.
func (h *House) SignOnFrom(table, code string) (house.Badge, error) { return h.signOnBy(table, code) }

// SignOnAs does what SignOn does where the number is known and the PIN is in a file. The PIN is there alone, or
// behind the number as it is typed everywhere else. A text that is right in neither way is one wrong PIN, not two.
// With an unknown number no PIN is tried: the two together could be somebody's code, and the try would be counted
// for nobody.
func (h *House) SignOnAs(number, typed string) (house.Badge, error) {
	if who, _, ok := h.State.People().SplitCode(number); !ok || who.Number != number {
		return house.Badge{}, &house.Refusal{Why: house.WrongPIN}
	}
	readings := []string{number + typed}
	if pin, both := strings.CutPrefix(typed, number); both && len(pin) >= house.MinPIN {
		readings = append(readings, typed)
	}
	return h.signOnBy("", readings...)
}

// signOnBy does what SignOnFrom does with a code that may be read in several ways.
func (h *House) signOnBy(table string, readings ...string) (who house.Badge, err error) {
	refused := h.store.Alone(pinsName, func() error {
		who, err = h.signOn(table, readings)
		return nil
	})
	if refused != nil {
		return house.Badge{}, errors.Join(err, refused)
	}
	return who, err
}

func (h *House) signOn(table string, readings []string) (who house.Badge, err error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return house.Badge{}, err
	}
	if err := h.ClockBack(time.Time{}); err != nil {
		return house.Badge{}, err
	}
	var code string
	var facts []record.Fact
	var refused error
	for _, code = range readings {
		if who, facts, refused = h.State.People().SignOn(h.store, code, h.now()); !house.RefusedFor(refused, house.WrongPIN) {
			break
		}
	}
	for i, f := range facts {
		if failed, wrong := f.(record.PINFailed); wrong {
			failed.Table = table
			facts[i] = failed
		}
	}
	if err := h.Record("", facts); err != nil {
		return house.Badge{}, errors.Join(refused, err)
	}
	if refused != nil {
		return who, refused
	}
	who = h.Staff().peppered(who, code)
	h.Authority().recertified(who)
	return who, nil
}

// Unlock opens every code that is shut. Refusals: WrongRole, NothingLocked.
func (h *House) Unlock(who house.Badge) error {
	facts, err := h.State.People().Unlock(who.Staff, h.now())
	if err != nil {
		return err
	}
	return h.Record(who.Number, facts, who)
}

// Record enters facts of the house. Where another program was faster it takes in what that one entered and goes
// behind it. Where the facts would not be the same now the error is record.ErrConflict. Refusal: AtTheOffice, of
// what the house's office enters.
func (h *House) Record(by string, facts []record.Fact, badges ...house.Badge) error {
	return h.enter(by, nil, facts, badges...)
}

// RecordIf does what Record does, as long as another stream ends with an entry that still names each time it is tried; where it names no stream, as long
// as it has no error. Errors: those of still, too.
func (h *House) RecordIf(by string, facts []record.Fact, still func() (stream string, last int64, err error), badges ...house.Badge) error {
	return h.enterBy(by, facts, func(entries []record.Entry) error {
		stream, last, err := still()
		if err != nil {
			return err
		}
		if stream == "" {
			return h.store.Append(entries...)
		}
		return h.store.AppendIf(stream, last, entries...)
	}, badges...)
}

// decided enters what somebody decides of the house, unless it was refused.
func (h *House) decided(by house.Badge, facts []record.Fact, refused error) error {
	if refused != nil {
		return refused
	}
	return h.Record(by.Number, facts, by)
}

// enter does what record does, and keeps the sealed keys that go with the facts: both are kept or neither.
func (h *House) enter(by string, secrets []record.Secret, facts []record.Fact, badges ...house.Badge) error {
	return h.enterBy(by, facts, func(entries []record.Entry) error { return h.store.AppendWith(secrets, entries...) }, badges...)
}

// enterBy does what record does, and what makes the entries durable is given.
func (h *House) enterBy(by string, facts []record.Fact, keep func([]record.Entry) error, badges ...house.Badge) error {
	if len(facts) == 0 {
		return nil
	}
	last, err := h.tablesLast()
	if err != nil {
		return err
	}
	if !last.After(h.State.Ahead()) { // it was said
		last = time.Time{}
	}
	behind := h.State.Seq
	if err := h.ClockBack(last); err != nil {
		return err
	}
	late := h.State.Seq != behind // another program may have been faster than what says that the clock was ahead
	facts = house.Saying(facts)
	const tries = 5
	for try := 1; ; try++ {
		if _, first := facts[0].(record.HouseNamed); late && first && h.State.SetUp() {
			return &house.Refusal{Why: house.HouseIsSetUp}
		}
		if late && !h.State.Stand(facts) {
			return fmt.Errorf("what is entered of the house is no longer what it was: %w", record.ErrConflict)
		}
		if err := h.State.Here(facts...); err != nil {
			return err
		}
		if err := h.State.People().CheckWords(facts...); err != nil {
			return err
		}
		now := h.now()
		if _, drifted := record.Drifted(now, last); !drifted && now.Before(last) {
			now = last.Add(time.Millisecond) // what is of the same moment comes before it
		}
		entries, err := house.Sign(h.Stood(), h.State.Stamp(now, by, facts...), badges...)
		if err != nil {
			return err
		}
		err = keep(entries)
		if err == nil {
			h.Takeover().took(entries)
			return nil
		}
		if !errors.Is(err, record.ErrConflict) || try == tries {
			return err
		}
		if err := h.Takeover().CatchUp(); err != nil {
			return err
		}
		late = true
	}
}

// unset returns nil where there is no house yet. Refusal: HouseIsSetUp.
func (h *House) unset() error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	if h.State.SetUp() {
		return &house.Refusal{Why: house.HouseIsSetUp}
	}
	return nil
}

// TableNames returns the house's tables in the order in which they were set up; only that one where a name is
// given. Error: where there is no table of that name.
func (h *House) TableNames(only string) ([]string, error) {
	var names []string
	for _, t := range h.State.Tables {
		names = append(names, t.Name)
	}
	if only == "" {
		return names, nil
	}
	if !slices.Contains(names, only) {
		return nil, fmt.Errorf("the house has no table %q: it has %v", only, names)
	}
	return []string{only}, nil
}

// RecordOf enters what nobody signs, as a number's where it is named: see named. Another program may have taken the right from them meanwhile.
func (h *House) RecordOf(number string, right house.Right, table string, of func(by string) record.Fact) error {
	const tries = 5
	for try := 1; ; try++ {
		if err := h.Takeover().CatchUp(); err != nil {
			return err
		}
		by := h.named(number, right, table)
		if err := h.Record(by, []record.Fact{of(by)}); !errors.Is(err, record.ErrConflict) || try == tries {
			return err
		}
	}
}

// named returns a number as that of who did something which nobody signs, once they were signed on for it; else "".
func (h *House) named(number string, right house.Right, table string) string {
	if !h.State.People().SignedOnFor(number, right, table, h.now()) {
		return ""
	}
	return number
}
