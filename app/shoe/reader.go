package shoe

import (
	"context"
	"errors"
	"io"
	"time"
)

// waits are how long a reader waits before it opens a line again, the last of them from then on.
var waits = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

// Reader reads a shoe as long as it may, and opens its line again where it is lost.
type Reader struct {
	Setting Setting
	Log     *Log        // of what comes; nil for none
	Locks   string      // folder of the lock of a port; "" for the machine's
	Tell    func(Event) // is told of each event, on the reader's goroutine

	patience time.Duration // Patience, but in a test
	waits    []time.Duration
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
		r.tell(Event{Kind: Lost, Code: err.Error(), At: time.Now().UTC()})
		return
	}
	decoder, said := NewDecoder(r.Setting.Protocol), ""
	linked := false
	for failed := 0; ctx.Err() == nil; {
		line, err := r.Setting.open(ctx, r.Locks)
		if err == nil {
			failed = 0
			decoder.Reset()
			r.tell(Event{Kind: Linked, Again: linked, At: time.Now().UTC()})
			linked, said = true, ""
			err = r.read(ctx, line, decoder)
		}
		if ctx.Err() != nil {
			return
		}
		if err.Error() != said { // the same trouble is told once, however often it is met
			said = err.Error()
			r.tell(Event{Kind: Lost, Code: said, At: time.Now().UTC()})
		}
		select {
		case <-ctx.Done():
		case <-time.After(r.waits[min(failed, len(r.waits)-1)]):
		}
		failed++
	}
}

// errUnplugged is of a line that ended, or that has nothing behind it any more.
var errUnplugged = errors.New("the line has ended")

// read tells what comes over a line until it ends; its error is why.
func (r *Reader) read(ctx context.Context, line io.ReadCloser, decoder Decoder) error {
	ended := make(chan struct{})
	closed := make(chan struct{})
	go func() { // only closing it ends a read that waits
		defer close(closed)
		select {
		case <-ctx.Done():
		case <-ended:
		}
		_ = line.Close()
	}()
	defer func() { close(ended); <-closed }()
	came := make(chan []byte)
	failed := make(chan error, 1)
	go func() {
		for {
			buf := make([]byte, 256)
			n, err := line.Read(buf)
			if n > 0 {
				select {
				case came <- buf[:n]:
				case <-ended:
					return
				}
			}
			switch {
			case errors.Is(err, io.EOF), err == nil && n == 0: // without a time-out nothing read is the end
				err = errUnplugged
			}
			if err != nil {
				failed <- err
				return
			}
		}
	}()
	silent := false
	quiet := time.NewTimer(r.patience)
	defer quiet.Stop()
	for {
		select {
		case err := <-failed:
			return err
		case <-quiet.C:
			if silent = r.Setting.Protocol.Beats(); silent {
				r.tell(Event{Kind: Silent, At: time.Now().UTC()})
			}
		case b := <-came:
			at := time.Now().UTC()
			r.Log.raw(at, b)
			for _, e := range decoder.Feed(b, at) {
				if e.Kind != Spoiled {
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

func (r *Reader) tell(e Event) {
	r.Log.event(e)
	r.Tell(e)
}
