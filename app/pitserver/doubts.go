package pitserver

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
)

// A pit makes the figures of a house from the rows of its database. Whoever administers the database can delete,
// double and change rows, and an older database has fewer. The doubts about its rows are found here, for every output
// of figures.

// A Doubt is an objection of a pit to what its database has.
type Doubt struct {
	Machine, Stream string // "" for the whole pit
	Says            string
	Left            bool // figures are made without this table

	out     bool // nothing can be made of the stream
	passing bool // it may be so for a moment in a pit that is sound
}

func (d Doubt) String() string {
	name := strings.TrimSpace(d.Machine + " " + d.Stream)
	switch {
	case d.Left:
		return "without " + d.Stream + ": " + d.Says
	case name == "":
		return d.Says
	}
	return name + ": " + d.Says
}

// An ours is the pit's own identity: its house, the key that it countersigns with, and the authority of the
// house.
type ours struct {
	house, witness string
	authority      []*x509.Certificate
	member         *pitclient.Enrolment // of the house in its group; nil where it is in none
}

func (f *Folder) ours() ours { return ours{f.House, f.Verifier(), f.Identity.Chain, f.Member} }

func (s *Server) ours() ours { return ours{s.House, s.verifier, s.Identity.Chain, s.Member} }

// An account is the content of a pit's database, all of one moment, with the pit's doubts about it.
type account struct {
	placed
	gone   []Gone
	doubts []Doubt
}

// accountOf reads what a pit has; signed is what it had countersigned before. It reads no entries but those by which tables moved. Of tables it counts
// the entries where counted asks for that; what makes figures of them finds what is missing between the first and the last. Error: of a database
// that does not answer.
func accountOf(ctx context.Context, q central.Reading, o ours, signed map[place]storage.SignedHead, houses, counted bool) (a account, err error) {
	err = q.AtOnce(ctx, func(q central.Reading) error {
		if a.placed, err = readPlaces(ctx, q, o.witness); err != nil {
			return err
		}
		if a.gone, err = goneFrom(ctx, q, o.witness, signed, a.streams, houses); err != nil {
			return err
		}
		counts, err := countsOf(ctx, q, a.streams, counted)
		if err != nil {
			return err
		}
		a.doubts = nil
		a.doubtsRows(counts)
		a.doubts = append(a.doubts, a.doubtsKeys(signed, houses)...)
		if houses {
			a.doubts = append(a.doubts, a.membersLacking()...)
		}
		if err := a.doubtsHeads(ctx, q, signed, o.witness, houses); err != nil || houses {
			return err
		}
		a.doubts = append(a.doubts, a.doubtsHouses()...)
		office, err := o.doubtsOffice(ctx, q, &a.placed)
		if err != nil {
			return err
		}
		lost, err := o.doubtsOutlived(ctx, q, &a.placed)
		if err != nil {
			return err
		}
		heads, err := a.withoutHeads(ctx, q, o.witness)
		if err != nil {
			return err
		}
		aliens, err := o.doubtsSaidToGroup(ctx, q, a.streams)
		if err != nil {
			return err
		}
		unknown, err := a.unknown(ctx, q, func(machine string) bool { return a.isOut(machine, record.HouseStream) })
		if err != nil {
			return err
		}
		a.doubts = slices.Concat(a.doubts, aliens, office, lost, leftOut(a.signed, a.streams), a.vain, heads, unknown)
		return err
	})
	return a, err
}

// countsOf returns how many entries streams have, those of tables by their ends alone unless all are counted.
func countsOf(ctx context.Context, q central.Reading, streams []central.Stream, all bool) ([]central.Counted, error) {
	if all {
		return q.Counts(ctx)
	}
	list, err := q.Ends(ctx)
	if err != nil {
		return nil, err
	}
	var of []int32
	for _, s := range streams {
		if s.Name == record.HouseStream {
			of = append(of, s.ID)
		}
	}
	if len(of) == 0 {
		return list, nil
	}
	counts, err := q.Counts(ctx, of...)
	return append(list, counts...), err // the later one of a stream stands
}

// all returns all doubts about the figures.
func (a *account) all() (list []Doubt) {
	if a.office != "" && a.restored {
		list = append(list, Doubt{Says: waitsFor(a.office)})
	}
	list = append(list, a.doubts...)
	for _, g := range a.gone {
		if !g.settled() {
			list = append(list, Doubt{Machine: g.Machine, Stream: g.Stream, Says: g.String()})
		}
	}
	return list
}

// doubtOf returns the doubt about a stream; "" for none.
func (a *account) doubtOf(machine, stream string) string {
	for _, d := range a.doubts {
		if d.Machine == machine && d.Stream == stream && !d.passing {
			return d.Says
		}
	}
	return ""
}

func (a *account) doubt(s central.Stream, format string, args ...any) {
	a.doubts = append(a.doubts, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf(format, args...), out: true})
}

// doubtsRows notes streams whose entries are not those that their rows say, and rows that stand twice.
func (a *account) doubtsRows(counts []central.Counted) {
	has := map[int32]central.Counted{}
	for _, c := range counts {
		has[c.Stream] = c
	}
	for _, s := range a.streams {
		c := has[s.ID]
		delete(has, s.ID)
		switch {
		case c.Whole(s.Size):
		case c.Entries < s.Size:
			a.doubt(s, "it has %d entries, and %d of them are missing in the database: restore it from the pit's backup", s.Size, s.Size-c.Entries)
		case c.Entries > s.Size:
			a.doubt(s, "it has %d entries, and the database has %d more of it", s.Size, c.Entries-s.Size)
		default:
			a.doubt(s, "it has %d entries, and some of them are twice in the database while others are missing", s.Size)
		}
	}
	nobodys := int64(0)
	for _, c := range has {
		nobodys += c.Entries
	}
	if nobodys > 0 {
		a.doubts = append(a.doubts, Doubt{Says: fmt.Sprintf("the database has %d entries of streams that have no row: see sabotctl pit verify", nobodys)})
	}
	a.doubts = append(a.doubts, a.doubled...)
}

// doubtsHeads notes streams whose head is not one of their machine for what the database has, or is not the one that the pit had countersigned.
// Where the edge of a log is spoilt, or the pit has not countersigned its head, the log is made again of its entries. Error: of a database that does not
// answer.
// At a group's server one of the keys of a house need not be known: what the server itself has countersigned stands.
func (a *account) doubtsHeads(ctx context.Context, q central.Reading, signed map[place]storage.SignedHead, witness string, houses bool) error {
	keys := map[string][]string{}
	for _, m := range a.machines {
		keys[m.Name] = strings.Fields(m.Verifier)
	}
	for _, s := range a.streams {
		if s.Machine == central.Member {
			continue
		}
		before := signed[place{s.Machine, s.Name}]
		if err := headFits(s, houses); err != nil {
			a.doubt(s, "%v", err)
			continue
		}
		bare := headHolds(s, nil, witness)
		if err := headHolds(s, keys[s.Machine], witness); err != nil && (bare != nil || !houses) {
			a.doubt(s, "%v", err)
			continue
		}
		if bare != nil && s.Name == record.HouseStream { // nothing counts of it where it says what a table had that came from there
			a.doubt(s, "%v", a.anew(s, bare))
			continue
		}
		_, spoilt := treeOf(s)
		if spoilt != nil || bare != nil {
			_, wrong, err := remake(ctx, q, s)
			switch {
			case err != nil:
				return err
			case wrong != nil && bare != nil: // what derives figures holds no bytes against such a head
				a.doubt(s, "%v. And %v", bare, wrong)
				continue
			case wrong != nil:
				a.doubt(s, "%v", spoilt)
				continue
			}
		}
		if bare != nil && !a.signed.leftWith(s) {
			a.doubts = append(a.doubts, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("%v. Its entries are those that its machine signed", bare)})
		}
		if spoilt != nil {
			a.doubts = append(a.doubts, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("%v; its entries are those of its last head, and its next entry puts that right", spoilt)})
		}
		head, _ := seal.ReadHead(s.Note)
		switch {
		case before.Size > 0 && before.Size == s.Signed && before.Root != head.Root:
			a.doubt(s, "its first %d entries are not those that this pit has countersigned", s.Signed)
		case before.Size > 0 && before.Size < s.Signed:
			_, wrong, err := onward(ctx, q, before, seal.Tree{}, s.ID, head.Size, head.Root)
			if err != nil {
				return err
			}
			if wrong != nil {
				a.doubt(s, "it has another past than this pit has countersigned: %v", wrong)
			}
		case before.Size > s.Signed && before.Size <= s.Size:
			a.doubt(s, "this pit has countersigned %d entries of it, and the database has a head of %d", before.Size, s.Signed)
		case s.Size > 0 && s.Signed == 0:
			a.doubts = append(a.doubts, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("no head of its machine stands for its %d entries", s.Size), passing: true, out: true})
		}
	}
	return nil
}

// headFits demands of a head that it is that of the stream's row: of its name and its size. At a group's server the row of a stream of a house's machine
// names the machine too.
func headFits(s central.Stream, houses bool) error {
	if s.Note == "" && s.Signed == 0 {
		return nil
	}
	name := s.Name
	if houses {
		_, name, _ = pitclient.CutMachine(name)
	}
	head, err := seal.ReadHead(s.Note)
	switch {
	case err != nil:
		return fmt.Errorf("its head cannot be read: %w", err)
	case head.Stream != name || head.Size != s.Signed || s.Signed > s.Size:
		return fmt.Errorf("its head is one of %d entries of %s, and the database has %d of it, %d of them signed", head.Size, head.Stream, s.Size, s.Signed)
	}
	return nil
}

// errNotCountersigned is the error of a head under which this pit's own signature does not stand.
var errNotCountersigned = errors.New("its head is not countersigned by this pit: somebody took that away in the database, or its machine has not shipped since witness.key was made anew")

// anew returns what is said of a head under which this pit's own signature does not stand. Of the office it adds what is to be done where no machine has shipped
// since witness.key was made anew.
func (p *placed) anew(s central.Stream, wrong error) error {
	if s.Machine != p.office || s.Name != record.HouseStream || !errors.Is(wrong, errNotCountersigned) || p.shippedHere() {
		return wrong
	}
	return fmt.Errorf("%w. It is so of each stream: no machine has shipped to this pit since its witness.key was made, as after its folder was lost. Run sabotctl pit enroll for the office and for each machine, and have them join and ship. No table has to be moved, and no backup put back", wrong)
}

// shippedHere reports whether this pit has countersigned a head that the database has. Where it has none, they are those of a witness.key of before.
func (p *placed) shippedHere() bool {
	return slices.ContainsFunc(p.streams, func(s central.Stream) bool {
		return s.Machine != central.Member && s.Note != "" && headHolds(s, nil, p.witness) == nil
	})
}

// silent reports whether nothing is known of what a machine says of its tables: its own stream has a head, and this pit has not countersigned that.
func (p *placed) silent(machine string) bool {
	return slices.ContainsFunc(p.streams, func(s central.Stream) bool {
		return s.Machine == machine && s.Name == record.HouseStream && headHolds(s, nil, p.witness) != nil
	})
}

// headHolds demands of the head that the database has of a stream that the machine has signed it with one of its
// keys: whoever writes to the database may put another one there. Of a machine of which nothing has
// arrived that names a key none are known. Then this pit has to have countersigned it; "" for a witness asks for nothing.
func headHolds(s central.Stream, keys []string, witness string) error {
	if s.Note == "" || len(keys) == 0 && witness == "" {
		return nil
	}
	if len(keys) > 0 {
		if _, _, err := seal.Open(ownNote(s.Note), keys...); err != nil {
			return fmt.Errorf("the head of its first %d entries is not signed by its machine: %w", s.Signed, err)
		}
		return nil
	}
	if _, by, err := seal.Split(s.Note, witness); err != nil || len(by) == 0 {
		return errors.Join(errNotCountersigned, err)
	}
	return nil
}

// doubtsHouses returns the doubts about machines that have shipped a table, and of whose own stream nothing is here.
func (p *placed) doubtsHouses() (list []Doubt) {
	has := map[string]bool{central.Member: true}
	for _, s := range p.streams {
		has[s.Machine] = has[s.Machine] || s.Name == record.HouseStream && s.Size > 0
	}
	for _, s := range p.streams {
		if s.Size > 0 && !has[s.Machine] {
			has[s.Machine] = true
			list = append(list, Doubt{Machine: s.Machine, Stream: record.HouseStream, Says: "nothing of its own stream is here, without which nothing is known of its tables", out: true})
		}
	}
	return list
}

// isOut reports whether nothing can be made of a stream.
func (a *account) isOut(machine, stream string) bool {
	return slices.ContainsFunc(a.doubts, func(d Doubt) bool { return d.out && d.Machine == machine && d.Stream == stream })
}

// taken returns the streams of which figures are made, and says what they are made without: a table goes with its own entries, and with the stream
// of the house of the machine that has it.
func (a *account) taken() (streams []central.Stream, says []Doubt) {
	left := map[string]bool{}
	at := a.places()
	for _, s := range a.streams {
		table, machine := s.Name, at[s.Name]
		if _, has := a.of(table)[machine]; !has || left[table] {
			continue
		}
		switch {
		case a.isOut(machine, table):
			says = append(says, Doubt{Machine: machine, Stream: table, Left: true, Says: "nothing can be made of what the pit has of it"})
		case a.isOut(machine, record.HouseStream):
			says = append(says, Doubt{Machine: machine, Stream: table, Left: true, Says: fmt.Sprintf("nothing can be made of what the pit has of the own stream of %s, which has it", machine)})
		default:
			continue
		}
		left[table] = true
	}
	for _, m := range a.signed {
		for _, from := range []string{m.From, m.Between} {
			if from != "" && from != at[m.Table] && a.isOut(from, record.HouseStream) && !left[m.Table] {
				left[m.Table+" "] = true // once
				says = append(says, Doubt{Machine: from, Stream: m.Table, Says: "what was counted of its drop boxes there may be missing"})
			}
		}
	}
	if a.office != "" && a.isOut(a.office, record.HouseStream) {
		helps := "Restore it from the pit's backup"
		if a.silent(a.office) {
			helps = "Where witness.key was made anew, enroll it once more and have it ship"
			if a.shippedHere() {
				helps += ", else restore it from the pit's backup"
			}
		}
		says = append([]Doubt{{Machine: a.office, Stream: record.HouseStream, Says: "it is the stream of the office: what follows may lack tables and moves of tables, have moves that nobody signed, and say names and rules of before. " + helps}}, says...)
	}
	for _, s := range a.streams {
		if left[s.Name] || a.isOut(s.Machine, s.Name) {
			continue
		}
		if m, cut := a.signed.cutsOff(s); cut { // the next machine goes on without the rest
			head, _ := seal.ReadHead(m.Head)
			s.Size, s.Signed = head.Size, head.Size
		}
		streams = append(streams, s)
	}
	return streams, says
}

// A noHouse is the error of a machine's stream of the house of which nothing can be made.
type noHouse struct {
	machine string
	err     error
}

func (e *noHouse) Error() string { return fmt.Sprintf("reading the house of %s: %v", e.machine, e.err) }

func (e *noHouse) Unwrap() error { return e.err }

// lacks notes what was found when a machine's stream of the house was read, and reports whether figures are made without that. Of an entry that cannot
// be read the cause is named: somebody changed it, or its machine entered it so. Error: of a database that does not answer.
func (a *account) lacks(ctx context.Context, q central.Reading, found error) (bool, error) {
	var wrong *noHouse
	var fault *record.Fault
	is := func(err error) bool { return errors.Is(found, err) }
	if !errors.As(found, &wrong) || !errors.As(found, &fault) && !slices.ContainsFunc([]error{record.ErrChanged, record.ErrNewerRecord, central.ErrMissing}, is) {
		return false, nil
	}
	says := wrong.Error()
	for _, s := range a.streams {
		if s.Machine != wrong.machine || s.Name != record.HouseStream {
			continue
		}
		_, changed, err := remake(ctx, q, s)
		if err != nil {
			return false, err
		}
		if changed != nil {
			says = changed.Error()
		}
	}
	a.doubts = append(a.doubts, Doubt{Machine: wrong.machine, Stream: record.HouseStream, Says: says, out: true})
	return true, nil
}

// doubtsOffice returns the doubts about the row that names the house's office: the machines go by none for which the
// house's authority has not signed, and by no other one than before. Error: of a database that does not answer.
func (o ours) doubtsOffice(ctx context.Context, q central.Reading, p *placed) (list []Doubt, err error) {
	named := false
	for _, m := range p.machines {
		if m.Voucher == "" {
			continue
		}
		named = true
		m.Verifier = p.pinned[m.Name] // one that was enrolled anew may sign with another one
		if err := o.vouchedFor(m); err != nil {
			list = append(list, Doubt{Machine: m.Name, Stream: record.HouseStream, Says: fmt.Sprintf("the database says that %s is the house's office, and no machine goes by that: %v. Enroll the office once more: sabotctl pit enroll --office", m.Name, err)})
		}
	}
	for _, s := range p.streams {
		if named || p.unnamed || s.Name != record.HouseStream || s.Machine == central.Member {
			continue
		}
		text, err := q.LastOf(ctx, s.ID, record.HouseTaken{})
		if err != nil {
			return nil, err
		}
		e, err := record.Decode(text)
		if taken, is := e.Fact.(record.HouseTaken); err == nil && is && e.Seq <= s.Signed {
			return append(list, Doubt{Machine: taken.Machine, Stream: record.HouseStream, Says: fmt.Sprintf("the database says of no machine that it is the house's office, and %s goes by %s. Enroll the office once more: sabotctl pit enroll --office", s.Machine, taken.Machine)}), nil
		}
	}
	return list, nil
}

// vouchedFor demands of a machine that the house's authority has signed for it as the office, with a key that the machine signs with.
func (o ours) vouchedFor(m central.Machine) error {
	v, err := sign.ReadVoucher(m.Voucher, o.authority...)
	keys := strings.Fields(m.Verifier)
	switch {
	case err != nil:
		return err
	case v.House != o.house || v.Machine != m.Name:
		return fmt.Errorf("the house's authority has signed that for %s of %q", v.Machine, v.House)
	case len(keys) > 0 && !slices.Contains(keys, v.Key):
		return errors.New("the house's authority has signed that for another key")
	}
	return nil
}

// doubtsDoubled returns the doubts about rows that stand twice, and about missing keys. Nothing can be made of a
// stream whose rows differ.
func doubtsDoubled(list []central.Doubled) (doubts []Doubt) {
	for _, d := range list {
		doubts = append(doubts, Doubt{Machine: d.Machine, Stream: d.Stream, Says: d.String(), out: d.In == "streams" && d.Differ})
	}
	return doubts
}

// doubtsRefused returns the doubts about rows of refusals that no Sabot writes. More of it would be silent: as seen before it came,
// or as one too many to be counted.
func doubtsRefused(list []central.Refusal) (doubts []Doubt) {
	const most = 1 << 40 // many more than ever come
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	for _, r := range list {
		if r.Times >= 1 && r.Times <= most && r.Seen >= 0 && r.Seen <= r.Times {
			continue
		}
		doubts = append(doubts, Doubt{Machine: r.Machine, Stream: r.Stream, Says: fmt.Sprintf("the database says of what was refused of it (%s) that it came %d times, and that somebody has looked at it %d times: no Sabot writes that, and pit status would be silent about the next. Its owner puts it right: update sabot.refusals set times = 1, seen = 0 where machine = %s and stream = %s and why = %s",
			r.Why, r.Times, r.Seen, quoted(r.Machine), quoted(r.Stream), quoted(r.Why))})
	}
	return doubts
}

// tablesTwice returns the doubts about tables that the database has on several machines.
func tablesTwice(machines []central.Machine) (doubled []Doubt) {
	on := map[string]string{}
	for _, m := range machines {
		for _, table := range m.Tables {
			if other, twice := on[table]; twice && other != m.Name {
				doubled = append(doubled, Doubt{Machine: m.Name, Stream: table, Says: fmt.Sprintf("the database says that it is played on %s and on %s", other, m.Name)})
			}
			on[table] = m.Name
		}
	}
	return doubled
}
