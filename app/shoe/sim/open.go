package sim

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
)

// Open is where a shoe that is none speaks: a port that is none, or an address at which one
// reader at a time is served; there it waits for the first. Told is said where that is.
func Open(ctx context.Context, pty bool, listen string, told func(where string)) (io.WriteCloser, error) {
	switch {
	case pty == (listen != ""):
		return nil, errors.New("name where it speaks: --pty, or --listen ADDRESS")
	case pty:
		end, port, err := Port()
		if err == nil {
			told(port)
		}
		return end, err
	}
	server, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, err
	}
	told(server.Addr().String())
	s := &served{server: server, stop: context.AfterFunc(ctx, func() { server.Close() })}
	if s.conn, err = server.Accept(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	go s.accept()
	return s, nil
}

// served writes to whoever came last; to nobody what is said meanwhile is lost.
type served struct {
	server net.Listener
	stop   func() bool
	mu     sync.Mutex
	conn   net.Conn
}

func (s *served) accept() {
	for {
		conn, err := s.server.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		_ = s.conn.Close()
		s.conn = conn
		s.mu.Unlock()
	}
}

// Write implements io.Writer; a reader that has gone is no error.
func (s *served) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.conn.Write(b)
	return len(b), nil
}

// Close ends it.
func (s *served) Close() error {
	s.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		_ = s.conn.Close()
	}
	if err := s.server.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
