package storage

import "sabot/pit/record"

var _ record.Spacious = (*Store)(nil)

// Room implements record.Spacious: of the disk on which the data directory lies.
func (s *Store) Room() (free, all uint64, err error) { return room(s.dir) }
