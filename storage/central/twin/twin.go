// Package twin is a pit's database in memory, for simulations of a whole house. It takes and refuses what
// PostgreSQL does: centraltest holds both to one contract. It can be copied, put back, and stopped at a write.
package twin

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"sabot/pit/record"
	"sabot/storage/central"
)

// A Base is a database. It is safe for use by several goroutines.
type Base struct {
	mu     sync.Mutex
	house  string
	rows   rows
	pen    *pen // of who has the right to write; nil for nobody
	down   bool
	unsure int // so many writes from now one is kept and answered with an error; 0 for none
	fails  int // so many writes from now one is not kept and answered with an error; 0 for none
}

// rows is the content of a database.
type rows struct {
	machines map[string]central.Machine // without their tables
	tables   map[string]string          // machines by table
	streams  []stream                   // by number, the first is 1
	refusals map[[3]string]refusal      // by machine, stream and why
	sealed   map[string]string
	moves    map[[2]string]move // by table and machine
	heads    map[[2]string]central.HeadAt
	restored bool
	putBack  int64 // when a backup was put back last; 0 for never
	gone     map[[2]string]int64
	enrolled map[string]int64 // when, by machine
}

type stream struct {
	central.Stream
	entries [][]byte
	times   []int64 // that stand beside them; fewer where somebody put entries behind the end
	arrived []int64 // as many
}

type refusal struct {
	central.Refusal
	seen int64
}

type move struct {
	central.Moved
	at int64
}

var _ central.Database = (*Base)(nil)

// New returns an empty database of a house.
func New(house string) *Base {
	return &Base{house: house, rows: rows{
		machines: map[string]central.Machine{}, tables: map[string]string{}, refusals: map[[3]string]refusal{}, sealed: map[string]string{},
		moves: map[[2]string]move{}, heads: map[[2]string]central.HeadAt{}, gone: map[[2]string]int64{}, enrolled: map[string]int64{},
	}}
}

// Copy returns what lies in it now, as a database that nobody has open: a backup.
func (b *Base) Copy() *Base {
	b.mu.Lock()
	defer b.mu.Unlock()
	return &Base{house: b.house, rows: b.rows.copied()}
}

func (r rows) copied() rows {
	r.machines, r.tables, r.refusals, r.sealed = maps.Clone(r.machines), maps.Clone(r.tables), maps.Clone(r.refusals), maps.Clone(r.sealed)
	r.moves, r.heads, r.gone, r.streams = maps.Clone(r.moves), maps.Clone(r.heads), maps.Clone(r.gone), slices.Clone(r.streams)
	r.enrolled = maps.Clone(r.enrolled)
	for i := range r.streams {
		r.streams[i].entries, r.streams[i].times, r.streams[i].arrived = slices.Clip(r.streams[i].entries), slices.Clip(r.streams[i].times), slices.Clip(r.streams[i].arrived)
	}
	return r
}

// Restore puts a backup in place of the database's rows, and returns these. Every open connection breaks.
func (b *Base) Restore(backup *Base) (was *Base) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was = b.putBack(backup)
	b.rows.isPutBack(time.Now().UnixMilli())
	return was
}

// PutBack restores a backup as Restore does, behind Sabot's back: nothing in it tells of that.
func (b *Base) PutBack(backup *Base) (was *Base) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.putBack(backup)
}

func (b *Base) putBack(backup *Base) (was *Base) {
	was = &Base{house: b.house, rows: b.rows}
	b.rows, b.pen = backup.rows.copied(), nil
	return was
}

func (r *rows) isPutBack(at int64) {
	for _, enrolled := range r.enrolled {
		at = max(at, enrolled)
	}
	r.restored, r.putBack = true, at
	for name, m := range r.machines { // what they said then is not what they have
		m.Heard = 0
		r.machines[name] = m
	}
	for i := range r.streams {
		r.streams[i].Whole = 0
	}
}

// Down makes it answer nobody, or answer again: its connections break.
func (b *Base) Down(down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down, b.pen = down, nil
}

// Unsure makes it store what is written for the nth time from now, and answer with an error all the same.
func (b *Base) Unsure(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unsure = n
}

// Fails makes it refuse what is written for the nth time from now.
func (b *Base) Fails(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fails = n
}

// errDown is the error of a database that does not answer.
var errDown = errors.New("the database does not answer")

// ask calls a function with the database's rows, for a reader.
func (b *Base) ask(do func(*rows) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down {
		return errDown
	}
	return do(&b.rows)
}

// raised returns the error of a trigger of the layout.
func raised(format string, args ...any) error {
	return &pgconn.PgError{Severity: "ERROR", Code: "P0001", Message: fmt.Sprintf(format, args...)}
}

// taken returns the error of a text that PostgreSQL takes in no column, nor in an index.
func taken(texts ...string) error {
	const longest = 2704 // bytes of a row of an index
	size := 0
	for _, text := range texts {
		if size += len(text); !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return &pgconn.PgError{Severity: "ERROR", Code: "22021", Message: "invalid byte sequence for encoding \"UTF8\""}
		}
	}
	if size > longest {
		return &pgconn.PgError{Severity: "ERROR", Code: "54000", Message: fmt.Sprintf("index row requires %d bytes", size)}
	}
	return nil
}

// machine returns a machine with its tables.
func (r *rows) machine(name string) (central.Machine, bool) {
	m, known := r.machines[name]
	m.Tables = []string{}
	for _, table := range slices.Sorted(maps.Keys(r.tables)) {
		if r.tables[table] == name {
			m.Tables = append(m.Tables, table)
		}
	}
	for at, v := range r.moves {
		m.Moves = m.Moves || at[1] == name || v.To == name
	}
	m.Wanted = []string{}
	return m, known
}

func (r *rows) allMachines() (list []central.Machine) {
	for _, name := range slices.Sorted(maps.Keys(r.machines)) {
		m, _ := r.machine(name)
		list = append(list, m)
	}
	return list
}

func (r *rows) allStreams() (list []central.Stream) {
	for _, s := range r.streams {
		if s.Machine != "" { // of the others somebody has left the entries
			list = append(list, s.Stream)
		}
	}
	slices.SortFunc(list, func(a, b central.Stream) int {
		return bytes.Compare([]byte(a.Machine+"\x00"+a.Name), []byte(b.Machine+"\x00"+b.Name))
	})
	return list
}

// stream returns a stream by its number; nil where there is none.
func (r *rows) stream(id int32) *stream {
	if id < 1 || int(id) > len(r.streams) {
		return nil
	}
	return &r.streams[id-1]
}

// of returns a machine's stream; nil where it has none of that name.
func (r *rows) of(machine, name string) *stream {
	for i := range r.streams {
		if s := &r.streams[i]; s.Machine == machine && s.Name == name {
			return s
		}
	}
	return nil
}

// allHeads returns the last heads of houses, by machine and stream.
func (r *rows) allHeads() (list []central.HeadAt) {
	for _, h := range r.heads {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b central.HeadAt) int {
		return bytes.Compare([]byte(a.Machine+"\x00"+a.Stream), []byte(b.Machine+"\x00"+b.Stream))
	})
	return list
}

// allGone returns the countersigned entries that a database lacks since it was put back, by machine and stream.
func (r *rows) allGone() (list []central.Gone) {
	for at, size := range r.gone {
		list = append(list, central.Gone{Machine: at[0], Stream: at[1], Size: size})
	}
	slices.SortFunc(list, func(a, b central.Gone) int {
		return bytes.Compare([]byte(a.Machine+"\x00"+a.Stream), []byte(b.Machine+"\x00"+b.Stream))
	})
	return list
}

// page returns up to most of a stream's entries from one on, up to another.
func (s *stream) page(from, to int64, most int) [][]byte {
	from, to = max(from, 1), min(to, int64(len(s.entries)))
	if to = min(to, from+int64(most)-1); from > to {
		return nil
	}
	return slices.Clone(s.entries[from-1 : to])
}

// last returns the number of the last entry up to one that contains one of some bytes, and which of them; 0 where none does.
func (s *stream) last(to int64, those ...[]byte) (seq int64, which int) {
	for seq := min(to, int64(len(s.entries))); seq > 0; seq-- {
		for i, b := range those {
			if bytes.Contains(s.entries[seq-1], b) {
				return seq, i
			}
		}
	}
	return 0, 0
}

func kind(f record.Fact) []byte { return []byte(`"` + record.KindOf(f) + `",{`) }

var opened, closed = kind(record.Opened{}), kind(record.Closed{})

// open reports whether it ends in a shift that is open.
func (s *stream) open() bool {
	seq, which := s.last(int64(len(s.entries)), opened, closed)
	return seq > 0 && which == 0
}

// gone and lease are as in PostgreSQL: a connection breaks after so long a silence.
const (
	gone  = 3 * time.Second
	lease = gone + time.Second
)
