package session

import (
	"fmt"
	"io"
	"os"
)

// LargestReport is more than the file of any report has, in bytes.
const LargestReport = 64 << 20

// ReadReport reads the file of a report, and no more of it than such a file has. The error is
// of one that is no plain file, or larger.
func ReadReport(file string) ([]byte, error) {
	about, err := os.Stat(file) // before it is opened: a pipe would have to be written first
	switch {
	case err != nil:
		return nil, err
	case !about.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no plain file", file)
	case about.Size() > LargestReport:
		return nil, fmt.Errorf("%s has %d bytes and at most %d are read: it is no report", file, about.Size(), LargestReport)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	pdf := make([]byte, about.Size())
	if _, err := io.ReadFull(f, pdf); err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	return pdf, nil
}
