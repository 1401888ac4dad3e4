package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"sabot/app/sabotctl/terminal"
	"sabot/games/handfile"
	"sabot/storage/disk"
)

func settle(ctx context.Context, args []string, s streams) error {
	return streamed(ctx, "settle", args, s, handfile.Settle)
}

func check(ctx context.Context, args []string, s streams) error {
	return streamed(ctx, "check", args, s, handfile.Check)
}

// streamed runs a stream from its input to its output. It waits for input where
// nothing can wake it, so Ctrl+C ends the program: every line that is out is whole
// or, the last, cut.
func streamed(ctx context.Context, name string, args []string, s streams, run func(io.Reader, io.Writer) (int, error)) error {
	defer context.AfterFunc(ctx, func() { os.Exit(unusable) })()
	f := newFlags(name)
	f.Bool("json", true, "") // they always speak it
	rest, err := f.read(args, 0, 1)
	if err != nil {
		return err
	}
	in := s.in
	if len(rest) == 1 && rest[0] != "-" {
		f, err := openHands(rest[0])
		if err != nil {
			return fmt.Errorf("reading the hands: %w: name a file that is there, or - for standard input", err)
		}
		defer f.Close()
		in = f
	}
	failed, err := run(in, terminal.NewCounted(s.out, s.err))
	if err != nil {
		return err
	}
	if failed > 0 {
		return errNotHeld
	}
	return nil
}

// openHands opens a plain file of hands, or a pipe that the shell has opened for this program already: its writer is there.
func openHands(path string) (*os.File, error) {
	if path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/") {
		if about, err := os.Stat(path); err == nil && about.Mode()&os.ModeNamedPipe != 0 {
			return os.Open(path)
		}
	}
	return disk.OpenPlain(path)
}
