package practice

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/games/drill"
)

// enter is where Enter lies in the window.
func (l *learner) enter() controls.Bounds {
	return controls.EnterPlace(l.Shell.Window.Canvas().Size())
}

// sees demands that the pad has Enter in its place, that gold fills it alone, and that no other key lies there.
func (l *learner) sees() {
	l.T.Helper()
	const key = 40 // no bar
	enter, pad, found := l.enter(), l.p.run.drill.Pad, 0
	lies := fyne.CurrentApp().Driver().AbsolutePositionForObject(pad)
	where := fmt.Sprintf("%v, %q", l.Shell.Window.Canvas().Size(), l.p.run.task.Questions[l.p.run.question].Ask)
	for _, o := range test.WidgetRenderer(pad).Objects() {
		r, ok := o.(*canvas.Rectangle)
		if !ok || r.Size().Width < key || r.Size().Height < key || r.CornerRadius == 0 {
			continue
		}
		at := controls.Bounds{X: lies.X + r.Position().X, Y: lies.Y + r.Position().Y, W: r.Size().Width, H: r.Size().Height}
		switch {
		case at == enter:
			found++
		case r.FillColor == theme.Enter:
			l.T.Errorf("%s: gold lies at %v, Enter at %v", where, at, enter)
		case at.Meets(enter):
			l.T.Errorf("%s: a key lies at %v, Enter at %v", where, at, enter)
		}
	}
	if found != 1 {
		l.T.Errorf("%s: there are %d keys where Enter lies, %v", where, found, enter)
	}
	for _, k := range l.p.run.choices(l.p.run.task.Questions[l.p.run.question]) {
		at, there := pad.Board.Bounds(k.Label)
		if at.X, at.Y = at.X+lies.X, at.Y+lies.Y; l.p.run.verdict == nil && (!there || at.Meets(enter) || at.H < 48) {
			l.T.Errorf("%s: %q lies at %v, Enter at %v", where, k.Label, at, enter)
		}
	}
}

// taps taps where Enter lies by the rhythm of hands.
func (l *learner) taps(rng *rand.Rand, n int) {
	for range n {
		l.Pass(time.Duration(300+rng.Intn(601)) * time.Millisecond)
		l.Tapped = l.enter().Middle()
		l.TapAgain()
	}
}

// Taps too many where Enter lies answer no question of practice: what nobody chose and nobody typed is no answer.
// SABOT_RHYTHM is how many tasks of a kind there are (make prove WHAT=rhythm: 500).
func TestTapsTooManyAnswerNothing(t *testing.T) {
	tasks := 6
	if n, err := strconv.Atoi(os.Getenv("SABOT_RHYTHM")); err == nil {
		tasks = n
	}
	for n, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080)} {
		rng := rand.New(rand.NewSource(int64(n + 1)))
		l := sit(t)
		l.Shell.Window.Resize(window)
		for _, kind := range drill.Kinds() {
			l.p.choose()
			l.drill(kind)
			for done := 0; done < tasks; {
				r := l.p.run
				if r.left {
					l.p.choose()
					l.drill(kind)
					continue
				}
				l.sees()
				l.taps(rng, rng.Intn(6))
				if r.verdict != nil {
					t.Fatalf("%v, %s: taps where Enter lies answer %+v", window, kind, r.said)
				}
				_, right := l.asked()
				l.chooses(right)
				task, question := len(l.p.session.Done), r.question
				l.taps(rng, 1)
				if r.verdict == nil || r.said.Say != right.Say {
					t.Fatalf("%v, %s: Enter answers %+v, not %+v:\n%s", window, kind, r.said, right, l.Words())
				}
				l.sees()
				l.taps(rng, 1+rng.Intn(6))
				if !r.left && r.verdict != nil {
					t.Fatalf("%v, %s: a tap too many answers %+v", window, kind, r.said)
				}
				if ahead := len(l.p.session.Done) - task; ahead > 1 || ahead == 0 && r.question > question+1 {
					t.Fatalf("%v, %s: taps went on by %d tasks", window, kind, ahead)
				}
				done++
			}
		}
	}
}
