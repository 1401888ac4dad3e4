package practice

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/practice"
	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/games"
	"sabot/games/drill"
	"sabot/pit/house"
	"sabot/pit/recordtest"
)

func TestMain(m *testing.M) { recordtest.Main(m) }

// learner is somebody who learns before a window.
type learner struct {
	*screentest.Seat
	p    *Practice
	left bool
}

// sit sits down at the drills of the house to try; nobody has signed on.
func sit(t *testing.T) *learner {
	t.Helper()
	return sitIn(t, house.DemoPlan("it", "", 1))
}

// sitIn sits down at those of a house.
func sitIn(t *testing.T, house house.Plan) *learner {
	t.Helper()
	l := &learner{Seat: screentest.Sit(t, t.TempDir())}
	if err := l.Shell.House.SetUp(house); err != nil {
		t.Fatal(err)
	}
	l.Shell.Speak("it")
	l.p = Open(l.Shell, filepath.Join(l.Dir, "practice"), "back_overlay", func() { l.left = true }, nil)
	seed := uint64(70)
	l.p.seed = func() uint64 { seed++; return seed }
	return l
}

// drill begins a drill of a kind by keys.
func (l *learner) drill(kind drill.Kind) {
	l.T.Helper()
	l.Press(fyne.KeyHome)
	for range slices.Index(drill.Kinds(), kind) {
		l.Press(fyne.KeyDown)
	}
	l.Press(fyne.KeyReturn)
	if l.p.session.Kind != kind {
		l.T.Fatalf("the drill is %s:\n%s", l.p.session.Kind, l.Words())
	}
}

// asked is the question that stands there, and what the rules answer to it.
func (l *learner) asked() (drill.Question, drill.Answer) {
	l.T.Helper()
	r := l.p.run
	v, err := r.task.Verdict(r.question, drill.Answer{})
	if err != nil {
		l.T.Fatal(err)
	}
	return r.task.Questions[r.question], v.Expected
}

// types gives an answer by keys.
func (l *learner) types(a drill.Answer) {
	l.T.Helper()
	l.chooses(a)
	l.Keys("\n")
}

// chooses types an answer without Enter.
func (l *learner) chooses(a drill.Answer) {
	l.T.Helper()
	switch a.Say {
	case drill.Pay, drill.Is:
		l.Keys(text.Typed(a.Amount))
	case drill.Laid:
		for _, c := range a.Chips {
			key := chipKeys[slices.Index(l.p.run.task.Tray.Values, c.Value)]
			l.Keys(strings.Repeat(string(key), c.N))
		}
	case drill.Card:
		key := fmt.Sprint(a.At.Box)
		if a.At.Box == 0 {
			for _, side := range l.p.run.task.Game.Layout().Sides {
				if side.At == a.At {
					key = side.Key
				}
			}
		}
		l.Keys(strings.ToLower(key))
	default:
		l.Keys(map[drill.Say]string{drill.Take: "c", drill.Leave: "l", drill.NoCard: "n", drill.Fine: "g", drill.Relay: "r", drill.Cancel: "c"}[a.Say])
	}
}

// otherwise is an answer that is wrong.
func otherwise(g games.Game, q drill.Question, a drill.Answer) drill.Answer {
	switch {
	case a.Say == drill.Pay || a.Say == drill.Is:
		a.Amount += 500
	case a.Say == drill.Laid:
		a.Chips = append([]games.ChipCount{{Value: 500, N: 1}}, a.Chips...)
	case a.Say == drill.Card && q.Ask == drill.Who:
		a = drill.Answer{Say: drill.NoCard}
	case a.Say == drill.Card:
		places := g.Places()
		if i := slices.Index(places, a.At); i == 0 {
			a.At = places[1]
		} else {
			a.At = places[0]
		}
	case a.Say == drill.NoCard:
		a = drill.Answer{Say: drill.Card, At: g.Layout().Sides[0].At}
	case a.Say == drill.Take, a.Say == drill.Cancel:
		a.Say = map[drill.Ask]drill.Say{drill.Comes: drill.Leave, drill.Judge: drill.Fine}[q.Ask]
	case q.Ask == drill.Judge:
		a.Say = drill.Cancel
	default:
		a.Say = drill.Take
	}
	return a
}

// silent demands that nothing on the screen says what is right: not the verdict, and no amount
// that does not lie there as a stake.
func (l *learner) silent(a drill.Answer) {
	l.T.Helper()
	words := l.Words()
	for _, key := range []string{"drill_right", "drill_wrong"} {
		if said, _, _ := strings.Cut(l.Shell.Text.T(key, text.Args{"Answer": "", "Fault": ""}), ":"); strings.Contains(words, said) {
			l.T.Errorf("before an answer it says %q:\n%s", said, words)
		}
	}
	if a.Say != drill.Pay && a.Say != drill.Is || a.Amount == 0 {
		return
	}
	r := l.p.run
	for _, b := range r.task.Questions[r.question].Round.Bets {
		if b.Amount == a.Amount || 2*b.Amount == a.Amount {
			return
		}
	}
	for _, limit := range r.task.Game.Options().Limits {
		if limit.Max == a.Amount || limit.Min == a.Amount {
			return
		}
	}
	if said := l.Shell.Text.Amount(a.Amount); len(said) > 3 && slices.Contains(strings.Fields(words), said) {
		l.T.Errorf("before an answer it says %s:\n%s", said, words)
	}
}

// banded demands that the word stands over what is shown.
func (l *learner) banded() {
	l.T.Helper()
	if !slices.Contains(strings.Split(l.Words(), "\n"), l.Shell.Text.T("practice_band")) {
		l.T.Errorf("nothing says that it is practice:\n%s", l.Words())
	}
	size := l.Shell.Window.Canvas().Size()
	band := screentest.DrawnAt{W: size.Width, H: controls.BandHigh * min(size.Width/1024, size.Height/768)}
	for _, d := range screentest.Drawing(l.Shell.Top().Content(), 0, 0, nil) {
		switch o := d.O.(type) {
		case *canvas.Text:
			if screentest.Letters(d, o).Overlaps(band) {
				l.T.Errorf("%q lies under the band", o.Text)
			}
		case *canvas.Rectangle:
			if o.FillColor == theme.Rail && o.StrokeColor != nil && d.Overlaps(band) {
				l.T.Errorf("a plate at %v lies under the band", d)
			}
		}
	}
}

// Nothing that is answered reaches the record of a house that stands open: after 100,000 tasks,
// made, judged and kept as the screen does it, and a session by keys its streams, their entries and
// their signed heads are what they were. The files of a house that is closed are compared where
// practice stands alone, in the screens' own tests.
func TestPracticeLeavesTheRecordAlone(t *testing.T) {
	l := sit(t)
	before := recordOf(t, l)
	l.drill(drill.Pays)
	for range 5 {
		_, right := l.asked()
		l.types(right)
		l.Press(fyne.KeyReturn)
	}
	l.Press(fyne.KeyEscape, fyne.KeyEscape)
	tasks := 100_000
	if testing.Short() {
		tasks = 1_000
	}
	classes := map[drill.Kind][]drill.Class{}
	plan := practice.Plan{Kind: drill.Pays, Rules: l.p.rules(), Chips: l.p.chips(), Level: 4, Seed: 11, Tasks: 250}
	for n := 0; n < tasks; {
		plan.Kind = drill.Kinds()[n/plan.Tasks%len(drill.Kinds())]
		s := practice.Session{Who: "x", Began: l.Clock().Now(), Plan: plan}
		s.Seed, s.Began = uint64(n+1), s.Began.Add(time.Duration(n)*time.Second)
		setting := plan.Setting()
		if classes[plan.Kind] == nil {
			classes[plan.Kind] = drill.Classes(setting, plan.Kind)
		}
		for range plan.Tasks {
			class := s.Next(classes[plan.Kind], len(s.Done), s.Done)
			task, err := drill.New(setting, s.Seed, len(s.Done), class)
			if err != nil {
				t.Fatal(err)
			}
			v, err := task.Verdict(0, drill.Answer{Say: drill.Take})
			if err != nil {
				t.Fatal(err)
			}
			s.Done = append(s.Done, practice.Done{Class: practice.Class(class), Fault: v.Fault, Asked: 1})
			n++
		}
		if err := l.p.store.Save(s); err != nil {
			t.Fatal(err)
		}
	}
	if after := recordOf(t, l); !slices.Equal(after, before) {
		t.Errorf("the record had %d lines and has %d, or others", len(before), len(after))
	}
	t.Logf("%d tasks and a session by keys; %d heads and entries of the record are what they were", tasks, len(before))
	if all, err := l.p.store.All(); err != nil || len(all) != tasks/plan.Tasks+1 {
		t.Errorf("%d sessions are kept: %v", len(all), err)
	}
}

// recordOf is what the record says: every entry of every stream as it is stored, and the signed heads.
func recordOf(t *testing.T, l *learner) (lines []string) {
	t.Helper()
	store := l.Shell.House.Store()
	snapshot, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	streams, err := snapshot.Streams(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range streams {
		head, err := snapshot.Stored(t.Context(), s)
		if err != nil || head == nil {
			t.Fatalf("%s has the head %+v: %v", s, head, err)
		}
		lines = append(lines, fmt.Sprintf("%s %+v", s, *head))
		for line, err := range snapshot.Lines(t.Context(), s) {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprintf("%d %x %s", line.Seq, line.Leaf, line.Bytes))
		}
	}
	if len(lines) < 10 {
		t.Fatalf("the record has %d lines: the test sees nothing", len(lines))
	}
	return lines
}

// gameOf is the game of the task that stands there; one of chips is of none.
func gameOf(l *learner) games.Game { return l.p.run.task.Game }

// A finger answers as keys do, and a chip that was laid is taken back by the key at the left.
func TestPracticeByTouch(t *testing.T) {
	l := sit(t)
	l.drill(drill.Commission)
	_, right := l.asked()
	for _, r := range text.Typed(right.Amount) {
		l.TouchOn(l.p.run.drill.Pad, string(r))
	}
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("sign_ok"))
	if v := l.p.run.verdict; v == nil || v.Fault != "" {
		t.Fatalf("the verdict is %+v:\n%s", v, l.Words())
	}
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("practice_next"))
	if len(l.p.session.Done) != 1 || l.p.run.verdict != nil {
		t.Fatalf("%d tasks are done:\n%s", len(l.p.session.Done), l.Words())
	}
	l.Press(fyne.KeyEscape, fyne.KeyEscape)
	l.drill(drill.Chips)
	_, right = l.asked()
	for _, c := range right.Chips {
		for range c.N {
			l.TouchOn(l.p.run.tray.Drawn, l.Shell.Text.Amount(c.Value))
		}
	}
	l.TouchOn(l.p.run.tray.Drawn, "5")
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("button_undo"))
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("sign_ok"))
	if v := l.p.run.verdict; v == nil || v.Fault != "" {
		t.Errorf("the verdict is %+v:\n%s", v, l.Words())
	}
}

// A finger has a way out of a question and to help, as on every page.
func TestAFingerLeavesADrill(t *testing.T) {
	l := sit(t)
	for _, kind := range []drill.Kind{drill.Pays, drill.Chips} {
		l.drill(kind)
		l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("title_help"))
		l.Shows(l.Shell.Text.T("title_help"))
		l.Escape()
		_, right := l.asked()
		l.types(right)
		l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("practice_leave"))
		if !l.p.run.left {
			t.Errorf("%s goes on:\n%s", kind, l.Words())
		}
		l.Press(fyne.KeyEscape)
		l.drill(kind)
		l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("practice_leave"))
		l.Says(l.Shell.Text.T("practice_title"))
		if !l.p.run.left {
			t.Errorf("%s goes on:\n%s", kind, l.Words())
		}
	}
}
