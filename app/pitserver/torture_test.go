package pitserver_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"
	"time"
)

// What a torture goes by: how long it takes, and the one seed that is tried once more.
const (
	lengthVariable = "SABOT_TORTURE_PIT"
	seedVariable   = "SABOT_TORTURE_SEED"
	officeVariable = "SABOT_TORTURE" // all of what the office enters
)

// tortured returns how long each torture of make prove WHAT=torture-pit takes; 0 where a little of each is tried.
func tortured(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv(lengthVariable)
	if text == "" {
		return 0
	}
	length, err := time.ParseDuration(text)
	must(t, err)
	return length
}

// seedOf returns the seed that is asked for, or another one each time; it is told either way.
func seedOf(t *testing.T) (seed int64, asked bool) {
	t.Helper()
	seed = time.Now().UnixNano()
	if text := os.Getenv(seedVariable); text != "" {
		var err error
		seed, err = strconv.ParseInt(text, 10, 64)
		must(t, err)
		asked = true
	}
	t.Logf("once more: %s=%d", seedVariable, seed)
	return seed, asked
}

// seeded runs a torture with one seed after the other, once at least and for so long, or with the one that is asked for.
func seeded(t *testing.T, length time.Duration, round func(t *testing.T, rng *rand.Rand)) {
	t.Helper()
	seed, asked := seedOf(t)
	for end := time.Now().Add(length); ; seed++ {
		goesOn := t.Run(fmt.Sprintf("%s=%d", seedVariable, seed), func(t *testing.T) { round(t, rand.New(rand.NewSource(seed))) })
		if !goesOn || asked || !time.Now().Before(end) {
			return
		}
	}
}
