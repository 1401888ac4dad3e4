package storage

import "sabot/pit/record"

var _ record.Distant = (*Store)(nil)

// Share is what kind of network share a folder lies on: "nfs", "smb"; "" where on none, or nobody can
// say. On one SQLite's locks and its shared memory do not hold between machines, and what is synced may
// still be on its way: it is no place for a record.
func Share(dir string) string { return share(dir) }

// Share implements record.Distant.
func (s *Store) Share() string { return share(s.dir) }

// Share is Share of its data directory.
func (r *Reader) Share() string { return share(r.dir) }

// share is a variable for tests: no machine that they run on has a share.
var share = shareOf
