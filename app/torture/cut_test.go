package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"testing"

	"sabot/app/demo"
)

// Power cuts in play: shifts of every game are recorded down to each write, and cut at random
// moments. Whatever of the unsynced the disk has, the house opens, has every entry and every
// file that somebody was told of, holds before the audit, and the table plays on.
func TestPowerCuts(t *testing.T) {
	l := newLife(t, scratch(t))
	w := &watched{root: l.root, keep: true}
	before := platterOf(t, l.root)
	end := watch(w)
	l.at = w.count
	must(t, l.open())
	must(t, l.setUp())
	played := w.count()
	for round := range times(3, 1) {
		for i, table := range tables() {
			must(t, l.shift(table, times(12, 6), int64(10*round+i)))
		}
	}
	now := l.clock.Now()
	must(t, l.close())
	end()
	isReplayed(t, l.root, w, before)

	rng := rand.New(rand.NewSource(6))
	cuts := make([]int, times(1000, 24))
	for i := range cuts {
		cuts[i] = played + rng.Intn(w.count()-played+1)
	}
	slices.Sort(cuts)
	done := 0
	for i, cut := range cuts {
		for ; done < cut; done++ {
			before.does(w.ops[done])
		}
		how := fates[i%len(fates)]
		after, err := l.left(before.left(how, rng), now)
		must(t, err)
		looked, lost, dead := after.resumes(cut)
		if dead == nil {
			dead = after.playsOn(tables()[i%3], int64(i))
		}
		tally.of(fmt.Sprintf("power cuts in play: %s", how)).came(t, looked, lost, dead, "after %d of %d, %s", cut, w.count(), said(w.ops[max(cut-1, 0)]))
	}
}

// isReplayed demands that what was remembered makes the folder as it is: nothing was written
// past those who watch.
func isReplayed(t *testing.T, root string, w *watched, before *platter) {
	t.Helper()
	p := platterOf(t, root)
	again := &platter{root: root, names: map[string]*file{}, folders: map[string]bool{}, sure: map[string]*file{}, made: map[string]bool{root: true}, since: map[string][]naming{}}
	for path, f := range before.sure { // a file of its own each: who goes on with the disk has it as it was
		own := &file{sure: bytes.Clone(f.sure), since: slices.Clone(f.since)}
		again.names[path], again.sure[path] = own, own
	}
	for path := range before.made {
		again.made[path] = true
	}
	for _, o := range w.ops {
		again.does(o)
	}
	files := again.left(killed, rand.New(rand.NewSource(1))).files
	for path, f := range p.names {
		if got, there := files[path]; !there || !bytes.Equal(got, f.sure) {
			t.Errorf("%s was written past those who watch: %d bytes, %d remembered", path, len(f.sure), len(got))
		}
	}
	for path := range files {
		if p.names[path] == nil {
			t.Errorf("%s is remembered and is not there", path)
		}
	}
}

// resumes opens the house as a disk was left after so many things: looked is how many entries
// were looked for, lost what is not there, dead why the house is none any more.
func (l *life) resumes(at int) (looked int, lost, dead error) {
	if dead = l.open(); dead != nil {
		return 0, nil, dead
	}
	looked, lost = l.lostAt(at)
	return looked, errors.Join(lost, l.filesLostAt(at)), nil
}

// scratch is a folder for what is replayed: in memory where the system has such a disk, as
// nothing of it has to last.
func scratch(t *testing.T) string {
	t.Helper()
	root, err := os.MkdirTemp("/dev/shm", "sabot-torture")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(root)) })
	return root
}

// playsOn plays a hand at a table wherever its record stops, audits all that lies there then
// and closes the house.
func (l *life) playsOn(table string, seed int64) error {
	return errors.Join(demo.Play(context.Background(), l.house, l.clock, table, 1, seed), l.holds(), l.close())
}
