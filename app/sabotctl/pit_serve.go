package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sabot/app/pitserver"
	"sabot/app/sabotctl/terminal"
	"sabot/storage/central"
)

// pitServe serves a pit until it is interrupted.
func pitServe(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit serve")
	dir, listen := f.String("pit", "", ""), f.String("listen", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errNoPit
	case *listen == "":
		return errors.New("name the address to listen on with --listen, such as :8443")
	}
	folder, err := pitserver.ReadFolder(*dir)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	memory, err := folder.Memory(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	logger := log.New(lineWriter{s.err}, "", log.LstdFlags|log.LUTC)
	config := folder.Config(time.Now, logger)
	config.Memory = memory
	server, err := pitserver.New(config)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	logger.Printf("pit of %s on %s", folder.House, l.Addr())
	return server.Serve(ctx, l)
}

// asking opens a pit's database for queries.
func asking(dir string) (*pitserver.Folder, *central.Queries, error) {
	if dir == "" {
		return nil, nil, errNoPit
	}
	folder, err := pitserver.ReadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	return folder, folder.Postgres().Queries(folder.House), nil
}

// pitVerify reads all that a pit holds.
func pitVerify(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit verify")
	dir := f.String("pit", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	held, gone, err := verifyPit(ctx, *dir, s)
	if err == nil && (!held || pitserver.Unsettled(gone)) {
		err = errNotHeld
	}
	return err
}

// verifyPit reads all that a pit holds, and prints of each stream what it found. held is false where something is otherwise than it was signed; gone
// is what had been countersigned and is not there.
func verifyPit(ctx context.Context, dir string, s streams) (held bool, gone []pitserver.Gone, err error) {
	folder, q, err := asking(dir)
	if err != nil {
		return false, nil, err
	}
	defer q.Close()
	held = true
	if !folder.Remembers() {
		fmt.Fprintln(s.err, "this folder has served nothing: what its pit has countersigned was compared with nothing")
	}
	err = pitserver.Verify(ctx, q, folder, func(st central.Stream, wrong error) {
		if vain := (pitserver.InVain{}); errors.As(wrong, &vain) {
			fmt.Fprintln(s.out, oneLine(vain.Error()))
			return
		}
		held = held && wrong == nil
		fmt.Fprintln(s.out, verifiedLine(st, wrong))
	})
	if err != nil {
		return false, nil, err
	}
	gone, err = pitserver.GoneFrom(ctx, q, folder)
	sayGone(s, gone)
	if err == nil && held {
		held, err = pitKept(ctx, q, folder, s)
	}
	return held, gone, err
}

// pitKept reports whether what a pit keeps of tables for its reports is what they say; it says what was not and was thrown away.
func pitKept(ctx context.Context, q central.Reading, folder *pitserver.Folder, s streams) (holds bool, err error) {
	list, err := pitserver.KeptFalse(ctx, q, folder, terminal.ShiftsRead(s.err))
	for _, k := range list {
		fmt.Fprintln(s.out, oneLine(keptFalse(k)))
	}
	return len(list) == 0, err
}

// verifiedLine returns what the verification of a stream says, on one line; wrong is what does not hold, nil for nothing.
func verifiedLine(st central.Stream, wrong error) string {
	says := fmt.Sprintf("%d of them countersigned: holds", st.Signed)
	if wrong != nil { // what its head says then nobody knows
		says = wrong.Error()
	}
	return oneLine(fmt.Sprintf("%s %s: %d entries, %s", st.Machine, st.Name, st.Size, says))
}

// sayGone prints what had been countersigned and is gone.
func sayGone(s streams, list []pitserver.Gone) {
	for _, g := range list {
		fmt.Fprintf(s.out, "%s %s: %s\n", oneLine(g.Machine), oneLine(g.Stream), oneLine(g.String()))
	}
}
