package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/disk"
)

// ErrOtherHead is the error of an off-site copy that has another head of the same size. The record there and this
// one have not the same past.
var ErrOtherHead = errors.New("another head of that size lies there: verify the record")

// ErrClosed is the error of an off-site copy in which nothing may be written.
var ErrClosed = errors.New("nothing may be written there")

// PlanProof sets where the signed heads go. Refusals: those of house.House.PlanProof and of
// BackupFolder, and "closed_folder" as in PlanBackups.
func (h Backups) PlanProof(plan record.ProofPlanned, by house.Badge) error {
	facts, err := h.State.Backups().PlanProof(plan, by.Staff)
	if err := h.planned(plan.Folder, facts, err, by); err != nil {
		return err
	}
	h.State.Proof = "" // what was wrong was so of the place before
	return nil
}

// Deliver brings the signed heads to the off-site copy. They are those of closings that are not there yet, and
// those of now. It goes on where one of them cannot be brought. It answers how many it wrote; none where nobody
// planned it. Errors: fs.ErrNotExist for a place that is away, ErrOtherHead, ErrClosed, and those of writing.
func (h Backups) Deliver(ctx context.Context) (written int, err error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return 0, err
	}
	plan, planned := h.State.Backups().ProofPlan()
	if !planned {
		return 0, nil
	}
	if !IsFolder(plan.Folder) { // one that is away is not made: it was a disk
		return 0, fmt.Errorf("%s: %w", plan.Folder, fs.ErrNotExist)
	}
	now, err := h.Heads()
	if err != nil {
		return 0, err
	}
	for _, note := range slices.Concat(h.State.Backups().LastHeads(), now) {
		if ctx.Err() != nil {
			return written, ctx.Err()
		}
		wrote, one := deliver(plan.Folder, note)
		if err = errors.Join(err, one); wrote && one == nil {
			written++
		}
	}
	return written, err
}

// deliver writes a head into a folder where it is not there yet.
func deliver(folder, note string) (wrote bool, err error) {
	head, err := seal.ReadHead(note)
	if err != nil {
		return false, err
	}
	file := filepath.Join(folder, checkpointName(head, note))
	there, err := disk.ReadPlain(file, disk.LargestKey)
	if errors.Is(err, fs.ErrNotExist) {
		if err := storage.WriteOpen(file, []byte(note)); err != nil { // who is to hold the record against it is not who runs Sabot
			if mayNotWrite(err) {
				err = errors.Join(ErrClosed, err)
			}
			return true, fmt.Errorf("writing %s: %w", file, err)
		}
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if was, err := seal.ReadHead(string(there)); err != nil || was != head {
		return false, fmt.Errorf("%s: %w", file, ErrOtherHead)
	}
	return false, nil
}

// checkpointName returns the file name of a head: its stream, its number of entries, and the key that signed
// it. The key is needed because several records may share one folder.
func checkpointName(head seal.Head, note string) string {
	_, line, _ := strings.Cut(note, "\n— ")
	return fmt.Sprintf("%s-%09d-%s%s", head.Stream, head.Size, seal.SignerOf(line), session.CheckpointEnding)
}
