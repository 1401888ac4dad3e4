package pitclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// An Heir is the record of a machine to which tables are moved.
type Heir interface {
	Past
	// Heirlooms returns the tables that were moved to it and are not complete yet.
	Heirlooms(machine string) ([]house.Heirloom, error)
	// Awaits reports whether entries of such a table are to come, or another machine may play it still.
	Awaits(machine, table string) (bool, error)
	// Handing returns the machines that may still play a table which was moved here.
	Handing(table string) ([]house.Handing, error)
	// LogOf returns the log of a table as it has it.
	LogOf(table string) (seal.Tree, error)
	// Formers returns the machines that had a table before the one to which it was moved last.
	Formers(table string) ([]string, error)
	// CameBy returns the office's entry by which a table was moved last.
	CameBy(table string) (int64, error)
	// Comes returns the counts and signed reports that came with a table, by what those machines have in their streams of the house.
	Comes(table string, formers map[string]*house.Former) ([]string, error)
	// Inherit enters the next entries of such a table, and what earlier machines entered about it: the counts of its
	// drop boxes, the signed reports of its shifts.
	Inherit(f record.TableMoved, entries [][]byte, beside []string) error
}

// A NotHereError is the error of a table that was moved to this machine, and that it could not take over.
type NotHereError struct {
	Table string
	Why   error
}

func (e *NotHereError) Error() string {
	return fmt.Sprintf("%s was moved to this machine, which has not taken it over: %v", e.Table, e.Why)
}

func (e *NotHereError) Unwrap() error { return e.Why }

// inherit takes in the entries of tables that were moved to this machine. It returns the tables that it can play: the
// complete ones that no other machine plays. missing has the reasons for the others, except for retired ones. heard
// has the moves after which it can play them.
func (p *Puller) inherit(ctx context.Context, tables []string) (playable []string, heard []record.TableMoved, missing []*NotHereError, err error) {
	list, err := p.member.Heirlooms(p.enrolment.Machine)
	if err != nil {
		return nil, nil, nil, err
	}
	playable = slices.Clone(tables)
	for _, f := range list {
		if !slices.Contains(tables, f.Table) {
			continue // it was moved on since, or the pit does not say so yet
		}
		err := p.letGo(ctx, f.Table)
		if err == nil && f.Head != "" {
			err = p.inheritOne(ctx, f.TableMoved)
		}
		if err == nil {
			heard = append(heard, f.TableMoved)
		} else {
			if !f.Retired {
				missing = append(missing, &NotHereError{f.Table, err})
			}
			awaits, failed := p.member.Awaits(p.enrolment.Machine, f.Table)
			if failed != nil {
				return nil, nil, nil, failed
			}
			if awaits { // else only what was counted is missing, and somebody may stand at the table
				playable = slices.DeleteFunc(playable, func(t string) bool { return t == f.Table })
			}
			if ctx.Err() != nil {
				return nil, nil, nil, ctx.Err()
			}
		}
	}
	return playable, heard, missing, nil
}

// letGo returns the reason why a table that was moved here in order cannot be played yet: an earlier machine has not
// heard of the move, and may still play it. Once that machine hears of it, it gives the table up in its own record,
// which it ships to the pit.
func (p *Puller) letGo(ctx context.Context, table string) error {
	list, err := p.member.Handing(table)
	if err != nil {
		return err
	}
	for _, m := range list {
		var handed Handed
		q := url.Values{"table": {table}, "machine": {m.Machine}}
		if err := p.client.send(ctx, http.MethodGet, HandedPath+"?"+q.Encode(), nil, &handed); err != nil {
			return err
		}
		if handed.Heard < m.Entry {
			return fmt.Errorf("%s has not let go of it: it has not heard of the move, or somebody stands at the table there. Nobody plays %s until then; where %s is broken, give the command that moved %s here once more, with --over", m.Machine, table, m.Machine, table)
		}
		former, err := p.former(ctx, table, m.Machine)
		if err != nil {
			return err
		}
		if former.LetGo(table) < m.Entry {
			return notLetGo(table, m.Machine)
		}
	}
	return nil
}

// notLetGo returns the error of a pit that says that a machine has let go of a table, and has no entries of it that say so.
func notLetGo(table, machine string) error {
	return fmt.Errorf("the pit says that %s has let go of %s, and in what it has of the house of %s nothing says so: either an older head stands there, and %s has to ship, or somebody changed the pit's database. Nobody plays %s until then; run sabotctl pit verify at the pit", machine, table, machine, machine, table)
}

// inheritOne compares what the pit has of a table with the head that a manager of the house signed for, which
// the pit countersigned.
func (p *Puller) inheritOne(ctx context.Context, f record.TableMoved) error {
	own, by, err := seal.Split(f.Head, p.enrolment.Witness)
	if err != nil || !slices.Contains(by, p.enrolment.Witness) {
		return fmt.Errorf("%s was moved here from %s with a head that the pit has not countersigned", f.Table, f.From)
	}
	head, err := seal.ReadHead(own)
	if err != nil || head.Stream != f.Table {
		return fmt.Errorf("%s was moved here from %s with the head of something else", f.Table, f.From)
	}
	beside, err := p.beside(ctx, f)
	if err != nil {
		return err
	}
	awaits, err := p.member.Awaits(p.enrolment.Machine, f.Table)
	if err != nil {
		return err
	}
	if !awaits { // it left here and came back with no entry between, and may have been played on here meanwhile
		return p.member.Inherit(f, nil, beside)
	}
	log, err := p.member.LogOf(f.Table)
	if err != nil {
		return err
	}
	if log.Size() > head.Size {
		past, err := p.member.Past(f.Table, head.Size)
		if err != nil {
			return err
		}
		if seal.HeadOf(f.Table, &past) == head { // nobody else entered anything since, and the pit takes what follows
			return p.member.Inherit(f, nil, beside)
		}
		return fmt.Errorf("this machine has %d entries of %s, and it was moved here with %d: what it holds was overtaken; keep its disk, and enroll an empty data directory under another name", log.Size(), f.Table, head.Size)
	}
	var entries [][]byte
	for log.Size() < head.Size {
		q := url.Values{"table": {f.Table}, "from": {strconv.FormatInt(log.Size(), 10)}}
		var at HouseAt
		if err := p.client.send(ctx, http.MethodGet, TablePath+"?"+q.Encode(), nil, &at); err != nil {
			return err
		}
		if len(at.Entries) == 0 {
			return fmt.Errorf("the pit lacks entry %d of %s, which was moved here with %d entries", log.Size()+1, f.Table, head.Size)
		}
		for _, text := range at.Entries {
			entries = append(entries, []byte(text))
			log.Add([]byte(text))
		}
	}
	if seal.HeadOf(f.Table, &log) != head {
		return fmt.Errorf("what the pit has of %s is not what %s had shipped when it was moved, or this machine has another past of it", f.Table, f.From)
	}
	return p.member.Inherit(f, entries, beside)
}

// checkOwn demands that this record is that of the machine: before a program hears which tables it plays, and before each table
// that is taken over. A pit that cannot say so keeps nothing from a record of which it has countersigned the house.
func (p *Puller) checkOwn(ctx context.Context) error {
	waiting, err := p.member.Heirlooms(p.enrolment.Machine)
	if err != nil || p.own && slices.Equal(waiting, p.waiting) {
		return err
	}
	p.own, p.waiting = false, waiting
	if err = p.client.checkOwn(ctx, p.member, p.enrolment, p.now); err == nil {
		p.own = true
		return nil
	}
	if notOwn := (*NotOwnError)(nil); errors.As(err, &notOwn) {
		return err
	}
	receipts, unread := Receipts(p.files)
	if unread != nil || receipts[record.HouseStream] == "" || ctx.Err() != nil {
		return errors.Join(err, unread)
	}
	return nil
}

// beside returns the drop box counts of a table that was moved here, which machines before made or took over, and the signed reports of its shifts. They
// are of entries that those machines have signed; of a table that was moved in order the one before has to have let go among them.
func (p *Puller) beside(ctx context.Context, f record.TableMoved) ([]string, error) {
	machines, err := p.member.Formers(f.Table)
	if err != nil {
		return nil, err
	}
	entry, err := p.member.CameBy(f.Table)
	if err != nil {
		return nil, err
	}
	formers := map[string]*house.Former{}
	for _, machine := range machines {
		if formers[machine], err = p.former(ctx, f.Table, machine); err != nil {
			return nil, err
		}
	}
	if from := formers[f.From]; !f.Over && (from == nil || from.LetGo(f.Table) < entry) {
		return nil, notLetGo(f.Table, f.From)
	}
	return p.member.Comes(f.Table, formers)
}

// A former is a machine that had a table before this one, as far as its stream of the house was read.
type former struct {
	*house.Former
	log seal.Tree
}

// former reads the stream of the house of a machine that had a table, on from where it was read before. It holds the entries against the head
// that the machine has signed and the pit countersigned. What does not hold is read anew from its beginning, a minute later.
func (p *Puller) former(ctx context.Context, table, machine string) (*house.Former, error) {
	if why := p.untrue[machine]; why != nil && p.now().Sub(why.at).Abs() < untrueFor {
		return nil, why
	}
	at := p.formers[machine]
	if at == nil {
		at = &former{Former: house.NewFormer(machine == p.enrolment.Office)}
	}
	delete(p.formers, machine) // until it holds
	for next := at.log.Size() + 1; next > 0; {
		q := url.Values{"table": {table}, "machine": {machine}, "from": {strconv.FormatInt(next, 10)}}
		var page Pulled
		if err := p.client.send(ctx, http.MethodGet, FormerPath+"?"+q.Encode(), nil, &page); err != nil {
			return nil, err
		}
		if page.Size == 0 && page.Note == "" && len(page.Texts) == 0 { // nothing of it has arrived
			return house.NewFormer(machine == p.enrolment.Office), nil
		}
		if page.Size < at.log.Size() { // the pit was restored
			at, next = &former{Former: house.NewFormer(machine == p.enrolment.Office)}, 1
			continue
		}
		head, err := page.head(record.HouseStream, p.enrolment.Witness)
		whole := false
		if err == nil {
			whole, err = page.comesTo(head, &at.log, next)
		}
		if err == nil && whole != (page.Next == 0) || page.Next > 0 && page.Next != at.log.Size()+1 {
			err = fmt.Errorf("its pages do not go on from each other: at entry %d", next)
		}
		if err != nil {
			why := &untrueError{table, machine, err, p.now()}
			p.untrue[machine] = why
			return nil, why
		}
		for _, text := range page.Texts {
			at.Add(text)
		}
		next = page.Next
	}
	delete(p.untrue, machine)
	p.formers[machine] = at
	return at.Former, nil
}

// An untrueError is the error of a pit that hands out other entries of a machine's house than the machine has signed.
type untrueError struct {
	table, machine string
	why            error
	at             time.Time
}

func (e *untrueError) Error() string {
	return fmt.Sprintf("what the pit hands out of the house of %s, which had %s, is not what %s has signed (%v). Somebody changed the pit's database, or stands between: nothing of it is taken in. Run sabotctl pit verify at the pit, which says what is wrong", e.machine, e.table, e.machine, e.why)
}

func (e *untrueError) Unwrap() error { return e.why }

// misses notes the reasons why tables that were moved here are missing.
func (p *Puller) misses(missing []*NotHereError) {
	var tables []string
	p.missing = nil
	for _, one := range missing {
		tables = append(tables, one.Table)
		p.missing = errors.Join(p.missing, one)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Missing = tables
}
