package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/house"
)

func demoHouse(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("demo")
	data, game := f.data(), f.String("game", house.DemoGames()[0], "")
	tables, hands, seed := f.Int("tables", 1, ""), f.Int("hands", 40, ""), f.Int64("seed", 1, "")
	ends := f.Bool("close", false, "")
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
	clock := demo.NewClock(time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if h.State.SetUp() {
		return fmt.Errorf("%s holds a house already: name an empty directory", dir)
	}
	defer func() {
		if ctx.Err() != nil {
			fmt.Fprintf(s.err, "%s holds what was played until then: delete it before another demo is made there\n", dir)
		}
	}()
	plan := house.DemoPlan("it", *game, *tables)
	if err := h.SetUp(plan); err != nil {
		return err
	}
	for i, t := range plan.Tables {
		if err := demo.Play(ctx, h, clock, t.Name, *hands, *seed+int64(i)); err != nil {
			return err
		}
	}
	var signed []string
	for _, t := range plan.Tables {
		if !*ends {
			break
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
