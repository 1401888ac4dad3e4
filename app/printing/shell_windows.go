package printing

import (
	"context"
	"unsafe"

	"golang.org/x/sys/windows"
)

var shellExecute = windows.NewLazySystemDLL("shell32.dll").NewProc("ShellExecuteW")

// leftToItself is true: nobody can end a call that hangs, and the program that prints may open the file once
// it answers.
const leftToItself = true

// send makes the program that opens PDFs print one. That program does not name the queue. The result of the
// call tells why it failed; the thread's last error, which x/sys gives, does not. The call waits for that
// program to answer, and has no end of its own.
func send(ctx context.Context, path string) (Job, error) {
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
	return Job{}, within(ctx, patience, func() error {
		answer, _, last := shellExecute.Call(0, uintptr(unsafe.Pointer(verb)), uintptr(unsafe.Pointer(file)), 0, 0, windows.SW_HIDE)
		return shellAnswered(answer, last)
	})
}
