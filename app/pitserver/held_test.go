package pitserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/games"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// An answering is a pit's answer to a request, as it is, for the one that is sent in its place.
type answering func(r *http.Request, answer []byte) []byte

// lies serves the pit in the place of the honest one, with other answers.
func (p *pit) lies(t *testing.T, other answering) {
	t.Helper()
	p.stop()
	l, err := net.Listen("tcp", p.folder.Addresses[0])
	must(t, err)
	memory, err := p.folder.Memory(t.Context())
	must(t, err)
	config := p.folder.Config(p.now, log.New(&p.said, "", 0))
	config.Memory = memory
	s, err := pitserver.New(config)
	must(t, err)
	honest := s.Handler()
	server := &http.Server{TLSConfig: pitclient.ServerTLS(p.folder.Identity), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == pitclient.ChangesPath {
			honest.ServeHTTP(w, r)
			return
		}
		kept := httptest.NewRecorder()
		honest.ServeHTTP(kept, r)
		for name, list := range kept.Header() {
			w.Header()[name] = list
		}
		w.WriteHeader(kept.Code)
		_, _ = w.Write(other(r, kept.Body.Bytes()))
	})}
	ctx, cancel := context.WithCancel(context.Background())
	writes := strings.Count(p.said.String(), "writing: ")
	led := make(chan error, 1)
	go func() { led <- s.Lead(ctx) }()
	go func() { _ = server.ServeTLS(l, "", "") }()
	p.stop = func() {
		p.stop = func() {}
		_ = server.Close()
		cancel()
		must(t, <-led)
		must(t, memory.Close())
	}
	must(t, pgtest.Seen("the lying pit writes", func() bool { return strings.Count(p.said.String(), "writing: ") > writes }))
}

// letGo is the lie that each machine has let go of each table.
func letGo(r *http.Request, answer []byte) []byte {
	if r.URL.Path == pitclient.HandedPath {
		return []byte(`{"heard":1000000}`)
	}
	return answer
}

// withoutACount is the lie that no count of a drop box was entered at a machine before, in what has all other entries.
func withoutACount(r *http.Request, answer []byte) []byte {
	lines := bytes.SplitAfter(answer, []byte("\n"))
	if i := slices.IndexFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(`"boxcounted",{`)) }); r.URL.Path == "/pit/former" && i >= 0 {
		return bytes.Join(slices.Delete(lines, i, i+1), nil)
	}
	return answer
}

// changed is an SQL statement that has another text in the place of some in the nth entry of a kind in the house of tavolo-1.
func changed(kind string, n int, was, is string) string {
	return fmt.Sprintf(`DO $x$ BEGIN UPDATE sabot.entries SET entry = convert_to(replace(convert_from(entry, 'UTF8'), '%[1]s', '%[2]s'), 'UTF8')
		WHERE stream = (SELECT id FROM sabot.streams WHERE machine = 'tavolo-1' AND name = 'house') AND seq = %[3]s AND convert_from(entry, 'UTF8') LIKE '%%%[1]s%%';
		IF NOT FOUND THEN RAISE 'nothing is changed'; END IF; END $x$`, was, is, nth(kind, n))
}

// nth is, in SQL, the number of the nth entry of a kind in the house of tavolo-1.
func nth(kind string, n int) string {
	return fmt.Sprintf(`(SELECT seq FROM sabot.entries WHERE stream = (SELECT id FROM sabot.streams WHERE machine = 'tavolo-1' AND name = 'house')
		AND convert_from(entry, 'UTF8') LIKE '%%"%s",{%%' ORDER BY seq OFFSET %d LIMIT 1)`, kind, n-1)
}

// A machine that takes a table over asks the pit what was counted and signed at the machines before. It holds all of that against what those have
// signed and the pit countersigned: a pit that lies, or whose database was changed, has it take nothing over. Once the pit is as it was it does.
func TestTakeoverHoldsThePitToTheHeads(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	table := dropsOf(t, a.house) // at the table
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	_, err := a.ship()
	must(t, err)
	q := central.Read(p.folder.Serve, p.folder.House)
	t.Cleanup(q.Close)
	older, err := q.Stream(t.Context(), a.name, record.HouseStream)
	must(t, err)
	must(t, a.countsBox(t, 50_000, "a note stuck"))
	_, err = a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	unheard := b.another(t)
	p.lies(t, letGo)
	says(t, unheard.puller().Once(t.Context()), "LB1 was moved to this machine, which has not taken it over", "tavolo-1", "pit verify")
	p.stop()
	p.up(t)
	a.hears(t)
	s, err := q.Stream(t.Context(), a.name, record.HouseStream)
	must(t, err)
	const house = `(SELECT id FROM sabot.streams WHERE machine = 'tavolo-1' AND name = 'house')`
	head := func(size int64, note string) string {
		return fmt.Sprintf(`UPDATE sabot.streams SET note = '%s', signed = %d WHERE id = %s`, note, size, house)
	}
	p.owned(t, `CREATE TABLE public.kept AS SELECT stream, seq, entry FROM sabot.entries WHERE stream = `+house)
	for name, lie := range map[string]struct {
		sql   string
		other answering
	}{
		"a count left out":                                {sql: changed("boxcounted", 1, `"boxcounted"`, `"boxcountex"`)},
		"another count in its place":                      {sql: changed("boxcounted", 2, "[10000,5]", "[10000,4]")},
		"a signed report left out":                        {sql: changed("printed", 1, `"printed"`, `"printex"`)},
		"counts in another order":                         {sql: `UPDATE sabot.entries e SET entry = k.entry FROM public.kept k WHERE e.stream = k.stream AND e.seq + k.seq = ` + nth("boxcounted", 1) + ` + ` + nth("boxcounted", 2) + ` AND e.seq IN (` + nth("boxcounted", 1) + `, ` + nth("boxcounted", 2) + `)`},
		"an older head, of before it let go":              {sql: head(older.Signed, older.Note), other: letGo},
		"an entry left out, and those behind it moved up": {other: withoutACount},
	} {
		t.Run(name, func(t *testing.T) {
			if lie.other != nil {
				p.lies(t, lie.other)
			}
			if lie.sql != "" {
				p.owned(t, "SET session_replication_role = replica; "+lie.sql)
			}
			says(t, b.another(t).puller().Once(t.Context()), "LB1 was moved to this machine, which has not taken it over", "tavolo-1", "pit verify")
			p.owned(t, "SET session_replication_role = replica; UPDATE sabot.entries e SET entry = k.entry FROM public.kept k WHERE e.stream = k.stream AND e.seq = k.seq AND e.entry <> k.entry; "+head(s.Signed, s.Note))
			if lie.other != nil {
				p.stop()
				p.up(t)
			}
		})
	}
	b.hears(t)
	if got := dropsOf(t, b.house); fmt.Sprint(got) != fmt.Sprint(append(table, games.Amount(40_000), games.Amount(50_000))) {
		t.Errorf("once the pit is as it was, %s has the counts %v", b.name, got)
	}
	p.holdsAll(t, a, b)
}

// Who asks how far a machine's record is behind the office goes by a head that the office has signed, and not by one that the pit made up.
func TestStandingIsOfASignedHead(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	standing := func() pitclient.Standing {
		log, err := a.house.Takeover().OfficeLog()
		must(t, err)
		s, err := pitclient.StandingOf(t.Context(), a.house.Store(), a.enrolment, log, then)
		must(t, err)
		return s
	}
	if s := standing(); s.Other || s.More > 0 {
		t.Fatalf("%+v", s)
	}
	log, err := a.house.Takeover().OfficeLog()
	must(t, err)
	p.lies(t, func(r *http.Request, answer []byte) []byte {
		var at pitclient.HouseAt
		if r.URL.Path != pitclient.HousePath {
			return answer
		}
		if json.Unmarshal(answer, &at) != nil {
			return answer
		}
		with := log.Clone()
		at.Entries = []string{"invented"}
		with.Add([]byte(at.Entries[0]))
		at.Size, at.Note = with.Size(), fmt.Sprintf("%s\n%d\n%s\n\n", record.HouseStream, with.Size(), with.Root())
		text, _ := json.Marshal(at)
		return text
	})
	if s := standing(); !s.Other {
		t.Errorf("one entry is invented under a head that nobody signed: %+v", s)
	}
}
