package session

import (
	"context"

	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/storage"
)

// WriteCopy writes a record that lies elsewhere, as at the house's pit, into one new file from which it is restored, once all of it holds.
// Errors: of the file; ErrFaulty.
func WriteCopy(ctx context.Context, file string, s record.Snapshot, secrets []record.Secret) error {
	return storage.CopyOf(ctx, file, s, secrets, func(s record.Snapshot, named string) error {
		_, _, err := holds(ctx, s, audit.Check{Trusted: named})
		return err
	})
}
