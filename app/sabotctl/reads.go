package main

import (
	"errors"

	"sabot/app/session"
	"sabot/pit/people"
	"sabot/pit/record"
)

// A reader is somebody who reads the record, in a house that asks who does.
type reader struct{ data, number, pins *string }

var errWhoReads = errors.New("the house asks who reads its record: give your number with --reader and the file that holds your PIN with --pin-file")

// house returns the house as one of the functions opens it that do. Where it asks who reads, somebody with a right has given
// their PIN: the record has that they signed on, and that they left by the function that closes it. A copy without
// the house's keys asks nobody: no PIN opens there.
func (r reader) house(open func(string) (*session.House, error), with people.Right) (*session.House, func(*error), error) {
	h, err := open(*r.data)
	if err != nil {
		return nil, nil, err
	}
	if !h.State.ReadsAsk() || !hasKeys(*r.data) {
		return h, func(err *error) { closing(h, err) }, nil
	}
	if *r.number == "" || *r.pins == "" {
		return nil, nil, errors.Join(errWhoReads, h.Close())
	}
	if err := h.Close(); err != nil {
		return nil, nil, err
	}
	if h, err = existing(*r.data); err != nil { // a wrong PIN is an entry
		return nil, nil, err
	}
	badges, err := signOn(h, []string{*r.number}, *r.pins)
	if err == nil {
		err = h.SignOnAt(badges[0], "", with)
	}
	if err != nil {
		return nil, nil, errors.Join(err, h.Close())
	}
	return h, func(err *error) {
		*err = errors.Join(*err, h.LeaveOffice(*r.number, record.LeftOffice))
		closing(h, err)
	}, nil
}
