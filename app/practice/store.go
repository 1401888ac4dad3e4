package practice

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sabot/storage"
)

// A Store is a folder with a file for each session; without a folder it keeps nothing.
type Store struct{ Folder string }

// version is that of the files, which Sabot writes since 0.9.
const version = 2

// suffix is how their names end.
const suffix = ".practice.json"

// largest is more than a session has, in bytes.
const largest = 4 << 20

// Save writes a session, in place of what was written of it before: whole, or not at all.
func (s Store) Save(session Session) error {
	if s.Folder == "" {
		return nil
	}
	session.V = version
	text, err := json.MarshalIndent(session, "", " ")
	if err == nil {
		err = s.Write(s.name(session), text)
	}
	return err
}

// name returns the name of a session's file: when it began and its seed.
func (s Store) name(session Session) string {
	return fmt.Sprintf("%s-%d%s", session.Began.UTC().Format("20060102-150405.000"), session.Seed, suffix)
}

// Write writes a file of the folder, and makes the folder where there is none.
func (s Store) Write(name string, content []byte) error {
	if s.Folder == "" {
		return errors.New("there is no folder for practice")
	}
	if err := storage.MakeFolder(s.Folder); err != nil {
		return err
	}
	return storage.WriteFile(filepath.Join(s.Folder, name), content)
}

// All returns the sessions that the folder has, the oldest first. The error names files that are no session, or
// of another version; the others are returned all the same.
func (s Store) All() (all []Session, err error) {
	files, err := os.ReadDir(s.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), suffix) {
			continue
		}
		session, bad := s.read(f)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", f.Name(), bad))
			continue
		}
		all = append(all, session)
	}
	return all, err
}

func (s Store) read(f os.DirEntry) (session Session, err error) {
	info, err := f.Info()
	if err != nil {
		return session, err
	}
	if !info.Mode().IsRegular() || info.Size() > largest {
		return session, errors.New("this is no session of practice")
	}
	text, err := os.ReadFile(filepath.Join(s.Folder, f.Name()))
	if err == nil {
		err = json.Unmarshal(text, &session)
	}
	if err == nil && session.V != version {
		err = fmt.Errorf("it is of version %d, and this Sabot reads version %d", session.V, version)
	}
	return session, err
}
