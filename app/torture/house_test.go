package torture

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/pit/seal"
	"sabot/storage"
)

// What people were told: an entry of which Append has returned, a file of which they got the
// name. From then on it may not be lost.

// evening is when the first shift begins.
var evening = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

// life is a house with all its folders, and what was told of it.
type life struct {
	root  string
	clock *demo.Clock
	house *session.House
	at    func() int // how many things were done to the disk so far; nil where nothing is noted any more
	told  map[string][]told
	files []kept
	aloud bool // it is said on standard output instead
}

// told is an entry that was acknowledged, by its hash.
type told struct {
	leaf seal.Hash
	at   int
}

// kept is a file that somebody was told the name of.
type kept struct {
	path string
	sum  [sha256.Size]byte
	at   int
}

// left is the house as a disk has it after its end, in the same folder.
func (l *life) left(disk what, now time.Time) (*life, error) {
	return &life{root: l.root, clock: demo.NewClock(now), told: l.told, files: l.files}, lay(l.root, disk)
}

func (l *life) dir(name string) string { return filepath.Join(l.root, name) }

// newLife is a house in a folder, with the disk that it is backed up to and the one that its
// heads go to; it is not open yet.
func newLife(t *testing.T, root string) *life {
	t.Helper()
	l := &life{root: root, clock: demo.NewClock(evening), at: func() int { return 0 }, told: map[string][]told{}}
	for _, folder := range []string{"account", "backups", "proof"} {
		must(t, os.MkdirAll(l.dir(folder), 0o700))
	}
	return l
}

// open opens it as the program does.
func (l *life) open() error {
	if err := os.Setenv(record.PepperEnv, l.dir("account/pepper.key")); err != nil {
		return err
	}
	store, err := storage.Open(l.dir("data"))
	if err != nil {
		return err
	}
	h, err := session.On(telling{store, l.tell}, l.clock.Now)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	l.house = h
	return nil
}

func (l *life) close() error { return l.house.Close() }

// telling is a record that says which of its entries are acknowledged.
type telling struct {
	*storage.Store
	tell func([]record.Entry)
}

func (k telling) Append(entries ...record.Entry) error { return k.AppendWith(nil, entries...) }

func (k telling) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	err := k.Store.AppendWith(secrets, entries...)
	if err == nil {
		k.tell(entries)
	}
	return err
}

func (k telling) AppendIf(stream string, last int64, entries ...record.Entry) error {
	err := k.Store.AppendIf(stream, last, entries...)
	if err == nil {
		k.tell(entries)
	}
	return err
}

func (l *life) tell(entries []record.Entry) {
	if l.aloud {
		var lines []byte
		for _, e := range entries {
			leaf := seal.Leaf(record.Encode(e))
			lines = fmt.Appendf(lines, "entry\t%s\t%d\t%x\t%d\n", e.Table, e.Seq, leaf[:], e.At.UnixMilli())
		}
		_, _ = os.Stdout.Write(lines) // who hears nothing finds nothing lost
	}
	if l.at == nil {
		return
	}
	for _, e := range entries {
		l.told[e.Table] = append(l.told[e.Table], told{seal.Leaf(record.Encode(e)), l.at()})
	}
}

func (l *life) keep(path string) error {
	if l.aloud {
		_, err := fmt.Printf("file\t%s\n", path)
		return err
	}
	if l.at == nil {
		return nil
	}
	content, err := os.ReadFile(path)
	l.files = append(l.files, kept{path, sha256.Sum256(content), l.at()})
	return err
}

// plan is the house to try: a table of each game.
func plan() house.Plan { return house.DemoPlan("it", "", 1) }

// tables are those of the plan.
func tables() (names []string) {
	for _, t := range plan().Tables {
		names = append(names, t.Name)
	}
	return names
}

const manager = "316931"

// setUp sets the house up, with an off-site copy for its heads.
func (l *life) setUp() error {
	return inOrder(func() error { return l.house.SetUp(plan()) }, l.plansProof)
}

func (l *life) plansProof() error {
	elena, err := l.house.SignOn(manager)
	if err != nil {
		return err
	}
	return backups.Of(l.house).PlanProof(record.ProofPlanned{Folder: l.dir("proof")}, elena)
}

// shift is a whole shift of a table, to the signed report, the head in the off-site copy and a
// backup. Of one that is open already it is the rest.
func (l *life) shift(table string, hands int, seed int64) error {
	if err := demo.Play(context.Background(), l.house, l.clock, table, hands, seed); err != nil {
		return fmt.Errorf("playing at %s: %w", table, err)
	}
	report, err := demo.Close(l.house, l.clock, table)
	if err != nil {
		return fmt.Errorf("closing %s: %w", table, err)
	}
	if err := l.keep(report); err != nil {
		return err
	}
	if _, err := backups.Of(l.house).Deliver(context.Background()); err != nil {
		return err
	}
	heads, err := filepath.Glob(l.dir("proof/*"))
	if err != nil {
		return err
	}
	for _, head := range heads {
		if err := l.keep(head); err != nil {
			return err
		}
	}
	backup := l.dir("backups/" + backups.Of(l.house).BackupName())
	if _, err := backups.Of(l.house).BackUp(context.Background(), backups.Backup{File: backup}); err != nil {
		return err
	}
	return l.keep(backup)
}

// lostAt says what of that which was told before so many things were done to the disk is not
// in the record as it lies there; how many entries were looked for, and that nothing is in it
// which nobody entered.
func (l *life) lostAt(at int) (looked int, err error) {
	ctx := context.Background()
	s, err := l.house.Store().Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	streams, err := s.Streams(ctx)
	if err != nil {
		return 0, err
	}
	var errs []error
	there := map[string]int{}
	for _, stream := range streams {
		n := 0
		for leaf, err := range s.Leaves(ctx, stream) {
			if err != nil {
				return looked, err
			}
			if n < len(l.told[stream]) && l.told[stream][0].at <= at && l.told[stream][n].leaf != seal.Hash(leaf) {
				errs = append(errs, fmt.Errorf("entry %d of %s is another one", n+1, stream))
			}
			n++
		}
		there[stream] = n
	}
	for stream, all := range l.told {
		n := 0
		for n < len(all) && all[n].at <= at {
			n++
		}
		if looked += n; there[stream] < n {
			errs = append(errs, fmt.Errorf("%d entries of %s, %d were acknowledged", there[stream], stream, n))
		}
	}
	return looked, errors.Join(errs...)
}

// filesLostAt is the same of files.
func (l *life) filesLostAt(at int) error {
	var errs []error
	for _, f := range l.files {
		if f.at > at {
			continue
		}
		content, err := os.ReadFile(f.path)
		if err == nil && sha256.Sum256(content) != f.sum {
			err = fmt.Errorf("%s is not what it was", filepath.Base(f.path))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// holds audits the record.
func (l *life) holds() error {
	ctx := context.Background()
	s, err := l.house.Store().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	all, err := audit.Verify(ctx, s, audit.Check{Trusted: l.house.Store().Verifier()})
	for _, c := range all {
		if c.Fault != nil {
			err = errors.Join(err, c.Fault)
		}
	}
	return err
}

// inOrder does one thing after the other, up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, do := range steps {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

func TestMain(m *testing.M) {
	if child := os.Getenv(childEnv); child != "" {
		house.KeyCost = house.Cost{Memory: 8, Passes: 1}
		play(child)
	}
	install()
	recordtest.Main(m)
	tally.print()
}
