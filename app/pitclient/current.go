package pitclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// asOfFile is the name of the file with the time up to which this machine has the office's entries.
const asOfFile = folder + "/house.asof"

// A LacksError is the error of a pit that lacks entries of the house's office, by the office's own count. The house
// data of all machines stand still meanwhile.
type LacksError struct {
	Office  string
	Has     int64 // number of the office's entries that the pit gives out
	Own     int64 // number of entries that the office has
	Refused bool  // the pit refuses what the office ships
	Waits   bool  // it was restored, gives out nothing, and waits for what the office has
}

func (e *LacksError) Error() string {
	if e.Waits {
		return fmt.Sprintf("the pit was restored from a backup and waits for what %s entered: start Sabot there, or run sabotctl pit ship", e.Office)
	}
	if e.Refused {
		return fmt.Sprintf("the pit does not have all that %s entered: it refuses that record. sabotctl pit status at the pit says why", e.Office)
	}
	return fmt.Sprintf("the pit does not have all that %s entered: %d of its %d entries", e.Office, e.Has, e.Own)
}

// Stands reports whether the error is that of a pit that answers and does not have all that the office entered, or waits for it.
func Stands(err error) bool {
	lacks := (*LacksError)(nil)
	return errors.As(err, &lacks) || waits(err)
}

// lacksOf returns what the pit lacks of the office, as it says itself; nil for nothing.
func lacksOf(at HouseAt) *LacksError {
	if at.Lacks == nil {
		return nil
	}
	return &LacksError{Office: at.Machine, Has: at.Size, Own: at.Lacks.Own, Refused: at.Lacks.Refused}
}

// onItsWay is the longest time that entries of the office take to the pit.
const onItsWay = 15 * time.Second

// lack notes what the pit lacks of the office.
func (p *Puller) lack(e *LacksError) {
	now := p.now()
	if p.lacks == nil || now.Before(p.lacksAt) {
		p.lacksAt = now
	}
	p.lacks = e
	if e != nil && !e.Refused && now.Sub(p.lacksAt) < onItsWay {
		e = nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Lacks, p.state.Lacked = e, p.lacksAt
}

// AsOf returns the time up to which all entries of the office are here, as this machine noted it last. It is zero
// where nothing was taken in. Error: of a record that cannot be read.
func AsOf(files record.Files) (time.Time, error) {
	text, err := files.Kept(asOfFile)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, string(text))
}

// A Standing is a comparison of what a record has of the house's office with what the pit has of it.
type Standing struct {
	AsOf  time.Time   // time up to which all entries of the office are here, as far as is known
	Lacks *LacksError // what the pit lacks of the office; nil for nothing, and where it was not asked
	More  int64       // number of the office's entries at the pit that the record lacks
	Other bool        // the pit does not have what the record took in, or has something else in its place
}

// StandingOf compares a record that has taken in the office's entries of a log with the pit: the noted time is
// minutes old where nothing new came. Where the pit does not answer, or has more, AsOf is the noted time.
func StandingOf(ctx context.Context, files record.Files, e *Enrolment, log seal.Tree, now func() time.Time) (s Standing, err error) {
	s.AsOf, err = AsOf(files)
	p := &Puller{enrolment: e, client: newClient(e, now)}
	defer p.client.close()
	for range e.Addresses {
		at, same, silent := p.behind(ctx, log)
		if silent == nil && at.Machine == e.Office {
			size := log.Size()
			s.Lacks, s.More, s.Other = lacksOf(at), max(at.Size-size, 0), !same
			if heard := time.UnixMilli(at.Heard); same && at.Size == size && heard.After(s.AsOf) {
				s.AsOf = heard
			}
			return s, err
		}
		if waits(silent) {
			s.Lacks = &LacksError{Office: e.Office, Waits: true}
		}
		p.client.turn()
	}
	return s, err
}

// behind asks the pit for the office's entries after a log, and reports whether they go on from it: to a head that the office has signed and the pit
// countersigned.
func (p *Puller) behind(ctx context.Context, log seal.Tree) (at HouseAt, same bool, err error) {
	log = log.Clone()
	for {
		if at, err = p.ask(ctx, log.Size()); err != nil {
			return at, false, err
		}
		for _, text := range at.Entries {
			log.Add([]byte(text))
		}
		if len(at.Entries) == 0 || log.Size() >= at.Size {
			break
		}
	}
	return at, p.holds(at, &log) == nil, nil
}
