package pitserver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	tables "sabot/pit"
	"sabot/pit/house"
)

// What a child of the test is and does.
const (
	roleVariable = "SABOT_TEST_ROLE" // "table", "program" or "pit"
	dirVariable  = "SABOT_TEST_DIR"
	whatVariable = "SABOT_TEST_WHAT" // which table, or tables; where the pit listens
	runVariable  = "SABOT_TEST_RUN"
	paceVariable = "SABOT_TEST_PACE" // milliseconds between two hands
)

// play is a program of the house: a table at which is played until somebody kills it or closes its
// input, one of many programs on a record, or a pit.
func play() int {
	var err error
	switch dir, what := os.Getenv(dirVariable), os.Getenv(whatVariable); os.Getenv(roleVariable) {
	case "table":
		err = playTable(dir, what)
	case "program":
		err = standAt(dir, strings.Split(what, ","))
	case "pit":
		err = servePit(dir, what)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func playTable(dir, table string) error {
	run, err := strconv.Atoi(os.Getenv(runVariable))
	if err != nil {
		return err
	}
	pace, err := strconv.Atoi(os.Getenv(paceVariable))
	if err != nil {
		return err
	}
	clock := demo.NewClock(demotest.Start.AddDate(0, 0, run))
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
	const often = 50
	for n, refusals := int64(0), 0; ctx.Err() == nil; n++ {
		err := demo.Play(context.Background(), h, clock, table, 4, int64(run)*1000+n)
		var refused *house.Refusal
		if errors.As(err, &refused) && refusals < often { // cards of another shoe make alarms
			refusals++
			err = acknowledge(h, table)
		} else if refused != nil { // there is no way on with those cards: what is there is still shipped
			<-ctx.Done()
			break
		}
		if err != nil {
			return err
		}
		time.Sleep(time.Duration(pace) * time.Millisecond)
	}
	<-shipped
	return nil
}

// ships ships beside what a program does, until its input is closed: then ctx ends, and what was begun is shipped.
func ships(h *session.House, e *pitclient.Enrolment) (ctx context.Context, shipped chan struct{}) {
	ctx, stop := context.WithCancel(context.Background())
	shipped = make(chan struct{})
	go func() { // when it is played has nothing to do with when it is shipped
		defer close(shipped)
		pitclient.New(h.Store(), e, time.Now).Run(ctx)
	}()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	return ctx, shipped
}

// acknowledge has the inspector see the alarms of a table.
func acknowledge(h *session.House, table string) error {
	_, inspector, err := demo.Crew(h)
	if err != nil {
		return err
	}
	t, err := h.OpenTable(table)
	if err != nil {
		return err
	}
	defer t.Release()
	var refused *house.Refusal
	if err = t.Approve(inspector, (*tables.Table).Acknowledge); errors.As(err, &refused) {
		err = nil
	}
	return err
}

func servePit(dir, listen string) error {
	folder, err := pitserver.ReadFolder(dir)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	config := folder.Config(time.Now, log.New(os.Stderr, "", 0))
	memory, err := folder.Memory(context.Background())
	if err != nil {
		return err
	}
	config.Memory = memory
	s, err := pitserver.New(config)
	if err != nil {
		return err
	}
	return errors.Join(s.Serve(context.Background(), l), memory.Close())
}
