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
)

// PepperFile is where the pepper of this account lies: the file that SABOT_PEPPER names, else
// sabot/pepper.key in the account's folder of settings. That is never in the data directory,
// whose copies carry keys that it opens, nor in a backup. Error: the account has no such folder.
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

// pepperless says that no sealed key of the record names a pepper that this account has not: one that is made beside it
// opens none of them, and would lie where that of the kit belongs. The error wraps record.ErrPepperAway.
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

// houseFile is where a pepper lies that came from the house's office: beside that of the account,
// so that no copy of the data directory has it.
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

// PutAside keeps a pepper beside that of this account, under its name: what it sealed opens.
func PutAside(p record.Pepper) error {
	path, err := houseFile(p.ID())
	if err != nil {
		return err
	}
	return WritePepper(path, p)
}

// ensurePepper is the pepper in a file, made where there is none.
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
		err = WriteFile(path, []byte(p.Text()+"\n"))
	}
	if err != nil {
		return fmt.Errorf("writing the pepper %s: %w", path, err)
	}
	return nil
}
