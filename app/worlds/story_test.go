package worlds

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// often is how often each kind of thing happens, of all that does.
var often = []struct {
	kind string
	n    int
}{
	{"plays", 20},
	{"leaves a hand", 3},
	{"takes back", 3},
	{"closes", 4},
	{"ships", 20},
	{"pulls", 12},
	{"rules", 2},
	{"PIN", 2},
	{"signs on", 1},
	{"waits", 8},
	{"starts", 4},
	{"is killed", 4},
	{"line is cut", 3},
	{"clock", 2},
	{"a request arrives late", 4},
	{"pit is stopped", 3},
	{"pit starts", 4},
	{"database is away", 1},
	{"database is unsure", 2},
	{"database is saved", 2},
	{"database is restored", 2},
	{"is copied", 2},
	{"is rolled back", 1},
	{"is cloned", 1},
	{"is forged", 1},
	{"hands over", 4},
	{"takes over", 4},
	{"all is quiet", 8},
	{"an old backup", 3},
	{"looks", 6},
	{"alerts", 4},
	{"asks badly", 2},
	{"an edge is spoilt", 1},
	{"moves unsigned", 2},
}

// story is what happens in the world of a seed.
func story(seed uint64) (list []step) {
	rng := rand.New(rand.NewPCG(seed, 7))
	all := 0
	for _, o := range often {
		all += o.n
	}
	machines := 2 + rng.IntN(len(tablesOf)-1)
	for n := range machines { // one to three programs each
		for range rng.IntN(4) {
			list = append(list, step{kind: "starts", machine: n + 1})
		}
	}
	for range 8 + rng.IntN(28) {
		n, kind := rng.IntN(all), ""
		for _, o := range often {
			if n -= o.n; n < 0 {
				kind = o.kind
				break
			}
		}
		list = append(list, happens(kind, machines, rng)...)
	}
	return list
}

// happens are the steps of something that happens.
func happens(kind string, machines int, rng *rand.Rand) (list []step) {
	one := func(kind string, machine int) step {
		s := step{kind: kind, machine: machine, program: rng.IntN(3), table: rng.IntN(len(tables)), n: rng.IntN(1000), seed: rng.Int64()}
		if rng.IntN(8) == 0 {
			s.stop, s.after = 1+rng.IntN(12), rng.IntN(2) == 0
		}
		for rng.IntN(4) == 0 {
			s.fates = append(s.fates, fate(rng.IntN(int(fates))))
		}
		return s
	}
	any := 1 + rng.IntN(machines)
	if rng.IntN(12) == 0 {
		any = 5 // a copy of one, where there is one
	}
	switch kind {
	case "rules", "PIN":
		return []step{one(kind, 0)}
	case "ships", "pulls", "is killed", "starts", "clock", "line is cut":
		if rng.IntN(4) == 0 {
			any = 0
		}
		return []step{one(kind, any)}
	case "alerts": // something happens at a table, that people are told and see to
		table := rng.IntN(len(tables))
		for _, kind := range []string{"plays", "looks", "incident", "looks", "sees to it", "looks"} {
			s := one(kind, home(table))
			if kind == "sees to it" && s.n%3 == 0 {
				s.stop, s.after = 1, true // it is seen to at the table, and the alert is open
			}
			if s.table = table; rng.IntN(4) > 0 {
				list = append(list, s)
			}
		}
		for _, kind := range []string{"incident", "looks"} { // and again, soon after it
			list = append(list, step{kind: kind, machine: home(table), table: table, n: 1})
		}
		return list
	case "moves unsigned": // in the database alone: one that was moved away is back, or one that was not is gone
		table, to := rng.IntN(len(tables)), rng.IntN(machines)
		row, away := one("a row is written", 0), rng.IntN(2) == 0
		if row.n = to; away {
			row.n = home(table) - 1
			list = append(list, one("moves over", 0), one("ships", 0), one("pulls", home(table)))
			list[0].n = to
		} else {
			list = append(list, one("plays", home(table)), one("ships", home(table)))
		}
		list = append(list, row, one("pulls", home(table)), one("plays", home(table)), one("a row is put right", 0))
		for i := range list {
			list[i].table = table
		}
		return list
	case "plays", "leaves a hand", "takes back", "closes", "signs on":
		s := one(kind, any)
		if n := any - 1; n < len(tablesOf) && len(tablesOf[n]) > 0 && rng.IntN(4) > 0 { // mostly one of its own
			s.table = position(tablesOf[n][rng.IntN(len(tablesOf[n]))])
		}
		return []step{s}
	case "hands over", "takes over":
		move, table := one("moves over", 0), rng.IntN(len(tables))
		from := 1 + rng.IntN(machines)
		if rng.IntN(2) == 0 {
			from = home(table)
		}
		if kind == "hands over" {
			list, move.kind = append(list, one("closes", from), one("ships", from), one("waits", 0)), "moves in order"
			list[0].table, list[2].n, list[2].seed = table, 60, 0 // a second and a half
		}
		move.table, move.n = table, rng.IntN(machines)
		list = append(list, move, one("ships", 0), one("pulls", move.n+1))
		if plays := one("plays", move.n+1); rng.IntN(2) == 0 {
			plays.table = table
			list = append(list, plays)
		}
		return list
	case "an old backup": // is put in place of what was there, and a table was moved since
		table, to := rng.IntN(len(tables)), rng.IntN(machines)
		for _, s := range []step{
			one("plays", home(table)), one("ships", home(table)), one("database is saved", 0), one("moves over", 0), one("ships", 0), one("pulls", to+1),
			one("plays", to+1), one("ships", to+1), one("plays", home(table)), one("database is restored", 0), one("ships", home(table)), one("pulls", home(table)),
		} {
			s.table = table
			if s.kind == "moves over" {
				s.n = to
			}
			if rng.IntN(12) > 0 {
				list = append(list, s)
			}
		}
		return list
	case "all is quiet":
		for n := range machines + 1 {
			list = append(list, one("ships", n))
		}
		for n := range machines {
			for program := range 1 + rng.IntN(3) {
				pulls := one("pulls", n+1)
				pulls.program = program
				list = append(list, pulls)
			}
		}
		return list
	}
	return []step{one(kind, any)}
}

// position is that of a table among all.
func position(table string) int {
	for n, t := range tables {
		if t == table {
			return n
		}
	}
	return 0
}

// home is the machine that a table is played on at first.
func home(table int) int {
	for n, list := range tablesOf {
		for _, t := range list {
			if t == tables[table] {
				return n + 1
			}
		}
	}
	return 1
}

// An end is how a world ended.
type end struct {
	wrong error
	told  []string // what happened, step by step
	pits  string   // what they logged
}

var worldsMade atomic.Int64

// live lives through a story.
func live(t *testing.T, h *wholeHouse, list []step) (e end) {
	dir := filepath.Join(shelf, fmt.Sprintf("world-%d", worldsMade.Add(1)))
	defer os.RemoveAll(dir)
	synctest.Test(t, func(*testing.T) {
		w, err := newWorld(h, dir)
		if err != nil {
			e.wrong = err
			return
		}
		defer func() {
			if broke := recover(); broke != nil {
				e.wrong = fmt.Errorf("panic: %v\n%s", broke, debug.Stack())
			}
			e.told, e.pits = w.told, w.said.String()
			if err := w.end(); err != nil && e.wrong == nil {
				e.wrong = fmt.Errorf("at the end: %w", err)
			}
		}()
		e.wrong = w.live(list)
	})
	return e
}

func (w *world) live(list []step) error {
	begun := w.now()
	if len(list) > 0 {
		w.chance = list[len(list)-1].n
	}
	for _, s := range list {
		w.told = append(w.told, fmt.Sprintf("%8.1f s  %s", w.now().Sub(begun).Seconds(), s))
		says, err := w.do(s)
		w.told[len(w.told)-1] += ": " + strings.ReplaceAll(says, "\n", "; ")
		if err == nil {
			err = w.holds()
		}
		if err != nil {
			return err
		}
	}
	if err := w.settle(); err != nil {
		return err
	}
	return w.judge()
}

// shrunk leaves out steps as long as the rest still ends the wrong way.
func shrunk(list []step, fails func([]step) bool) []step {
	for size := len(list) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(list); {
			rest := append(append([]step{}, list[:at]...), list[at+size:]...)
			if fails(rest) {
				list = rest
			} else {
				at += size
			}
		}
	}
	for i := range list { // and what goes wrong within a step
		for _, simpler := range []func(*step){func(s *step) { s.stop = 0 }, func(s *step) { s.fates = nil }} {
			was := list[i]
			simpler(&list[i])
			if !fails(list) {
				list[i] = was
			}
		}
	}
	return list
}
