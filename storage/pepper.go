package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"sabot/pit/record"
	"sabot/storage/disk"
	"sabot/storage/protect"
)

// PepperFile returns the path of this account's pepper: the file that SABOT_PEPPER names, else sabot/pepper.key in the account's
// folder of settings. That is never in the data directory, whose copies carry keys that it opens, nor in a backup. Error: the
// account has no such folder.
func PepperFile() (string, error) {
	if file := os.Getenv(record.PepperEnv); file != "" {
		return file, nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the pepper of the PINs: name a file with %s: %w", record.PepperEnv, err)
	}
	return filepath.Join(folder, "sabot", "pepper.key"), nil
}

// Pepper implements record.Secrets.
func (s *Store) Pepper() (record.Pepper, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pepper != nil {
		return s.pepper, nil
	}
	path, err := PepperFile()
	if err != nil {
		return nil, err
	}
	pepper, err := readPepper(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = s.pepperless(); err == nil {
			pepper, err = ensurePepper(path)
		}
	}
	if err != nil {
		return nil, err // one that is on no disk would seal keys that nobody opens again
	}
	s.pepper = pepper
	return pepper, nil
}

// pepperless returns an error where a sealed key of the record names a pepper that this account does not have. A
// new pepper would open none of these keys, and would take the place of the kit's. The error wraps
// record.ErrPepperAway.
func (s *Store) pepperless() (err error) {
	rows, err := s.db.Query(`SELECT hash FROM pins`)
	if err != nil {
		return fmt.Errorf("reading the sealed keys: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var sealed string
		if err := rows.Scan(&sealed); err != nil {
			return err
		}
		if id := record.PepperIn(sealed); id != "" {
			if _, there := s.PepperNamed(id); !there {
				return record.ErrPepperAway
			}
		}
	}
	return rows.Err()
}

// houseFile returns the path of a pepper that came from the house's office. It is beside that of the account, so
// that no copy of the data directory has it.
func houseFile(id string) (string, error) {
	path, err := PepperFile()
	return filepath.Join(filepath.Dir(path), "pepper-"+id+".key"), err
}

// PepperNamed implements record.Peppers.
func (s *Store) PepperNamed(id string) (record.Pepper, bool) {
	path, err := houseFile(filepath.Base(id))
	if err != nil {
		return nil, false
	}
	p, err := readPepper(path)
	return p, err == nil && p.ID() == id
}

// KeepPepper keeps the pepper of the house's office beside that of this account; nothing where it
// is the same.
func (s *Store) KeepPepper(p record.Pepper) error {
	own, err := s.Pepper()
	if errors.Is(err, record.ErrPepperAway) { // its PINs are the office's from now on
		return PutAside(p)
	}
	if err != nil || own.ID() == p.ID() {
		return err
	}
	return PutAside(p)
}

// PutAside keeps a pepper beside that of this account, under its name: what it sealed opens. It is protected as that one is.
func PutAside(p record.Pepper) error {
	own, err := PepperFile()
	if err != nil {
		return err
	}
	path, err := houseFile(p.ID())
	if err != nil {
		return err
	}
	content, err := protectedAs(own, p.ID(), pepperText(p))
	if err == nil {
		err = MakeFolder(filepath.Dir(path))
	}
	if err == nil {
		err = WriteFile(path, content)
	}
	if err != nil {
		return fmt.Errorf("writing the pepper %s: %w", path, err)
	}
	return nil
}

// A PepperThere is the file in the place of this account's pepper, whatever it holds.
type PepperThere struct {
	ID        string // "" of a file that is no pepper
	Protected bool
	Opens     bool // here and now
	content   []byte
}

// OwnPepper returns what lies in the place of this account's pepper. The error wraps fs.ErrNotExist where nothing does.
func OwnPepper() (path string, there PepperThere, err error) {
	if path, err = PepperFile(); err != nil {
		return path, there, err
	}
	if there.content, err = disk.ReadPlain(path, disk.LargestKey); err != nil {
		return path, there, err
	}
	var f protect.File
	if f, there.Protected, err = protect.Read(there.content); err == nil {
		there.ID = f.Public
	}
	if text, err := protect.Secret(there.content); err == nil {
		if p, err := record.ReadPepper(string(text)); err == nil {
			there.ID, there.Opens = p.ID(), true
		}
	}
	return path, there, nil
}

// PutAside keeps that pepper, as it lies there, under its name.
func (p PepperThere) PutAside() error {
	path, err := houseFile(filepath.Base(p.ID))
	if err != nil {
		return err
	}
	return WriteFile(path, p.content)
}

func pepperText(p record.Pepper) []byte { return []byte(p.Text() + "\n") }

// ensurePepper returns the pepper in a file, made where there is none.
func ensurePepper(path string) (record.Pepper, error) {
	p, err := readPepper(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if err := MakeFolder(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("making the pepper %s: %w", path, err)
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil { // two programs that start at once make one pepper
		return nil, fmt.Errorf("making the pepper %s: %w", path, err)
	}
	p, err = readPepper(path)
	if errors.Is(err, fs.ErrNotExist) {
		if p, err = record.NewPepper(); err == nil {
			err = WritePepper(path, p)
		}
	}
	return p, errors.Join(err, lock.Unlock())
}

func readPepper(path string) (record.Pepper, error) {
	text, err := disk.ReadPlain(path, disk.LargestKey)
	if err == nil {
		text, err = opened(text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the pepper %s: %w", path, err)
	}
	p, err := record.ReadPepper(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: put the right file back; without it no PIN of before opens anything", path, err)
	}
	return p, nil
}

// WritePepper puts a pepper into its file, in place of another one, in one step: for who
// recovers a house on another machine.
func WritePepper(path string, p record.Pepper) error {
	err := MakeFolder(filepath.Dir(path))
	if err == nil {
		err = WriteFile(path, pepperText(p))
	}
	if err != nil {
		return fmt.Errorf("writing the pepper %s: %w", path, err)
	}
	return nil
}
