package storage

import "sabot/pit/record"

var _ record.Distant = (*Store)(nil)

// Share returns the kind of network share on which a folder is: "nfs", "smb"; "" where on none, or nobody can tell.
// A share is no place for a record. SQLite's locks and its shared memory do not work between machines, and what is
// synced may still be on its way.
func Share(dir string) string { return share(dir) }

// Share implements record.Distant.
func (s *Store) Share() string { return share(s.dir) }

// Share returns what Share does for its data directory.
func (r *Reader) Share() string { return share(r.dir) }

// share is a variable for tests: no machine that they run on has a share.
var share = shareOf
