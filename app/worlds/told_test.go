package worlds

import (
	"strings"
	"testing"
)

// stories are what was found once, and is tried in every run.
var stories = []struct {
	name string
	list []step
}{
	{"the office's program dies before a manager's word on a move is entered", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "moves over", table: 3, n: 0, stop: 1},
		{kind: "pulls", machine: 1},
		{kind: "plays", machine: 1, table: 3, seed: 2},
		{kind: "ships", machine: 1},
		{kind: "plays", machine: 3, table: 3, seed: 3},
		{kind: "ships", machine: 3},
	}},
	{"the machine to which a table was moved asks before the office has shipped that", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "moves over", table: 3, n: 0},
		{kind: "pulls", machine: 1},
		{kind: "plays", machine: 1, table: 3, seed: 2},
		{kind: "ships", machine: 1},
	}},
	{"a table without entries is moved there and back", []step{
		{kind: "moves over", table: 3, n: 0},
		{kind: "ships"},
		{kind: "moves over", table: 3, n: 2},
		{kind: "pulls", machine: 3},
	}},
	{"a table is moved on before it came over", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "moves over", table: 3, n: 3},
		{kind: "moves over", table: 3, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "plays", machine: 2, table: 3, seed: 2},
		{kind: "ships", machine: 2},
	}},
	{"a clock is put right by less than five minutes while a table is open", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "rules", table: 3, n: 32},
		{kind: "ships"},
		{kind: "clock", machine: 3, n: 46},
		{kind: "pulls", machine: 3},
	}},
	{"a table comes to a machine whose clock is behind that of the one before", []step{
		{kind: "clock", machine: 2, n: 17},
		{kind: "plays", machine: 1, table: 1, seed: 1},
		{kind: "ships", machine: 1},
		{kind: "moves over", table: 1, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "plays", machine: 2, table: 1, seed: 2},
	}},
	{"a table comes back to a machine that never heard that it was gone", []step{
		{kind: "moves over", table: 1, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "plays", machine: 2, table: 1, seed: 1},
		{kind: "ships", machine: 2},
		{kind: "plays", machine: 1, table: 1, seed: 2},
		{kind: "moves over", table: 1, n: 0},
		{kind: "waits", n: 9},
		{kind: "ships", machine: 1},
	}},
	{"a table comes back untouched to a machine that dealt on, and never heard that it was gone", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "moves over", table: 3, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "ships", machine: 2},
		{kind: "plays", machine: 3, table: 3, seed: 2},
		{kind: "moves over", table: 3, n: 2},
		{kind: "ships"},
		{kind: "pulls", machine: 3},
		{kind: "plays", machine: 3, table: 3, seed: 3},
	}},
	{"the office's clock is put back, and the pit's database is an old backup", []step{
		{kind: "clock", n: 399},
		{kind: "ships"},
		{kind: "database is saved"},
		{kind: "rules", n: 3},
		{kind: "ships"},
		{kind: "database is restored"},
	}},
	{"a table is moved in order, and where it was nobody has heard of it", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "closes", machine: 3, table: 3},
		{kind: "ships", machine: 3},
		{kind: "waits", n: 60},
		{kind: "moves in order", table: 3, n: 0},
		{kind: "ships"},
		{kind: "pulls", machine: 1},
		{kind: "pit is stopped", n: 0},
		{kind: "pit is stopped", n: 1},
		{kind: "plays", machine: 1, table: 3, seed: 2},
		{kind: "plays", machine: 3, table: 3, seed: 3},
	}},
	{"a table without entries is moved on in order by a machine that never played it", []step{
		{kind: "starts", machine: 3},
		{kind: "ships", machine: 3},
		{kind: "ships", machine: 2},
		{kind: "waits", n: 60},
		{kind: "moves in order", table: 3, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "ships", machine: 2},
		{kind: "waits", n: 60},
		{kind: "moves in order", table: 3, n: 0},
		{kind: "ships"},
		{kind: "pulls", machine: 2},
		{kind: "ships", machine: 2},
		{kind: "pulls", machine: 1},
	}},
	{"a program dies between hearing of a move and entering what it plays since", []step{
		{kind: "moves in order", table: 3, n: 0},
		{kind: "ships"},
		{kind: "pulls", machine: 3, stop: 2, after: true},
		{kind: "starts", machine: 3},
	}},
	{"a program looks for alerts before it has heard that a table came with an open incident", []step{
		{kind: "starts", machine: 2},
		{kind: "starts", machine: 2},
		{kind: "starts", machine: 2},
		{kind: "plays", machine: 1, table: 0, n: 596, seed: 1},
		{kind: "incident", machine: 1, table: 0, n: 1},
		{kind: "ships", machine: 1},
		{kind: "moves over", table: 0, n: 1},
		{kind: "ships"},
		{kind: "pulls", machine: 2, program: 1},
		{kind: "looks", machine: 2, program: 2, n: 1},
	}},
	{"the pit's database forgets a move, and takes what the machine before played on", []step{
		{kind: "ships"},
		{kind: "pit is stopped", n: 0},
		{kind: "database is saved"},
		{kind: "moves over", table: 0, n: 1},
		{kind: "plays", machine: 1, table: 0, n: 119, seed: 1},
		{kind: "database is restored", n: 174},
	}},
	{"both tables of a machine that never lets go of them are moved in order", []step{
		{kind: "is forged", machine: 1, seed: 1},
		{kind: "moves in order", table: 0, n: 3},
		{kind: "moves in order", table: 1, n: 3},
	}},
	{"a table is moved in order from a machine that never lets go of it, and taken on from the machine that waits", []step{
		{kind: "is forged", machine: 1, seed: 1},
		{kind: "moves in order", table: 0, n: 3},
		{kind: "moves over", table: 0, n: 2},
	}},
	{"a table is taken on from a machine that plays it and has shipped nothing of it", []step{
		{kind: "plays", machine: 1, table: 0, seed: 1},
		{kind: "ships", machine: 1},
		{kind: "moves over", table: 0, n: 1},
		{kind: "ships"},
		{kind: "starts", machine: 2},
		{kind: "pulls", machine: 2},
		{kind: "moves over", table: 0, n: 3},
		{kind: "ships"},
		{kind: "pulls", machine: 4},
	}},
	{"the pit is restored to before a table was moved from a machine whose record is forged then", []step{
		{kind: "database is saved"},
		{kind: "plays", machine: 1, table: 1, seed: 1},
		{kind: "ships", machine: 1},
		{kind: "moves over", table: 1, n: 1},
		{kind: "database is restored", n: 1},
		{kind: "is forged", machine: 1, seed: 1},
	}},
	{"a pit ends once it has the office's entry on a move that the database was put back before", []step{
		{kind: "database is saved"},
		{kind: "moves over", table: 1, n: 2},
		{kind: "database is restored"},
		{kind: "ships"},
		{kind: "waits", n: 9, seed: 1},
		{kind: "database is unsure"},
		{kind: "ships"},
	}},
	{"the office's program dies once a move is entered, and a pit once it has that entry", []step{
		{kind: "moves over", table: 1, n: 2, stop: 1, after: true},
		{kind: "database is unsure"},
		{kind: "starts"},
		{kind: "ships"},
	}},
	{"the database is put back to before a table was moved from a machine that was told what of it is overtaken", []step{
		{kind: "plays", machine: 1, table: 0, seed: 1},
		{kind: "database is saved"},
		{kind: "ships", machine: 1},
		{kind: "plays", machine: 1, table: 0, seed: 2},
		{kind: "moves over", table: 0, n: 3},
		{kind: "ships"},
		{kind: "starts", machine: 4},
		{kind: "pulls", machine: 4},
		{kind: "ships", machine: 1},
		{kind: "database is restored"},
	}},
	{"a program dies while it takes a table over, which is moved on then", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "moves over", table: 3, n: 1},
		{kind: "ships"},
		{kind: "starts", machine: 2},
		{kind: "pulls", machine: 2, stop: 3, after: true},
		{kind: "moves over", table: 3, n: 3},
	}},
	{"the database is put back to before a table was moved, and its owner writes where the table is played before the office ships that", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "database is saved"},
		{kind: "moves over", table: 3, n: 0},
		{kind: "database is restored"},
		{kind: "a row is written", table: 2, n: 2},
		{kind: "a row is put right"},
	}},
	{"the database is put back to before a table was moved, and takes what the machine before plays on until the office ships that", []step{
		{kind: "plays", machine: 3, table: 3, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "database is saved"},
		{kind: "moves over", table: 3, n: 0},
		{kind: "plays", machine: 3, table: 3, seed: 2},
		{kind: "database is restored"},
		{kind: "waits", n: 30, seed: 1},
		{kind: "ships", machine: 3},
		{kind: "ships", machine: 3},
		{kind: "ships"},
		{kind: "pulls", machine: 1},
		{kind: "plays", machine: 1, table: 3, seed: 3},
		{kind: "ships", machine: 1},
		{kind: "moves over", table: 3, n: 2},
	}},
	{"the edge of a table's log is spoilt in the database, and nothing is entered there any more", []step{
		{kind: "plays", machine: 1, table: 0, seed: 1},
		{kind: "ships", machine: 1},
		{kind: "an edge is spoilt", n: 0},
		{kind: "an edge is spoilt", n: 1},
		{kind: "an edge is spoilt", n: 2},
		{kind: "an edge is spoilt", n: 3},
		{kind: "an edge is spoilt", n: 4},
	}},
}

func TestStories(t *testing.T) {
	h, err := setUp()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			if e := live(t, h, s.list); e.wrong != nil {
				t.Errorf("%s\n%v\nthe pits said:\n%s", strings.Join(e.told, "\n"), e.wrong, e.pits)
			}
		})
	}
}
