package pitserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A machine keeps what it takes in of the house's office in its own stream: the office's entries, and the head that the office signed for them. A pit and an
// office that are put back together lose the same last entries, and agree. The machines still have them, and go by them.

// An outlived is a machine's copy of the office's entries, where the office's own stream at the pit lacks some or has
// others.
type outlived struct {
	machine, office string
	stream          int32           // of the machine's house
	size            int64           // number of the office's entries that the machine had taken in
	at              int64           // the machine's entry with the last of them
	from            int64           // the first that is not there as the machine took it
	behind          bool            // nothing stands in its place: the office may ship it again
	head            seal.Head       // of what it had taken in
	moves           moves           // the moves among those that are not there
	first           int64           // the machine's entry with the first that is not there
	said            map[int64]int64 // by the number of each of those moves, the machine's entry with it
	unheard         moves           // those of the office by which a table went from the machine, that it never hears of and that were not signed for what is lost
	named           bool            // a restore at the office left behind by name what it had taken in
	settled         bool            // managers have moved on from it
}

// outlived returns what machines had taken in of the office and its stream lacks: none of them takes in what the office enters from then on. What a machine says
// it took counts only with a head that the office signed or this pit countersigned. Of each machine it reads the last entry by which that took something in, and
// more only where that is not there. Error: of a database that does not answer.
func (p *placed) outlived(ctx context.Context, q central.Reading, witness string) (list []outlived, err error) {
	var keys []string
	for _, s := range p.streams {
		if p.office == "" || s.Name != record.HouseStream || s.Machine == p.office || s.Machine == central.Member || s.Signed == 0 || headHolds(s, p.keysOf(s.Machine), witness) != nil {
			continue
		}
		e, f, err := lastTaken(ctx, q, s)
		if err != nil {
			return nil, err
		}
		if f.Machine != p.office || len(f.Entries) == 0 {
			continue
		}
		first, at, err := p.differs(ctx, q, f)
		if errors.Is(err, central.ErrMissing) {
			return nil, nil // the office's stream is named, and nothing is known of what it lacks
		}
		if err != nil {
			return nil, err
		}
		if first == 0 {
			continue
		}
		if keys == nil {
			if keys, err = p.officeKeys(ctx, q); err != nil {
				return nil, err
			}
		}
		head, err := seal.ReadHead(f.Head)
		if err != nil || head.Size != at || !signedBy(f.Head, keys, witness) {
			continue // Verify names it
		}
		o := outlived{machine: s.Machine, stream: s.ID, office: p.office, size: at, at: e.Seq, head: head}
		if err := p.outlives(ctx, q, s, &o); errors.Is(err, central.ErrMissing) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		if o.from == 0 {
			continue
		}
		if o.named, err = p.leftBehind(ctx, q, &o, head); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	for i := range list {
		if err := p.settles(ctx, q, list, &list[i]); errors.Is(err, central.ErrMissing) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// keysOf returns the keys that a machine signs with, as the database has them.
func (p *placed) keysOf(machine string) []string {
	for _, m := range p.machines {
		if m.Name == machine {
			return strings.Fields(m.Verifier)
		}
	}
	return nil
}

// officeKeys returns the keys with which the office signs its heads, also those of before a restore. Error: of a database that does not answer.
func (p *placed) officeKeys(ctx context.Context, q central.Reading) ([]string, error) {
	keys := p.keysOf(p.office)
	err := p.ofOffice(ctx, q, record.SealedBy{}, func(e record.Entry) {
		if f, is := e.Fact.(record.SealedBy); is && !slices.Contains(keys, f.Key) {
			keys = append(keys, f.Key)
		}
	})
	return keys, err
}

// ofOffice hands on the office's entries of a kind, as far as it has signed them. Error: of a database that does not answer.
func (p *placed) ofOffice(ctx context.Context, q central.Reading, kind record.Fact, each func(record.Entry)) error {
	for from := int64(1); from > 0 && from <= p.house.Signed; {
		texts, next, err := q.EntriesOf(ctx, p.house.ID, from, p.house.Signed, boxesAmong, kindsOf(kind))
		if err != nil {
			return err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
				each(e)
			}
		}
		from = next
	}
	return nil
}

// signedBy reports whether one of some keys signed a head, or a witness countersigned it. The office's own signature outlives a witness.key that is lost.
func signedBy(note string, keys []string, witness string) bool {
	own := ownNote(note)
	if slices.ContainsFunc(keys, func(key string) bool {
		_, _, err := seal.Open(own, key)
		return err == nil
	}) {
		return true
	}
	_, by, err := seal.Split(note, witness)
	return err == nil && len(by) > 0
}

// lastTaken returns the last entry of a machine by which it took in some of the office's; none where it took in nothing. Nothing counts behind its head: the
// login that serves may have written it. Error: of a database that does not answer.
func lastTaken(ctx context.Context, q central.Reading, s central.Stream) (last record.Entry, f record.HouseTaken, err error) {
	text, err := q.LastOf(ctx, s.ID, f)
	if err != nil {
		return last, f, err
	}
	if e, err := record.Decode(text); err != nil || e.Seq <= s.Signed {
		f, _ = e.Fact.(record.HouseTaken)
		return e, f, nil
	}
	err = eachTaken(ctx, q, s, func(e record.Entry, taken record.HouseTaken) error {
		last, f = e, taken
		return nil
	})
	return last, f, err
}

// eachTaken hands on the entries by which a machine took in some of the office's, up to its head. Error: also of a database that does not answer.
func eachTaken(ctx context.Context, q central.Reading, s central.Stream, each func(record.Entry, record.HouseTaken) error) error {
	for from := int64(1); from > 0 && from <= s.Signed; {
		texts, next, err := q.EntriesOf(ctx, s.ID, from, s.Signed, boxesAmong, kindsOf(record.HouseTaken{}))
		if err != nil {
			return err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			f, is := e.Fact.(record.HouseTaken)
			if err != nil || !is {
				continue // what is wrong whoever verifies the pit finds
			}
			if err := each(e, f); err != nil {
				return err
			}
		}
		from = next
	}
	return nil
}

// differs returns the first of the office's entries in one of a machine that its stream does not have, byte for byte, and the last in it; first is 0 where it
// has all of them. Error: of a database that does not answer.
func (p *placed) differs(ctx context.Context, q central.Reading, f record.HouseTaken) (first, last int64, err error) {
	head, wrong := record.DecodeHead([]byte(f.Entries[0])) // Sabot 0.9 could take in some twice, so From may say more
	if wrong != nil {
		return 0, 0, nil
	}
	last = head.Seq + int64(len(f.Entries)) - 1
	var ours [][]byte
	if there := min(last, p.house.Size) - head.Seq + 1; there > 0 {
		if ours, err = q.Entries(ctx, p.house.ID, head.Seq, int(there)); err != nil {
			return 0, 0, err
		}
	}
	for i, text := range f.Entries {
		if i >= len(ours) || !bytes.Equal([]byte(text), ours[i]) {
			return head.Seq + int64(i), last, nil
		}
	}
	return 0, last, nil
}

// outlives notes from which entry on the office's stream is not what a machine took in, and which moves are among those. Error: of a database that does not
// answer.
func (p *placed) outlives(ctx context.Context, q central.Reading, s central.Stream, o *outlived) error {
	o.said = map[int64]int64{}
	err := eachTaken(ctx, q, s, func(e record.Entry, f record.HouseTaken) error {
		if f.Machine != o.office || len(f.Entries) == 0 {
			return nil
		}
		if o.from == 0 {
			first, _, err := p.differs(ctx, q, f)
			if err != nil || first == 0 {
				return err
			}
			o.from, o.first = first, e.Seq
		}
		for _, text := range f.Entries {
			if m, moved := moveIn([]byte(text)); moved && m.entry >= o.from {
				o.moves, o.said[m.entry] = append(o.moves, m), e.Seq
			}
		}
		return nil
	})
	o.behind = o.from == p.house.Size+1
	return err
}

// leftBehind reports whether a restore at the office left behind by name what a machine had taken in. Error: of a database that does not answer.
func (p *placed) leftBehind(ctx context.Context, q central.Reading, o *outlived, taken seal.Head) (left bool, err error) {
	err = p.ofOffice(ctx, q, record.RestoredFrom{}, func(e record.Entry) {
		f, is := e.Fact.(record.RestoredFrom)
		for _, note := range f.Left {
			head, err := seal.ReadHead(note)
			left = left || is && err == nil && e.Seq >= o.from && head.Stream == record.HouseStream && (head == taken || head.Size > taken.Size)
		}
	})
	return left, err
}

// settles notes whether managers have moved on from what a machine outlived: nothing is to be shipped again, it has no table any more, and each table that two
// machines may deal since was moved anew. All are the machines that had taken in more than is there: the pit knows a lost move from the first that has it. Error: of
// a database that does not answer.
func (p *placed) settles(ctx context.Context, q central.Reading, all []outlived, o *outlived) error {
	o.settled = !o.behind && !slices.ContainsFunc(p.machines, func(m central.Machine) bool { return m.Name == o.machine && len(m.Tables) > 0 })
	for _, m := range p.disputed(o) {
		anew := false
		for _, from := range all {
			if !anew && slices.Contains(from.moves, m) {
				var err error
				if anew, err = p.signedSince(ctx, q, m.Table, from.stream, from.said[m.entry]); err != nil {
					return err
				}
			}
		}
		o.settled = o.settled && anew
	}
	for _, m := range p.wentFrom(o) {
		anew, err := p.signedSince(ctx, q, m.Table, o.stream, o.first)
		if err != nil {
			return err
		}
		if !anew {
			o.unheard, o.settled = append(o.unheard, m), false
		}
	}
	return nil
}

// signedSince reports whether a manager signed last where a table is played once the pit had an entry of a machine's house: by the pit's clock, and as both arrived. The
// number of a move says nothing of that. An office whose real disk turns up has moves behind the place where its course forks that were signed before. Nothing but
// the office's own clock dates what is signed there: a clock that was ahead then, and was put right before the move was shipped, is not seen. Error: of a database
// that does not answer.
func (p *placed) signedSince(ctx context.Context, q central.Reading, table string, house int32, known int64) (bool, error) {
	last, moved := p.signed.last(table)
	if !moved {
		return false, nil
	}
	knew, err := q.Arrived(ctx, house, known)
	if err != nil {
		return false, err
	}
	came, err := q.Arrived(ctx, p.house.ID, last.entry)
	if err != nil || came < knew {
		return false, err
	}
	texts, err := q.Entries(ctx, p.house.ID, last.entry, 1)
	if err != nil || len(texts) == 0 {
		return false, err
	}
	e, err := record.Decode(texts[0])
	if err != nil {
		return false, nil // what is wrong whoever verifies the pit finds
	}
	at := e.At.UnixMilli()
	for _, m := range p.machines {
		if m.Name == p.office {
			at -= m.Apart
		}
	}
	return at >= knew, nil
}

// wentFrom returns, of each table that a machine had by what it and the office's stream have in common, the move by which it went from there behind that. The
// machine never hears of it. What it had heard of the table since, which is lost, is disputed.
func (p *placed) wentFrom(o *outlived) (list moves) {
	for _, m := range p.signed {
		before, moved := p.signed.lastUpTo(m.Table, m.entry-1)
		had := m.From
		if moved {
			had = before.To
		}
		_, since := o.moves.last(m.Table)
		if first := m.entry >= o.from && (!moved || before.entry < o.from); first && !since && had == o.machine && p.plays(m.Table) != o.machine {
			list = append(list, m)
		}
	}
	return list
}

// disputed returns the last lost move of each table that the pit has on another machine than that to which it went.
func (p *placed) disputed(o *outlived) (list moves) {
	for _, m := range o.moves {
		last, _ := o.moves.last(m.Table)
		if at := p.plays(m.Table); last.entry == m.entry && at != m.To {
			list = append(list, m)
		}
	}
	return list
}

// plays returns the machine on which a table is played: as managers signed last, else as the database has it.
func (p *placed) plays(table string) string {
	if last, moved := p.signed.last(table); moved {
		return last.To
	}
	return p.row(table)
}

// doubtsOutlived returns the doubts about machines that had taken in more of the office than its stream has. Error:
// of a database that does not answer.
func (o ours) doubtsOutlived(ctx context.Context, q central.Reading, p *placed) (list []Doubt, err error) {
	all, err := p.outlived(ctx, q, o.witness)
	return p.doubtsOf(all), err
}

// doubtsOf returns what is to be said of what machines had taken in: nothing of what a restore left behind by name, or of what managers have settled.
func (p *placed) doubtsOf(all []outlived) (list []Doubt) {
	for _, lost := range all {
		if lost.named || lost.settled {
			continue
		}
		list = append(list, Doubt{Machine: lost.machine, Stream: record.HouseStream, Says: lost.says(p, all)})
	}
	return list
}

// dealsNoMore reports whether a machine had heard, by some of the lost moves, that a table went from there.
func dealsNoMore(all []outlived, machine, table string) bool {
	return slices.ContainsFunc(all, func(o outlived) bool {
		last, moved := o.moves.last(table)
		return o.machine == machine && moved && last.To != machine
	})
}

// says returns what was lost, which tables two machines may deal since, and the way out. All are the machines that had taken in more than is there. As long
// as the office may still have what was lost, it has to ship first, which loses nothing.
func (o *outlived) says(p *placed, all []outlived) string {
	says := fmt.Sprintf("it had taken in %d entries of %s, and what the pit has of %s is not what it took: since a restore ", o.size, o.office, o.office)
	them := "them"
	if o.from == o.size {
		them = "it"
	}
	if o.behind {
		of := "of " + o.office
		says += fmt.Sprintf("the pit lacks %s (%s/%d of %s has %s). Have %s ship first: it ships %[5]s again if it still has %[5]s", stretch(o.from, o.size, of, of), record.HouseStream, o.at, o.machine, them, o.office)
	} else {
		says += fmt.Sprintf("%s lacks its %s(%s/%d of %s has %s)", o.office, stretch(o.from, o.size, "", ""), record.HouseStream, o.at, o.machine, them)
	}
	lost := p.disputed(o)
	if o.behind && !p.restored && len(lost) > 0 {
		says += ". If it has them no more, what follows is to be done"
	}
	for _, m := range lost {
		at := p.plays(m.Table)
		says += fmt.Sprintf(". By entry %d of those manager %s had %s go from %s to %s, and the pit has %s on %s", m.entry, m.By, m.Table, m.From, m.To, m.Table, at)
		const shut = "Close it on %s: what it deals there is in no figure"
		switch {
		case o.behind && p.restored:
		case dealsNoMore(all, at, m.Table):
			says += fmt.Sprintf(", which has heard of that and deals it no more. "+shut+". Then move it with sabotctl pit move --over --alive to a machine that takes in what %s enters: enroll one under another name", m.To, o.office)
		default:
			says += fmt.Sprintf(": both may deal it. "+shut+". If %s does not offer it, it has heard of that move too: have it ship, and look here again", m.To, at)
		}
	}
	for _, m := range o.unheard {
		says += fmt.Sprintf(". It has %s by what it took before, and has not heard that by entry %d manager %s had %s go from %s to %s", m.Table, m.entry, m.By, m.Table, o.machine, m.To)
		if at := p.plays(m.Table); at != m.To {
			says += fmt.Sprintf(", from where it went on to %s", at)
		}
		says += fmt.Sprintf(": both may deal it. Close it on %s: what it deals there is in no figure. Then sign anew, with sabotctl pit move, where it is played", o.machine)
	}
	if o.behind {
		return says
	}
	return says + fmt.Sprintf(". What %s enters from now on %s does not take in: keep its disk, enroll it under another name with an empty data directory, and move its tables there with pit move --over", o.office, o.machine)
}

// outlived returns where tables are, and what machines had taken in of the office and its stream lacks, of one moment: a machine may have taken in since what
// the office has shipped since. Error: of a database that does not answer.
func (f *Folder) outlived(ctx context.Context, q central.Reading) (p placed, list []outlived, err error) {
	err = q.AtOnce(ctx, func(q central.Reading) error {
		if p, err = readPlaces(ctx, q, f.Verifier()); err == nil {
			list, err = p.outlived(ctx, q, f.Verifier())
		}
		return err
	})
	return p, list, err
}

// OfficeOutlived returns the doubts about machines that had taken in entries of the office which the pit lacks, or
// has otherwise. Error: of a database that does not answer.
func OfficeOutlived(ctx context.Context, q central.Reading, f *Folder) ([]Doubt, error) {
	p, list, err := f.outlived(ctx, q)
	return p.doubtsOf(list), err
}

// A Deaf is a machine that never hears of a move, and what is said of that.
type Deaf struct {
	Machine, Says string
	Holds         bool // it has the table by the last move, or has not let go of it, so that a move in order waits for it
}

// NeverHear returns which machines of a move never hear of it, and the way out: they had taken in entries of the office that neither the pit nor the record of h
// has, and take in nothing that it enters from now on. That is so whether they have a table or not, and whatever managers have settled since. It looks at the
// machine that plays the table, at the one to which it is to go, at those for which the table waits, and at one that may deal it since. Error: of a database that does not answer; of a record that cannot be read.
func NeverHear(ctx context.Context, h *session.House, f *Folder, table, to string) (deaf []Deaf, err error) {
	q := f.database().Read(f.House)
	defer q.Close()
	p, list, err := f.outlived(ctx, q)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	waits, err := handing(ctx, q, f.Verifier(), &h.State, p.office, table)
	if err != nil {
		return nil, err
	}
	for _, o := range list {
		lost := !o.named && !o.settled && slices.ContainsFunc(slices.Concat(p.disputed(&o), o.unheard), func(m signedMove) bool {
			return m.Table == table && (m.To == o.machine || slices.Contains(o.unheard, m))
		})
		if o.machine != to && o.machine != p.plays(table) && o.machine != p.row(table) && !slices.Contains(waits, o.machine) && !lost {
			continue
		}
		log, err := h.Takeover().Past(record.HouseStream, o.size)
		if err != nil {
			return nil, err
		}
		if seal.HeadOf(record.HouseStream, &log) == o.head {
			continue // the office ships that again
		}
		does := fmt.Sprintf("Close %s there: what it deals there from then on is in no figure", table)
		if o.machine == to {
			does = "It would not play the table: name another machine with --to"
		}
		deaf = append(deaf, Deaf{Machine: o.machine, Holds: o.machine == p.plays(table) || slices.Contains(waits, o.machine), Says: fmt.Sprintf("%s never hears of this move: it had taken in %s lost, and takes in nothing that %s enters from now on. %s. Keep its disk, enroll it under another name with an empty data directory, and move its tables there with pit move --over",
			o.machine, stretch(o.from, o.size, "of "+o.office+", which is", "of "+o.office+", which are"), o.office, does)})
	}
	return deaf, nil
}
