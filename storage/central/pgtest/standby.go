package pgtest

import (
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"
)

// Standby makes a second server that follows this one, by PostgreSQL's own streaming replication, and
// starts it.
func (s *Server) Standby() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	second := &Server{bin: s.bin, dir: s.dir, data: filepath.Join(s.dir, "standby"), uid: s.uid, gid: s.gid}
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		second.port = a.Port
	}
	if err := l.Close(); err != nil {
		return nil, err
	}
	out, err := s.run("pg_basebackup", "-D", second.data, "-R", "-c", "fast", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "owner").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}
	if err := second.Up(); err != nil {
		return second, err
	}
	// A standby answers before it has asked for anything: who is gone until then has sent it nothing.
	return second, Seen("the second PostgreSQL follows the first", func() bool {
		out, err := s.run("psql", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "owner", "-d", "postgres", "-Atc", "select count(*) from pg_stat_replication where state = 'streaming'").Output()
		return err == nil && strings.TrimSpace(string(out)) == "1"
	})
}

// Promote makes a standby the one that is written to.
func (s *Server) Promote() error {
	out, err := s.run("pg_ctl", "promote", "-D", s.data, "-w").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("pg_ctl promote: %w: %s", err, out)
	}
	return err
}

// Either returns a URL of this server's that names another one too: the one of them that can be written to is used.
func (s *Server) Either(url string, other *Server) string {
	url = strings.Replace(url, "host="+s.dir, "host="+s.dir+","+other.dir, 1)
	return strings.Replace(url, fmt.Sprintf("port=%d", s.port), fmt.Sprintf("port=%d,%d", s.port, other.port), 1) + "&target_session_attrs=read-write"
}
