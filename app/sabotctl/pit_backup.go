package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sabot/app/pitserver"
	"sabot/storage/central"
)

// pitBackup writes a pit's database into one new file.
func pitBackup(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit backup")
	dir := f.String("pit", "", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	folder, err := owned(*dir)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(rest[0]); err == nil {
		return fmt.Errorf("%s is there already: a backup is a new file", rest[0])
	}
	if err := folder.Postgres().Backup(ctx, rest[0]); err != nil {
		return err
	}
	q := folder.Postgres().Queries(folder.House)
	defer q.Close()
	if gone, err := pitserver.GoneFrom(ctx, q, folder); err == nil && len(gone) > 0 { // it may be a database that another one went on from
		fmt.Fprintf(s.err, "what is in %s is less than this pit had countersigned; sabotctl pit status says of what\n", rest[0])
	}
	_, err = fmt.Fprintf(s.out, "the pit of %s is in %s; its keys are not: keep the folder %s too\n", folder.House, rest[0], *dir)
	return err
}

// pitRestore puts a backup into an empty database and holds it against its heads.
func pitRestore(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit restore")
	dir := f.String("pit", "", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	folder, err := owned(*dir)
	if err != nil {
		return err
	}
	owner, err := folder.OwnerURL(ctx)
	if err != nil {
		return err
	}
	serve, err := central.Restore(ctx, owner, folder.House, folder.Serve, rest[0], folder.Names...)
	if err != nil {
		return err
	}
	made := *folder
	made.Serve = serve
	if made.House, err = central.HouseOf(ctx, owner); err != nil {
		return err
	}
	made.Names = pitserver.Besides(made.House, []string{folder.House}, folder.Names)
	if _, err := pitserver.MakeFolder(*dir, folder, made); err != nil {
		return err
	}
	if serve != folder.Serve {
		fmt.Fprintln(s.err, staleCopies)
	}
	held, _, err := verifyPit(ctx, *dir, s) // what is gone the machines ship again
	switch {
	case err != nil:
		return fmt.Errorf("%s is in the database, and was not verified: run sabotctl pit verify: %w", rest[0], err)
	case !held:
		return errNotHeld
	}
	next := "each server of this pit goes on by itself, where its copy of the folder logs in. Next: have the office ship: until it has, the pit takes no entries of tables"
	if folder.Houses {
		next = "each server of this group goes on by itself, where its copy of the folder logs in. Each house says by itself what came since. See sabotctl group report: a house that it names as one that stands still is enrolled with group enroll --anew, and joins again"
	}
	_, err = fmt.Fprintln(s.out, next)
	return err
}

// staleCopies is the advice where the serving login, or its password, has changed since.
const staleCopies = "copies of the pit's folder that were made before do not log in to this database: stop each server that has one, make the copy anew, then start it again. One that goes on with another database is a second pit of this house"

// owned reads the folder of a pit with the URL of the database's owner.
func owned(dir string) (*pitserver.Folder, error) {
	if dir == "" {
		return nil, errNoPit
	}
	folder, err := pitserver.ReadFolder(dir)
	if err == nil && folder.Owner == "" {
		err = errors.New("the URL of the database by its owner's login was taken away: put owner.url back for this")
	}
	return folder, err
}
