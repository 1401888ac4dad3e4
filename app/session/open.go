package session

import (
	"errors"
	"fmt"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// Open opens a data directory. Errors: those of storage.Open and of On, and record.ErrAsks where Unlock has to come first.
func Open(dir string, now func() time.Time) (*House, error) {
	if storage.Locked(dir) { // the pepper too: a table that opens without it lets nobody sign on
		return nil, fmt.Errorf("the secrets of this machine: %w", record.ErrAsks)
	}
	store, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	h, err := On(store, now)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return h, nil
}

// Read opens a data directory for reading alone. Whatever is asked of the house, no file of it changes, and what
// would write is refused with record.ErrReadOnly. Errors: those of storage.OpenReading.
func Read(dir string, now func() time.Time) (*House, error) {
	store, err := storage.OpenReading(dir)
	if err != nil {
		return nil, err
	}
	state, tree, err := Sealed(store)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return newHouse(state, tree, store, now), nil
}

// Unlock gives this program the passphrase of the machine's secrets, until it ends. Refusal: WrongPassphrase. Errors: those of storage.Unlock.
func Unlock(dir, typed string) error {
	err := storage.Unlock(dir, typed)
	if errors.Is(err, storage.ErrWrongPassphrase) {
		return &house.Refusal{Why: house.WrongPassphrase}
	}
	return err
}
