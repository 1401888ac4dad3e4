package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/seal"
	"sabot/storage/disk"
)

// rememberedEnding is the ending of the name of the file with the heads that a witness has signed.
const rememberedEnding = ".seen"

// largestMemory is the largest size of the file with the heads that a witness has signed: some 100,000 streams.
const largestMemory = 16 << 20

// A witnessing is a run of a witness: it signs no head that contradicts one that it has signed.
type witnessing struct {
	key      string
	verifier string
	file     string               // of its memory
	signed   map[string]seal.Head // the largest of each log
	another  bool                 // a log of a name that is known may be another one
}

// witness countersigns checkpoints with a key of its own, which it makes where there is none.
func witness(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("witness")
	file, data, another := f.String("key", "", ""), f.String("data", "", ""), f.Bool("another", false, "")
	names, err := f.read(args, 0, 1000)
	if err != nil {
		return err
	}
	if *file == "" {
		return errors.New("name the file of the witness's key with --key: it is made where there is none")
	}
	w, err := readWitness(*file, *another)
	if err != nil {
		return err
	}
	texts := make([]string, len(names))
	for i, name := range names {
		if texts[i], err = readNote(name); err != nil {
			return err
		}
	}
	if *data != "" {
		if err := w.hold(ctx, *data, names, texts); err != nil {
			return err
		}
	}
	for i, name := range names {
		note, err := w.sign(texts[i], *data != "")
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := session.WriteFile(name, []byte(note)); err != nil {
			return err
		}
	}
	timed, err := seal.CosignatureKey(w.verifier)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "as other programs take it (C2SP tlog-cosignature): %s\n", timed)
	_, err = fmt.Fprintln(s.out, w.verifier)
	return err
}

// readWitness reads a witness's key, or makes one, and what it has signed. A key without that signs only where another log may have a name
// that is known: nobody can tell what it has signed.
func readWitness(file string, another bool) (*witnessing, error) {
	key, err := disk.ReadPlain(file, disk.LargestKey)
	if errors.Is(err, fs.ErrNotExist) {
		var made string
		if made, err = seal.NewWitnessKey(); err == nil {
			key, err = []byte(made), session.WriteFile(file+rememberedEnding, []byte("{}"))
		}
		if err == nil {
			err = session.WriteFile(file, key)
		}
	}
	if err != nil {
		return nil, err
	}
	w := &witnessing{key: string(key), file: file + rememberedEnding, signed: map[string]seal.Head{}, another: another}
	if w.verifier, err = seal.WitnessVerifier(w.key); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	memory, err := disk.ReadPlain(w.file, largestMemory)
	switch {
	case errors.Is(err, fs.ErrNotExist) && another:
		return w, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("what this witness has signed is not beside its key, in %s: copy it there. Where it is lost take a new key. With --another it signs without it: of a key that has signed nothing, or with Sabot 0.9", w.file)
	case err == nil:
		err = json.Unmarshal(memory, &w.signed)
	}
	if err != nil {
		return nil, fmt.Errorf("what this witness has signed, in %s: %w", w.file, err)
	}
	return w, nil
}

// hold demands that all heads and those that the witness has signed before are of a record's own past.
func (w *witnessing) hold(ctx context.Context, data string, names, texts []string) (err error) {
	r, err := readRecord(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var heads []seal.Head
	from := map[seal.Head]string{}
	for i, text := range texts {
		text, _, err := seal.Unproved(text)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		head, err := seal.ReadHead(text)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		log, err := seal.LogOf(text)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		heads, from[head] = append(heads, head), names[i]
		if before, signed := w.signed[log]; signed {
			heads = append(heads, before)
		} else if !w.another { // its key may be that of after a restore
			heads = append(heads, w.named(head.Stream)...)
		}
	}
	other, err := audit.Others(ctx, r, heads)
	if err != nil || len(other) == 0 {
		return err
	}
	head := other[0].Head
	if name := from[head]; name != "" {
		return fmt.Errorf("%s: %d entries of %s are not the past of this record, which has %d: it is not signed", name, head.Size, head.Stream, other[0].Has)
	}
	return fmt.Errorf("this witness has signed %d entries of %s that are not the past of this record, which has %d: nothing is signed. Of another machine or house take a witness's key of its own, or --another", head.Size, head.Stream, other[0].Has)
}

// named returns the largest head of each log of that name that the witness has signed.
func (w *witnessing) named(stream string) (heads []seal.Head) {
	for _, head := range w.signed {
		if head.Stream == stream {
			heads = append(heads, head)
		}
	}
	return heads
}

// sign countersigns a head, once it is kept that it has. A head that was signed so stays as it is. Held says that all of
// them were held against one record.
func (w *witnessing) sign(text string, held bool) (string, error) {
	text, proof, err := seal.Unproved(text)
	if err != nil {
		return "", err
	}
	_, by, err := seal.Split(text, w.verifier)
	if err != nil || slices.Contains(by, w.verifier) {
		return text, err
	}
	head, err := seal.ReadHead(text)
	if err != nil {
		return "", err
	}
	if head.Size == 0 && head != seal.HeadOf(head.Stream, &seal.Tree{}) { // no log could follow it
		return "", errors.New("it is a head of 0 entries and has a root that is not the empty log's: it is not signed")
	}
	log, err := seal.LogOf(text)
	if err != nil {
		return "", err
	}
	before, known := w.signed[log]
	switch {
	case !known && !w.another && !held && len(w.named(head.Stream)) > 0:
		return "", fmt.Errorf("this witness has signed entries of %s, and this head of %d is signed by another key: it is not signed. Both have the same name, and a countersignature is of the name alone. Take a witness's key of its own for it, give the record with --data, or --another where you know why: another machine or house, or a table that was moved", head.Stream, head.Size)
	case !known:
	case head.Size == before.Size && head.Root == before.Root:
	case head.Size == before.Size:
		return "", fmt.Errorf("this witness has signed %d other entries of %s with the same key: one of the two was falsified, and it is not signed", before.Size, head.Stream)
	case head.Size < before.Size && !held:
		return "", fmt.Errorf("this witness has signed %d entries of %s, and these are %d: it is not signed. Give the record with --data; a house that was restored takes a witness with a new key", before.Size, head.Stream, head.Size)
	case !held && proof.First != before.Size:
		return "", fmt.Errorf("this witness has signed %d entries of %s, and nothing shows that these %d go on from them: give the record with --data, or the checkpoint as sabotctl checkpoint --after %d writes it", before.Size, head.Stream, head.Size, before.Size)
	case !held && !proof.Shows(before, head):
		return "", fmt.Errorf("these %d entries of %s do not go on from the %d that this witness has signed: one of the two was falsified, and it is not signed", head.Size, head.Stream, before.Size)
	}
	if !known || head.Size > before.Size {
		w.signed[log] = head
		memory, err := json.Marshal(w.signed)
		if err != nil {
			return "", err
		}
		if err := session.WriteFile(w.file, memory); err != nil {
			return "", err
		}
	}
	if known && head.Size < before.Size { // with a time it would say that no larger head had been seen then
		return seal.Countersign(text, w.key)
	}
	return seal.Cosign(text, w.key, time.Now())
}
