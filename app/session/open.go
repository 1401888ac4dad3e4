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
