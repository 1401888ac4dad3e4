package storage

import "testing"

// What is not there is no share; the numbers are those of the
// kernel's own list (statfs(2)).
func TestSharesAreToldFromDisks(t *testing.T) {
	if name := Share("/no/such/folder"); name != "" {
		t.Errorf("what is not there is called a share, %s", name)
	}
	for number, want := range map[uint32]string{
		0x6969: "nfs", 0xff534d42: "smb", 0xfe534d42: "smb", 0x517b: "smb", 0x00c36400: "ceph",
		0xef53: "", 0x01021994: "", 0x01021997: "", 0x58465342: "", 0x9123683e: "", // ext4, tmpfs, 9p, xfs, btrfs
	} {
		if name := shares[number]; name != want {
			t.Errorf("%#x is %q, want %q", number, name, want)
		}
	}
}

// A record that lies on a share says so, to who works on it and to who verifies it.
func TestARecordSaysThatItLiesOnAShare(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := OpenReader(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer func() { share = shareOf }()
	share = func(folder string) string { return map[bool]string{true: "nfs"}[folder == dir] }
	if s.Share() != "nfs" || r.Share() != "nfs" {
		t.Errorf("on a share it says %q and %q", s.Share(), r.Share())
	}
}
