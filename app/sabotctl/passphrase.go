package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Owners of a passphrase that is asked for at the terminal.
const (
	ofAuthority = "passphrase of the house's authority: "
	ofMachine   = "passphrase of this machine's secrets: "
)

// passphrase reads a passphrase: from a file that nobody else may read or a pipe, where one is named, else from the terminal, which
// does not show it; twice where it is a new one. It goes nowhere else.
func passphrase(ctx context.Context, whose, file string, anew bool, s streams) (string, error) {
	if file != "" {
		content, err := readSecret(file, "the passphrase")
		if err != nil {
			return "", fmt.Errorf("reading the passphrase: %w", err)
		}
		return strings.TrimRight(string(content), "\r\n"), nil
	}
	in, ok := s.in.(*os.File)
	if !ok {
		return "", terminal.ErrNone
	}
	lines := bufio.NewReader(in)
	typed, err := terminal.Ask(ctx, in, lines, whose, s.err)
	if err != nil || !anew {
		return typed, err
	}
	again, err := terminal.Ask(ctx, in, lines, "once more: ", s.err)
	if err == nil && again != typed {
		err = errors.New("the two passphrases are not the same: nothing was changed")
	}
	return typed, err
}

// unlockEnv is the environment variable that names the file with the machine's passphrase, for programs that nobody
// starts by hand: it names the file, never the passphrase.
const unlockEnv = "SABOT_PASSPHRASE_FILE"

var errUnlock = fmt.Errorf("the secrets of this machine lie under a passphrase, and here is no terminal to type it at: have %s name a pipe, or a file that nobody else may read", unlockEnv)

// errUnlockFirst is errUnlock where the command's own file has the passphrase under which they are to lie.
var errUnlockFirst = fmt.Errorf("the secrets of this machine lie under a passphrase already, and it opens them: have %s name the file with that one. --passphrase-file names the one under which they are to lie from now on", unlockEnv)

// unlock gives this program the machine's passphrase for a command, from the file that unlockEnv names or from the terminal, where it may be tried
// three times. Where secrets are to lie under it no more, the command's own file has it.
func unlock(ctx context.Context, command string, args []string, s streams) error {
	dir, err := start.FindData(valueOf(args, "data"))
	if err != nil {
		return err
	}
	file := os.Getenv(unlockEnv)
	if command == "protect" && !setIn(args, "passphrase") {
		file = cmp.Or(valueOf(args, "passphrase-file"), file)
	}
	for try := 1; ; try++ {
		typed, err := passphrase(ctx, ofMachine, file, false, s)
		switch {
		case errors.Is(err, terminal.ErrNone) && command == "protect" && setIn(args, "passphrase"):
			return errUnlockFirst
		case errors.Is(err, terminal.ErrNone):
			return errUnlock
		case err != nil:
			return err
		}
		err = session.Unlock(dir, typed)
		if err == nil || file != "" || try == mostTries || !errors.Is(err, record.ErrAsks) && !house.RefusedFor(err, house.WrongPassphrase) {
			return err
		}
		fmt.Fprintln(s.err, told(err))
	}
}

// mostTries bounds how often somebody may type a passphrase; each costs what it costs to open a key.
const mostTries = 3

// setIn reports whether a switch is set among arguments, in any of the forms that the flags take, the last one as they have it.
func setIn(args []string, option string) (set bool) {
	for _, arg := range args {
		if name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "="); name == option && strings.HasPrefix(arg, "-") {
			on, err := strconv.ParseBool(value)
			set = !joined || err == nil && on
		}
	}
	return set
}

// valueOf returns the value of an option among arguments, the last one as the flags have it; "" where it is not there.
func valueOf(args []string, option string) (last string) {
	for i, arg := range args {
		name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case name != option || !strings.HasPrefix(arg, "-"):
		case joined:
			last = value
		case i+1 < len(args):
			last = args[i+1]
		}
	}
	return last
}
