package shell

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"sabot/app/session"
)

// A Job is long work: it goes on beside the window, touches nothing of it, and answers what
// to do there when it is done.
type Job func() (then func())

// A Worker does jobs beside the window. All but the jobs themselves belongs to the
// window's goroutine, to which the clock brings their answers back.
type Worker struct {
	clock   Clock
	reading bool
	next    Job // the last that was asked for while another one read
	acting  bool
	ending  context.Context // done once the window has closed
	stop    func()          // ends what reads; nil where nobody may
	gone    bool            // nobody wants to know any more
	all     sync.WaitGroup
	begun   *sync.WaitGroup                // those that leave something behind, whoever does them
	fell    func(broken any, stack []byte) // goes on at the window after a job that broke
}

// NewWorker does jobs for a window.
func NewWorker(s *Shell) *Worker {
	w := &Worker{clock: s.Clock, ending: s.Ending, begun: &s.acting, fell: s.Fell}
	s.workers = append(s.workers, w)
	return w
}

// Wait waits until nothing goes on beside the window.
func (s *Shell) Wait() {
	for _, w := range s.workers {
		w.Wait()
	}
}

// Busy reports whether a job that leaves something behind is running.
func (w *Worker) Busy() bool { return w.acting }

// Close ends all reports of what is done.
func (w *Worker) Close() { w.gone = true }

// Closed reports whether the worker was closed.
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

// A Task is a job that can take long. It says how far it has come, and ends without leaving anything behind once
// its context does.
type Task func(w session.Work) (then func())

// LongAfter is how long a task goes on before it is said how far it has come.
var LongAfter = 300 * time.Millisecond

// Look does a task that only looks, as Latest does; the one before it ends, as nobody waits
// for it. Progress is told at the window. It goes on until it is done or stopped.
func (w *Worker) Look(t Task, progress func(done, all int)) (stop func()) {
	if w.stop != nil {
		w.stop()
	}
	work, stop := w.task(progress)
	w.stop = stop
	w.Latest(func() func() { defer stop(); return t(work) })
	return stop
}

// Act does a task that leaves something behind, as Once does, unless it is stopped before.
func (w *Worker) Act(t Task, progress func(done, all int)) (stop func()) {
	work, stop := w.task(progress)
	w.Once(func() func() { defer stop(); return t(work) })
	return stop
}

// task returns the work of a task, and what ends it. Of its progress only some is passed on, so that the window
// is not flooded, and nothing once it was ended.
func (w *Worker) task(progress func(done, all int)) (session.Work, func()) {
	ctx, stop := context.WithCancel(w.ending)
	last := time.Now() // it is asked beside the window
	return session.Work{Context: ctx, Progress: func(done, all int) {
		now := time.Now()
		if now.Sub(last) < LongAfter {
			return
		}
		last = now
		w.clock.Later(func() {
			if ctx.Err() == nil && !w.gone {
				progress(done, all)
			}
		})
	}}, stop
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
