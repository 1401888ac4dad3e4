package start

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"sabot/storage"
)

// CrashFile is where in the data directory it stands what broke: what was caught, and what
// ended the program.
const CrashFile = "crash.txt"

// Crashes makes the runtime write what ends the program into the data directory as well as to standard error.
// It returns a function that writes down what did not end it. A directory that cannot be written is reported
// where the record is opened.
func Crashes(dir string) (broke func(text string)) {
	path := filepath.Join(dir, CrashFile)
	if err := storage.MakeFolder(dir); err == nil {
		if f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600); err == nil {
			err = debug.SetCrashOutput(f, debug.CrashOptions{})
			if err = errors.Join(err, f.Close()); err != nil { // the runtime has its own handle
				fmt.Fprintf(os.Stderr, "sabot: a crash will be told here alone: %v\n", err)
			}
		}
	}
	return Broken(dir)
}

// Broken writes down what broke and did not end the program, and nothing before something did: for
// a program that leaves the directory as it is. What ends it stands on standard error.
func Broken(dir string) (broke func(text string)) {
	path := filepath.Join(dir, CrashFile)
	return func(text string) {
		fmt.Fprintln(os.Stderr, text)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return // it stands on standard error
		}
		fmt.Fprintln(f, text)
		f.Close()
	}
}
