package torture

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"syscall"
	"testing"

	"sabot/storage/disk"
)

// job is something during which the disk refuses.
type job struct {
	what   string
	before func(*life) error // what was done long before
	do     func(*patient) error
}

// jobs are what is done in a house, from its start on.
func jobs() []job {
	list := []job{{"set-up", nil, func(p *patient) error { return p.setsUp() }}}
	for _, s := range stops[1:] {
		list = append(list, job{s.what, s.before, func(p *patient) error {
			return p.try(s.what, func() error { return s.do(p.life) })
		}})
	}
	for _, table := range tables() {
		list = append(list, job{"a shift of " + table, (*life).setUp, func(p *patient) error { return p.night(table) }})
	}
	return list
}

func (p *patient) setsUp() error {
	return p.try("setting up", func() error {
		if p.house.State.SetUp() { // what was refused was the off-site copy
			return p.plansProof()
		}
		return p.setUp()
	})
}

// Each thing that is done to the disk fails once. The program says so, nothing of what it was
// about to do is done, the next try does it, and nothing that was acknowledged is lost.
func TestEveryWriteFailsOnce(t *testing.T) {
	for _, j := range jobs() {
		t.Run(j.what, func(t *testing.T) { j.failing(t) })
	}
}

func (j job) failing(t *testing.T) {
	l := newLife(t, scratch(t))
	if j.before != nil {
		must(t, inOrder(l.open, func() error { return j.before(l) }, l.close))
	}
	base, now := platterOf(t, l.root).left(killed, rand.New(rand.NewSource(1))), l.clock.Now()
	for _, r := range []refusal{{err: syscall.EIO}, {syscall.ENOSPC, true}} {
		for n, step := 1, times(1, 19); ; n += step {
			after, err := l.left(base, now)
			must(t, err)
			after.notes()
			var hit disk.Op
			p := &patient{life: after, mend: func(error) error { return nil }}
			end := watch(&watched{root: l.root, refuse: once(n, r.err, r.half, &hit)})
			dead := inOrder(p.opens, func() error { return j.do(p) })
			if after.house != nil {
				_ = after.close() // it may be that which the disk refuses
			}
			end()
			if hit.Kind == "" {
				must(t, dead)
				break
			}
			var looked int
			var lost error
			if dead == nil {
				looked, lost, dead = after.resumes(0)
			}
			if dead == nil {
				dead = after.playsOn(tables()[0], 1)
			}
			tally.of(fmt.Sprintf("each write %s once: %s", r, j.what)).came(t, looked, lost, dead, "the %dth, %s", n, said(hit))
		}
	}
}

// notes has the house note what it is told, behind what it was told before.
func (l *life) notes() {
	l.at = func() int { return 0 }
	l.told = maps.Clone(l.told)
	for stream, all := range l.told {
		l.told[stream] = slices.Clip(all)
	}
	l.files = slices.Clip(l.files)
}
