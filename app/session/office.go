package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sabot/pit"
	"sabot/reports"
	"sabot/storage"
)

// Aside is the house as the record has it now, for long work beside the screens: it shares
// the record with h and nothing else, so that h may go on meanwhile. It may be called from
// anywhere.
func (h *House) Aside() (*House, error) {
	state, err := h.aside.now(h.store)
	if err != nil {
		return nil, err
	}
	return newHouse(state, h.store, h.now), nil
}

// replica is a fold of the house's entries of its own, so that work beside the window need
// neither touch the window's nor read the house's whole life again.
type replica struct {
	mu    sync.Mutex
	state *pit.House
}

// now takes in what was entered since, and answers a clone.
func (r *replica) now(journal pit.Journal) (*pit.House, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := follow(r.state, journal); err != nil {
		return nil, err
	}
	return r.state.Clone(), nil
}

// Draft is a report as it would leave the house now; nothing is noted. Errors: those of
// Evidence.
func (h *House) Draft(w Wanted) (reports.Document, error) {
	e, err := h.Evidence(w)
	if err != nil {
		return reports.Document{}, err
	}
	return e.Draw(h.Words(e.Language))
}

// SlipNames are the slips of a table's shift, the oldest first.
func (h *House) SlipNames(table string, shift int) ([]string, error) {
	t, ok, err := pit.Shift(h.store, table, shift)
	if err != nil || !ok {
		return nil, err
	}
	var names []string
	for _, s := range t.Slips() {
		names = append(names, s.String())
	}
	return names, nil
}

// Sheet is a way of writing a report for a program that calculates.
type Sheet string

// The sheets, by the ending of their files.
const (
	CSV  Sheet = "csv"
	XLSX Sheet = "xlsx"
)

// SaveSheet keeps the figures of a report among the house's reports; file is its path. A
// sheet is no copy of the report: nothing is noted.
func (h *House) SaveSheet(w Wanted, as Sheet) (file string, err error) {
	e, err := h.Evidence(w)
	if err != nil {
		return "", err
	}
	r, err := e.Report(h.Words(e.Language))
	if err != nil {
		return "", err
	}
	write := map[Sheet]func(io.Writer) error{CSV: r.WriteCSV, XLSX: r.WriteXLSX}[as]
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return "", err
	}
	if err := os.MkdirAll(h.reportFolder(), 0o700); err != nil {
		return "", fmt.Errorf("keeping the figures of a report: %w", err)
	}
	file = filepath.Join(h.reportFolder(), w.FileName()+"."+string(as))
	return file, WriteFile(file, out.Bytes())
}

func (h *House) reportFolder() string { return filepath.Join(h.store.Dir(), "reports") }

// ReportFile is a PDF that the house keeps.
type ReportFile struct {
	Name, Path string
	At         time.Time // when it was written
}

// ReportFiles are the PDFs that the house keeps, the newest first.
func (h *House) ReportFiles() ([]ReportFile, error) {
	entries, err := os.ReadDir(h.reportFolder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the house's reports: %w", err)
	}
	var files []ReportFile
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(e.Name()) != ".pdf" {
			continue
		}
		files = append(files, ReportFile{e.Name(), filepath.Join(h.reportFolder(), e.Name()), info.ModTime()})
	}
	slices.SortStableFunc(files, func(a, b ReportFile) int { return b.At.Compare(a.At) })
	return files, nil
}

// VerifyRecord reads the whole record and answers for each table what does not hold; it
// trusts the key that lies beside it. Progress is told how many entries were read.
// Errors: of a record that cannot be read, and ctx's.
func (h *House) VerifyRecord(ctx context.Context, progress func(entries int64)) (all []storage.Checked, err error) {
	r, err := storage.OpenReader(ctx, h.store.Dir())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	trusted, err := r.Verifier()
	if err != nil {
		return nil, err
	}
	return r.Verify(ctx, storage.Check{Trusted: trusted, Progress: progress})
}
