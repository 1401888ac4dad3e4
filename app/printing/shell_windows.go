package printing

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var shellExecute = windows.NewLazySystemDLL("shell32.dll").NewProc("ShellExecuteW")

// send has the program that opens PDFs print one. That program says nothing of the queue. What
// the call answers says why it failed; the thread's last error, which x/sys gives, does not.
func send(path string) (Job, error) {
	verb, err := windows.UTF16PtrFromString("print")
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	file, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	if err := shellExecute.Find(); err != nil {
		return Job{}, ErrNoPrinting
	}
	answer, _, last := shellExecute.Call(0, uintptr(unsafe.Pointer(verb)), uintptr(unsafe.Pointer(file)), 0, 0, windows.SW_HIDE)
	return Job{}, shellAnswered(answer, last)
}
