package session

import (
	"errors"
	"fmt"
	"io/fs"

	"sabot/storage/disk"
)

// LargestReport is more than the file of any report has, in bytes.
const LargestReport = 64 << 20

// ReadReport reads the file of a report, and no more of it than such a file has. The error is
// of one that is no plain file, or larger.
func ReadReport(file string) ([]byte, error) {
	pdf, err := disk.ReadPlain(file, LargestReport)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s: check its folder and its name", file)
	}
	return pdf, err
}
