package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/disk"
	"sabot/storage/protect"
)

// KeyFile is the file in the data directory that holds the key of the installation. It
// lies beside the record and never in it: no backup carries it. It is there from the
// moment on at which the head of the house is signed with it; before, the key waits in
// waitingFile. So a record without entries beside a KeyFile has been taken away, and one
// without seals is none of a Sabot that knew none.
const KeyFile = "seal.key"

const waitingFile = KeyFile + ".new"

// waitingLine begins a waitingFile, so that a KeyFile of another name is none.
const waitingLine = "not in use yet\n"

// A keyring is the key of a data directory.
type keyring struct {
	dir     string
	key     *seal.Key
	waiting bool // no head of the house is signed with it yet
}

// openKey returns the key of a data directory; where there is none it makes one that waits.
func openKey(dir string, sealed func() (bool, error)) (*keyring, error) {
	k := &keyring{dir: dir}
	var err error
	if k.key, err = readKey(filepath.Join(dir, KeyFile)); !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	return k, k.locked(func() error {
		var err error
		if k.key, k.waiting, err = keyOf(dir); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		there, err := sealed()
		if err != nil {
			return err
		}
		if there {
			return fmt.Errorf("%w: %s is sealed and %s is not beside it: put the key back, or have sabotctl restore put a backup into an empty directory", record.ErrKeyLost, FileName, KeyFile)
		}
		k.waiting = true
		k.key, err = makeKey(dir)
		return err
	})
}

// keyOf returns the key in a data directory, in use or waiting.
func keyOf(dir string) (key *seal.Key, waiting bool, err error) {
	if key, err = readKey(filepath.Join(dir, KeyFile)); !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	key, err = readKey(filepath.Join(dir, waitingFile))
	return key, true, err
}

// locked does something while no other program works on the keys: two that start at once
// have one key.
func (k *keyring) locked(do func() error) error {
	folder := filepath.Join(k.dir, "locks")
	if err := MakeFolder(folder); err != nil {
		return fmt.Errorf("locking the key: %w", err)
	}
	lock := flock.New(filepath.Join(folder, KeyFile+".lock"), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("locking the key: %w", err)
	}
	return errors.Join(do(), lock.Unlock())
}

// WriteKey puts a key into a data directory, in place of another one: for who recovers a house.
// It waits where the record goes on under another one by now.
func WriteKey(dir string, key *seal.Key) error {
	r, err := OpenKeyless(dir)
	if err != nil {
		return err
	}
	head, err := r.Head(record.HouseStream)
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	name, other, text := KeyFile, waitingFile, key.Text()
	if _, _, err := seal.Open(head, key.Verifier()); err != nil {
		name, other, text = waitingFile, KeyFile, waitingLine+text
	}
	path := filepath.Join(dir, name)
	if err := WriteFile(path, []byte(text)); err != nil {
		return fmt.Errorf("writing the key %s: %w", path, err)
	}
	return disk.Delete(filepath.Join(dir, other))
}

func readKey(path string) (*seal.Key, error) {
	text, err := disk.ReadPlain(path, disk.LargestKey)
	if err == nil {
		text, err = opened(text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the key %s: %w", path, err)
	}
	words := string(text)
	if filepath.Base(path) == waitingFile {
		if strings.Trim(words, "\x00\r\n ") == "" { // a power cut left its name alone: nothing is sealed with it
			return nil, fmt.Errorf("the key %s holds nothing: %w", path, fs.ErrNotExist)
		}
		waits := false
		if words, waits = strings.CutPrefix(words, waitingLine); !waits {
			return nil, fmt.Errorf("%w: %s is no key that waits: its right name may be %s", record.ErrKeyLost, path, KeyFile)
		}
	}
	key, err := seal.ReadKey(words)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w: put the right file back", record.ErrKeyLost, path, err)
	}
	return key, nil
}

// readVerifier returns the public half of a key in a file, which a protected one has openly.
func readVerifier(path string) (string, error) {
	text, err := disk.ReadPlain(path, disk.LargestKey)
	if err != nil {
		return "", fmt.Errorf("reading the key %s: %w", path, err)
	}
	f, protected, err := protect.Read(text)
	if !protected {
		key, err := readKey(path)
		if err != nil {
			return "", err
		}
		return key.Verifier(), nil
	}
	verifier, _, _ := strings.Cut(f.Public, " ")
	if err == nil {
		err = seal.CheckVerifier(verifier)
	}
	if err != nil {
		return "", fmt.Errorf("%w: reading the key %s: %w: %s", record.ErrKeyLost, path, err, wayOut)
	}
	return verifier, nil
}

// makeKey makes a key that waits in a data directory. It takes over from earlier ones.
func makeKey(dir string, earlier ...string) (*seal.Key, error) {
	path := filepath.Join(dir, waitingFile)
	key, err := seal.NewKey(earlier...)
	if err == nil {
		err = WriteFile(path, []byte(waitingLine+key.Text()))
	}
	if err != nil {
		return nil, fmt.Errorf("making the key %s: %w", path, err)
	}
	return key, nil
}

// use puts a key that waited in use: the house's head is signed with it.
func (k *keyring) use() error {
	err := k.locked(func() error {
		path := filepath.Join(k.dir, KeyFile)
		if _, err := os.Stat(path); err == nil {
			return nil // another program did
		}
		if err := WriteFile(path, []byte(k.key.Text())); err != nil {
			return fmt.Errorf("making the key %s: %w", path, err)
		}
		return disk.Delete(filepath.Join(k.dir, waitingFile))
	})
	k.waiting = err != nil
	return err
}

// settle compares the key with the record: a key in use has signed the house's head, and one that has signed it is in use.
func (k *keyring) settle(houseHead string) error {
	_, _, err := seal.Open(houseHead, k.key.Verifier())
	switch {
	case k.waiting && err == nil:
		return k.use()
	case !k.waiting && houseHead == "":
		return fmt.Errorf("%w: it has no entries of the house, and %s has sealed some: put back what was beside %s, or have sabotctl restore put a backup into an empty directory", record.ErrChanged, KeyFile, FileName)
	case !k.waiting && err != nil:
		return fmt.Errorf("%w: it is sealed, and not with %s: put the right key back, or have sabotctl restore put a backup into an empty directory", record.ErrKeyLost, KeyFile)
	}
	return nil
}

// namedKeys returns the keys that the house's entries name, each once, the one that is named last behind all others.
func namedKeys(entries iter.Seq2[record.Entry, error]) (keys []string, err error) {
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		if f, ok := e.Fact.(record.SealedBy); ok {
			keys = append(slices.DeleteFunc(keys, func(key string) bool { return key == f.Key }), f.Key)
		}
	}
	return keys, nil
}

// last returns the last of keys; "" where there are none.
func last(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[len(keys)-1]
}
