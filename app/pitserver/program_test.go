package pitserver_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// ordersFile lies beside a machine's folder: the tables at which its people deal. They close any other one.
func ordersFile(dir string) string { return filepath.Join(filepath.Dir(dir), "orders") }

// seenFile says by which orders a program goes since.
func seenFile(dir string, run int) string { return ordersFile(dir) + "." + strconv.Itoa(run) }

// order has a machine's people deal at those tables and no others. No two orders are the same.
func order(dir string, tables ...string) error {
	file := ordersFile(dir)
	if err := os.WriteFile(file+".new", fmt.Appendf(nil, "%s\n%d", strings.Join(tables, ","), time.Now().UnixNano()), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// sinceVariable is when a house was begun in which time goes by six hundred times as fast, in milliseconds.
const sinceVariable = "SABOT_TEST_SINCE"

// houseTime is the clock of every machine of that house.
func houseTime() (time.Time, error) {
	const fast = 600
	since, err := strconv.ParseInt(os.Getenv(sinceVariable), 10, 64)
	return demotest.Start.Add(24*time.Hour + fast*time.Since(time.UnixMilli(since))), err
}

// standAt is one of several programs on a record: it takes in what the office enters, and stands at whichever of some tables no other
// program has.
func standAt(dir string, tables []string) error {
	run, err := strconv.Atoi(os.Getenv(runVariable))
	if err != nil {
		return err
	}
	began, err := houseTime()
	if err != nil {
		return err
	}
	clock := demo.NewClock(began)
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return err
	}
	defer h.Close()
	e, err := pitclient.Enrolled(h.Store())
	if err != nil {
		return err
	}
	ctx, shipped := ships(h, e)
	puller, rng := pitclient.NewPuller(h.Takeover(), h.Store(), e, time.Now), rand.New(rand.NewSource(int64(run)))
	for ctx.Err() == nil {
		if now, err := houseTime(); err == nil {
			clock.Pass(max(0, now.Sub(clock.Now())))
		}
		if err := puller.Once(ctx); err != nil { // another program may stand at a table that comes here
			fmt.Fprintln(os.Stderr, err)
		}
		if wrong := puller.State().Wrong; wrong != "" {
			return errors.New(wrong)
		}
		orders, err := os.ReadFile(ordersFile(dir))
		if err != nil {
			return err
		}
		table := tables[rng.Intn(len(tables))]
		where, _, _ := strings.Cut(string(orders), "\n")
		if err := deals(h, clock, table, slices.Contains(strings.Split(where, ","), table), rng.Int63()); err != nil {
			return err
		}
		if err := os.WriteFile(seenFile(dir, run), orders, 0o600); err != nil {
			return err
		}
		time.Sleep(time.Duration(rng.Intn(100)) * time.Millisecond)
	}
	<-shipped
	return nil
}

// deals has a hand be dealt at a table that this machine plays and at which no other program stands, or the table be closed.
func deals(h *session.House, clock *demo.Clock, table string, deal bool, seed int64) error {
	if _, known := h.State.TableNamed(table); !known {
		return nil // nothing of the house has come yet
	}
	t, err := h.OpenTable(table)
	held, refused := (*record.HeldError)(nil), (*house.Refusal)(nil)
	if errors.As(err, &held) || errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		return err
	}
	open := t.State.Open
	if err := t.Release(); err != nil {
		return err
	}
	switch {
	case deal:
		err = demo.Play(context.Background(), h, clock, table, 1, seed)
	case open:
		if _, err = demo.Close(h, clock, table); errors.As(err, &refused) { // a hand is open
			err = demo.Play(context.Background(), h, clock, table, 0, seed)
		}
	}
	if errors.As(err, &refused) { // cards of another shoe make alarms
		err = acknowledge(h, table)
	}
	if errors.As(err, &refused) {
		fmt.Fprintln(os.Stderr, table, err)
	}
	if errors.As(err, &held) || errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", table, err)
	}
	return err
}
