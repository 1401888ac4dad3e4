package disk

import (
	"fmt"
	"io"
	"os"
)

// LargestKey is more than any file of keys, of a head, of an enrolment has, in bytes.
const LargestKey = 1 << 20

// Plain demands that a path is that of a plain file: who opens a pipe waits for its writer, and a
// device never ends.
func Plain(path string) (os.FileInfo, error) {
	about, err := os.Stat(path) // before it is opened
	if err == nil && !about.Mode().IsRegular() {
		err = fmt.Errorf("%s is no plain file", path)
	}
	return about, err
}

// OpenPlain opens a plain file to read. The error is os.Open's, or of one that is no plain file.
func OpenPlain(path string) (*os.File, error) {
	if _, err := Plain(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// ReadPlain reads a plain file, and no more of it than it may have. The error is that of OpenPlain, or of one
// that is larger.
func ReadPlain(path string, most int64) ([]byte, error) {
	about, err := Plain(path)
	switch {
	case err != nil:
		return nil, err
	case about.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes and at most %d are read", path, about.Size(), most)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
