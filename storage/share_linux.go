package storage

import "golang.org/x/sys/unix"

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

func shareOf(dir string) string {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return ""
	}
	return shares[uint32(st.Type)]
}
