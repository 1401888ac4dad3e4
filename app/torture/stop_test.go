package torture

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/protect"
)

// stop is something that people do in the office, stopped at every single thing that it does
// to the disk: by a kill, and by a power cut of each kind.
type stop struct {
	what   string
	before func(*life) error              // what was done long before
	do     func(*life) error              // what is stopped
	after  func(l *life, told bool) error // what must be so then, and more where do was said to be done
}

const (
	gina    = "51"
	ginaPIN = "7302"
)

func enterGina(l *life) error {
	elena, err := l.house.SignOn(manager)
	if err != nil {
		return err
	}
	return l.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: gina, Name: "Gina Neri", Role: record.Manager}, PIN: ginaPIN}, elena)
}

// hasGina demands that somebody new is there, whole, or not at all, and can then be entered.
func hasGina(l *life, told bool) error {
	if _, known := l.house.State.StaffBy(gina); !known {
		if told {
			return errors.New("who was entered is not there")
		}
		if err := enterGina(l); err != nil {
			return fmt.Errorf("entering her again: %w", err)
		}
	}
	if _, err := l.house.SignOn(gina + ginaPIN); !house.ChooseAnew(err) {
		return fmt.Errorf("her first PIN: %w", err)
	}
	if err := l.house.Staff().ChangePIN(gina+ginaPIN, "9461"); err != nil {
		return err
	}
	return l.signs("114711", gina+"9461")
}

// Her own PINs, the second of which takes the place of the first.
const first, second = "9461", "8520"

func ginaIsIn(l *life) error {
	return inOrder(
		func() error { return hadShift(l) },
		func() error { return enterGina(l) },
		func() error { return l.house.Staff().ChangePIN(gina+ginaPIN, first) },
		func() error { return l.signs("114711", gina+first) })
}

func changePIN(l *life) error { return l.house.Staff().ChangePIN(gina+first, second) }

// hasOnePIN demands that one PIN opens, the new one where that was told.
func hasOnePIN(l *life, told bool) error {
	_, before := l.house.SignOn(gina + first)
	_, after := l.house.SignOn(gina + second)
	switch {
	case before == nil && after == nil:
		return errors.New("both PINs open")
	case told && after != nil:
		return fmt.Errorf("the new PIN does not open: %w", after)
	case after == nil:
		return l.signs("114711", gina+second)
	case before == nil:
		return inOrder(func() error { return l.signs("114711", gina+first) }, func() error { return changePIN(l) }, func() error { return l.signs("114711", gina+second) })
	}
	return fmt.Errorf("neither PIN opens: %w, %w", before, after)
}

// signs has two people sign a report, which must hold.
func (l *life) signs(first, second string) error {
	one, err := l.house.SignOn(first)
	if err != nil {
		return err
	}
	two, err := l.house.SignOn(second)
	if err != nil {
		return err
	}
	_, pdf, err := papers.Of(l.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: tables()[0], Shift: 1}, one, two)
	if err != nil {
		return err
	}
	v, err := papers.Of(l.house).VerifyReport(pdf)
	if err == nil && !v.Holds() {
		err = fmt.Errorf("what they signed does not hold: %v", v.Faults)
	}
	return err
}

// hadShift is a house that has had a shift.
func hadShift(l *life) error {
	return inOrder(l.setUp, func() error { return l.shift(tables()[0], 2, 1) })
}

var stops = []stop{
	{"set-up", nil, (*life).setUp, func(l *life, told bool) error {
		if !l.house.State.SetUp() {
			if told {
				return errors.New("the house that was set up is not there")
			}
			if err := l.setUp(); err != nil {
				return fmt.Errorf("setting it up again: %w", err)
			}
		}
		for _, s := range plan().Staff {
			if _, err := l.house.SignOn(s.Number + s.PIN); err != nil {
				return err
			}
		}
		return enterGina(l)
	}},
	{"new person", hadShift, enterGina, hasGina},
	{"new PIN", ginaIsIn, changePIN, hasOnePIN},
	{"new authority, after a restore", func(l *life) error {
		return inOrder(func() error { return hadShift(l) }, func() error { return os.Remove(l.dir("data/authority.pem")) })
	}, enterGina, hasNewAuthority},
	{"new authority, before the old one ends", func(l *life) error {
		err := hadShift(l)
		l.clock.Pass(20 * 365 * 24 * time.Hour)
		return err
	}, enterGina, hasNewAuthority},
	{"authority under a passphrase", hadShift, closeAuthority(false), hasClosedAuthority},
	{"new authority under a passphrase", func(l *life) error {
		return inOrder(func() error { return hadShift(l) }, func() error { return closeAuthority(false)(l) })
	}, closeAuthority(true), hasClosedAuthority},
	{"secrets under a passphrase", func(l *life) error {
		return inOrder(func() error { return hadShift(l) }, func() error { return makeKit(l) })
	}, protectSecrets(protect.Passphrase), hasSecrets(protect.Passphrase)},
	{"secrets that lie open again", func(l *life) error {
		return inOrder(func() error { return hadShift(l) }, func() error { return makeKit(l) }, func() error { return protectSecrets(protect.Passphrase)(l) })
	}, protectSecrets(protect.Open), hasSecrets(protect.Open)},
	{"certificates still to come", func(l *life) error {
		return inOrder(func() error { return ginaIsIn(l) }, func() error { return closeAuthority(false)(l) }, func() error { return changePIN(l) })
	}, certify, func(l *life, told bool) error {
		if coming := l.house.Coming(); len(coming) > 1 || told && len(coming) > 0 {
			return fmt.Errorf("certificates still to come: %v", coming)
		}
		return inOrder(func() error { return l.signs("114711", gina+second) }, func() error { return certify(l) }, func() error { return l.signs("114711", gina+second) })
	}},
}

const phrase = "quattro assi nella manica"

func closeAuthority(anew bool) func(*life) error {
	return func(l *life) error {
		elena, err := l.house.SignOn(manager)
		if err != nil {
			return err
		}
		if err = l.house.Authority().CloseAuthority(phrase, anew, elena); !anew && house.RefusedFor(err, house.AuthorityShut) {
			return nil // the try before closed it and left the open file, which signing on took away
		}
		return err
	}
}

func certify(l *life) error {
	_, err := l.house.Authority().CertifyComing(phrase, "")
	return err
}

// hasClosedAuthority demands that the authority lies open or under the passphrase, and not both: what was begun is done again.
func hasClosedAuthority(l *life, told bool) error {
	closed := l.house.State.AuthorityClosed()
	_, err := os.Stat(l.dir("data/authority.pem"))
	switch open := err == nil; {
	case told && !closed:
		return errors.New("the authority that was closed is not")
	case closed == open:
		return fmt.Errorf("it is closed, %t, and lies open, %t", closed, open)
	case !closed:
		if err := closeAuthority(false)(l); err != nil {
			return err
		}
	}
	return inOrder(
		func() error { return enterGina(l) },
		func() error { return certify(l) },
		func() error { return l.house.Staff().ChangePIN(gina+ginaPIN, first) },
		func() error { return l.signs("114711", gina+first) },
		func() error { return certify(l) },
		func() error { return l.signs("114711", gina+first) })
}

func makeKit(l *life) error {
	elena, err := l.house.SignOn(manager)
	if err == nil {
		_, err = backups.Of(l.house).MakeKit(elena, "", filepath.Join(l.dir("account"), "kit.txt"))
	}
	return err
}

func protectSecrets(how protect.How) func(*life) error {
	return func(l *life) error {
		_, err := backups.Protect(l.house, l.dir("data"), backups.Protection{How: how, Passphrase: phrase})
		return err
	}
}

// hasSecrets demands that people sign as before, and that the same once more finishes what was begun.
func hasSecrets(how protect.How) func(*life, bool) error {
	return func(l *life, told bool) error {
		list, err := storage.Secrets(l.dir("data"))
		if err != nil {
			return err
		}
		for _, s := range list {
			if told && s.How != how {
				return fmt.Errorf("%s is protected %q and not %q", s.Path, s.How, how)
			}
		}
		return inOrder(func() error { return enterGina(l) }, func() error { return protectSecrets(how)(l) }, func() error { return l.house.Staff().ChangePIN(gina+ginaPIN, first) }, func() error { return l.signs("114711", gina+first) })
	}
}

// hasNewAuthority demands that who was certified by the one before signs still.
func hasNewAuthority(l *life, told bool) error {
	if err := hasGina(l, told); err != nil {
		return err
	}
	if n := len(l.house.State.Authorities); n < 2 {
		return fmt.Errorf("%d authorities", n)
	}
	return l.signs("114711", "215821")
}

// A house goes on wherever it was stopped.
func TestStopAtEachWrite(t *testing.T) {
	for _, s := range stops {
		t.Run(s.what, func(t *testing.T) { s.everywhere(t) })
	}
}

func (s stop) everywhere(t *testing.T) {
	l := newLife(t, scratch(t))
	w := &watched{root: l.root, keep: true}
	if s.before != nil {
		must(t, l.open())
		must(t, s.before(l))
		must(t, l.close())
	}
	disk := platterOf(t, l.root)
	l.clock.Pass(time.Minute)
	end := watch(w)
	defer end()
	l.at = w.count
	must(t, l.open())
	must(t, s.do(l))
	told, now := w.count(), l.clock.Now()
	must(t, l.close())
	end()
	isReplayed(t, l.root, w, disk)

	rng := rand.New(rand.NewSource(9))
	all := append([]fate{killed}, fates...)
	for at := range w.count() + 1 {
		if at > 0 {
			disk.does(w.ops[at-1])
		}
		for i, how := range all {
			if !whole && (at%3 > 0 || i != at/3%len(all)) {
				continue
			}
			after, err := l.left(disk.left(how, rng), now)
			must(t, err)
			looked, lost, dead := after.resumes(at)
			if dead == nil {
				dead = inOrder(func() error { return s.after(after, at >= told) }, func() error { return after.playsOn(tables()[0], 1) })
			}
			tally.of("stopped at each write: "+s.what).came(t, looked, lost, dead, "%d of %d, %s, %s", at, w.count(), said(w.ops[max(at-1, 0)]), how)
		}
	}
}
