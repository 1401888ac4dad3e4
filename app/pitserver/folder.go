package pitserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/disk"
)

// A Folder is a pit's configuration on its machine: nothing of it is in the database, and nothing of the record
// is in it.
type Folder struct {
	House     string   // as its database calls it
	Names     []string // others that the house ever had
	Addresses []string
	Owner     string // URL of the database, to set up and to enroll; "" where it was taken away
	Serve     string // to serve
	Identity  sign.Identity
	Witness   string // the key that the pit countersigns with

	// In is the database where it is none of those URLs; else nil.
	In central.Database

	dir string // where it lies

	Houses    bool                 // it is a group's, and its machines are the pits of houses
	Authority sign.Identity        // of a group; without a certificate where it was taken away
	Member    *pitclient.Enrolment // of a house in a group; nil where it is in none
}

// Files of the folder, all of this user alone.
const (
	aboutFile    = "pit.json"
	identityFile = "pit.pem"
	witnessFile  = "witness.key"
	ownerFile    = "owner.url"
	serveFile    = "serve.url"
)

// An about is the content of the file without secrets.
type about struct {
	V         int      `json:"v"`
	House     string   `json:"house"`
	Addresses []string `json:"addresses"`
	Houses    bool     `json:"houses,omitempty"`
	Names     []string `json:"names,omitempty"`
}

// Secret reads a file that nobody else may read; the error is of one that others may.
func Secret(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s has rights %#o, and others may read the secret in it: chmod 600 '%s'", file, info.Mode().Perm(), file)
	}
	text, err := disk.ReadPlain(file, disk.LargestKey)
	return string(text), err
}

// ReadFolder reads the folder of a pit. The error wraps fs.ErrNotExist where there is none.
func ReadFolder(dir string) (*Folder, error) {
	text, err := disk.ReadPlain(filepath.Join(dir, aboutFile), disk.LargestKey)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no folder of a pit: %w", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of the pit %s: %w", dir, err)
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("%s is not what pit init writes: %w", filepath.Join(dir, aboutFile), err)
	}
	if a.V != pitclient.Version {
		return nil, fmt.Errorf("%s is of version %d, and this Sabot reads version %d: install the same Sabot as where it was made", filepath.Join(dir, aboutFile), a.V, pitclient.Version)
	}
	f := &Folder{dir: dir, House: a.House, Names: a.Names, Addresses: a.Addresses, Houses: a.Houses}
	identity := ""
	for _, part := range []struct {
		file string
		to   *string
	}{{identityFile, &identity}, {witnessFile, &f.Witness}, {ownerFile, &f.Owner}, {serveFile, &f.Serve}} {
		text, err := Secret(filepath.Join(dir, part.file))
		if err != nil && (part.file != ownerFile || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		*part.to = text
	}
	f.Owner, f.Serve = strings.TrimSpace(f.Owner), strings.TrimSpace(f.Serve)
	if f.Identity, err = sign.ParsePEM([]byte(identity)); err != nil {
		return nil, err
	}
	return f, f.readGroup(dir)
}

// MakeFolder writes the folder of a pit. The key that it countersigns with stays what it was: tables
// keep heads that it signed.
func MakeFolder(dir string, old *Folder, f Folder) (*Folder, error) {
	if old != nil && !f.IsOf(old.House) {
		return nil, fmt.Errorf("%s is the folder of the pit of %q, and this is %q", dir, old.House, f.House)
	}
	f.dir = dir
	var err error
	if old != nil {
		f.Witness = old.Witness
	} else if f.Witness, err = seal.NewWitnessKey(); err != nil {
		return nil, err
	}
	identity, err := f.Identity.MarshalPEM()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(about{pitclient.Version, f.House, f.Addresses, f.Houses, f.Names}, "", " ")
	if err != nil {
		return nil, err
	}
	if err := storage.MakeFolder(dir); err != nil {
		return nil, err
	}
	type file struct {
		name    string
		content []byte
	}
	files := []file{}
	if f.Authority.Certificate != nil {
		authority, err := f.Authority.MarshalPEM()
		if err != nil {
			return nil, err
		}
		files = append(files, file{authorityFile, authority})
	}
	for _, file := range append(files, []file{{witnessFile, []byte(f.Witness)}, {identityFile, identity}, {ownerFile, []byte(f.Owner + "\n")}, {serveFile, []byte(f.Serve + "\n")}, {aboutFile, append(text, '\n')}}...) {
		if err := session.WriteFile(filepath.Join(dir, file.name), file.content); err != nil {
			return nil, err
		}
	}
	return &f, nil
}

// Config returns the configuration of a pit with this folder.
func (f *Folder) Config(now func() time.Time, log *log.Logger) Config {
	return Config{House: f.House, Names: f.Names, Database: f.serves(log), Identity: f.Identity, Witness: f.Witness, Houses: f.Houses, Member: f.Member, Files: storage.FolderAt(f.dir), Now: now, Log: log}
}

// IsOf reports whether the house of the folder ever had one of these names.
func (f *Folder) IsOf(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == f.House || slices.Contains(f.Names, name) })
}

// database returns the database of the folder.
func (f *Folder) database() central.Database {
	if f.In != nil {
		return f.In
	}
	return f.Postgres()
}

// Verifier returns the public half of the key that the pit countersigns with; "" where there is none.
func (f *Folder) Verifier() string {
	verifier, err := seal.WitnessVerifier(f.Witness)
	if err != nil {
		return ""
	}
	return verifier
}

// Enroll gives a machine of a house a certificate, with which it may ship its tables to the pit. Where the
// house has an office, the machine takes in its people, tables and rules.
func Enroll(ctx context.Context, h *session.House, f *Folder, p sign.Post, move bool) (*pitclient.Enrolment, error) {
	owned := f.database().Owned(f.House)
	defer owned.Close()
	return enroll(ctx, h, f, owned, p, move)
}

func enroll(ctx context.Context, h *session.House, f *Folder, owned central.Owning, p sign.Post, move bool) (*pitclient.Enrolment, error) {
	if f.Owner == "" {
		return nil, ErrNoOwner
	}
	if !house.SoundName(p.Name) {
		return nil, noName(p.Name, "machine")
	}
	for _, table := range p.Tables {
		if !record.ValidTableName(table) {
			return nil, fmt.Errorf("%q is no name of a table", table)
		}
		if err := h.State.People().CheckWords(record.TableSet{Name: table}); err != nil {
			return nil, refusedName(err, "", "table")
		}
	}
	if err := f.named(ctx, h.State.People(), p.Name, "machine"); err != nil {
		return nil, err
	}
	id, err := h.Authority().NewPost(p)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(f.Identity.Chain, id.Chain[0].Equal) {
		return nil, errors.New("the house has a new authority since the pit was set up: run sabotctl pit init once more and start the pit again")
	}
	text, err := id.MarshalPEM()
	if err != nil {
		return nil, err
	}
	e := &pitclient.Enrolment{House: f.House, Names: Besides(f.House, h.State.People().Names(), f.Names), Machine: p.Name, Tables: p.Tables, Addresses: f.Addresses, Witness: f.Verifier(), Identity: string(text)}
	if err := owned.Enroll(ctx, p.Name, pitclient.Serial(id.Certificate), p.Tables, move, h.Now().UnixMilli()); err != nil {
		return nil, err
	}
	if e.Office, err = owned.OfficeBy(ctx); err != nil {
		return nil, err
	}
	switch e.Office {
	case "":
		return e, nil
	case p.Name: // its key may be another one since
		return e, f.vouch(ctx, h, owned, p.Name)
	}
	pepper, err := h.Store().Pepper()
	e.Pepper = pepper.Text()
	return e, err
}

// named demands of the name of a machine that it has no code of some people, and that nobody reads it as another one's of the pit; is says what it
// is in words. No error says a code. Error: of a database that does not answer.
func (f *Folder) named(ctx context.Context, people house.People, name, is string) error {
	q := f.database().Read(f.House)
	defer q.Close()
	machines, err := q.Machines(ctx)
	if err != nil {
		return err
	}
	var others []string
	for _, m := range machines {
		others = append(others, m.Name)
	}
	return refusedName(people.NameMachine(name, others), name, is)
}

// noName returns that a name will not do at all; is says what would have it.
func noName(name, is string) error {
	return fmt.Errorf("%q is no name of a %s: it has one line of at most %d characters", name, is, house.LongestName)
}

// refusedName returns the refusal of a name in words for who gives it; is says what has the name.
func refusedName(err error, name, is string) error {
	var r *house.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch {
	case r.Why == house.NameAlike:
		return fmt.Errorf("%q is read as %q, a %s that there is: give it another name", name, r.What, is)
	case r.Why == house.LooksLikeCode && r.What == "digits":
		return fmt.Errorf("the name of the %s is digits alone, as a PIN is, and everybody reads it: give it a name with a letter", is)
	case r.Why == house.LooksLikeCode:
		return fmt.Errorf("the name of the %s looks like a code, and everybody reads it: give it a name without somebody's number and PIN", is)
	}
	return fmt.Errorf("%q mixes alphabets or has signs that nobody sees: type the name anew", name)
}

// Plays returns the machines by the tables that the pit has there. Error: of a database that does not answer.
func (f *Folder) Plays(ctx context.Context) (on map[string]string, err error) {
	q := f.database().Read(f.House)
	defer q.Close()
	machines, err := q.Machines(ctx)
	on = map[string]string{}
	for _, m := range machines {
		for _, table := range m.Tables {
			on[table] = m.Name
		}
	}
	return on, err
}

// EnrollOffice does what Enroll does for the machine with the record of h: its people, tables and rules are the
// house's from now on. Error: central.ErrOfficeElsewhere.
func EnrollOffice(ctx context.Context, h *session.House, f *Folder, p sign.Post, move bool) (*pitclient.Enrolment, error) {
	owned := f.database().Owned(f.House)
	defer owned.Close()
	office, err := owned.OfficeBy(ctx)
	if err == nil && office != "" && office != p.Name { // before its certificate counts no more
		err = fmt.Errorf("%w: %s", central.ErrOfficeElsewhere, office)
	}
	if err != nil {
		return nil, err
	}
	e, err := enroll(ctx, h, f, owned, p, move)
	if err != nil || e.Office == p.Name {
		return e, err
	}
	e.Office, e.Pepper = p.Name, ""
	return e, f.vouch(ctx, h, owned, p.Name)
}

// Besides returns the names of lists, each once, but for one.
func Besides(one string, lists ...[]string) (names []string) {
	for _, name := range slices.Concat(lists...) {
		if name != one && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// ErrNoOwner is the error of a folder without the URL by which the database is set up.
var ErrNoOwner = errors.New("the URL of the database by its owner's login was taken away: put owner.url back for that")

// vouch gives the pit the voucher for the key of the house's office.
func (f *Folder) vouch(ctx context.Context, h *session.House, owned central.Owning, machine string) error {
	voucher, err := h.Authority().VouchOffice(f.House, machine)
	if err != nil {
		return err
	}
	return owned.SetOffice(ctx, machine, voucher)
}

// Ending returns when the pit's own certificate ends.
func (f *Folder) Ending() time.Time { return f.Identity.Certificate.NotAfter }
