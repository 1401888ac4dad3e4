package storage

import (
	"fmt"
	"testing"
)

// LimitPages makes the disk full after so many pages of the database.
func (s *Store) LimitPages(t *testing.T, pages int) {
	t.Helper()
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages)); err != nil {
		t.Fatal(err)
	}
}
