package demotest

import (
	"testing"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Log is the list of a stream's heads after each of its entries: who signs an entry signs the head before it.
type Log struct {
	tree  seal.Tree
	roots []seal.Hash
}

// Add takes the next entry in.
func (l *Log) Add(e record.Entry) {
	l.tree.Add(record.Encode(e))
	l.roots = append(l.roots, l.tree.Root())
}

// Stood returns the head of the stream with so many entries.
func (l *Log) Stood(size int64) record.Stood {
	if size == 0 {
		return record.Stood{Root: (&seal.Tree{}).Root().String()}
	}
	return record.Stood{Size: size, Root: l.roots[size-1].String()}
}

// LogOf returns the log of a stream in a journal.
func LogOf(tb testing.TB, journal record.Journal, stream string) *Log {
	tb.Helper()
	var l Log
	for e, err := range journal.Entries(stream, 1) {
		must(tb, err)
		l.Add(e)
	}
	return &l
}

// Stood returns the present head of a stream in a journal.
func Stood(tb testing.TB, journal record.Journal, stream string) record.Stood {
	tb.Helper()
	l := LogOf(tb, journal, stream)
	return l.Stood(l.tree.Size())
}
