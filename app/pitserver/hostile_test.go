package pitserver_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/assets"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// began returns how often this pit began to write.
func (p *pit) began() int {
	return len(regexp.MustCompile(`(?m)^writing: `).FindAllString(p.said.String(), -1))
}

// again serves the pit once more, and answers once it writes.
func (p *pit) again(t *testing.T) {
	t.Helper()
	p.stop()
	began := p.began()
	p.stop = p.serve(t, 0, p.now)
	must(t, pgtest.Seen("the pit writes", func() bool { return p.began() > began }))
}

// anyRoot is the root of no log that is known.
var anyRoot = strings.Repeat("A", 43) + "="

// badRequests are requests of a machine that are no such thing; next is the one that it would make.
func badRequests(s *said, next func() pitclient.Append) map[string]func() error {
	send := func(bend func(*pitclient.Append)) error {
		a := next()
		bend(&a)
		_, err := s.append(a)
		return err
	}
	return map[string]func() error{
		"a name with a NUL":   func() error { return send(func(a *pitclient.Append) { a.Stream = "LB4\x00" }) },
		"a name without end":  func() error { return send(func(a *pitclient.Append) { a.Stream = strings.Repeat("x", 12_000) }) },
		"a name of no letter": func() error { return send(func(a *pitclient.Append) { a.Stream = "LB4\nLB5" }) },
		"no name":             func() error { return send(func(a *pitclient.Append) { a.Stream = "" }) },
		"a key with a NUL": func() error {
			return send(func(a *pitclient.Append) { a.Keys = []pitclient.Key{{Number: "1\x00", Sealed: "x"}} })
		},
		"less than nothing":   func() error { return send(func(a *pitclient.Append) { a.Own = -1 }) },
		"a program of bytes":  func() error { return s.post(pitclient.HelloPath, []byte(`{}`), nil, "1 0.9\xff\xfe") },
		"a program of a page": func() error { return s.post(pitclient.HelloPath, []byte(`{}`), nil, "1 "+strings.Repeat("9", 4000)) },
		"a key of two words": func() error {
			body, _ := json.Marshal(pitclient.Hello{Instance: "x", Verifiers: []string{"a b"}})
			return s.post(pitclient.HelloPath, body, nil, "")
		},
		"keys without end": func() error {
			return s.post(pitclient.HelloPath, []byte(`{"verifiers":[`+strings.Repeat(`"",`, 300)+`""]}`), nil, "")
		},
		"more lines than fit": func() error {
			return s.post(pitclient.AppendPath, bytes.Repeat([]byte("\n"), pitclient.MostBytes), nil, "")
		},
		"a line without end": func() error {
			return s.post(pitclient.AppendPath, bytes.Repeat([]byte("{"), pitclient.MostBytes), nil, "")
		},
		"more than fits": func() error {
			return s.post(pitclient.AppendPath, bytes.Repeat([]byte("\n"), pitclient.MostBytes+1), nil, "")
		},
		"of unknown length": func() error {
			req, err := http.NewRequest(http.MethodPost, "https://"+s.p.folder.Addresses[0]+pitclient.AppendPath, io.MultiReader(strings.NewReader("{}\n")))
			must(s.t, err)
			pitclient.Speak(req.Header)
			res, err := s.http.Do(req)
			must(s.t, err)
			return pitclient.Listen(res, nil)
		},
	}
}

// What one machine says is no reason to stop for the others, whatever it is: each bad request is refused by itself, and the
// pit writes on.
func TestBadRequestsOfOneMachine(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	bad, good := p.newMachine(t, 1), p.newMachine(t, 2)
	s := p.by(t, bad.enrolment, then)
	w, err := s.hello("one", bad.house.Store().Verifier())
	must(t, err)
	number := int64(0)
	for name, ask := range badRequests(s, func() pitclient.Append {
		number++
		return pitclient.Append{Session: w.Session, Number: number, Stream: "LB1", Root: anyRoot, Clock: then().UnixMilli()}
	}) {
		err := ask()
		var refused *pitclient.Refusal
		if !errors.As(err, &refused) || refused.Why != pitclient.Malformed {
			t.Errorf("%s: %v", name, err)
		}
		good.play(t, 1, number)
		if _, err := good.ship(); err != nil {
			t.Errorf("after %s the other machine: %v", name, err)
		}
	}
	must(t, s.post(pitclient.HelloPath, []byte(`{"clock":-9223372036854775808}`), &pitclient.Welcome{}, "")) // it may say so
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, pgtest.Seen("the pit has kept what it heard", func() bool {
		list, err := q.Machines(t.Context())
		must(t, err)
		return !slices.ContainsFunc(list, func(m central.Machine) bool { return m.Heard == 0 })
	}))
	good.play(t, 1, 99)
	_, err = good.ship()
	must(t, err)
	p.same(t, good)
	if n := p.began(); n != 1 {
		t.Errorf("the pit began to write %d times: %s", n, p.said.String())
	}
}

// half sends the beginning of a request that has so many bytes, and hangs.
func half(t *testing.T, p *pit, e *pitclient.Enrolment, size int) *tls.Conn {
	t.Helper()
	id, err := sign.ParsePEM([]byte(e.Identity))
	must(t, err)
	conn, err := tls.Dial("tcp", p.folder.Addresses[0], pitclient.ClientTLS(id, "127.0.0.1", then))
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\nSabot-Pit: %d %s\r\n\r\n{", pitclient.AppendPath, size, pitclient.Version, assets.Version)
	must(t, err)
	return conn
}

// Requests that hang half sent take no room from other machines, and of one machine the last one counts.
func TestHalfRequests(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	bad, good := p.newMachine(t, 1), p.newMachine(t, 2)
	var hang []*tls.Conn
	for range 12 {
		hang = append(hang, half(t, p, bad.enrolment, 1<<20))
	}
	good.play(t, 2, 1)
	_, err := good.ship() // which would give up before they do
	must(t, err)
	for n, conn := range hang[:len(hang)-1] { // each was ended by the next
		must(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%d: %v", n, err)
		}
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("%d: %s", n, res.Status)
		}
		res.Body.Close()
	}
	bad.play(t, 1, 1)
	_, err = bad.ship()
	must(t, err)
	p.same(t, good, bad)
}

// Who sends what is too much, or not whole, is named in the log, and once for all that it sends.
func TestWhoSendsTooMuchIsInTheLog(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	long, short, good := p.newMachine(t, 1), p.newMachine(t, 2), p.newMachine(t, 3)
	for range 3 {
		if err := p.by(t, long.enrolment, then).post(pitclient.AppendPath, bytes.Repeat([]byte("\n"), pitclient.MostBytes), nil, ""); err == nil {
			t.Error("16 MB of nothing is taken")
		}
	}
	must(t, half(t, p, short.enrolment, 1<<20).Close())
	good.play(t, 1, 1)
	_, err := good.ship()
	must(t, err)
	p.hasSaid(t, long.name+": "+pitclient.AppendPath+": refused: it has more than", 1)
	p.hasSaid(t, short.name+": "+pitclient.AppendPath+": refused: it did not arrive whole", 1)
	p.says(t, ": refused: ", 2)
	p.says(t, good.name+": ", 0)
}

// A machine whose certificate was replaced is refused before it has sent what it would send.
func TestReplacedCertificateSendsNothing(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	stolen := *m.enrolment
	p.enroll(t, m.house, m.name, m.table)
	conn := half(t, p, &stolen, 1<<20)
	must(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	must(t, err)
	if err := pitclient.Listen(res, nil); err == nil || !strings.Contains(err.Error(), "was given another certificate since") {
		t.Error(err)
	}
}

// A stream that the database damages stops that stream, by name, and no other. Where its entries are those of the last head
// the log is made again of them.
func TestDamagedStream(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	bent, good := p.newMachine(t, 1), p.newMachine(t, 2)
	bent.night(t, 2, 1)
	good.night(t, 2, 1)
	for _, m := range []*machine{bent, good} {
		_, err := m.ship()
		must(t, err)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), bent.name, bent.table)
	must(t, err)
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer conn.Close(t.Context())
	p.stop()
	_, err = conn.Exec(t.Context(), `SELECT sabot.make_month('2026-01-01')`)
	must(t, err)
	_, err = conn.Exec(t.Context(), `INSERT INTO sabot.entries (stream, seq, at, arrived, entry) VALUES ($1, $2, 1768000000000, 0, 'garbage')`, s.ID, s.Size+1)
	must(t, err)
	_, err = conn.Exec(t.Context(), `UPDATE sabot.streams SET size = size + 1, edge = '\x00' WHERE id = $1`, s.ID)
	must(t, err)
	p.again(t)
	good.night(t, 2, 2)
	_, err = good.ship()
	must(t, err)
	var wrong []string
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, err error) {
		if err != nil {
			wrong = append(wrong, s.Machine+" "+s.Name)
		}
	}))
	if !slices.Equal(wrong, []string{bent.name + " " + bent.table}) {
		t.Errorf("what does not hold is %v", wrong)
	}
	bent.night(t, 2, 2)
	_, err = bent.ship()
	says(t, err, bent.table, "they have not the same past")
	_, err = good.ship()
	must(t, err)
}

// A log whose edge alone is damaged goes on.
func TestDamagedEdge(t *testing.T) {
	t.Parallel()
	p, m := shippedNight(t, 2)
	p.stop()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `ALTER TABLE sabot.streams DISABLE TRIGGER USER; UPDATE sabot.streams SET edge = '\x00' WHERE name = 'LB1'; ALTER TABLE sabot.streams ENABLE TRIGGER USER`)
	must(t, err)
	p.again(t)
	m.night(t, 2, 2)
	_, err = m.ship()
	must(t, err)
	p.same(t, m)
}

// Rows that no stream accounts for, and streams that are gone, are named by the verification; no reader takes them for the table's.
func TestStrayRowsAreNamed(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m, gone := p.newMachine(t, 1), p.newMachine(t, 2)
	for _, m := range []*machine{m, gone} {
		m.night(t, 1, 1)
		_, err := m.ship()
		must(t, err)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), m.name, m.table)
	must(t, err)
	owner, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer owner.Close(t.Context())
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO sabot.entries SELECT stream, seq + 60000, at, arrived, entry FROM sabot.entries WHERE stream = %d AND seq = 1`, s.ID),
		`INSERT INTO sabot.entries SELECT 4711, seq, at, arrived, entry FROM sabot.entries WHERE seq = 1 LIMIT 1`,
		`ALTER TABLE sabot.streams DISABLE TRIGGER USER`, `DELETE FROM sabot.streams WHERE machine = 'tavolo-2' AND name = 'house'`, `ALTER TABLE sabot.streams ENABLE TRIGGER USER`,
		`CREATE ROLE reads_all LOGIN IN ROLE sabot_reader`, `INSERT INTO sabot.readers VALUES ('reads_all', '*')`,
	} {
		_, err := owner.Exec(t.Context(), sql)
		must(t, err)
	}
	found := map[string]string{}
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, err error) {
		if err != nil {
			found[s.Machine+" "+s.Name] += err.Error() + "\n"
		}
	}))
	for of, says := range map[string]string{"tavolo-1 LB1": "1 entries lie behind its end", " ": "entries are of no stream", "tavolo-2 house": "it is gone"} {
		if !strings.Contains(found[of], says) {
			t.Errorf("%q: %q, wanted %q", of, found[of], says)
		}
	}
	reader, err := pgx.Connect(t.Context(), strings.Replace(p.owner, "owner@", "reads_all@", 1))
	must(t, err)
	defer reader.Close(t.Context())
	var last int64
	must(t, reader.QueryRow(t.Context(), `SELECT max(seq) FROM sabot.entries WHERE stream = $1`, s.ID).Scan(&last))
	if last != s.Size {
		t.Errorf("a reader sees entry %d of %d", last, s.Size)
	}
}

// What was refused is told until somebody has looked, and again once it comes again.
func TestRefusalIsToldUntilSeen(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	clone := func() {
		t.Helper()
		s := p.by(t, m.enrolment, then)
		for _, instance := range []string{"first", "second", "first", "second"} {
			_, _ = s.hello(instance, m.house.Store().Verifier())
		}
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	told := func() int {
		t.Helper()
		status, err := pitserver.StatusOf(t.Context(), q, p.folder, then().AddDate(0, 1, 0))
		must(t, err)
		return len(status.Refusals)
	}
	clone()
	if told() != 1 {
		t.Errorf("%d refusals after a month", told())
	}
	seen, err := q.See(t.Context(), then().UnixMilli())
	must(t, err)
	if len(seen) != 1 || told() != 0 {
		t.Errorf("seen %+v, told %d", seen, told())
	}
	p.stop()
	p.now = func() time.Time { return then().Add(time.Minute) }
	p.again(t)
	clone()
	if told() != 1 {
		t.Errorf("it came again, and %d are told", told())
	}
}

// An entry that stands in the database beside another time than its own is named: its bytes are sealed, and who reads by SQL goes by the time.
func TestTimeBesideAnEntry(t *testing.T) {
	t.Parallel()
	p, _ := shippedNight(t, 1)
	if found := p.faults(t); found != "" {
		t.Fatal(found)
	}
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer conn.Close(t.Context())
	for _, sql := range []string{
		`ALTER TABLE sabot.entries DISABLE TRIGGER USER`,
		`UPDATE sabot.entries SET at = at + 1000 WHERE seq = 3 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`ALTER TABLE sabot.entries ENABLE TRIGGER USER`,
	} {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
	if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: entry 3 is of ") || !strings.Contains(found, "in the database it stands as one of ") || strings.Contains(found, "house") {
		t.Errorf("pit verify: %q", found)
	}
}
