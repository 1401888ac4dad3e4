package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// Restore puts a backup into a data directory that has no record, once all of it holds against c. Where c trusts no
// key it goes by the one that the backup names last. Errors: those of storage.Restore, and the first fault.
func Restore(ctx context.Context, file, dir string, c audit.Check) error {
	return storage.Restore(ctx, file, dir, func(s record.Snapshot, named string) error {
		if c.Trusted == "" {
			c.Trusted = named
		}
		_, _, err := holds(ctx, s, c)
		return err
	})
}

// The errors of a restore that cannot be entered.
var (
	// ErrNotRestored is the error of a record that nobody has restored.
	ErrNotRestored = errors.New("no restore took place there that is still to be entered: sabotctl restore leaves a mark in the data folder, and there is none")
	// ErrEntered is the error of a restore that was entered before.
	ErrEntered = errors.New("this restore is entered already; a restore is entered once")
	// ErrOtherBackup is the error of a backup from which that record was not restored.
	ErrOtherBackup = errors.New("the record was not restored from that backup: name the file that sabotctl restore was given")
	// ErrGoneOn is the error of a record to which somebody has written since it was restored.
	ErrGoneOn = errors.New("the backup is good, but somebody opened the record too early: restore it into another empty folder, and enter that before anybody opens it")
)

// restoredFrom demands that this record was restored from a backup, and is still what that backup has.
// The error wraps one of the above, or is of a backup that cannot be read.
func (h Backups) restoredFrom(ctx context.Context, file string) (err error) {
	backup, sha256, err := storage.OpenBackup(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backup.Close()) }()
	heads, err := headsOf(ctx, backup)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	snapshot, err := h.Store().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	entered := func(l house.Loss) bool { return l.Seq > heads[record.HouseStream].Size }
	mark, err := h.Store().Kept(storage.RestoreMark)
	switch {
	case slices.ContainsFunc(h.State.Backups().Losses(), entered):
		return fmt.Errorf("%s: %w", filepath.Base(file), ErrEntered)
	case errors.Is(err, fs.ErrNotExist):
		return ErrNotRestored
	case err != nil:
		return err
	case strings.TrimSpace(string(mark)) != sha256:
		return fmt.Errorf("%s: %w", filepath.Base(file), ErrOtherBackup)
	}
	return h.unchangedSince(ctx, snapshot, heads)
}

// unchangedSince demands that the record has the entries of the heads of a backup. Behind them it may have nothing
// but what a start enters of the house by itself.
func (h Backups) unchangedSince(ctx context.Context, s record.Snapshot, heads map[string]seal.Head) error {
	var list []seal.Head
	for _, head := range heads {
		list = append(list, head)
	}
	other, err := audit.Others(ctx, s, list)
	if err != nil {
		return err
	}
	if len(other) > 0 {
		return ErrOtherBackup
	}
	now, err := headsOf(ctx, s)
	if err != nil {
		return err
	}
	for stream, head := range now {
		has := head.Size
		if stream == record.HouseStream {
			has = h.State.Backups().Firm()
		}
		if had := heads[stream].Size; has > had {
			return fmt.Errorf("%s has %d entries, and the backup has %d: %w", stream, head.Size, had, ErrGoneOn)
		}
	}
	return nil
}

// headsOf returns the heads of all streams, by name.
func headsOf(ctx context.Context, s record.Snapshot) (map[string]seal.Head, error) {
	names, err := s.Streams(ctx)
	if err != nil {
		return nil, err
	}
	heads := map[string]seal.Head{}
	for _, name := range names {
		stored, err := s.Stored(ctx, name)
		if err != nil {
			return nil, err
		}
		if stored == nil {
			continue
		}
		head, err := seal.ReadHead(stored.Note)
		if err != nil {
			return nil, fmt.Errorf("the head of %s: %w", name, err)
		}
		heads[name] = head
	}
	return heads, nil
}

// WriteCopy writes a record that lies elsewhere, as at the house's pit, into one new file from which it is
// restored. Before that all of it has to hold. Errors: of the file; ErrFaulty.
func WriteCopy(ctx context.Context, file string, s record.Snapshot, secrets []record.Secret) error {
	return storage.CopyOf(ctx, file, s, secrets, func(s record.Snapshot, named string) error {
		_, _, err := holds(ctx, s, audit.Check{Trusted: named})
		return err
	})
}
