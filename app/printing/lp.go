//go:build !windows

package printing

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// curiosity is how long the queue may take to say how it is. A test shortens it.
var curiosity = 5 * time.Second

// leftToItself is false: an lp that hangs is ended, and has sent the file on by then or never will.
const leftToItself = false

// send queues a file by lp on the default printer, on A4 and as large as fits on it.
func send(ctx context.Context, path string) (Job, error) {
	lp, err := exec.LookPath("lp")
	if errors.Is(err, exec.ErrNotFound) {
		return Job{}, ErrNoPrinting
	}
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	out, late, err := ask(ctx, patience, lp, "-o", "media=A4", "-o", "fit-to-page", "--", path)
	switch {
	case late:
		return Job{}, &RefusedError{Hangs, "lp does not answer"}
	case err != nil:
		says := oneLine(out)
		if says == "" {
			says = err.Error()
		}
		return Job{}, &RefusedError{whyOf(out), says}
	}
	return queueOf(ctx, out), nil
}

// ask runs a program of the printing system and answers what it said, in English; late says
// that it took too long, or nobody waited any more, and it was stopped.
func ask(ctx context.Context, limit time.Duration, program string, args ...string) (said string, late bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LANGUAGE=C")
	cmd.WaitDelay = time.Second // for what it may have started itself
	out, err := cmd.CombinedOutput()
	return string(out), ctx.Err() != nil, err
}

// oneLine returns the output of a program, without its own name and not longer than a screen shows.
func oneLine(said string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	if _, rest, ok := strings.Cut(line, "lp: "); ok {
		line = rest
	}
	line = strings.TrimSpace(strings.TrimPrefix(line, "Error - "))
	const longest = 100
	if runes := []rune(line); len(runes) > longest {
		line = string(runes[:longest]) + "…"
	}
	return strings.TrimRight(line, ". ")
}

// whyOf reads what lp says (CUPS 2) for why it did not take a file.
func whyOf(said string) Why {
	said = strings.ToLower(said)
	for _, c := range []struct {
		words string
		why   Why
	}{
		{"no default destination", NoDefault},
		{"no destinations added", NoDefault},
		{"does not exist", NoDefault},
		{"not accepting", Rejects},
		{"unable to connect", NoServer},
		{"bad file descriptor", NoServer},
		{"scheduler is not running", NoServer},
		{"transport endpoint", NoServer},
		{"connection refused", NoServer},
		{"not responding", Hangs},
	} {
		if strings.Contains(said, c.words) {
			return c.why
		}
	}
	return Otherwise
}

// request is what lp says of a job that it queued: "request id is office-12 (1 file(s))".
var request = regexp.MustCompile(`request id is (\S+)-[0-9]+`)

// queueOf returns the queue that a job went to, and its state. Where it is not named, the job is queued all the
// same.
func queueOf(ctx context.Context, said string) Job {
	found := request.FindStringSubmatch(said)
	if found == nil {
		return Job{}
	}
	job := Job{Queue: found[1]}
	lpstat, err := exec.LookPath("lpstat")
	if err != nil {
		return job
	}
	state, late, err := ask(ctx, curiosity, lpstat, "-p", job.Queue, "-o", job.Queue)
	if late || err != nil {
		return job
	}
	for line := range strings.Lines(state) {
		switch {
		case strings.HasPrefix(line, "printer "+job.Queue+" disabled"):
			job.Stopped = true
		case strings.HasPrefix(line, job.Queue+"-"):
			job.Waiting++
		}
	}
	return job
}
