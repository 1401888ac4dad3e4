package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/start"
	"sabot/storage/disk"
)

// recoveryKit makes the recovery kit of a house.
func recoveryKit(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("kit")
	data, file := f.data(), f.String("o", "", "")
	by, pins, lang := f.String("sign", "", ""), f.String("pin-file", "", ""), f.String("lang", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *file == "" || *by == "" || *pins == "" {
		return errors.New("name the file with -o, who makes it with --sign and the file that holds the PIN with --pin-file")
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx})
	if err := newFile(*file); err != nil { // before a PIN is tried
		return err
	}
	badges, err := signOn(h, []string{*by}, *pins)
	if err != nil {
		return err
	}
	if _, err := backups.Of(h).MakeKit(badges[0], *lang, *file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "recovery kit written to %s: print it, keep it in the safe, destroy the file\n", *file)
	return err
}

// recovery puts back what is on a recovery kit.
func recovery(_ context.Context, args []string, s streams) error {
	f := newFlags("recover")
	data, file := f.data(), f.String("kit", "-", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	dir, err := start.FindData(*data)
	if err != nil {
		return err
	}
	const most = 64 << 10 // bytes: a kit is a page
	from := s.in
	if *file != "-" {
		opened, err := disk.OpenPlain(*file)
		if err != nil {
			return err
		}
		defer opened.Close()
		info, err := opened.Stat()
		if err != nil {
			return err
		}
		if open := openToOthers(*file, info); open != "" {
			return fmt.Errorf("%s, and others may read the keys in it: chmod 600 '%s'", open, *file)
		}
		from = opened
	}
	text, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return fmt.Errorf("reading the kit: %w", err)
	}
	if bytes.HasPrefix(text, []byte("%PDF-")) {
		return fmt.Errorf("%s is a PDF, and recover reads text: run recover without --kit and type the lines, or make text of it with pdftotext -layout %s kit.txt and name kit.txt", *file, *file)
	}
	k, err := backups.ReadKit(string(text))
	if err != nil {
		return err
	}
	done, err := backups.Recover(dir, k)
	for _, what := range done {
		fmt.Fprintf(s.out, "put back: %s\n", what)
	}
	if err == nil { // a program that has the record open has read its keys
		_, err = fmt.Fprintln(s.out, "next: close every window and program that has this record open, then open it again: until then they go on without these keys")
	}
	return err
}
