package pitserver

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// Managers sign in the office's stream which machine has a table. Whoever administers the database may delete or
// change the rows that say so too: they count only where nobody has signed.

// A placed is the database's account of machines, tables and their moves, all of one moment.
type placed struct {
	machines []central.Machine
	streams  []central.Stream
	rows     []central.Moved   // of moves that are not held aside
	witness  string            // the verifier of the key that this pit countersigns with
	pinned   map[string]string // the keys that its rows have of machines; machines has those that they have proven
	twins    twins             // those of them under whose names the record of another one is
	restored bool              // and the office has not shipped all since
	office   string            // the machine whose record is the house's; "" where each has its own
	house    central.Stream    // of the office; no stream where nothing of it has arrived
	unnamed  bool              // no row says which machine is the office
	doubled  []Doubt           // rows that stand more than once
	refused  []central.Refusal // as the database has them
	course                     // of the tables, by that record
	signed   moves             // those of it by which tables moved
	vain     []Doubt           // moves of what is no table of the house, and what is under the name of another machine
	lacking  []string          // the tables that were moved, and that the house lacks
}

// placesOf reads where tables are. A row and the signature for it that come one after the other meanwhile are so of one moment. Error: of a database
// that does not answer.
func placesOf(ctx context.Context, q central.Reading, witness string) (p placed, err error) {
	err = q.AtOnce(ctx, func(q central.Reading) (err error) {
		p, err = readPlaces(ctx, q, witness)
		return err
	})
	return p, err
}

func readPlaces(ctx context.Context, q central.Reading, witness string) (p placed, err error) {
	p.witness = witness
	if p.machines, err = q.Machines(ctx); err != nil {
		return p, err
	}
	if p.streams, err = q.Streams(ctx); err != nil {
		return p, err
	}
	if p.pinned, err = prove(ctx, q, p.machines, p.streams); err != nil {
		return p, err
	}
	if p.twins, err = twinsAmong(ctx, q, p.machines, p.streams); err != nil {
		return p, err
	}
	p.vain = p.twins.doubts(p.streams)
	if p.rows, err = q.Moves(ctx); err != nil {
		return p, err
	}
	if p.restored, err = q.Restored(ctx); err != nil {
		return p, err
	}
	twice, err := q.Doubled(ctx)
	if err != nil {
		return p, err
	}
	if p.refused, err = q.Refusals(ctx, math.MinInt64); err != nil {
		return p, err
	}
	p.doubled = slices.Concat(doubtsDoubled(twice), tablesTwice(p.machines), doubtsRefused(p.refused))
	p.office = officeAmong(p.machines)
	for _, s := range p.streams {
		if s.Name != record.HouseStream || s.Machine == central.Member || p.twins.of[s.Machine] != "" || p.office != "" && s.Machine != p.office {
			continue
		}
		texts, err := q.TableMoves(ctx, s.ID)
		if err != nil {
			return p, err
		}
		c, err := course{}.with(ctx, texts, s.Signed, &evidence{q: q, witness: witness, machines: p.machines, streams: p.streams, pinned: p.pinned})
		if err != nil {
			return p, err
		}
		p.vain = slices.Concat(p.vain, notTables(texts, s), c.fromElsewhere(s))
		switch {
		case p.office == s.Machine && !p.unnamed:
			p.house, p.course = s, c
		case len(c.moves)+len(c.aside) > 0: // its row is gone, or was changed: no other machine enters that tables moved
			p.office, p.house, p.course, p.unnamed = s.Machine, s, c, true
		}
	}
	p.signed, p.rows = p.moves, p.borne(p.rows)
	if p.lacking, err = p.notSet(ctx, q); err != nil {
		return p, err
	}
	p.vain = append(p.vain, p.signed.ofTables(p.lacking, p.house)...)
	return p, nil
}

// notSet returns the tables for whose moves managers have signed, and that the house lacks. Every table that can be moved has a row, so the office's
// entries are read only where one has none. Error: of a database that does not answer.
func (p *placed) notSet(ctx context.Context, q central.Reading) (tables []string, err error) {
	for _, m := range p.signed {
		if p.row(m.Table) == "" && !slices.Contains(tables, m.Table) {
			tables = append(tables, m.Table)
		}
	}
	for from := int64(1); from > 0 && from <= p.house.Signed && len(tables) > 0; {
		var texts [][]byte
		if texts, from, err = q.EntriesOf(ctx, p.house.ID, from, p.house.Signed, pitclient.MostEntries, kindsOf(record.TableSet{})); err != nil {
			return nil, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			if f, set := e.Fact.(record.TableSet); err == nil && set {
				tables = slices.DeleteFunc(tables, func(name string) bool { return name == f.Name })
			}
		}
	}
	return tables, nil
}

// row returns the machine that has a table by the database's word; "" for none.
func (p *placed) row(table string) string {
	for _, m := range p.machines {
		if slices.Contains(m.Tables, table) {
			return m.Name
		}
	}
	return ""
}

// enrolled reports whether the database has a row of a machine.
func (p *placed) enrolled(machine string) bool {
	return slices.ContainsFunc(p.machines, func(m central.Machine) bool { return m.Name == machine })
}

// of returns the machines that have shipped a table, with how many entries each. Where others have, a twin has not.
func (p *placed) of(table string) map[string]central.Stream {
	all := map[string]central.Stream{}
	for _, s := range p.streams {
		if s.Name == table && s.Size > 0 && s.Machine != central.Member {
			all[s.Machine] = s
		}
	}
	if others := maps.Clone(all); len(p.twins.of) > 0 {
		maps.DeleteFunc(others, func(machine string, _ central.Stream) bool { return p.twins.of[machine] != "" })
		if len(others) > 0 {
			return others
		}
	}
	return all
}

// at returns the machine from which a table is read, and whether that is known: the last one to which managers had it moved and that has come
// as far as it was to take over; of a table that was never moved the one of its row; else the only one, or the longest.
func (p *placed) at(table string) (machine string, known bool) {
	all := p.of(table)
	if machine := p.signed.reached(table, all); machine != "" {
		return machine, true
	}
	row := p.row(table)
	if _, has := all[row]; has {
		return row, true
	}
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b].Signed, all[a].Signed), cmp.Compare(all[b].Size, all[a].Size), cmp.Compare(a, b))
	})
	if len(names) == 0 {
		return row, row != ""
	}
	return names[0], len(names) == 1
}

// reached returns the last machine to which a table was moved, of those that have as much of it as came along; that
// from which it went first where none has. It returns "" of a table that was never moved, or of which none of them
// has any.
func (list moves) reached(table string, all map[string]central.Stream) (machine string) {
	for _, f := range list {
		if f.Table != table {
			continue
		}
		if _, has := all[f.From]; has && machine == "" {
			machine = f.From
		}
		head, _ := seal.ReadHead(f.Head) // it may have had none
		if s, has := all[f.To]; has && s.Signed >= head.Size {
			machine = f.To
		}
	}
	return machine
}

// places returns, for each shipped table, the machine from which it is read.
func (p *placed) places() map[string]string {
	at := map[string]string{}
	for _, s := range p.streams {
		if s.Name != record.HouseStream && s.Machine != central.Member {
			at[s.Name], _ = p.at(s.Name)
		}
	}
	return at
}

// never returns what is to be said of a table whose row names a machine that has shipped nothing of it, where
// another has and no manager had it moved. It returns "" for nothing. In a house without an office a table goes to
// another machine with its certificate.
func (p *placed) never(table string) string {
	row, all := p.row(table), p.of(table)
	if _, moved := p.signed.last(table); p.office == "" || row == "" || moved || len(all) == 0 || slices.ContainsFunc(p.rows, func(m central.Moved) bool { return m.Table == table }) {
		return ""
	}
	if _, has := all[row]; has {
		return ""
	}
	return fmt.Sprintf("the database says that %s is played on %s, which has shipped nothing of it; %s has, and the office has signed no move of it", table, row, slices.Min(slices.Collect(maps.Keys(all))))
}

// An Unplaced is a stream of which the database lacks the row that says whose it is: a machine's, or a table's.
type Unplaced struct{ Machine, Table, Says string }

// unplaced returns which rows the database lacks. What stands in a report of the house goes by what managers have signed; of a table that several
// machines have shipped, and for which nobody has, it takes the longest.
func (p *placed) unplaced() (list []Unplaced) {
	told := map[string]bool{}
	for _, s := range p.streams {
		if !p.enrolled(s.Machine) {
			list = append(list, Unplaced{s.Machine, s.Name, fmt.Sprintf("the database has no row of the machine %s, which has shipped this: whoever administers it has deleted that. Restore a backup of the pit", s.Machine)})
		}
	}
	for _, table := range p.lacking {
		told[table] = true
	}
	for _, f := range p.signed {
		list = p.lacksRow(list, told, f.Table)
	}
	for _, s := range p.streams {
		if s.Size > 0 && s.Name != record.HouseStream && s.Machine != central.Member {
			list = p.lacksRow(list, told, s.Name)
		}
	}
	return list
}

// lacksRow adds a table without a row. In a house without an office a machine that is enrolled anew gives tables up, so there it is one only where
// nobody can say which of several machines has it.
func (p *placed) lacksRow(list []Unplaced, told map[string]bool, table string) []Unplaced {
	if told[table] || p.row(table) != "" {
		return list
	}
	told[table] = true
	machine, known := p.at(table)
	last, moved := p.signed.last(table)
	says := fmt.Sprintf("the database does not say on which machine %s is played", table)
	switch {
	case moved && !p.enrolled(last.To) && p.of(table)[last.To].Size > 0: // its streams are named
		return list
	case moved && !p.enrolled(last.To):
		machine = last.To
		says += fmt.Sprintf(", and has no row of the machine %s, to which the office has signed that it went. Enroll that machine with %s, or restore a backup of the pit that has it", machine, table)
	case moved:
		machine = last.To
		says += fmt.Sprintf(", and the office has signed that it went to %s. Enroll that machine with %s and its other tables, or have the owner of the database put it right: %s", machine, table, playsOnce(table, machine))
	case known && (p.office == "" || !p.enrolled(machine)): // whose row is gone is named
		return list
	case known:
		says += fmt.Sprintf(", and %s has shipped it. Enroll that machine with it, or have the owner of the database put it right: %s", machine, playsOnce(table, machine))
	default:
		says += fmt.Sprintf(", and several machines have shipped it: which of them has it nobody has signed. It is read from %s, which has most of it", machine)
	}
	return append(list, Unplaced{machine, table, says})
}

// playsOnce returns the statement by which the database says which machine plays a table of which it has no row.
func playsOnce(table, machine string) string {
	return fmt.Sprintf("insert into sabot.tables (name, machine) values (%s, %s)", quoted(table), quoted(machine))
}

// membersLacking returns, at a group's server, the doubts about rows without which nobody hears of a house: its own, and that of the stream of its
// figures.
func (p *placed) membersLacking() (list []Doubt) {
	told := map[string]bool{central.Member: true}
	for _, s := range p.streams {
		if !told[s.Machine] && !p.enrolled(s.Machine) {
			told[s.Machine] = true
			list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("the database has no row of the house %s, which has shipped this: whoever administers it has deleted that. Restore a backup of the group's database", s.Machine), out: true})
		}
	}
	for _, m := range p.machines {
		if len(m.Tables) == 0 && !told[m.Name] {
			list = append(list, Doubt{Machine: m.Name, Says: "the database does not say which stream has its figures: whoever administers it has deleted that row of sabot.tables. Restore a backup of the group's database"})
		}
	}
	return list
}

// nobodyOffice returns the doubt where no row names the office, though a machine has entered what an office does.
func (p *placed) nobodyOffice() string {
	return fmt.Sprintf("the database says of no machine that it is the house's office, and %s has entered that tables moved. Enroll the office once more: sabotctl pit enroll --office", p.office)
}

// unsigned returns what the database says of tables and the office has not signed, or not shipped yet: none in a house without one.
func (p *placed) unsigned() (list []Unsigned) {
	if p.office == "" {
		return nil
	}
	if p.unnamed {
		list = append(list, Unsigned{record.HouseStream, p.office, p.nobodyOffice()})
	}
	played := map[string]bool{}
	for _, m := range p.machines {
		for _, table := range m.Tables {
			played[table] = true
			says := p.signed.wrong(table, m.Name, p.rows, p.enrolled)
			if p.restored && says != "" && p.signed.unborne(table, p.rows) == "" && p.signed.past(table, m.Name) {
				says = "" // the pit goes by what the office has signed once it has shipped all
			}
			if says = cmp.Or(says, p.never(table)); says != "" {
				list = append(list, Unsigned{table, m.Name, says})
			}
		}
	}
	for _, row := range p.rows { // of tables that no machine has
		if played[row.Table] {
			continue
		}
		if says := p.signed.unborne(row.Table, p.rows); says != "" {
			played[row.Table] = true
			list = append(list, Unsigned{row.Table, row.To, says})
		}
	}
	return list
}

// settling is the time in which a row that the server has entered gets its signature, which the server adds right behind it.
var settling = time.Second

// unsignedOf returns what the database says of tables and the office has not signed, as far as it is still so a moment later. Error: of a database
// that does not answer.
func unsignedOf(ctx context.Context, q central.Reading, p placed) (list []Unsigned, err error) {
	list = p.unsigned()
	for until := time.Now().Add(settling); len(list) > 0 && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(settling / 4):
		}
		if p, err = placesOf(ctx, q, p.witness); err != nil {
			return nil, err
		}
		again := p.unsigned()
		list = slices.DeleteFunc(list, func(u Unsigned) bool { return !slices.Contains(again, u) })
	}
	return list, nil
}

// past reports whether a table was on a machine before it was moved last.
func (list moves) past(table, machine string) bool {
	return slices.ContainsFunc(list, func(f signedMove) bool { return f.Table == table && machine == f.From })
}
