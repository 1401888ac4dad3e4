package disk

import "golang.org/x/sys/windows"

// fullSaid is the list of Windows' own errors for a full disk; Windows does not use ENOSPC.
var fullSaid = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
