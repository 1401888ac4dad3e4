package pitserver

import (
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// What the pit had countersigned of a table, and a move that it took before left out, is said of the machine that had the table; not of one that has it
// again, nor of what another one had before.
func TestWhatAMoveLeftOut(t *testing.T) {
	t.Parallel()
	headOf := func(size int64) string {
		key, err := seal.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		note, err := seal.Head{Stream: "LB1", Size: size}.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		return note
	}
	there := signedMove{record.TableMoved{Table: "LB1", From: "a", To: "b", Head: headOf(302), By: "31"}, 7}
	back := signedMove{record.TableMoved{Table: "LB1", From: "b", To: "a", Head: headOf(310), By: "31"}, 9}
	between := signedMove{record.TableMoved{Table: "LB1", From: "a", To: "c", Head: headOf(302), Between: "b", By: "31"}, 9}
	past := signedMove{record.TableMoved{Table: "LB1", From: "a", To: "c", Head: headOf(302), By: "31"}, 9} // as Sabot 0.9 has it
	home := signedMove{record.TableMoved{Table: "LB1", From: "a", To: "a", Head: headOf(302), Between: "b", By: "31"}, 9}
	onWith := func(size int64) signedMove {
		return signedMove{record.TableMoved{Table: "LB1", From: "b", To: "c", Head: headOf(size), By: "31"}, 11}
	}
	for _, c := range []struct {
		machine string
		signed  int64
		moves   moves
		says    string
	}{
		{"a", 305, moves{there}, "the pit had countersigned 305 of it: the last 3 are in no figure"},
		{"a", 302, moves{there}, ""},
		{"a", 300, moves{there}, ""}, // the pit was put back
		{"a", 320, moves{there, back}, ""},
		{"b", 312, moves{there, back}, "the last 2 are in no figure"},
		{"b", 305, moves{there}, ""},
		{"c", 305, moves{there, back}, ""},
		{"b", 305, moves{there, between}, "manager 31 had it go to c with its first 302 entries (house/9 of the office), and the pit had countersigned 305 of it: the last 3"},
		{"b", 302, moves{there, between}, ""},
		{"b", 100, moves{there, between}, ""}, // it had not shipped all that came with the table
		{"a", 302, moves{there, between}, ""},
		{"b", 305, moves{there, home}, "the last 3 are in no figure"},
		{"a", 302, moves{there, home}, ""},
		{"b", 305, moves{there, between, onWith(305)}, "(house/9 of the office), and the pit had countersigned 305 of it: the last 3"},
		{"b", 305, moves{there, back, there, onWith(305)}, ""},
		{"b", 305, moves{there, past}, "manager 31 had it go to c with its first 302 entries (house/9 of the office), and the pit had countersigned 305 of it: the last 3"},
		{"b", 302, moves{there, past}, ""},
	} {
		list := leftOut(c.moves, []central.Stream{{Machine: c.machine, Name: "LB1", Signed: c.signed}, {Machine: "a", Name: "LB1", Signed: 1}})
		if (len(list) == 0) != (c.says == "") || len(list) > 0 && !strings.Contains(list[0].Says, c.says) {
			t.Errorf("%+v: %v", c, list)
		}
	}
}

// The first move of a table from a machine that has dealt nothing of it leaves out what another one has.
func TestFirstMovePastTheMachineThatHasIt(t *testing.T) {
	t.Parallel()
	first := moves{{record.TableMoved{Table: "LB1", From: "a", To: "b", By: "31"}, 7}}
	for _, c := range []struct {
		streams []central.Stream
		named   string
	}{
		{[]central.Stream{{Machine: "c", Name: "LB1", Signed: 3}}, "c"},
		{[]central.Stream{{Machine: "c", Name: "LB2", Signed: 3}}, ""},
		{[]central.Stream{{Machine: "c", Name: "LB1"}}, ""},
		{[]central.Stream{{Machine: "b", Name: "LB1", Signed: 3}}, ""},
		{[]central.Stream{{Machine: "c", Name: "LB1", Signed: 3}, {Machine: "a", Name: "LB1", Signed: 2}}, "a"},
	} {
		list, named := leftOut(first, c.streams), ""
		for _, d := range list {
			named += d.Machine
		}
		if named != c.named {
			t.Errorf("%+v: %+v", c.streams, list)
		}
	}
}

// A machine that was enrolled and has not shipped yet is said to be that, and not to have failed.
func TestAMachineThatHasNotShippedYet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line Line
		says string
	}{
		{Line{Signed: 0}, "has not shipped yet"},
		{Line{Pit: 3, Own: 0, Signed: 3}, "says that  was never heard"},
		{Line{Pit: 3, Own: 5, Signed: 3, Heard: time.Unix(1, 0)}, "not all has arrived"},
		{Line{Pit: 3, Own: 3, Signed: 2, Heard: time.Unix(1, 0)}, "not all has arrived"},
		{Line{Pit: 3, Own: 5, Signed: 3, Heard: time.Unix(95, 0)}, ""}, // it is on its way
		{Line{Pit: 5, Own: 3, Signed: 5, Heard: time.Unix(1, 0)}, ""},
		{Line{Pit: 3, Own: 3, Signed: 3, Heard: time.Unix(1, 0)}, ""},
	} {
		if says := c.line.missing(time.Unix(100, 0), false); says != c.says && (c.says == "" || !strings.Contains(says, c.says)) {
			t.Errorf("%+v: %q", c.line, says)
		}
	}
	if says := (Line{Pit: 3, Signed: 3}).missing(time.Unix(100, 0), true); !strings.Contains(says, "has not shipped yet") {
		t.Errorf("with what came with a table: %q", says)
	}
}

// What was refused of a stream's end never arrives, and is never said to be on its way: once somebody has looked at it, it is no fault any more.
// What else has not arrived is one, as what came since.
func TestAnEndThatWasRefused(t *testing.T) {
	t.Parallel()
	stream := central.Stream{Machine: "tavolo-1", Name: "LB1", Size: 945, Own: 949, Signed: 945}
	refused := central.Refusal{Machine: "tavolo-1", Stream: "LB1", Why: string(pitclient.Overtaken), Ours: 945, Theirs: 949}
	with := func(change func(*central.Refusal)) central.Refusal { r := refused; change(&r); return r }
	const never, looked = "its last 4 entries were refused, and never arrive", "its last 4 entries were refused, and somebody has looked at that"
	for name, c := range map[string]struct {
		refused, unseen []central.Refusal
		says            string
		back            bool // the machine has the table again
	}{
		"looked at":            {[]central.Refusal{refused}, nil, looked, false},
		"a fork":               {[]central.Refusal{with(func(r *central.Refusal) { r.Why = string(pitclient.Forked) })}, nil, looked, false},
		"not looked at":        {[]central.Refusal{refused}, []central.Refusal{refused}, never, false},
		"not refused":          {nil, nil, "", false},
		"of another table":     {[]central.Refusal{with(func(r *central.Refusal) { r.Stream = "LB2" })}, nil, "", false},
		"of what arrived":      {[]central.Refusal{with(func(r *central.Refusal) { r.Ours, r.Theirs = 940, 945 })}, nil, "", false},
		"more came since":      {[]central.Refusal{with(func(r *central.Refusal) { r.Theirs = 947 })}, nil, "", false},
		"two programs shipped": {[]central.Refusal{with(func(r *central.Refusal) { r.Why = string(pitclient.Cloned) })}, nil, "", false},
		"two programs ship": {
			[]central.Refusal{with(func(r *central.Refusal) { r.Why = string(pitclient.Forked) })},
			[]central.Refusal{with(func(r *central.Refusal) { r.Why = string(pitclient.Forked) }), with(func(r *central.Refusal) { r.Why, r.Stream = string(pitclient.Cloned), "" })},
			"its last 4 entries were refused while two programs ship under its name: stop the one that is a copy. What goes on from what is here arrives then", false,
		},
		"it came back": {[]central.Refusal{refused}, []central.Refusal{refused}, "", true},
	} {
		says, seen := (&Status{Refusals: c.unseen}).refusedEnd(stream, c.refused, c.back)
		if says != c.says || seen != (says == looked) {
			t.Errorf("%s: %q, looked at: %v", name, says, seen)
		}
	}
	stream.Own, refused.Theirs = 946, 946
	if says, _ := (&Status{Refusals: []central.Refusal{refused}}).refusedEnd(stream, []central.Refusal{refused}, false); says != "its last entry was refused, and never arrives" {
		t.Error(says)
	}
	for to, want := range map[int64]string{13: "entry 13 is gone", 14: "entries 13 to 14 are gone"} {
		if says := (Gone{Had: to, Has: 12}).String(); !strings.Contains(says, want+" since the database was put back") {
			t.Error(says)
		}
	}
}
