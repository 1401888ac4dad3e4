package session

import (
	"errors"
	"time"

	"sabot/storage"
)

// Open opens a data directory. Errors: those of storage.Open and of On.
func Open(dir string, now func() time.Time) (*House, error) {
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

// Read opens a data directory for reading alone: whatever is asked of the house, no file of
// it changes, and what would write is refused with record.ErrReadOnly. Errors: those of
// storage.OpenReading.
func Read(dir string, now func() time.Time) (*House, error) {
	store, err := storage.OpenReading(dir)
	if err != nil {
		return nil, err
	}
	state, tree, err := sealed(store)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return newHouse(state, tree, store, now), nil
}
