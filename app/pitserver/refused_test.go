package pitserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// copied is a data directory as it lies there now, as a disk that was copied has it.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	recordtest.Copied(t, to, dir)
	must(t, os.RemoveAll(filepath.Join(to, "locks")))
	return to
}

// refusal is what the pit keeps of a kind of refusal; the test fails where it keeps none.
func (p *pit) refusal(t *testing.T, machine, stream string, why pitclient.Why) central.Refusal {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	list, err := q.Refusals(t.Context(), 0)
	must(t, err)
	for _, r := range list {
		if r.Machine == machine && r.Stream == stream && r.Why == string(why) {
			return r
		}
	}
	t.Fatalf("%s %s: no refusal %s among %+v", machine, stream, why, list)
	return central.Refusal{}
}

// says demands of a refusal that it is there and has these words.
func says(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Error("it was taken")
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q is not in: %v", word, err)
		}
	}
}

// A disk that was restored from yesterday, and one on which play went on from there, are refused
// with both sizes; what the pit has stays, and the true machine ships on.
func TestDiskOfYesterday(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 3)
	yesterday := copied(t, m.dir)
	m.play(t, 3, 2)
	_, err := m.ship()
	must(t, err)
	_, err = shipFrom(yesterday, m.enrolment)
	says(t, err, "LB1 of tavolo-1 has", "its record is an older one")
	r := p.refusal(t, m.name, m.table, pitclient.Behind)
	if r.Ours <= r.Theirs || r.Theirs == 0 {
		t.Errorf("both sizes: %+v", r)
	}
	p.same(t, m)

	clock := demo.NewClock(m.clock.Now().Add(time.Hour))
	other, err := session.Open(yesterday, clock.Now)
	must(t, err)
	defer other.Close()
	for n := range int64(2) { // it is longer now than what the pit has
		must(t, demo.Play(t.Context(), other, clock, m.table, 5, 7+n))
	}
	_, err = shipFrom(yesterday, m.enrolment)
	says(t, err, "they have not the same past")
	if r := p.refusal(t, m.name, m.table, pitclient.Forked); r.Ours == 0 || r.Theirs <= r.Ours {
		t.Errorf("both sizes: %+v", r)
	}
	lines, err := pitclient.Compare(t.Context(), other.Store(), m.enrolment, then)
	must(t, err)
	for _, l := range lines {
		if l.Same && l.Stream == m.table {
			t.Errorf("%+v is the same", l)
		}
	}
	p.same(t, m)
	m.play(t, 2, 3)
	_, err = m.ship()
	must(t, err)
	p.same(t, m)
}

// said is what an enrolled machine says to the pit by hand.
type said struct {
	t    *testing.T
	p    *pit
	http *http.Client
}

func (p *pit) by(t *testing.T, e *pitclient.Enrolment, now func() time.Time) *said {
	t.Helper()
	id, err := sign.ParsePEM([]byte(e.Identity))
	must(t, err)
	return &said{t, p, &http.Client{Transport: &http.Transport{TLSClientConfig: pitclient.ClientTLS(id, "127.0.0.1", now)}}}
}

// post asks the pit; version is what is spoken, "" for the right one.
func (s *said) post(path string, body []byte, answer any, version string) error {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodPost, "https://"+s.p.folder.Addresses[0]+path, bytes.NewReader(body))
	must(s.t, err)
	pitclient.Speak(req.Header)
	if version != "" {
		req.Header.Set("Sabot-Pit", version)
	}
	res, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return pitclient.Listen(res, answer)
}

func (s *said) hello(instance, verifier string) (w pitclient.Welcome, err error) {
	s.t.Helper()
	body, err := json.Marshal(pitclient.Hello{Instance: instance, Verifiers: []string{verifier}, Clock: then().UnixMilli()})
	must(s.t, err)
	return w, s.post(pitclient.HelloPath, body, &w, "")
}

func (s *said) append(a pitclient.Append) (w pitclient.Appended, err error) {
	s.t.Helper()
	body, err := a.Write()
	must(s.t, err)
	return w, s.post(pitclient.AppendPath, body, &w, "")
}

// firstOf is what a machine would send of a stream from its beginning on.
func firstOf(t *testing.T, m *machine, stream string) pitclient.Append {
	t.Helper()
	snap, err := m.house.Store().Snapshot(t.Context())
	must(t, err)
	defer snap.Close()
	stored, err := snap.Stored(t.Context(), stream)
	must(t, err)
	texts, err := snap.Bytes(t.Context(), stream, 1, pitclient.MostEntries)
	must(t, err)
	var tree seal.Tree
	for _, text := range texts {
		tree.Add(text)
	}
	return pitclient.Append{Stream: stream, Root: tree.Root().String(), Note: stored.Note, Own: stored.Size, Clock: then().UnixMilli(), Texts: texts}
}

// What was sent once is not taken twice, what is no next part of a stream not at all, whoever
// sends it; and bytes are never other ones than the root says.
func TestReplayedAndBent(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 2, 1)
	s := p.by(t, m.enrolment, then)
	w, err := s.hello("one", m.house.Store().Verifier())
	must(t, err)
	a := firstOf(t, m, m.table)
	a.Session, a.Number = w.Session, 1
	_, err = s.append(a)
	says(t, err, "the pit takes LB1 of tavolo-1 once it has the own stream of that machine")
	own := firstOf(t, m, record.HouseStream)
	own.Session, own.Number = w.Session, 2
	_, err = s.append(own)
	must(t, err)
	a.Number = 2
	for name, bend := range map[string]func(*pitclient.Append){
		"no session":       func(a *pitclient.Append) { a.Session = "" },
		"another session":  func(a *pitclient.Append) { a.Session = "x" },
		"a byte":           func(a *pitclient.Append) { a.Texts[1] = bytes.Replace(a.Texts[1], []byte(`"12"`), []byte(`"13"`), 1) },
		"an entry less":    func(a *pitclient.Append) { a.Texts = a.Texts[1:] },
		"an order":         func(a *pitclient.Append) { a.Texts[1], a.Texts[2] = a.Texts[2], a.Texts[1] },
		"another root":     func(a *pitclient.Append) { a.Root = (seal.Hash{}).String() },
		"a place":          func(a *pitclient.Append) { a.From = 3 },
		"a stream":         func(a *pitclient.Append) { a.Stream = "LB2" },
		"another's head":   func(a *pitclient.Append) { a.Note = strings.Replace(a.Note, "LB1", "LB2", 1) },
		"a broken head":    func(a *pitclient.Append) { a.Note = a.Note[:len(a.Note)-9] + "AAAAAAAA\n" },
		"no entry at all":  func(a *pitclient.Append) { a.Texts = [][]byte{[]byte("x")} },
		"a newer entry":    func(a *pitclient.Append) { a.Texts[0] = append([]byte("[9"), a.Texts[0][2:]...) },
		"of another time":  func(a *pitclient.Append) { a.Texts[0] = []byte(`[1,"LB1",1,1,"",0,0,0,"x",{}]`) },
		"a line too many":  func(a *pitclient.Append) { a.Texts = append(a.Texts, nil) },
		"a request before": func(a *pitclient.Append) { a.Number = -1 },
	} {
		bent := a
		bent.Session, bent.Texts = w.Session, nil
		for _, text := range a.Texts {
			bent.Texts = append(bent.Texts, bytes.Clone(text))
		}
		a.Number++
		bent.Number = a.Number
		if bend(&bent); name == "a byte" && bytes.Equal(bent.Texts[1], a.Texts[1]) {
			bent.Texts[1][len(bent.Texts[1])-3]++
		}
		if _, err := s.append(bent); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
	if err := s.post(pitclient.AppendPath, []byte("{}"), nil, ""); err == nil {
		t.Error("half a request was taken")
	}
	a.Session, a.Number = w.Session, a.Number+1
	answer, err := s.append(a)
	if err != nil || answer.Size != int64(len(a.Texts)) || answer.Note == "" {
		t.Fatalf("%+v, %v", answer, err)
	}
	_, err = s.append(a)
	says(t, err, "was made before")
	p.refusal(t, m.name, m.table, pitclient.Replayed)
	a.Number++
	_, err = s.append(a)
	says(t, err, "the pit has", "entries of LB1, not 0")
	w, err = s.hello("one", m.house.Store().Verifier())
	must(t, err)
	if w.Streams[m.table].Size != int64(len(a.Texts)) {
		t.Errorf("%+v", w.Streams)
	}
	_, err = m.ship()
	must(t, err)
	p.same(t, m)
}

// Of two programs that ship as one machine, the second is refused once the first is back: a copy
// that has a disk of its own.
func TestClonedMachine(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	s := p.by(t, m.enrolment, then)
	for i, c := range []struct{ instance, says string }{{"first", ""}, {"second", ""}, {"first", ""}, {"second", "two programs ship as the machine tavolo-1"}, {"first", ""}, {"after a restart", ""}} {
		_, err := s.hello(c.instance, m.house.Store().Verifier())
		if (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d, %s: %v", i, c.instance, err)
		}
	}
	p.refusal(t, m.name, "", pitclient.Cloned)
}

// A certificate is of one machine and its tables, of this house and of this time; whoever holds
// another one is told so in words, and so is the pit.
func TestCertificates(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	one, two := p.newMachine(t, 1), p.newMachine(t, 2)
	two.play(t, 1, 1)
	_, err := one.ship()
	must(t, err)
	mine := *one.enrolment
	mine.Tables = []string{"LB1", "LB2"} // it says so; the certificate does not
	text, err := mine.Text()
	must(t, err)
	forged, err := pitclient.ReadEnrolment(text)
	must(t, err)
	s := p.by(t, forged, then)
	w, err := s.hello("it says so", two.house.Store().Verifier())
	must(t, err)
	a := firstOf(t, two, "LB2")
	a.Session, a.Number = w.Session, 1
	_, err = s.append(a)
	says(t, err, "tavolo-1 may not ship LB2", "a table of the machine tavolo-2")
	_, err = shipFrom(two.dir, forged)
	says(t, err, "house of tavolo-1", "they have not the same past")
	p.refusal(t, one.name, "LB2", pitclient.NotItsTable)
	p.refusal(t, one.name, record.HouseStream, pitclient.Forked)
	_, err = two.ship()
	must(t, err)
	p.same(t, two)

	p.enroll(t, two.house, "tavolo-3", "LB1")
	anew := p.enroll(t, two.house, two.name, "LB2")
	one.play(t, 1, 1)
	for i, m := range []*machine{one, two} {
		words := []string{"may not ship LB1: it is a table of the machine tavolo-3", "was given another certificate since"}[i]
		must(t, pgtest.Seen("the pit has heard that the certificate of "+m.name+" counts no more", func() bool {
			_, err := m.ship()
			return err != nil && strings.Contains(err.Error(), words)
		}))
	}
	two.enrolment = anew
	_, err = two.ship()
	must(t, err)
	p.same(t, two)
}

// The houses of others, and times that are over.
func TestOtherHouses(t *testing.T) {
	t.Parallel()
	p, other := newPit(t), newPit(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	name := p.folder.House

	other.folder.Addresses = p.folder.Addresses // it stands where ours is looked for
	stop := other.serve(t, 0, then)
	_, err := m.ship()
	says(t, err, "what answers is not our pit", "of another house", name)
	var s *pitclient.Shipper
	if s = pitclient.New(m.house.Store(), m.enrolment, then); s != nil {
		_, err = s.Once(t.Context())
		if trouble := s.State().Trouble(then()); err == nil || trouble.Why != "certificate" {
			t.Errorf("the table is told %+v, %v", trouble, err)
		}
	}
	stop()

	p.up(t)
	stranger := *other.newMachine(t, 1).enrolment
	guest := p.by(t, &stranger, then)
	id, err := sign.ParsePEM([]byte(stranger.Identity))
	must(t, err)
	mine, err := sign.ParsePEM([]byte(m.enrolment.Identity))
	must(t, err)
	id.Chain = mine.Chain // it believes our pit
	guest.http.Transport = &http.Transport{TLSClientConfig: pitclient.ClientTLS(id, "127.0.0.1", then)}
	_, err = guest.hello("x", "")
	says(t, err, "of another house")
	if !strings.Contains(p.said.String(), "of another house") {
		t.Errorf("the pit is told %q", p.said.String())
	}
	if _, err := pitclient.Join(m.house.Store(), "Kursaal", mustText(t, m.enrolment)); err == nil || !strings.Contains(err.Error(), "Kursaal") || !strings.Contains(err.Error(), name) {
		t.Errorf("joined to another house: %v", err)
	}
	p.stop()

	later := func() time.Time { return then().AddDate(4, 0, 0) }
	p.stop = p.serve(t, 0, later)
	_, err = m.ship()
	says(t, err, "the certificate of tavolo-1 ended on 2027-")
	if !strings.Contains(p.said.String(), "the certificate of tavolo-1 ended on") {
		t.Errorf("the pit is told %q", p.said.String())
	}
	_, err = p.by(t, m.enrolment, later).hello("x", "")
	says(t, err, "the certificate of pit ended on 2027-")
	p.stop()

	bare, err := net.Listen("tcp", p.folder.Addresses[0])
	must(t, err)
	go http.Serve(bare, nil)
	_, err = m.ship()
	if err == nil {
		t.Error("it ships in the clear")
	}
	must(t, bare.Close())
}

func mustText(t *testing.T, e *pitclient.Enrolment) []byte {
	t.Helper()
	text, err := e.Text()
	must(t, err)
	return text
}

// Who speaks another version is refused, and both are named, on both sides.
func TestOtherVersion(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	err := p.by(t, m.enrolment, then).post(pitclient.HelloPath, []byte("{}"), nil, "9 3.1.4")
	says(t, err, "the machine tavolo-1 is Sabot 3.1.4 and speaks version 9", "speaks version 1")
	p.stop()
	l, err := net.Listen("tcp", p.folder.Addresses[0])
	must(t, err)
	newer := &http.Server{TLSConfig: pitclient.ServerTLS(p.folder.Identity), Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Sabot-Pit", "9 3.1.4")
		_, _ = io.WriteString(w, "{}")
	})}
	go newer.ServeTLS(l, "", "")
	defer newer.Close()
	s := pitclient.New(m.house.Store(), m.enrolment, then)
	_, err = s.Once(t.Context())
	says(t, err, "the pit is Sabot 3.1.4 and speaks version 9", "speaks version 1")
	if trouble := s.State().Trouble(then()); trouble.Why != "version" {
		t.Errorf("the table is told %+v", trouble)
	}
}

// A clock that is wrong is told with the difference; the order stays the table's.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	store, err := storage.OpenExisting(m.dir)
	must(t, err)
	defer store.Close()
	ahead := func() time.Time { return then().Add(11 * time.Minute) }
	s := pitclient.New(store, m.enrolment, ahead)
	_, err = s.Once(t.Context())
	must(t, err)
	if trouble := s.State().Trouble(ahead()); trouble.Why != "clock" || trouble.Apart.Round(time.Minute) != 11*time.Minute {
		t.Errorf("the table is told %+v", trouble)
	}
	p.same(t, m)
}

// A record that goes on under another seal key, as one that was restored elsewhere, is refused until
// the machine is enrolled anew.
func TestOtherSealKey(t *testing.T) {
	t.Parallel()
	p, m := shippedNight(t, 1)
	file := filepath.Join(t.TempDir(), "backup.db")
	store, err := storage.OpenExisting(m.dir)
	must(t, err)
	_, err = store.Backup(context.Background(), file, func(record.Snapshot) error { return nil })
	must(t, err)
	must(t, store.Close())
	dir := filepath.Join(t.TempDir(), "restored")
	must(t, backups.Restore(context.Background(), file, dir, audit.Check{}))
	h, err := session.Open(dir, m.clock.Now)
	must(t, err)
	defer h.Close()
	_, err = shipFrom(dir, m.enrolment)
	says(t, err, "is signed by no key of tavolo-1", "enroll it anew")
	p.refusal(t, m.name, record.HouseStream, pitclient.OtherKey)
	back := *m
	back.house, back.dir = h, dir
	back.enrolment = p.enroll(t, h, m.name, m.table)
	_, err = back.ship()
	must(t, err)
	p.same(t, &back)
}

// A pit that was put back has as many entries of a table as a disk of before. What it had countersigned is more: it takes nothing of that record, and the
// machine's own status says so too.
func TestPitAndDiskOfBeforeAreNotEqual(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	a.play(t, 2, 1)
	file := p.backedUp(t, a)
	before := *a
	before.dir = copied(t, a.dir)
	a.play(t, 2, 2)
	_, err := a.ship()
	must(t, err)
	had := a.compared(t, "LB1").Own
	p.putInPlace(t, file)
	p.again(t)
	p.ships(t, e)
	if is := a.compared(t, "LB1"); is.Same || !strings.Contains(is.Says, "have not arrived yet") {
		t.Errorf("of what has all: %+v", is)
	}
	_, err = before.ship()
	says(t, err, "its record is an older one")
	is := before.compared(t, "LB1")
	if is.Same || is.Own != is.Pit || !strings.Contains(is.Says, fmt.Sprintf("the pit had countersigned %d entries of it, and %d are here: this record is an older one", had, is.Own)) {
		t.Errorf("of the disk of before: %+v", is)
	}
	_, err = a.ship()
	must(t, err)
	if is := a.compared(t, "LB1"); !is.Same {
		t.Errorf("shipped again: %+v", is)
	}
}
