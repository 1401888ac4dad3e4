package sim

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// Open returns the line of a simulated shoe: a simulated port, or an address at which one reader at a time is
// served. There it waits for the first. It calls told with the place.
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
	s := &served{}
	if err := s.listen(listen); err != nil {
		return nil, err
	}
	server := s.server
	s.stop = context.AfterFunc(ctx, func() { _ = s.shut() })
	told(server.Addr().String())
	conn, err := server.Accept()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.mu.Lock()
	s.conn = conn
	s.mu.Unlock()
	go s.accept(server)
	return s, nil
}

// A served writes to whoever came last; to nobody what is said meanwhile is lost.
type served struct {
	stop   func() bool
	mu     sync.Mutex
	server net.Listener
	conn   net.Conn
	back   *time.Timer // after which somebody may call again; nil where they may
	failed error       // nobody can
	closed bool
}

func (s *served) listen(address string) error {
	server, err := net.Listen("tcp", address)
	if err == nil {
		s.server = server
	}
	return err
}

func (s *served) accept(server net.Listener) {
	for {
		conn, err := server.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		_ = s.conn.Close()
		s.conn = conn
		s.mu.Unlock()
	}
}

// HangUp loses the line. Who calls again has it; where it is to be away, once that is over.
func (s *served) HangUp(away time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.conn.Close()
	if away <= 0 || s.closed {
		return nil
	}
	if s.back != nil {
		s.back.Stop()
	}
	_ = s.server.Close()
	s.back = time.AfterFunc(away, s.answers)
	return nil
}

// answers listens again at the same address, so that a reader can connect again.
func (s *served) answers() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if s.failed = s.listen(s.server.Addr().String()); s.failed == nil {
		go s.accept(s.server)
	}
}

// Write implements io.Writer; a reader that has gone is no error.
func (s *served) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.conn.Write(b)
	return len(b), s.failed
}

// Close ends it.
func (s *served) Close() error {
	s.stop()
	return s.shut()
}

func (s *served) shut() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.back != nil {
		s.back.Stop()
	}
	if s.conn != nil {
		_ = s.conn.Close()
	}
	if err := s.server.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
