package pitserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// A Gone is a stream whose last countersigned entries a pit lacks since its database was put back. The pit goes on without them
// until their machine has shipped them again.
type Gone struct {
	Machine, Stream string
	Had, Has        int64
	Unproven        bool // the database alone says so, and who has its login may write that there
	// Signed is where a manager had the table go on without them, in the office's record; "" where nobody has.
	Signed string
	// Left is how the table went on from that machine with fewer entries than are gone; "" where it did not.
	Left string
	upTo int64 // with so many
	// office says that it is the stream of the house's office.
	office bool
	// Ended says that it is what a house has said to its group before it was enrolled anew: that counts no more.
	Ended bool
	// Awaits is the office that has to ship before anybody knows how the table went on; "" of what is no table, and where that is known.
	Awaits string
}

// lostForGood is where the way out is said of entries of the office that nobody has any more.
const lostForGood = ". Where they are lost for good, see docs/pit.md, An office whose pit remembers more"

func (g Gone) String() string {
	if g.Signed != "" {
		return fmt.Sprintf("%d entries had been countersigned, and it has %d: a manager signed that it goes on without the others, %s", g.Had, g.Has, g.Signed)
	}
	if g.Ended {
		return fmt.Sprintf("%d entries had been countersigned, and it has %d: %s was enrolled anew since, so this stream counts no more, and what it lacks nobody ships again", g.Had, g.Has, g.Machine)
	}
	if g.Unproven {
		return fmt.Sprintf("the database says that %d entries had been countersigned, and it has %d: nothing in this pit's folder bears that out", g.Had, g.Has)
	}
	says := fmt.Sprintf("%d entries had been countersigned, and %s gone since the database was put back: ", g.Had, stretch(g.Has+1, g.Had, "is", "are"))
	switch {
	case g.Left != "" && g.Awaits != "":
		return says + fmt.Sprintf("what becomes of them is known once %s has shipped all that it has. Have it ship first, and keep the disk of %s as it is", g.Awaits, g.Machine)
	case g.Awaits != "":
		return says + fmt.Sprintf("have %s ship first. Then %s ships them again if it still has them, and %s was not moved from it without them", g.Awaits, g.Machine, g.Stream)
	case g.Left == "":
		says += g.Machine + " ships them again if it still has them"
		if g.office {
			says += lostForGood
		}
		return says
	case g.Has < g.upTo:
		return says + fmt.Sprintf("%s, and those behind never arrive. %s ships the others again if it still has them", g.Left, g.Machine)
	}
	return says + g.Left + ", and those behind never arrive. Keep the disk of " + g.Machine + " as evidence"
}

// stretch returns some entries in words, from one to another, with what is said of one and of several.
func stretch(from, to int64, one, several string) string {
	if from == to {
		return fmt.Sprintf("entry %d %s", from, one)
	}
	return fmt.Sprintf("entries %d to %d %s", from, to, several)
}

// settled reports whether somebody who may has the pit go on without that for good.
func (g Gone) settled() bool { return g.Signed != "" || g.Ended }

// Unsettled reports whether something is gone for which no manager has signed, and that counts still.
func Unsettled(list []Gone) bool {
	return slices.ContainsFunc(list, func(g Gone) bool { return !g.settled() })
}

// A GoneError is the error of a table that would be moved without entries that the pit had countersigned.
type GoneError struct{ Gone }

func (e *GoneError) Error() string { return e.Stream + " of " + e.Machine + ": " + e.String() }

// GoneFrom returns what is gone from a pit, by machine and stream, as its database and the memory of the folder have it. Error: of either.
func GoneFrom(ctx context.Context, q central.Reading, f *Folder) ([]Gone, error) {
	signed, err := f.signedBefore(ctx, q) // first: a pit that serves goes on countersigning
	if err != nil {
		return nil, err
	}
	streams, err := q.Streams(ctx)
	if err != nil {
		return nil, err
	}
	return goneFrom(ctx, q, f.Verifier(), signed, streams, f.Houses)
}

// goneFrom returns the missing entries of streams: those that were signed, and those that the database itself lists.
// Error: of that.
func goneFrom(ctx context.Context, q central.Reading, witness string, signed map[place]storage.SignedHead, streams []central.Stream, houses bool) (list []Gone, err error) {
	has, said := map[place]int64{}, map[place]int64{}
	for _, s := range streams {
		has[place{s.Machine, s.Name}] = s.Size
	}
	for at := range signed {
		said[at] = 0
	}
	rows, err := q.Gone(ctx)
	for _, g := range rows {
		said[place{g.Machine, g.Stream}] = g.Size
	}
	for at, size := range said {
		if g, is := goneAt(at, has[at], size, signed); is {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b Gone) int { return cmp.Or(cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Stream, b.Stream)) })
	switch {
	case err != nil || len(list) == 0:
	case houses:
		err = endedOf(ctx, q, list)
	default:
		err = signedFor(ctx, q, witness, streams, rows, list)
	}
	return list, err
}

// endedOf notes, at a group's server, what is of streams that houses were enrolled with before. The group's administrator alone enrolls them anew. Error: of a
// database that does not answer.
func endedOf(ctx context.Context, q central.Reading, list []Gone) error {
	machines, err := q.Machines(ctx)
	for at, g := range list {
		list[at].Ended = slices.ContainsFunc(machines, func(m central.Machine) bool { return m.Name == g.Machine && over(m, g.Stream) })
	}
	return err
}

// signedFor notes where managers had tables go on without what is gone: as many entries as are gone, of the machine that had them. That is the one
// between where it had taken nothing over as the pit had it. What is gone later nobody has signed for. Error: of a database that does not answer.
func signedFor(ctx context.Context, q central.Reading, witness string, streams []central.Stream, without []central.Gone, list []Gone) error {
	machines, err := q.Machines(ctx)
	if err != nil {
		return err
	}
	office := officeAmong(machines)
	if office == "" {
		return nil
	}
	var signed moves
	if i := slices.IndexFunc(streams, func(s central.Stream) bool { return s.Machine == office && s.Name == record.HouseStream }); i >= 0 {
		signed, err = signedMoves(ctx, q, witness, streams[i])
	}
	for _, m := range signed {
		for at := range list {
			if g := &list[at]; g.Stream == m.Table && g.Machine == cmp.Or(m.Between, m.From) && g.Had <= m.Lacking {
				g.Signed = fmt.Sprintf("%s/%d of %s", record.HouseStream, m.entry, office)
			}
		}
	}
	if err == nil {
		err = givenUp(ctx, q, office, streams, list)
	}
	if err != nil {
		return err
	}
	behind, err := q.Restored(ctx)
	behind = behind || slices.ContainsFunc(list, func(g Gone) bool {
		return g.Machine == office && g.Stream == record.HouseStream && !goesWithout(without, storage.SignedHead{Machine: office, Stream: g.Stream, Size: g.Had})
	})
	for at := range list {
		list[at].office = list[at].Machine == office && list[at].Stream == record.HouseStream
		signed.left(&list[at])
		if behind && list[at].Stream != record.HouseStream { // a move may be among what the office lost
			list[at].Awaits = office
		}
	}
	return err
}

// givenUp notes what is gone of machines' own streams, and a manager has given up in what the office has signed. Error: of a database that does not answer.
func givenUp(ctx context.Context, q central.Reading, office string, streams []central.Stream, list []Gone) error {
	at := slices.IndexFunc(streams, func(s central.Stream) bool { return s.Machine == office && s.Name == record.HouseStream })
	if at < 0 {
		return nil
	}
	p := placed{office: office, house: streams[at]}
	return p.ofOffice(ctx, q, record.OwnLost{}, func(e record.Entry) {
		f, is := e.Fact.(record.OwnLost)
		for i := range list {
			if g := &list[i]; is && g.Stream == record.HouseStream && g.Machine == f.Machine && g.Machine != office && g.Had <= f.Lacking {
				g.Signed = fmt.Sprintf("%s/%d of %s", record.HouseStream, e.Seq, office)
			}
		}
	})
}

// Errors of giving up what is gone.
var (
	ErrNotGone    = errors.New("nothing is gone of that")
	ErrOfficeLost = errors.New("nobody gives up entries of the office itself" + lostForGood)
)

// LostOf returns what is gone of the own stream of a machine, and can be given up. The record is that of the house's office. Errors: ErrNotGone, ErrOfficeLost, ErrNoOwner;
// of what the pit goes on with elsewhere, or of a database that does not answer.
func LostOf(ctx context.Context, h *session.House, f *Folder, machine string) (gone Gone, err error) {
	if f.Owner == "" {
		return gone, ErrNoOwner
	}
	in := mover{f, f.database().Owned(f.House), f.database().Read(f.House)}
	defer in.owned.Close()
	defer in.q.Close()
	if err := in.goesOnHere(ctx, h); err != nil {
		return gone, err
	}
	list, err := GoneFrom(ctx, in.q, f)
	if err != nil {
		return gone, err
	}
	at := slices.IndexFunc(list, func(g Gone) bool { return g.Machine == machine && g.Stream == record.HouseStream })
	switch {
	case at < 0:
		return gone, fmt.Errorf("the own stream of %s: %w", machine, ErrNotGone)
	case list[at].office:
		return gone, ErrOfficeLost
	}
	return list[at], nil
}

// left notes how a table went on from the machine that had what is gone of it. What that machine has behind the head of the move the pit refuses.
func (list moves) left(g *Gone) {
	m, is := list.lastFrom(g.Stream, g.Machine)
	head, _ := seal.ReadHead(m.Head) // it may have had none
	if last, _ := list.last(g.Stream); is && last.To != g.Machine && head.Size < g.Had {
		g.Left, g.upTo = fmt.Sprintf("%s was moved from %s to %s with its first %d entries", g.Stream, g.Machine, m.To, head.Size), head.Size
	}
}

// goneAt returns the missing entries of a stream, by its size and by the countersigned size in the database. It
// returns false for none.
func goneAt(at place, has, said int64, signed map[place]storage.SignedHead) (Gone, bool) {
	if size := signed[at].Size; size > has {
		return Gone{Machine: at.machine, Stream: at.stream, Had: size, Has: has}, true
	}
	return Gone{Machine: at.machine, Stream: at.stream, Had: said, Has: has, Unproven: true}, said > has
}

// goesWithout reports whether what is gone from a database, as that has it, comes to a head.
func goesWithout(gone []central.Gone, r storage.SignedHead) bool {
	return slices.ContainsFunc(gone, func(g central.Gone) bool {
		return g.Machine == r.Machine && g.Stream == r.Stream && g.Size >= r.Size
	})
}

// keyKinds are those of the entries that give somebody a sealed key, or after which they need none.
var keyKinds = kindsOf(record.PINSet{}, record.StaffLeft{})

// keyless returns the numbers of those who work in the house and whose sealed key the database lacks, though the office gave them one: both come in one
// transaction, so that somebody has taken the row away. Error: of a database that does not answer.
func keyless(ctx context.Context, q central.Reading, office string, streams []central.Stream) ([]string, error) {
	at := slices.IndexFunc(streams, func(s central.Stream) bool { return s.Machine == office && s.Name == record.HouseStream })
	if office == "" || at < 0 {
		return nil, nil
	}
	house, given := streams[at], map[string]bool{}
	for from := int64(1); from > 0 && from <= house.Signed; {
		texts, next, err := q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, keyKinds)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			if err != nil {
				continue // what is wrong whoever verifies the pit finds
			}
			switch f := e.Fact.(type) {
			case record.PINSet:
				given[f.Number] = f.Key != ""
			case record.StaffLeft:
				given[f.Number] = false
			}
		}
		from = next
	}
	keys, err := q.Sealed(ctx) // after the entries: what came meanwhile is there
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		given[k.Number] = false
	}
	maps.DeleteFunc(given, func(_ string, lacks bool) bool { return !lacks })
	return slices.Sorted(maps.Keys(given)), nil
}

// Keyless returns the advice on people whose sealed key the database lacks.
func Keyless(numbers []string) string {
	return fmt.Sprintf("the database lacks the sealed keys of %s in sabot.sealed, which the office gave: a machine that takes the house in gets none, and their PINs open nothing there. Start each server of the pit anew, and have the office ship", strings.Join(numbers, ", "))
}
