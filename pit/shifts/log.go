package shifts

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"time"

	"sabot/pit/record"
)

// perBlock is the number of entries of a stream that are known together by what is in them.
const perBlock = 256

// A LogIndex is an index of a stream's entries. For each block of them it has the kinds, the people and the times. Beside that it
// has one by one the entries that are not of every hand, those that somebody signed and those about the shift or the house. It is
// made from the entries and can be made anew from them at any time.
type LogIndex struct {
	Seq    int64 // of the last entry that is in it
	Kinds  []string
	People []string
	Blocks []logBlock
	Rare   []logRow

	kinds  map[string]uint8
	people map[string]uint16
}

// A logBlock is a summary of the routine entries of a block.
type logBlock struct {
	From, To int64     // milliseconds of UTC of its earliest and latest entry, rare ones too
	Kinds    [4]uint64 // bits
	People   []uint16
}

// logRow is an entry that is not of every hand.
type logRow struct {
	Seq, At int64
	Kind    uint8
	People  []uint16 // first those who signed it
	Signers uint8    // how many of them did
}

// A LogQuery is a search in the log: an entry is found if it meets all that is given.
type LogQuery struct {
	Kinds    []string    // one of them; none for any
	Sort     record.Sort // 0 for any
	Person   string      // who answers for the entry, or signed it; "" for anybody
	From, To time.Time
	Most     int // entries, the newest
}

// Holds reports whether an entry meets the query.
func (q LogQuery) Holds(e record.Entry) bool {
	return (len(q.Kinds) == 0 || slices.Contains(q.Kinds, record.KindOf(e.Fact))) && (q.Sort == 0 || record.IsOf(e.Fact, q.Sort)) && (q.Person == "" || slices.Contains(peopleOf(e), q.Person)) &&
		(q.From.IsZero() || !e.At.Before(q.From)) && (q.To.IsZero() || e.At.Before(q.To))
}

// peopleOf returns the people whom an entry has by number: who answers for it, who signed it, whose code was wrong.
func peopleOf(e record.Entry) []string {
	list := record.Signers(e.Fact)
	switch f := e.Fact.(type) {
	case record.PINFailed:
		list = append(list, f.Number)
	case record.Approved:
		list = append(list, f.By)
	}
	if e.By != "" {
		list = append(list, e.By)
	}
	return list
}

// rare reports whether an entry is not of every hand.
func rare(e record.Entry) bool {
	if _, approval := e.Fact.(record.Approved); approval {
		return false // it stands behind what it approves
	}
	of := record.RealmOf(e.Fact)
	return record.Unusual(e.Fact) || record.Headline(e.Fact) || len(record.Signers(e.Fact)) > 0 || of != record.OfHand && of != record.OfMoves
}

// Add takes the next entry in.
func (x *LogIndex) Add(e record.Entry) {
	x.Seq = e.Seq
	at := e.At.UnixMilli()
	b := int((e.Seq - 1) / perBlock)
	for len(x.Blocks) <= b {
		x.Blocks = append(x.Blocks, logBlock{From: at, To: at})
	}
	block := &x.Blocks[b]
	block.From, block.To = min(block.From, at), max(block.To, at)
	kind, who := x.kind(record.KindOf(e.Fact)), x.numbers(peopleOf(e))
	if rare(e) {
		x.Rare = append(x.Rare, logRow{e.Seq, at, kind, who, uint8(len(x.numbers(record.Signers(e.Fact))))})
		return
	}
	block.Kinds[kind/64] |= 1 << (kind % 64)
	for _, p := range who {
		if !slices.Contains(block.People, p) {
			block.People = append(block.People, p)
		}
	}
}

// LastSigned returns when people last signed an entry of the stream up to one of them, by number: in its hands and between them too.
func (x *LogIndex) LastSigned(seq int64) map[string]time.Time {
	last := map[string]time.Time{}
	for _, r := range x.Rare {
		if r.Seq > seq {
			break
		}
		for _, p := range r.People[:r.Signers] {
			last[x.People[p]] = time.UnixMilli(r.At).UTC()
		}
	}
	return last
}

func (x *LogIndex) kind(name string) uint8 {
	if x.kinds == nil {
		x.kinds = map[string]uint8{}
		for i, k := range x.Kinds {
			x.kinds[k] = uint8(i)
		}
	}
	i, known := x.kinds[name]
	if !known {
		i = uint8(len(x.Kinds))
		x.kinds[name], x.Kinds = i, append(x.Kinds, name)
	}
	return i
}

func (x *LogIndex) numbers(people []string) []uint16 {
	if x.people == nil {
		x.people = map[string]uint16{}
		for i, p := range x.People {
			x.people[p] = uint16(i)
		}
	}
	var list []uint16
	for _, p := range people {
		i, known := x.people[p]
		if !known {
			i = uint16(len(x.People))
			x.people[p], x.People = i, append(x.People, p)
		}
		if !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// Find returns the entries of a stream that meet the query, the newest first; it reads few others. Error: of a record that cannot
// be read.
func (x *LogIndex) Find(journal record.Journal, stream string, q LogQuery) ([]record.Entry, error) {
	s := x.search(q)
	var found []record.Entry
	next := len(x.Rare)
	for b := len(x.Blocks) - 1; b >= 0 && len(found) < q.Most; b-- {
		begin := next
		for begin > 0 && x.Rare[begin-1].Seq > int64(b)*perBlock {
			begin--
		}
		rows := x.Rare[begin:next]
		next = begin
		var wanted []int64 // entries by themselves
		if !s.inBlock(&x.Blocks[b]) {
			for _, r := range rows {
				if s.isRow(r) {
					wanted = append(wanted, r.Seq)
				}
			}
			if len(wanted) == 0 {
				continue
			}
		}
		part, err := read(journal, stream, b, wanted, q)
		if err != nil {
			return nil, err
		}
		slices.Reverse(part)
		found = append(found, part...)
	}
	return found[:min(len(found), q.Most)], nil
}

// read returns the entries of a block that meet the query: of all, or of those that are named.
func read(journal record.Journal, stream string, block int, named []int64, q LogQuery) ([]record.Entry, error) {
	var found []record.Entry
	first, last := int64(block)*perBlock+1, int64(block+1)*perBlock
	if len(named) > 0 {
		first, last = named[0], named[len(named)-1]
	}
	for e, err := range journal.Entries(stream, first) {
		if err != nil {
			return nil, err
		}
		if e.Seq > last {
			break
		}
		if q.Holds(e) {
			found = append(found, e)
		}
		if e.Seq == last {
			break
		}
	}
	return found, nil
}

// logSearch is a query in the numbers of an index.
type logSearch struct {
	q        LogQuery
	kinds    [4]uint64 // of entries that are told one by one
	usual    [4]uint64 // of those that are known by their block
	person   uint16
	nobody   bool // that person is in no entry
	from, to int64
}

func (x *LogIndex) search(q LogQuery) logSearch {
	s := logSearch{q: q, from: q.From.UnixMilli(), to: q.To.UnixMilli()}
	wanted, usual := q.Kinds, q.Kinds
	if len(wanted) == 0 && q.Sort > 0 {
		wanted, usual = record.KindsOf(q.Sort), record.UsualKindsOf(q.Sort)
	}
	for i, k := range x.Kinds {
		if len(wanted) == 0 || slices.Contains(wanted, k) {
			s.kinds[i/64] |= 1 << (i % 64)
		}
		if len(wanted) == 0 || slices.Contains(usual, k) {
			s.usual[i/64] |= 1 << (i % 64)
		}
	}
	i := slices.Index(x.People, q.Person)
	s.nobody = i < 0
	s.person = uint16(max(0, i))
	return s
}

func (s *logSearch) has(people []uint16) bool {
	return s.q.Person == "" || !s.nobody && slices.Contains(people, s.person)
}

// inBlock reports whether a block's routine entries can contain one that meets the query.
func (s *logSearch) inBlock(b *logBlock) bool {
	any := false
	for i := range b.Kinds {
		any = any || b.Kinds[i]&s.usual[i] != 0
	}
	return any && s.has(b.People) && (s.q.From.IsZero() || b.To >= s.from) && (s.q.To.IsZero() || b.From < s.to)
}

func (s *logSearch) isRow(r logRow) bool {
	return s.kinds[r.Kind/64]&(1<<(r.Kind%64)) != 0 && s.has(r.People) && (s.q.From.IsZero() || r.At >= s.from) && (s.q.To.IsZero() || r.At < s.to)
}

// MarshalBinary implements encoding.BinaryMarshaler.
func (x *LogIndex) MarshalBinary() ([]byte, error) {
	type plain LogIndex
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode((*plain)(x))
	return b.Bytes(), err
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (x *LogIndex) UnmarshalBinary(body []byte) error {
	type plain LogIndex
	var p plain
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode(&p); err != nil {
		return fmt.Errorf("reading an index of the log: %w", err)
	}
	*x = LogIndex(p)
	return nil
}
