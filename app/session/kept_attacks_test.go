package session_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// attacked is a house of some nights at one table, and what it truly came to up to a day.
type attacked struct {
	*testing.T
	dir   string
	house *session.House
	clock *demo.Clock
	day   string
	want  reports.HouseSum
}

func newAttacked(t *testing.T, nights int64, day int) *attacked {
	t.Helper()
	a := &attacked{T: t, dir: t.TempDir(), day: demotest.Start.AddDate(0, 0, day).Format(time.DateOnly)}
	a.house, a.clock = demotest.House(t, a.dir)
	demotest.Night(t, a.house, a.clock, 2)
	demotest.Again(t, a.house, a.clock, nights-1)
	a.want = a.sum(a.on(unkept{a.house.Store()}))
	return a
}

func (a *attacked) on(store record.Keeper) *session.House {
	a.Helper()
	h, err := session.On(store, a.clock.Now)
	if err != nil {
		a.Fatal(err)
	}
	return h
}

func (a *attacked) sum(h *session.House) reports.HouseSum {
	a.Helper()
	sum, err := h.Sums().HouseSum(a.day)
	if err != nil {
		a.Fatal(err)
	}
	return sum
}

// isTrue demands that a program says what the record does, and one that begins then.
func (a *attacked) isTrue(h *session.House) {
	a.Helper()
	for name, on := range map[string]*session.House{"the same program": h, "a new one": a.on(a.house.Store())} {
		if got := a.sum(on); !reflect.DeepEqual(got, a.want) {
			a.Errorf("%s: %+v, want\n%+v", name, got, a.want)
		}
	}
}

// A list of shifts that was read while an opening said another day is read again before a day is kept by it; so it is where the day
// was asked for then, and refused.
func TestAListReadBeforeIsNotWhatADayIsKeptBy(t *testing.T) {
	first := demotest.Start.Format(time.DateOnly)
	for name, ask := range map[string]func(a *attacked, h *session.House) error{
		"the list": func(_ *attacked, h *session.House) error {
			_, err := h.Sums().Shifts(sums.ShiftQuery{})
			return err
		},
		"the day": func(a *attacked, h *session.House) error {
			if _, err := h.Sums().HouseSum(a.day); !errors.Is(err, record.ErrChanged) {
				return err
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAttacked(t, 4, 3)
			a.sum(a.on(a.house.Store())) // its sums are kept
			for _, name := range []string{"days3-LB1", "shifts4-LB1"} {
				if err := os.Remove(filepath.Join(a.dir, "derived", name)); err != nil {
					t.Fatal(err)
				}
			}
			h := a.on(a.house.Store())
			back := rewritten(t, a.dir, "opened", first, "2019-01-01")
			if err := ask(a, h); err != nil {
				t.Fatal(err)
			}
			back()
			a.isTrue(h)
		})
	}
}

// A shift whose closing is made to be none is held against the head like any other.
func TestAShiftMadeOpenIsNotKept(t *testing.T) {
	a := newAttacked(t, 4, 20)
	h := a.on(a.house.Store())
	a.sum(h)
	demotest.Again(t, a.house, a.clock, 1)
	at := regexp.MustCompile(`^(\[[0-9]+,"LB1",[0-9]+,)[0-9]+`)
	back := edited(t, a.dir, "closed", "", 4, func(s string) string { return at.ReplaceAllString(s, "${1}-62135596800000") })
	if got, err := h.Sums().HouseSum(a.day); !errors.Is(err, record.ErrChanged) {
		t.Errorf("%+v, %v", got, err)
	}
	back()
	demotest.Again(t, a.house, a.clock, 1)
	a.want = a.sum(a.on(unkept{a.house.Store()}))
	a.isTrue(h)
}

// snapped has something done when the record is read to be held against its head.
type snapped struct {
	record.Keeper
	then *func()
}

func (s snapped) Snapshot(ctx context.Context) (record.Snapshot, error) {
	if do := *s.then; do != nil {
		*s.then = nil
		do()
	}
	return s.Keeper.Snapshot(ctx)
}

// While one work holds what it read against the head, another does not take it for true.
func TestTwoWhoSumUpAtOnce(t *testing.T) {
	a := newAttacked(t, 12, 3)
	var then func()
	h := a.on(snapped{a.house.Store(), &then})
	if _, err := h.Sums().HouseSum(demotest.Start.Format(time.DateOnly)); err != nil {
		t.Fatal(err)
	}
	back := edited(t, a.dir, "dropcounted", "", 1, func(s string) string { return strings.Replace(s, `"cash":`, `"cash":9`, 1) })
	other, err := h.Aside()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	then = func() {
		go func() {
			_, err := other.Sums().HouseSum(a.day)
			done <- err
		}()
	}
	if got, err := h.Sums().HouseSum(a.day); !errors.Is(err, record.ErrChanged) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := <-done; !errors.Is(err, record.ErrChanged) {
		t.Error(err)
	}
	back()
	a.isTrue(h)
}

// Who is called otherwise since has the name of then in a report of slips that were kept before, and the program's own report verifies.
func TestKeptSlipsNamePeopleAsTheyWereCalled(t *testing.T) {
	h, clock := demotest.House(t, t.TempDir())
	demotest.Night(t, h, clock, 60)
	day := demotest.Start.Format(time.DateOnly)
	was, err := h.Sums().HouseSum(day)
	if err != nil || len(was.Voided) == 0 {
		t.Fatal("no slip was voided", err)
	}
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range h.State.Staff {
		if s.Number != "31" {
			s.Name += " Rossi"
			if err := h.Staff().EnterStaff(house.NewStaff{Staff: s}, elena); err != nil {
				t.Fatal(s, err)
			}
		}
	}
	got, err := h.Sums().HouseSum(day)
	if err != nil || got.Voided[0].People != was.Voided[0].People {
		t.Errorf("they are called %q, %v", got.Voided[0].People, err)
	}
	clock.Pass(24 * time.Hour) // the day is over
	_, pdf, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.HouseReport, Item: day, Lang: "en"}, elena)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("the program's own report: %v, %+v", err, v.Faults)
	}
}
