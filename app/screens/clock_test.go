package screens

import (
	"slices"
	"sync"
	"time"
)

// handClock is a clock that stands until a test moves its hands: nothing is drawn but
// by the test's own goroutine, however busy the machine is.
type handClock struct {
	now    time.Time
	timers []*timer

	mu    sync.Mutex
	queue []func() // from beside the window
}

type timer struct {
	at time.Time
	do func()
}

func (c *handClock) Now() time.Time { return c.now }

func (c *handClock) After(d time.Duration, do func()) (stop func()) {
	t := &timer{c.now.Add(d), do}
	c.timers = append(c.timers, t)
	return func() { c.timers = slices.DeleteFunc(c.timers, func(o *timer) bool { return o == t }) }
}

func (c *handClock) Later(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, do)
}

// pass moves the hands on and does what falls due, in the order of the hours.
func (c *handClock) pass(d time.Duration) {
	end := c.now.Add(d)
	for {
		c.run()
		next := -1
		for i, t := range c.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(c.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t := c.timers[next]
		c.timers = slices.Delete(c.timers, next, next+1)
		c.now = t.at
		t.do()
	}
	c.now = end
}

// run does what came from beside the window; false where nothing did.
func (c *handClock) run() bool {
	c.mu.Lock()
	queue := c.queue
	c.queue = nil
	c.mu.Unlock()
	for _, do := range queue {
		do()
	}
	return len(queue) > 0
}

// clock is the hands that a test moves.
func (s *seat) clock() *handClock { return s.shell.clock.(*handClock) }

// pass lets time pass at the window.
func (s *seat) pass(d time.Duration) { s.clock().pass(d) }

// rest waits until what the office began beside the window is done and shown.
func (o *Office) rest() {
	for {
		o.work.wait()
		if !o.shell.clock.(*handClock).run() {
			return
		}
	}
}
