package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sabot/app/datadir"
	"sabot/app/session"
)

// recoveryKit makes the recovery kit of a house.
func recoveryKit(_ context.Context, args []string, s streams) (err error) {
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
	badges, err := signOn(h, []string{*by}, *pins)
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(filepath.Dir(*file))
	if err != nil {
		return err
	}
	if err := h.BackupFolder(folder); err != nil { // whoever has the record shall not have its secrets
		return err
	}
	if _, err := os.Lstat(*file); err == nil {
		return fmt.Errorf("%s is there already: name another file", *file)
	}
	pdf, lines, err := h.MakeKit(badges[0], *lang)
	if err != nil {
		return err
	}
	content := pdf
	if filepath.Ext(*file) == ".txt" {
		content = []byte(strings.Join(lines, "\n") + "\n")
	}
	return session.WriteFile(*file, content)
}

// recovery puts back what is on a recovery kit.
func recovery(_ context.Context, args []string, s streams) error {
	f := newFlags("recover")
	data, file := f.data(), f.String("kit", "-", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	dir, err := datadir.Find(*data)
	if err != nil {
		return err
	}
	const most = 64 << 10 // bytes: a kit is a page
	from := s.in
	if *file != "-" {
		opened, err := os.Open(*file)
		if err != nil {
			return err
		}
		defer opened.Close()
		from = opened
	}
	text, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return fmt.Errorf("reading the kit: %w", err)
	}
	k, err := session.ReadKit(string(text))
	if err != nil {
		return err
	}
	done, err := session.Recover(dir, k)
	for _, what := range done {
		fmt.Fprintf(s.out, "put back: %s\n", what)
	}
	return err
}
