package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// aloneWait is how long one program waits for another one, and aloneAgain how often it looks.
const (
	aloneWait  = 20 * time.Second
	aloneAgain = 5 * time.Millisecond
)

// Alone implements record.Keeper: a file that one program has locked, and that a program
// which dies lets go of.
func (s *Store) Alone(name string, do func() error) error {
	if err := s.lies.unmoved(); err != nil {
		return fmt.Errorf("locking %s: %w", name, err)
	}
	folder := filepath.Join(s.dir, "locks")
	if err := MakeFolder(folder); err != nil {
		return fmt.Errorf("locking %s: %w", name, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), aloneWait)
	defer cancel()
	lock := flock.New(filepath.Join(folder, name+".alone"), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, aloneAgain); err != nil {
		return fmt.Errorf("locking %s, which another program holds: %w", name, err)
	}
	return errors.Join(do(), lock.Unlock())
}
