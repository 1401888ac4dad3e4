package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"sabot/assets"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Running returns the program that runs. It reads the program's file, which takes a moment.
func Running() (record.Program, error) {
	p := record.Program{Version: assets.Version}
	path, err := os.Executable()
	if err != nil {
		return p, fmt.Errorf("finding this program's file: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return p, fmt.Errorf("reading this program's file: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return p, fmt.Errorf("reading this program's file: %w", err)
	}
	p.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return p, nil
}

// Program returns the program that works here, as it was given to Started; without a hash before.
func (h *House) Program() record.Program {
	if h.program.Version == "" {
		return record.Program{Version: assets.Version}
	}
	return h.program
}

// Started records that this program works on the record from now on, at a table or, "", at none. It also
// records which programs before it did not end by themselves.
func (h *House) Started(table string, p record.Program) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	h.program = p
	died, err := h.Sums().died()
	if err != nil {
		return err
	}
	if h.run == nil {
		h.run, h.runLock = h.Sums().runs()
	}
	if err := h.Record("", h.State.Starts(table, p, h.runLock, died)); err != nil {
		return err
	}
	h.startedAt, h.started, h.began = table, true, 0
	for _, r := range h.State.Runs() {
		if r.Lock == h.runLock {
			h.began = r.Began
		}
	}
	return nil
}

// Stopped records that this program ends its work; it does nothing where Started was not called.
func (h *House) Stopped() error {
	if !h.started {
		return nil
	}
	h.started = false
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	err := h.Record("", []record.Fact{record.Stopped{Table: h.startedAt, Program: h.program, Began: h.began}})
	return errors.Join(err, h.Sums().runsNoMore())
}

// ApprovePrograms names the programs that may work on the record. Refusals: those of
// house.House.ApprovePrograms.
func (h *House) ApprovePrograms(list []record.Program, by house.Badge) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.ApprovePrograms(list, by.Staff)
	return h.decided(by, facts, err)
}

// Service records that somebody worked on a table's equipment. Refusals: those of house.House.Service.
func (h *House) Service(s record.Serviced, by house.Badge) error {
	facts, err := h.State.Service(s, by.Staff)
	return h.decided(by, facts, err)
}
