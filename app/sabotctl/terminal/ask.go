package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ErrNone is the error of an answer that was to be typed where no terminal is.
var ErrNone = errors.New("this is no terminal to type the passphrase at: name a pipe, or a file that nobody else may read, with --passphrase-file")

// Ask reads a line from the terminal while it shows nothing of it. Whoever interrupts it has the terminal as it was.
func Ask(ctx context.Context, in *os.File, lines *bufio.Reader, what string, out io.Writer) (string, error) {
	show, is := hidden(in)
	if !is {
		return "", ErrNone
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
