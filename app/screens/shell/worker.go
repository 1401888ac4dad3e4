package shell

import (
	"runtime/debug"
	"sync"
)

// Job is long work: it goes on beside the window, touches nothing of it, and answers what
// to do there when it is done.
type Job func() (then func())

// Worker does jobs beside the window. All but the jobs themselves belongs to the
// window's goroutine, to which the clock brings their answers back.
type Worker struct {
	clock   Clock
	reading bool
	next    Job // the last that was asked for while another one read
	acting  bool
	gone    bool // nobody wants to know any more
	all     sync.WaitGroup
	begun   *sync.WaitGroup                // those that leave something behind, whoever does them
	fell    func(broken any, stack []byte) // goes on at the window after a job that broke
}

// NewWorker does jobs for a window.
func NewWorker(s *Shell) *Worker {
	w := &Worker{clock: s.Clock, begun: &s.acting, fell: s.fell}
	s.workers = append(s.workers, w)
	return w
}

// Wait waits until nothing goes on beside the window.
func (s *Shell) Wait() {
	for _, w := range s.workers {
		w.Wait()
	}
}

// Busy says whether a job goes on that leaves something behind.
func (w *Worker) Busy() bool { return w.acting }

// Close has nobody told any more of what is done.
func (w *Worker) Close() { w.gone = true }

// Closed says whether it is.
func (w *Worker) Closed() bool { return w.gone }

// Wait waits until no job goes on.
func (w *Worker) Wait() { w.all.Wait() }

// Latest does a job that only looks. Of those that are asked for while it goes on the
// last is done, and what the others found is dropped.
func (w *Worker) Latest(j Job) {
	if w.reading {
		w.next = j
		return
	}
	w.reading = true
	w.beside(j, func(then func()) {
		w.reading = false
		if next := w.next; next != nil {
			w.next = nil
			w.Latest(next)
			return
		}
		then()
	})
}

// Once does a job that leaves something behind. It is asked only while none goes on.
func (w *Worker) Once(j Job) {
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

func (w *Worker) beside(j Job, done func(then func())) {
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
func (w *Worker) caught(j Job) (then func()) {
	defer func() {
		if broken := recover(); broken != nil {
			stack := debug.Stack()
			then = func() { w.fell(broken, stack) }
		}
	}()
	return j()
}
