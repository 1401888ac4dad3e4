package worlds

import (
	"errors"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// errKilled is the error of a program that was killed: it writes nothing any more.
var errKilled = errors.New("the program was killed")

// A frail is the record of a program that can be killed at any of its writes. What it was told that it has, it reports.
type frail struct {
	*storage.Store
	left   int // writes until it is killed, counted from the next step's first; 0 for never
	after  bool
	dead   bool
	leases []record.Lease
	acks   func(entries []record.Entry)
	wrote  *bool // set where something may have been written
}

// stop has the program be killed before its nth write from now, or right after it.
func (f *frail) stop(n int, after bool) { f.left, f.after = n, after }

// write does one write, before or after which the program may be killed.
func (f *frail) write(do func() error) error {
	if f.dead {
		return errKilled
	}
	last := false
	if f.left > 0 {
		f.left--
		last = f.left == 0
	}
	if last && !f.after {
		f.dead = true
		return errKilled
	}
	err := do()
	*f.wrote = true
	if last {
		f.dead = true
		return errKilled
	}
	return err
}

func (f *frail) Append(entries ...record.Entry) error { return f.AppendWith(nil, entries...) }

func (f *frail) AppendIf(stream string, last int64, entries ...record.Entry) error {
	err := f.write(func() error { return f.Store.AppendIf(stream, last, entries...) })
	if err == nil {
		f.acks(entries)
	}
	return err
}

func (f *frail) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	err := f.write(func() error { return f.Store.AppendWith(secrets, entries...) })
	if err == nil {
		f.acks(entries)
	}
	return err
}

func (f *frail) Keep(name string, content []byte) (path string, err error) {
	err = f.write(func() error { path, err = f.Store.Keep(name, content); return err })
	return path, err
}

func (f *frail) Forget(name string) error {
	return f.write(func() error { return f.Store.Forget(name) })
}

func (f *frail) Lease(table, who string) (record.Lease, error) {
	if f.dead {
		return nil, errKilled
	}
	l, err := f.Store.Lease(table, who)
	if err == nil {
		f.leases = append(f.leases, l)
	}
	return l, err
}

// die lets go of everything, as the system does of a program that is gone.
func (f *frail) die() error {
	f.dead = true
	var all []error
	for _, l := range f.leases {
		all = append(all, l.Release())
	}
	return errors.Join(append(all, f.Store.Close())...)
}

// leaf is an entry as logs have it.
func leaf(e record.Entry) seal.Hash { return seal.Leaf(record.Encode(e)) }
