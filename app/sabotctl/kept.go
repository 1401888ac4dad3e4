package main

import (
	"fmt"
	"os"
	"path/filepath"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/start"
	"sabot/pit/audit"
	"sabot/storage/disk"
)

// A keptArgs is the arguments of verify on what was kept elsewhere.
type keptArgs struct {
	keys, witnesses   []string
	files, dirs, pdfs []string
}

// flags declares the options, each as often as wanted.
func (k *keptArgs) flags(f flags) {
	k.heads(f)
	f.several("key", &k.keys)
	f.several("witness", &k.witnesses)
	f.several("pdf", &k.pdfs)
}

// heads declares the options that name checkpoints.
func (k *keptArgs) heads(f flags) {
	f.several("checkpoint", &k.files)
	f.several("checkpoints", &k.dirs)
}

// several declares an option that may stand as often as wanted.
func (f flags) several(name string, list *[]string) {
	f.Func(name, "", func(text string) error {
		*list = append(*list, text)
		return nil
	})
}

// read reads the checkpoints that were kept. A PDF that has none in it is among the bare ones, with why: who
// names many is to hear the verdict on the others. One that was changed since it was signed is among the
// damaged ones; its heads are signed by themselves.
func (k *keptArgs) read() (all []audit.Kept, bare, damaged []string, err error) {
	for _, file := range k.files {
		note, err := readNote(file)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("reading the checkpoint: %w", err)
		}
		all = append(all, audit.Kept{Note: note, Source: "the checkpoint " + filepath.Base(file)})
	}
	for _, dir := range k.dirs {
		list, err := notesIn(dir)
		if err != nil {
			return nil, nil, nil, err
		}
		all = append(all, list...)
	}
	for _, file := range k.pdfs {
		pdf, err := papers.ReadReport(file)
		if err != nil {
			return nil, nil, nil, err
		}
		notes, err := papers.CheckpointsIn(pdf)
		if err != nil {
			bare = append(bare, oneLine(fmt.Sprintf("%s: %v", file, err)))
		} else if err := papers.AsSigned(pdf); err != nil {
			damaged = append(damaged, oneLine(fmt.Sprintf("%s: %v", file, err)))
		}
		printed := papers.PrintedAt(pdf)
		for _, note := range notes {
			all = append(all, audit.Kept{Note: note, Source: "the report " + filepath.Base(file), At: printed})
		}
	}
	return all, bare, damaged, nil
}

// receipts returns the heads beside the record that the house's pit has countersigned. Where a witness is named
// they are left to who names their folder: the pit is another one. without is true where the machine is
// enrolled and has none.
func (k *keptArgs) receipts(data string) (kept []audit.Kept, without bool, err error) {
	dir, err := start.FindData(data)
	if err != nil || len(k.witnesses) > 0 {
		return nil, false, err
	}
	files, err := filepath.Glob(filepath.Join(dir, session.PitFolder, "*"+session.CheckpointEnding))
	if err != nil || len(files) == 0 {
		_, enrolled := os.Lstat(filepath.Join(dir, filepath.FromSlash(pitclient.EnrolmentFile)))
		return nil, enrolled == nil, err
	}
	kept, err = notesIn(filepath.Join(dir, session.PitFolder))
	for i := range kept {
		kept[i].Pit = true
	}
	return kept, false, err
}

// notesIn returns the checkpoints of a folder. Errors: of a folder without one, and of one that cannot be read: none is passed over.
func notesIn(dir string) ([]audit.Kept, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []audit.Kept
	for _, f := range files {
		if filepath.Ext(f.Name()) != session.CheckpointEnding {
			continue
		}
		note, err := readNote(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, audit.Kept{Note: note, Source: "the checkpoint " + f.Name()})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no checkpoint in %s: their names end in %s", dir, session.CheckpointEnding)
	}
	return all, nil
}

// readNote reads a checkpoint, which is short.
func readNote(file string) (string, error) {
	note, err := disk.ReadPlain(file, disk.LargestKey)
	return string(note), err
}
