package disk

import "golang.org/x/sys/windows"

// fullSaid is what this system says of a full disk besides ENOSPC, which it does not know.
var fullSaid = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
