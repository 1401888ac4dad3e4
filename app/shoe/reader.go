package shoe

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"
)

// waits are how long a reader waits before it opens a line again, the last of them from then on.
var waits = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

// A Reader reads a shoe as long as it may, and opens its line again where it is lost.
type Reader struct {
	Setting Setting
	Log     *Log        // of what comes; nil for none
	Tell    func(Event) // is told of each event, on the reader's goroutine
	// Broke is told, beside whoever waits for the reader, what broke there; the line is opened again. Nil: it ends the program.
	Broke func(broken any, stack []byte)

	patience time.Duration // Patience, but in a test
	waits    []time.Duration

	decoder Decoder // nil for a new one

	up     bool   // it was told that the line is open
	again  bool   // it was told before
	told   bool   // a trouble was told, and no telegram that holds has come since
	said   string // which trouble was told last
	failed int    // how often the line was lost, or did not open, since a telegram that holds came
}

// Run reads until the context is done. A setting that cannot be is told as a line that is
// lost, once.
func (r *Reader) Run(ctx context.Context) {
	if r.patience == 0 {
		r.patience = Patience
	}
	if r.waits == nil {
		r.waits = waits
	}
	if err := r.Setting.Check(); err != nil {
		r.lost(err)
		return
	}
	for ctx.Err() == nil {
		if r.decoder == nil {
			r.decoder = NewDecoder(r.Setting.Protocol)
		}
		err := r.caught(func() error { return r.opens(ctx) })
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, errBroke) {
			r.decoder = nil // who knows what it has in mind
		}
		_ = r.caught(func() error { r.lost(err); return nil }) // it was told
		select {
		case <-ctx.Done():
		case <-time.After(r.waits[min(r.failed, len(r.waits)-1)]):
		}
		r.failed++
	}
}

// opens opens the line and tells what comes over it until it ends; its error is why. Who takes a
// call and hangs up says no telegram: behind a trouble a line is no news before one has come that
// holds.
func (r *Reader) opens(ctx context.Context) error {
	line, err := r.Setting.open(ctx)
	if err != nil {
		return err
	}
	r.decoder.Reset()
	return r.read(ctx, line, r.decoder)
}

// errBroke is of a reader in which something broke.
var errBroke = errors.New("the reader broke")

// caught does some of a reader's work: a door like those of the window. Each goroutine has its own.
func (r *Reader) caught(do func() error) (err error) {
	defer func() {
		broken := recover()
		switch {
		case broken == nil:
		case r.Broke == nil:
			panic(broken)
		default:
			r.Broke(broken, debug.Stack())
			err = errBroke
		}
	}()
	return do()
}

// linked reports that the line is open.
func (r *Reader) linked(at time.Time) {
	r.tell(Event{Kind: Linked, Again: r.again, At: at})
	r.up, r.again = true, true
}

// lost reports that it is not: the same fault once, however often it is met.
func (r *Reader) lost(err error) {
	if !r.up && err.Error() == r.said {
		return
	}
	r.said = err.Error()
	r.tell(Event{Kind: Lost, Code: r.said, Why: whyOf(err, r.up), Again: r.told, At: time.Now().UTC()})
	r.up, r.told = false, true
}

// holds notes that a telegram came that holds: what there was of a trouble is over.
func (r *Reader) holds(at time.Time) {
	r.failed, r.told = 0, false
	if !r.up {
		r.linked(at)
	}
}

// errUnplugged is of a line that ended, or that has nothing behind it any more.
var errUnplugged = errors.New("the line has ended")

// read reports what comes over a line until it ends; its error is why.
func (r *Reader) read(ctx context.Context, line io.ReadCloser, decoder Decoder) error {
	ended := make(chan struct{})
	closed := make(chan struct{})
	go func() { // only closing it ends a read that waits
		defer close(closed)
		select {
		case <-ctx.Done():
		case <-ended:
		}
		_ = r.caught(line.Close)
	}()
	defer func() { close(ended); <-closed }() // also where something breaks: a line that stays open keeps its lock
	if !r.told {
		r.linked(time.Now().UTC())
	}
	came := make(chan []byte)
	failed := make(chan error, 1)
	go func() { failed <- r.caught(func() error { return passOn(line, came, ended) }) }()
	silent := false
	quiet := time.NewTimer(r.patience)
	defer quiet.Stop()
	for {
		select {
		case err := <-failed:
			return err
		case <-quiet.C:
			at := time.Now().UTC()
			switch beats := r.Setting.Protocol.Beats(); {
			case beats && r.up:
				silent = true
				r.tell(Event{Kind: Silent, At: at})
			case !beats && !r.up: // nobody hangs up, and it may have nothing to say
				r.linked(at)
			}
		case b := <-came:
			at := time.Now().UTC()
			r.Log.raw(at, b)
			for _, e := range decoder.Feed(b, at) {
				if e.Kind != Spoiled {
					r.holds(at)
					quiet.Reset(r.patience)
					if silent {
						silent = false
						r.tell(Event{Kind: Heard, At: at})
					}
				}
				r.tell(e)
			}
		}
	}
}

// passOn passes on what comes over a line until it ends, or nobody wants it any more.
func passOn(line io.Reader, came chan<- []byte, ended <-chan struct{}) error {
	for {
		buf := make([]byte, 256)
		n, err := line.Read(buf)
		if n > 0 {
			select {
			case came <- buf[:n]:
			case <-ended:
				return nil
			}
		}
		switch {
		case errors.Is(err, io.EOF), err == nil && n == 0: // without a time-out nothing read is the end
			return errUnplugged
		case err != nil:
			return err
		}
	}
}

func (r *Reader) tell(e Event) {
	r.Log.event(e)
	r.Tell(e)
}
