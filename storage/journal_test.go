package storage_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/record"
	"sabot/storage"
)

// rollbackTo is a journal of SQLite with all pages of a file: who opens another file beside it is put back to that one.
func rollbackTo(file []byte) []byte {
	const page, sector, nonce = 4096, 512, 7
	pages := len(file) / page
	j := []byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}
	for _, n := range []int{pages, nonce, pages, sector, page} {
		j = binary.BigEndian.AppendUint32(j, uint32(n))
	}
	j = append(j, make([]byte, sector-len(j))...)
	for i := range pages {
		of := file[i*page : (i+1)*page]
		sum := uint32(nonce)
		for at := page - 200; at > 0; at -= 200 {
			sum += uint32(of[at])
		}
		j = binary.BigEndian.AppendUint32(j, uint32(i+1))
		j = append(j, of...)
		j = binary.BigEndian.AppendUint32(j, sum)
	}
	return j
}

// Who has the disk can lay a journal beside a closed record, from which SQLite would put it back to yesterday. Whatever reads the
// record names it, and the program does not start on it and plays none of it.
func TestJournalBesideTheRecord(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, storage.FileName)
	appends := func(from int64) {
		s := open(t, dir)
		for seq := from; seq < from+3; seq++ {
			if err := s.Append(entry(seq)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	read := func(file string) []byte {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	appends(1)
	yesterday := read(path)
	appends(4)
	today, journal := read(path), rollbackTo(yesterday)
	if err := os.WriteFile(path+"-journal", journal, 0o600); err != nil {
		t.Fatal(err)
	}
	told := func(what string, err error) {
		if !errors.Is(err, record.ErrChanged) || !strings.Contains(err.Error(), "sabot.db-journal") {
			t.Errorf("%s: %v", what, err)
		}
	}
	s, err := storage.Open(dir)
	if told("opened", err); err == nil {
		s.Close()
	}
	reading, err := storage.OpenReading(dir)
	if told("opened for reading", err); err == nil {
		reading.Close()
	}
	if !bytes.Equal(read(path), today) || !bytes.Equal(read(path+"-journal"), journal) {
		t.Fatal("it was played")
	}
	r, err := storage.OpenReader(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	faults, err := r.Stray(t.Context())
	if err = errors.Join(err, r.Close()); err != nil || len(faults) != 1 || faults[0].Code != record.WrongFile || !strings.Contains(faults[0].What, "sabot.db-journal") {
		t.Errorf("%v, %v", faults, err)
	}
	if err := os.WriteFile(path+"-wal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err = storage.OpenReader(t.Context(), dir)
	if told("read with a log beside it", err); err == nil {
		r.Close()
	}
	if err := errors.Join(os.Remove(path+"-journal"), os.Remove(path+"-wal")); err != nil {
		t.Fatal(err)
	}
	appends(7)
}

// What lies behind the pages of a record is none of it: verify says so, however the record itself holds.
func TestBytesBehindTheRecord(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for seq := range int64(40) {
		if err := s.Append(entry(seq + 1)); err != nil {
			t.Fatal(err)
		}
	}
	strays := func() (faults []*record.Fault) {
		r, err := storage.OpenReader(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := r.Streams(t.Context()); err != nil {
			t.Fatal(err)
		}
		if faults, err = r.Stray(t.Context()); err != nil {
			t.Fatal(err)
		}
		return faults
	}
	if f := strays(); len(f) > 0 {
		t.Errorf("while it is written: %v", f)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if f := strays(); len(f) > 0 {
		t.Errorf("closed: %v", f)
	}
	path := filepath.Join(dir, storage.FileName)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()+1<<30); err != nil {
		t.Fatal(err)
	}
	if f := strays(); len(f) != 1 || f[0].Code != record.WrongFile || !strings.Contains(f[0].What, "1073741824 bytes lie behind its pages") {
		t.Errorf("a gigabyte of nothing behind it: %v", f)
	}
}
