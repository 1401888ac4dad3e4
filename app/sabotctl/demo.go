package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/house"
)

// demoTime is how --at has the time at which a night to try begins, in UTC.
const demoTime = "2006-01-02T15:04"

// justEnding returns when each table begins its hands, and when they all end: a few minutes ago, so that nothing waits on the
// floor that somebody opens first. What a night lasts is known once it was played, in a house that is thrown away.
func justEnding(ctx context.Context, plan house.Plan, hands int, seed int64, ends bool) (begins []time.Time, end time.Time, err error) {
	dir, err := os.MkdirTemp("", "sabot-demo-")
	if err != nil {
		return nil, end, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	const quiet, counting = 3 * time.Minute, 40 * time.Minute
	end = time.Now().Add(-quiet)
	if ends {
		end = end.Add(-counting)
	}
	const longest = 12 * time.Hour
	clock := demo.NewClock(end.Add(-longest))
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return nil, end, err
	}
	defer closing(h, &err)
	if err := h.SetUp(plan); err != nil {
		return nil, end, err
	}
	for i, t := range plan.Tables {
		began := end.Add(-longest)
		clock.Set(began)
		if err := demo.Play(ctx, h, clock, t.Name, hands, seed+int64(i)); err != nil {
			return nil, end, err
		}
		begins = append(begins, end.Add(-clock.Now().Sub(began)))
	}
	return begins, end, nil
}

func demoHouse(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("demo")
	data, game := f.data(), f.String("game", house.DemoGames()[0], "")
	tables, hands, seed := f.Int("tables", 1, ""), f.Int("hands", 40, ""), f.Int64("seed", 1, "")
	ends, at := f.Bool("close", false, ""), f.String("at", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if !slices.Contains(house.DemoGames(), *game) {
		return fmt.Errorf("there is no demo of the game %q: there are %v", *game, house.DemoGames())
	}
	if *tables < 1 || *tables > 99 || *hands < 0 {
		return errors.New("a demo has 1 to 99 tables and no fewer than 0 hands")
	}
	dir, err := start.FindData(*data)
	if err != nil {
		return err
	}
	plan, clock, begins := house.DemoPlan("it", *game, *tables), demo.NewClock(time.Now()), []time.Time(nil)
	var end time.Time // of the hands of every table
	if *at != "" {
		began, err := time.Parse(demoTime, *at)
		if err != nil {
			return fmt.Errorf("--at %s is no time: write it in UTC as %s", *at, demoTime)
		}
		clock.Set(began)
	}
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if h.State.SetUp() {
		return fmt.Errorf("%s holds a house already: name an empty directory", dir)
	}
	if *at == "" {
		if begins, end, err = justEnding(ctx, plan, *hands, *seed, *ends); err != nil {
			return err
		}
		clock.Set(slices.MinFunc(begins, time.Time.Compare))
	}
	defer func() {
		if ctx.Err() != nil {
			fmt.Fprintf(s.err, "%s holds what was played until then: delete it before another demo is made there\n", dir)
		}
	}()
	if err := h.SetUp(plan); err != nil {
		return err
	}
	for i, t := range plan.Tables {
		if len(begins) > 0 {
			clock.Set(begins[i])
		}
		if err := demo.Play(ctx, h, clock, t.Name, *hands, *seed+int64(i)); err != nil {
			return err
		}
	}
	var signed []string
	for _, t := range plan.Tables {
		if !*ends {
			break
		}
		if !end.IsZero() {
			clock.Set(end)
		}
		file, err := demo.Close(h, clock, t.Name)
		if err != nil {
			return err
		}
		signed = append(signed, file)
	}
	fmt.Fprintf(s.out, "%s in %s: %d table(s), %d hands each\n\nnumber and PIN, typed in one go:\n", plan.Name, dir, *tables, *hands)
	for _, p := range plan.Staff {
		fmt.Fprintf(s.out, "  %s%s  %s, %s\n", p.Number, p.PIN, p.Name, p.Role)
	}
	for i, file := range signed {
		fmt.Fprintf(s.out, "\n%s is closed, its report signed: %s\n", plan.Tables[i].Name, file)
	}
	return nil
}
