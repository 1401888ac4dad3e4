package central

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// program finds one of PostgreSQL's own programs: on the path, else where Debian has them.
func program(name string) (string, error) {
	if dir := os.Getenv("SABOT_PG_BIN"); dir != "" {
		return filepath.Join(dir, name), nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s is not installed: apt-get install postgresql-client", name)
	}
	slices.Sort(found)
	return found[len(found)-1], nil
}

// tool runs one of PostgreSQL's programs on the database of a connection by the URL of its owner.
func tool(ctx context.Context, owner string, c *pgx.ConnConfig, name string, args ...string) error {
	cmd, err := toolOf(ctx, owner, c, name, args...)
	if err != nil {
		return err
	}
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	return saidBy(name, cmd.Run(), &said)
}

// saidBy returns the error of a program with what it said.
func saidBy(name string, err error, said *bytes.Buffer) error {
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	return err
}

// toolOf returns one of PostgreSQL's programs, ready to run on the database of a connection by the URL of its owner. The URL goes by the environment,
// where other users do not see its password.
func toolOf(ctx context.Context, owner string, c *pgx.ConnConfig, name string, args ...string) (*exec.Cmd, error) {
	path, err := program(name)
	if err != nil {
		return nil, err
	}
	var names, ports []string
	for _, h := range hosts(c) {
		names, ports = append(names, h[0]), append(ports, h[1])
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "PG") }),
		"PGHOST="+strings.Join(names, ","), "PGPORT="+strings.Join(ports, ","), "PGUSER="+c.User, "PGPASSWORD="+c.Password, "PGDATABASE="+c.Database)
	for _, parameter := range []string{"sslmode", "sslrootcert", "sslcert", "sslkey"} {
		if value := parameterOf(owner, parameter); value != "" {
			cmd.Env = append(cmd.Env, "PG"+strings.ToUpper(parameter)+"="+value)
		}
	}
	if attribute := parameterOf(owner, targetAttribute); attribute != "" {
		cmd.Env = append(cmd.Env, "PGTARGETSESSIONATTRS="+attribute)
	}
	return cmd, nil
}

// wasPutBack is the comment of the pit's schema where a backup was put back whose layout has no mark for that.
const wasPutBack = "a backup was put back: the pit waits for its office"

// waitsForOffice has a database that was put back wait for its office. The layout of an older Sabot may have no mark for that: then pit init makes it.
const waitsForOffice = `
DO $$ BEGIN
	IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = '` + schema + `'::regnamespace AND proname = 'found_put_back') THEN
		PERFORM ` + schema + `.found_put_back(greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT max(enrolled) FROM ` + schema + `.machines)));
	ELSE
		COMMENT ON SCHEMA ` + schema + ` IS '` + wasPutBack + `';
	END IF;
END $$;
`

// marksPutBack makes the mark that a backup was put back, where the layout had none for that then.
func marksPutBack(ctx context.Context, conn *pgx.Conn) error {
	var says string
	err := conn.QueryRow(ctx, `SELECT coalesce(obj_description($1::regnamespace, 'pg_namespace'), '')`, schema).Scan(&says)
	if err != nil || says != wasPutBack {
		return err
	}
	_, err = conn.Exec(ctx, `SELECT `+schema+`.found_put_back(greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT max(enrolled) FROM `+schema+`.machines)))`)
	if err == nil {
		_, err = conn.Exec(ctx, `COMMENT ON SCHEMA `+schema+` IS NULL`)
	}
	return err
}

// putIn puts a backup into the database of a connection, together with the mark that it waits for the office. All of it is one transaction, which this process
// ends: whatever kills it, a child that it leaves or the machine, the database has both or nothing.
func putIn(ctx context.Context, owner string, c *pgx.ConnConfig, file string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reads, err := toolOf(ctx, owner, c, "pg_restore", "--no-owner", "--exit-on-error", "--file=-", file)
	if err != nil {
		return err
	}
	writes, err := toolOf(ctx, owner, c, "psql", "--no-psqlrc", "--no-password", "--quiet", "--set=ON_ERROR_STOP=1", "--output="+os.DevNull, "--file=-")
	if err != nil {
		return err
	}
	writes.Env = append(writes.Env, "PGAPPNAME="+restoring)
	var readSaid, writeSaid bytes.Buffer
	reads.Stderr, writes.Stderr = &readSaid, &writeSaid
	from, err := reads.StdoutPipe()
	if err != nil {
		return err
	}
	to, err := writes.StdinPipe()
	if err != nil {
		return err
	}
	if err := writes.Start(); err != nil {
		return err
	}
	if err = reads.Start(); err == nil {
		_, err = io.WriteString(to, "BEGIN;\n")
		if err == nil {
			_, err = io.Copy(to, from)
		}
		if err != nil {
			cancel() // nobody takes what it reads
		}
		if read := saidBy("pg_restore", reads.Wait(), &readSaid); err == nil {
			err = read
		}
	}
	if err == nil {
		_, err = io.WriteString(to, waitsForOffice+"COMMIT;\n")
	}
	err = errors.Join(err, to.Close()) // without COMMIT nothing stays
	if wrote := saidBy("psql", writes.Wait(), &writeSaid); wrote != nil && writeSaid.Len() > 0 {
		return wrote
	} else if err == nil {
		err = wrote
	}
	return err
}

// restoring is the name under which PostgreSQL knows the program that puts a backup in.
const restoring = "sabotctl pit restore"

// errHasPit is the error of a restore into a database that has a pit.
var errHasPit = errors.New("the database has a pit already: restore into an empty one. Was a restore into it cut short, empty it (drop schema " + schema + " cascade) and restore once more")

// noOtherRestore refuses to restore beside another restore. The program of one that was killed may still be at work; one that has just ended has time to let go. Only
// what the owner's login runs counts: others may call themselves anything.
func noOtherRestore(ctx context.Context, conn *pgx.Conn) error {
	const most, every = 3 * time.Second, 100 * time.Millisecond
	for until := time.Now().Add(most); ; {
		var pid int
		var since time.Time
		err := conn.QueryRow(ctx, `SELECT pid, backend_start FROM pg_stat_activity
			WHERE datname = current_database() AND usename = current_user AND application_name = $1 ORDER BY backend_start LIMIT 1`, restoring).Scan(&pid, &since)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return nil
		case err != nil:
			return err
		case time.Now().After(until):
			return fmt.Errorf("another restore has been at work in this database since %s, or what one left that was cut off: wait until it has ended, then restore once more. If it does not end, select pg_terminate_backend(%d) ends it, and nothing of it stays",
				since.UTC().Format(time.RFC3339), pid)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

// besideOf returns what a restore that failed has to do with another one; nil where it has nothing.
func besideOf(ctx context.Context, conn *pgx.Conn) error {
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, schema).Scan(&there); err == nil && there {
		return fmt.Errorf("another restore has put a backup into this database meanwhile, or what one left that was cut off. Where it has said that it is done, nothing is to be done. Else: %w", errHasPit)
	}
	return noOtherRestore(ctx, conn)
}

// Backup writes a pit's database into one new file, as it stands now, while it is written to.
func Backup(ctx context.Context, owner, file string) error {
	return Postgres{Owner: owner}.Backup(ctx, file)
}

// Backup does what the function of that name does. Error: also ErrOld.
func (p Postgres) Backup(ctx context.Context, file string) error {
	conn, err := p.owned(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	part := file + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	err = tool(ctx, p.Owner, conn.Config(), "pg_dump", "--format=custom", "--no-owner", "--schema="+schema, "--file="+part)
	if err == nil {
		err = tool(ctx, p.Owner, conn.Config(), "pg_restore", "--list", part)
	}
	if err == nil {
		f, err = os.OpenFile(part, os.O_RDWR, 0)
	}
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err == nil {
		err = os.Link(part, file) // never over a file that is there
	}
	return errors.Join(err, os.Remove(part))
}

// Restore puts a backup into a database that has no pit, and answers the URL that it is served with, as Init. Was
// is the URL that it was served with before. Where the login is the same one it keeps its password, and copies of
// the pit's folder stay good. What tables have shipped since they ship again. The backup is of the house, under a
// former name too.
func Restore(ctx context.Context, owner, house, was, file string, former ...string) (serve string, err error) {
	conn, err := connect(ctx, owner)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, schema).Scan(&there); err != nil {
		return "", err
	}
	if there {
		return "", errHasPit
	}
	if err := noOtherRestore(ctx, conn); err != nil {
		return "", err
	}
	if err := makeRoles(ctx, conn); err != nil {
		return "", err
	}
	if err := putIn(ctx, owner, conn.Config(), file); err != nil {
		if beside := besideOf(ctx, conn); beside != nil {
			err = fmt.Errorf("%w (%w)", beside, err)
		}
		return "", err
	}
	if name, err := houseIn(ctx, conn); err == nil && slices.Contains(former, name) {
		house = name
	}
	serve, err = initWith(ctx, owner, house, was, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, `SELECT `+schema+`.found_put_back(greatest($1, (SELECT max(enrolled) FROM `+schema+`.machines)))`, time.Now().UnixMilli())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%s is in the database, which was not made ready to serve: empty the database (drop schema %s cascade) and restore it once more: %w", file, schema, err)
	}
	return serve, nil
}

func makeRoles(ctx context.Context, conn *pgx.Conn) error {
	for _, role := range []string{"sabot_ingest", "sabot_reader"} {
		if err := makeRole(ctx, conn, role, "NOLOGIN"); err != nil {
			return err
		}
	}
	return nil
}
