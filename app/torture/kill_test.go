package torture

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// childEnv is set where this program is one that plays until it is killed: to the folder of
// the house, a seed and the time at which it begins.
const childEnv = "SABOT_TORTURE_CHILD"

// perHouse is how often one house is killed.
const perHouse = 50

// Programs that play hands of every game, relieve, close, sign, bring heads and backups away,
// enter people and change PINs are killed at random moments. What they had said was done is
// there, byte for byte, the record holds, and the next program plays on.
func TestKills(t *testing.T) {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	var l *life
	kills := times(1000, 12)
	for n := range kills {
		if n%perHouse == 0 {
			l = newLife(t, t.TempDir())
			must(t, l.open())
			must(t, l.setUp())
			must(t, l.close())
		}
		l.killed(t, rng, n)
		if n%perHouse == perHouse-1 || n == kills-1 {
			must(t, os.RemoveAll(l.root))
		}
	}
}

// killed has a program play in a house, kills it and looks at what it left.
func (l *life) killed(t *testing.T, rng *rand.Rand, n int) {
	t.Helper()
	const longestPlay, longestStart = 250, 150 // milliseconds
	what, seed := "kills in play", rng.Int63()
	early := n%5 == 4
	if early {
		what = "kills at a start in the middle of play"
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s,%d,%d", childEnv, l.root, seed, l.clock.Now().UnixMilli()))
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewReader(out)
	var dead error
	wait := time.Duration(rng.Intn(1000*longestStart)) * time.Microsecond
	if !early {
		for begun := false; dead == nil && !begun; { // up to its first entry
			begun, dead = l.hears(lines)
		}
		wait = time.Duration(rng.Intn(1000*longestPlay)) * time.Microsecond
	}
	time.Sleep(wait)
	must(t, cmd.Process.Kill())
	for dead == nil {
		_, dead = l.hears(lines)
	}
	if errors.Is(dead, io.EOF) {
		dead = nil
	}
	_ = cmd.Wait() // it was killed
	if dead == nil {
		dead = l.open()
	}
	if dead != nil {
		tally.of(what).came(t, 0, nil, dead, "kill %d, seed %d, after %v", n, seed, wait)
		return
	}
	looked, lost := l.lostAt(0)
	lost = errors.Join(lost, l.filesLostAt(0))
	if n%10 == 0 || n%perHouse == perHouse-1 {
		dead = l.holds()
	}
	tally.of(what).came(t, looked, lost, errors.Join(dead, l.takesAsTold(), l.close()), "kill %d, seed %d, after %v", n, seed, wait)
}

// hears takes a line of the program that plays: an entry, or a file. It answers whether the
// program has done something. The error is io.EOF where it says no more.
func (l *life) hears(lines *bufio.Reader) (begun bool, err error) {
	line, err := lines.ReadString('\n')
	if err != nil {
		return false, err // and what there is of a line was not said
	}
	w := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	switch {
	case w[0] == "file" && len(w) == 2:
		return false, l.keep(w[1])
	case w[0] != "entry" || len(w) != 5:
		return false, fmt.Errorf("the program says: %s", line)
	}
	seq, err := strconv.Atoi(w[2])
	if err != nil {
		return false, err
	}
	at, err := strconv.ParseInt(w[4], 10, 64)
	if err != nil {
		return false, err
	}
	if entered := time.UnixMilli(at); entered.After(l.clock.Now()) {
		l.clock.Pass(entered.Sub(l.clock.Now()))
	}
	var leaf seal.Hash
	if _, err := hex.Decode(leaf[:], []byte(w[3])); err != nil {
		return false, err
	}
	if n := len(l.told[w[1]]); seq != n+1 {
		return false, fmt.Errorf("entry %d of %s after entry %d", seq, w[1], n)
	}
	l.told[w[1]] = append(l.told[w[1]], told{leaf: leaf})
	return true, nil
}

// takesAsTold takes what lies in the record, and may be more than was acknowledged, as what may
// not be lost from now on.
func (l *life) takesAsTold() error {
	ctx := context.Background()
	s, err := l.house.Store().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	streams, err := s.Streams(ctx)
	if err != nil {
		return err
	}
	for _, stream := range streams {
		var all []told
		for leaf, err := range s.Leaves(ctx, stream) {
			if err != nil {
				return err
			}
			all = append(all, told{leaf: leaf})
		}
		l.told[stream] = all
	}
	l.clock.Pass(10 * time.Minute)
	return nil
}

// play is the program that is killed.
func play(how string) {
	w := strings.Split(how, ",")
	seed, err := strconv.ParseInt(w[1], 10, 64)
	if err == nil {
		var from int64
		if from, err = strconv.ParseInt(w[2], 10, 64); err == nil {
			l := &life{root: w[0], clock: demo.NewClock(time.UnixMilli(from).UTC()), aloud: true}
			err = l.playsForEver(rand.New(rand.NewSource(seed)))
		}
	}
	fmt.Println(err)
	os.Exit(1)
}

func (l *life) playsForEver(rng *rand.Rand) error {
	if err := l.open(); err != nil {
		return err
	}
	elena, err := l.house.SignOn(manager)
	if err != nil {
		return err
	}
	for ctx := context.Background(); ; {
		table := tables()[rng.Intn(len(tables()))]
		switch rng.Intn(8) {
		case 0:
			err = l.shift(table, rng.Intn(2), rng.Int63())
		case 1:
			number := strconv.Itoa(500 + rng.Intn(200))
			err = l.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: "Nina " + number, Role: record.Croupier}, PIN: pinOf(rng)}, elena)
		case 2:
			pin, other := pinOf(rng), pinOf(rng)
			number := strconv.Itoa(700 + rng.Intn(200))
			who := house.NewStaff{Staff: house.Staff{Number: number, Name: "Nino " + number, Role: record.Inspector}, PIN: pin}
			if err = l.house.Staff().EnterStaff(who, elena); err == nil && pin != other {
				err = l.house.Staff().ChangePIN(number+pin, other)
			}
		default:
			if err = demo.Play(ctx, l.house, l.clock, table, 1+rng.Intn(3), rng.Int63()); err != nil {
				err = fmt.Errorf("playing at %s: %w", table, err)
			}
		}
		if refused := new(house.Refusal); errors.As(err, &refused) && (refused.Why == house.WeakPIN || refused.Why == house.PINHasNumber) {
			err = nil // chance chose a PIN that nobody may have
		}
		if err != nil {
			return err
		}
	}
}

func pinOf(rng *rand.Rand) string { return fmt.Sprintf("%04d", 1000+rng.Intn(9000)) }
