package central

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Of two databases one may follow the other. Both can be written to once the second was promoted and the first
// comes back by itself. Which of them goes on PostgreSQL itself counts: each promotion begins a timeline of a
// higher number.

// ErrOld is wrapped by the error of a database that another one went on from.
var ErrOld = errors.New("stop it, or set it up as a standby of that one")

// A Standing is the last state of a database that a program has seen.
type Standing struct {
	System   string // of the cluster, which its standbys share
	Timeline int64  // 0 of a standby
	At       string // its host and port
}

// old returns the error of a database that was left behind by another one.
func (s Standing) old(by Standing) error {
	return fmt.Errorf("the database at %s is an old one: it was left at its timeline %d, and the one at %s went on with timeline %d: %w", s.At, s.Timeline, by.At, by.Timeline, ErrOld)
}

// A Seen is a memory of which database a pit wrote to last, kept apart from the databases.
type Seen interface {
	Last() (Standing, error)
	Keep(s Standing) error
	// File returns the path of the file in which it is stored: without that file an old database is taken for a new one.
	File() string
}

// A standing is a Standing, and when that server started.
type standing struct {
	Standing
	started time.Time
}

// same reports whether two are one server under two names.
func (s standing) same(as standing) bool { return s.System == as.System && s.started.Equal(as.started) }

// standingOf reads the state of a database.
func standingOf(ctx context.Context, conn *pgx.Conn) (s standing, err error) {
	s.At = at([2]string{conn.Config().Host, fmt.Sprint(conn.Config().Port)})
	err = conn.QueryRow(ctx, `SELECT system_identifier::text, pg_postmaster_start_time(),
		CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END FROM pg_control_system()`).Scan(&s.System, &s.started, &s.Timeline)
	return s, err
}

// at returns a host and its port in words.
func at(host [2]string) string { return host[0] + ":" + host[1] }

// notOld refuses a database that another one went on from, as far as is remembered. Error: also of the memory.
func notOld(ctx context.Context, conn *pgx.Conn, seen Seen, keep bool) error {
	if seen == nil {
		return nil
	}
	is, err := standingOf(ctx, conn)
	if err != nil {
		return err
	}
	last, err := seen.Last()
	if err != nil {
		return err
	}
	if is.Timeline == 0 {
		return nil
	}
	if is.System == last.System && is.Timeline < last.Timeline {
		return fmt.Errorf("%w; where that one is lost for good, delete %s to go on with less", is.old(last), seen.File())
	}
	if keep && is.Standing != last {
		return seen.Keep(is.Standing)
	}
	return nil
}

// only returns the config of one of the hosts of a config.
func only(c *pgx.ConnConfig, host [2]string) *pgx.ConnConfig {
	ways := append([]*pgconn.FallbackConfig{{Host: c.Host, Port: c.Port, TLSConfig: c.TLSConfig}}, c.Fallbacks...)
	ways = slices.DeleteFunc(ways, func(f *pgconn.FallbackConfig) bool { return [2]string{f.Host, fmt.Sprint(f.Port)} != host })
	one := c.Copy()
	one.Host, one.Port, one.TLSConfig, one.Fallbacks = ways[0].Host, ways[0].Port, ways[0].TLSConfig, ways[1:]
	return one
}

// Of several databases each has so long to answer where another one has. A slow one that is alone is waited for as
// long as its URL says (connect_timeout), or longer.
const (
	answering = 3 * time.Second
	alone     = 20 * time.Second
)

// latest returns the config of that one of several databases that goes on, and which others can be written to and are older. Errors: none
// answers that can be written to; two of which neither is older.
func latest(ctx context.Context, c *pgx.ConnConfig) (one *pgx.ConnConfig, old []error, err error) {
	ctx, cancel := context.WithTimeout(ctx, max(alone, c.ConnectTimeout))
	defer cancel()
	all := hosts(c)
	list, errs := askAll(ctx, c, all)
	newest := -1
	for i, s := range list {
		if errs[i] == nil && (newest < 0 || s.Timeline > list[newest].Timeline) {
			newest = i
		}
	}
	if newest < 0 {
		return nil, nil, noneOf(errs)
	}
	is := list[newest]
	for i, s := range list {
		switch {
		case errs[i] != nil || is.same(s):
		case s.System != is.System || s.Timeline == is.Timeline:
			return nil, nil, fmt.Errorf("the databases at %s and %s can both be written to, and neither went on from the other: stop the one that is not the pit's", is.At, s.At)
		default:
			old = append(old, s.old(is.Standing))
		}
	}
	return only(c, all[newest]), old, nil
}

// askAll reads the states of several databases, until each has answered. Once one has that can be written to, the others have what
// is left of the time to answer.
func askAll(ctx context.Context, c *pgx.ConnConfig, all [][2]string) ([]standing, []error) {
	type answer struct {
		of  int
		is  standing
		err error
	}
	answers := make(chan answer, len(all))
	for i, host := range all {
		go func() {
			is, err := ask(ctx, only(c, host))
			answers <- answer{i, is, err}
		}()
	}
	list, errs := make([]standing, len(all)), make([]error, len(all))
	for i, host := range all {
		errs[i] = fmt.Errorf("%s does not answer for %s", at(host), answering)
	}
	began, enough := time.Now(), (<-chan time.Time)(nil)
	for range all {
		select {
		case a := <-answers:
			list[a.of], errs[a.of] = a.is, a.err
			if a.err == nil && enough == nil {
				enough = time.After(answering - time.Since(began))
			}
		case <-enough:
			return list, errs
		}
	}
	return list, errs
}

// noneOf returns the error of databases of which none can be written to, in one line.
func noneOf(errs []error) error {
	err := errs[0]
	for _, e := range errs[1:] {
		err = fmt.Errorf("%w; %w", err, e)
	}
	return err
}

// Old returns which of the databases of the login that serves are old ones, and can be written to. Error: as of latest.
func (p Postgres) Old(ctx context.Context) ([]error, error) {
	c, err := newChoice(p.Serve, nil)
	if err != nil || !c.several {
		return nil, err
	}
	_, old, err := latest(ctx, c.all)
	if err != nil {
		err = c.unreached(err)
	}
	return old, err
}

// ask reads the state of one database that can be written to.
func ask(ctx context.Context, c *pgx.ConnConfig) (standing, error) {
	c.ValidateConnect = nil
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return standing{}, err
	}
	defer conn.Close(ctx)
	s, err := standingOf(ctx, conn)
	if err == nil && s.Timeline == 0 {
		err = fmt.Errorf("%s is a standby", s.At)
	}
	return s, err
}

// A choice is a decision which of the databases that a URL names is used.
type choice struct {
	all     *pgx.ConnConfig
	several bool            // there is anything to choose: a URL that asks for a standby, or for any, chooses for itself
	says    func(old error) // may be nil

	mu     sync.Mutex
	one    *pgx.ConnConfig // the last that was found; nil before
	when   time.Time
	asking bool
}

// newChoice reads a URL. Error: of a URL that is none.
func newChoice(url string, says func(error)) (*choice, error) {
	c, err := config(url)
	if err != nil {
		return nil, err
	}
	several := len(hosts(c)) > 1 && slices.Contains([]string{"", "read-write", "primary"}, parameterOf(url, targetAttribute))
	return &choice{all: c, several: several, says: says}, nil
}

// oftenAsked is how long an answer counts.
const oftenAsked = 5 * time.Second

// now returns the config of the database that is used. Errors: as of latest.
func (c *choice) now(ctx context.Context) (*pgx.ConnConfig, error) {
	if !c.several {
		return c.all, nil
	}
	c.mu.Lock()
	one, fresh := c.one, time.Since(c.when) < oftenAsked
	c.mu.Unlock()
	if one != nil && fresh {
		return one, nil
	}
	return c.ask(ctx)
}

func (c *choice) ask(ctx context.Context) (*pgx.ConnConfig, error) {
	one, old, err := latest(ctx, c.all)
	c.mu.Lock()
	c.asking, c.when = false, time.Now()
	c.one = one // none is used where two can be written to
	c.mu.Unlock()
	for _, o := range old {
		if c.says != nil {
			c.says(o)
		}
	}
	return one, err
}

// still reports whether a connection goes to the database that is used, as far as is known by now. Now and then it
// has that asked anew, and waits for no answer.
func (c *choice) still(conn *pgx.Conn) error {
	if !c.several {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.asking && time.Since(c.when) >= oftenAsked {
		c.asking = true
		go func() { _, _ = c.ask(context.Background()) }() // who connects next is told the error
	}
	is := conn.Config()
	if c.one != nil && (c.one.Host != is.Host || c.one.Port != is.Port) {
		return fmt.Errorf("the database at %s:%d went on from the one at %s:%d: %w", c.one.Host, c.one.Port, is.Host, is.Port, ErrOld)
	}
	return nil
}

// connect opens a connection to the database that is used. The error never has the password.
func (c *choice) connect(ctx context.Context) (*pgx.Conn, error) {
	one, err := c.now(ctx)
	if err != nil {
		return nil, c.unreached(err)
	}
	conn, err := pgx.ConnectConfig(ctx, one)
	if err != nil {
		return nil, c.unreached(err)
	}
	return conn, nil
}

// unreached returns the error of databases with which nobody talks.
func (c *choice) unreached(err error) error {
	var names []string
	for _, h := range hosts(c.all) {
		if !slices.Contains(names, h[0]) {
			names = append(names, h[0])
		}
	}
	return unreached(strings.Join(names, ", "), err)
}
