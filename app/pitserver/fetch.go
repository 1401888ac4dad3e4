package pitserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sabot/app/session/backups"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// A Fetched is the part of a machine's record that the pit had.
type Fetched struct {
	Streams []central.Stream
	Keys    int  // sealed keys of people
	Office  bool // it is that of the house's office
}

// Fetch writes the record of a machine, as far as the pit has it, into one new file from which it is restored: for one that was lost with
// its disk, and whose backups are older than what it has shipped. All of it has to hold, with the signatures of its own people, and every
// head has to be countersigned by this pit, or with one of the keys of before that are named: a machine that was lost before it shipped to a pit with
// another witness.key has no other one. Errors: of a database that does not answer; of what does not hold.
func Fetch(ctx context.Context, q central.Reading, f *Folder, machine, file string, before ...string) (Fetched, error) {
	machines, err := q.Machines(ctx)
	if err != nil {
		return Fetched{}, err
	}
	i := slices.IndexFunc(machines, func(m central.Machine) bool { return m.Name == machine })
	if i < 0 || machine == central.Member {
		return Fetched{}, fmt.Errorf("the pit knows no machine %s", machine)
	}
	streams, err := q.Streams(ctx)
	if err != nil {
		return Fetched{}, err
	}
	list, err := twinsIn(ctx, q, machines, streams)
	if err != nil {
		return Fetched{}, err
	}
	if of := list.of[machine]; of != "" {
		return Fetched{}, fmt.Errorf("what the database has of %s is the record of %s: sabotctl pit status says more", machine, of)
	}
	snap, err := central.OpenSnapshot(ctx, q, machine)
	if err != nil {
		return Fetched{}, err
	}
	done := Fetched{Streams: snap.All()}
	if !slices.ContainsFunc(done.Streams, func(s central.Stream) bool { return s.Name == record.HouseStream }) {
		return Fetched{}, fmt.Errorf("nothing of %s has arrived that it has signed", machine)
	}
	for _, key := range before {
		if err := seal.CheckVerifier(key); err != nil {
			return Fetched{}, err
		}
	}
	for _, s := range done.Streams {
		if _, by, err := seal.Split(s.Note, append([]string{f.Verifier()}, before...)...); err != nil || len(by) == 0 {
			return Fetched{}, fmt.Errorf("the head of %s of %s is not countersigned by this pit: somebody took that away in the database, or %[2]s has not shipped since witness.key was made anew. See sabotctl pit verify. If its disk is there, enroll it once more and have it ship. If that is lost, name the witness key of before, as pit init printed it, with --witness", s.Name, machine)
		}
	}
	var keys []record.Secret
	if done.Office = machines[i].Voucher != ""; done.Office { // of every other machine's people the office has them
		if keys, err = q.Sealed(ctx); err != nil {
			return Fetched{}, err
		}
	}
	done.Keys = len(keys)
	return done, backups.WriteCopy(ctx, file, snap, keys)
}

// A BehindError is the error of a machine that cannot come back from what the pit has of it: the pit had countersigned more of its house
// before its database was put back, and takes no record of that name with less.
type BehindError struct {
	Gone
	Office  bool
	Another string   // a name that no machine has
	Tables  []string // that are played on it
	has     []string // that the database has there
	lacking []string // of those, the ones of which something is gone too
	unknown bool     // the database has no row of the machine
	taken   string   // a machine that had taken in what is gone of the office; "" where the pit itself knows of it
}

func (e *BehindError) Error() string {
	if e.taken != "" {
		return fmt.Sprintf("%s had taken in %d entries of the house of %s, and the pit has %d of those: what the pit has of %s is not all that machines go by, and they take in nothing of a record without the others. Look for the disk of the office, or a backup of it that has them", e.taken, e.Had, e.Machine, e.Has, e.Machine)
	}
	says := fmt.Sprintf("%s cannot come back under its name from what the pit has: %s gone since the database was put back, and the pit takes no record of %s without them", e.Machine, stretch(e.Has+1, e.Had, "of its house is", "of its house are"), e.Machine)
	if e.Office {
		return says + ". Look for the disk of the office, or a backup of it that has them. " + e.fromItsDisk()
	}
	lines := []string{
		says + ". " + e.fromItsDisk(),
		"If its disk is lost, go on under another name:",
		"sabotctl pit enroll --data DIR --pit DIR --machine '" + e.Another + "' -o FILE",
		"sabotctl pit join FILE --data DIR        # on that machine, in an empty data directory",
	}
	if e.unknown && len(e.Tables) > 0 {
		lines = append(lines, "sabotctl pit enroll --data DIR --pit DIR --machine '"+e.Machine+"' --whole -o FILE        # nobody joins with that: its tables go on from there")
	}
	for _, table := range e.Tables {
		more := ""
		if slices.Contains(e.lacking, table) {
			more = " --lacking"
		}
		lines = append(lines, "sabotctl pit move --data DIR --pit DIR --table "+table+" --to '"+e.Another+"' --over"+more)
	}
	return strings.Join(lines, "\n")
}

// fromItsDisk returns how a machine whose disk is there ships again. A database that was put back may have an older certificate of it.
func (e *BehindError) fromItsDisk() string {
	with := "--machine '" + e.Machine + "'"
	if len(e.has) > 0 {
		with += " --tables " + strings.Join(e.has, ",")
	}
	if e.Office {
		with += " --office --reads"
	}
	return "If its disk is there, have it ship. If the pit refuses its certificate then, give it another one and have it ship with that:\n" +
		"sabotctl pit enroll --data DIR --pit DIR " + with + " --whole -o FILE\n" +
		"sabotctl pit join FILE --data DIR        # on that machine, in its own data directory"
}

// OrLost returns the other case in which the machine is enrolled all the same, in words; "" where there is none.
func (e *BehindError) OrLost() string {
	switch {
	case e.taken != "":
		return ", or they are lost for good (docs/pit.md, An office that was lost with its pit)"
	case e.Office:
		return ", or they are lost for good (docs/pit.md, An office whose pit remembers more)"
	}
	return ""
}

// ComesBack demands that the pit takes the record of a machine which is put back from what the pit has of it. Errors: *BehindError; of a
// database that does not answer.
func ComesBack(ctx context.Context, q central.Reading, f *Folder, machine string) error {
	gone, err := GoneFrom(ctx, q, f)
	if err != nil {
		return err
	}
	gone = slices.DeleteFunc(gone, func(g Gone) bool { return g.Machine != machine })
	i := slices.IndexFunc(gone, func(g Gone) bool { return g.Stream == record.HouseStream })
	if i < 0 {
		return officeBehind(ctx, q, f, machine)
	}
	p, err := placesOf(ctx, q, f.Verifier())
	if err != nil {
		return err
	}
	signed, err := f.signedBefore(ctx, q)
	if err != nil {
		return err
	}
	behind := &BehindError{Gone: gone[i], Office: p.office == machine, Another: p.another(machine, signed), unknown: !p.enrolled(machine)}
	for _, m := range p.machines {
		if m.Name == machine {
			behind.Tables, behind.has = slices.Clone(m.Tables), m.Tables
		}
	}
	for _, m := range p.signed {
		if last, _ := p.signed.last(m.Table); last.To == machine && !slices.Contains(behind.Tables, m.Table) {
			behind.Tables = append(behind.Tables, m.Table)
		}
	}
	for _, g := range gone {
		behind.lacking = append(behind.lacking, g.Stream)
	}
	return behind
}

// anotherName returns a free name for a machine that cannot come back under its own.
func anotherName(machine string, taken func(name string) bool) string {
	for n := 2; ; n++ {
		end := fmt.Sprintf("-%d", n)
		runes := []rune(machine)
		if name := string(runes[:min(len(runes), house.LongestName-len(end))]) + end; !taken(name) {
			return name
		}
	}
}

// another does what anotherName does. A name is taken where the database has it, the pit remembers it, or managers
// signed a move from or to it.
func (p *placed) another(machine string, signed map[place]storage.SignedHead) string {
	return anotherName(machine, func(name string) bool {
		return p.enrolled(name) || p.signed.names(name) || remembered(signed, name)
	})
}

// another does what that of a placed does, as far as the leader knows. A machine may have been enrolled a moment ago. Error: of a database that does
// not answer.
func (l *leader) another(ctx context.Context, machine string) (string, error) {
	p := placed{signed: l.course.moves}
	var err error
	p.machines, err = l.server.own.Machines(ctx)
	return p.another(machine, l.signed), err
}

// remembered reports whether a pit has countersigned anything of a machine of a name.
func remembered(signed map[place]storage.SignedHead, name string) bool {
	for at := range signed {
		if at.machine == name {
			return true
		}
	}
	return false
}

// names reports whether a table was moved from or to a machine of a name.
func (list moves) names(name string) bool {
	return slices.ContainsFunc(list, func(m signedMove) bool { return m.From == name || m.Between == name || m.To == name })
}

// officeBehind demands of the office that no machine had taken in more of it than the pit has. Where something else stands in that place already, it is too
// late for that. Errors: as ComesBack.
func officeBehind(ctx context.Context, q central.Reading, f *Folder, machine string) error {
	p, list, err := f.outlived(ctx, q)
	if err != nil || machine != p.office {
		return err
	}
	for _, o := range list {
		if o.behind && !o.named {
			return &BehindError{Gone: Gone{Machine: machine, Stream: record.HouseStream, Had: o.size, Has: o.from - 1}, Office: true, taken: o.machine}
		}
	}
	return nil
}

// ComesBack does what the function does, with the folder's own database.
func (f *Folder) ComesBack(ctx context.Context, machine string) error {
	q := f.database().Read(f.House)
	defer q.Close()
	return ComesBack(ctx, q, f, machine)
}

// Shipped returns how many entries the pit has of a machine. Error: of a database that does not answer.
func (f *Folder) Shipped(ctx context.Context, machine string) (n int64, err error) {
	q := f.database().Read(f.House)
	defer q.Close()
	streams, err := q.Streams(ctx)
	for _, st := range streams {
		if st.Machine == machine {
			n += st.Size
		}
	}
	return n, err
}
