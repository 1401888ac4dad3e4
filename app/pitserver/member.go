package pitserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/central"
)

// A member is a house's pit in its group: it is to the group what a machine is to a pit. Its messages are a stream of
// their own in the house's database. The pit that writes there enters them and signs them with the key that it
// countersigns with. The machines' own shipper sends them to the group. The group asks, and writes nothing here.
type member struct {
	server  *Server
	queries central.Reading
	key     *seal.Key
	shipper *pitclient.Shipper
	name    string // of its stream

	own    central.Stream
	tree   seal.Tree // of it
	said   figures
	read   bool     // those are known
	asked  []string // streams of machines that the group asks for
	hour   time.Time
	house  *session.House
	tables map[string]string // machines by tables, as that house has them
	why    string
	alien  error  // why nothing more of it is signed, as it was when own was read; nil for nothing
	kept   string // what the group refused, as the house's database has it
}

// Habits of a member.
const (
	memberLook = 2 * time.Second // time between two looks for something to ship
	shiftsIn   = 40              // shifts in one entry
	entriesIn  = 200             // entries entered at once
	grownPage  = 500             // and read at once
	// settled is the time in a new year after which nothing of the old one is counted any more, such as a drop box
	// that was left.
	settled = 60 * 24 * time.Hour
)

// newMember returns the house as a member of its group, before its first message.
func newMember(s *Server) (*member, error) {
	e := s.Member
	if len(e.Tables) != 1 || e.Machine != s.House && !slices.Contains(s.Names, e.Machine) {
		return nil, fmt.Errorf("the enrolment in the group %s is that of the house %q, and this is the pit of %q", e.House, e.Machine, s.House)
	}
	key, err := seal.ReadKey(s.Witness)
	m := &member{server: s, queries: s.Database.Read(s.House), key: key, name: e.Tables[0]}
	m.shipper = pitclient.New(&outbox{&central.Record{}, m}, e, s.Now)
	return m, err
}

// run reports the news to the group, while this pit writes.
func (m *member) run(ctx context.Context) {
	defer m.queries.Close()
	for ctx.Err() == nil {
		err := m.round(ctx)
		if ctx.Err() != nil {
			return
		}
		m.tell(err)
		m.keepRefused(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(memberLook):
		}
	}
}

// tell logs the state of the reporting, once until it changes.
func (m *member) tell(err error) {
	says := "it has all that there is"
	if err != nil {
		says = err.Error()
	}
	why, away := says, &url.Error{}
	if errors.As(err, &away) { // each time in other words
		why = "away"
	}
	if why != m.why {
		m.why = why
		m.server.Log.Printf("group %s: %s", m.server.Member.House, says)
	}
}

// keepRefused keeps in the house's own database that the group takes nothing more of this stream: pit status says it
// from then on.
func (m *member) keepRefused(ctx context.Context) {
	refused := m.shipper.State().Refused[m.name]
	if refused == nil || !refused.Why.Copied() || refused.Says == m.kept || refused.Pit == nil || refused.Yours == nil {
		return
	}
	r := central.Refusal{
		Machine: central.Member, Stream: m.name, Why: string(refused.Why), Says: "by the group " + m.server.Member.House + ": " + refused.Says,
		Ours: refused.Pit.Size, Theirs: refused.Yours.Size, Last: m.server.Now().UnixMilli(),
	}
	_, err := m.server.leads(ctx, &job{own: func(ctx context.Context, l *leader) error { return l.writer.Refuse(ctx, r) }})
	if err == nil {
		m.kept = refused.Says
	}
}

// round enters the changes of an hour, the first time all figures, and ships them.
func (m *member) round(ctx context.Context) error {
	if err := m.load(ctx); err != nil {
		return err
	}
	if hour := m.server.Now().Truncate(time.Hour); !hour.Equal(m.hour) || len(m.said.shifts) == 0 { // a new member is heard at once, with figures
		list, err := m.news(ctx)
		if err == nil {
			err = m.enter(ctx, list)
		}
		if err != nil {
			return fmt.Errorf("what the last hour brought is not entered: %w", err)
		}
		m.hour = hour
	}
	_, err := m.shipper.Once(ctx)
	return err
}

// load reads the earlier messages, once.
func (m *member) load(ctx context.Context) (err error) {
	if m.read {
		return nil
	}
	was := m.own
	if m.own, err = m.queries.Stream(ctx, central.Member, m.name); err != nil {
		return fmt.Errorf("%w: sabotctl group join makes this pit a member", err)
	}
	if m.alien != nil && m.own.Size == was.Size && m.own.Note == was.Note {
		return m.alien
	}
	if m.alien, err = m.aliens(ctx); err != nil || m.alien != nil {
		return cmp.Or(err, m.alien)
	}
	m.said = newFigures()
	m.tree = seal.Tree{}
	signed := m.server.ours().saidBefore(m.own)
	err = eachGrown(ctx, m.queries, m.own, m.own.Size, func(text []byte, _ time.Time, g Grown) error {
		m.tree.Add(text)
		m.said.apply(g)
		if m.tree.Size() == signed.Size && m.tree.Root() != signed.Root {
			return fmt.Errorf("the first %d entries that were said to the group are not those of their head: see sabotctl pit verify", signed.Size)
		}
		return nil
	})
	if err == nil && string(m.tree.Edge()) != string(m.own.Edge) {
		err = errors.New("what was said to the group is not what the pit's log was made of: see sabotctl pit verify")
	}
	m.read = err == nil
	return err
}

// aliens returns why this pit signs nothing more of its stream: it has entries that no server of the house put there. What one of Sabot 0.9
// put there is held against the house's own entries. It returns nil where all are the house's. Error: of a database that does not answer.
func (m *member) aliens(ctx context.Context) (alien, err error) {
	o := m.server.ours()
	found, err := o.alienIn(ctx, m.queries, m.own)
	if err != nil || found == nil || !found.bare {
		return found.says(o), err
	}
	q := central.ReadOnce(m.queries)
	a, err := m.account(ctx, q)
	if err != nil {
		return nil, err
	}
	if untrue, err := o.untrue(ctx, q, a, m.own, m.keeps(q), m.server.Now); err != nil || len(untrue) == 0 {
		return nil, err
	}
	found.bare = false
	return found.says(o), nil
}

// keeps returns what makes of a record that from which the house's figures are made, with what was kept of them in
// this pit's folder.
func (m *member) keeps(q *central.Once) func(*central.Record) record.Keeper {
	return func(r *central.Record) record.Keeper { return &shelf{r, q, m.server.Files, m.key} }
}

// eachGrown reads a house's stream, a page at a time.
func eachGrown(ctx context.Context, q central.Reading, s central.Stream, size int64, told func([]byte, time.Time, Grown) error) error {
	for at := int64(0); at < size; {
		texts, err := q.Entries(ctx, s.ID, at+1, int(min(grownPage, size-at)))
		if err != nil {
			return err
		}
		if len(texts) == 0 {
			return fmt.Errorf("entry %d of %s is missing", at+1, s.Name)
		}
		for _, text := range texts {
			g, when, err := readGrown(text)
			if err == nil {
				err = told(text, when, g)
			}
			if err != nil {
				return err
			}
			at++
		}
	}
	return nil
}

// news returns the streams with a new head, or with changed figures of a shift. Of a table of which nothing can
// be made the group keeps what it has.
func (m *member) news(ctx context.Context) ([]Grown, error) {
	q := central.ReadOnce(m.queries)
	a, err := m.account(ctx, q)
	if err != nil {
		return nil, err
	}
	r, state, says, err := a.read(ctx, q, m.server.verifier)
	if errors.Is(err, errNothing) && len(says) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch {
	case a.office != "" && a.restored:
		return nil, errors.New(waitsFor(a.office))
	case a.isOut(a.office, record.HouseStream): // it may touch any table
		return nil, fmt.Errorf("the group is told no figures until what the pit has of %s is put right: see sabotctl pit report", a.office)
	}
	says = slices.DeleteFunc(says, func(d Doubt) bool { return d.Machine == central.Member }) // it is signed only once nothing is wrong with it
	doubts := doubtsSaid(says)
	says = slices.DeleteFunc(says, func(d Doubt) bool { return !d.Left })
	shifts, at, err := m.shifts(q, r, state)
	if err != nil {
		return nil, err
	}
	for _, left := range m.house.Derived().LeftOut() {
		d := Doubt{Stream: left.Table, Left: true, Says: left.Why.Error()}
		says, doubts = append(says, d), append(doubts, doubtsSaid([]Doubt{d})...)
	}
	for _, d := range says {
		m.server.rare.printf("figures"+d.String(), "group %s: of this nothing is said: %s", m.server.Member.House, d)
	}
	var list, unchanged []Grown
	for _, s := range r.Streams() {
		doubted := slices.ContainsFunc(says, func(d Doubt) bool { return d.Stream == s.Name })
		if s.Signed == 0 || doubted || headHolds(s, nil, m.server.verifier) != nil { // the group takes no head without this pit's signature, and nothing behind it
			continue
		}
		g := Grown{Machine: s.Machine, Stream: s.Name, Head: s.Note}
		name := g.name()
		table, counts := at[name]
		g.Copy = !counts && len(m.said.shifts[name]) > 0
		others := m.said.others(name, shifts[table])
		if !counts {
			others = nil
		}
		if m.said.heads[name] == s.Note && !g.Copy && len(others) == 0 {
			unchanged = append(unchanged, g)
			continue
		}
		for len(others) > shiftsIn {
			part := g
			part.Shifts, others = others[:shiftsIn], others[shiftsIn:]
			list = append(list, part)
		}
		g.Shifts = others
		list = append(list, g)
	}
	if doubts = doubts[:min(len(doubts), mostDoubts)]; !slices.Equal(doubts, m.said.doubts) {
		if len(list) == 0 && len(unchanged) > 0 {
			list = unchanged[:1]
		}
		if len(list) > 0 {
			list[0].Doubts = &doubts
		}
	}
	return list, nil
}

// mostDoubts is the largest number of doubts that a house reports to its group. Its own pit names all.
const mostDoubts = 50

// doubtsSaid returns a house's doubts for its group: each names a table or a machine, and no person. Doubts that pass
// by themselves are left out.
func doubtsSaid(list []Doubt) []string {
	said := []string{}
	for _, d := range list {
		says := "sabotctl pit report there says what is wrong with its database"
		switch name := strings.TrimSpace(d.Machine + " " + d.Stream); {
		case d.passing:
			continue
		case d.Left:
			says = "without " + d.Stream + ", of which nothing can be made now"
		case name != "":
			says = "sabotctl pit report there says what is wrong with " + name
		}
		if !slices.Contains(said, says) {
			said = append(said, says)
		}
	}
	return said
}

// account returns the content of the house's pit, with the doubts about it. Error: of a database that does not
// answer, or of the memory.
func (m *member) account(ctx context.Context, q central.Reading) (account, error) {
	signed := map[place]storage.SignedHead{}
	if m.server.Memory != nil {
		list, err := m.server.Memory.Signed(ctx)
		if err != nil {
			return account{}, err
		}
		for _, r := range list {
			signed[place{r.Machine, r.Stream}] = r
		}
	}
	a, err := accountOf(ctx, q, m.server.ours(), signed, false, false)
	if err == nil {
		err = a.doubtsHidden(ctx, q, false, m.server.Now())
	}
	return a, err
}

// shifts returns the figures of the house's shifts by table, as its own report has them, and the tables by the
// names of their streams at the group.
func (m *member) shifts(q *central.Once, r *central.Record, state *house.House) (by map[string][]reports.HouseShift, tables map[string]string, err error) {
	by, tables = map[string][]reports.HouseShift{}, tablesSaid(r)
	_, machines := r.Tables()
	kept := m.keeps(q)(r)
	if m.house != nil && maps.Equal(m.tables, machines) {
		m.house = m.house.Onward(kept, state)
	} else {
		m.house, m.tables = session.Reading(kept, state, m.server.Now), machines
	}
	const never = "9999-12-31"
	all, err := m.house.Sums().HouseShifts(reports.YearOf(m.server.Now().Add(-settled).Format(time.DateOnly)), never)
	for _, s := range all {
		by[s.Table] = append(by[s.Table], s)
	}
	return by, tables, err
}

// tablesSaid returns the tables of a record by the names of their streams at a group.
func tablesSaid(r *central.Record) map[string]string {
	tables := map[string]string{}
	names, machines := r.Tables()
	for _, name := range names {
		tables[pitclient.OfMachine(machines[name], r.Stream(name).Name)] = name
	}
	return tables
}

// enter makes the writer of the database enter the messages, a part at a time.
func (m *member) enter(ctx context.Context, list []Grown) error {
	for part := range slices.Chunk(list, entriesIn) {
		now, tree := m.server.Now().UTC().Truncate(time.Millisecond), m.tree.Clone()
		p := central.Piece{From: tree.Size()}
		for _, g := range part {
			text, err := g.sign(m.key, m.name, tree.Size()+1, now)
			if err != nil {
				return err
			}
			tree.Add(text)
			p.Texts, p.Times = append(p.Texts, text), append(p.Times, now.UnixMilli())
		}
		p.Edge = tree.Edge()
		if err := m.write(ctx, p, &tree); err != nil {
			return err
		}
		for _, g := range part {
			m.said.apply(g)
		}
		m.tree = tree
	}
	return nil
}

// write makes the leader add to the stream. Where that fails nobody knows what was added, and it is read again.
func (m *member) write(ctx context.Context, p central.Piece, tree *seal.Tree) error {
	_, err := m.server.leads(ctx, &job{own: func(ctx context.Context, l *leader) error { return l.addOwn(ctx, m.name, p, tree) }})
	if err != nil {
		m.read = false
	}
	return err
}

// addOwn adds to the messages of this house to its group.
func (l *leader) addOwn(ctx context.Context, name string, p central.Piece, tree *seal.Tree) error {
	m := l.machines[central.Member]
	if m == nil {
		return central.ErrNoStream
	}
	s, err := l.stream(ctx, m, name)
	if err != nil {
		return err
	}
	p.Stream = s.ID
	return l.write(ctx, []pending{{stream: s, tree: tree.Clone(), piece: p, note: p.Note}})
}
