package storage

import (
	"os"
	"testing"
)

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

// What a program shows as a disk is a share where that is another machine's: the kernel's list of what is
// mounted says which program it is, and of what.
func TestSharesOfPrograms(t *testing.T) {
	const list = `22 29 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw
29 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
61 29 0:44 / /mnt/of\040the\040house rw,nosuid,nodev shared:31 - fuse.sshfs sabot@server:/srv/sabot rw,user_id=0
62 29 0:45 / /mnt/dav rw,nosuid shared:32 - fuse https://dav.casino/sabot rw,user_id=0
63 29 8:17 / /mnt/stick rw,nosuid shared:33 - fuseblk /dev/sdb1 rw,blksize=4096
64 29 0:46 / /mnt/joined rw - fuse.mergerfs disk1:disk2 rw
65 29 0:47 / /home/it/closed rw - fuse.gocryptfs /home/it/cipher rw
66 29 0:48 /inner /mnt/bound rw - fuse.rclone remote:box rw
67 29 0:4 / /mnt/cut
`
	for at, want := range map[fileID]string{
		{major: 8, minor: 1}: "", {major: 0, minor: 44}: "sshfs", {major: 0, minor: 45}: "fuse", {major: 8, minor: 17}: "",
		{major: 0, minor: 46}: "", {major: 0, minor: 47}: "", {major: 0, minor: 48}: "rclone", {major: 0, minor: 4}: "", {major: 9, minor: 9}: "",
	} {
		if got := programAt(mountOf(list, at)); got != want {
			t.Errorf("%d:%d is %q, want %q", at.major, at.minor, got, want)
		}
	}
}

// The list and the numbers are those of the kernel that runs.
func TestThisKernelTellsWhatIsMounted(t *testing.T) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Skip(err)
	}
	at, err := fileAt("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	if kind, _ := mountOf(string(mounts), at); kind != "proc" {
		t.Errorf("/proc is %q in\n%s", kind, mounts)
	}
	if name := Share("/proc"); name != "" {
		t.Errorf("/proc is called a share, %s", name)
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
