package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sabot/app/pitserver"
)

// The disk of the pit's own folder is full, and PostgreSQL's is not. Pit status says so, with status 1, before anything has to be kept there. Once there
// is room it has status 0.
func TestStatusNamesAFullFolder(t *testing.T) {
	c := newCommanded(t)
	c.stop()
	disk := filepath.Join(c.pit, "signed")
	must(t, os.RemoveAll(disk))
	must(t, os.Mkdir(disk, 0o700))
	const size = 1 << 20
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m,mode=0700"); err != nil {
		t.Skipf("no disk is mounted here: %v", err)
	}
	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	stop := served(t, c.pit, folder.Addresses[0])
	defer func() {
		stop()
		must(t, syscall.Unmount(disk, 0))
	}()
	for _, data := range []string{c.data, c.other} {
		c.ships(data)
	}
	c.says(done, "", "", "pit", "status", "--pit", c.pit)
	fills := filepath.Join(disk, "full")
	file, err := os.Create(fills)
	must(t, err)
	if n, err := file.Write(make([]byte, size)); err == nil || n == size {
		t.Fatalf("%d bytes fit", n)
	}
	must(t, file.Close())
	said := c.says(notHeld, "nothing can be kept in the folder "+c.pit+" of what is countersigned: ", "", "pit", "status", "--pit", c.pit)
	if !strings.Contains(said, "no space left on device") {
		t.Errorf("pit status says %s", said)
	}
	must(t, os.Remove(fills))
	c.says(done, "", "", "pit", "status", "--pit", c.pit)
	if left, err := filepath.Glob(filepath.Join(disk, "*.part")); err != nil || len(left) > 0 {
		t.Errorf("pit status leaves %v: %v", left, err)
	}
}
