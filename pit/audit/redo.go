package audit

import (
	"fmt"
	"slices"
	"time"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A Then is the world beside the table at the time of a command, as far as the command depended on it.
type Then struct {
	House *house.House // as its stream had it; nil where that is not known: whoever is named may approve
	At    time.Time    // of the entries, UTC
	// Signed reports whether people had signed the report of the table's shift.
	Signed func() bool
	// Before is the check of a count of the drop box of the shift before the table's.
	Before tray.DropCheck
}

// Redo carries out once more the command by which facts came about, on the table as it stood. It returns what the command comes
// to: the same facts, or those are not what the table would have entered. The facts are what was entered at that moment, as far as
// the table has not taken it in: the command is that of the first of them. It changes nothing of the table, and is not for two
// goroutines at once. The error is the table's refusal, or that no command begins so.
func Redo(t *pit.Table, then Then, facts []record.Fact) ([]record.Fact, error) {
	return new(redoing).carriedOut(t, then, facts)
}

// carriedOut does what Redo does, in room that is used again.
func (r *redoing) carriedOut(t *pit.Table, then Then, facts []record.Fact) ([]record.Fact, error) {
	again, known := redone[record.KindOf(facts[0])]
	if !known {
		return nil, fmt.Errorf("no command begins with a fact of kind %s", record.KindOf(facts[0]))
	}
	t.Remembering()
	*r = redoing{t, then, facts}
	out, err := again(r)
	if err != nil {
		return out, err
	}
	return readAgain(t, out, facts)
}

// redoneAlone reports whether no house is needed to carry out once more the command that begins with a fact.
func redoneAlone(t *pit.Table, f record.Fact) bool {
	switch f.(type) {
	case record.HandCorrected:
		return t.Open // else it depends on who has signed the shift
	case record.CommissionTaken, record.BoughtIn, record.ChipsChanged, record.Tipped, record.WrongPayout, record.PayoutSettled, record.MoveVoided,
		record.Alarmed, record.SeatHeld, record.CardsDue:
		return true
	}
	return slices.ContainsFunc(redoneHand, func(r redo) bool { return r.kind == record.KindOf(f) })
}

// readAgain adds the reading of the entered facts to the card with which facts begin. The error is that of a reading that no
// screen enters.
func readAgain(t *pit.Table, out, entered []record.Fact) ([]record.Fact, error) {
	reading, card := record.ReadingOf(entered)
	if err := reading.Check(card); err != nil {
		return nil, err
	}
	return t.Deal().Reads(out, reading), nil
}

// A redoing is a command that is carried out once more.
type redoing struct {
	t     *pit.Table
	then  Then
	facts []record.Fact
}

// redone has for each kind of fact the command that begins with it. What comes only behind
// others, of their command, is not among them.
var redone = map[string]func(*redoing) ([]record.Fact, error){}

func init() {
	for _, list := range [][]redo{redoneShift, redoneHand, redoneMoves} {
		for _, r := range list {
			redone[r.kind] = r.again
		}
	}
}

// A redo is a row of what commands begin with.
type redo struct {
	kind  string
	again func(*redoing) ([]record.Fact, error)
}

func by[F record.Fact](again func(*redoing, F) ([]record.Fact, error)) redo {
	var zero F
	return redo{record.KindOf(zero), func(r *redoing) ([]record.Fact, error) { return again(r, r.facts[0].(F)) }}
}

// second returns the fact behind the first; nil where there is none.
func (r *redoing) second() record.Fact {
	if len(r.facts) < 2 {
		return nil
	}
	return r.facts[1]
}

// who works here by that number; nil where nobody does.
func (r *redoing) who(number string) *house.Staff {
	if r.then.House == nil {
		if number == "" {
			return nil
		}
		return &house.Staff{Number: number, Role: record.Manager}
	}
	if s, works := r.then.House.People().Working(number); works {
		return &s
	}
	return nil
}

// person returns the person with a number, or one without any right.
func (r *redoing) person(number string) house.Staff {
	if s := r.who(number); s != nil {
		return *s
	}
	return house.Staff{Number: number}
}

// either returns the facts of the first command that comes to those entered, else of the last one.
func (r *redoing) either(commands ...func() ([]record.Fact, error)) (facts []record.Fact, err error) {
	for _, command := range commands {
		if facts, err = command(); err == nil && r.same(facts) {
			return facts, nil
		}
	}
	return facts, err
}

// same reports whether those are the facts that were entered.
func (r *redoing) same(facts []record.Fact) bool {
	return len(facts) <= len(r.facts) && slices.EqualFunc(facts, r.facts[:len(facts)], record.Same)
}

// run returns the facts from the first on that are of its kind and for which holds is true.
func run[F record.Fact](facts []record.Fact, holds func(F) bool) []F {
	var out []F
	for _, fact := range facts {
		f, same := fact.(F)
		if !same || !holds(f) {
			break
		}
		out = append(out, f)
	}
	return out
}
