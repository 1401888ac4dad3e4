package pitserver

import (
	"errors"
	"fmt"

	"sabot/pit/seal"
	"sabot/storage/central"
)

// headHolds demands of the head that the database has of a stream that the machine has signed it with one of its keys: whoever writes to the
// database may put another one there. Of a machine that was enrolled anew and has not shipped since no keys are known: then this pit has
// to have countersigned it; "" for a witness asks for nothing.
func headHolds(s central.Stream, keys []string, witness string) error {
	if s.Note == "" || len(keys) == 0 && witness == "" {
		return nil
	}
	if len(keys) > 0 {
		if _, _, err := seal.Open(ownNote(s.Note), keys...); err != nil {
			return fmt.Errorf("the head of its first %d entries is not signed by its machine: %w", s.Signed, err)
		}
		return nil
	}
	if _, by, err := seal.Split(s.Note, witness); err != nil || len(by) == 0 {
		return errors.Join(errors.New("its head is not countersigned by this pit"), err)
	}
	return nil
}
