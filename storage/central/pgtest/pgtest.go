// Package pgtest starts a PostgreSQL of its own for a test, and throws it away.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Server is a PostgreSQL of a test.
type Server struct {
	bin, dir, data string
	port           int
	uid, gid       int
	cmd            *exec.Cmd
	dbs            atomic.Int64
	laid           sync.Once
	layErr         error

	mu    sync.Mutex
	admin *pgx.Conn // of its owner, over which databases are made; nil until one is
}

// Start makes a database cluster and starts it. The error is a plain sentence where PostgreSQL
// is not installed.
func Start() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sabotpg") // not a test's own folder, which only root may enter
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, data: filepath.Join(dir, "data"), uid: os.Getuid(), gid: os.Getgid()}
	if err := s.make(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, s.Up()
}

// programs returns the folder of initdb and postgres.
func programs() (string, error) {
	if dir := os.Getenv("SABOT_PG_BIN"); dir != "" {
		return dir, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("PostgreSQL is not installed, and the pit is tested on a real one: apt-get install postgresql, or name the folder of its programs with SABOT_PG_BIN")
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1]), nil
}

// make makes the cluster. PostgreSQL does not run as root.
func (s *Server) make() error {
	if s.uid == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			u, err = user.Lookup("nobody")
		}
		if err != nil {
			return err
		}
		if s.uid, err = strconv.Atoi(u.Uid); err != nil {
			return err
		}
		if s.gid, err = strconv.Atoi(u.Gid); err != nil {
			return err
		}
	}
	if os.Getuid() == 0 {
		if err := os.Chown(s.dir, s.uid, s.gid); err != nil {
			return err
		}
	}
	out, err := s.run("initdb", "-D", s.data, "-U", "owner", "-A", "trust", "--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C.UTF-8").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		s.port = a.Port
	}
	return l.Close()
}

func (s *Server) run(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = dying(os.Getuid() == 0, s.uid, s.gid)
	c.Env = []string{"PATH=" + s.bin + ":/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "HOME=" + s.dir}
	return c
}

// Up starts the server and waits until it answers.
func (s *Server) Up() error {
	args := []string{"-D", s.data, "-p", strconv.Itoa(s.port), "-k", s.dir}
	settings := []string{
		"listen_addresses=", "shared_buffers=16MB", "max_connections=120",
		"max_parallel_workers_per_gather=0", // of tables that were never analyzed it expects much: a worker costs more than the rows
		"shared_preload_libraries=plpgsql",  // loaded once, not by each connection
		"password_encryption=md5",           // nobody is asked for a password here, and scram hashes each one 4096 times
		"autovacuum=off",                    // it starts a process for each database of each test again and again
	}
	if os.Getenv("SABOT_PG_FSYNC") == "" {
		settings = append(settings, "fsync=off", "full_page_writes=off") // what is thrown away need not survive a power cut
	}
	for _, set := range settings {
		args = append(args, "-c", set)
	}
	s.cmd = s.run("postgres", args...)
	var log strings.Builder
	s.cmd.Stdout, s.cmd.Stderr = &log, &log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	err := Seen("PostgreSQL answers", func() bool {
		return s.run("pg_isready", "-q", "-h", s.dir, "-p", strconv.Itoa(s.port)).Run() == nil
	})
	if err != nil {
		return fmt.Errorf("%w: %s", err, log.String())
	}
	return nil
}

// patience is longer than any wait of the programs themselves on a machine with other work. A request may take 30
// s, and be tried again.
const patience = 5 * time.Minute

// Seen waits until something is, for five minutes at most. Error: it never was.
func Seen(what string, is func() bool) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if is() {
			return nil
		}
	}
	return fmt.Errorf("waited %v in vain until %s", patience, what)
}

// Down stops the server at once, and if kill is true as a power cut does.
func (s *Server) Down(kill bool) error {
	signal := syscall.SIGINT
	if kill {
		signal = syscall.SIGQUIT // all of its processes at once; it recovers at its next start
	}
	if err := s.cmd.Process.Signal(signal); err != nil {
		return err
	}
	_ = s.cmd.Wait() // how it ended is what was asked for
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.admin != nil {
		_ = s.admin.Close(context.Background()) // nobody is at its other end
		s.admin = nil
	}
	return nil
}

// Stop ends the server and throws everything away.
func (s *Server) Stop() error { return errors.Join(s.Down(false), os.RemoveAll(s.dir)) }

// URL returns that of a new, empty database, by the login of its owner.
func (s *Server) URL() (string, error) {
	return s.create(fmt.Sprintf("pit%d", s.dbs.Add(1)))
}

// Copy returns the URL of a new copy of the database that lay makes of an empty one the first time. To make
// a layout takes as long as most of the tests that need it.
func (s *Server) Copy(lay func(owner string) error) (string, error) {
	const template = "laid"
	s.laid.Do(func() {
		url, err := s.create(template)
		if err == nil {
			err = lay(url)
		}
		s.layErr = err
	})
	if s.layErr != nil {
		return "", s.layErr
	}
	return s.create(fmt.Sprintf("pit%d", s.dbs.Add(1)), " TEMPLATE "+template)
}

// create makes a database and returns its URL.
func (s *Server) create(name string, of ...string) (string, error) {
	if err := s.sql("CREATE DATABASE " + name + " STRATEGY file_copy" + strings.Join(of, "")); err != nil {
		return "", fmt.Errorf("making the database %s: %w", name, err)
	}
	return s.url(name), nil
}

func (s *Server) url(database string) string {
	return fmt.Sprintf("postgres://owner@/%s?host=%s&port=%d", database, s.dir, s.port)
}

// sql carries a statement out by the login of the owner. A connection, or a program, for each costs more than the statement.
func (s *Server) sql(statement string) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx := context.Background()
	if s.admin != nil && s.admin.Ping(ctx) != nil { // a test ended the connections
		s.admin = nil
	}
	if s.admin == nil {
		if s.admin, err = pgx.Connect(ctx, s.url("postgres")); err != nil {
			return err
		}
	}
	_, err = s.admin.Exec(ctx, statement)
	return err
}

// PID returns the server's process, whose children are its connections.
func (s *Server) PID() int { return s.cmd.Process.Pid }
