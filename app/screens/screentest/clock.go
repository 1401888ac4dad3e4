package screentest

import (
	"slices"
	"sync"
	"time"
)

// A HandClock is a clock that stands until a test moves its hands. Nothing is drawn but by the test's own
// goroutine, however busy the machine is.
type HandClock struct {
	Time   time.Time
	timers []*timer

	mu    sync.Mutex
	queue []func() // from beside the window
}

type timer struct {
	at time.Time
	do func()
}

// NewHandClock returns a clock that shows a time until a test moves it.
func NewHandClock(now time.Time) *HandClock { return &HandClock{Time: now} }

// Now implements shell.Clock.
func (c *HandClock) Now() time.Time { return c.Time }

// After implements shell.Clock.
func (c *HandClock) After(d time.Duration, do func()) (stop func()) {
	t := &timer{c.Time.Add(d), do}
	c.timers = append(c.timers, t)
	return func() { c.timers = slices.DeleteFunc(c.timers, func(o *timer) bool { return o == t }) }
}

// Later implements shell.Clock.
func (c *HandClock) Later(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, do)
}

// pass moves the hands on and does what falls due, in the order of the hours.
func (c *HandClock) pass(d time.Duration) {
	end := c.Time.Add(d)
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
		c.Time = t.at
		t.do()
	}
	c.Time = end
}

// run does what came from beside the window; false where nothing did.
func (c *HandClock) run() bool {
	c.mu.Lock()
	queue := c.queue
	c.queue = nil
	c.mu.Unlock()
	for _, do := range queue {
		do()
	}
	return len(queue) > 0
}
