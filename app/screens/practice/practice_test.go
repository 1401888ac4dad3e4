package practice

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/practice"
	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/drill"
	"sabot/pit/people"
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
	l := &learner{Seat: screentest.Sit(t, t.TempDir())}
	if err := l.Shell.House.SetUp(people.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	l.Shell.Speak("it")
	l.p = Open(l.Shell, filepath.Join(l.Dir, "practice"), "back_overlay", func() { l.left = true })
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
	switch a.Say {
	case drill.Pay, drill.Is:
		l.Keys(text.Typed(a.Amount) + "\n")
	case drill.Laid:
		for _, c := range a.Chips {
			key := chipKeys[slices.Index(l.p.run.task.Tray.Values, c.Value)]
			l.Keys(strings.Repeat(string(key), c.N))
		}
		l.Keys("\n")
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
	for _, limit := range r.task.Limits {
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
}

// A session of each drill by keys alone: what is right is said to be right, what is wrong is
// said by its name with what would have been right, nothing says so before, and the marks are
// those that were earned. On every page stands that it is practice.
func TestSessionOfEachDrillByKeys(t *testing.T) {
	l := sit(t)
	l.banded()
	for _, kind := range drill.Kinds() {
		l.drill(kind)
		wrong := 0
		for n := range l.p.session.Tasks {
			missed := false
			for task := n; len(l.p.session.Done) == task; {
				q, right := l.asked()
				l.banded()
				l.silent(right)
				l.Pass(3 * time.Second)
				if n%4 == 3 {
					missed = true
					l.types(otherwise(l.p.run.task.Game, q, right))
				} else {
					l.types(right)
				}
				if l.p.run.verdict == nil {
					t.Fatalf("%s, task %d, %s: the answer %+v was not taken:\n%s", kind, n, q.Ask, right, l.Words())
				}
				if fault := l.p.run.verdict.Fault; (fault != "") != (n%4 == 3) {
					t.Errorf("%s, task %d, %s: the fault is %q\n%s", kind, n, q.Ask, fault, l.Words())
				}
				l.Says(l.Shell.Viewer().DrillSays(right))
				l.Press(fyne.KeyReturn)
			}
			if missed {
				wrong++
			}
		}
		l.banded()
		all, _ := practice.MarksOf(l.p.session)
		if all.Done != l.p.session.Tasks || all.Right != all.Done-wrong || all.Median < 3*time.Second || all.P90 < all.Median {
			t.Errorf("%s: the marks are %+v after %d wrong ones", kind, all, wrong)
		}
		l.Says(fmt.Sprintf("%d giuste su %d", all.Right, all.Done))
		l.Press(fyne.KeyEscape)
	}
	if all, err := l.p.store.All(); err != nil || len(all) != len(drill.Kinds()) {
		t.Errorf("the folder has %d sessions: %v", len(all), err)
	}
	l.Press(fyne.KeyEscape)
	if !l.left {
		t.Error("Esc does not lead out")
	}
}

// Nothing that is answered reaches the house's record: after 100,000 tasks and a session by
// keys its streams, their entries and their signed heads are what they were, byte by byte.
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
	plan := practice.Plan{Kind: drill.Pays, Presets: l.p.presets(), Level: 4, Seed: 11, Tasks: 250}
	for n := 0; n < tasks; {
		plan.Kind = drill.Kinds()[n/plan.Tasks%len(drill.Kinds())]
		s := practice.Session{Who: "x", Began: l.Clock().Now(), Plan: plan}
		s.Seed, s.Began = uint64(n+1), s.Began.Add(time.Duration(n)*time.Second)
		setting := l.p.setting(plan.Level, plan.Presets)
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
	t.Logf("%d tasks and a session by keys; %d heads and entries of the record are what they were, byte by byte", tasks, len(before))
	if all, err := l.p.store.All(); err != nil || len(all) != tasks/plan.Tasks+1 {
		t.Errorf("%d sessions are kept: %v", len(all), err)
	}
}

// recordOf is the record, byte by byte: every entry of every stream and the signed heads.
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

// Every page can be read, in each language and size.
func TestPracticeIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		l := sit(t)
		l.InHouse()
		l.Shell.Speak(lang)
		l.p.choose()
		l.Look("choose")
		l.Keys("g")
		l.Look("game")
		l.Escape()
		l.Keys("n")
		l.Look("name")
		l.Keys("Anna Chiara Ferrari von und zu Altenburg\n")
		l.Keys("t")
		l.Look("number")
		l.Escape()
		for _, kind := range drill.Kinds() {
			l.drill(kind)
			seen := map[string]bool{}
			tasks := 9
			if testing.Short() {
				tasks = 4
			}
			for len(l.p.session.Done) < tasks && l.p.run != nil && !l.p.run.left {
				q, right := l.asked()
				look := string(q.Ask) + " " + l.p.run.task.Class.Preset
				l.Pass(time.Second)
				if !seen[look] {
					l.Look(string(kind) + " " + look)
				}
				a := right
				if len(l.p.session.Done)%3 == 1 {
					a = otherwise(l.p.run.task.Game, q, right)
				}
				l.types(a)
				if l.p.run.verdict == nil {
					t.Fatalf("%s: the answer %+v was not taken", look, a)
				}
				if !seen[look] || len(l.p.session.Done)%3 == 1 {
					l.Look(string(kind) + " " + look + " verdict")
				}
				seen[look] = true
				l.Press(fyne.KeyReturn)
			}
			if kind == drill.Draws {
				l.Press(fyne.KeyF1)
				l.Look("help")
				l.Escape()
			}
			l.Press(fyne.KeyEscape)
			l.Keys("p")
			l.Look(string(kind) + " results")
			l.Press(fyne.KeyEscape)
		}
		l.Keys("r")
		l.Look("all results")
	})
}

// Whatever is opened over a page of practice, and a word that a key means nothing, the word that
// nothing counts stands over it.
func TestPracticeStandsOverEverything(t *testing.T) {
	l := sit(t)
	over := func(key string) {
		t.Helper()
		if l.Shell.Overlay() == nil {
			t.Errorf("%s opens nothing", key)
		}
		l.banded()
		l.Escape()
		l.banded()
	}
	for _, key := range []string{"g", "n", "t"} {
		l.Keys(key)
		over(key)
	}
	l.Press(fyne.KeyF1)
	over("F1")
	l.Keys("z")
	l.Says("Z")
	l.banded()
	l.drill(drill.Misdeals)
	l.Press(fyne.KeyF1)
	over("F1")
	l.Press(fyne.KeyF2)
	if l.Shell.Overlay() != nil {
		t.Error("the rules are there before an answer")
	}
	l.Keys("z")
	l.banded()
	l.Keys("g")
	l.Press(fyne.KeyF2)
	l.Shows(l.Shell.Text.T("preset_" + l.p.run.task.Game.Options().Preset))
	over("F2")
}

// The pages with the most words, in every language.
func TestPracticeIsReadableInEachLanguage(t *testing.T) {
	l := sit(t)
	l.InHouse()
	for _, lang := range text.Languages() {
		l.Shell.Speak(lang)
		l.p.choose()
		l.Look("choose")
		for _, kind := range []drill.Kind{drill.Pays, drill.Misdeals, drill.Chips} {
			l.drill(kind)
			l.Look(string(kind))
			q, right := l.asked()
			l.types(otherwise(gameOf(l), q, right))
			l.Look(string(kind) + " verdict")
			l.Press(fyne.KeyReturn)
			for len(l.p.session.Done) == 0 { // a deal has more than one question
				_, right := l.asked()
				l.types(right)
				l.Press(fyne.KeyReturn)
			}
			l.Press(fyne.KeyEscape)
			l.Look("results")
			l.Press(fyne.KeyEscape)
		}
	}
}

// gameOf is the game of the task that stands there; one of chips is of none.
func gameOf(l *learner) games.Game { return l.p.run.task.Game }

// Two people who type the same number have the same questions, whatever they answer.
func TestSameNumberSameTest(t *testing.T) {
	var tests [2][]string
	for person := range tests {
		l := sit(t)
		l.Keys("t123456\n")
		if l.p.session.Seed != 123456 || !l.p.session.Test {
			t.Fatalf("the test is %+v:\n%s", l.p.session.Plan, l.Words())
		}
		for !l.p.run.left {
			q, right := l.asked()
			asks, _ := l.Shell.Viewer().DrillAsks(l.p.run.task, q)
			tests[person] = append(tests[person], asks+" "+fmt.Sprint(q.Round))
			if person == 1 {
				right = otherwise(l.p.run.task.Game, q, right)
			}
			l.types(right)
			l.Press(fyne.KeyReturn)
		}
	}
	if len(tests[0]) != manyTasks || !slices.Equal(tests[0], tests[1]) {
		t.Errorf("one has\n%s\nthe other\n%s", strings.Join(tests[0], "\n"), strings.Join(tests[1], "\n"))
	}
}

// The trainer's sheet is a PDF beside the sessions, and says where it lies.
func TestSheetIsWritten(t *testing.T) {
	l := sit(t)
	l.Keys("nAnna\n")
	l.drill(drill.Commission)
	_, right := l.asked()
	l.types(right)
	l.Press(fyne.KeyReturn)
	l.Press(fyne.KeyEscape)
	l.Keys("p")
	files, err := filepath.Glob(filepath.Join(l.Dir, "practice", "sheet-*.pdf"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder has %v: %v", files, err)
	}
	pdf, err := os.ReadFile(files[0])
	if err != nil || !strings.HasPrefix(string(pdf), "%PDF-1.7") {
		t.Errorf("it is no PDF: %v", err)
	}
	l.Says(filepath.Base(files[0]))
	if to := os.Getenv("SABOT_PICTURES"); to != "" {
		_ = os.WriteFile(filepath.Join(to, "sheet.pdf"), pdf, 0o600)
	}
}

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

// The line over a question says how long it has stood there, and from the second level on how
// long it may; an answer that is right and slow is no step towards the level.
func TestTimeOfAnAnswer(t *testing.T) {
	l := sit(t)
	l.Keys("l")
	l.drill(drill.Commission)
	l.Pass(12 * time.Second)
	l.Says("· 12 / 30 s")
	l.Pass(20 * time.Second)
	_, right := l.asked()
	l.types(right)
	l.Says("/ 30 s")
	l.Press(fyne.KeyReturn)
	l.Press(fyne.KeyEscape)
	l.Says("1 giuste su 1 (100 %), 1 lente")
	l.Says("finora 0 su 1")
}

// A folder that takes no answers is told in words, and the drill goes on.
func TestNoRoomForAnswers(t *testing.T) {
	l := sit(t)
	if err := os.WriteFile(filepath.Join(l.Dir, "practice"), nil, 0o600); err != nil { // a file where the folder would be
		t.Fatal(err)
	}
	l.drill(drill.Commission)
	for range 2 {
		_, right := l.asked()
		l.types(right)
		l.Says("practice")
		l.Press(fyne.KeyReturn)
	}
	if len(l.p.session.Done) != 2 {
		t.Errorf("%d tasks are done:\n%s", len(l.p.session.Done), l.Words())
	}
	l.Press(fyne.KeyEscape)
	l.Says("2 giuste su 2")
}

// The files of several machines in one folder are a class: the sheet has everybody.
func TestSheetOfAClass(t *testing.T) {
	l := sit(t)
	for i, name := range []string{"Anna", "Bruno"} {
		s := practice.Session{Who: name, Began: l.Clock().Now().Add(time.Duration(i) * time.Hour), Plan: practice.Plan{Kind: drill.Draws, Level: 1, Seed: 7, Tasks: 1}}
		s.Done = []practice.Done{{Class: practice.Class{Kind: drill.Draws, Preset: "bj-us", Of: drill.Nobody}, Fault: drill.WrongDraw, Asked: 1}}
		if err := l.p.store.Save(s); err != nil {
			t.Fatal(err)
		}
	}
	l.p.read()
	if people := l.p.people(); !slices.Equal(people, []string{"Anna", "Bruno"}) {
		t.Fatalf("the people are %v", people)
	}
	one := l.p.person("Bruno")
	if len(one.Drills) != 1 || len(one.Classes) != 1 || len(one.Sessions) != 1 || one.Classes[0].Faults != "1 × altra carta" || !strings.HasSuffix(one.Classes[0].Name, "nessuno") {
		t.Errorf("of Bruno the sheet has %+v", one)
	}
}

// An answer whose verdict was read counts, whoever leaves then; a task that is left in the middle
// counts as broken off, and a session as well. An amount that is typed is not thrown away.
func TestWhatWasAnsweredCounts(t *testing.T) {
	l := sit(t)
	l.drill(drill.Pays)
	l.types(wrong(l))
	l.Says("Sbagliato (")
	l.Press(fyne.KeyEscape)
	l.Says("0 giuste su 1")
	l.Says("Interrotta: 1 di 25 compiti")
	l.Press(fyne.KeyEscape)

	l.drill(drill.Hands)
	_, right := l.asked()
	for len(l.p.run.task.Questions) < 2 {
		l.types(right)
		l.Press(fyne.KeyReturn)
		_, right = l.asked()
	}
	done := len(l.p.session.Done)
	l.types(right)
	l.Press(fyne.KeyReturn, fyne.KeyEscape)
	all, err := l.p.store.All()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d sessions, %v", len(all), err)
	}
	if d := all[1].Done; len(d) != done+1 || d[done].Fault != drill.BrokenOff || d[done].Asked != 1 {
		t.Errorf("%+v", d)
	}
	l.Press(fyne.KeyEscape)

	l.drill(drill.Pays)
	l.Keys("50l")
	l.Says("50 è scritto")
	if l.p.run.verdict != nil {
		t.Error("an amount was typed, and leaving it was the answer")
	}
}

// wrong is a wrong answer to what is asked now.
func wrong(l *learner) drill.Answer {
	q, right := l.asked()
	return otherwise(gameOf(l), q, right)
}

// The moves of a reconstruction are told once they were asked.
func TestMovesAreToldLast(t *testing.T) {
	l := sit(t)
	l.drill(drill.Misdeals)
	for len(l.p.run.task.Questions) < 3 {
		_, right := l.asked()
		l.types(right)
		l.Press(fyne.KeyReturn)
	}
	for n := range 3 {
		_, right := l.asked()
		l.types(right)
		r := l.p.run
		_, _, why := l.Shell.Viewer().DrillVerdict(r.task, r.task.Questions[n], r.said, *r.verdict)
		if told := len(why) > 1; told != (n == 2) {
			t.Errorf("question %d: %q", n, why)
		}
		l.Press(fyne.KeyReturn)
	}
}
