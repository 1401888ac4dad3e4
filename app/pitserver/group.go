package pitserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// A group's server is a pit whose machines are the pits of houses. Each ships one stream of its own (Grown), as a machine
// ships a table's; and whole streams of its machines, under names of two parts, where the group asks for them.

// Files of the folder of a group, and of a house that is a member of one.
const (
	authorityFile = "authority.pem"
	memberFile    = "group.json"
)

// MakeGroup makes the folder of a group's server, or renews its certificate. The group is an authority of its own, which certifies
// its server and the pits of its houses.
func MakeGroup(ctx context.Context, dir string, old *Folder, name, owner string, addresses, hosts []string, now time.Time) (f *Folder, err error) {
	made := Folder{House: name, Addresses: addresses, Owner: owner, Houses: true}
	if old == nil || old.House != name {
		if err := groupName(name); err != nil {
			return nil, err
		}
	}
	switch {
	case old == nil:
		made.Authority, err = sign.NewAuthority(name, now)
	case !old.Houses:
		err = fmt.Errorf("%s is the folder of the pit of %q, and no group's", dir, old.House)
	case old.Authority.Certificate == nil:
		err = errNoAuthority
	default:
		made.Authority = old.Authority
	}
	if err != nil {
		return nil, err
	}
	if made.Identity, err = made.Authority.NewPost(sign.Post{Kind: sign.PitPost, Name: "group", Hosts: hosts}, now); err != nil {
		return nil, err
	}
	if _, made.Serve, err = InitDatabase(ctx, old, owner, name); err != nil {
		return nil, err
	}
	return MakeFolder(dir, old, made)
}

// groupName demands of the name of a new group what is demanded of a house's of it.
func groupName(name string) error {
	if !house.SoundName(name) {
		return noName(name, "group")
	}
	return refusedName(nobody().NameMachine(name, nil), name, "group")
}

// nobody returns the people that a group knows of: none.
func nobody() house.People { return (&house.House{}).People() }

var (
	errNoAuthority = errors.New("the group's authority was taken away: put " + authorityFile + " back for that")
	errNoGroup     = errors.New("that is the folder of a house's pit, and no group's")
)

// EnrollHouse gives the pit of a house a certificate with which it ships to the group. Anew has it begin a new stream: that of a
// pit that was restored from a backup does not go on from what it shipped. What of the one before stays, and counts no more.
func EnrollHouse(ctx context.Context, f *Folder, name string, anew bool, now time.Time) (*pitclient.Enrolment, error) {
	switch {
	case !f.Houses:
		return nil, errNoGroup
	case f.Authority.Certificate == nil:
		return nil, errNoAuthority
	}
	owner, err := f.OwnerURL(ctx)
	if err != nil {
		return nil, err
	}
	if !house.SoundName(name) {
		return nil, noName(name, "house")
	}
	if err := f.named(ctx, nobody(), name, "house"); err != nil {
		return nil, err
	}
	tables, err := central.TablesBy(ctx, owner, f.House, name)
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 || anew {
		const letters = 12 // as a table's name has
		tables = []string{rand.Text()[:letters]}
	}
	id, err := f.Authority.NewPost(sign.Post{Kind: sign.MachinePost, Name: name, Tables: tables}, now)
	if err != nil {
		return nil, err
	}
	text, err := id.MarshalPEM()
	if err != nil {
		return nil, err
	}
	e := &pitclient.Enrolment{House: f.House, Machine: name, Tables: tables, Addresses: f.Addresses, Witness: f.Verifier(), Identity: string(text)}
	return e, central.Enroll(ctx, owner, f.House, name, pitclient.Serial(id.Certificate), tables, false, now.UnixMilli())
}

// JoinGroup makes a house's pit a member of the group that enrolled it. The error names both where it enrolled another house.
func JoinGroup(ctx context.Context, dir string, f *Folder, text []byte, now time.Time) (*pitclient.Enrolment, error) {
	e, err := pitclient.ReadEnrolment(text)
	switch {
	case err != nil:
		return nil, err
	case f.Houses:
		return nil, errors.New("that is the folder of a group: the pit of a house is a member of one")
	case !f.IsOf(e.Machine):
		return nil, fmt.Errorf("the group %s enrolled the house %q, and this is the pit of %q", e.House, e.Machine, f.House)
	case len(e.Tables) != 1:
		return nil, errors.New("that is the enrolment of a machine, by sabotctl pit enroll: a group enrolls by sabotctl group enroll")
	}
	owner, err := f.OwnerURL(ctx)
	if err != nil {
		return nil, err
	}
	if err := central.Join(ctx, owner, f.House, e.Tables[0], f.Verifier(), e.Witness, now.UnixMilli()); err != nil {
		return nil, err
	}
	return e, session.WriteFile(filepath.Join(dir, memberFile), text)
}

// readGroup reads the part of a folder that belongs to a group.
func (f *Folder) readGroup(dir string) error {
	text, err := Secret(filepath.Join(dir, memberFile))
	if err == nil {
		f.Member, err = pitclient.ReadEnrolment([]byte(text))
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if text, err = Secret(filepath.Join(dir, authorityFile)); err == nil {
		f.Authority, err = sign.ParsePEM([]byte(text))
	}
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return err
}

// Ask makes a group ask a house for all entries of a table of one of its machines, or no longer ask. Error:
// central.ErrNoHead.
func Ask(ctx context.Context, f *Folder, house, machine, table string, asks bool, now time.Time) error {
	switch {
	case !f.Houses:
		return errNoGroup
	case table == record.HouseStream:
		return errors.New("the stream of a machine's house stays at home: the people who work there are in it; name a table")
	}
	owner, err := f.OwnerURL(ctx)
	if err != nil {
		return err
	}
	return central.Want(ctx, owner, f.House, house, pitclient.OfMachine(machine, table), asks, now.UnixMilli())
}

// readGrown reads a house's message.
func (j *job) readGrown() error {
	for i, text := range j.append.Texts {
		g, _, err := readGrown(text)
		switch {
		case errors.Is(err, record.ErrNewerRecord):
			return pitclient.Refuse(pitclient.OtherVersion, "%v", err)
		case err != nil:
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s: %v", j.append.From+int64(i)+1, j.append.Stream, err)
		}
		j.grown = append(j.grown, g)
	}
	return nil
}

// headsIn returns the heads in a house's message. Each must be countersigned by its pit, and none may be before
// one that it sent earlier.
func (m *machine) headsIn(j *job) (list []central.HeadAt, refused *pitclient.Refusal) {
	last := map[string]central.HeadAt{}
	for _, g := range j.grown {
		name := g.name()
		_, by, err := seal.Split(g.Head, m.signers()...)
		head, none := seal.ReadHead(g.Head)
		if err = errors.Join(err, none); err == nil && head.Stream != g.Stream {
			err = fmt.Errorf("it is of %s", head.Stream)
		}
		if err != nil {
			return nil, pitclient.Refuse(pitclient.Malformed, "the head of %s of %s: %v", name, m.Name, err)
		}
		if len(by) == 0 {
			return nil, pitclient.Refuse(pitclient.OtherKey, "the head of %s is countersigned by no key of the pit of %s", name, m.Name)
		}
		was, said := last[name]
		if !said {
			was, said = m.heads[name]
		}
		before, _ := seal.ReadHead(was.Note)
		if said && (was.Said == j.append.Stream && head.Size < was.Size || head.Size == was.Size && head.Root != before.Root) {
			return nil, pitclient.Refuse(pitclient.Forked, "%s of %s was said to have %d entries with the root %s, and now %d with %s: they have not the same past", name, m.Name, was.Size, before.Root, head.Size, head.Root)
		}
		last[name] = central.HeadAt{Machine: m.Name, Stream: name, Size: head.Size, Note: g.Head, Said: j.append.Stream}
	}
	for _, h := range last {
		list = append(list, h)
	}
	return list, nil
}

// whole compares what a house ships of a stream of one of its machines with the head that it sent last.
func (m *machine) whole(a *pitclient.Append, tree *seal.Tree) *pitclient.Refusal {
	said := m.heads[a.Stream]
	_, stream, _ := pitclient.CutMachine(a.Stream)
	head, err := seal.ReadHead(said.Note)
	switch {
	case err != nil || tree.Size() > head.Size: // its house has said no more
		return pitclient.Refuse(pitclient.NotAsked, "%s of %s has %d entries, and the last head that was said of it %d", a.Stream, m.Name, tree.Size(), head.Size)
	case tree.Size() < head.Size && a.Note == "":
		return nil
	case seal.HeadOf(stream, tree) != head || a.Note != said.Note:
		return pitclient.Refuse(pitclient.Forked, "%s of %s, %d entries, is not the one of which a head was said before: they have not the same past", a.Stream, m.Name, tree.Size())
	}
	return nil
}

// signers returns the verifiers of the keys by which a machine signs; of a house's pit those with which it
// countersigns.
func (m *machine) signers() []string {
	if keys := strings.Fields(m.Verifier); len(keys) > 0 {
		return keys
	}
	return m.keys[:min(len(m.keys), mostKeys)]
}

// mayShipHere reports whether a house ships a stream to its group: its own, and what it is asked for.
func (l *leader) mayShipHere(m *machine, c client, stream string) bool {
	if _, _, whole := pitclient.CutMachine(stream); whole {
		return slices.Contains(m.Wanted, stream)
	}
	return l.places[stream] == m.Name && slices.Contains(c.Tables, stream)
}
