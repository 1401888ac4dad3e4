package session

import "sabot/storage/disk"

// LargestReport is more than the file of any report has, in bytes.
const LargestReport = 64 << 20

// ReadReport reads the file of a report, and no more of it than such a file has. The error is
// of one that is no plain file, or larger.
func ReadReport(file string) ([]byte, error) { return disk.ReadPlain(file, LargestReport) }
