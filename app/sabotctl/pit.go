package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage"
)

// pitArgs is the usage of the pit's commands, which are many and belong together.
const pitArgs = `init --data DIR --pit DIR --address HOST:PORT[,…] --database-file FILE [--passphrase-file F] | enroll --data DIR --pit DIR --machine NAME [--tables T,…] [--office] [--reads] [--move] [--whole] [--passphrase-file F] -o FILE | fetch --pit DIR --machine NAME [--witness VERIFIER] -o FILE | forget --pit DIR --machine NAME | join FILE --data DIR | lost --data DIR --pit DIR --machine NAME | move --data DIR --pit DIR --table T --to NAME [--over [--alive]] [--lacking] [--deaf] | serve --pit DIR --listen ADDRESS | ship --data DIR | status --pit DIR|--data DIR | seen --pit DIR | verify --pit DIR | report --pit DIR [--day DAY] [--from DAY --to DAY] [--lang L] [--csv DIR] [--xlsx FILE] | backup --pit DIR FILE | restore FILE --pit DIR`

// pitCommand runs a command of the pit.
func pitCommand(ctx context.Context, args []string, s streams) error {
	all := map[string]func(context.Context, []string, streams) error{
		"init": pitInit, "enroll": pitEnroll, "fetch": pitFetch, "forget": pitForget, "join": pitJoin, "lost": pitLost, "move": pitMove, "serve": pitServe, "ship": pitShip, "status": pitStatus, "seen": pitSeen,
		"verify": pitVerify, "report": pitReport, "backup": pitBackup, "restore": pitRestore,
	}
	if len(args) == 0 || all[args[0]] == nil {
		return errors.New("name what of the pit: init, enroll, fetch, forget, join, lost, move, serve, ship, status, seen, verify, report, backup or restore; see sabotctl pit --help")
	}
	return all[args[0]](ctx, args[1:], s)
}

// pitInit makes a pit of a database, or brings one up to date and renews its certificate.
func pitInit(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit init")
	data, dir := f.data(), f.String("pit", "", "")
	addresses, file := f.String("address", "", ""), f.String("database-file", "", "")
	phrase := f.String("passphrase-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *dir == "" {
		return errNoPit
	}
	old, err := pitserver.ReadFolder(*dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if old != nil && old.Houses {
		return fmt.Errorf("%s is the folder of a group: sabotctl group init", *dir)
	}
	list, hosts, owner, err := reached(old, *addresses, *file)
	if err != nil {
		return err
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if err := withAuthority(ctx, h, *phrase, s); err != nil {
		return err
	}
	id, err := h.Authority().NewPost(sign.Post{Kind: sign.PitPost, Name: "pit", Hosts: hosts})
	if err != nil {
		return err
	}
	names := h.State.People().Names()
	if old != nil {
		if !old.IsOf(names...) {
			return fmt.Errorf("%s is the folder of the pit of %q, and this is %q", *dir, old.House, h.State.Name)
		}
		names = append([]string{old.House}, pitserver.Besides(old.House, names, old.Names)...)
	}
	house, serve, err := pitserver.InitDatabase(ctx, old, owner, names...)
	if err != nil {
		return err
	}
	made, err := pitserver.MakeFolder(*dir, old, pitserver.Folder{House: house, Names: pitserver.Besides(house, names), Addresses: list, Owner: owner, Serve: serve, Identity: id})
	if err != nil {
		return err
	}
	if old != nil && serve != old.Serve {
		fmt.Fprintln(s.err, staleCopies)
		sayOther(ctx, old, made, s)
	}
	sayEmptied(ctx, made, s)
	_, err = fmt.Fprintf(s.out, "pit of %s in %s\ncountersigns as %s\nits certificate ends on %s\nnext: give the account that serves its copy of this folder, without owner.url (docs/pit.md, step 3), and serve. Then sabotctl pit enroll, the office first\n",
		made.House, *dir, made.Verifier(), id.Certificate.NotAfter.Format(time.DateOnly))
	return err
}

// reached returns the addresses of a pit, their hosts, and the URL of its database: what is given, else what
// they were.
func reached(old *pitserver.Folder, addresses, file string) (list, hosts []string, owner string, err error) {
	list = splitList(addresses)
	if old != nil {
		owner = old.Owner
		if len(list) == 0 {
			list = old.Addresses
		}
	}
	if len(list) == 0 {
		return nil, nil, "", errors.New("name the address under which the machines reach the pit with --address HOST:PORT, of several pits on one database all of them")
	}
	for _, a := range list {
		host, _, err := net.SplitHostPort(a)
		if err != nil || host == "" {
			return nil, nil, "", fmt.Errorf("%q is no address HOST:PORT", a)
		}
		hosts = append(hosts, host)
	}
	if file != "" {
		text, err := pitserver.Secret(file)
		if err != nil {
			return nil, nil, "", err
		}
		owner = strings.TrimSpace(text)
	}
	if owner == "" {
		return nil, nil, "", errors.New("name the file that holds the URL of the database by the login of its owner with --database-file: readable to this user alone")
	}
	return list, hosts, owner, nil
}

var errNoPit = errors.New("name the pit's own folder with --pit: its keys and the URL of its database are in it")

// pitAndHouse opens the folder of a pit and the record of its house's authority; the caller closes that.
func pitAndHouse(dir, data string) (*pitserver.Folder, *session.House, error) {
	folder, err := pitserver.ReadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	h, err := existing(data)
	return folder, h, err
}

func splitList(text string) []string {
	return slices.DeleteFunc(strings.Split(text, ","), func(s string) bool { return s == "" })
}

// pitEnroll gives a machine a certificate to ship with.
func pitEnroll(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit enroll")
	data, dir, file := f.data(), f.String("pit", "", ""), f.String("o", "", "")
	machine, tables, phrase := f.String("machine", "", ""), f.String("tables", "", ""), f.String("passphrase-file", "", "")
	reads, move, office := f.Bool("reads", false, ""), f.Bool("move", false, ""), f.Bool("office", false, "")
	whole := f.Bool("whole", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errNoPit
	case *machine == "" || *file == "":
		return errors.New("name the machine with --machine, its tables with --tables, and with -o the file that it is given")
	}
	if err := newFile(*file); err != nil { // a machine whose file could not be written would be enrolled and never join
		return err
	}
	folder, h, err := pitAndHouse(*dir, *data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if !folder.IsOf(h.State.People().Names()...) {
		return fmt.Errorf("the pit is that of the house %q, and this is a record of %q", folder.House, h.State.Name)
	}
	behind := (*pitserver.BehindError)(nil)
	if err := folder.ComesBack(ctx, *machine); errors.As(err, &behind) && !*whole {
		sayBehind(s, behind)
		return fmt.Errorf("%s is not enrolled: only if its disk is there, and has those entries%s, add --whole", oneLine(*machine), behind.OrLost())
	} else if err != nil && behind == nil {
		return err
	}
	enroll, given := pitserver.Enroll, splitList(*tables)
	if *office {
		enroll = pitserver.EnrollOffice
	}
	if err := tablesThere(ctx, h, folder, *office, given); err != nil {
		return err
	}
	if err := sayShippedBefore(ctx, folder, *machine, "record, in its folder or brought back by pit fetch and restore. An empty folder takes another name", s); err != nil {
		return err
	}
	if err := withAuthority(ctx, h, *phrase, s); err != nil {
		return err
	}
	e, err := enroll(ctx, h, folder, sign.Post{Kind: sign.MachinePost, Name: *machine, Tables: given, Reads: *reads}, *move)
	if err != nil {
		return err
	}
	text, err := e.Text()
	if err != nil {
		return err
	}
	if err := session.WriteFile(*file, text); err != nil {
		return err
	}
	holds := "the machine's key"
	switch {
	case e.IsOffice():
		fmt.Fprintf(s.out, "%s is the house's office: its people, tables and rules are those of every machine that is enrolled from now on\n", *machine)
	case e.IsMember():
		fmt.Fprintf(s.out, "%s takes in the people, tables and rules of %s\n", *machine, oneLine(e.Office))
		holds += " and the pepper of the house's PINs"
	}
	has, err := sayMovedThere(ctx, h, folder, *machine, s)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is enrolled with %s: bring %s there, run sabotctl pit join on it, and destroy it: it has %s\n", *machine, oneLine(orNone(strings.Join(has, ", "))), *file, holds)
	return err
}

// sayShippedBefore tells who enrolls a machine or a house that has shipped for which record or pit the enrolment is, before the certificate that it has
// counts no more. Error: of a database that does not answer.
func sayShippedBefore(ctx context.Context, folder *pitserver.Folder, name, own string, s streams) error {
	shipped, err := folder.Shipped(ctx, name)
	if err == nil && shipped > 0 {
		fmt.Fprintf(s.out, "%s has shipped %s: this enrolment is for its own %s. The one that it has counts no more: it ships again once it has joined with this one\n", oneLine(name), someEntries(shipped), own)
	}
	return err
}

// sayMovedThere returns the tables that a machine plays as the pit has them and managers have signed. It says which ones managers had moved there that the pit
// has elsewhere, and what brings those there; and which ones the pit has there still that managers had moved on. Error: of a database that does not answer.
func sayMovedThere(ctx context.Context, h *session.House, folder *pitserver.Folder, machine string, s streams) (has []string, err error) {
	on, err := folder.Plays(ctx)
	if err != nil {
		return nil, err
	}
	var rows, lacks []string
	for table, plays := range on {
		if plays == machine {
			rows = append(rows, table)
		}
	}
	has = h.State.Moves().Allotted(machine, rows)
	const follows = "%s went to %s, as a manager signed, and the pit has it on %s: a server that writes follows that move once the office has shipped it and %s is enrolled\n"
	for _, t := range h.State.Tables {
		last, _, moved := h.State.Moves().Moved(t.Name)
		switch plays := on[t.Name]; {
		case !moved || last.To == plays:
		case last.To != machine && plays == machine:
			fmt.Fprintf(s.out, follows, oneLine(t.Name), oneLine(last.To), oneLine(plays), oneLine(last.To))
		case last.To != machine:
		case plays == "":
			lacks = append(lacks, t.Name)
		default:
			fmt.Fprintf(s.out, follows, oneLine(t.Name), oneLine(machine), oneLine(plays), oneLine(last.From))
		}
	}
	if len(lacks) > 0 {
		with := slices.Sorted(slices.Values(append(lacks, rows...)))
		fmt.Fprintf(s.out, "%s went to %s, as a manager signed, and the pit has it on no machine: what is dealt there waits. Run sabotctl pit enroll once more, with --tables %s\n",
			oneLine(strings.Join(lacks, ", ")), oneLine(machine), oneLine(strings.Join(with, ",")))
	}
	slices.Sort(has)
	return has, nil
}

func orNone(tables string) string {
	if tables == "" {
		return "no table"
	}
	return tables
}

// enrolled opens the record of a data directory with its enrolment.
func enrolled(data string) (*storage.Store, *pitclient.Enrolment, error) {
	return enrolledIn(data, storage.OpenExisting)
}

// enrolledIn does what enrolled does with a record that a function opens.
func enrolledIn[S record.Keeper](data string, open func(dir string) (S, error)) (none S, _ *pitclient.Enrolment, _ error) {
	dir, err := start.FindData(data)
	if err != nil {
		return none, nil, err
	}
	store, err := open(dir)
	if err != nil {
		return none, nil, err
	}
	e, err := pitclient.Enrolled(store)
	if err == nil && e == nil {
		err = errors.New("this machine ships to no pit: sabotctl pit join makes it a member of one")
	}
	if err != nil {
		return none, nil, errors.Join(err, store.Close())
	}
	return store, e, nil
}
