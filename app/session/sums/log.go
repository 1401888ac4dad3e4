package sums

import (
	"slices"
	"sync"
	"time"

	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// logs are the indexes of every stream's log, as far as somebody has asked for them.
type logs struct {
	mu      sync.Mutex
	streams map[string]*shifts.LogIndex
	upTo    map[string]int64 // the entry up to which each was when it was kept last
}

const (
	// logName is what the file of a stream's index begins with.
	logName = "entries"
	// logApart is after how many entries more an index is kept anew.
	logApart = 50_000
	// logTold is after how many entries somebody who waits is told how far it has come.
	logTold = 5_000
)

// Log returns the entries of some streams that q finds, the newest first. The first search of a stream reads all of it once, and keeps an
// index of it. Error: of a record that cannot be read.
func (h Sums) Log(streams []string, q shifts.LogQuery) ([]record.Entry, error) {
	h.logs.mu.Lock()
	defer h.logs.mu.Unlock()
	var found []record.Entry
	for _, name := range streams {
		index, err := h.logs.of(h, name)
		if err != nil {
			return nil, err
		}
		part, err := index.Find(h.Store, name, q)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	slices.SortStableFunc(found, func(a, b record.Entry) int { return b.At.Compare(a.At) })
	return found[:min(len(found), q.Most)], nil
}

// of returns the index of a stream, brought up to date. mu must be locked.
func (l *logs) of(h Sums, stream string) (*shifts.LogIndex, error) {
	if l.streams == nil {
		l.streams, l.upTo = map[string]*shifts.LogIndex{}, map[string]int64{}
	}
	index := l.streams[stream]
	if index == nil {
		index = &shifts.LogIndex{}
		if body, ok := h.shelf.Of(h.Source, logName, stream); ok {
			if err := index.UnmarshalBinary(body); err != nil {
				index = &shifts.LogIndex{}
			}
		}
		l.streams[stream], l.upTo[stream] = index, index.Seq
	}
	before := index.Seq
	last, err := h.Store.Last(stream)
	if err != nil {
		return nil, err
	}
	for e, err := range h.Store.Entries(stream, index.Seq+1) {
		if err != nil {
			return nil, err
		}
		if index.Add(e); index.Seq%logTold == 0 && last-before > logTold {
			if err := h.Progress(int(index.Seq-before), int(last-before)); err != nil {
				return nil, err
			}
		}
	}
	if index.Seq >= before+logApart && h.shelf.Files() {
		if body, err := index.MarshalBinary(); err == nil {
			if err := h.shelf.Keep(h.Source, logName, stream, l.upTo[stream]+1, index.Seq, body); err != nil {
				delete(l.streams, stream) // it is of what was never sealed
				return nil, err
			}
		}
		l.upTo[stream] = index.Seq
	}
	return index, nil
}

// signed returns when people last signed an entry of a table up to one of them, by number.
func (l *logs) signed(h Sums, table string, seq int64) (map[string]time.Time, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	index, err := l.of(h, table)
	if err != nil {
		return nil, err
	}
	return index.LastSigned(seq), nil
}

// SignedAt returns when people last signed at a table up to an entry, by number. Papers of Sabot 0.9 know its headlines alone.
func (h Sums) SignedAt(form int, to reports.Stream) (map[string]time.Time, error) {
	if !reports.SignedAnywhere(form) {
		return h.heads.seen(h, to)
	}
	return h.logs.signed(h, to.Table, to.Seq)
}
