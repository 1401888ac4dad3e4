// Package central keeps what the machines of a house have shipped in one PostgreSQL. It keeps their streams: the
// bytes of the entries as they were written at the tables. It adds at the end of a stream, where that has the size
// which the caller expects. It does nothing else to a stream. The database's own rights and rules hold that, also
// behind this package's back.
package central

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"sabot/storage/central/migrations"
)

const (
	// layout is the newest step of this Sabot.
	layout = 14
	// schema is the name of the database schema that has all of it.
	schema = "sabot"
	// serving begins the name of the login that a pit serves with; its database's ends it.
	serving = "sabot_serve_"
)

// Errors of a database.
var (
	ErrOtherHouse = errors.New("the database is of another house")
	ErrNewer      = errors.New("the database was made by a newer Sabot")
	ErrNoPit      = errors.New("the database has no pit in it: put a backup back with sabotctl pit restore, or begin a new one with sabotctl pit init")
)

var errNoURL = errors.New("the URL of the database is none: postgres://USER@HOST:PORT/NAME?sslmode=verify-full")

// config reads the URL of a database. Whoever is gone is found out in seconds, on both sides.
func config(url string) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errNoURL // the error may have a password in it
	}
	if len(hosts(c)) > 1 && parameterOf(url, targetAttribute) == "" { // of a pair, the one that may be written to
		c.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	sets(c)
	c.RuntimeParams["application_name"] = "sabot pit"
	return c, nil
}

// targetAttribute is the parameter of a URL that says which of several databases is meant.
const targetAttribute = "target_session_attrs"

// hosts returns the databases that a URL names, each once, in order.
func hosts(c *pgx.ConnConfig) (list [][2]string) {
	list = append(list, [2]string{c.Host, strconv.Itoa(int(c.Port))})
	for _, f := range c.Fallbacks { // also one for each way to encrypt
		if h := [2]string{f.Host, strconv.Itoa(int(f.Port))}; !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	return list
}

// connect opens a connection to the database of a URL; of several, to the one that goes on. The error never has the password.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	c, err := newChoice(url, nil)
	if err != nil {
		return nil, err
	}
	return c.connect(ctx)
}

// wrongPassword is PostgreSQL's code of a login that has another password.
const wrongPassword = "28P01"

// unreached returns the error of a database with which nobody talks: it does not answer, refuses the login, or is not this pit's.
func unreached(host string, err error) error {
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, ErrOld):
		return err
	case errors.Is(err, ErrNoPit) || errors.Is(err, ErrOtherHouse):
		return fmt.Errorf("at %s: %w", host, err)
	case errors.As(err, &pg) && pg.Code == wrongPassword:
		return fmt.Errorf("the database at %s refuses the login: a copy of the pit's folder from before pit init or pit restore has an old password, and is to be made anew: %w", host, err)
	case errors.As(err, &pg) && strings.HasPrefix(pg.Code, "28"):
		return fmt.Errorf("the database at %s refuses the login: its pg_hba.conf, or its log, says why: %w", host, err)
	}
	return fmt.Errorf("the database at %s does not answer: %w", host, err)
}

// Init makes a pit of a database, or brings one up to date, by the login of its owner. It returns the URL of the
// login that it is served with. Errors: ErrOtherHouse.
func Init(ctx context.Context, owner, house string) (serve string, err error) {
	return initWith(ctx, owner, house, "", func(*pgx.Conn) error { return nil })
}

// initWith does what Init does, and calls first before anybody can serve. Was is the URL that it was served with, whose password
// stays where the login is the same; "" for another one.
func initWith(ctx context.Context, owner, house, was string, first func(*pgx.Conn) error) (serve string, err error) {
	conn, err := connect(ctx, owner)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	if err := makeLayout(ctx, conn, owner); err != nil {
		return "", err
	}
	if _, err := conn.Exec(ctx, `INSERT INTO house (name) VALUES ($1) ON CONFLICT DO NOTHING`, house); err != nil {
		return "", err
	}
	if err := sameHouse(ctx, conn, house); err != nil {
		return "", err
	}
	if err := marksPutBack(ctx, conn); err != nil {
		return "", err
	}
	if err := first(conn); err != nil {
		return "", err
	}
	return serveURL(ctx, conn, owner, was)
}

// MakeLayout makes the layout of a pit in a database that is nobody's pit yet, or brings it up to date. It uses the
// login of the owner.
func MakeLayout(ctx context.Context, owner string) error {
	conn, err := connect(ctx, owner)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return makeLayout(ctx, conn, owner)
}

func makeLayout(ctx context.Context, conn *pgx.Conn, owner string) error {
	if err := makeRoles(ctx, conn); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+schema); err != nil {
		return fmt.Errorf("making the pit's schema: %w", err)
	}
	done, err := stepsDone(ctx, conn)
	if err == nil && len(done) == 0 {
		err = hasSteps(ctx, conn)
	}
	switch {
	case err != nil:
		return err
	case len(done) > 0 && slices.Max(done) > layout:
		return newer(slices.Max(done))
	case len(done) == layout && slices.Max(done) == layout:
		return nil
	}
	return migrate(ctx, owner)
}

// hasSteps returns a *LostError where a database has a layout though it says that it has taken no step.
func hasSteps(ctx context.Context, conn *pgx.Conn) error {
	var has bool
	err := conn.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, schema+".house").Scan(&has)
	if err == nil && has {
		err = &LostError{"goose_db_version"}
	}
	return err
}

// stepsDone returns the steps of the layout that a database has taken; none where it has no layout.
func stepsDone(ctx context.Context, conn *pgx.Conn) (done []int64, err error) {
	rows, err := conn.Query(ctx, `SELECT DISTINCT version_id FROM goose_db_version WHERE version_id > 0`)
	if err == nil {
		done, err = pgx.CollectRows(rows, filled(pgx.RowTo[int64]))
	}
	var pg *pgconn.PgError
	const noTable = "42P01"
	if errors.As(err, &pg) && pg.Code == noTable {
		return nil, nil
	}
	if err != nil {
		err = fmt.Errorf("reading which layout the pit has: %w", err)
	}
	return done, err
}

// newer returns the error of a layout that this Sabot does not know.
func newer(version int64) error {
	return fmt.Errorf("%w: its layout has version %d, this one knows up to %d", ErrNewer, version, layout)
}

func migrate(ctx context.Context, owner string) error {
	choice, err := newChoice(owner, nil)
	if err != nil {
		return err
	}
	c, err := choice.now(ctx)
	if err != nil {
		return choice.unreached(err)
	}
	db := stdlib.OpenDB(*c)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("making the layout of the pit: %w", err)
	}
	return nil
}

// makeRole makes a role where there is none.
func makeRole(ctx context.Context, conn *pgx.Conn, name, with string) error {
	_, err := conn.Exec(ctx, `CREATE ROLE `+name+` `+with)
	var pg *pgconn.PgError
	const duplicate, raced = "42710", "23505"
	if errors.As(err, &pg) && (pg.Code == duplicate || pg.Code == raced) {
		return nil
	}
	if err != nil {
		err = fmt.Errorf("making the role %s: %w", name, err)
	}
	return err
}

// serveURL returns the owner's URL with the login that may do no more than serve, under a password that it has from now on. Was is
// as of initWith.
func serveURL(ctx context.Context, conn *pgx.Conn, owner, was string) (string, error) {
	u, err := url.Parse(owner)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return "", errors.New("write the URL of the database as postgres://USER@HOST:PORT/NAME?sslmode=verify-full")
	}
	var database string
	if err := conn.QueryRow(ctx, `SELECT current_database()`).Scan(&database); err != nil {
		return "", err
	}
	login, password := serving+database, rand.Text() // letters and digits, in nobody's quotes
	if c, err := pgx.ParseConfig(was); was != "" && err == nil && c.User == login && plain(c.Password) {
		password = c.Password
	}
	quoted := pgx.Identifier{login}.Sanitize()
	if err := makeRole(ctx, conn, quoted, "LOGIN IN ROLE sabot_ingest"); err != nil {
		return "", err
	}
	if _, err := conn.Exec(ctx, `ALTER ROLE `+quoted+` LOGIN PASSWORD '`+password+`'`); err != nil {
		return "", fmt.Errorf("giving %s a password: %w", login, err)
	}
	for _, in := range []string{"", " IN DATABASE " + pgx.Identifier{database}.Sanitize()} { // whoever had the one before may have set some
		if _, err := conn.Exec(ctx, `ALTER ROLE `+quoted+in+` RESET ALL`); err != nil {
			return "", fmt.Errorf("taking away what %s had set for itself: %w", login, err)
		}
	}
	u.User = url.UserPassword(login, password)
	q := u.Query()
	if q.Has("user") {
		q.Set("user", login)
		q.Set("password", password)
		u.RawQuery = q.Encode()
	}
	return u.String(), nil
}

// plain reports whether a password is of letters and digits alone, as Sabot makes them.
func plain(password string) bool {
	return password != "" && strings.Trim(password, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// parameterOf returns a parameter of a URL; "" where it has none.
func parameterOf(text, name string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return u.Query().Get(name)
}

// HouseOf returns the name of the house in a database, by the login of its owner. Error: ErrNoPit.
func HouseOf(ctx context.Context, owner string) (string, error) {
	conn, err := connect(ctx, owner)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	return houseIn(ctx, conn)
}

func houseIn(ctx context.Context, conn *pgx.Conn) (name string, err error) {
	err = conn.QueryRow(ctx, `SELECT coalesce(name, '') FROM house`).Scan(&name)
	var pg *pgconn.PgError
	if errors.Is(err, pgx.ErrNoRows) || errors.As(err, &pg) && pg.Code == "42P01" {
		err = ErrNoPit
	}
	return name, err
}

// sameHouse refuses the database of another house, and one that names none. Errors: ErrOtherHouse, ErrNoPit; *LostError.
func sameHouse(ctx context.Context, conn *pgx.Conn, house string) error {
	name, err := houseIn(ctx, conn)
	if err != nil {
		return err
	}
	if name == "" {
		return &LostError{"house"}
	}
	if name != house {
		return fmt.Errorf("%w: it is that of %q, and this is %q", ErrOtherHouse, name, house)
	}
	return nil
}
