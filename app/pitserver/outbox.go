package pitserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/central"
)

// An outbox is a record of what a house ships to its group: its own stream, and those of its machines that the
// group asks for.
type outbox struct {
	*central.Record // which keeps nothing and has no keys
	m               *member
}

// Asked implements pitclient.OnDemand. The streams of a machine's house stay at home: people are in them.
func (o *outbox) Asked(streams []string) {
	o.m.asked = slices.DeleteFunc(slices.Clone(streams), func(name string) bool {
		_, stream, is := pitclient.CutMachine(name)
		return !is || stream == record.HouseStream || o.m.said.heads[name] == ""
	})
}

// Verifier implements record.Keeper.
func (o *outbox) Verifier() string { return o.m.key.Verifier() }

// Head implements record.Keeper: of a machine's stream the head that was said last.
func (o *outbox) Head(stream string) (string, error) {
	if stream != o.m.name {
		return o.m.said.heads[stream], nil
	}
	if o.m.tree.Size() == 0 {
		return "", nil
	}
	return seal.HeadOf(stream, &o.m.tree).Sign(o.m.key)
}

// Keep implements record.Files: what the group has countersigned of the house's own stream stays with it.
func (o *outbox) Keep(_ string, content []byte) (string, error) {
	head, err := seal.ReadHead(string(content))
	if err != nil || head != seal.HeadOf(o.m.name, &o.m.tree) {
		return "", nil // of another stream, or an edge, which is read from the database
	}
	return "", o.m.write(context.Background(), central.Piece{From: head.Size, Edge: o.m.tree.Edge(), Note: string(content)}, &o.m.tree)
}

// Lease implements record.Keeper: who writes to the database is alone in any case.
func (o *outbox) Lease(string, string) (record.Lease, error) { return free{}, nil }

type free struct{}

func (free) Release() error { return nil }

// Snapshot implements record.Keeper.
func (o *outbox) Snapshot(context.Context) (record.Snapshot, error) { return &boxed{o: o}, nil }

// A boxed is an outbox as a snapshot: nothing is entered while it is shipped.
type boxed struct {
	record.Snapshot // of which a shipper asks no more than what follows
	o               *outbox
}

func (b *boxed) Streams(context.Context) ([]string, error) {
	return append([]string{b.o.m.name}, b.o.m.asked...), nil
}

func (b *boxed) Stored(_ context.Context, stream string) (*record.StoredHead, error) {
	note, err := b.o.Head(stream)
	if err != nil || note == "" {
		return nil, err
	}
	head, err := seal.ReadHead(note)
	return &record.StoredHead{Size: head.Size, Note: note}, err
}

func (b *boxed) Bytes(ctx context.Context, stream string, from int64, most int) ([][]byte, error) {
	stored, err := b.Stored(ctx, stream)
	if err != nil || stored == nil || from > stored.Size {
		return nil, err
	}
	s := b.o.m.own
	if machine, name, is := pitclient.CutMachine(stream); is {
		if s, err = b.o.m.queries.Stream(ctx, machine, name); err != nil {
			return nil, err
		}
	}
	return b.o.m.queries.Entries(ctx, s.ID, from, int(min(int64(most), stored.Size-from+1)))
}

func (b *boxed) Close() error { return nil }

// An alien is the first entry of a house's stream at its group that no server of the house has signed.
type alien struct {
	seq  int64
	bare bool // it may be one of Sabot 0.9, as all of them
	key  bool // it is signed with another key
}

// says returns why nothing more is said to the group, and what to do; nil of none.
func (a *alien) says(o ours) error {
	switch {
	case a == nil:
		return nil
	case a.bare:
		return fmt.Errorf("entry %d of what is said to the group %s has no signature of this house's server: one of Sabot 0.9 put it there, or somebody wrote into the database. A server of this Sabot holds it against the house's own entries before it signs it", a.seq, o.member.House)
	}
	by := "is none that a server of this house put there: somebody wrote into the database"
	if a.key {
		by = "is signed with another key than witness.key of this folder: a server of this pit with another folder put it there, or somebody wrote into the database"
	}
	return fmt.Errorf("entry %d of what is said to the group %s %s. Nothing of that is signed, nothing more is said, and the group's figures stand still. Keep a copy of the database as evidence, then %s", a.seq, o.member.House, by, saidAnew(o.member))
}

// saidBefore returns the head of a house's stream at its group, where the house's pit or the group has signed it; else none.
func (o ours) saidBefore(s central.Stream) seal.Head {
	head, err := seal.ReadHead(s.Note)
	if err != nil || head.Stream != s.Name || head.Size > s.Size {
		return seal.Head{}
	}
	_, _, wrong := seal.Open(ownNote(s.Note), o.witness)
	if _, by, err := seal.Split(s.Note, o.member.Witness); wrong != nil && (err != nil || len(by) == 0) {
		return seal.Head{}
	}
	return head
}

// alienIn returns the first entry behind the signed head of a house's stream that no server of the house has signed; nil for none. Error: of a
// database that does not answer.
func (o ours) alienIn(ctx context.Context, q central.Reading, s central.Stream) (found *alien, err error) {
	for at := o.saidBefore(s).Size; at < s.Size; {
		texts, err := q.Entries(ctx, s.ID, at+1, int(min(grownPage, s.Size-at)))
		if errors.Is(err, central.ErrMissing) || err == nil && len(texts) == 0 { // that is named as such
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			at++
			g, _, err := readGrown(text)
			switch {
			case err == nil && g.signedBy(o.witness, s.Name, at, text):
			case err == nil && g.By == "" && g.Doubts == nil: // Sabot 0.9 says no doubts
				if found == nil {
					found = &alien{seq: at, bare: true}
				}
			default:
				return &alien{seq: at, key: err == nil && g.signedAt(s.Name, at, text)}, nil
			}
		}
	}
	return found, nil
}

// doubtsSaidToGroup returns the doubts about what a house says to its group: entries that no server of the house put there. Error: of a database
// that does not answer.
func (o ours) doubtsSaidToGroup(ctx context.Context, q central.Reading, streams []central.Stream) (list []Doubt, err error) {
	for _, s := range streams {
		if o.member == nil || s.Machine != central.Member || !slices.Contains(o.member.Tables, s.Name) {
			continue
		}
		found, err := o.alienIn(ctx, q, s)
		if err != nil {
			return nil, err
		}
		if found != nil {
			list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, Says: found.says(o).Error()})
		}
	}
	return list, nil
}

// doubtsUntrue returns the doubts about figures that a house has said to its group, and that its own entries do not bear out: they may have been signed
// by a server that did not look. Error: of a database that does not answer.
func (f *Folder) doubtsUntrue(ctx context.Context, reading central.Reading, streams []central.Stream, signed map[place]storage.SignedHead) (list []Doubt, err error) {
	if f.Member == nil {
		return nil, nil
	}
	key, err := seal.ReadKey(f.Witness)
	if err != nil {
		return nil, err
	}
	q := central.ReadOnce(reading)
	keeps := func(r *central.Record) record.Keeper { return &shelf{r, q, storage.FolderAt(f.dir), key} }
	for _, s := range streams {
		if s.Machine != central.Member || !slices.Contains(f.Member.Tables, s.Name) || s.Size == 0 {
			continue
		}
		a, err := accountOf(ctx, q, f.ours(), signed, false, false)
		if err != nil {
			return nil, err
		}
		says, err := f.ours().untrue(ctx, q, a, s, keeps, time.Now)
		if err != nil {
			return nil, err
		}
		if more := len(says) - doubtsOfOne; more > 0 {
			says = append(says[:doubtsOfOne], fmt.Sprintf("and %d more", more))
		}
		if len(says) > 0 {
			list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("this house has said to the group %s what its own entries do not say: %s. Somebody wrote that into the database, and it was signed. Keep a copy of the database as evidence, then %s: what was said before counts no more",
				f.Member.House, strings.Join(says, "; "), saidAnew(f.Member))})
		}
	}
	return list, nil
}

// A reckoned is what a house's entries come to, as it says that to its group.
type reckoned struct {
	counts map[string]bool // of which streams, by the name at the group
	shifts map[string]map[int]reports.HouseShift
}

// reckon returns what the entries of an account come to. Error: of a database that does not answer.
func (a account) reckon(ctx context.Context, q central.Reading, witness string, keeps func(*central.Record) record.Keeper, now func() time.Time) (is reckoned, err error) {
	is = reckoned{map[string]bool{}, map[string]map[int]reports.HouseShift{}}
	a.doubts = slices.Clone(a.doubts) // more are found
	r, state, _, err := a.read(ctx, q, witness)
	if errors.Is(err, errNothing) {
		return is, nil
	}
	if err != nil {
		return is, err
	}
	h := session.Reading(keeps(r), state, now)
	all, err := h.Sums().HouseShifts("0001-01-01", "9999-12-31")
	if err != nil {
		return is, err
	}
	left := h.Derived().LeftOut()
	for name, table := range tablesSaid(r) {
		is.counts[name] = !slices.ContainsFunc(left, func(l sums.LeftOut) bool { return l.Table == table })
		is.shifts[name] = map[int]reports.HouseShift{}
		for _, s := range all {
			if s.Table == table {
				is.shifts[name][s.Number] = without(s)
			}
		}
	}
	return is, nil
}

// bears reports whether a shift is as the entries have it. Of gaming days before one it asks only that it is there: what is put
// right of those later is said no more.
func (r *reckoned) bears(name string, s reports.HouseShift, since string) bool {
	own, has := r.shifts[name][s.Number]
	return has && (s.Day == own.Day && s.Day < since || alike(valueOf(own), valueOf(s)))
}

// valueOf returns the fields of a shift's figures.
func valueOf(s reports.HouseShift) (v any) {
	d := json.NewDecoder(bytes.NewReader(record.EncodeValue(s)))
	d.UseNumber()
	_ = d.Decode(&v) // it was encoded here
	return v
}

// alike reports whether two values are the same in all fields that both have: another Sabot may say more.
func alike(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, is := b.(map[string]any)
		for name, v := range a {
			if other, has := b[name]; has && !alike(v, other) {
				return false
			}
		}
		return is
	case []any:
		b, is := b.([]any)
		return is && slices.EqualFunc(a, b, alike)
	}
	return a == b
}

// asSaid returns the account as far as the heads go that a house has said to its group.
func (a account) asSaid(said figures) account {
	streams := a.streams
	a.streams = nil
	for _, s := range streams {
		note := said.heads[pitclient.OfMachine(s.Machine, s.Name)]
		if head, err := seal.ReadHead(note); err == nil && head.Size <= s.Size && head.Stream == s.Name {
			s.Size, s.Signed, s.Note = head.Size, head.Size, note
			a.streams = append(a.streams, s)
		}
	}
	return a
}

// untrue returns what a house has said to its group and its own entries do not say, a clause each. Its shifts are reckoned as far as the heads go that
// it has said. So it does not matter that the house has come on since. Error: of a database that does not answer.
func (o ours) untrue(ctx context.Context, q central.Reading, a account, s central.Stream, keeps func(*central.Record) record.Keeper, now func() time.Time) (says []string, err error) {
	said, last := newFigures(), time.Time{}
	to := s.Size
	if found, err := o.alienIn(ctx, q, s); err != nil {
		return nil, err
	} else if found != nil && !found.bare { // those are named, and not signed
		to = o.saidBefore(s).Size
	}
	err = eachGrown(ctx, q, s, to, func(_ []byte, when time.Time, g Grown) error {
		said.apply(g)
		last = when
		return nil
	})
	if ctx.Err() != nil || errors.Is(err, central.ErrMissing) {
		return nil, ctx.Err() // a missing one is named as such
	}
	if err != nil {
		return []string{err.Error()}, nil
	}
	then, err := a.asSaid(said).reckon(ctx, q, o.witness, func(r *central.Record) record.Keeper { return unkept{keeps(r)} }, now)
	if err != nil {
		return nil, err
	}
	var today *reckoned
	since := reports.YearOf(last.Add(-settled).Format(time.DateOnly))
	for _, name := range slices.Sorted(maps.Keys(said.shifts)) {
		machine, stream, _ := pitclient.CutMachine(name)
		if a.streamOf(machine, stream).ID == 0 {
			says = append(says, fmt.Sprintf("shifts of %s, of which it has nothing", name))
			continue
		}
		for _, n := range slices.Sorted(maps.Keys(said.shifts[name])) {
			shift := said.shifts[name][n]
			if then.counts[name] && then.bears(name, shift, since) {
				continue
			}
			if today == nil {
				is, err := a.reckon(ctx, q, o.witness, keeps, now)
				if err != nil {
					return nil, err
				}
				today = &is
			}
			if !today.counts[name] || today.bears(name, shift, since) { // one that does not count is taken back with the next hour
				continue
			}
			if _, has := today.shifts[name][n]; has {
				says = append(says, fmt.Sprintf("other figures of shift %d of %s", n, name))
			} else {
				says = append(says, fmt.Sprintf("a shift %d of %s, which it does not have", n, name))
			}
		}
	}
	return says, nil
}

// An unkept is a record of which nothing is kept: what was kept of it goes further.
type unkept struct{ record.Keeper }

// Vouch implements record.Keeper.
func (unkept) Vouch(string, int64, []byte) (string, error) { return "", record.ErrReadOnly }
