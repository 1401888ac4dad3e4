// Sabotctl is Sabot without a window: the hand file, odds, export, reports and
// backup, for back office scripts, servers and tests.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"sabot/app/sabotctl/terminal"
	"sabot/app/start"
	"sabot/assets"
	"sabot/pit/record"
)

// Exit status of every command.
const (
	done     = 0
	notHeld  = 1   // it ran and something does not hold
	unusable = 2   // unusable arguments, or nothing could be done
	cut      = 141 // nobody read on: as a shell has it of a program that SIGPIPE ended
)

// errNotHeld is the error of a command that ran and found something that does not
// hold; what that is it has said already.
var errNotHeld = errors.New("something does not hold")

// A streams is the input and the output of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A command is one verb of the program.
type command struct {
	name    string
	args    string // as the usage line has them
	about   string
	example string
	run     func(ctx context.Context, args []string, s streams) error
}

// pinFileHolds is the help on the contents of the file of --pin-file.
const pinFileHolds = "--pin-file is a text file that nobody else may read (chmod 600), or a pipe, with the PIN of each who signs, one a line in the order of --sign, alone or behind its number as it is typed in the window (693174 or 31693174)"

// readerGives is the help on the options by which a reader gives their name.
const readerGives = "--reader is the number of who reads and --pin-file holds its PIN, which the house may ask for"

// passphraseHolds is the help on the contents of the file of --passphrase-file.
const passphraseHolds = "the passphrase is asked for at the terminal, or read from the pipe or the file that nobody else may read (chmod 600) of --passphrase-file"

func commands() []command {
	return []command{
		{"settle", "[FILE|-]", "settle the hands of a hand file", "sabotctl settle hands.ndjson", settle},
		{"check", "[FILE|-]", "judge where the cards of hands were laid", "sabotctl check dealt.ndjson", check},
		{"odds", "PRESET [--json] [--rule K=V …] [--rules] [--stake N]", "exact return of every bet of a preset; --rules lists the rules it takes, --stake N is what a table pays a stake of N minor units by its rounding", "sabotctl odds lugano --json", odds},
		{"demo", "--data DIR [--game G] [--tables N] [--hands N] [--seed S] [--at TIME] [--close]", "make a house to try, with hands played and its codes printed: one table of Lugano Baccarat, or N of the game G (lugano, puntobanco, blackjack); --close ends the night with counts and signed reports. The last hand of each table ended a few minutes ago; --at has the night begin at a time, in UTC (2026-01-10T19:00), so that the same seed gives the same record. sabot --demo makes one of each game, with no hands", "sabotctl demo --data /tmp/demo --hands 60 --close", demoHouse},
		{"export", "--data DIR [--table T] [--shift N] [--settled] [--reader NUMBER --pin-file F]", "every closed hand as a hand file line, but those that were cancelled or dealt without a bet: how many is said on standard error; " + readerGives, "sabotctl export --data DIR | sabotctl settle", export},
		{"log", "--data DIR [--table T] [--kind KIND,…] [--exceptions] [--changes] [--person NUMBER] [--from TIME] [--to TIME] [--lang L] [--json] [-n N] [--reader NUMBER --pin-file F]", "the newest entries of a kind, of a person, of a table, of a time, a line each, in words, or with --json as the record has them; --exceptions are corrections, voids, what was let pass and wrong PINs, --changes what was set; " + readerGives, "sabotctl log --data DIR --kind corrected,undone --person 21 --from 2026-11-21", searchLog},
		{"verify", "--data DIR [--key VERIFIER …] [--checkpoints DIR] [--checkpoint FILE] [--pdf FILE…] [--witness VERIFIER]", "hold the whole record against its seal, its signatures and the rules, and against signed heads that were kept elsewhere: in files, a folder of files whose names end in .checkpoint, signed reports; with --witness, in either form of that key, each of them must be countersigned, and it says when; what Sabot keeps beside it for reports and is not what it says is named and deleted; status 1 then, and also where others of the machine may come at one that this account may write", "sabotctl verify --data DIR --checkpoints /mnt/usb --pdf shift-LB1-1.pdf", verify},
		{"checkpoint", "--data DIR [--table T] [--after N]", "the signed head of a table's entries, or of the house's, to be kept elsewhere; --after N puts the proof before it that they go on from the first N, for a witness", "sabotctl checkpoint --data DIR --table LB1 > LB1-2026-11-21.checkpoint", checkpoint},
		{"witness", "--key FILE [--data DIR] [--another] [CHECKPOINT…]", "countersign checkpoints and say when (C2SP cosignature/v1), with a key of one's own, which is made where there is none, and print its public half; what it has signed lies beside the key, in FILE.seen, and no other log is signed after that, a shorter one with --data alone and without a time, one of the same name by another key with --another alone; --data is the record, or a copy of it, that shows how they go on, where checkpoint --after has not", "sabotctl witness --key witness.key --data DIR /mnt/usb/*.checkpoint", witness},
		{"report", "shift|table|reconstruction|incidents|slip|house|access|changes|exceptions --data DIR [--table T] [--shift N] [--slip NAME] [--day DAY | --from DAY --to DAY] [--lang L] -o FILE.pdf [--csv DIR] [--xlsx FILE] [--sign STAFF[,STAFF] --pin-file F] [--unsigned] [--reader NUMBER --pin-file F]", "a report as a PDF, signed where PINs are given, and its tables: shift, reconstruction and incidents of a shift of a table, table of its days from one to another, slip of one of its slips, access of now, the others of a gaming day or of days from one to another; of one that was signed already a PDF that nobody signed takes --unsigned; a file that is there makes way only where it is one of that kind which nobody signed; " + pinFileHolds + "; " + readerGives, "sabotctl report shift --data DIR --table LB1 -o shift.pdf --sign 11,21 --pin-file pins", report},
		{"verify-report", "FILE.pdf [--data DIR | --ca FILE.pem]", "who signed a report, that it is whole, with --data that its figures are the record's and whether later entries changed them, with --ca that a certificate of the house vouches for the keys of who signed; without --data the answer is unknown at best; status 1 also where later entries overtook it", "sabotctl verify-report shift.pdf --ca house.pem", verifyReport},
		{"authority", "--data DIR", "the certificate of the house, by which others trust its signatures", "sabotctl authority --data DIR > house.pem", authority},
		{"close-authority", "--data DIR --sign STAFF --pin-file F [--passphrase-file F] [--new]", "put the key of the house's authority under a passphrase and destroy the file in which it lay open, a manager signs; --new makes another authority, where the passphrase is lost or the open file may have been copied; " + passphraseHolds + "; " + pinFileHolds, "sabotctl close-authority --data DIR --sign 31 --pin-file pin", closeAuthority},
		{"certify", "--data DIR [--passphrase-file F]", "give the certificates that are still to come since the authority was closed, and renew those that end soon; " + passphraseHolds, "sabotctl certify --data DIR", certify},
		{"backup", "--data DIR FILE [--reader NUMBER --pin-file F]", "write the whole record into one new file; " + readerGives, "sabotctl backup --data DIR /mnt/usb/sabot-2026-11-21.db", backup},
		{"kit", "--data DIR -o FILE.pdf|FILE.txt --sign STAFF --pin-file F [--lang L]", "the recovery kit on a page, or its lines alone: the house's secret keys, to be kept in the safe; " + pinFileHolds, "sabotctl kit --data DIR -o /mnt/usb/kit.pdf --sign 31 --pin-file pin", recoveryKit},
		{"recover", "--data DIR [--kit FILE|-]", "put authority, seal key and the pepper of the PINs back from the recovery kit, once the record is restored", "sabotctl recover --data DIR --kit kit.txt", recovery},
		{"protect", "--data DIR --tpm|--passphrase|--open [--passphrase-file F]", "put the key that seals the record and the pepper of the PINs under the TPM 2.0 of this machine, or under a passphrase that each window and command asks for at its start, or have them lie open again: who copies the files or the disk has neither; a recovery kit has to be made first, as sabotctl recover with it is the way out where they do not open; " + passphraseHolds, "sabotctl protect --data DIR --tpm", protectSecrets},
		{"pit", pitArgs, "many machines, one house: the pit to which they ship their records", "sabotctl pit serve --pit /etc/sabot-pit --listen :8443", pitCommand},
		{"group", groupArgs, "many houses, one group: its server, which sabotctl pit serves, and what the pits of the houses say to it", "sabotctl group report --group /etc/sabot-group --day 2026-11-21", groupCommand},
		{"shoe", shoeArgs, "electronic shoes: one that is none, what a shoe says, and what one said once more; --cards is a file, or what is typed, with " + shoeWords, "sabotctl shoe sim --protocol neutral --pty --cards -", shoeCommand},
		{"restore", "FILE --data DIR", "put a backup into an empty data directory", "sabotctl restore sabot-2026-11-21.db --data DIR", restore},
		{"restored", "--data DIR --backup FILE [--checkpoints DIR] [--checkpoint FILE] --sign STAFF --pin-file F", "enter that the record was restored from that backup, and which signed heads it left behind: a manager signs, before anybody works with the record; " + pinFileHolds, "sabotctl restored --data DIR --backup sabot-2026-11-21.db --checkpoints /mnt/usb --sign 31 --pin-file pin", restoredFrom},
		{"lost", "--data DIR --sign STAFF,STAFF --pin-file F", "sign for what restores have lost: an inspector and then a manager; " + pinFileHolds, "sabotctl lost --data DIR --sign 21,31 --pin-file pins", lost},
		{"twice", "--data DIR --machine NAME --entries N,N --sign STAFF --pin-file F", "sign at the office for entries with which a machine of the house took in twice what was entered there, as verify names them: a manager; " + pinFileHolds, "sabotctl twice --data DIR --machine tavolo-3 --entries 12,14 --sign 31 --pin-file pin", takenTwice},
		{"card", "GAME [--lang L] -o FILE.pdf", "the croupier's card of a game (lugano, blackjack, puntobanco): every key on one page, in the words of F1", "sabotctl card lugano --lang de -o card.pdf", croupiersCard},
		{"completion", "bash|zsh|fish|words [WORD…]", "what has a shell complete these commands; words are those that may stand next, which the shell asks for", "source <(sabotctl completion bash)", completion},
		{"manual", "", "the manual page of all commands, as man reads it", "sabotctl manual | man -l -", manualPage},
	}
}

func main() {
	start.Guard()
	os.Exit(process())
}

// process runs the command of the process and returns its exit status. An interrupt, a termination or a closed output
// breaks the command off, which then leaves nothing half done and nobody signed on. A second one ends it at once.
func process() int {
	signal.Ignore(syscall.SIGPIPE) // to print is an error then, and not the end
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	line, out := terminal.LineOn(os.Stderr), (*terminal.Line)(nil)
	if terminal.Is(os.Stdout) {
		out = cmp.Or(line, terminal.LineOn(os.Stdout))
	}
	defer line.Clear()
	return run(ctx, os.Args[1:], streams{os.Stdin, terminal.OutputTo(os.Stdout, end, out), terminal.OutputTo(os.Stderr, end, line)})
}

// run runs one command and returns its exit status.
func run(ctx context.Context, args []string, s streams) int {
	all := commands()
	if len(args) == 0 {
		fmt.Fprintln(s.err, "sabotctl: name a command: see sabotctl --help")
		return unusable
	}
	if slices.Contains([]string{"help", "-h", "--help"}, args[0]) {
		usage(all, s.err)
		return done
	}
	if args[0] == "--version" {
		fmt.Fprintln(s.out, assets.Built("sabotctl"))
		return done
	}
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(s.err, "sabotctl: there is no command %q: see sabotctl --help\n", args[0])
		return unusable
	}
	c := all[i]
	if slices.Contains(args[1:], "--help") || slices.Contains(args[1:], "-h") {
		begins, all := "usage:", verbs([]command{c})
		if one := slices.IndexFunc(all, func(v verb) bool { return len(v.words) > 1 && v.words[1] == args[1] }); one >= 0 {
			all = all[one : one+1]
		}
		for _, v := range all {
			fmt.Fprintln(s.err, strings.TrimRight(begins+" sabotctl "+c.name+" "+v.line(), " "))
			begins = "      "
		}
		fmt.Fprintf(s.err, "\n%s.\n\nexample: %s\n", capital(c.about), c.example)
		return done
	}
	err := c.run(ctx, args[1:], s)
	if errors.Is(err, record.ErrAsks) { // nothing was done: each command opens the record first
		if err = unlock(ctx, c.name, args[1:], s); err == nil {
			err = c.run(ctx, args[1:], s)
		}
	}
	switch {
	case errors.Is(context.Cause(ctx), syscall.EPIPE):
		return cut
	case err == nil:
		return done
	case errors.Is(err, errNotHeld):
		return notHeld
	}
	said := told(err)
	if ctx.Err() != nil { // what it broke off with is of no use to who broke it off
		said = "interrupted: what was asked for is not done; what is finished before stays"
	}
	fmt.Fprintf(s.err, "sabotctl %s: %s\n", c.name, said)
	return unusable
}

const dataIs = "--data is SABOT_DATA or the user's data directory where it is left out."

func usage(all []command, w io.Writer) {
	fmt.Fprintf(w, "usage: sabotctl COMMAND …\n\n")
	for _, c := range all {
		fmt.Fprintf(w, "  %-10s %s\n             %s\n", c.name, c.args, c.about)
	}
	fmt.Fprintf(w, "\n%s\nsabotctl COMMAND --help shows an example; sabotctl --version says the version, and the commit where the build knows it.\n", dataIs)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
