package pitserver

import (
	"bytes"
	"log"
	"strings"
	"testing"
	"time"
)

// What comes again and again is written once in a while, with how often; another kind of line is not held back by it.
func TestRareLog(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	r := rareLog{to: log.New(&b, "", 0), now: func() time.Time { return now }}
	for range 900 {
		r.printf("one", "%s: refused", "tavolo-1")
	}
	r.printf("two", "%s: refused", "tavolo-2")
	now = now.Add(rarely)
	r.printf("one", "%s: refused", "tavolo-1")
	log.New(&r, "", 0).Print("http: TLS handshake error")
	log.New(&r, "", 0).Print("http: TLS handshake error")
	want := "tavolo-1: refused\ntavolo-2: refused\ntavolo-1: refused (and 899 times since 20:00:00)\nhttp: TLS handshake error\n"
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	for n := range 2 * mostRare {
		r.printf(strings.Repeat("x", n), "x")
	}
	if len(r.kept) > mostRare {
		t.Errorf("it remembers %d kinds", len(r.kept))
	}
}
