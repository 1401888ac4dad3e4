package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/start"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

func verify(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("verify")
	data := f.data()
	var k keptArgs
	k.flags(f)
	rest, err := f.read(args, 0, math.MaxInt)
	if err != nil {
		return err
	}
	if len(rest) > 0 && len(k.pdfs) == 0 {
		return errors.New("it takes no argument beside its options: see sabotctl verify --help")
	}
	k.pdfs = append(k.pdfs, rest...)
	r, err := readRecord(ctx, *data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	check := audit.Check{Progress: terminal.EntriesRead(s.err), Witnesses: k.witnesses}
	if check.Trusted, check.Earlier, err = trusted(r, k.keys); err != nil {
		return err
	}
	var bare, damaged []string
	if check.Kept, bare, damaged, err = k.read(); err != nil {
		return err
	}
	if len(k.witnesses) > 0 && len(check.Kept) == 0 && len(bare) == 0 {
		return errors.New("--witness needs checkpoints that were kept elsewhere: name them with --checkpoints, --checkpoint or --pdf")
	}
	elsewhere := len(check.Kept)
	receipts, without, err := k.receipts(*data)
	if err != nil {
		return err
	}
	check.Kept = append(check.Kept, receipts...)
	all, err := judge(ctx, r, check)
	if err != nil {
		return err
	}
	figures := ""
	if all, figures, err = besideApart(ctx, *data, all, terminal.ShiftsRead(s.err)); err != nil {
		return err
	}
	wide := r.Widened()
	for _, w := range wide {
		fmt.Fprintf(s.out, "rights: others of this machine may come at %s (%s): take their rights away with %s\n", w.Path, w.Rights, w.Mend)
	}
	if kind := r.Share(); kind != "" {
		fmt.Fprintf(s.out, "place: %s is a network share (%s), where two machines at a time may spoil a record: move it to a disk of this machine\n", *data, kind)
	}
	for _, key := range append([]string{check.Trusted}, check.Earlier...) {
		fmt.Fprintf(s.out, "trusted key: %s\n", key)
	}
	if elsewhere > 0 {
		fmt.Fprintf(s.out, "held against %d checkpoints that were kept elsewhere\n", elsewhere)
	}
	if n := len(receipts); n > 0 {
		fmt.Fprintf(s.out, "held against %d heads that the pit countersigned and this machine keeps\n", n)
	}
	if without {
		fmt.Fprintln(s.out, "this machine is enrolled in a pit and keeps no head that the pit countersigned: the record was held against none")
	}
	fmt.Fprint(s.out, figures)
	for _, file := range bare {
		fmt.Fprintf(s.out, "not held against %s\n", file)
	}
	for _, file := range damaged {
		fmt.Fprintf(s.out, "not as it was signed: %s; the heads in it are signed by themselves, and were held against all the same\n", file)
	}
	if !mayWrite(*data) { // a copy to be read, which who reads it cannot close
		wide = nil
	}
	return tell(s.out, all, beside{len(bare), len(damaged), len(wide)})
}

// audit verifies a record. It keeps little of what it reads, so that the collector would
// be at work all the time; it is given some room.
func judge(ctx context.Context, r *storage.Reader, check audit.Check) ([]audit.Checked, error) {
	const room = 800 // percent
	defer debug.SetGCPercent(debug.SetGCPercent(room))
	return audit.Verify(ctx, r, check)
}

// besideApart adds the entries of signed reports whose figures are not the record's, and what is kept beside the record and is not what
// it says, where the record holds; says is a line on why they could not be drawn.
func besideApart(ctx context.Context, data string, all []audit.Checked, progress func(done, all int)) (_ []audit.Checked, says string, err error) {
	if audit.StandingOf(all) == audit.Broken {
		return all, "", nil
	}
	h, failed := reading(data)
	if failed != nil {
		return all, fmt.Sprintf("the figures of signed reports were not held against the record: %s\n", oneLine(failed.Error())), nil
	}
	defer closing(h, &err)
	if all, err = papers.Of(h).HoldPapers(ctx, all); err != nil {
		return nil, "", err
	}
	all, err = h.Sums().HoldKept(session.Work{Context: ctx, Progress: progress}, all, func(file string) error { return thrownAway(data, file) })
	return all, "", err
}

// thrownAway deletes a file beside a record that this account may write; a copy to be read stays as it is.
func thrownAway(data, file string) error {
	dir, err := start.FindData(data)
	if err == nil && !mayWrite(data) {
		err = record.ErrReadOnly
	}
	if err != nil {
		return err
	}
	return storage.FolderAt(dir).Forget(file)
}

// keptFalse returns the text about a file beside the record that did not agree with it.
func keptFalse(k audit.KeptFalse) string {
	then := "it was thrown away; close the programs that were open: they have read it"
	if k.Left != nil {
		then = fmt.Sprintf("delete it, since it could not be thrown away (%v), and close the programs that are open: they have read it", k.Left)
	}
	return fmt.Sprintf("what Sabot keeps of %s beside the record, %s, is not what the record says: reports of it may have been false; %s", k.Stream, k.File, then)
}

// readRecord opens the record of a data directory and writes nothing there.
func readRecord(ctx context.Context, asked string) (*storage.Reader, error) {
	dir, err := start.FindData(asked)
	if err != nil {
		return nil, err
	}
	return storage.OpenReader(ctx, dir)
}

// trusted returns the keys that the record must be sealed with: the named ones, else the one beside it.
func trusted(r *storage.Reader, named []string) (last string, earlier []string, err error) {
	for _, key := range named {
		err = errors.Join(err, seal.CheckVerifier(key))
	}
	if len(named) > 0 {
		return named[len(named)-1], named[:len(named)-1], err
	}
	verifier, err := r.Verifier()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("%w: name the key that you trust with --key", err)
	}
	return verifier, nil, err
}

// A beside is the count of what was found beside a record that holds: a program that looks at the exit status alone is to notice it.
type beside struct {
	bare    int // reports that were named and had nothing in them to hold it against
	damaged int // reports that were named and are not as they were signed
	wide    int // files that others of the machine may come at
}

// joinedLines returns lines on the office whose people and rules a machine follows, and on what a manager signed for
// where others had worked there before.
func joinedLines(j audit.Joined) (lines []string) {
	if j.Seq == 0 {
		return nil
	}
	lines = append(lines, fmt.Sprintf("from entry %d on people and rules are those of %s, sealed with the key %s: hold it against the key of the house's office", j.Seq, j.Office, j.Key))
	if j.By != "" {
		lines = append(lines, fmt.Sprintf("%s, who worked here before, signed for that; of those who did, these sign with other keys since: %s", j.By, cmp.Or(strings.Join(j.Others, ", "), "nobody")))
	}
	return lines
}

// tell prints a line for each stream and what does not hold of it.
func tell(w io.Writer, all []audit.Checked, found beside) error {
	zone, misdated := zoneOf(all), 0
	for _, c := range all {
		if c.Fault != nil && c.Entries == 0 && c.Head == "" { // of what was kept, or of a stream that is not there: it has nothing to count
			fmt.Fprintf(w, "  %s\n", clipped(c.Fault.Error()))
			continue
		}
		fmt.Fprintf(w, "%s: %d entries, %d hands, %d approvals%s%s\n", clipped(c.Name), c.Entries, c.Hands, c.Approvals, unsigned(c.Unsigned), headLine(c.Head))
		lines, wrong := witnessLines(c.Cosigned, zone, time.Now())
		misdated += wrong
		for _, line := range lines {
			fmt.Fprintf(w, "  %s\n", clipped(line))
		}
		for _, line := range joinedLines(c.Joined) {
			fmt.Fprintf(w, "  %s\n", clipped(line))
		}
		for _, l := range c.Losses {
			fmt.Fprintf(w, "  %s\n", clipped(lossLine(l, c.Zone)))
			if l.Signed.Manager == "" {
				continue
			}
			fmt.Fprintf(w, "  %s and %s signed for that loss\n", oneLine(l.Signed.Inspector), oneLine(l.Signed.Manager))
		}
		for _, p := range c.LostPapers {
			fmt.Fprintf(w, "  %s\n", clipped(fmt.Sprintf("%s is of entries that the restore of %s lost: it cannot be held against the record", p.Source, p.Restored.In(cmp.Or(c.Zone, time.UTC)).Format(dated))))
		}
		if len(c.TakenTwice) > 0 {
			fmt.Fprintf(w, "  entries %s took in once more what the office had entered, as two programs of Sabot 0.9 did; at the office: sabotctl twice --machine %s --entries %s\n", c.Twice(", "), oneLine(c.Machine), c.Twice(","))
		}
		if len(c.SignedInVain) > 0 {
			fmt.Fprintf(w, "  a manager signed at the office for entries %s of %s as taken in twice: they are none of those, and nothing changes by that\n", c.Vain(), oneLine(c.Machine))
		}
		for _, s := range c.Others {
			fmt.Fprintf(w, "  entries %d to %d are those of a machine that had the table before, as it had shipped them\n", s.From, s.To)
		}
		if c.Unjudged > 0 {
			fmt.Fprintf(w, "  of those, %d signatures or acts are by no key, right or setting that this record has: sabotctl pit verify judges them\n", c.Unjudged)
		}
		if c.Overtaken > 0 {
			fmt.Fprintf(w, "  the last %d were overtaken: %s went on with the table without them; keep this disk as evidence\n", c.Overtaken, oneLine(c.WentOn))
		}
		if c.CutOff > 0 {
			fmt.Fprintf(w, "  %d of those the pit had countersigned, and the move does not say that it lacked them: sabotctl pit verify names who signed that move\n", c.CutOff)
		}
		if c.Fault != nil {
			fmt.Fprintf(w, "  %s\n", clipped(c.Fault.Error()))
		}
		for _, k := range c.KeptFalse {
			fmt.Fprintf(w, "  %s\n", clipped(keptFalse(k)))
		}
		if c.Beyond > 0 {
			fmt.Fprintf(w, "  the trusted key vouches for the entries up to %d; from %d on a restored record is sealed with another one\n", c.Beyond-1, c.Beyond)
		}
	}
	switch standing := audit.StandingOf(all); {
	case standing == audit.Broken:
		fmt.Fprintln(w, "does not hold")
		return errNotHeld
	case standing == audit.KeptWasFalse:
		fmt.Fprintln(w, "holds, but what Sabot keeps beside it was not what it says: somebody who has its key changed that; make the reports of it again")
		return errNotHeld
	case standing == audit.LossUnsigned:
		fmt.Fprintln(w, "holds but for what a restore has lost: an inspector and a manager have yet to sign for that, with sabotctl lost")
		return errNotHeld
	case standing == audit.TwiceUnsigned:
		fmt.Fprintln(w, "holds but for what was taken in twice: a manager has yet to sign for that at the office, with sabotctl twice")
		return errNotHeld
	case standing == audit.OthersUnjudged:
		fmt.Fprintln(w, "holds, but some of what other machines entered at a table cannot be judged by this record")
		return errNotHeld
	case standing == audit.EntriesCutOff:
		fmt.Fprintln(w, "holds, but a move had another machine go on with a table without entries that the pit had countersigned")
		return errNotHeld
	case standing == audit.PapersLost:
		fmt.Fprintln(w, "holds, but papers of entries that a restore lost cannot be held against it")
		return errNotHeld
	case standing == audit.KeyUnknown:
		fmt.Fprintln(w, "holds as far as the trusted key goes; beyond that unknown: name the key of after the restore with --key too")
		return errNotHeld
	case misdated > 0:
		fmt.Fprintf(w, "holds, but %d of the times that witnesses say cannot be: the lines above name them\n", misdated)
		return errNotHeld
	case found.bare > 0:
		fmt.Fprintf(w, "holds, but %d of the reports named have no signed head in them: give the signed ones\n", found.bare)
		return errNotHeld
	case found.damaged > 0:
		fmt.Fprintf(w, "holds, but %d of the reports named are not as they were signed: ask the house for them\n", found.damaged)
		return errNotHeld
	}
	if found.wide > 0 {
		fmt.Fprintln(w, "holds, but others of this machine may come at it: the lines that begin with rights have the commands that close it")
		return errNotHeld
	}
	_, err := fmt.Fprintln(w, "holds")
	return err
}

// clipped returns a name or a fault in one line that fits on a screen: what a forged entry says has no end.
func clipped(text string) string {
	const most = 2000 // letters
	text = oneLine(text)
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + fmt.Sprintf("… (%d letters more)", len(letters)-most)
	}
	return text
}

func unsigned(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d more of people who had no key yet)", n)
}

func headLine(note string) string {
	head, err := seal.ReadHead(note)
	if err != nil {
		return ", no head"
	}
	return fmt.Sprintf(", head %d %s %s", head.Size, head.Root, head.Words())
}

func checkpoint(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("checkpoint")
	data, table, after := f.data(), f.String("table", record.HouseStream, ""), f.Int64("after", 0, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	r, err := readRecord(ctx, *data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	head, err := r.Stored(ctx, *table)
	if err != nil {
		return err
	}
	if head == nil {
		return fmt.Errorf("the record has no entries of a table %q", *table)
	}
	note := head.Note
	if *after != 0 {
		if note, err = seal.Continuing(note, *after, r.Leaves(ctx, *table)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(s.out, note)
	return err
}
