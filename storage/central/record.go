package central

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Record is a pit read as the record of one house. Each table that machines have shipped is one of its streams,
// as far as it had arrived when it was opened. Nothing is written to it, and it has no files and no keys. It has no
// stream of the house: each machine has its own (Houses).
type Record struct {
	q       Reading
	ctx     context.Context // of who reads: what they ask it ends with that
	all     []Stream
	streams map[string]Stream
	names   []string
	houses  map[string]Stream // by machine
	office  string
	last    *sync.Map // by table its last headline, once somebody has read as far: it does not grow
}

// OpenRecord reads streams of a pit as one record. A table that two machines have shipped is read from the one that
// it is at, by table. What the other has of it is a record of its own, "LB1@tavolo-1". Where both began alike it is
// a copy, and no record. Office is the machine whose house it is; "" where each has its own.
func OpenRecord(ctx context.Context, q Reading, list []Stream, at map[string]string, office string) (*Record, error) {
	list = slices.DeleteFunc(slices.Clone(list), func(s Stream) bool { return s.Machine == Member })
	r := &Record{q: q, ctx: ctx, all: list, streams: map[string]Stream{}, houses: map[string]Stream{}, office: office, last: &sync.Map{}}
	shipped := map[string]int{}
	for _, s := range list {
		shipped[s.Name]++
	}
	first := map[string]string{} // entries of tables that several machines have shipped, by table
	for _, moved := range []bool{false, true} {
		for _, s := range list {
			switch {
			case s.Size == 0:
			case s.Name == record.HouseStream:
				r.houses[s.Machine] = s
			case (at[s.Name] != s.Machine) != moved:
			default:
				name, begins := s.Name, ""
				if shipped[name] > 1 {
					entries, err := q.Entries(ctx, s.ID, 1, 1)
					if err == nil && len(entries) == 0 {
						err = fmt.Errorf("entry 1 of %s of %s: %w", s.Name, s.Machine, ErrMissing)
					}
					if err != nil {
						return nil, err
					}
					begins = string(entries[0])
				}
				if moved {
					if of, there := first[name]; there && of == begins {
						continue
					}
					name += "@" + s.Machine
				} else {
					first[name] = begins
				}
				r.streams[name] = s
				r.names = append(r.names, name)
			}
		}
	}
	return r, nil
}

// Signed returns the record as far as the heads go that machines have signed.
func (r *Record) Signed() *Record {
	signed := *r
	signed.streams, signed.houses, signed.last = asSigned(r.streams), asSigned(r.houses), &sync.Map{}
	return &signed
}

func asSigned(all map[string]Stream) map[string]Stream {
	signed := map[string]Stream{}
	for name, s := range all {
		s.Size = s.Signed
		signed[name] = s
	}
	return signed
}

// Streams returns the streams of all machines, the houses' and copies of tables too.
func (r *Record) Streams() []Stream { return r.all }

// Stream returns the stream of a table.
func (r *Record) Stream(table string) Stream { return r.streams[table] }

// Tables returns the names of the tables, and the machine that shipped each.
func (r *Record) Tables() (names []string, machine map[string]string) {
	machine = map[string]string{}
	for _, name := range r.names {
		machine[name] = r.streams[name].Machine
	}
	return r.names, machine
}

// Houses returns the entries of each machine's house. Where those that were read are not the ones that its head
// stands for, the last error wraps record.ErrChanged. Nothing may be made of them before that is known.
func (r *Record) Houses() map[string]iter.Seq2[record.Entry, error] {
	all := map[string]iter.Seq2[record.Entry, error]{}
	for machine, s := range r.houses {
		all[machine] = r.sealed(s)
	}
	return all
}

// sealed returns the entries of a stream, and behind the last one an error where they are not those of its head.
func (r *Record) sealed(s Stream) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		var log seal.Tree
		same := s.Note == "" // no head stands for any of them
		for e, err := range r.read(s, 1, nil, &log) {
			if !yield(e, err) || err != nil {
				return
			}
			if log.Size() == s.Signed && !same {
				head, err := seal.ReadHead(s.Note)
				same = err == nil && seal.HeadOf(s.Name, &log) == head
			}
		}
		if !same {
			yield(record.Entry{}, fmt.Errorf("%w: its first %d entries are not those of its last head", record.ErrChanged, s.Signed))
		}
	}
}

// Office returns the machine whose people, tables and rules are the house's; "" where each has its own.
func (r *Record) Office() string { return r.office }

// read returns entries of a stream from one on, those alone whose kind is one of kinds; of nil all. It adds their bytes to the logs, each before it
// returns that entry.
func (r *Record) read(s Stream, from int64, kinds map[string]bool, logs ...*seal.Tree) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		most := pageEntries
		if kinds == nil {
			most = firstEntries
		}
		missing := func(seq int64) error {
			return &record.Fault{Table: s.Name, Seq: seq, Code: record.Missing, What: fmt.Sprintf("entry %d of %s is missing", seq, s.Name)}
		}
		for ; from > 0 && from <= s.Size; most = min(10*most, pageEntries) {
			texts, next, err := r.q.EntriesOf(r.ctx, s.ID, from, s.Size, most, kinds)
			if err != nil {
				yield(record.Entry{}, err)
				return
			}
			end := s.Size + 1 // of the page
			if next > 0 {
				end = next
			}
			for _, text := range texts {
				for _, log := range logs {
					log.Add(text)
				}
				e, err := record.Decode(text)
				switch {
				case err != nil && kinds != nil && !errors.Is(err, record.ErrNewerRecord):
					err = cmp.Or(r.firstWrong(s, from), err)
				case err != nil && !errors.Is(err, record.ErrNewerRecord):
					err = &record.Fault{Table: s.Name, Seq: from, Code: record.Unreadable, What: err.Error()}
				case err == nil && (e.Seq < from || e.Seq >= end || e.Table != s.Name || kinds == nil && e.Seq != from):
					err = missing(from)
				}
				if !yield(e, err) || err != nil {
					return
				}
				from = e.Seq + 1
			}
			if kinds == nil && from != end {
				yield(record.Entry{}, missing(from))
				return
			}
			from = next
		}
	}
}

// firstWrong returns the first fault from an entry of a stream on; nil for none. A reading of some kinds does not know
// the number of an entry that it cannot read.
func (r *Record) firstWrong(s Stream, from int64) (wrong error) {
	for _, wrong = range r.read(s, from, nil) {
		if wrong != nil {
			break
		}
	}
	return wrong
}

// headlines returns the kinds that a table's Headlines have.
func headlines() map[string]bool {
	kinds := map[string]bool{}
	for _, kind := range record.Kinds() {
		kinds[kind] = record.Headline(record.Blank(kind))
	}
	return kinds
}

// Entries implements record.Journal.
func (r *Record) Entries(table string, from int64) iter.Seq2[record.Entry, error] {
	return r.read(r.streams[table], max(1, from), nil)
}

// Headlines implements record.Journal.
func (r *Record) Headlines(table string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		if last, known := r.last.Load(table); known && from > last.(int64) {
			return
		}
		last := from - 1
		for e, err := range r.read(r.streams[table], max(1, from), headlines()) {
			if !yield(e, err) || err != nil {
				return
			}
			last = e.Seq
		}
		r.last.Store(table, last)
	}
}

// Openings implements record.Journal.
func (r *Record) Openings(table string) (list []int64, err error) {
	for e, err := range r.read(r.streams[table], 1, map[string]bool{record.KindOf(record.Opened{}): true}) {
		if err != nil {
			return nil, err
		}
		list = append(list, e.Seq)
	}
	return list, nil
}

// Last implements record.Keeper.
func (r *Record) Last(table string) (int64, error) { return r.streams[table].Size, nil }

// Head returns the last head of a table that its machine has signed and the pit countersigned.
func (r *Record) Head(table string) (string, error) { return r.streams[table].Note, nil }

// Kept finds no file: there is none.
func (r *Record) Kept(string) ([]byte, error) { return nil, fs.ErrNotExist }

// KeptIn finds none either.
func (r *Record) KeptIn(string) ([]record.KeptFile, error) { return nil, nil }

// Verifier returns "": no key signs here.
func (r *Record) Verifier() string { return "" }

// Close leaves the database to who opened it.
func (r *Record) Close() error { return nil }

// What would be written is refused.

// Append implements record.Journal.
func (r *Record) Append(...record.Entry) error { return record.ErrReadOnly }

// AppendIf implements record.Keeper.
func (r *Record) AppendIf(string, int64, ...record.Entry) error { return record.ErrReadOnly }

// AppendWith implements record.Keeper.
func (r *Record) AppendWith([]record.Secret, ...record.Entry) error { return record.ErrReadOnly }

// Keep implements record.Files.
func (r *Record) Keep(string, []byte) (string, error) { return "", record.ErrReadOnly }

// Forget implements record.Files.
func (r *Record) Forget(string) error { return record.ErrReadOnly }

// Destroy implements record.Files.
func (r *Record) Destroy(string) error { return record.ErrReadOnly }

// Secret implements record.Secrets: nobody's key is here.
func (r *Record) Secret(string) (string, error) { return "", nil }

// Pepper implements record.Secrets.
func (r *Record) Pepper() (record.Pepper, error) { return record.Pepper{}, record.ErrReadOnly }

// Vouch implements record.Keeper.
func (r *Record) Vouch(string, int64, []byte) (string, error) { return "", record.ErrReadOnly }

// Lease implements record.Keeper.
func (r *Record) Lease(string, string) (record.Lease, error) { return nil, record.ErrReadOnly }

// Alone implements record.Keeper.
func (r *Record) Alone(string, func() error) error { return record.ErrReadOnly }

// Snapshot implements record.Keeper: a pit is verified as a pit.
func (r *Record) Snapshot(context.Context) (record.Snapshot, error) { return nil, record.ErrReadOnly }

var _ record.Keeper = (*Record)(nil)
