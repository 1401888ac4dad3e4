package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"sabot/app/session"
	"sabot/pit/house"
)

// readSecret reads a file of secrets, which may be a pipe. One that others may read is refused.
// A pipe that nobody writes is told, and nothing waits for longer than a minute.
func readSecret(file, what string) ([]byte, error) {
	const most = 64 << 10
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	pipe := info.Mode()&os.ModeNamedPipe != 0
	if !pipe && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file and no pipe", file)
	}
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0) // where it is a pipe, without waiting for its writer
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if open := openToOthers(file, info); open != "" {
		return nil, fmt.Errorf("%s, and others may read %s in it: chmod 600 '%s'", open, what, file)
	}
	if pipe {
		if err := f.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			return nil, err
		}
	}
	content, err := io.ReadAll(io.LimitReader(f, most))
	if err == nil && pipe && len(content) == 0 {
		err = fmt.Errorf("%s is a pipe to which nobody writes: begin the program that gives %s first", file, what)
	}
	return content, err
}

// signOn signs people on with the PINs of a file, one a line in their order, with or without
// the number before it.
func signOn(h *session.House, numbers []string, file string) ([]house.Badge, error) {
	content, err := readSecret(file, "the PINs")
	if err != nil {
		return nil, fmt.Errorf("reading the PINs: %w", err)
	}
	pins := strings.Fields(string(content))
	if len(pins) != len(numbers) {
		return nil, fmt.Errorf("%s holds %d PINs for %d people: one a line, in their order", file, len(pins), len(numbers))
	}
	var badges []house.Badge
	for i, number := range numbers {
		badge, err := h.SignOnAs(number, pins[i])
		if err != nil {
			return nil, fmt.Errorf("signing on %s: %w", number, err)
		}
		badges = append(badges, badge)
	}
	return badges, nil
}
