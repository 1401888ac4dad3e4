package worlds

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"sabot/app/pitclient"
)

// asksBadly has a machine, or whoever has its key, ask for something that no Sabot asks for. Whoever else asks is answered as before.
func asksBadly(w *world, m *machine, s step) (string, error) {
	return w.goesOn(func() (string, error) {
		var says []string
		for n := range w.pits {
			says = append(says, w.badly(m, n, s.n))
		}
		return m.label + ": " + strings.Join(says, "; "), nil
	})
}

// goesOn demands that a pit that answered before something happens answers after it. Whoever asks is the office, by a line that is not cut.
func (w *world) goesOn(do func() (string, error)) (string, error) {
	const (
		reads = 4 * time.Second        // after so long a pit has read anew what the database has
		again = 200 * time.Millisecond // so soon none that ended writes again
	)
	w.base.Unsure(0)
	w.base.Fails(0)
	time.Sleep(2 * time.Second) // a pit whose connection broke has ended by then
	at := -1
	for n := range w.pits {
		if at < 0 && w.answers(n) == nil {
			at = n
		}
	}
	says, err := do()
	if err != nil || at < 0 {
		return says, err
	}
	for end := w.now().Add(reads); w.now().Before(end); time.Sleep(again) {
		if err := w.answers(at); err != nil {
			return says, fmt.Errorf("pit-%d answers nobody after it: %s", at+1, err.Error()) // no refusal, which is allowed
		}
	}
	return says, nil
}

// answers asks a pit whether it is there, and writes. Error: that it does not.
func (w *world) answers(n int) error {
	body, err := json.Marshal(pitclient.Hello{Clock: w.now().UnixMilli(), Asks: true})
	if err == nil {
		err = w.machines[0].line.straight(n, pitclient.HelloPath, nil, body, &pitclient.Welcome{})
	}
	return err
}

// straight asks a pit past the faults of the line.
func (l *line) straight(n int, path string, header http.Header, body []byte, answer any) error {
	r, err := http.NewRequest(http.MethodPost, fmt.Sprintf("https://pit-%d%s", n+1, path), bytes.NewReader(body))
	if err != nil {
		return err
	}
	pitclient.Speak(r.Header)
	for name, values := range header {
		r.Header[name] = values
	}
	res, err := l.deliver(context.Background(), l.world.pitAt(r.URL.Host), r, body)
	if err != nil {
		return err
	}
	return pitclient.Listen(res, answer)
}

// badly sends a pit one bad request of a machine, and says which.
func (w *world) badly(m *machine, n, which int) string {
	const longName = 12_000
	speaks := http.Header{}
	pitclient.Speak(speaks)
	name := ""
	for key := range speaks {
		name = key
	}
	hello := pitclient.Hello{Instance: fmt.Sprintf("bad %d", w.now().UnixNano()), Clock: w.now().UnixMilli()}
	text := func() string { b, _ := json.Marshal(hello); return string(b) }
	append := func(a pitclient.Append) string {
		var at pitclient.Welcome
		if err := m.line.straight(n, pitclient.HelloPath, nil, []byte(text()), &at); err != nil {
			return err.Error()
		}
		a.Session, a.Number, a.Clock = at.Session, 1, hello.Clock
		body, err := a.Write()
		if err == nil {
			err = m.line.straight(n, pitclient.AppendPath, nil, body, &pitclient.Appended{})
		}
		return fmt.Sprint(err)
	}
	switch which % 6 {
	case 0:
		return "a stream with a zero byte: " + append(pitclient.Append{Stream: "LB1\x00"})
	case 1:
		return "a stream with a long name: " + append(pitclient.Append{Stream: strings.Repeat("LB1", longName/3)})
	case 2:
		speaks.Set(name, speaks.Get(name)+"\xff\xfe")
		return "a program of no text: " + fmt.Sprint(m.line.straight(n, pitclient.HelloPath, speaks, []byte(text()), &pitclient.Welcome{}))
	case 3:
		hello.Verifiers = []string{"a\x00b"}
		return "a key with a zero byte: " + fmt.Sprint(m.line.straight(n, pitclient.HelloPath, nil, []byte(text()), &pitclient.Welcome{}))
	case 4:
		return "what is no entry: " + append(pitclient.Append{Stream: "house", Own: 1, Texts: [][]byte{[]byte("garbage")}})
	}
	return "nothing: " + fmt.Sprint(m.line.straight(n, pitclient.AppendPath, nil, nil, new(any)))
}

// spoilsEdge puts something else in the database in place of the edge of a log, from which a pit goes on. The other streams go on.
func spoilsEdge(w *world, _ *machine, s step) (string, error) {
	streams, err := w.base.Read(w.folder.House).Streams(context.Background())
	if err != nil || len(streams) == 0 {
		return "", err
	}
	at := streams[s.n%len(streams)]
	return w.goesOn(func() (string, error) {
		w.base.SpoilEdge(at.Machine, at.Name)
		return at.Name + " of " + at.Machine, nil
	})
}
