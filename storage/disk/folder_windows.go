package disk

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mkdir makes a folder that is this user's, the administrators' and the system's, with all that will lie in it. The
// folder above it gives no rights. A mode means nothing here.
func mkdir(path string) error {
	failed := func(err error) error { return &os.PathError{Op: "mkdir", Path: path, Err: err} }
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return failed(err)
	}
	sd, err := windows.SecurityDescriptorFromString("D:P(A;OICI;FA;;;" + user.User.Sid.String() + ")(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)")
	if err != nil {
		return failed(err)
	}
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return failed(err)
	}
	sa := windows.SecurityAttributes{SecurityDescriptor: sd}
	sa.Length = uint32(unsafe.Sizeof(sa))
	if err := windows.CreateDirectory(name, &sa); err != nil {
		return failed(err)
	}
	return nil
}
