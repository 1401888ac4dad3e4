package session

import (
	"errors"
	"fmt"

	"sabot/pit/record"
)

// nameKey enters the key that signs the record's heads, where the house's entries do not name it as the last one.
// This is so in a new record, and in one that was restored here. Of that it enters what it was until then.
func (h *House) nameKey() error {
	for {
		if h.State.SealKey() == h.store.Verifier() {
			return nil
		}
		facts, err := h.underAnotherKey()
		if err != nil {
			return err
		}
		entries := h.State.Stamp(h.now(), "", facts...)
		err = h.store.Append(entries...)
		if err == nil {
			h.Takeover().took(entries)
			return nil
		}
		if !errors.Is(err, record.ErrConflict) {
			return err
		}
		if err := h.Takeover().CatchUp(); err != nil { // another program was faster
			return err
		}
	}
}

// underAnotherKey returns the facts with which a record goes on under the key of this store.
func (h *House) underAnotherKey() ([]record.Fact, error) {
	named := record.SealedBy{Key: h.store.Verifier()}
	if h.State.SealKey() == "" {
		return []record.Fact{named}, nil
	}
	heads, err := h.Heads()
	return []record.Fact{record.Restored{Heads: heads}, named}, err
}

// Heads returns the signed heads of all streams: what a backup must have at least.
func (h *House) Heads() ([]string, error) {
	var heads []string
	for _, stream := range append([]string{record.HouseStream}, h.tableNames()...) {
		note, err := h.store.Head(stream)
		if err != nil {
			return nil, err
		}
		if note != "" {
			heads = append(heads, note)
		}
	}
	return heads, nil
}

func (h *House) tableNames() (names []string) {
	for _, t := range h.State.Tables {
		names = append(names, t.Name)
	}
	return names
}

// Checkpoint enters the signed head of a table's entries among the house's, and answers
// it: what is cut off the table's record afterwards shows. A table without entries has
// none, and nothing is entered.
func (h *House) Checkpoint(table string) (note string, err error) {
	note, err = h.store.Head(table)
	if err != nil || note == "" {
		return "", err
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return "", err
	}
	return note, h.Record("", []record.Fact{record.Checkpointed{Note: note}})
}

// A NoCheckpointError is the error of a command that was carried out and is on the record. The checkpoint that goes
// with it could not be entered.
type NoCheckpointError struct {
	Table string
	Err   error
}

func (e *NoCheckpointError) Error() string {
	return fmt.Sprintf("what was done at %s is on the record, its checkpoint is not: %v", e.Table, e.Err)
}

// Unwrap returns why the checkpoint could not be entered.
func (e *NoCheckpointError) Unwrap() error { return e.Err }

// checkpoint enters one where the facts end the shift.
func (t *Table) checkpoint(facts []record.Fact) error {
	for _, f := range facts {
		if _, ended := f.(record.Closed); !ended {
			continue
		}
		if _, err := t.house.Checkpoint(t.State.Name); err != nil {
			return &NoCheckpointError{t.State.Name, err}
		}
	}
	return nil
}

// CheckpointEnding ends the names of files in which a signed head is kept.
const CheckpointEnding = ".checkpoint"

// PitFolder is the folder of the house's files in which a machine keeps what its pit has countersigned.
const PitFolder = "pit"
