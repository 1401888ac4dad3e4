//go:build !windows

package printing

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// patience is how long lp may take to queue a file.
const patience = 30 * time.Second

// send queues a file by lp, on the default printer.
func send(path string) error {
	lp, err := exec.LookPath("lp")
	if errors.Is(err, exec.ErrNotFound) {
		return ErrNoPrinting
	}
	if err != nil {
		return &RefusedError{err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, lp, path).CombinedOutput()
	if err == nil {
		return nil
	}
	says := strings.TrimSpace(string(out))
	if says == "" {
		says = err.Error()
	}
	return &RefusedError{says}
}
