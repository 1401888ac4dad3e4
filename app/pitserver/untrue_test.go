package pitserver_test

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/seal"
	"sabot/storage/central/pgtest"
)

// A recorded is an answer that is kept, whose connection has its deadlines.
type recorded struct {
	*httptest.ResponseRecorder
	w http.ResponseWriter
}

func (r recorded) Unwrap() http.ResponseWriter { return r.w }

// An untrue is a change of the answers of a pit on their way: of the nth request since it began.
type untrue func(path string, n int, answer []byte) []byte

// tells serves a pit as it is, but for what is changed of its answers.
func (p *pit) tells(t *testing.T, changed *atomic.Pointer[untrue]) {
	t.Helper()
	s, err := pitserver.New(p.folder.Config(p.now, log.New(&p.said, "", 0)))
	must(t, err)
	l, err := net.Listen("tcp", p.folder.Addresses[0])
	must(t, err)
	var n atomic.Int64
	honest := s.Handler()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		honest.ServeHTTP(recorded{rec, w}, r)
		body := rec.Body.Bytes()
		if change := changed.Load(); change != nil {
			body = (*change)(r.URL.Path, int(n.Add(1)), body)
		} else {
			n.Store(0)
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		refused := pitclient.Refusal{}
		if json.Unmarshal(body, &refused) == nil && refused.Why != "" {
			rec.Code = http.StatusConflict
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(body)
	}))
	server.Listener, server.TLS = l, pitclient.ServerTLS(s.Identity)
	server.StartTLS()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Lead(ctx) }()
	t.Cleanup(func() {
		stop()
		must(t, <-ended)
		server.Close()
	})
	must(t, pgtest.Seen("the pit writes", func() bool { return p.began() > 0 }))
}

// welcomes returns a change of what the pit says of LB1 in greetings from one to another.
func welcomes(t *testing.T, from, to int, change func(at *pitclient.At)) untrue {
	return func(path string, n int, answer []byte) []byte {
		if path != pitclient.HelloPath || n < from || n > to {
			return answer
		}
		var w pitclient.Welcome
		if err := json.Unmarshal(answer, &w); err != nil {
			t.Error(err)
		}
		at := w.Streams["LB1"]
		change(&at)
		w.Streams["LB1"] = at
		answer, err := json.Marshal(w)
		if err != nil {
			t.Error(err)
		}
		return answer
	}
}

// A pit, or who stands between, says of a stream what the machine's own log does not bear out, and refuses nothing. Who ships is told so.
func TestUntrueWordOfThePitIsTold(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	var changed atomic.Pointer[untrue]
	p.tells(t, &changed)
	m := p.newMachine(t, 1)
	m.play(t, 2, 1)
	other := seal.Leaf([]byte("of another record"))
	const all = 1 << 30
	waits := func(root seal.Hash) untrue {
		return func(path string, _ int, answer []byte) []byte {
			var a pitclient.Appended
			if path != pitclient.AppendPath || json.Unmarshal(answer, &a) != nil {
				return answer
			}
			refused := pitclient.Refuse(pitclient.NotNext, "later")
			if refused.Pit = (&pitclient.At{Size: a.Size, Root: root}); root == (seal.Hash{}) {
				refused.Pit.Root = a.Root
			}
			text, err := json.Marshal(refused)
			if err != nil {
				t.Error(err)
			}
			return text
		}
	}
	_, err := m.ship()
	must(t, err)
	for _, c := range []struct {
		name string
		says untrue
		held bool
	}{
		{"another root at the beginning", welcomes(t, 1, 1, func(at *pitclient.At) { at.Root = other }), false},
		{"another root at the end", welcomes(t, 2, all, func(at *pitclient.At) { at.Root = other }), false},
		{"fewer entries at the end", welcomes(t, 2, all, func(at *pitclient.At) { *at = pitclient.At{} }), false},
		{"more entries at the end", welcomes(t, 2, all, func(at *pitclient.At) { at.Size += 7 }), false},
		{"that it has another root, and waits", waits(other), false},
		{"that it waits", waits(seal.Hash{}), true},
		{"what is so", welcomes(t, 1, all, func(*pitclient.At) {}), true},
	} {
		m.play(t, 1, 2)
		changed.Store(&c.says)
		_, err := m.ship()
		changed.Store(nil)
		if untrue := (*pitclient.UntrueError)(nil); errors.As(err, &untrue) == c.held || c.held && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := m.ship(); err != nil {
			t.Errorf("once the pit says what is so: %v", err)
		}
	}
	p.same(t, m)
}
