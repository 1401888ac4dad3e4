package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
)

// Aside returns the house as the record has it now, for long work beside the screens. It shares the record with
// h, and what can be read again from it, so that h may go on meanwhile. It may be called from any goroutine.
func (h *House) Aside() (*House, error) {
	state, tree, err := h.aside.now(h.store)
	if err != nil {
		return nil, err
	}
	aside := newHouse(state, tree, h.store, h.now)
	aside.lists, aside.alone, aside.program, aside.others = h.lists, h.alone, h.program, h.others
	return aside, nil
}

// Work is long work for somebody who waits for it.
type Work struct {
	Context context.Context // ends it; nil for never
	// Progress is told how much of it is done; nil if nobody wants to know.
	Progress func(done, all int)
	// Entries is told, now and then, how many entries of the record were judged; nil if nobody wants to know.
	Entries func(n int64)
}

// context returns the context that ends the work; never nil.
func (w Work) context() context.Context {
	if w.Context == nil {
		return context.Background()
	}
	return w.Context
}

// AsideFor returns Aside for long work w. Work that its context ends leaves nothing behind, and returns the
// context's error.
func (h *House) AsideFor(w Work) (*House, error) {
	aside, err := h.Aside()
	if err == nil {
		aside.work = w
	}
	return aside, err
}

// byRecord does what AsideFor does, for a house that goes by the record alone and uses no derived data.
func (h *House) byRecord(w Work) (*House, error) {
	by, err := h.AsideFor(w)
	if err == nil {
		by.lists = by.alone
	}
	return by, err
}

// For sets the long work that this house is used for: its context and its progress.
func (h *House) For(w Work) { h.work = w }

// progress reports to who waits how far long work has come. Its error is that of the work's context.
func (h *House) progress(done, all int) error {
	if h.work.Progress != nil {
		h.work.Progress(done, all)
	}
	if h.work.Context != nil {
		return h.work.Context.Err()
	}
	return nil
}

// replica is a fold of the house's entries of its own, so that work beside the window need
// neither touch the window's nor read the house's whole life again.
type replica struct {
	mu    sync.Mutex
	state *house.House
	tree  seal.Tree
}

// now takes in what was entered since, and answers a clone.
func (r *replica) now(store record.Keeper) (*house.House, seal.Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := follow(r.state, &r.tree, store); err != nil {
		return nil, seal.Tree{}, err
	}
	return r.state.Clone(), r.tree.Clone(), nil
}

// Draft returns a report as it would leave the house now, as the next copy where it is signed already. Nothing
// is noted. Errors: those of Evidence.
func (h *House) Draft(w Wanted) (reports.Evidence, reports.Document, error) {
	e, err := h.Papers().Evidence(w)
	if err != nil {
		return e, reports.Document{}, err
	}
	if again := h.Papers().signedNext(w, e); again.Copy > 1 {
		e = again
	}
	doc, err := e.Draw(h.Papers().Words(e.Language))
	return e, doc, err
}

// SlipNames returns the slips of a table's shift, the oldest first, then the papers of keys, badges and tips.
func (h Papers) SlipNames(table string, shift int) ([]string, error) {
	t, ok, err := h.Sums().shiftUpTo(&h.State, table, shift, math.MaxInt64)
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

// Shift returns a table's shift as far as it has come, with every hand. Error: where the table has had no such
// shift.
func (h *House) Shift(table string, number int) (*pit.Table, error) {
	t, ok, err := h.Sums().shiftUpTo(&h.State, table, number, math.MaxInt64)
	if err == nil && !ok {
		err = fmt.Errorf("table %s has had no shift %d", table, number)
	}
	return t, err
}

// Sheet is a way of writing a report for a program that calculates.
type Sheet string

// The sheets, by the ending of their files.
const (
	CSV  Sheet = "csv"
	XLSX Sheet = "xlsx"
)

// Sheets returns the figures of a report for a spreadsheet: of CSV one file for each table, of XLSX one
// workbook. They are no copy of the report: nothing is noted. doubts are known objections to the figures, a
// sentence each. The first table lists them, and which tables the figures leave out. A line under each other
// one says that there are doubts; of CSV under the first as well.
func (h *House) Sheets(w Wanted, as Sheet, doubts ...string) ([]reports.File, error) {
	e, err := h.Papers().Evidence(w)
	if err != nil {
		return nil, err
	}
	words := h.Papers().Words(e.Language)
	r, err := e.Report(words)
	if err != nil {
		return nil, err
	}
	if w.Kind == reports.HouseReport {
		doubts = append(slices.Clip(doubts), without(h, words)...)
	}
	for _, d := range doubts {
		r.Head = append(r.Head, reports.Pair{Label: words.T("report_doubt"), Value: d})
	}
	for i := range r.Sections {
		if s := &r.Sections[i]; len(doubts) > 0 {
			s.Notes = append(slices.Clip(s.Notes), words.T("report_doubts_note"))
		}
	}
	if as == CSV {
		return r.CSV()
	}
	var out bytes.Buffer
	err = r.WriteXLSX(&out)
	return []reports.File{{Name: w.FileName() + "." + string(as), Content: out.Bytes()}}, err
}

// SaveSheet keeps the Sheets among the house's reports; file is the path of the workbook, or
// of the folder with the CSV.
func (h *House) SaveSheet(w Wanted, as Sheet) (file string, err error) {
	files, err := h.Sheets(w, as)
	if err != nil {
		return "", err
	}
	folder := reportFolder
	if as == CSV {
		folder = path.Join(folder, w.FileName()+"-csv")
	}
	for _, f := range files {
		if file, err = h.store.Keep(path.Join(folder, f.Name), f.Content); err != nil {
			return "", err
		}
	}
	if as == CSV {
		file = filepath.Dir(file)
		err = h.forgetOthers(folder, files)
	}
	return file, err
}

// forgetOthers takes away what an older export left in its folder and this one has not.
func (h *House) forgetOthers(folder string, export []reports.File) error {
	kept, err := h.store.KeptIn(folder)
	var there []string
	for _, f := range kept {
		there = append(there, f.Name)
	}
	for _, old := range reports.Stale(there, export) {
		err = errors.Join(err, h.store.Forget(path.Join(folder, old)))
	}
	return err
}

// reportFolder is where among the house's files its reports are.
const reportFolder = "reports"

// ReportFiles returns the PDFs that the house keeps: the signed ones, then the others, the newest first.
func (h Papers) ReportFiles() ([]record.KeptFile, error) {
	files, err := h.store.KeptIn(reportFolder)
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
	return h.store.Kept(path.Join(reportFolder, name))
}

// VerifyRecord reads the whole record and answers for each table what does not hold; it
// trusts the key with which the house seals it, and holds the record against what its pit has countersigned. Progress is told how many entries were read.
// Errors: of a record that cannot be read, and ctx's.
func (h Papers) VerifyRecord(ctx context.Context, progress func(entries int64)) (all []audit.Checked, err error) {
	kept, err := h.countersigned() // before the record is: no head in it is younger then
	if err != nil {
		return nil, err
	}
	r, err := h.store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	all, err = audit.Verify(ctx, r, audit.Check{Trusted: h.store.Verifier(), Kept: kept, Progress: progress})
	if err != nil {
		return nil, err
	}
	if all, err = h.HoldPapers(ctx, all); err != nil {
		return nil, err
	}
	return h.HoldKept(Work{Context: ctx}, all, h.store.Forget)
}

// PitFolder is the folder of the house's files in which a machine keeps what its pit has countersigned.
const PitFolder = "pit"

// countersigned returns the heads that the house's pit has countersigned and this machine keeps.
func (h *House) countersigned() (kept []audit.Kept, err error) {
	files, err := h.store.KeptIn(PitFolder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if path.Ext(f.Name) != CheckpointEnding {
			continue
		}
		note, err := h.store.Kept(path.Join(PitFolder, f.Name))
		if err != nil {
			return nil, err
		}
		kept = append(kept, audit.Kept{Note: string(note), Source: "the checkpoint " + f.Name, Pit: true})
	}
	return kept, nil
}
