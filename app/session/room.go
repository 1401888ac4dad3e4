package session

import (
	"fmt"
	"path/filepath"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Of the disk on which the record lies so many hundredths must be free. Under the first it is an alarm. Under the
// second no shoe begins; the hand and the shoe that are open go on to their end.
const (
	roomAlarm = 5
	roomLeast = 1
)

// roomOf returns the free bytes of the disk and its size; false where they are unknown.
func (h *House) roomOf() (free, all uint64, ok bool) {
	s, spacious := h.store.(record.Spacious)
	if !spacious {
		return 0, 0, false
	}
	free, all, err := s.Room()
	return free, all, err == nil && all > 0
}

// DiskLow returns how many megabytes are free, and whether that is too little; false where it is unknown.
func (h *House) DiskLow() (megabytes uint64, low bool) {
	free, all, ok := h.roomOf()
	return free / 1_000_000, ok && free < all/100*roomAlarm
}

// Widened names a file or folder of the record, its keys or the pepper that others of this machine may
// come at; "" where there is none, or nobody can say.
func (h *House) Widened() string {
	if s, guarded := h.store.(record.Guarded); guarded {
		if all := s.Widened(); len(all) > 0 {
			return filepath.Base(all[0])
		}
	}
	return ""
}

// roomFor refuses a shoe where the disk is nearly full. Refusal: DiskFull, with what is free
// as What.
func (h *House) roomFor(facts []record.Fact) error {
	for _, f := range facts {
		if _, shoe := f.(record.ShoeStarted); !shoe {
			continue
		}
		if free, all, ok := h.roomOf(); ok && free < all/100*roomLeast {
			return &house.Refusal{Why: house.DiskFull, What: fmt.Sprintf("%d MB", free/1_000_000)}
		}
	}
	return nil
}

// Share returns the kind of network share that the record is on, which is no place for it. It returns "" where
// it is on none, or that is unknown.
func (h *House) Share() string {
	if s, distant := h.store.(record.Distant); distant {
		return s.Share()
	}
	return ""
}
