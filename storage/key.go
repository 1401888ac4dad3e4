package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// KeyFile is the file in the data directory that holds the key of the installation. It
// lies beside the record and never in it: no backup carries it.
const KeyFile = "seal.key"

// ensureKey is the key of a data directory, made where there is none: it takes over
// from the keys that the record names, which earlier answers.
func ensureKey(dir string, earlier func() ([]string, error)) (*seal.Key, error) {
	path := filepath.Join(dir, KeyFile)
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	folder := filepath.Join(dir, "locks")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("making the key %s: %w", path, err)
	}
	lock := flock.New(filepath.Join(folder, KeyFile+".lock"), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil { // two programs that start at once make one key
		return nil, fmt.Errorf("making the key %s: %w", path, err)
	}
	key, err = readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		key, err = makeKey(path, earlier)
	}
	return key, errors.Join(err, lock.Unlock())
}

// WriteKey puts a key into a data directory, in place of another one: for who recovers a house.
func WriteKey(dir string, key *seal.Key) error {
	path := filepath.Join(dir, KeyFile)
	part := path + ".part"
	if err := os.WriteFile(part, []byte(key.Text()), 0o600); err != nil {
		return errors.Join(fmt.Errorf("writing the key %s: %w", path, err), removeIfThere(part))
	}
	if err := finish(part, path); err != nil {
		return fmt.Errorf("writing the key %s: %w", path, err)
	}
	return nil
}

func readKey(path string) (*seal.Key, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the key %s: %w", path, err)
	}
	key, err := seal.ReadKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: put the right file back, or move it away and a new key is made and entered in the record", path, err)
	}
	return key, nil
}

func makeKey(path string, earlier func() ([]string, error)) (*seal.Key, error) {
	named, err := earlier()
	if err != nil {
		return nil, fmt.Errorf("making the key %s: which keys the record names: %w", path, err)
	}
	key, err := seal.NewKey(named...)
	if err != nil {
		return nil, err
	}
	if err := WriteKey(filepath.Dir(path), key); err != nil {
		return nil, err
	}
	return key, nil
}

// namedKeys are the keys that the house's entries name, each once.
func (s *Store) namedKeys() ([]string, error) {
	if version, err := layout(s.db); isCode(err, sqlite3.SQLITE_ERROR) || err == nil && version < sealedSince {
		return nil, nil // a record from before there were keys, or none yet
	} else if err != nil {
		return nil, err
	}
	var keys []string
	for e, err := range s.Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		if f, ok := e.Fact.(record.SealedBy); ok && !slices.Contains(keys, f.Key) {
			keys = append(keys, f.Key)
		}
	}
	return keys, nil
}
