package main

import (
	"errors"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A reader is a person who reads the record: a house may ask who does, and anybody may give it.
type reader struct{ data, number, pins *string }

var (
	errWhoReads   = errors.New("the house asks who reads its record: give your number with --reader and the file that holds your PIN with --pin-file")
	errHalfReader = errors.New("to say who reads, give both: the number with --reader and the file that holds its PIN with --pin-file")
	errNoKeys     = errors.New("this is a copy without the house's keys, and no PIN opens there: leave --reader and --pin-file out")
)

// none reports whether nobody has said who reads.
func (r reader) none() bool { return *r.number == "" && *r.pins == "" }

// house returns the house as one of the functions opens it that do, and who reads. Where it asks, and where somebody says it
// unasked, somebody with a right has given their PIN: the record has that they signed on, and that they left by the function that
// closes it. A copy without the house's keys asks nobody.
func (r reader) house(open func(string) (*session.House, error), with house.Right) (*session.House, house.Staff, func(*error), error) {
	h, err := open(*r.data)
	if err != nil {
		return nil, house.Staff{}, nil, err
	}
	keys := hasKeys(*r.data)
	switch {
	case r.none() && (!h.State.Boxes().ReadsAsk() || !keys):
		return h, house.Staff{}, func(err *error) { closing(h, err) }, nil
	case r.none():
		err = errWhoReads
	case *r.number == "" || *r.pins == "":
		err = errHalfReader
	case !keys:
		err = errNoKeys
	}
	if err := errors.Join(err, h.Close()); err != nil {
		return nil, house.Staff{}, nil, err
	}
	if h, err = existing(*r.data); err != nil { // a wrong PIN is an entry
		return nil, house.Staff{}, nil, err
	}
	badges, err := signOn(h, []string{*r.number}, *r.pins)
	if err == nil {
		err = h.SignOnAt(badges[0], "", with)
	}
	if err != nil {
		return nil, house.Staff{}, nil, errors.Join(err, h.Close())
	}
	return h, badges[0].Staff, func(err *error) {
		*err = errors.Join(*err, h.LeaveOffice(*r.number, record.LeftOffice))
		closing(h, err)
	}, nil
}
