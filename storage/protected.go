package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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

// The way out of each protection, and what a passphrase is asked for.
const (
	wayOut  = "sabotctl recover puts it back open, with nothing but the recovery kit"
	retry   = "try again, and once more when this machine was restarted; where it stays so, " + wayOut
	askedBy = "a window asks for it at its start, sabotctl at the terminal"
)

// opened returns the secret in a file's content, protected or not. The error wraps record.ErrProtected.
func opened(content []byte) ([]byte, error) {
	secret, err := protect.Secret(content)
	if err != nil {
		return nil, withWay(err)
	}
	return secret, nil
}

// withWay adds the way out to the error of a secret that does not open.
func withWay(err error) error {
	way := wayOut
	switch {
	case errors.Is(err, record.ErrAsks):
		way = askedBy
	case errors.Is(err, protect.ErrFailed):
		way = retry
	}
	return fmt.Errorf("%w: %s", err, way)
}

// protectedAs returns the content of a file with a secret, protected as another file is: not, where that one is not.
func protectedAs(other, public string, secret []byte) ([]byte, error) {
	content, err := disk.ReadPlain(other, disk.LargestKey)
	if errors.Is(err, fs.ErrNotExist) {
		return secret, nil
	}
	if err != nil {
		return nil, err
	}
	f, protected, err := protect.Read(content)
	if !protected || err != nil {
		return secret, err
	}
	g, err := f.Guard()
	if err != nil {
		return nil, err
	}
	return g.Seal(public, secret)
}

// A Secret is a file with a secret of this machine.
type Secret struct {
	Path string
	How  protect.How

	brought bool // a pepper that came from elsewhere, or was put aside: the house opens without it
	content []byte
	file    protect.File // of a protected one
	public  func(secret []byte) (string, error)
}

// Secrets returns the files with the secrets that a data directory and the account have: the key that seals the record, and the
// peppers. The error wraps record.ErrProtected where the key or the account's
// own pepper is damaged.
func Secrets(dir string) ([]Secret, error) {
	own, err := PepperFile()
	if err != nil {
		return nil, err
	}
	brought, _ := filepath.Glob(filepath.Join(filepath.Dir(own), "pepper-*.key")) // the pattern is one
	list := []Secret{{Path: filepath.Join(dir, KeyFile), public: publicKey}}
	for _, path := range append([]string{own}, brought...) {
		list = append(list, Secret{Path: path, public: publicPepper, brought: path != own})
	}
	var there []Secret
	for _, s := range list {
		s.content, err = disk.ReadPlain(s.Path, disk.LargestKey)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			s.file, _, err = protect.Read(s.content)
		}
		if s.brought && errors.Is(err, record.ErrProtected) { // it is told of where it is used
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", s.Path, err)
		}
		s.How = s.file.How
		there = append(there, s)
	}
	return there, nil
}

func publicKey(secret []byte) (string, error) {
	key, err := seal.ReadKey(string(secret))
	if err != nil {
		return "", err
	}
	return strings.Join(key.Verifiers(), " "), nil
}

func publicPepper(secret []byte) (string, error) {
	p, err := record.ReadPepper(string(secret))
	if err != nil {
		return "", err
	}
	return p.ID(), nil
}

// Protect protects the secrets of a data directory and its account under the TPM or a passphrase, or opens them. It
// answers which files it changed. It opens what it protected, as the next program will, before it writes over a
// file that lay open. It exchanges nothing before all new files lie beside the old ones. Wherever it is stopped
// each file is whole, and a second run finishes it.
func Protect(dir string, how protect.How, typed string) (did []string, err error) {
	err = alone(dir, func() error {
		list, err := Secrets(dir)
		if err != nil {
			return err
		}
		var coming []exchange
		defer func() {
			for _, e := range coming {
				err = errors.Join(err, FolderAt(filepath.Dir(e.part)).Destroy(filepath.Base(e.part)))
			}
		}()
		list = slices.DeleteFunc(list, func(s Secret) bool { return s.brought && s.shut(typed) })
		guard, err := guardOf(list, how, typed)
		if err != nil {
			return err
		}
		for _, s := range list {
			if s.How == how {
				continue
			}
			e, err := s.toBe(guard, typed)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Path, err)
			}
			coming = append(coming, e)
		}
		for _, e := range coming {
			if err := e.do(); err != nil {
				return fmt.Errorf("exchanging %s: %w", e.path, err)
			}
			did = append(did, e.path)
		}
		return destroyLeft(list)
	})
	return did, err
}

// alone does something while no other program makes or exchanges secrets of a data directory and its account.
func alone(dir string, do func() error) error {
	own, err := PepperFile()
	if err != nil {
		return err
	}
	return (&keyring{dir: dir}).locked(func() error {
		if err := MakeFolder(filepath.Dir(own)); err != nil {
			return err
		}
		lock := flock.New(own+".lock", flock.SetPermissions(0o600))
		if err := lock.Lock(); err != nil {
			return fmt.Errorf("locking the pepper: %w", err)
		}
		return errors.Join(do(), lock.Unlock())
	})
}

// Locked reports whether the key of a data directory or the account's pepper lies under a passphrase that this program was not given. A
// pepper that was brought may be under one that is lost, and asks nobody.
func Locked(dir string) bool {
	own, err := PepperFile()
	return err == nil && (asks(own) || asks(filepath.Join(dir, KeyFile)))
}

// asks reports whether a file opens only with a passphrase that nobody has given yet. A damaged file is reported
// by the code that uses it.
func asks(path string) bool {
	content, err := disk.ReadPlain(path, disk.LargestKey)
	if err != nil {
		return false
	}
	f, protected, err := protect.Read(content)
	return protected && err == nil && f.How == protect.Passphrase && !f.Known()
}

// shut reports whether a protected secret cannot be opened, neither by this machine nor with the typed passphrase:
// its TPM or its passphrase is lost.
func (s Secret) shut(typed string) bool {
	if s.How == protect.Open {
		return false
	}
	_, err := s.file.Guard()
	return err != nil && (s.How != protect.Passphrase || !s.file.Unlock(typed))
}

// Unlock gives this program the machine's passphrase, until it ends. The error wraps ErrWrongPassphrase where it is another one,
// and record.ErrAsks where there are secrets that take one more.
func Unlock(dir, typed string) error {
	list, err := Secrets(dir)
	if err != nil {
		return fmt.Errorf("%w: %s", err, wayOut)
	}
	right, tried := false, map[string]bool{}
	for _, s := range list {
		if !s.brought && asks(s.Path) && !tried[s.file.Sealed()] {
			tried[s.file.Sealed()] = true
			right = s.file.Unlock(typed) || right
		}
	}
	switch {
	case len(tried) > 0 && !right:
		return ErrWrongPassphrase
	case Locked(dir):
		return fmt.Errorf("%w: some of the secrets lie under another one", record.ErrAsks)
	}
	return nil
}

// ErrOtherWay is the error of secrets that are protected in another way.
var ErrOtherWay = errors.New("it is protected in another way: open the secrets with sabotctl protect --open first")

// ErrWrongPassphrase is the error of another passphrase than the machine's.
var ErrWrongPassphrase = errors.New("that is not the machine's passphrase")

// guardOf returns the guard for secrets that are open: the one that protects the others already, else a new one; nil to open them.
func guardOf(list []Secret, how protect.How, typed string) (guard *protect.Guard, err error) {
	for _, s := range list {
		if s.How == protect.Open {
			continue
		}
		if how != protect.Open && s.How != how {
			return nil, fmt.Errorf("%s: %w", s.Path, ErrOtherWay)
		}
		if how == protect.Passphrase && !s.file.Unlock(typed) {
			return nil, fmt.Errorf("%s: %w: to choose another one, open the secrets with sabotctl protect --open first", s.Path, ErrWrongPassphrase)
		}
		g, err := s.file.Guard()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Path, withWay(err))
		}
		if guard == nil && how != protect.Open {
			guard = g
		}
	}
	switch {
	case guard != nil || how == protect.Open:
		return guard, nil
	case how == protect.TPM:
		return protect.UnderTPM()
	}
	return protect.UnderPassphrase(typed)
}

// An exchange is a file that is to take the place of another one.
type exchange struct{ path, part string }

// toBe writes what is to take the place of a secret's file, beside it, and reads it again.
func (s Secret) toBe(guard *protect.Guard, typed string) (e exchange, err error) {
	secret, err := opened(s.content)
	if err != nil {
		return e, err
	}
	public, err := s.public(secret)
	if err != nil { // it opens nothing, and is told of where it is used
		return e, err
	}
	content := secret
	if guard != nil {
		if content, err = guard.Seal(public, secret); err != nil {
			return e, err
		}
	}
	e.path = s.Path
	if e.part, err = newPart(s.Path, content); err != nil {
		return e, err
	}
	if err := s.again(e.part, secret, typed); err != nil {
		return e, errors.Join(fmt.Errorf("it would not open again, and stays as it is: %w", err), disk.Delete(e.part))
	}
	return e, nil
}

// again demands that a file which was written holds that secret.
func (s Secret) again(path string, secret []byte, typed string) error {
	content, err := disk.ReadPlain(path, disk.LargestKey)
	if err != nil {
		return err
	}
	f, protected, err := protect.Read(content)
	if err == nil && protected {
		content, err = f.Check(typed)
	}
	if err == nil && !bytes.Equal(content, secret) {
		err = errors.New("it holds something else")
	}
	return err
}

// left returns the second name of a file that was open, until it is destroyed.
func left(path string) string { return path + ".was" }

// do exchanges the file, durably; the one before keeps a second name where the disk has such names.
func (e exchange) do() error {
	if err := dropLeft(e.path); err != nil {
		return err
	}
	_ = disk.Second(e.path, left(e.path)) // where there are none its blocks are free, and not written over
	return finish(e.part, e.path)
}

// destroyLeft writes over what lay open before and what was never exchanged, and takes both away. The key's come
// last: whoever finds none of the key's finds none at all.
func destroyLeft(list []Secret) error {
	for _, s := range slices.Backward(list) {
		parts, _ := filepath.Glob(s.Path + ".*.part") // the pattern is one
		for _, part := range parts {
			if err := FolderAt(filepath.Dir(part)).Destroy(filepath.Base(part)); err != nil {
				return err
			}
		}
		if err := dropLeft(s.Path); err != nil {
			return err
		}
	}
	return nil
}

// dropLeft takes the second name of a file away, and what it holds where that is not the file's own any more.
func dropLeft(path string) error {
	was, err := os.Lstat(left(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	is, errIs := os.Lstat(path)
	if err = errors.Join(err, errIs); err != nil {
		return err
	}
	if os.SameFile(was, is) { // it was stopped before the exchange
		return disk.Delete(left(path))
	}
	if err := FolderAt(filepath.Dir(path)).Destroy(filepath.Base(left(path))); err != nil {
		return fmt.Errorf("destroying %s: %w", left(path), err)
	}
	return nil
}

// finishProtecting destroys what a Protect that was stopped has left of secrets that lay open.
func finishProtecting(dir string) {
	_ = alone(dir, func() error { // what cannot be destroyed now is when a record is opened again
		list, err := Secrets(dir)
		if err == nil {
			err = destroyLeft(list)
		}
		return err
	})
}
