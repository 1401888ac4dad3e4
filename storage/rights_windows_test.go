package storage_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"

	"sabot/storage"
)

// A folder that Sabot makes is its user's, the administrators' and the system's, and so is what
// lies in it; whom others let in is told with the command that takes it away.
func TestRightsOnWindows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "house")
	s := begun(t, dir)
	if all := s.Widened(); len(all) > 0 {
		t.Fatalf("as Sabot makes it: %v", storage.Widened(dir))
	}
	open, err := windows.SecurityDescriptorFromString("D:P(A;;FA;;;WD)")
	if err != nil {
		t.Fatal(err)
	}
	acl, _, err := open.DACL()
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(dir, storage.KeyFile)
	if err := windows.SetNamedSecurityInfo(key, windows.SE_FILE_OBJECT, windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, acl, nil); err != nil {
		t.Fatal(err)
	}
	if all := storage.Widened(dir); len(all) != 1 || all[0].Path != key || all[0].Mend == "" {
		t.Errorf("a key that everybody may read: %+v", all)
	}
}
