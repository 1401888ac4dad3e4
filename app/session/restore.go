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
	return storage.Restore(ctx, file, dir, func(s record.Snapshot, named string) error {
		if c.Trusted == "" {
			c.Trusted = named
		}
		_, err := holds(ctx, s, c)
		return err
	})
}
