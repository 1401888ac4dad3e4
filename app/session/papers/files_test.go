package papers_test

import (
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/session/papers"
)

// A report that is not there is told with its path, and not as the system tells it.
func TestMissingReportIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.pdf")
	if _, err := papers.ReadReport(path); err == nil || !strings.Contains(err.Error(), "there is no file "+path) || strings.Contains(err.Error(), "stat") {
		t.Errorf("%v", err)
	}
}
