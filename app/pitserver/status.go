package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central"
)

// A Status is an overview of what the machines of a house have shipped.
type Status struct {
	Lines    []Line
	Office   string            // the machine whose people, tables and rules are the house's; "" where each has its own
	Refusals []central.Refusal // that nobody has looked at since, the newest first
	Said     *central.Stream   // to the group; nil where the house is in none
	Still    string            // why the house ships nothing to its group; "" where it does
	Waits    string            // why the pit takes no entries of tables; "" where it does
	Handing  []Handing         // tables that nobody plays until a machine before has let go of them
	Silent   []Handing         // the same, where the pit does not know whether it has: it has not countersigned what that machine says of itself
	Unsigned []Unsigned        // what the database says of tables, and no manager has signed; and where it lacks whose a stream is
	Gone     []Gone            // what had been countersigned and is gone
	Old      []string          // databases from which another one went on, and that can be written to
	Ending   []Ending          // certificates of machines that end within 60 days, or have ended
	Keyless  []string          // numbers of people whose sealed key the database lacks
	Set      []string          // what the login that serves has set for itself in the database, and no connection goes by

	Unwritten *central.Unwritten // what PostgreSQL says of why it writes nothing; nil where it does, or nobody can tell
	Unkept    error              // why nothing can be kept in the folder of what is countersigned; nil where it can, or nobody has served from there
}

// SetOtherwise returns the advice on settings that the login that serves has made for itself.
func SetOtherwise(set []string) string {
	return fmt.Sprintf("the login that serves has set %s for itself in the database, and the pit does not go by it. Whoever did that has its password: run sabotctl pit init, which takes it away and gives another password, and start the pit again", strings.Join(set, ", "))
}

// An Ending is a machine's certificate that ends soon: without another one that machine ships nothing from then on.
type Ending struct {
	Machine string
	Until   time.Time // UTC
}

// Idle returns what the database has of the server that wrote last, where none writes; nil where one does. One that has just ended, or lost its
// connection, has time to write again. Error: of a database that does not answer.
func Idle(ctx context.Context, q *central.Queries) (*central.Idle, error) {
	const most, every = 6 * time.Second, 200 * time.Millisecond
	for until := time.Now().Add(most); ; {
		is, recent, err := q.Idle(ctx)
		if is == nil || err != nil || !recent || time.Now().After(until) {
			return is, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(every):
		}
	}
}

// endings returns the certificates of machines that end soon. The folder has that of the house's authority, which gave them.
func (f *Folder) endings(machines []central.Machine, now time.Time) (list []Ending) {
	if len(f.Identity.Chain) == 0 {
		return nil
	}
	for _, m := range machines {
		if m.Name == central.Member || m.Enrolled == 0 {
			continue
		}
		if until := sign.PostUntil(time.UnixMilli(m.Enrolled).UTC(), f.Identity.Chain[0]); until.Sub(now) < session.RenewBefore {
			list = append(list, Ending{m.Name, until})
		}
	}
	return list
}

// A Handing is a table that was moved in order, and a machine that has not let go of it.
type Handing struct{ Table, From, To string }

// A Line is one stream of a machine; of a machine that has none yet, the machine.
type Line struct {
	Machine, Stream  string
	Pit, Own, Signed int64
	Heard            time.Time // zero for never
	Apart            time.Duration
	Wrong            string // "" where the pit has all that the machine says it has
	Plays            string // the machine that plays the table now, where that is another one
	Goes             bool   // that machine has not said yet that it has taken the table over
	Seen             string // what was refused of it, where it lacks nothing else and somebody has looked at that
}

// StatusOf compares a pit's database with what the pit of the folder has countersigned.
func StatusOf(ctx context.Context, q central.Reading, f *Folder, now time.Time) (*Status, error) {
	signed, err := f.signedBefore(ctx, q) // first: a pit that serves goes on countersigning
	if err != nil {
		return nil, err
	}
	a, err := accountOf(ctx, q, f.ours(), signed, f.Houses, true)
	if err != nil {
		return nil, err
	}
	unwritten, err := q.Unwritten(ctx)
	if err != nil {
		return nil, err
	}
	if unwritten == nil { // else what has not arrived has that cause, and no machine is accused of it
		err = a.doubtsHidden(ctx, q, f.Houses, now)
	}
	if err != nil {
		return nil, err
	}
	places, machines, streams := a.placed, a.machines, a.streams
	plays := map[string]string{}
	for _, m := range machines {
		for _, table := range m.Tables {
			plays[table] = m.Name
		}
	}
	s := &Status{Gone: a.gone, Ending: f.endings(machines, now), Unkept: f.unkept(), Unwritten: unwritten}
	if s.Old, err = f.olds(ctx); err != nil {
		return nil, err
	}
	if s.Refusals, err = q.Unseen(ctx); err != nil {
		return nil, err
	}
	refused, err := q.Refusals(ctx, 0)
	if err != nil {
		return nil, err
	}
	s.saidBy(streams, f, refused)
	unheard, err := unheardFor(ctx, q, machines, streams)
	if err != nil {
		return nil, err
	}
	for _, m := range machines {
		if m.Name == central.Member {
			continue
		}
		if m.Voucher != "" {
			s.Office = m.Name
		}
		apart := time.Duration(m.Apart) * time.Millisecond
		found := false
		for _, st := range streams {
			if st.Machine != m.Name || f.Houses && over(m, st.Name) {
				continue
			}
			found = true
			l := Line{Machine: m.Name, Stream: st.Name, Pit: st.Size, Own: st.Own, Signed: st.Signed, Apart: apart, Heard: at(st.Heard)}
			if now := plays[st.Name]; now != m.Name {
				l.Plays = now
			}
			if m.Heard > st.Heard {
				l.Heard = at(m.Heard)
			}
			if l.Wrong = a.doubtOf(m.Name, st.Name); l.Wrong == "" && f.Houses && unwritten == nil {
				l.Wrong = standsStill(st, l.Heard, now, refused)
			}
			if l.Wrong != "" {
				s.Lines = append(s.Lines, l)
				continue
			}
			switch end, seen := s.refusedEnd(st, refused, plays[st.Name] == m.Name); {
			case seen:
				l.Seen = end
			case end != "":
				l.Wrong = end
			case unwritten == nil:
				l.Wrong = l.missing(now, places.cameWith(st))
			}
			if unwritten == nil && l.Wrong == "" && st.Name != record.HouseStream && l.Plays == "" && unheard > 0 && now.Sub(l.Heard) > unheard {
				if open, err := q.Open(ctx, st.ID); err != nil {
					return nil, err
				} else if open {
					l.Wrong = fmt.Sprintf("the table is open, and nothing was heard of it for %s", now.Sub(l.Heard).Round(time.Second))
				}
			}
			s.Lines = append(s.Lines, l)
		}
		if !found {
			s.Lines = append(s.Lines, Line{Machine: m.Name, Heard: at(m.Heard), Apart: apart, Wrong: neverHeard(m)})
		}
		for _, name := range m.Wanted {
			if !slices.ContainsFunc(streams, func(st central.Stream) bool { return st.Machine == m.Name && st.Name == name }) {
				s.Lines = append(s.Lines, Line{Machine: m.Name, Stream: name, Heard: at(m.Heard), Apart: apart, Wrong: "it is asked for"})
			}
		}
	}
	if unwritten == nil {
		err = s.fewer(ctx, q, places, refused)
	}
	if err != nil {
		return nil, err
	}
	if back, err := q.Restored(ctx); err != nil {
		return nil, err
	} else if back && s.Office != "" && !f.Houses {
		s.Waits = waitsFor(s.Office)
	}
	if s.Set, err = q.Otherwise(ctx); err != nil {
		return nil, err
	}
	if !f.Houses {
		if s.Keyless, err = keyless(ctx, q, s.Office, streams); err != nil {
			return nil, err
		}
	}
	if s.Waits == "" { // else it has not heard of the last moves
		err := s.handedOf(ctx, q, places, plays)
		if doubled := (*central.DoubledError)(nil); err != nil && !errors.As(err, &doubled) { // whose rows are named
			return nil, err
		}
	}
	if !f.Houses {
		if s.Unsigned, err = unsignedOf(ctx, q, places); err != nil {
			return nil, err
		}
		s.unplaced(places)
	}
	s.doubted(a.doubts)
	for i, l := range s.Lines {
		if (pitclient.State{Apart: l.Apart}).ClockWrong() && l.Wrong == "" {
			s.Lines[i].Wrong = "its clock is wrong, or the pit's"
		}
	}
	return s, nil
}

// doubtsOfOne is the largest number of doubts about one stream that are told. One of them stands on its line.
const doubtsOfOne = 5

// doubted adds the doubts that no line says, and how many more there are of a stream.
func (s *Status) doubted(doubts []Doubt) {
	of, order := map[place][]Doubt{}, []place{}
	for _, d := range doubts {
		at := place{d.Machine, d.Stream}
		if d.passing {
			continue
		}
		if len(of[at]) == 0 {
			order = append(order, at)
		}
		of[at] = append(of[at], d)
	}
	for _, at := range order {
		list, more := of[at], 0
		if at.stream != "" && len(list) > doubtsOfOne {
			list, more = list[:doubtsOfOne], len(list)-doubtsOfOne
		}
		for _, d := range list {
			if !slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Machine == d.Machine && l.Stream == d.Stream && l.Wrong == d.Says }) {
				s.Unsigned = append(s.Unsigned, Unsigned{d.Stream, d.Machine, d.String()})
			}
		}
		if more > 0 {
			s.Unsigned = append(s.Unsigned, Unsigned{at.stream, at.machine, fmt.Sprintf("%s %s: and %d more: see sabotctl pit verify", at.machine, at.stream, more)})
		}
	}
}

// refusedEnd returns the remark on the end of a stream that was refused, and never arrives, where it lacks nothing
// else. It returns "" where it is not so, also of a table that came back to its machine: what was overtaken arrives then. Seen reports whether somebody
// has looked at that since it came last.
func (s *Status) refusedEnd(st central.Stream, refused []central.Refusal, played bool) (says string, seen bool) {
	ends := []string{string(pitclient.Forked)}
	if !played {
		ends = append(ends, string(pitclient.Overtaken))
	}
	is := func(r central.Refusal) bool { return r.Machine == st.Machine && r.Stream == st.Name }
	end := func(r central.Refusal) bool {
		return is(r) && slices.Contains(ends, r.Why) && r.Ours == st.Size && r.Theirs == st.Own
	}
	if st.Own <= st.Size || st.Signed < st.Size || !slices.ContainsFunc(refused, end) {
		return "", false
	}
	last, never := fmt.Sprintf("its last %d entries were refused", st.Own-st.Size), ", and never arrive"
	if st.Own-st.Size == 1 {
		last, never = "its last entry was refused", ", and never arrives"
	}
	of := func(why pitclient.Why) func(r central.Refusal) bool {
		return func(r central.Refusal) bool { return r.Machine == st.Machine && r.Why == string(why) }
	}
	twice := slices.ContainsFunc(s.Refusals, of(pitclient.Cloned)) && slices.ContainsFunc(s.Refusals, of(pitclient.Forked)) // what is one's fork goes on from the other
	switch {
	case !slices.ContainsFunc(s.Refusals, is):
		return last + ", and somebody has looked at that", true
	case twice:
		return last + " while two programs ship under its name: stop the one that is a copy. What goes on from what is here arrives then", false
	}
	return last + never, false
}

// fewer names streams of which their machine has fewer entries than are here, by its last word. What came with a table it may not have taken over yet.
// The server enters a machine's word a second behind its entries: so that is asked once more. Error: of a database that does not answer.
func (s *Status) fewer(ctx context.Context, q central.Reading, p placed, refused []central.Refusal) error {
	said := func(streams []central.Stream, l Line) (st central.Stream) {
		if i := slices.IndexFunc(streams, func(st central.Stream) bool { return st.Machine == l.Machine && st.Name == l.Stream }); i >= 0 {
			st = streams[i]
		}
		return st
	}
	var less []int
	for i, l := range s.Lines {
		st := said(p.streams, l)
		if l.Wrong == "" && st.Own < st.Size && (st.Heard > 0 || st.Own != 0) && !p.cameWith(st) {
			less = append(less, i)
		}
	}
	for until := time.Now().Add(3 * settling); len(less) > 0 && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settling / 4):
		}
		streams, err := q.Streams(ctx)
		if err != nil {
			return err
		}
		less = slices.DeleteFunc(less, func(i int) bool { return said(streams, s.Lines[i]).Own >= s.Lines[i].Pit })
	}
	for _, i := range less {
		l := &s.Lines[i]
		older := func(r central.Refusal) bool {
			return r.Machine == l.Machine && r.Stream == l.Stream && pitclient.Why(r.Why).Copied() && r.Theirs == l.Own
		}
		if slices.ContainsFunc(refused, older) && !slices.ContainsFunc(s.Refusals, older) {
			l.Seen = fmt.Sprintf("%s has %d entries of it, which was refused, and somebody has looked at that", l.Machine, l.Own)
			continue
		}
		l.Wrong = fmt.Sprintf("the database says that %s has %d entries of it, fewer than are here: have it ship, and look again. If that stays so its record is an older one, or somebody wrote into sabot.streams", l.Machine, l.Own)
	}
	return nil
}

// cameWith reports whether all of a stream may have come with a table that its machine has not taken over yet.
func (p *placed) cameWith(s central.Stream) bool {
	return slices.ContainsFunc(p.rows, func(m central.Moved) bool { return m.Table == s.Name && m.To == s.Machine && s.Size <= m.Size }) ||
		slices.ContainsFunc(p.signed, func(m signedMove) bool {
			head, err := seal.ReadHead(m.Head)
			return err == nil && m.Table == s.Name && m.To == s.Machine && s.Size <= head.Size
		})
}

// arriving is the time after a machine was heard in which its entries may be on their way: the pit keeps a second later what a machine
// says that it has, and a busy table has always something that is not there yet.
const arriving = 15 * time.Second

// missing returns what the pit lacks of a stream; "" where it has all, countersigned, or that is on its way. What it has of a machine
// that was never heard came with the table that the machine is to take over, or somebody wrote it there.
func (l Line) missing(now time.Time, came bool) string {
	switch {
	case l.Pit >= l.Own && l.Signed == l.Pit && !l.Heard.IsZero():
		return ""
	case l.Heard.IsZero() && l.Pit > 0 && !came:
		return fmt.Sprintf("the database has %d entries of it, and says that %s was never heard: have it ship, and look again. If that stays so somebody wrote into sabot.streams", l.Pit, l.Machine)
	case l.Heard.IsZero():
		return "it has not shipped yet: start Sabot there, or run sabotctl pit ship"
	case now.Sub(l.Heard) < arriving:
		return ""
	}
	return "not all has arrived"
}

// unheardFor returns the longest silence that is allowed of a machine with an open table: the first limit of the
// house's alert, as its office has it. It returns 0 where it has none. Error: of a database that does not answer.
func unheardFor(ctx context.Context, q central.Reading, machines []central.Machine, streams []central.Stream) (time.Duration, error) {
	var house house.House
	office := officeAmong(machines)
	for _, st := range streams {
		if office == "" || st.Machine != office || st.Name != record.HouseStream {
			continue
		}
		text, err := q.LastOf(ctx, st.ID, record.HouseSet{})
		if err != nil {
			return 0, err
		}
		if e, err := record.Decode(text); err == nil {
			house.Apply(e)
		}
	}
	limits := house.Alerts().AlertLimits(record.UnheardAlert)
	if len(limits) == 0 {
		return 0, nil
	}
	return time.Duration(limits[0]) * time.Minute, nil
}

// neverHeard returns the advice on a machine of which nothing has arrived.
func neverHeard(m central.Machine) string {
	switch {
	case m.Heard > 0:
		return "nothing has arrived"
	case m.Voucher != "" || m.Moves:
		return "nothing has arrived: have it join and ship"
	}
	return "nothing has arrived: have it join and ship; if it was enrolled by mistake, pit forget takes it out"
}

// over reports whether a stream of a house has ended: the house was enrolled again, with another one.
func over(m central.Machine, stream string) bool {
	_, _, whole := pitclient.CutMachine(stream)
	return !whole && !slices.Contains(m.Tables, stream)
}

// unplaced adds what the database lacks of whose a stream is: streams of machines without a row as lines of their own.
func (s *Status) unplaced(p placed) {
	for _, u := range p.unplaced() {
		is := func(st central.Stream) bool { return st.Machine == u.Machine && st.Name == u.Table }
		if i := slices.IndexFunc(p.streams, is); i >= 0 && !p.enrolled(u.Machine) {
			st := p.streams[i]
			s.Lines = append(s.Lines, Line{Machine: st.Machine, Stream: st.Name, Pit: st.Size, Own: st.Own, Signed: st.Signed, Heard: at(st.Heard), Wrong: u.Says})
			continue
		}
		s.Unsigned = append(s.Unsigned, Unsigned{u.Table, u.Machine, u.Says})
	}
}

// saidAnew returns what to do where what a house has said to its group cannot be gone on with.
func saidAnew(e *pitclient.Enrolment) string {
	return fmt.Sprintf("have the group run sabotctl group enroll --anew for %s, run sabotctl group join --pit here, give each server its copy of the folder again and start it anew", e.Machine)
}

// saidBy notes how far the messages to the group have come, and why nothing more goes there.
func (s *Status) saidBy(streams []central.Stream, f *Folder, refused []central.Refusal) {
	if f.Member == nil {
		return
	}
	for _, st := range streams {
		if st.Machine == central.Member && slices.Contains(f.Member.Tables, st.Name) {
			s.Said = &st
		}
	}
	again := saidAnew(f.Member)
	if s.Said == nil {
		s.Still = fmt.Sprintf("nothing is said to the group %s: the database has no membership of this house there, as one of before sabotctl group join. So the group's figures stand still: %s", f.Member.House, again)
		return
	}
	for _, r := range refused {
		if r.Machine == central.Member && r.Stream == s.Said.Name && pitclient.Why(r.Why).Copied() && s.Said.Signed < r.Ours {
			s.Still = fmt.Sprintf("nothing more is said to the group %s: it has %d entries of this house, and the database is one of before them. So the group's figures stand still: %s", f.Member.House, r.Ours, again)
		}
	}
}

func at(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Holds reports whether everything that the machines say they have is here, nothing that was countersigned is gone for which no manager has
// signed, and nothing was refused.
func (s *Status) Holds() bool {
	if s.Waits != "" || s.Unwritten != nil || s.Unkept != nil || len(s.Old) > 0 || len(s.Handing) > 0 || len(s.Silent) > 0 || len(s.Unsigned) > 0 || len(s.Set) > 0 || len(s.Keyless) > 0 || Unsettled(s.Gone) || s.Still != "" || s.Said != nil && s.Said.Signed < s.Said.Size {
		return false
	}
	for _, l := range s.Lines {
		if l.Wrong != "" {
			return false
		}
	}
	for _, r := range s.Refusals {
		if r.Why != string(pitclient.Replayed) {
			return false
		}
	}
	return true
}
