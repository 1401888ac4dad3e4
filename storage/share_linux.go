package storage

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// shares are the file systems of other machines, by the numbers that Linux has for them. 9p is none: so a virtual machine has
// the disks of the computer that it runs on.
var shares = map[uint32]string{
	unix.NFS_SUPER_MAGIC:   "nfs",
	unix.CIFS_SUPER_MAGIC:  "smb",
	unix.SMB2_SUPER_MAGIC:  "smb",
	unix.SMB_SUPER_MAGIC:   "smb",
	unix.NCP_SUPER_MAGIC:   "ncp",
	unix.AFS_SUPER_MAGIC:   "afs",
	unix.AFS_FS_MAGIC:      "afs",
	unix.CODA_SUPER_MAGIC:  "coda",
	unix.CEPH_SUPER_MAGIC:  "ceph",
	unix.OCFS2_SUPER_MAGIC: "ocfs2",
}

// programs are the FUSE programs that show another machine's files as a disk of this one. The kernel has one
// number for all FUSE programs. Others show a disk of this machine: an encrypted one, a joined one, or one of
// another system.
var programs = map[string]bool{
	"sshfs": true, "davfs": true, "davfs2": true, "rclone": true, "s3fs": true, "goofys": true, "gcsfuse": true, "blobfuse": true, "blobfuse2": true,
	"glusterfs": true, "ceph-fuse": true, "juicefs": true, "mfs": true, "curlftpfs": true, "smbnetfs": true, "gvfsd-fuse": true,
}

func shareOf(dir string) string {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return ""
	}
	if uint32(st.Type) != unix.FUSE_SUPER_MAGIC {
		return shares[uint32(st.Type)]
	}
	at, err := fileAt(dir)
	if err != nil {
		return ""
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "" // nobody can say
	}
	kind, source := mountOf(string(mounts), at)
	return programAt(kind, source)
}

// mountOf returns the kind of the file system on which a file is, and its source, as the kernel lists what is mounted
// (proc_pid_mountinfo(5)); "" where it is not in the list.
func mountOf(mountinfo string, at fileID) (kind, source string) {
	device := fmt.Sprintf("%d:%d", at.major, at.minor)
	for line := range strings.Lines(mountinfo) {
		where, what, _ := strings.Cut(line, " - ") // no field before it has a space: the kernel writes \040
		if of := strings.Fields(where); len(of) < 3 || of[2] != device {
			continue
		}
		if of := strings.Fields(what); len(of) >= 2 {
			return of[0], of[1]
		}
	}
	return "", ""
}

// programAt returns the program that shows another machine's files; "" where it shows this one's. "fuseblk" is a disk of this
// machine. A plain "fuse" does not tell who it is: davfs2 is one, and what it shows has an address.
func programAt(kind, source string) string {
	if name, named := strings.CutPrefix(kind, "fuse."); named && programs[name] {
		return name
	}
	if strings.HasPrefix(kind, "fuse") && strings.Contains(source, "://") {
		return "fuse"
	}
	return ""
}
