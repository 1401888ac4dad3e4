package pitserver

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sabot/storage/central/pgtest"
)

// A request that waits for room ends when its machine begins another one, and takes none later.
func TestRequestThatWaitsEndsWithTheNext(t *testing.T) {
	t.Parallel()
	i := newIntake()
	if !i.large.TryAcquire(mostLarge) {
		t.Fatal("no room")
	}
	said := make(chan error, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, done, err := i.read(w, r, "m1")
		if err == nil {
			done()
		}
		said <- err
	}))
	defer server.Close()
	body, hangs := io.Pipe()
	defer hangs.Close()
	go func() {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, body)
		if err != nil {
			t.Error(err)
			return
		}
		r.ContentLength = largeBody + 1
		if res, err := http.DefaultClient.Do(r); err == nil {
			res.Body.Close()
		}
	}()
	if err := pgtest.Seen("a request waits", func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.of["m1"] != nil
	}); err != nil {
		t.Fatal(err)
	}
	go func() {
		if res, err := http.Post(server.URL, "", bytes.NewReader([]byte("x"))); err == nil {
			res.Body.Close()
		}
	}()
	first, second := <-said, <-said
	if !strings.Contains(first.Error()+second.Error(), "began another request") {
		t.Errorf("%v, %v", first, second)
	}
	i.large.Release(mostLarge)
	if !i.large.TryAcquire(mostLarge) || !i.room.TryAcquire(roomBodies) {
		t.Error("room is held of a request that was ended")
	}
}
