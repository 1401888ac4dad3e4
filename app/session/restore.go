package session

import (
	"context"

	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/storage"
)

// Restore puts a backup into a data directory that has no record, once all of it holds
// against c: where c trusts no key, against the one that the backup names last. Errors:
// those of storage.Restore, and the first fault.
func Restore(ctx context.Context, file, dir string, c audit.Check) error {
	return storage.Restore(ctx, file, dir, func(s record.Snapshot) (err error) {
		if c.Trusted == "" {
			if c.Trusted, err = namedLast(ctx, s); err != nil {
				return err
			}
		}
		_, err = holds(ctx, s, c)
		return err
	})
}

// namedLast is the key that the house's entries name last; "" where they name none.
func namedLast(ctx context.Context, s record.Snapshot) (key string, err error) {
	for line, err := range s.Lines(ctx, record.HouseStream) {
		if err != nil {
			return "", err
		}
		if f, ok := line.Entry.Fact.(record.SealedBy); ok {
			key = f.Key
		}
	}
	return key, nil
}
