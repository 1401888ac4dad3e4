package shoe

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keeping is how many days of what came from a shoe are kept.
const keeping = 30

// A Log keeps what came from a shoe, a file a day, for whoever has to say later what a shoe
// said: RXRAW the bytes as they came, RX a telegram, EVENT what it was taken for. It is for
// this user alone, since it knows cards that lie face down. It is no part of the record, and
// a disk that refuses it stops nothing.
type Log struct {
	Folder string
	Name   string // of the table

	day  string
	file *os.File
	err  error
}

// Err returns why not all is kept; nil where it is.
func (l *Log) Err() error {
	if l == nil {
		return nil
	}
	return l.err
}

// Close closes the file. A log that is nil keeps nothing.
func (l *Log) Close() error {
	if l == nil || l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file, l.day = nil, ""
	return err
}

func (l *Log) raw(at time.Time, b []byte) { l.line(at, "RXRAW", fmt.Sprintf("% X", b)) }

func (l *Log) event(e Event) {
	if len(e.Raw) > 0 {
		l.line(e.At, "RX", fmt.Sprintf("% X", e.Raw))
	}
	l.line(e.At, "EVENT", e.String())
}

// stampOfLog is how a line begins.
const stampOfLog = "2006-01-02T15:04:05.000Z"

func (l *Log) line(at time.Time, level, text string) {
	if l == nil {
		return
	}
	if err := l.roll(at); err != nil {
		l.err = err
		return
	}
	_, l.err = fmt.Fprintf(l.file, "%s %s %s\n", at.UTC().Format(stampOfLog), level, text)
}

// roll opens the day's file, and deletes those that are too old.
func (l *Log) roll(at time.Time) error {
	day := at.UTC().Format(time.DateOnly)
	if l.file != nil && day == l.day {
		return nil
	}
	if err := l.Close(); err != nil {
		return err
	}
	if err := os.Mkdir(l.Folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) { // the record's folder is not made here
		return err
	}
	f, err := os.OpenFile(filepath.Join(l.Folder, l.Name+"-"+day+".log"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	l.file, l.day = f, day
	return l.forget(at.UTC().AddDate(0, 0, -keeping).Format(time.DateOnly))
}

// forget removes the files of this table that are of days before one.
func (l *Log) forget(before string) error {
	files, err := os.ReadDir(l.Folder)
	for _, f := range files {
		day, ours := strings.CutPrefix(f.Name(), l.Name+"-")
		day, log := strings.CutSuffix(day, ".log")
		if _, bad := time.Parse(time.DateOnly, day); ours && log && bad == nil && day < before {
			err = errors.Join(err, os.Remove(filepath.Join(l.Folder, f.Name())))
		}
	}
	return err
}

// String returns an event on a line: its kind, the telegram's number, the card, its place by the shoe, its
// code.
func (e Event) String() string {
	words := []string{string(e.Kind)}
	if e.Seq != "" {
		words = append(words, "#"+e.Seq)
	}
	if e.Card.Valid() {
		words = append(words, e.Card.String())
	}
	if e.Where.Side != NoSide {
		words = append(words, fmt.Sprintf("%s:%d", e.Where.Side, e.Where.N))
	}
	if e.Again {
		words = append(words, "again")
	}
	if e.Code != "" {
		words = append(words, e.Code)
	}
	return strings.Join(words, " ")
}
