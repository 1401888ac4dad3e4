package torture

import (
	"errors"
	"syscall"
	"testing"

	"sabot/pit/house"
)

// sizes is how many disks are tried.
const sizes = 100

// A disk that is full is said in a sentence while a table plays, nothing is half done, and
// everything goes on once there is room: of the program that stood open, and of one that is
// started again. Whatever its size, from one on which nothing fits to one on which all does.
func TestFullDisks(t *testing.T) {
	need := &room{size: 1 << 40}
	evenings(t, scratch(t), "", func(l *life) (func() error, func()) {
		return nil, watch(&watched{root: l.root, refuse: need.refuse})
	}, 0)
	if need.most == 0 {
		t.Fatal("an evening needs no disk")
	}
	for i := 0; i < sizes; i += times(1, 9) {
		disk := &room{size: need.most * int64(i) / sizes}
		evenings(t, scratch(t), "full disks, reckoned", func(l *life) (func() error, func()) {
			end := watch(&watched{root: l.root, refuse: disk.refuse})
			return func() error { disk.size = 1 << 40; return nil }, end
		}, i)
	}
}

// The same on disks that the system makes, where it lets this program mount them.
func TestFullDisksMounted(t *testing.T) {
	if unmount, err := mount(t.TempDir(), 1<<20); err != nil {
		t.Skipf("this system lets nobody mount a disk here: %v; TestFullDisks reckons the room instead", err)
	} else {
		must(t, unmount())
	}
	const least, most = 16 << 10, 1150 << 10 // what an evening needs
	for i := 0; i < sizes; i += times(1, 9) {
		root := t.TempDir()
		unmount, err := mount(root, least+(most-least)*int64(i)/sizes)
		must(t, err)
		evenings(t, root, "full disks, mounted", func(l *life) (func() error, func()) {
			return func() error { return enlarge(root, 1<<30) }, func() {}
		}, i)
		must(t, unmount())
	}
}

// evenings is a house from its set-up to a signed shift of each game and a backup after each,
// on a disk of some size. At the first sentence the disk is left as it is for one more try;
// every other time the program is closed and started again before there is room.
func evenings(t *testing.T, root, what string, on func(*life) (enlarge func() error, end func()), i int) {
	t.Helper()
	l := newLife(t, root)
	enlarge, end := on(l)
	var told error
	restarts := i%2 == 1
	p := &patient{life: l}
	p.mend = func(err error) error {
		if refusal := new(house.Refusal); !errors.As(err, &refusal) && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s, size %d of %d: the reason is not told: %v", what, i, sizes, err)
		}
		if told = err; p.refused%2 == 1 {
			return nil // it is tried on the full disk once more
		}
		if restarts {
			return errFull
		}
		return enlarge()
	}
	dead := p.evening()
	if errors.Is(dead, errFull) {
		if l.house != nil {
			_ = l.close() // on a disk that is full
		}
		must(t, enlarge())
		l.house, p.table = nil, nil
		looked, lost, start := l.resumes(0)
		if start == nil {
			start = l.goesOn(p)
		}
		end()
		tally.of(what+", restarted").came(t, looked, lost, start, "size %d of %d, %v", i, sizes, told)
		return
	}
	if l.house != nil {
		_ = l.close()
	}
	end()
	if what == "" {
		must(t, dead)
		return
	}
	must(t, enlarge()) // for what comes after the evening
	var looked int
	var lost error
	if dead == nil {
		looked, lost, dead = l.resumes(0)
	}
	if dead == nil {
		dead = l.playsOn(tables()[0], 1)
	}
	tally.of(what+", room made").came(t, looked, lost, dead, "size %d of %d, %v", i, sizes, told)
}

var errFull = errors.New("the disk is full")

func (p *patient) evening() error {
	if err := inOrder(p.opens, p.setsUp); err != nil {
		return err
	}
	for _, table := range tables() {
		if err := p.night(table); err != nil {
			return err
		}
	}
	return nil
}

// goesOn goes on with a house wherever a full disk has stopped it.
func (l *life) goesOn(p *patient) error {
	if !l.house.State.SetUp() {
		if err := l.setUp(); err != nil {
			return err
		}
	}
	if _, err := l.house.SignOn(manager); err != nil && !house.ChooseAnew(err) {
		return err
	}
	for i, table := range tables() {
		if err := l.shift(table, 1, int64(i)); err != nil {
			return err
		}
	}
	return inOrder(l.holds, l.close)
}
