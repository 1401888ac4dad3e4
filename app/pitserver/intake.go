package pitserver

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sabot/app/pitclient"
)

// Bounds of the bodies that are read at once. A machine that keeps to what Sabot sends needs the first two alone.
const (
	largeBody  = 2 << 20  // bytes: Sabot's machines send less, but for one very long entry
	roomBodies = 48 << 20 // bytes of all bodies that are held at once
	mostLarge  = 2        // large bodies at once

	firstByte = 10 * time.Second // a body has so long, and more with its length
	slowest   = 64 << 10         // bytes a second of the slowest line
	atMost    = 60 * time.Second // and no longer than that
	patience  = 5 * time.Second  // a request waits so long for room
)

// errNoRoom refuses a body for which there is no room for so long.
var errNoRoom = pitclient.Refuse(pitclient.NotWriting, "other machines send much at the same time: later")

// An intake is the room for bodies on their way in. Each machine reads one body at a time: a later request of the machine ends
// the reading of an earlier one, which hangs in a broken line. So no machine takes the room of another.
type intake struct {
	room  *semaphore.Weighted // in bytes
	large *semaphore.Weighted

	mu sync.Mutex
	of map[string]*arrival // by machine
}

// An arrival is a body that is being read.
type arrival struct{ stop func() }

func newIntake() *intake {
	return &intake{room: semaphore.NewWeighted(roomBodies), large: semaphore.NewWeighted(mostLarge), of: map[string]*arrival{}}
}

// read answers what a machine sends of a stream. The room that it took is free again with done, once what was read is
// not held any more. The error is a Refusal, or of a request that has ended.
func (i *intake) read(w http.ResponseWriter, r *http.Request, machine string) (a *pitclient.Append, done func(), err error) {
	size := r.ContentLength
	switch {
	case size < 0:
		return nil, nil, pitclient.Refuse(pitclient.Malformed, "it does not say how long it is")
	case size > pitclient.MostBytes:
		return nil, nil, pitclient.Refuse(pitclient.Malformed, "it has more than %d bytes", pitclient.MostBytes)
	}
	flow := http.NewResponseController(w)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	leave := i.enter(machine, func() {
		cancel()
		_ = flow.SetReadDeadline(time.Now())
	})
	defer leave()
	done, err = i.hold(ctx, size)
	if err != nil {
		return nil, nil, overtaken(r, ctx, err)
	}
	err = flow.SetReadDeadline(time.Now().Add(min(atMost, firstByte+time.Duration(size)*time.Second/slowest)))
	if err == nil {
		err = ctx.Err() // it was ended before the deadline was set
	}
	if err != nil {
		done()
		return nil, nil, overtaken(r, ctx, err)
	}
	a, err = pitclient.ReadAppend(r.Body, size)
	if err != nil {
		done()
		return nil, nil, err
	}
	return a, done, nil
}

// overtaken returns a refusal in place of the error of a request that a later one of the same machine ended.
func overtaken(r *http.Request, ctx context.Context, err error) error {
	if ctx.Err() != nil && r.Context().Err() == nil {
		return pitclient.Refuse(pitclient.Malformed, "the machine began another request")
	}
	return err
}

// enter registers that a body of a machine is read, and ends another reading of the same machine.
func (i *intake) enter(machine string, stop func()) (leave func()) {
	own := &arrival{stop}
	i.mu.Lock()
	defer i.mu.Unlock()
	if other := i.of[machine]; other != nil {
		other.stop()
	}
	i.of[machine] = own
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.of[machine] == own {
			delete(i.of, machine)
		}
	}
}

// hold takes room for a body. The error is a Refusal, or of a request that has ended.
func (i *intake) hold(ctx context.Context, size int64) (done func(), err error) {
	waits, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if size > largeBody {
		err = i.large.Acquire(waits, 1)
	}
	if err == nil {
		if err = i.room.Acquire(waits, size); err == nil {
			return func() {
				i.room.Release(size)
				if size > largeBody {
					i.large.Release(1)
				}
			}, nil
		}
		if size > largeBody {
			i.large.Release(1)
		}
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, errNoRoom
	}
	return nil, err
}
