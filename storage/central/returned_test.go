package central_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// remembered is a Seen in memory.
type remembered struct {
	mu sync.Mutex
	is central.Standing
}

func (r *remembered) Last() (central.Standing, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.is, nil
}

func (r *remembered) Keep(s central.Standing) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.is = s
	return nil
}

func (*remembered) File() string { return "signed/database.json" }

// The database's machine comes back by itself, after the second one went on: whoever names both takes the second one, and who has
// seen the second one takes the old one for none while that is away.
func TestOldDatabaseComesBack(t *testing.T) {
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	owner, err := first.URL()
	must(t, err)
	alone, err := central.Init(t.Context(), owner, house)
	must(t, err)
	must(t, central.Enroll(t.Context(), owner, house, "m1", "1", []string{"LB1"}, false, 1))
	second, err := first.Standby()
	must(t, err)
	defer second.Down(false)
	seen, olds := &remembered{}, &olds{}
	db := central.Postgres{Owner: first.Either(owner, second), Serve: first.Either(alone, second), Seen: seen, Says: olds.add}

	w, err := db.Write(t.Context(), house)
	must(t, err)
	s, err := w.Begin(t.Context(), "m1", "LB1")
	must(t, err)
	var tree seal.Tree
	must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 100)}, 7))
	q := db.Read(house)
	defer q.Close()
	sizeIs(t, q, 100)
	must(t, first.Down(false))
	w.Close()
	must(t, second.Promote())
	must(t, pgtest.Seen("the second one is written to", func() bool {
		w, err = db.Write(t.Context(), house)
		return err == nil
	}))
	defer func() { w.Close() }()
	must(t, w.Append(t.Context(), []central.Piece{piece(s, &tree, 50)}, 8))

	must(t, first.Up()) // nobody told it
	another := central.Postgres{Serve: db.Serve, Says: olds.add}
	if w, err := another.Write(t.Context(), house); !errors.Is(err, central.ErrTaken) {
		t.Errorf("a second one has the right to write: %v, %v", w, err)
	}
	if !strings.Contains(olds.String(), "is an old one: it was left at its timeline 1") || !strings.Contains(olds.String(), "set it up as a standby") {
		t.Errorf("nothing is said of the old one: %q", olds.String())
	}
	p := central.Postgres{Serve: db.Serve}.Read(house)
	defer p.Close()
	sizeIs(t, p, 150)
	sizeIs(t, q, 150)
	file := t.TempDir() + "/after.dump"
	must(t, central.Backup(t.Context(), db.Owner, file))
	if n := inBackup(t, file); n != 150 {
		t.Errorf("the backup has %d entries", n)
	}

	must(t, second.Down(false)) // both were there, and now the old one alone is
	for what, db := range map[string]central.Postgres{"of both": db, "of the old one alone": {Owner: owner, Serve: alone, Seen: seen}} {
		_, err := db.Write(t.Context(), house)
		oldRefused(t, what+": writing", err)
		oldRefused(t, what+": a backup", db.Backup(t.Context(), t.TempDir()+"/old.dump"))
		q := db.Read(house)
		_, err = q.Streams(t.Context())
		oldRefused(t, what+": reading", err)
		q.Close()
		oldRefused(t, what+": enrolling", db.Owned(house).Enroll(t.Context(), "m2", "2", nil, false, 1))
	}
}

// The second database is promoted while the first one is still there, and written to: the one that writes there gives that up.
func TestDatabasePromotedBesideTheFirst(t *testing.T) {
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	owner, err := first.URL()
	must(t, err)
	serve, err := central.Init(t.Context(), owner, house)
	must(t, err)
	second, err := first.Standby()
	must(t, err)
	defer second.Down(false)
	serve = first.Either(serve, second)
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer w.Close()
	q := central.Read(serve, house)
	defer q.Close()
	_, err = q.Streams(t.Context())
	must(t, err)
	must(t, second.Promote())
	must(t, pgtest.Seen("it writes no more", func() bool {
		time.Sleep(time.Second) // as often as it says that it is alive
		err = w.Alive(t.Context())
		return err != nil
	}))
	if !errors.Is(err, central.ErrOld) {
		t.Errorf("it writes no more for %v", err)
	}
	again, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer again.Close()
}

// Two databases of which neither went on from the other are none.
func TestTwoDatabasesApart(t *testing.T) {
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	owner, err := first.URL()
	must(t, err)
	second, err := pgtest.Start()
	must(t, err)
	defer second.Stop()
	_, err = second.URL()
	must(t, err)
	if _, err := central.Init(t.Context(), first.Either(owner, second), house); err == nil || !strings.Contains(err.Error(), "neither went on from the other") {
		t.Errorf("a pit of both: %v", err)
	}
}

// olds are what is said of old databases.
type olds struct {
	mu   sync.Mutex
	says []string
}

func (o *olds) add(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.says = append(o.says, err.Error())
}

func (o *olds) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.Join(o.says, "\n")
}

func oldRefused(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, central.ErrOld) || !strings.Contains(err.Error(), "delete signed/database.json") {
		t.Errorf("%s at the old one: %v", what, err)
	}
}

// sizeIs waits until the stream has a size: who had a connection to the old database leaves it within seconds.
func sizeIs(t *testing.T, q central.Reading, want int64) {
	t.Helper()
	must(t, pgtest.Seen("the stream is as long as it should be", func() bool {
		s, err := q.Stream(context.Background(), "m1", "LB1")
		return err == nil && s.Size == want
	}))
}

// inBackup returns how many entries of the stream a backup has.
func inBackup(t *testing.T, file string) int64 {
	t.Helper()
	empty, err := server.URL()
	must(t, err)
	again, err := central.Restore(t.Context(), empty, house, "", file)
	must(t, err)
	q := central.Read(again, house)
	defer q.Close()
	s, err := q.Stream(t.Context(), "m1", "LB1")
	must(t, err)
	return s.Size
}
