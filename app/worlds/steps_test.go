package worlds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/app/demo"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// A step is one thing that happens. It says all that it needs, so that a story can be told without any other one.
type step struct {
	kind    string
	machine int // of the world's
	program int // of the machine's
	table   int
	n       int    // how often, how long, which
	seed    int64  // of what people do
	stop    int    // the program is killed at that write of the step; 0 for not
	after   bool   // right after that write
	fates   []fate // of the requests of the step
}

// kinds are what can happen.
var kinds = map[string]func(*world, *machine, step) (string, error){
	"plays": withProgram(plays), "leaves a hand": withProgram(leavesHand), "takes back": withProgram(takesBack), "closes": withProgram(closes),
	"ships": withProgram(func(_ *world, p *program, _ step) (string, error) { return p.ship() }),
	"pulls": withProgram(func(_ *world, p *program, _ step) (string, error) { return p.pull() }),
	"rules": withProgram(changesRules), "PIN": withProgram(givesPIN), "signs on": withProgram(signsOn),
	"moves in order": withProgram(movesTable), "moves over": withProgram(movesTable),
	"starts": starts, "is killed": killed, "line is cut": cut, "clock": sets, "is copied": copied, "is rolled back": rolledBack, "is cloned": cloned, "is forged": forged,
	"waits": waits, "a request arrives late": arrivesLate, "pit is stopped": pitStops, "pit starts": pitStarts, "database is away": databaseAway,
	"incident": withProgram(incident), "looks": withProgram(looks), "sees to it": withProgram(seesTo), "asks badly": asksBadly, "an edge is spoilt": spoilsEdge,
	"a row is written": writesRow, "a row is put right": rowPutRight,
	"database is unsure": databaseUnsure, "database is saved": databaseSaved, "database is restored": databaseRestored,
}

// tables are all of the house.
var tables = slices.Concat(tablesOf...)

func (s step) String() string {
	at := fmt.Sprintf("machine %d", s.machine)
	if s.machine == 0 {
		at = office
	}
	text := fmt.Sprintf("%s, program %d: %s %s n=%d", at, s.program+1, s.kind, tables[s.table], s.n)
	if s.stop > 0 {
		text += fmt.Sprintf(", killed at write %d", s.stop)
		if s.after {
			text += " once it was done"
		}
	}
	for i, f := range s.fates {
		if f != arrives {
			text += fmt.Sprintf(", request %d %s", i+1, fateWords[f])
		}
	}
	return text
}

// do does a step, and says what came of it. The error is of what must not be.
func (w *world) do(s step) (says string, err error) {
	m := w.machines[s.machine%len(w.machines)]
	for _, m := range w.machines {
		m.setClock()
	}
	m.line.next = s.fates
	says, err = kinds[s.kind](w, m, s)
	m.line.next = nil
	for _, m := range w.machines {
		for _, p := range slices.Clone(m.programs) {
			if p.store.dead {
				says += "; the program is gone"
				if err := p.kill(); err != nil {
					return says, err
				}
			} else {
				p.store.stop(0, false)
			}
		}
	}
	m.keepUp()
	if err != nil {
		says = strings.TrimPrefix(says+": "+err.Error(), ": ")
		if allowed(err) || s.kind == "ships" || s.kind == "pulls" || strings.HasPrefix(s.kind, "moves") || m.fallen != "" {
			err = nil // of these only what comes of it in the end is judged
		}
	}
	return says, err
}

// allowed reports whether an error is one that people or machines are told in such a house.
func allowed(err error) bool {
	var refused *house.Refusal
	var held *record.HeldError
	switch {
	case errors.As(err, &refused), errors.As(err, &held), errors.Is(err, errKilled), errors.Is(err, errLine):
		return true
	}
	return tellsOfThePit(err)
}

// withProgram is a step of a program of a machine, which is started where none runs.
func withProgram(do func(*world, *program, step) (string, error)) func(*world, *machine, step) (string, error) {
	return func(w *world, m *machine, s step) (string, error) {
		if m.forged {
			return "nobody works with it", nil
		}
		if len(m.programs) == 0 {
			if _, err := m.start(); err != nil {
				return "", err
			}
		}
		p := m.programs[s.program%len(m.programs)]
		p.store.stop(s.stop, s.after)
		return do(w, p, s)
	}
}

func plays(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	before, _ := p.store.Last(table)
	err := demo.Play(context.Background(), p.house, p.of.clock, table, s.n%2+1, s.seed)
	after, _ := p.store.Last(table)
	return fmt.Sprintf("%s from entry %d to %d", table, before, after), err
}

// at has somebody do something at a table, if a shift is open there.
func (p *program) at(table string, do func(*session.Table) error) error {
	t, err := p.house.OpenTable(table)
	if err != nil {
		return err
	}
	if t.State.Open {
		err = do(t)
	}
	return errors.Join(err, t.Release())
}

// leavesHand begins a hand and leaves it after its first card.
func leavesHand(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	err := p.at(table, func(t *session.Table) error {
		for _, spot := range []string{"59", "play"} {
			if err := t.Do(func(s *pit.Table) ([]record.Fact, error) {
				return s.Bets().Place(games.Bet{Box: 1, Spot: spot, Amount: s.Game.Options().Limits[spot].Min})
			}); err != nil {
				return err
			}
		}
		if err := t.Do(pit.OfBets(hand.Bets.Close)); err != nil {
			return err
		}
		return t.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Card("8") })
	})
	return table, err
}

func takesBack(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	inspector, err := p.house.SignOn("215821")
	if err != nil {
		return "", err
	}
	for range s.n%3 + 1 {
		err = errors.Join(err, p.at(table, func(t *session.Table) error {
			err := t.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Undo(nil) })
			if isRefusal(err) {
				err = t.Approve(inspector, func(s *pit.Table, by *house.Staff) ([]record.Fact, error) { return s.Deal().Undo(by) })
			}
			return err
		}))
	}
	return table, err
}

// closes closes a table, without its report.
func closes(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	croupiers, inspector, err := demo.Crew(p.house)
	if err != nil {
		return "", err
	}
	return table, p.at(table, func(t *session.Table) error {
		if err := t.Whole(); err != nil {
			return err
		}
		dealer := croupiers[0]
		for _, c := range croupiers {
			if c.Number == t.State.Croupier {
				dealer = c
			}
		}
		for _, first := range []session.Command{
			func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&inspector.Staff) },
			func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) },
		} {
			if err := t.Do(first, inspector); err != nil && !isRefusal(err) {
				return err
			}
		}
		return t.Do(func(s *pit.Table) ([]record.Fact, error) {
			return s.Closing(pit.End{Croupier: dealer.Staff, Inspector: inspector.Staff, Count: demo.Counted(s, p.house.State.ChipsOf(table))})
		}, dealer, inspector)
	})
}

func isRefusal(err error) bool {
	var refused *house.Refusal
	return errors.As(err, &refused)
}

const manager = "316931"

func changesRules(_ *world, p *program, s step) (string, error) {
	by, err := p.house.SignOn(manager)
	if err != nil {
		return "", err
	}
	set, _ := p.house.State.TableNamed(tables[s.table])
	own := *set.Settings
	own.CutCard = 20 + s.n%30
	set.Settings = &own
	return fmt.Sprintf("the cut card of %s at %d", set.Name, own.CutCard), p.house.Staff().SetTable(set, by)
}

// gina is who is given new PINs.
const gina = "51"

func ginasPIN(n int) string { return fmt.Sprintf("%d", 73021+7*n) }

func givesPIN(w *world, p *program, _ step) (string, error) {
	by, err := p.house.SignOn(manager)
	if err != nil {
		return "", err
	}
	w.pin++
	pin := ginasPIN(w.pin)
	return "Gina has the PIN " + pin, p.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: gina, Name: "Gina Neri", Role: record.Inspector}, PIN: pin}, by)
}

func signsOn(w *world, p *program, _ step) (string, error) {
	_, err := p.house.SignOn(gina + ginasPIN(w.pin))
	return "Gina", err
}

// movesTable has a manager at the office move a table to another machine.
func movesTable(w *world, p *program, s step) (string, error) {
	if p.of.name != office {
		return "only the office moves tables", nil
	}
	by, err := p.house.SignOn(manager)
	if err != nil {
		return "", err
	}
	way := central.InOrder
	if s.kind == "moves over" {
		way = central.FromAny
	}
	table, to := tables[s.table], machineName(s.n%len(tablesOf))
	m, err := pitserver.MoveTable(context.Background(), p.house, w.folder, pitserver.Move{Table: table, To: to, Way: way, Lacking: way != central.InOrder}, by)
	if m.From != "" && m.Size < int64(len(w.history[table])) { // a manager's word
		w.history[table] = w.history[table][:m.Size]
	}
	return fmt.Sprintf("%s from %s to %s with %d entries", table, m.From, to, m.Size), err
}
