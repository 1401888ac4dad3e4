package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a disk that is full no kit is made and no report printed: neither file nor entry is there. It takes
// the right to mount a disk.
func TestNothingIsEnteredOfAFullDisk(t *testing.T) {
	data, disk := closed(t), t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=4k"); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(disk, 0)) })
	pins, _ := pinsOf(t, "31")
	printed := entered(t, data, "printed")
	for _, args := range [][]string{
		{"kit", "--data", data, "-o", filepath.Join(disk, "kit.pdf"), "--sign", "31", "--pin-file", pins},
		{"report", "incidents", "--data", data, "--table", "LB1", "-o", filepath.Join(disk, "r.pdf")},
	} {
		if _, problem, status := ctl(t, "", args...); status != unusable || !strings.Contains(problem, "no space left") {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
	if n, p := entered(t, data, "kitmade"), entered(t, data, "printed"); n != 0 || p != printed {
		t.Errorf("%d kits and %d reports more are on the record", n, p-printed)
	}
	if left, err := os.ReadDir(disk); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
