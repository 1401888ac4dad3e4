package practice

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/practice"
	"sabot/app/view/drills"
	"sabot/games/drill"
)

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
				l.Says(drills.Says(l.Shell.Viewer(), right))
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

// Two people who type the same number have the same questions, whatever they answer.
func TestSameNumberSameTest(t *testing.T) {
	var tests [2][]string
	for person := range tests {
		l := sit(t)
		l.Keys("t123456\n\n")
		if l.p.session.Seed != 123456 || !l.p.session.Test {
			t.Fatalf("the test is %+v:\n%s", l.p.session.Plan, l.Words())
		}
		for !l.p.run.left {
			q, right := l.asked()
			asks, _ := drills.Asks(l.Shell.Viewer(), l.p.run.task, q)
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

// The line over a question says how long it has stood there, and from the second level on how
// long it may; an answer that is right and slow is no step towards the level.
func TestTimeOfAnAnswer(t *testing.T) {
	l := sit(t)
	l.Keys("l")
	l.drill(drill.Commission)
	l.Pass(12 * time.Second)
	l.Says("· 12 / 30 s")
	l.Pass(18*time.Second + 260*time.Millisecond)
	_, right := l.asked()
	l.types(right)
	l.Says("· 31 / 30 s") // late, and shown to be
	l.Press(fyne.KeyReturn)
	l.Press(fyne.KeyEscape)
	l.Says("1 giusta su 1 (100\u00a0%), 1 lenta")
	l.Says("finora 0 su 1")
	l.Says("ogni domanda entro 30 s")
}

// What is no amount is told as that, and none is cut without a word.
func TestWhatIsNoAmountIsTold(t *testing.T) {
	l := sit(t)
	l.drill(drill.Commission)
	for typed, said := range map[string]string{"\n": "Prima l’importo", "20..5\n": "«20..5» non è un importo", "1.1.1\n": "«1.1.1» non è un importo", "999999999999": "«999999999999» non è un importo", "999999999\n": "«999999999» non è un importo"} {
		l.Keys(typed)
		l.Says(said)
		if l.p.run.verdict != nil {
			t.Fatalf("%q was taken for an answer", typed)
		}
		for range typed {
			l.Press(fyne.KeyBackspace)
		}
	}
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

// A mistake whose verdict was read counts, whoever leaves then; a task that is left in the middle after right answers is
// nobody's mistake and no answer, but in a test, which it ends. An amount that is typed is not thrown away.
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
	for len(l.p.run.task.Questions) < 2 || len(l.p.session.Done) == 0 {
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
	if d := all[1].Done; len(d) != done || slices.ContainsFunc(d, func(d practice.Done) bool { return d.Fault != "" }) {
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
		_, _, why := drills.Verdict(l.Shell.Viewer(), r.task, r.task.Questions[n], r.said, *r.verdict)
		if told := len(why) > 1; told != (n == 2) {
			t.Errorf("question %d: %q", n, why)
		}
		l.Press(fyne.KeyReturn)
	}
}

// As long as help lies over a question its time stands and nobody reads it: F1 costs nothing and
// gains nothing.
func TestHelpStopsTheTime(t *testing.T) {
	l := sit(t)
	l.Keys("t123456\n\n")
	q, right := l.asked()
	asks, _ := drills.Asks(l.Shell.Viewer(), l.p.run.task, q)
	l.Says(asks)
	l.Keys("1")
	l.Pass(4 * time.Second)
	l.Says("· 4 s")
	l.Press(fyne.KeyF1)
	l.Pass(time.Minute)
	l.Says("· 4 s")
	l.Says("Il tempo è fermo")
	if strings.Contains(l.Words(), asks) || l.p.run.felt.Drawn.Visible() {
		t.Errorf("under the help one reads on:\n%s", l.Words())
	}
	l.Press(fyne.KeyF1) // closes it
	l.Pass(3500 * time.Millisecond)
	l.Says("· 7 s")
	l.Says(asks)
	if l.p.run.typed != "1" {
		t.Errorf("of what was typed %q is left", l.p.run.typed)
	}
	l.Press(fyne.KeyBackspace)
	l.types(right)
	if took := l.p.run.done.Took(); took < 7*time.Second || took > 9*time.Second {
		t.Errorf("the answer took %s", took)
	}
	l.Press(fyne.KeyF2) // of an answered question nothing is hidden
	if !l.p.run.felt.Drawn.Visible() {
		t.Error("the felt is hidden behind the odds of an answered question")
	}
}

// A test is somebody's: it asks for the name that the trainer's sheet has it under, nothing for who is
// here already, and takes no code for one.
func TestATestAsksForTheName(t *testing.T) {
	l := sit(t)
	l.Keys("nAnna\n")
	l.Keys("t4711\n")
	l.Shows("Anna")
	l.Keys("114711\n")
	l.Says("Sembra un codice")
	if l.p.run != nil {
		t.Fatal("the test has begun")
	}
	l.Keys("Bruno\n")
	if l.p.session.Who != "Bruno" || l.p.session.Seed != 4711 || !l.p.session.Test {
		t.Fatalf("the test is %+v", l.p.session)
	}
	_, right := l.asked()
	l.types(right)
	l.Press(fyne.KeyEscape, fyne.KeyEscape)
	if one := l.p.person("Bruno"); len(one.Sessions) != 1 || !one.Sessions[0].Test || !strings.HasPrefix(one.Sessions[0].Number, "4711-") {
		t.Errorf("of Bruno the sheet has %+v", one)
	}
	l.Keys("t4711\n\n")
	if l.p.session.Who != "Bruno" {
		t.Errorf("with nothing typed the test is of %q", l.p.session.Who)
	}
}

// Who opens practice is nobody yet, whoever was there before; and only names are offered for one.
func TestANameIsOfWhoTypedIt(t *testing.T) {
	l := sit(t)
	for _, name := range []string{"", "nAnna\n"} {
		l.Keys(name)
		l.drill(drill.Commission)
		_, right := l.asked()
		l.types(right)
		l.Press(fyne.KeyEscape, fyne.KeyEscape)
	}
	l.p = Open(l.Shell, l.p.store.Folder, "back_overlay", func() {}, nil)
	l.drill(drill.Commission)
	if l.p.session.Who != "" {
		t.Errorf("the next answers are of %q", l.p.session.Who)
	}
	l.Press(fyne.KeyEscape)
	if names := l.p.names(); !slices.Equal(names, []string{"Anna"}) || len(l.p.people()) != 2 {
		t.Errorf("offered are %q, of %q", names, l.p.people())
	}
}

// A house whose record cannot be read is told: what is drilled then is of another one.
func TestUnreadHouseIsTold(t *testing.T) {
	l := sit(t)
	if strings.Contains(l.Words(), "non si legge") {
		t.Errorf("nothing is wrong:\n%s", l.Words())
	}
	l.p = Open(l.Shell, "", "back_overlay", func() {}, errors.New("sabot.db is encrypted"))
	l.Says("Il registro della casa non si legge")
	l.Says("sabot.db is encrypted")
	l.drill(drill.Chips)
	l.Press(fyne.KeyEscape)
	l.Says("Il registro della casa non si legge")
}
