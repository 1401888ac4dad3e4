package shoe_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"sabot/app/shoe"
	"sabot/app/shoe/sim"
)

// port is a port that is none, with a reader on it.
func port(t *testing.T, p shoe.Protocol, log *shoe.Log) (end *os.File, next func() shoe.Event) {
	t.Helper()
	end, name, err := sim.Port()
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { end.Close() })
	events := make(chan shoe.Event, 10_000)
	r := shoe.Reader{Setting: shoe.Setting{Protocol: p, Transport: shoe.Serial, Address: name}, Log: log, Tell: func(e shoe.Event) { events <- e }}
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { defer close(over); r.Run(ctx) }()
	t.Cleanup(func() { stop(); <-over })
	return end, func() shoe.Event {
		t.Helper()
		for {
			select {
			case e := <-events:
				if e.Kind != shoe.Spoiled {
					return e
				}
			case <-time.After(2 * time.Minute):
				t.Fatal("nothing is told")
			}
		}
	}
}

// Over a port every byte passes as it is, and one that is pulled out in the middle of a telegram
// is told.
func TestSerialPort(t *testing.T) {
	end, next := port(t, shoe.Neutral, nil)
	if e := next(); e.Kind != shoe.Linked {
		t.Fatalf("first it says %v", e)
	}
	if _, err := end.Write([]byte("\x00\xff\x11\x13\x03\x04\x1a\x7f\r\n$SB,0002,C,8S*17\r\n$SB,00")); err != nil {
		t.Fatal(err)
	}
	if e := next(); e.String() != "card #0002 8s" {
		t.Fatalf("then %v", e)
	}
	if err := end.Close(); err != nil {
		t.Fatal(err)
	}
	if e := next(); e.Kind != shoe.Lost || strings.TrimSpace(e.Code) == "" {
		t.Fatalf("then %v", e)
	}
}

// A whole shoe through a port, by either protocol: every card once, in order; what came lies in
// the log, byte by byte.
func TestAWholeShoeThroughAPort(t *testing.T) {
	for _, p := range shoe.Protocols() {
		log := &shoe.Log{Folder: t.TempDir(), Name: "LB1"}
		end, next := port(t, p, log)
		if e := next(); e.Kind != shoe.Linked {
			t.Fatalf("first it says %v", e)
		}
		from, cards := &sim.Shoe{Protocol: p}, sim.Shuffled(6, 6)
		var all []byte
		for i, c := range cards {
			said := from.Card(c, shoe.Where{Side: shoe.Player, N: i%3 + 1})
			all = append(all, said...)
			if _, err := end.Write(said); err != nil {
				t.Fatal(err)
			}
			if e := next(); e.Kind != shoe.Card || e.Card != c {
				t.Fatalf("%s: card %d was %s and is %v", p, i, c, e)
			}
		}
		if len(cards) != 312 {
			t.Errorf("a shoe of %d", len(cards))
		}
		files, err := os.ReadDir(log.Folder)
		if err != nil || len(files) == 0 {
			t.Fatal(err)
		}
		var raw []byte
		for _, f := range files { // two, if the day ended meanwhile
			b, err := os.ReadFile(log.Folder + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			came, err := sim.Came(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range came {
				raw = append(raw, c.Bytes...)
			}
		}
		if len(raw) < len(all)-30 || !bytes.HasPrefix(all, raw) { // the copies of the last one may still be on their way
			t.Errorf("%s: %d bytes are kept, %d were sent", p, len(raw), len(all))
		}
	}
}

// Every card of a shoe has a place in the shoe's own game: two for each side, then a third for
// some.
func TestPlacesOfAShoe(t *testing.T) {
	cards := sim.Shuffled(8, 1)
	places := sim.Places(cards, false)
	if len(places) != len(cards) || places[0] != (shoe.Where{Side: shoe.Player, N: 1}) || places[1] != (shoe.Where{Side: shoe.Banker, N: 1}) {
		t.Fatalf("%d places, the first %v", len(places), places[:min(2, len(places))])
	}
	thirds := 0
	for _, w := range places {
		if w.N == 3 {
			thirds++
		}
	}
	if thirds < 20 || thirds > 120 {
		t.Errorf("%d third cards", thirds)
	}
}

// Where it burns, the first card says how many of those behind it, and the hands begin there.
func TestPlacesOfAShoeThatBurns(t *testing.T) {
	cards := sim.Shuffled(8, 1)
	places, n := sim.Places(cards, true), cards[0].BurnCount()
	if len(places) != len(cards) || places[0] != (shoe.Where{Side: shoe.First, N: n}) || n < 1 {
		t.Fatalf("%d places, the first %v", len(places), places[0])
	}
	for i, w := range places[1 : n+1] {
		if w != (shoe.Where{Side: shoe.Burned, N: i + 1}) {
			t.Errorf("behind the first it has %v at %d", w, i)
		}
	}
	if places[n+1] != (shoe.Where{Side: shoe.Player, N: 1}) {
		t.Errorf("the first hand begins with %v", places[n+1])
	}
}
