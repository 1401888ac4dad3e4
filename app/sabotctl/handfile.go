package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"sabot/games/handfile"
)

func settle(_ context.Context, args []string, s streams) error {
	return streamed("settle", args, s, handfile.Settle)
}

func check(_ context.Context, args []string, s streams) error {
	return streamed("check", args, s, handfile.Check)
}

func streamed(name string, args []string, s streams, run func(io.Reader, io.Writer) (int, error)) error {
	rest, err := newFlags(name).read(args, 0, 1)
	if err != nil {
		return err
	}
	in := s.in
	if len(rest) == 1 && rest[0] != "-" {
		f, err := os.Open(rest[0])
		if err != nil {
			return fmt.Errorf("reading the hands: %w", err)
		}
		defer f.Close()
		in = f
	}
	failed, err := run(in, s.out)
	if err != nil {
		return err
	}
	if failed > 0 {
		return errNotHeld
	}
	return nil
}
