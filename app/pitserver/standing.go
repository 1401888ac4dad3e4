package pitserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"path/filepath"
	"slices"
	"time"

	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/disk"
)

// standingFile is the name of the file beside the countersigned heads that says which database was written to, or
// backed up, last.
const standingFile = "signed/database.json"

// A standing is that file, by its path. It is a central.Seen.
type standing string

// File implements central.Seen.
func (f standing) File() string { return string(f) }

// Last implements central.Seen.
func (f standing) Last() (s central.Standing, err error) {
	text, err := disk.ReadPlain(string(f), disk.LargestKey)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return s, fmt.Errorf("reading %s, which says on which database the pit goes on: %w", f, err)
	}
	return s, nil
}

// Keep implements central.Seen.
func (f standing) Keep(s central.Standing) error {
	text, err := json.Marshal(s)
	if err == nil {
		err = storage.MakeFolder(filepath.Dir(string(f)))
	}
	if err == nil {
		err = storage.WriteFile(string(f), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keeping in %s on which database the pit goes on: %w", f, err)
	}
	return nil
}

// Postgres returns the database of the folder, which is held against the one that was used from there last.
func (f *Folder) Postgres() central.Postgres {
	p := central.Postgres{Owner: f.Owner, Serve: f.Serve}
	if f.dir != "" {
		p.Seen = standing(filepath.Join(f.dir, standingFile))
	}
	return p
}

// OwnerURL returns the URL of the folder's database by the login of its owner, with which something is written there. Errors: ErrNoOwner;
// central.ErrOld.
func (f *Folder) OwnerURL(ctx context.Context) (string, error) {
	if f.Owner == "" {
		return "", ErrNoOwner
	}
	return f.Postgres().OwnerURL(ctx)
}

// InitDatabase does what central.Init does, for a folder as it was, nil where there was none. A database stays that of the name
// that it has, where that is one of the house's names; a new one gets the first of them. Error: also central.ErrOld.
func InitDatabase(ctx context.Context, was *Folder, owner string, names ...string) (house, serve string, err error) {
	if was != nil {
		p := was.Postgres()
		p.Owner = owner
		if _, err := p.OwnerURL(ctx); err != nil {
			return "", "", err
		}
	}
	house, err = central.HouseOf(ctx, owner)
	if errors.Is(err, central.ErrNoPit) {
		err = nil
	}
	if err == nil && !slices.Contains(names, house) {
		house = names[0]
	}
	if err == nil {
		serve, err = central.Init(ctx, owner, house)
	}
	return house, serve, err
}

// serves returns the database of a pit that serves and says in its log which one is old.
func (f *Folder) serves(to *log.Logger) central.Database {
	if f.In != nil {
		return f.In
	}
	p, rare := f.Postgres(), &rareLog{to: to, now: time.Now}
	p.Says = func(old error) { rare.printf(old.Error(), "%v", old) }
	return p
}

// olds returns which databases of the folder can be written to and are old ones, and that no server writes to the one that has the layout of an older
// Sabot, in words.
func (f *Folder) olds(ctx context.Context) (list []string, err error) {
	if f.In != nil {
		return nil, nil
	}
	p := f.Postgres()
	errs, err := p.Old(ctx)
	for _, old := range errs {
		list = append(list, old.Error())
	}
	if older := p.SameLayout(ctx); errors.Is(older, central.ErrOlder) { // a newer Sabot serves what is newer, and a row that is lost is named as such
		list = append(list, "no server of this Sabot writes: "+older.Error())
	}
	return list, err
}
