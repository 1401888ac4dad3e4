package main

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// played is a house with three tables of which two were played, the one in two shifts,
// wrong PINs and a manager's unlock; early is LB1's head of before its closing.
func played(t *testing.T) (dir string, early headRow) {
	t.Helper()
	dir = t.TempDir()
	clock := demo.NewClock(time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(dir, clock.Now)
	must(t, err)
	must(t, h.SetUp(house.DemoPlan("it", "", 1)))
	must(t, demo.Play(context.Background(), h, clock, "LB1", 8, 3))
	must(t, withDB(dir, func(db *sql.DB) error { return early.read(db, "LB1") }))
	_, err = demo.Close(h, clock, "LB1")
	must(t, err)
	must(t, demo.Play(context.Background(), h, clock, "BJ1", 8, 4))
	for range house.FreeTries {
		var refusal *house.Refusal
		if _, err := h.SignOn("110000"); !errors.As(err, &refusal) {
			t.Fatal(err)
		}
	}
	elena, err := h.SignOn("316931")
	must(t, err)
	must(t, h.Unlock(elena))
	clock.Pass(20 * time.Hour)
	must(t, demo.Play(context.Background(), h, clock, "LB1", 6, 5))
	must(t, h.Close())
	return dir, early
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// withDB works on a record's file behind Sabot's back.
func withDB(dir string, work func(*sql.DB) error) error {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName)+"?_pragma=synchronous(OFF)&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close())
}

// withoutTriggers has done what they refuse, and puts them back: without them the file
// itself does not hold.
func withoutTriggers(db *sql.DB, do func() error) error {
	for _, name := range []string{"entries_are_facts_update", "entries_are_facts_delete"} {
		var text string
		if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(&text); err != nil {
			return err
		}
		if _, err := db.Exec("DROP TRIGGER " + name); err != nil {
			return err
		}
		defer func() { _, _ = db.Exec(text) }()
	}
	return do()
}

// headRow is a row of heads.
type headRow struct {
	size int64
	edge []byte
	note string
}

func (h *headRow) read(db *sql.DB, stream string) error {
	return db.QueryRow(`SELECT size, edge, note FROM heads JOIN streams ON id = stream WHERE name = ?`, stream).Scan(&h.size, &h.edge, &h.note)
}

// target is a random entry of a copy that is to be damaged.
type target struct {
	*rand.Rand
	db     *sql.DB
	stream string
	id     int64
	last   int64 // entry of the stream
	seq    int64
	text   string
	early  headRow
}

func (x *target) pick(stream string, where string) error {
	x.stream = stream
	if err := x.db.QueryRow(`SELECT id, size FROM streams JOIN heads ON stream = id WHERE name = ?`, stream).Scan(&x.id, &x.last); err != nil {
		return err
	}
	var seqs []int64
	rows, err := x.db.Query(`SELECT key - ? FROM entries WHERE key > ? AND key < ? AND entry LIKE ?`, x.id<<40, x.id<<40, (x.id+1)<<40, where)
	if err != nil {
		return err
	}
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return err
		}
		seqs = append(seqs, seq)
	}
	if rows.Err() != nil || len(seqs) == 0 {
		return fmt.Errorf("%s has no entry %s: %w", stream, where, rows.Err())
	}
	return x.at(seqs[x.Intn(len(seqs))])
}

func (x *target) at(seq int64) error {
	x.seq = seq
	return x.db.QueryRow(`SELECT entry FROM entries WHERE key = ?`, x.key(seq)).Scan(&x.text)
}

func (x *target) key(seq int64) int64 { return x.id<<40 | seq }

// named is how verify names an entry of the stream; 0 is the stream.
func (x *target) named(seq int64) string {
	if seq == 0 {
		return x.stream + ": "
	}
	return fmt.Sprintf("%s/%d: ", x.stream, seq)
}

func (x *target) run(statement string, args ...any) error {
	done, err := x.db.Exec(statement, args...)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("%s damages nothing: %v", statement, err)
	}
	return nil
}

// rewrite puts another text in the entry's place, with the mark that it would have.
func (x *target) rewrite(text string, marked bool) error {
	if text == x.text {
		return fmt.Errorf("entry %d is what it was", x.seq)
	}
	if !marked {
		return x.run(`UPDATE entries SET entry = ? WHERE key = ?`, text, x.key(x.seq))
	}
	return x.run(`UPDATE entries SET entry = ?, mark = ? WHERE key = ?`, text, markOf(text), x.key(x.seq))
}

func markOf(text string) int64 {
	leaf := seal.Leaf([]byte(text))
	return int64(int32(binary.BigEndian.Uint32(leaf[:])))
}

// edited is the entry with another fact.
func (x *target) edited(change func(*record.Entry)) string {
	e, err := record.Decode([]byte(x.text))
	if err != nil {
		return x.text
	}
	change(&e)
	return string(record.Encode(e))
}

// damage is one way to damage a record; it answers how verify must name it.
type damage struct {
	name  string
	where string // which entries can be damaged so
	do    func(*target) (want string, err error)
}

var damages = []damage{
	{"a byte of an entry", "%", func(x *target) (string, error) {
		b := []byte(x.text)
		b[x.Intn(len(b))] ^= byte(1 + x.Intn(127))
		return x.named(x.seq), x.rewrite(string(b), false)
	}},
	{"a byte cut from an entry", "%", func(x *target) (string, error) {
		n := x.Intn(len(x.text))
		return x.named(x.seq), x.rewrite(x.text[:n]+x.text[n+1:], false)
	}},
	{"a digit of an amount", `%"bets",{%00%`, func(x *target) (string, error) {
		n := strings.LastIndex(x.text, "00")
		return x.named(x.seq), x.rewrite(x.text[:n]+"5"+x.text[n+1:], false)
	}},
	{"an entry deleted", "%", func(x *target) (string, error) {
		return x.named(x.seq), x.run(`DELETE FROM entries WHERE key = ?`, x.key(x.seq))
	}},
	{"the texts of two entries swapped", "%", func(x *target) (string, error) {
		return x.swap(`UPDATE entries SET entry = CASE key WHEN ?1 THEN (SELECT entry FROM entries WHERE key = ?2) ELSE (SELECT entry FROM entries WHERE key = ?1) END WHERE key IN (?1, ?2)`)
	}},
	{"two entries swapped, their marks with them", "%", func(x *target) (string, error) {
		return x.swap(`UPDATE entries SET (entry, mark, headline) = (SELECT entry, mark, headline FROM entries o WHERE o.key = CASE entries.key WHEN ?1 THEN ?2 ELSE ?1 END) WHERE key IN (?1, ?2)`)
	}},
	{"the tail cut off", "%", func(x *target) (string, error) {
		return x.named(x.seq), x.run(`DELETE FROM entries WHERE key >= ? AND key < ?`, x.key(x.seq), (x.id+1)<<40)
	}},
	{"the tail cut off behind a checkpoint, with the head of then", "%", func(x *target) (string, error) {
		if err := x.pick("LB1", "%"); err != nil {
			return "", err
		}
		if err := x.run(`DELETE FROM entries WHERE key > ? AND key < ?`, x.key(x.early.size), (x.id+1)<<40); err != nil {
			return "", err
		}
		return x.named(x.early.size + 1), x.run(`UPDATE heads SET size = ?, edge = ?, note = ? WHERE stream = ?`, x.early.size, x.early.edge, x.early.note, x.id)
	}},
	{"a table taken away whole behind a checkpoint", "%", func(x *target) (string, error) {
		if err := x.pick("LB1", "%"); err != nil {
			return "", err
		}
		for _, statement := range []string{`DELETE FROM entries WHERE key >> 40 = ?`, `DELETE FROM heads WHERE stream = ?`, `DELETE FROM streams WHERE id = ?`} {
			if err := x.run(statement, x.id); err != nil {
				return "", err
			}
		}
		return x.named(1), nil
	}},
	{"the column beside an entry", "%", func(x *target) (string, error) {
		return x.named(x.seq), x.run(`UPDATE entries SET headline = iif(headline IS NULL, ?, iif(headline = 1, 2, NULL)) WHERE key = ?`, 1+x.Intn(2), x.key(x.seq))
	}},
	{"the mark of an entry", "%", func(x *target) (string, error) {
		return x.named(x.seq), x.run(`UPDATE entries SET mark = mark + ? WHERE key = ?`, 1+x.Intn(99), x.key(x.seq))
	}},
	{"no mark at an entry", "%", func(x *target) (string, error) {
		return x.named(x.seq), x.run(`UPDATE entries SET mark = NULL WHERE key = ?`, x.key(x.seq))
	}},
	{"the size of a head", "%", func(x *target) (string, error) {
		return x.named(0), x.run(`UPDATE heads SET size = size + ? WHERE stream = ?`, 1+x.Intn(9), x.id)
	}},
	{"the edge of a head", "%", func(x *target) (string, error) {
		return x.named(0), x.run(`UPDATE heads SET edge = zeroblob(length(edge)) WHERE stream = ?`, x.id)
	}},
	{"a byte of the note of a head", "%", func(x *target) (string, error) {
		var h headRow
		if err := h.read(x.db, x.stream); err != nil {
			return "", err
		}
		b := []byte(h.note)
		b[x.Intn(len(b))] ^= byte(1 + x.Intn(127))
		return x.named(0), x.run(`UPDATE heads SET note = ? WHERE stream = ?`, string(b), x.id)
	}},
	{"no head", "%", func(x *target) (string, error) {
		return x.named(0), x.run(`DELETE FROM heads WHERE stream = ?`, x.id)
	}},
	{"another stream's head", "%", func(x *target) (string, error) {
		other := (x.id+int64(x.Intn(2)))%3 + 1 // of the three streams
		return x.named(0), x.run(`UPDATE heads SET (size, edge, note) = (SELECT size, edge, note FROM heads WHERE stream = ?) WHERE stream = ?`, other, x.id)
	}},
	{"another name of a stream", "%", func(x *target) (string, error) {
		err := x.run(`UPDATE streams SET name = 'ZZ9' WHERE id = ?`, x.id)
		x.stream = "ZZ9"
		return x.named(1), err
	}},
	{"no stream of the entries", "%", func(x *target) (string, error) {
		x.stream = "" // its checkpoint is missed too
		return fmt.Sprintf("stream %d", x.id), x.run(`DELETE FROM streams WHERE id = ?`, x.id)
	}},
	{"an entry forged at the end", "%", func(x *target) (string, error) {
		if err := x.at(x.last); err != nil {
			return "", err
		}
		text := x.edited(func(e *record.Entry) { e.Seq++ })
		return x.named(x.last + 1), x.run(`INSERT INTO entries (key, headline, entry, mark) SELECT key + 1, headline, ?, ? FROM entries WHERE key = ?`, text, markOf(text), x.key(x.last))
	}},
	{"an entry added at the end without a mark", "%", func(x *target) (string, error) {
		text := x.edited(func(e *record.Entry) { e.Seq = x.last + 1 })
		return x.named(x.last + 1), x.run(`INSERT INTO entries (key, entry) VALUES (?, ?)`, x.key(x.last+1), text)
	}},
	{"the signature of an approval", `%"approved",%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) {
			f := e.Fact.(record.Approved)
			f.Sig = strings.Repeat("A", 40)
			e.Fact = f
		}), x.Intn(2) == 0)
	}},
	{"a settlement, with its mark", `%"settled",{"rows":[[%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) { e.Fact.(record.Settled).Rows[0].Returned += 500 }), true)
	}},
	{"what was given back before its bet was settled, with its mark", `%"parts":[[%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) { e.Fact.(record.Settled).Parts[0].Returned += 500 }), true)
	}},
	{"the house's net of a hand, with its mark", `%"handclosed",{%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) {
			f := e.Fact.(record.HandClosed)
			f.House -= 500
			e.Fact = f
		}), true)
	}},
	{"the shift, shoe or hand of an entry, with its mark", `%"card",{%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) { *[]*int{&e.Shift, &e.Shoe, &e.Hand}[x.Intn(3)] += 1 }), true)
	}},
	{"who is responsible, with its mark", `%"card",{%`, func(x *target) (string, error) {
		return x.named(x.seq), x.rewrite(x.edited(func(e *record.Entry) { e.By = "14" }), true)
	}},
	{"the moment of an entry, with its mark", `%"card",{%`, func(x *target) (string, error) {
		return x.stream + "/", x.rewrite(x.edited(func(e *record.Entry) { e.At = e.At.Add(time.Second) }), true)
	}},
}

// swap swaps the entry with another one of its stream.
func (x *target) swap(statement string) (string, error) {
	other := x.seq%x.last + 1
	if x.Intn(2) == 0 {
		other = (x.seq+x.Int63n(x.last-1))%x.last + 1
	}
	return x.named(min(x.seq, other)), x.run(statement, x.key(x.seq), x.key(other))
}

// streamOf is a stream that has entries which can be damaged so.
func (d damage) streamOf(rng *rand.Rand) string {
	if d.where == "%" {
		return []string{"LB1", "BJ1", record.HouseStream}[rng.Intn(3)]
	}
	return []string{"LB1", "BJ1"}[rng.Intn(2)]
}

// A thousand cells of the record, each changed in a copy of its own: verify names each.
func TestDamageIsNamed(t *testing.T) {
	dir, early := played(t)
	if out, problem, status := ctl(t, "", "verify", "--data", dir); status != done || !strings.HasSuffix(out, "\nholds\n") {
		t.Fatalf("the record as it is: status %d\n%s%s", status, out, problem)
	}
	file, err := os.ReadFile(filepath.Join(dir, storage.FileName))
	must(t, err)
	key, err := os.ReadFile(filepath.Join(dir, storage.KeyFile))
	must(t, err)
	rng := rand.New(rand.NewSource(1))
	damaged := 1000
	if testing.Short() {
		damaged = 250
	}
	times := map[string]int{}
	for n := range damaged {
		d := damages[n%len(damages)]
		copied := t.TempDir()
		must(t, os.WriteFile(filepath.Join(copied, storage.FileName), file, 0o600))
		must(t, os.WriteFile(filepath.Join(copied, storage.KeyFile), key, 0o600))
		x := &target{Rand: rng, early: early}
		var want string
		err := withDB(copied, func(db *sql.DB) error {
			x.db = db
			return withoutTriggers(db, func() (err error) {
				if err := x.pick(d.streamOf(rng), d.where); err != nil {
					return err
				}
				want, err = d.do(x)
				return err
			})
		})
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		times[d.name]++
		out, problem, status := ctl(t, "", "verify", "--data", copied)
		if status != notHeld || problem != "" || !strings.Contains(out, "\n  "+want) {
			t.Errorf("%s of %s: status %d, wanted %q named:\n%s%s", d.name, x.stream, status, want, out, problem)
		}
		if x.stream == "LB1" && strings.Count(out, "\n  ") != 1 {
			t.Errorf("%s of %s: something else is named too:\n%s", d.name, x.stream, out)
		}
		must(t, os.RemoveAll(copied))
	}
	for _, d := range damages {
		if times[d.name] < damaged/len(damages) {
			t.Errorf("%s was tried %d times", d.name, times[d.name])
		}
	}
}
