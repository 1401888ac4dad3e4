package papers

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"

	"sabot/pit/record"
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

// SlipNames returns the slips of a table's shift, the oldest first, then the papers of keys, badges and tips.
func (h Papers) SlipNames(table string, shift int) ([]string, error) {
	t, ok, err := h.Derived().ShiftUpTo(&h.State, table, shift, math.MaxInt64)
	if err != nil || !ok {
		return nil, err
	}
	var names []string
	for _, s := range t.Slips() {
		names = append(names, s.String())
	}
	for _, c := range t.Custodies() {
		names = append(names, c.Name)
	}
	return names, nil
}

// reportFolder is where among the house's files its reports are.
const reportFolder = "reports"

// ReportFiles returns the PDFs that the house keeps: the signed ones, then the others, the newest first.
func (h Papers) ReportFiles() ([]record.KeptFile, error) {
	files, err := h.Store().KeptIn(reportFolder)
	files = slices.DeleteFunc(files, func(f record.KeptFile) bool { return path.Ext(f.Name) != ".pdf" })
	slices.SortStableFunc(files, func(a, b record.KeptFile) int {
		if aside := Unsigned(a.Name); aside != Unsigned(b.Name) {
			if aside {
				return 1
			}
			return -1
		}
		return b.At.Compare(a.At)
	})
	return files, err
}

// ReportFile returns the content of one of the ReportFiles.
func (h Papers) ReportFile(name string) ([]byte, error) {
	return h.Store().Kept(path.Join(reportFolder, name))
}
