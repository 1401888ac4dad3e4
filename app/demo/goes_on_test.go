package demo_test

import (
	"errors"
	"math/rand"
	"testing"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/memory"
)

var errCut = errors.New("the program ends here")

// A cut is a record whose program ends after so many more writes.
type cut struct {
	*memory.Record
	left int
}

func (c *cut) writes() error {
	if c.left == 0 {
		return errCut
	}
	c.left--
	return nil
}

func (c *cut) Append(entries ...record.Entry) error { return c.AppendWith(nil, entries...) }

func (c *cut) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	return firstOf(c.writes, func() error { return c.Record.AppendWith(secrets, entries...) })
}

func (c *cut) AppendIf(stream string, last int64, entries ...record.Entry) error {
	return firstOf(c.writes, func() error { return c.Record.AppendIf(stream, last, entries...) })
}

func firstOf(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// An interrupted is a house of a table of each game whose programs end in the middle of something.
type interrupted struct {
	record *memory.Record
	clock  *demo.Clock
}

func newInterrupted(t *testing.T) *interrupted {
	t.Helper()
	r, err := memory.New()
	must(t, err)
	i := &interrupted{r, demo.NewClock(start)}
	h, err := session.On(r, i.clock.Now)
	must(t, err)
	must(t, errors.Join(h.SetUp(house.DemoPlan("it", "", 1)), h.Close()))
	return i
}

// plays has a program play at a table that ends after so many writes, and reports whether it did; never below 0.
func (i *interrupted) plays(t *testing.T, table string, writes, hands int, seed int64) (ended bool) {
	t.Helper()
	h, err := session.On(&cut{i.record, writes}, i.clock.Now)
	must(t, err)
	err = demo.Play(t.Context(), h, i.clock, table, hands, seed)
	must(t, h.Close())
	if err != nil && !errors.Is(err, errCut) {
		last, unread := i.record.Last(table)
		t.Fatalf("%s, seed %d, after entry %d: %v", table, seed, last, errors.Join(err, unread))
	}
	return err != nil
}

// The player goes on from every entry of hands of every game at which a program ended.
func TestPlayerGoesOnFromEveryEntry(t *testing.T) {
	t.Parallel()
	for _, table := range house.DemoPlan("it", "", 1).Tables {
		writes := 1
		for i := newInterrupted(t); i.plays(t, table.Name, writes, 2, 1); i = newInterrupted(t) {
			i.plays(t, table.Name, -1, 2, int64(writes))
			writes++
		}
		if writes < 20 {
			t.Errorf("%s: %d writes", table.Name, writes)
		}
	}
}

// Programs end again and again at whatever entry. Who goes on does not remember the shoe, and types a card that cannot come any more: it does not
// lie, and there is nothing to be taken back.
func TestPlayerGoesOnAgainAndAgain(t *testing.T) {
	t.Parallel()
	const slipped = 3022 // a wrong key is such a card
	tables := house.DemoPlan("it", "", 1).Tables
	for seed := int64(slipped - 2); seed <= slipped; seed++ {
		rng := rand.New(rand.NewSource(seed))
		i := newInterrupted(t)
		for range 40 {
			writes := 1 + rng.Intn(40)
			table := tables[rng.Intn(len(tables))].Name
			i.plays(t, table, writes, 1+rng.Intn(3), rng.Int63())
		}
	}
}
