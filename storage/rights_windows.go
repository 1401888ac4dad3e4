package storage

import (
	"os"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Rights that others should not have: to read or change what is secret, and to put something
// else into a folder in place of it.
const (
	changes       = windows.DELETE | windows.WRITE_DAC | windows.WRITE_OWNER | windows.GENERIC_ALL | windows.GENERIC_WRITE | windows.FILE_WRITE_DATA | windows.FILE_APPEND_DATA
	deleteChild   = 0x40 // FILE_DELETE_CHILD
	writeOfOthers = changes | deleteChild
	anyOfOthers   = changes | windows.GENERIC_READ | windows.FILE_READ_DATA
)

// others returns the names of the accounts with too many rights on a file, and the command that revokes them. It
// is "" where the rights are right, or there is no file.
func others(path string, secret bool) (rights, mend string) {
	mask := windows.ACCESS_MASK(writeOfOthers)
	if secret {
		mask = anyOfOthers
	}
	sd, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return "", ""
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return "", ""
	}
	keep := []string{user.User.Sid.String(), "S-1-5-18", "S-1-5-32-544"} // system, administrators
	if owner, _, err := sd.Owner(); err == nil && owner != nil && !slices.Contains(keep, owner.String()) {
		keep = append(keep, owner.String()) // whose record it is, where somebody else verifies it
	}
	ours := append([]string{"S-1-3-0", "S-1-3-4"}, keep...) // the owner, whoever it is
	var names, sids []string
	acl, _, err := sd.DACL()
	if err != nil || acl == nil { // none: everybody may everything
		names, sids = []string{"Everyone"}, []string{"S-1-1-0"}
	}
	for i := range aces(acl) {
		var ace *windows.ACCESS_ALLOWED_ACE
		if windows.GetAce(acl, uint32(i), &ace) != nil || ace.Header.AceType != windows.ACCESS_ALLOWED_ACE_TYPE || ace.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0 || ace.Mask&mask == 0 {
			continue
		}
		sid := (*windows.SID)(unsafe.Pointer(&ace.SidStart))
		if id := sid.String(); !slices.Contains(ours, id) && !slices.Contains(sids, id) {
			names, sids = append(names, nameOf(sid)), append(sids, id)
		}
	}
	if len(names) == 0 {
		return "", ""
	}
	info, err := os.Stat(path)
	return strings.Join(names, ", "), icacls(path, err == nil && info.IsDir(), keep, sids)
}

// above returns none: the rights of a drive's root would be told of every house.
func above(string) []Wide { return nil }

func aces(acl *windows.ACL) int {
	if acl == nil {
		return 0
	}
	return int(acl.AceCount)
}

func nameOf(sid *windows.SID) string {
	if name, _, _, err := sid.LookupAccount(""); err == nil {
		return name
	}
	return sid.String()
}
