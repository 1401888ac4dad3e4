package pitclient

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"time"
)

// Times of a request.
const (
	dialing = 5 * time.Second
	request = 30 * time.Second
)

// A client speaks with the pit of an enrolment, under whichever of its addresses it answers.
type client struct {
	http      *http.Client
	addresses []string
	at        int // the address that answered last
}

func newClient(e *Enrolment, now func() time.Time) *client {
	dialer := &net.Dialer{Timeout: dialing, KeepAlive: dialing}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, dialing)
		defer cancel()
		d := tls.Dialer{NetDialer: dialer, Config: ClientTLS(e.id, host, now)}
		return d.DialContext(ctx, network, address)
	}
	if e.line != nil {
		return &client{http: &http.Client{Transport: e.line, Timeout: request}, addresses: e.Addresses}
	}
	t := &http.Transport{DialTLSContext: dial, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 2}
	return &client{http: &http.Client{Transport: t, Timeout: request}, addresses: e.Addresses}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// turn moves to the next address.
func (c *client) turn() { c.at = (c.at + 1) % len(c.addresses) }

// post calls the pit at the address that answered last.
func (c *client) post(ctx context.Context, path string, body []byte, answer any) error {
	return c.send(ctx, http.MethodPost, path, body, answer)
}

func (c *client) send(ctx context.Context, method, path string, body []byte, answer any) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://"+c.addresses[c.at]+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	Speak(req.Header)
	req.GetBody = nil // nothing is sent twice behind our back
	res, err := c.http.Do(req)
	if err != nil {
		var refused *Refusal
		if errors.As(err, &refused) {
			return refused
		}
		return err
	}
	return Listen(res, answer)
}

// hello calls the addresses in turn, from the one that answered last on, until one answers that writes. The
// error is the most telling one.
func (c *client) hello(ctx context.Context, h Hello) (Welcome, error) {
	body, err := json.Marshal(h)
	if err != nil {
		return Welcome{}, err
	}
	var told error
	for range c.addresses {
		var w Welcome
		err := c.post(ctx, HelloPath, body, &w)
		if err == nil {
			return w, nil
		}
		var refused *Refusal
		if told == nil || errors.As(err, &refused) && refused.Why.Lasting() {
			told = err
		}
		c.turn()
	}
	return Welcome{}, told
}
