package pitclient

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// Asks speaks with the pit of what tables ask of who may approve it from elsewhere.
type Asks struct {
	mu     sync.Mutex
	client *client
}

// NewAsks speaks for a machine; nothing is connected yet.
func NewAsks(e *Enrolment, now func() time.Time) *Asks { return &Asks{client: newClient(e, now)} }

// Ask tells the pit what a table asks, and returns who looks at it and the answer. Errors: of a pit that cannot
// be reached; *Refusal.
func (a *Asks) Ask(ctx context.Context, ask Ask) (answer Asked, err error) {
	return answer, a.post(ctx, AskPath, ask, &answer)
}

// Look tells the pit that somebody looks at what is asked, or approves it. Errors as of Ask.
func (a *Asks) Look(ctx context.Context, look Look) error {
	return a.post(ctx, LookPath, look, &struct{}{})
}

// Asked returns what is asked now. Errors as of Ask.
func (a *Asks) Asked(ctx context.Context) (list []AskedAt, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return list, a.inTurn(ctx, http.MethodGet, AskedPath, nil, &list)
}

func (a *Asks) post(ctx context.Context, path string, what, answer any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.inTurn(ctx, http.MethodPost, path, body, answer)
}

// inTurn calls the addresses in turn, from the one that answered last on, until one answers that writes.
func (a *Asks) inTurn(ctx context.Context, method, path string, body []byte, answer any) (err error) {
	const patience = 4 * time.Second // somebody waits
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for range a.client.addresses {
		if err = a.client.send(ctx, method, path, body, answer); err == nil || lasting(err) {
			return err
		}
		a.client.turn()
	}
	return err
}

// lasting reports whether a pit has refused something that no other one takes either.
func lasting(err error) bool {
	refused, is := err.(*Refusal)
	return is && refused.Why != NotWriting
}
