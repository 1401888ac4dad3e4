package storage

import "testing"

// What closes a folder on Windows gives those who may open it the files in it too: these have no
// rights but the folder's, and without that Sabot would be locked out with the others.
func TestClosingAFolderOnWindowsLeavesItsFilesOpen(t *testing.T) {
	keep, take := []string{"S-1-5-21-7", "S-1-5-18"}, []string{"S-1-1-0", "S-1-5-32-545"}
	for _, c := range []struct {
		path   string
		folder bool
		want   string
	}{
		{`C:\sabot of LB1`, true, `icacls "C:\sabot of LB1" /inheritance:r /grant:r "*S-1-5-21-7:(OI)(CI)F" "*S-1-5-18:(OI)(CI)F" /remove:g "*S-1-1-0" "*S-1-5-32-545"`},
		{`C:\sabot\seal.key`, false, `icacls "C:\sabot\seal.key" /inheritance:r /grant:r "*S-1-5-21-7:F" "*S-1-5-18:F" /remove:g "*S-1-1-0" "*S-1-5-32-545"`},
	} {
		if got := icacls(c.path, c.folder, keep, take); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
