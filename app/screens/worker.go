package screens

import (
	"runtime/debug"
	"sync"
)

// job is long work: it goes on beside the window, touches nothing of it, and answers what
// to do there when it is done.
type job func() (then func())

// worker does jobs beside the window. All but the jobs themselves belongs to the
// window's goroutine, to which the clock brings their answers back.
type worker struct {
	clock   clock
	reading bool
	next    job // the last that was asked for while another one read
	acting  bool
	gone    bool // nobody wants to know any more
	all     sync.WaitGroup
	begun   *sync.WaitGroup                // those that leave something behind, whoever does them
	fell    func(broken any, stack []byte) // goes on at the window after a job that broke
}

// newWorker does jobs for a window.
func newWorker(s *Shell) *worker { return &worker{clock: s.clock, begun: &s.acting, fell: s.fell} }

// busy says whether a job goes on that leaves something behind.
func (w *worker) busy() bool { return w.acting }

// close has nobody told any more of what is done.
func (w *worker) close() { w.gone = true }

// closed says whether it is.
func (w *worker) closed() bool { return w.gone }

// wait waits until no job goes on.
func (w *worker) wait() { w.all.Wait() }

// latest does a job that only looks. Of those that are asked for while it goes on the
// last is done, and what the others found is dropped.
func (w *worker) latest(j job) {
	if w.reading {
		w.next = j
		return
	}
	w.reading = true
	w.beside(j, func(then func()) {
		w.reading = false
		if next := w.next; next != nil {
			w.next = nil
			w.latest(next)
			return
		}
		then()
	})
}

// once does a job that leaves something behind. It is asked only while none goes on.
func (w *worker) once(j job) {
	w.acting = true
	w.begun.Add(1)
	w.beside(func() func() {
		defer w.begun.Done()
		return j()
	}, func(then func()) {
		w.acting = false
		then()
	})
}

func (w *worker) beside(j job, done func(then func())) {
	w.all.Add(1)
	go func() {
		defer w.all.Done()
		then := w.caught(j)
		w.clock.Later(func() {
			if w.gone {
				return
			}
			done(then)
		})
	}()
}

// caught does a job; where it breaks, what is to be done at the window is to go on.
func (w *worker) caught(j job) (then func()) {
	defer func() {
		if broken := recover(); broken != nil {
			stack := debug.Stack()
			then = func() { w.fell(broken, stack) }
		}
	}()
	return j()
}
