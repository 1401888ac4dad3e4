package practice_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/practice"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
)

var (
	play  = drill.Class{Kind: drill.Pays, Rules: "p", Of: "play"}
	pair  = drill.Class{Kind: drill.Pays, Rules: "p", Of: "pair"}
	third = drill.Class{Kind: drill.Pays, Rules: "p", Of: "59"}
)

func done(c drill.Class, fault drill.Fault, took time.Duration) practice.Done {
	return practice.Done{Class: practice.Class(c), Fault: fault, Millis: took.Milliseconds(), Asked: 1}
}

// Each class comes by its share of wrong answers and five of a hundred: of a class that was
// missed always and one that was never the first comes 21 times as often.
func TestMissedClassesComeBack(t *testing.T) {
	before := []practice.Done{done(play, drill.WrongAmount, 0), done(third, drill.TookWinner, 0), done(pair, "", 0), done(third, "", 0)}
	classes := []drill.Class{play, pair, third}
	came := map[drill.Class]int{}
	const tasks = 20_000
	for n := range tasks {
		came[practice.Plan{Seed: 5}.Next(classes, n, before)]++
	}
	for c, want := range map[drill.Class]float64{play: 1.05 / 1.65, pair: 0.05 / 1.65, third: 0.55 / 1.65} {
		if got := float64(came[c]) / tasks; got < want-0.015 || got > want+0.015 {
			t.Errorf("%s comes in %.3f of the tasks, want %.3f", c, got, want)
		}
	}
	for n := range 500 { // a test knows nothing of what was answered
		p := practice.Plan{Seed: 5, Test: true}
		if one, other := p.Next(classes, n, before), p.Next(classes, n, nil); one != other {
			t.Fatalf("task %d of a test is of %s for one and of %s for another", n, one, other)
		}
	}
}

// No class comes three times in a row where there are others, in a test as in a drill; a session before says nothing.
func TestNoClassComesThreeTimesInARow(t *testing.T) {
	classes := []drill.Class{play, pair}
	for _, test := range []bool{false, true} {
		p := practice.Plan{Seed: 7, Test: test}
		earlier := []practice.Done{done(play, "", 0), done(pair, drill.WrongAmount, 0), done(pair, drill.WrongAmount, 0)}
		var came []practice.Done
		for n := range 200 {
			c := p.Next(classes, n, slices.Concat(earlier, came))
			if n >= 2 && came[n-1].Class == practice.Class(c) && came[n-2].Class == practice.Class(c) {
				t.Fatalf("test %v: %s is the third in a row, task %d", test, c, n)
			}
			came = append(came, done(c, "", 0))
		}
	}
}

func TestMarks(t *testing.T) {
	s := practice.Session{Plan: practice.Plan{Level: 2}}
	for i := range 20 { // 1 to 20 seconds
		s.Done = append(s.Done, done(play, "", time.Duration(i+1)*time.Second))
	}
	s.Done = append(s.Done, done(pair, drill.TookWinner, time.Second), done(pair, drill.WrongAmount, time.Second), done(pair, drill.WrongAmount, 40*time.Second), done(pair, "", 31*time.Second))
	all, classes := practice.MarksOf(s)
	if all.Done != 24 || all.Right != 21 || all.Late != 1 || len(classes) != 2 {
		t.Errorf("all in all %+v, %d classes", all, len(classes))
	}
	worst := practice.Marks{
		Class: practice.Class(pair), Done: 4, Right: 1, Late: 1, Faults: map[drill.Fault]int{drill.TookWinner: 1, drill.WrongAmount: 2},
		Median: 16 * time.Second, P90: 40 * time.Second,
	}
	best := practice.Marks{Class: practice.Class(play), Done: 20, Right: 20, Median: 10500 * time.Millisecond, P90: 18 * time.Second, Stable: 10}
	if want := []practice.Marks{worst, best}; !reflect.DeepEqual(classes, want) {
		t.Errorf("by class %+v\nwant %+v", classes, want)
	}
}

// A level is held by so many of the last tasks right and in time, at it or above.
func TestLevels(t *testing.T) {
	session := func(level, right, wrong int, took time.Duration) practice.Session {
		s := practice.Session{Plan: practice.Plan{Kind: drill.Pays, Level: level}}
		for range wrong {
			s.Done = append(s.Done, done(play, drill.WrongAmount, took))
		}
		for range right {
			s.Done = append(s.Done, done(play, "", took))
		}
		return s
	}
	for _, c := range []struct {
		about    string
		sessions []practice.Session
		want     int
	}{
		{"nothing", nil, 0},
		{"24 tasks", []practice.Session{session(1, 24, 0, 0)}, 0},
		{"18 of 25", []practice.Session{session(1, 18, 7, time.Hour)}, 1},
		{"17 of 25", []practice.Session{session(1, 17, 8, 0)}, 0},
		{"17 of 25, and before that all", []practice.Session{session(1, 100, 0, 0), session(1, 17, 8, 0)}, 0},
		{"85 of 100 at the second", []practice.Session{session(2, 60, 15, time.Second), session(2, 25, 0, time.Second)}, 2},
		{"85 of 100 there, one slow", []practice.Session{session(2, 59, 15, time.Second), session(2, 1, 0, 31*time.Second), session(2, 25, 0, time.Second)}, 1},
		{"100 at the first", []practice.Session{session(1, 100, 0, time.Second)}, 1},
		{"1000 at the fourth", []practice.Session{session(4, 980, 20, 10*time.Second)}, 4},
		{"of another kind", []practice.Session{{Plan: practice.Plan{Kind: drill.Chips, Level: 1}, Done: session(1, 30, 0, 0).Done}}, 0},
	} {
		if got := practice.Level(c.sessions, drill.Pays); got != c.want {
			t.Errorf("%s: level %d, want %d", c.about, got, c.want)
		}
	}
	long := practice.Done{Millis: 59_000, Asked: 2}
	if long.Late(2) || !long.Late(3) {
		t.Error("a task of two questions has not twice the time of one")
	}
}

// Sessions are read as they were written; what somebody brought from another machine beside them;
// what is none is named and stops nothing.
func TestStore(t *testing.T) {
	store := practice.Store{Folder: filepath.Join(t.TempDir(), "not", "there")}
	if all, err := store.All(); err != nil || len(all) > 0 {
		t.Errorf("a folder that is not there has %v: %v", all, err)
	}
	first := practice.Session{
		V: 2, Who: "Anna", Began: time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC), Plan: practice.Plan{Kind: drill.Pays, Rules: []drill.Rules{"p"}, Level: 2, Seed: 42, Tasks: 25, Test: true},
		Done: []practice.Done{done(play, drill.WrongAmount, 1500*time.Millisecond)},
	}
	second := first
	second.Who, second.Began = "Bruno", first.Began.Add(time.Hour)
	second.Rules = []drill.Rules{"p", `{"preset":"q","off":["x"]}`} // a table's own
	second.Done = []practice.Done{done(drill.Class{Kind: drill.Pays, Rules: second.Rules[1], Of: "play"}, "", time.Second)}
	for _, s := range []practice.Session{first, second} {
		if err := store.Save(s); err != nil {
			t.Fatal(err)
		}
	}
	first.Done = append(first.Done, done(pair, "", time.Second)) // in place of what was written before
	if err := store.Save(first); err != nil {
		t.Fatal(err)
	}
	other := practice.Store{Folder: t.TempDir()}
	for name, text := range map[string]string{"cut.practice.json": `{"v":2,"who":"An`, "newer.practice.json": `{"v":3}`, "older.practice.json": `{"v":1}`, "sheet.pdf": "%PDF", "notes.txt": "x"} {
		if err := os.WriteFile(filepath.Join(store.Folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := store.All()
	if !reflect.DeepEqual(all, []practice.Session{first, second}) {
		t.Errorf("read are %+v\nwant %+v, %+v", all, first, second)
	}
	if err == nil || !strings.Contains(err.Error(), "cut.practice.json") || !strings.Contains(err.Error(), "newer.practice.json: it is of version 3") || !strings.Contains(err.Error(), "older.practice.json: it is of version 1") || strings.Contains(err.Error(), "sheet") {
		t.Errorf("of what is none it says %v", err)
	}
	if of := practice.Of(all, "Bruno"); len(of) != 1 || of[0].Who != "Bruno" {
		t.Errorf("of Bruno are %+v", of)
	}
	none := practice.Store{}
	if err := none.Save(first); err != nil {
		t.Errorf("without a folder: %v", err)
	}
	if all, err := none.All(); err != nil || len(all) > 0 || none.Write("sheet.pdf", nil) == nil {
		t.Errorf("without a folder there are %v: %v", all, err)
	}
	if all, err := other.All(); err != nil || all != nil {
		t.Errorf("an empty folder has %v: %v", all, err)
	}
}

// A mark is of all that decides what a test asks, and of nothing else.
func TestAMarkIsOfATest(t *testing.T) {
	const own drill.Rules = `{"preset":"bj-us","dealer_hits_soft_17":true}`
	plan := practice.Plan{Kind: drill.Pays, Rules: []drill.Rules{"bj-us", "lugano"}, Chips: []games.Amount{500, 1000}, Level: 2, Seed: 4711, Tasks: 25, Test: true}
	number := plan.Marked().Number()
	if again := plan.Marked().Marked().Number(); again != number || !strings.HasPrefix(number, "4711-") {
		t.Errorf("the number is %s and %s", number, again)
	}
	seen := map[string]string{plan.Marked().Mark: "the plan"}
	for what, change := range map[string]func(p *practice.Plan){
		"the drill": func(p *practice.Plan) { p.Kind = drill.Draws },
		"rules":     func(p *practice.Plan) { p.Rules = []drill.Rules{own, "lugano"} },
		"the games": func(p *practice.Plan) { p.Rules = p.Rules[:1] },
		"chips":     func(p *practice.Plan) { p.Chips = []games.Amount{500, 2000} },
		"limits":    func(p *practice.Plan) { p.Limits = []drill.Bounds{{"main": {Min: 500}}} },
		"the level": func(p *practice.Plan) { p.Level = 3 },
		"the tasks": func(p *practice.Plan) { p.Tasks = 10 },
	} {
		other := plan
		change(&other)
		if mark := other.Marked().Mark; seen[mark] != "" {
			t.Errorf("with another %s the mark is that of %s", what, seen[mark])
		} else {
			seen[mark] = what
		}
	}
	plan.Seed, plan.Test = 1, false
	if mark := plan.Marked().Mark; seen[mark] != "the plan" {
		t.Errorf("the mark hangs by the seed: %s", mark)
	}
	plan.Kind = drill.Chips // of no game
	other := plan
	if other.Rules = nil; other.Marked().Mark != plan.Marked().Mark {
		t.Error("the mark of chips hangs by rules")
	}
}

// A number is read as people type it.
func TestANumberIsReadAsItIsTyped(t *testing.T) {
	for typed, want := range map[string]struct {
		seed uint64
		mark string
		ok   bool
	}{
		"4711": {4711, "", true}, "4711-7K3M": {4711, "7K3M", true}, "4711-szej": {4711, "SZEJ", true}, "4711 szej": {4711, "SZEJ", true}, "4711szej": {4711, "SZEJ", true}, "47117k3m": {4711, "7K3M", true},
		"4711sze": {471, "1SZE", true}, "4711uze": {4711, "UZE", true}, // no mark has a U
		"4711 - 7K3M": {4711, "7K3M", true}, "4711-sze": {4711, "SZE", true}, "12-": {12, "-", true}, "szej": {0, "SZEJ", false}, "": {0, "", false}, "99999999999999999999": {math.MaxUint64, "", false},
	} {
		if seed, mark, ok := practice.ReadNumber(typed); seed != want.seed || mark != want.mark || ok != want.ok {
			t.Errorf("%q is read as %d, %q, %t, want %+v", typed, seed, mark, ok, want)
		}
	}
	for typed, half := range map[string]string{"4711sze": "SZE", "47117k3m": "K3M", "4711szej": "", "4711-sze": "", "4711 sze": "", "4711": ""} {
		if got := practice.HalfMark(typed); got != half {
			t.Errorf("%q may end in half a mark %q, want %q", typed, got, half)
		}
	}
	for mark, is := range map[string]bool{"7K3M": true, "SZEJ": true, "SZE": false, "SZEIL": false, "SZEI": false, "-": false, "": false} {
		if drill.IsMark(mark) != is {
			t.Errorf("%q is a mark: %t", mark, !is)
		}
	}
}

// The same number and mark are the same tasks in every Sabot: where these become others `made` is
// raised, and so is what stands here.
func TestTasksOfANumberStay(t *testing.T) {
	const made, want = 3, "f684a22ace754fb8"
	all := sha256.New()
	for _, kind := range drill.Kinds() {
		plan := practice.Plan{Kind: kind, Rules: []drill.Rules{"bj-us", "lugano", `{"preset":"pb-speed","boxes":9,"commission":"tracked"}`}, Chips: []games.Amount{500, 1000, 2500, 10000}, Level: 2, Seed: 4711, Test: true}
		classes := drill.Classes(plan.Setting(), kind)
		for n := range 40 {
			class := plan.Next(classes, n, nil)
			task, err := drill.New(plan.Setting(), plan.Seed, n, class)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(all, class, task.Tray.Amount, task.Tray.Values, task.Tray.Stock)
			for _, q := range task.Questions {
				fmt.Fprintln(all, q.Ask, q.Bet, q.Hand)
				if task.Game != nil {
					all.Write(handfile.Encode(handfile.Hand{Game: task.Game, Round: q.Round}))
				}
			}
		}
	}
	if got := fmt.Sprintf("%x", all.Sum(nil)[:8]); got != want {
		t.Errorf("the tasks made in way %d are %s now, and were %s: raise made in practice.go", made, got, want)
	}
}
