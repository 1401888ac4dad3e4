package session

import (
	"fmt"
	"path/filepath"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Of the disk on which the record lies so many hundredths must be free: under the first it is
// an alarm, under the second no shoe begins, while the hand and the shoe that are open go on
// to their end.
const (
	roomAlarm = 5
	roomLeast = 1
)

// roomOf says how much of the disk is free; false where nobody can say.
func (h *House) roomOf() (free, all uint64, ok bool) {
	s, spacious := h.store.(record.Spacious)
	if !spacious {
		return 0, 0, false
	}
	free, all, err := s.Room()
	return free, all, err == nil && all > 0
}

// DiskLow says how many megabytes are free where that is too little; false where there are
// enough.
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

// Share is what kind of network share the record lies on, which is no place for it; "" where on none,
// or nobody can say.
func (h *House) Share() string {
	if s, distant := h.store.(record.Distant); distant {
		return s.Share()
	}
	return ""
}
