package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// Verify reads every entry that a pit holds, makes the log of each stream again and holds it against
// what the machine signed and the pit countersigned, and the entries against the rules and people of the house, as the machine does. Told is called for each stream, with what of it
// does not hold, nil where it does; for what no stream accounts for; and with an InVain for what a manager has signed in vain. At a group's server the streams of a house's machines are held against every head that the
// house has said of them.
func Verify(ctx context.Context, q central.Reading, f *Folder, told func(central.Stream, error)) error {
	signed, err := f.signedBefore(ctx, q) // first: a pit that serves goes on countersigning
	if err != nil {
		return err
	}
	places, err := placesOf(ctx, q, f.Verifier())
	if err != nil {
		return err
	}
	list, machines := places.streams, places.machines
	keys := map[string][]string{}
	for _, m := range machines {
		keys[m.Name] = strings.Fields(m.Verifier)
	}
	var said map[place][]seal.Head
	var unread map[place]error // what houses reported to their group
	if f.Houses {
		if said, unread, err = headsSaid(ctx, q, list); err != nil {
			return err
		}
	}
	gone, err := q.Gone(ctx)
	if err != nil {
		return err
	}
	pit, err := housesIn(ctx, q, f.Verifier(), places.office, list)
	if err != nil {
		return err
	}
	wrong, vain := map[place]*record.Fault{}, []InVain{}
	for _, m := range machines {
		if f.Houses || m.Name == central.Member {
			continue
		}
		faults, entries, err := audited(ctx, q, m)
		switch {
		case errors.Is(err, central.ErrMissing): // its stream is named
			faults = map[string]*record.Fault{record.HouseStream: unjudged(err)}
		case err != nil:
			return err
		}
		if len(entries) > 0 {
			vain = append(vain, InVain{m.Name, entries})
		}
		for stream, fault := range faults {
			wrong[place{m.Name, stream}] = places.refusedOf(m.Name, fault)
		}
		fault, err := lacking(ctx, pit, m.Name, list)
		if errors.Is(err, central.ErrMissing) {
			fault, err = unjudged(err), nil
		}
		if err != nil {
			return err
		}
		if at := (place{m.Name, record.HouseStream}); fault != nil && wrong[at] == nil {
			wrong[at] = fault
		}
		corrected, err := pit.overSigned(ctx, m.Name, list)
		if errors.Is(err, central.ErrMissing) {
			corrected, err = map[string]*record.Fault{record.HouseStream: unjudged(err)}, nil
		}
		if err != nil {
			return err
		}
		for table, fault := range corrected {
			at := place{m.Name, table}
			if was := wrong[at]; was != nil && was.Code == record.Missing { // why that could be
				also := *was
				also.What += "; entry " + strconv.FormatInt(fault.Seq, 10) + ": " + fault.What
				wrong[at] = &also
			} else if was == nil {
				wrong[at] = fault
			}
		}
	}
	var absent []hidden // of streams that the pit has nothing of
	if !f.Houses {
		lacks, err := goneFrom(ctx, q, f.Verifier(), signed, list, false)
		if err != nil {
			return err
		}
		short, err := hiddenOf(ctx, q, places, lacks, time.Now())
		if err != nil {
			return err
		}
		for _, h := range short {
			at := place{h.machine, h.fault.Table}
			if wrong[at] == nil {
				wrong[at] = h.fault
			}
			if !slices.ContainsFunc(list, func(s central.Stream) bool { return s.Machine == at.machine && s.Name == at.stream }) {
				absent = append(absent, h)
			}
		}
	}
	strays, err := q.Strays(ctx, f.Houses)
	if err != nil {
		return err
	}
	doubts := places.doubled
	if f.Houses {
		doubts = slices.Concat(doubts, places.doubtsKeys(signed, true), places.membersLacking())
	} else {
		office, err := f.ours().doubtsOffice(ctx, q, &places)
		if err != nil {
			return err
		}
		lost, err := OfficeOutlived(ctx, q, f)
		if err != nil {
			return err
		}
		heads, err := places.withoutHeads(ctx, q, f.Verifier())
		if err != nil {
			return err
		}
		aliens, err := f.ours().doubtsSaidToGroup(ctx, q, list)
		if err != nil {
			return err
		}
		untrue, err := f.doubtsUntrue(ctx, q, list, signed)
		if err != nil {
			return err
		}
		unknown, err := places.unknown(ctx, q, func(string) bool { return false })
		if err != nil {
			return err
		}
		doubts = slices.Concat(doubts, unknown, aliens, untrue, places.doubtsKeys(signed, false), places.doubtsHouses(), office, lost, leftOut(places.signed, places.streams), places.vain, heads)
	}
	for _, d := range doubts {
		strays = append(strays, central.Stray{Machine: d.Machine, Name: d.Stream, Says: d.Says})
	}
	if !f.Houses {
		for _, u := range places.unplaced() {
			strays = append(strays, central.Stray{Machine: u.Machine, Name: u.Table, Says: u.Says})
		}
		unsigned, err := unsignedOf(ctx, q, places)
		if err != nil {
			return err
		}
		for _, u := range unsigned {
			strays = append(strays, central.Stray{Machine: u.Plays, Name: u.Table, Says: u.Says})
		}
		lacks, err := keyless(ctx, q, places.office, list)
		if err != nil {
			return err
		}
		if len(lacks) > 0 {
			strays = append(strays, central.Stray{Machine: places.office, Name: record.HouseStream, Says: Keyless(lacks)})
		}
	}
	ended := func(machine, stream string) bool { // GoneFrom names what is gone of it
		return f.Houses && slices.ContainsFunc(machines, func(m central.Machine) bool { return m.Name == machine && over(m, stream) })
	}
	for _, s := range list {
		at := place{s.Machine, s.Name}
		h := held{houses: f.Houses, keys: keys[s.Machine], witness: f.Verifier(), said: said[at], signed: signed[at], without: goesWithout(gone, signed[at]) || ended(s.Machine, s.Name), left: !f.Houses && places.signed.leftWith(s)}
		delete(signed, at)
		if s.Machine == central.Member && len(h.keys) > 1 { // signed here, countersigned by the group
			h.witness = h.keys[1]
		}
		holds, err := h.verifyStream(ctx, q, s)
		if err != nil {
			return err
		}
		var judged error // of bytes that are as they were signed
		if fault := wrong[at]; holds == nil && fault != nil {
			holds, judged = fault, fault
		}
		if err := unread[at]; holds == nil && err != nil {
			holds = err
		}
		var says []string
		strays = slices.DeleteFunc(strays, func(stray central.Stray) bool {
			is := stray.Machine == s.Machine && stray.Name == s.Name
			if is && !slices.Contains(says, stray.Says) {
				says = append(says, stray.Says)
			}
			return is
		})
		switch besides := strings.Join(says, "; besides, "); {
		case besides == "":
		case holds == nil:
			holds = errors.New(besides)
		case holds == judged: // a fault of its own hides none of them
			holds = fmt.Errorf("%w; besides, %s", judged, besides)
		}
		if !f.Houses {
			holds = places.anew(s, holds)
		}
		told(s, holds)
	}
	for _, r := range signed {
		if goesWithout(gone, r) || ended(r.Machine, r.Stream) {
			continue
		}
		told(central.Stream{Machine: r.Machine, Name: r.Stream}, fmt.Errorf("this pit has countersigned %d entries of it, and the database has none", r.Size))
	}
	for _, h := range absent {
		told(central.Stream{Machine: h.machine, Name: h.fault.Table}, h.fault)
	}
	for _, s := range strays {
		told(central.Stream{Machine: s.Machine, Name: s.Name}, errors.New(s.Says))
	}
	if !f.Houses {
		nobodys, err := signedForNobody(ctx, q, &places)
		if err != nil {
			return err
		}
		vain = append(vain, nobodys...)
	}
	for _, v := range vain {
		told(central.Stream{Machine: v.Machine, Name: record.HouseStream}, v)
	}
	return nil
}

// refusedOf returns a fault with its cause, where a machine says of a table what the pit's entries of it do not bear out, and what it has of that table was
// refused. As a fork or an older one: then the pit has another past of it than the machine tells of. Else the pit lacks what it tells of.
func (p *placed) refusedOf(machine string, fault *record.Fault) *record.Fault {
	of := func(copied bool) int {
		return slices.IndexFunc(p.refused, func(r central.Refusal) bool {
			return fault.Of != "" && r.Machine == machine && r.Stream == fault.Of && pitclient.Why(r.Why).Copied() == copied
		})
	}
	at, tells, way := of(true), "so this tells of another %[1]s than the pit has", "Find out which of the two was at the table; the other one is evidence"
	if at < 0 {
		at, tells, way = of(false), "so the pit lacks what this tells of", "See what pit status says of %[1]s: once the pit takes it from there, this is gone"
	}
	if at < 0 {
		return fault
	}
	named := *fault
	named.What = fmt.Sprintf("what %[2]s has of %[1]s was refused on %[3]s (%[4]s), "+tells+": %[5]s. "+way,
		fault.Of, machine, dated(time.UnixMilli(p.refused[at].Last)), p.refused[at].Says, fault.What)
	return &named
}

// unjudged returns the fault of a machine whose record cannot be judged, as an entry is missing that says more of it.
func unjudged(err error) *record.Fault {
	return &record.Fault{Table: record.HouseStream, Code: record.Unreadable, What: "its record was not judged: " + err.Error()}
}

// An InVain is a report on entries for which a manager has signed at the office as taken in twice, though they were
// not. Nothing changes by that, and all may hold.
type InVain struct {
	Machine string
	Entries []int64
}

func (v InVain) Error() string {
	return fmt.Sprintf("a manager signed at the office for entries %s of %s as taken in twice: they are none of those, and nothing changes by that", audit.Checked{SignedInVain: v.Entries}.Vain(), v.Machine)
}

// signedForNobody returns the entries of machines that there are not, for which a manager has signed at the office as taken in twice. Error: of a database
// that does not answer.
func signedForNobody(ctx context.Context, q central.Reading, p *placed) (list []InVain, err error) {
	office := slices.IndexFunc(p.streams, func(s central.Stream) bool { return s.Machine == p.office && s.Name == record.HouseStream })
	if p.office == "" || office < 0 {
		return nil, nil
	}
	s := p.streams[office]
	for from := int64(1); from > 0 && from <= s.Signed; {
		texts, next, err := q.EntriesOf(ctx, s.ID, from, s.Signed, pitclient.MostEntries, map[string]bool{record.KindOf(record.TakenTwice{}): true})
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			f, is := e.Fact.(record.TakenTwice)
			if err == nil && is && !slices.ContainsFunc(p.machines, func(m central.Machine) bool { return m.Name == f.Machine }) {
				list = append(list, InVain{f.Machine, f.Entries})
			}
		}
		from = next
	}
	return list, nil
}

// A held is the evidence with which a stream is compared.
type held struct {
	houses  bool     // it is compared at a group's server
	keys    []string // of who signs its heads
	witness string   // of who countersigns them
	said    []seal.Head
	signed  storage.SignedHead // by this pit, as its own memory has it
	without bool               // the pit goes on without the end of that
	left    bool               // a manager signed for its head, with which the table left the machine
}

func (h *held) verifyStream(ctx context.Context, q central.Reading, s central.Stream) (wrong, err error) {
	const page = 5000
	stream, whole := s.Name, false
	if h.houses { // elsewhere no sound name has a slash
		_, stream, whole = pitclient.CutMachine(s.Name)
	}
	note, by, wrong := seal.Split(s.Note, append(slices.Clone(h.keys), h.witness)...)
	switch {
	case s.Signed < 0 || s.Signed > s.Size || s.Note == "" && s.Signed > 0:
		wrong = fmt.Errorf("its row says that %d of its entries are signed, and has no such head", s.Signed)
	case h.signed.Size > s.Signed && h.signed.Size <= s.Size:
		wrong = fmt.Errorf("this pit has countersigned %d entries of it, and the database has a head of %d", h.signed.Size, s.Signed)
	case s.Note == "":
		wrong = nil
	case wrong != nil:
	case !slices.Contains(by, h.witness) && !h.left:
		wrong = errNotCountersigned
	case whole && len(by) < 2:
		wrong = fmt.Errorf("its head is not countersigned by its house")
	}
	signed, _ := seal.ReadHead(s.Note)
	if wrong == nil && signed.Size != s.Signed { // what derives figures goes by the row
		wrong = fmt.Errorf("its row says that %d of its entries are signed, and its head is one of %d", s.Signed, signed.Size)
	}
	var tree seal.Tree
	var dated error // the gravest fault is told
	for tree.Size() < s.Size {
		texts, err := q.Entries(ctx, s.ID, tree.Size()+1, int(min(page, s.Size-tree.Size())))
		if err != nil {
			return err, ctx.Err()
		}
		if len(texts) == 0 {
			return fmt.Errorf("entry %d is missing", tree.Size()+1), nil
		}
		times, err := q.Times(ctx, s.ID, tree.Size()+1, len(texts))
		if err != nil {
			return err, ctx.Err()
		}
		if dated == nil {
			dated = misdated(texts, times)
		}
		if of := h.entered(texts[0], s); tree.Size() == 0 && of != s.Name {
			wrong = fmt.Errorf("its entries are of %s: whoever administers the database has given its row another name", of)
		}
		for _, text := range texts {
			tree.Add(text)
			for len(h.said) > 0 && h.said[0].Size <= tree.Size() {
				if wrong == nil && h.said[0].Size == tree.Size() && h.said[0] != seal.HeadOf(stream, &tree) {
					wrong = fmt.Errorf("its entries are not those of a head that was said: at entry %d", tree.Size())
				}
				h.said = h.said[1:]
			}
			if wrong == nil && tree.Size() == h.signed.Size && tree.Root() != h.signed.Root {
				wrong = fmt.Errorf("its entries are not those that this pit has countersigned: at entry %d", tree.Size())
			}
			if tree.Size() != s.Signed || s.Note == "" || wrong != nil {
				continue
			}
			if at := seal.HeadOf(stream, &tree); !whole && len(h.keys) > 0 { // none are known of a machine that was enrolled anew
				wrong = signedThere(note, h.keys, at)
			} else if at != signed {
				wrong = fmt.Errorf("its entries are not those of its head: at entry %d", at.Size)
			}
		}
	}
	if wrong == nil && s.Size < h.signed.Size && !h.without {
		wrong = fmt.Errorf("this pit has countersigned %d entries of it: the database was put back to what it was", h.signed.Size)
	}
	if wrong == nil {
		wrong = dated
	}
	if wrong == nil && string(tree.Edge()) != string(s.Edge) {
		wrong = fmt.Errorf("its entries are not those of which its log was made")
	}
	return wrong, nil
}

// entered returns the stream that an entry names; the stream of its row where it names none.
func (h *held) entered(text []byte, s central.Stream) string {
	e, err := record.DecodeHead(text)
	if err != nil || h.houses || s.Machine == central.Member {
		return s.Name
	}
	return e.Table
}

// misdated returns which of some entries stands in the database beside another time than its own: the seal is over its bytes, and who reads
// by SQL goes by what stands beside them. What cannot be read others find.
func misdated(texts [][]byte, times []int64) error {
	for i, text := range texts[:min(len(texts), len(times))] {
		if e, err := record.DecodeHead(text); err == nil && e.At.UnixMilli() != times[i] {
			return fmt.Errorf("entry %d is of %s, and in the database it stands as one of %s", e.Seq, e.At.UTC().Format(time.RFC3339), time.UnixMilli(times[i]).UTC().Format(time.RFC3339))
		}
	}
	return nil
}

// signedThere returns why a head is not the wanted one, signed by its machine; nil where it is.
func signedThere(note string, keys []string, want seal.Head) error {
	head, _, err := seal.Open(note, keys...)
	if err != nil {
		return fmt.Errorf("its head is not signed by its machine: %w", err)
	}
	if head != want {
		return fmt.Errorf("its entries are not those that its machine signed: at entry %d", want.Size)
	}
	return nil
}
