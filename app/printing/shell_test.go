package printing

import (
	"context"
	"errors"
	"testing"
	"time"
)

// What Windows answers to the verb print is read as shellapi.h has it; 31 and 27 are a machine
// that has nothing to print PDFs with.
func TestWhatWindowsAnswers(t *testing.T) {
	if err := shellAnswered(42, nil); err != nil {
		t.Error(err)
	}
	for _, answer := range []uintptr{27, 31} {
		if err := shellAnswered(answer, nil); !errors.Is(err, ErrNoPrinting) {
			t.Errorf("%d: %v", answer, err)
		}
	}
	for answer, want := range map[uintptr]RefusedError{
		5:  {Otherwise, "this account may not print it"},
		28: {Hangs, "the program that prints PDFs does not answer"},
		11: {Otherwise, "Windows says 11: bad format"},
	} {
		var refused *RefusedError
		if err := shellAnswered(answer, errors.New("bad format\nof two lines")); !errors.As(err, &refused) || *refused != want {
			t.Errorf("%d: %v", answer, err)
		}
	}
}

// A call that nobody can end keeps nobody: neither for longer than it is given, nor once nobody waits.
func TestWhatCannotBeEndedIsLeft(t *testing.T) {
	if err := within(t.Context(), time.Hour, func() error { return ErrNoPrinting }); !errors.Is(err, ErrNoPrinting) {
		t.Errorf("it answered otherwise: %v", err)
	}
	hangs := make(chan bool)
	defer close(hangs)
	given, giveUp := context.WithCancel(t.Context())
	giveUp()
	for _, ctx := range []context.Context{t.Context(), given} {
		limit := time.Hour
		if ctx.Err() == nil {
			limit = time.Millisecond
		}
		var refused *RefusedError
		if err := within(ctx, limit, func() error { <-hangs; return nil }); !errors.As(err, &refused) || refused.Why != Hangs {
			t.Errorf("%v", err)
		}
	}
}
