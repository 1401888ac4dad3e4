package worlds

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// A fate is what becomes of a request.
type fate byte

const (
	arrives    fate = iota
	lost            // it never arrives
	unanswered      // it arrives, and its answer does not
	doubled         // it arrives twice
	late            // it arrives once whoever sent it has given up
	fates
)

var fateWords = [fates]string{"", "lost", "its answer lost", "doubled", "late"}

var errLine = errors.New("the line was cut")

// A line is how a machine reaches the pits.
type line struct {
	world *world
	from  string
	cert  *x509.Certificate
	until time.Time // it is cut so long
	mute  bool      // cut as a cable is that says nothing: whoever asks waits
	next  []fate    // of the next requests
}

// A straggler is a request that has not arrived yet.
type straggler struct {
	says    string
	arrives func()
}

func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	body := []byte{}
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	if l.world.now().Before(l.until) {
		if l.mute {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		return nil, errLine
	}
	how := arrives
	if len(l.next) > 0 {
		how, l.next = l.next[0], l.next[1:]
	}
	pit := l.world.pitAt(r.URL.Host)
	switch how {
	case lost:
		return nil, errLine
	case unanswered:
		_, _ = l.deliver(r.Context(), pit, r, body)
		return nil, errLine
	case late:
		l.world.late = append(l.world.late, straggler{fmt.Sprintf("%s %s of %s", r.Method, r.URL.Path, l.from), func() { _, _ = l.deliver(context.Background(), pit, r, body) }})
		return nil, errLine
	case doubled:
		first, err := l.deliver(r.Context(), pit, r, body)
		_, _ = l.deliver(context.Background(), pit, r, body)
		return first, err
	}
	return l.deliver(r.Context(), pit, r, body)
}

// deliver has a pit answer a request.
func (l *line) deliver(ctx context.Context, pit *server, r *http.Request, body []byte) (*http.Response, error) {
	if pit == nil || pit.stopped {
		return nil, errors.New("connection refused")
	}
	q := httptest.NewRequestWithContext(ctx, r.Method, r.URL.String(), bytes.NewReader(body))
	q.Header, q.ContentLength = r.Header.Clone(), int64(len(body))
	q.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{l.cert}}
	w := answer{httptest.NewRecorder()}
	pit.handler.ServeHTTP(w, q)
	return w.Result(), nil
}

// An answer is one that is not read as it comes.
type answer struct{ *httptest.ResponseRecorder }

func (answer) SetReadDeadline(time.Time) error { return nil }

// words are a log that may be read while it is written.
type words struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *words) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(b)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}
