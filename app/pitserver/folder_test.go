package pitserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/pitserver"
)

// A folder of a pit of another version says which of the two reads what; one that is damaged says where.
func TestFolderOfAnotherVersion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for content, says := range map[string]string{
		`{"v":99,"house":"Casinò"}`: "pit.json is of version 99, and this Sabot reads version 1",
		`{"v":`:                     "pit.json is not what pit init writes",
	} {
		must(t, os.WriteFile(filepath.Join(dir, "pit.json"), []byte(content), 0o600))
		if _, err := pitserver.ReadFolder(dir); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "%!") {
			t.Errorf("%s: %v", content, err)
		}
	}
}
