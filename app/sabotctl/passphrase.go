package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// passphrase reads a passphrase: from a file that nobody else may read or a pipe, where one is named, else from the terminal, which
// does not show it; twice where it is a new one. It goes nowhere else.
func passphrase(ctx context.Context, file string, anew bool, s streams) (string, error) {
	if file != "" {
		content, err := readSecret(file, "the passphrase")
		if err != nil {
			return "", fmt.Errorf("reading the passphrase: %w", err)
		}
		return strings.TrimRight(string(content), "\r\n"), nil
	}
	terminal, ok := s.in.(*os.File)
	if !ok {
		return "", errNoTerminal
	}
	lines := bufio.NewReader(terminal)
	typed, err := ask(ctx, terminal, lines, "passphrase of the house's authority: ", s.err)
	if err != nil || !anew {
		return typed, err
	}
	again, err := ask(ctx, terminal, lines, "once more: ", s.err)
	if err == nil && again != typed {
		err = errors.New("the two passphrases are not the same: nothing was changed")
	}
	return typed, err
}

var errNoTerminal = errors.New("this is no terminal to type the passphrase at: name a pipe, or a file that nobody else may read, with --passphrase-file")

// ask reads a line from the terminal while it shows nothing of it. Whoever interrupts it has the terminal as it was.
func ask(ctx context.Context, terminal *os.File, lines *bufio.Reader, what string, out io.Writer) (string, error) {
	show, is := hidden(terminal)
	if !is {
		return "", errNoTerminal
	}
	defer fmt.Fprintln(out)
	defer show()
	fmt.Fprint(out, what)
	type read struct {
		line string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		line, err := lines.ReadString('\n')
		done <- read{strings.TrimRight(line, "\r\n"), err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return "", fmt.Errorf("reading the passphrase: %w", r.err)
		}
		return r.line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
