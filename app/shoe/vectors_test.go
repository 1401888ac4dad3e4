package shoe_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/app/shoe"
	"sabot/app/shoe/sim"
	"sabot/games"
)

var now = time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)

func telegram(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// told is what a decoder makes of some bytes, without what was spoiled.
func told(d shoe.Decoder, b []byte) []string {
	var out []string
	for _, e := range d.Feed(b, now) {
		if e.Kind != shoe.Spoiled {
			out = append(out, e.String())
		}
	}
	return out
}

// The telegrams that the two published implementations of the protocol agree on, and the lines
// of docs/shoe.md.
var vectors = []struct {
	protocol shoe.Protocol
	bytes    string // in hexadecimal; a line as it is
	said     string
}{
	{shoe.AngelEye, "05 31 44 81 B8 03 34 46", "card #1 8s player:1"},
	{shoe.AngelEye, "05 37 44 91 A5 03 34 34", "card #7 5c banker:1"},
	{shoe.AngelEye, "05 32 47 91 03 45 37", "other #2"},
	{shoe.AngelEye, "05 33 43 03 37 33", "cut #3"},
	{shoe.AngelEye, "05 34 45 C1 03 42 33", "fault #4 1"},
	{shoe.AngelEye, "05 35 4C 81 03 46 42", "locked #5"},
	{shoe.Neutral, "$SB,0001,S,12*6C\r\n", "start #0001 12"},
	{shoe.Neutral, "$SB,0002,C,8S*17\r\n", "card #0002 8s"},
	{shoe.Neutral, "$SB,0003,C,TD*6D\r\n", "card #0003 Td"},
	{shoe.Neutral, "$SB,0004,X*4D\r\n", "cut #0004"},
	{shoe.Neutral, "$SB,0005,E,1*4C\r\n", "fault #0005 1"},
	{shoe.Neutral, "$SB,0006,H*5F\r\n", "heart #0006"},
}

func vector(t testing.TB, text string) []byte {
	if strings.HasPrefix(text, "$") {
		return []byte(text)
	}
	return telegram(t, text)
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		b := vector(t, v.bytes)
		if got := told(shoe.NewDecoder(v.protocol), b); len(got) != 1 || got[0] != v.said {
			t.Errorf("%s: %q, want %q", v.bytes, got, v.said)
		}
		d := shoe.NewDecoder(v.protocol)
		if got := told(d, bytes.Repeat(b, 3)); len(got) != 1 {
			t.Errorf("%s sent three times: %q", v.bytes, got)
		}
		if d.Reset(); len(told(d, b)) != 0 {
			t.Errorf("%s is told once more on another line", v.bytes)
		}
	}
}

// Wherever a telegram is cut it is one event once the rest has come, and where the rest never
// comes the next telegram is told whole.
func TestCutAtEachByte(t *testing.T) {
	for _, v := range vectors {
		b := vector(t, v.bytes)
		for i := 1; i < len(b); i++ {
			d := shoe.NewDecoder(v.protocol)
			got := append(told(d, b[:i]), told(d, b[i:])...)
			if len(got) != 1 || got[0] != v.said {
				t.Errorf("%s cut after %d: %q", v.bytes, i, got)
			}
			d = shoe.NewDecoder(v.protocol)
			if got = append(told(d, b[:i]), told(d, b)...); len(got) != 1 || got[0] != v.said {
				t.Errorf("%s behind its first %d bytes: %q", v.bytes, i, got)
			}
			d = shoe.NewDecoder(v.protocol)
			if got = told(d, b[:i]); len(got) != 0 {
				t.Errorf("the first %d bytes of %s are told: %q", i, v.bytes, got)
			}
		}
	}
}

// With any one byte another one there is no event: neither a card nor anything else.
func TestWrongCheck(t *testing.T) {
	for _, v := range vectors {
		b := vector(t, v.bytes)
		for i := range b {
			for _, flip := range []byte{1, 2, 4, 8, 16, 32, 64, 128} {
				bad := bytes.Clone(b)
				bad[i] ^= flip
				if got := told(shoe.NewDecoder(v.protocol), bad); len(got) != 0 {
					t.Errorf("% X is told as %q", bad, got)
				}
			}
		}
	}
}

func TestGarbageBetween(t *testing.T) {
	garbage := []byte("\x00\xff\x05\x02\x15\x06garbage$SB,\r\n\x05\x31")
	for _, p := range shoe.Protocols() {
		d, from := shoe.NewDecoder(p), &sim.Shoe{Protocol: p}
		var stream []byte
		cards := sim.Shuffled(1, 3)
		for _, c := range cards {
			stream = append(append(stream, garbage...), from.Card(c, shoe.Where{Side: shoe.Player, N: 1})...)
		}
		var got []games.Card
		for _, e := range d.Feed(stream, now) {
			switch e.Kind {
			case shoe.Card:
				got = append(got, e.Card)
			case shoe.Spoiled:
			default:
				t.Errorf("%s: %s", p, e)
			}
		}
		if len(got) != len(cards) {
			t.Fatalf("%s: %d cards of %d", p, len(got), len(cards))
		}
		for i := range got {
			if got[i] != cards[i] {
				t.Errorf("%s: card %d is %s, was %s", p, i, got[i], cards[i])
			}
		}
	}
}

// A shoe counts on and begins anew, from wherever to wherever it counts: no card is lost by that and none
// comes twice; one that is left out is a gap, wherever it stands.
func TestSequenceWraps(t *testing.T) {
	const digits, letters = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	all := ""
	for c := byte(' '); c <= '~'; c++ {
		all += string(rune(c))
	}
	cards := sim.Shuffled(1, 1)
	for _, c := range []struct {
		protocol shoe.Protocol
		counts   string
		n        int // of all that it counts with
	}{
		{shoe.Neutral, "", 10_000},
		{shoe.AngelEye, "", 10},
		{shoe.AngelEye, digits[1:], 9},
		{shoe.AngelEye, digits + letters[:6], 16},
		{shoe.AngelEye, digits + letters, 36},
		{shoe.AngelEye, letters, 26},
		{shoe.AngelEye, all, 95},
		{shoe.AngelEye, all[1:], 94},
	} {
		d, from := shoe.NewDecoder(c.protocol), &sim.Shoe{Protocol: c.protocol, Counts: c.counts}
		card := func(i int) []byte { return from.Card(cards[i%52], shoe.Where{Side: shoe.Banker, N: 2}) }
		for i := range 2*c.n + 5 {
			if got := told(d, card(i)); len(got) != 1 || !strings.HasPrefix(got[0], "card") || !strings.Contains(got[0], cards[i%52].String()) {
				t.Fatalf("%s %q: %d is %q", c.protocol, c.counts, i, got)
			}
		}
		rounds, around := c.n, 2*c.n-1 // once around and one more: the next that is lost is another one
		if c.protocol == shoe.Neutral {
			rounds, around = 3, c.n-8 // and the first of all numbers
		}
		for i := range rounds {
			card(i) // is lost
			if got := told(d, card(i+1)); len(got) != 2 || !strings.HasPrefix(got[0], "gap") || !strings.HasPrefix(got[1], "card") {
				t.Errorf("%s %q: behind a card that is missing: %q", c.protocol, c.counts, got)
			}
			for n := range around {
				if got := told(d, card(n)); len(got) != 1 {
					t.Errorf("%s %q: going on: %q", c.protocol, c.counts, got)
				}
			}
		}
	}
}

// Two cards come within 50 ms, in one read or in two.
func TestTwoCardsAtOnce(t *testing.T) {
	for _, p := range shoe.Protocols() {
		from := &sim.Shoe{Protocol: p}
		one := from.Card(games.NewCard(games.Ace, games.Hearts), shoe.Where{Side: shoe.Player, N: 1})
		two := from.Card(games.NewCard(games.Ace, games.Hearts), shoe.Where{Side: shoe.Banker, N: 1})
		both := append(bytes.Clone(one), two...)
		for i := range both {
			d := shoe.NewDecoder(p)
			events := append(d.Feed(both[:i], now), d.Feed(both[i:], now.Add(30*time.Millisecond))...)
			if len(events) != 2 || events[0].Kind != shoe.Card || events[1].Kind != shoe.Card || events[0].Seq == events[1].Seq {
				t.Errorf("%s cut after %d: %v", p, i, events)
			}
		}
	}
}

// Another telegram with the number of the one before is no card, and somebody is told: once, however often
// either is sent; the next number goes on.
func TestSameNumberAnotherCard(t *testing.T) {
	for _, p := range shoe.Protocols() {
		one, two := &sim.Shoe{Protocol: p}, &sim.Shoe{Protocol: p}
		first := one.Card(games.NewCard(games.Ace, games.Hearts), shoe.Where{Side: shoe.Player, N: 1})
		second := two.Card(games.NewCard(games.King, games.Spades), shoe.Where{Side: shoe.Player, N: 1})
		d := shoe.NewDecoder(p)
		told(d, first)
		got := append(told(d, bytes.Repeat(second, 2)), append(told(d, first), told(d, second)...)...)
		if len(got) != 1 || !strings.HasPrefix(got[0], "gap") || !strings.HasSuffix(got[0], "contradicted") {
			t.Errorf("%s: %q", p, got)
		}
		if got := told(d, one.Card(games.NewCard(games.King, games.Hearts), shoe.Where{Side: shoe.Banker, N: 1})); len(got) != 1 || !strings.HasPrefix(got[0], "card") {
			t.Errorf("%s: behind it %q", p, got)
		}
	}
}

// A line that is sent again is no card, whatever came between: a heartbeat, other cards, a line that contradicted it. Where
// the shoe begins to speak anew, and the next time around, the same line is another card.
func TestSentAgainLater(t *testing.T) {
	line := func(seq int, data string) []byte {
		said := fmt.Sprintf("SB,%04d,%s", seq, data)
		return []byte(fmt.Sprintf("$%s*%02X\r\n", said, shoe.CheckOf([]byte(said))))
	}
	d := shoe.NewDecoder(shoe.Neutral)
	for i, step := range []struct {
		line []byte
		want string
	}{
		{line(1, "S,12"), "start"},
		{line(2, "C,TH"), "card"},
		{line(3, "H"), "heart"},
		{line(2, "C,TH"), ""},
		{line(2, "C,TH"), ""},
		{line(4, "C,8S"), "card"},
		{line(3, "H"), ""},
		{line(4, "C,9S"), "gap"},
		{line(5, "H"), "heart"},
		{line(4, "C,9S"), ""},
		{line(4, "C,8S"), ""},
		{line(6, "C,8S"), "card"},
		{line(1, "S,12"), "start"},
		{line(2, "C,TH"), "card"},
	} {
		got := told(d, step.line)
		if len(got) != min(1, len(step.want)) || len(got) == 1 && !strings.HasPrefix(got[0], step.want) {
			t.Errorf("%d, %q: %q, not %q", i, step.line, got, step.want)
		}
	}
}

// What the shoe sends again, and cards that it cannot mean, are no cards.
func TestNoCard(t *testing.T) {
	frame := func(body ...byte) []byte {
		inner := append(append([]byte{'1'}, body...), 0x03)
		x := shoe.CheckOf(inner)
		const digits = "0123456789ABCDEF"
		return append(append([]byte{0x05}, inner...), digits[x>>4], digits[x&15])
	}
	line := func(said string) []byte {
		const digits = "0123456789ABCDEF"
		x := shoe.CheckOf([]byte(said))
		return []byte("$" + said + "*" + string(digits[x>>4]) + string(digits[x&15]) + "\r\n")
	}
	for what, c := range map[string]struct {
		b    []byte
		said string
	}{
		"sent again":              {frame('R', 0x81, 0xB8), "other #1"},
		"index 0":                 {frame('D', 0x80, 0xB8), "gap #1 unreadable"},
		"index 4":                 {frame('D', 0x84, 0xB8), "gap #1 unreadable"},
		"no such target":          {frame('D', 0xF1, 0xB8), "gap #1 unreadable"},
		"no suit":                 {frame('D', 0x81, 0x88), "gap #1 unreadable"},
		"suit 5":                  {frame('D', 0x81, 0xD8), "gap #1 unreadable"},
		"rank 0":                  {frame('D', 0x81, 0xB0), "gap #1 unreadable"},
		"rank 14":                 {frame('D', 0x91, 0xBE), "gap #1 unreadable"},
		"one byte":                {frame('D', 0x81), "gap #1 unreadable"},
		"three bytes":             {frame('D', 0x81, 0xB8, 0xB8), "gap #1 unreadable"},
		"bit 7 of 1":              {frame('D', 0x01, 0xB8), "gap #1 unreadable"},
		"bit 7 of 2":              {frame('D', 0x81, 0x38), "gap #1 unreadable"},
		"first, illegible":        {frame('D', 0xC1, 0x80), "gap #1 unreadable"},
		"burn count":              {frame('D', 0xD8, 0x80), "other #1"},
		"burn count, and no more": {frame('D', 0xD8), "other #1"},
		"burned, illegible":       {frame('D', 0xA1, 0x80), "other #1 burned:1"},
		"a trouble, and no more":  {frame('E'), "fault #1"},
		"outside":                 {frame('d', 0x91, 0xB8), "outside #1 8s"},
		"outside, illegible":      {frame('d', 0x91, 0x80), "outside #1"},
		"outside, and no more":    {frame('d', 0x91), "outside #1"},
	} {
		if got := told(shoe.NewDecoder(shoe.AngelEye), c.b); len(got) != 1 || got[0] != c.said {
			t.Errorf("%s: %q, want %q", what, got, c.said)
		}
	}
	for said, want := range map[string]string{"1": "fault #0001 1", "01": "fault #0001 1", "": "fault #0001", "JAM": "fault #0001", "-1": "fault #0001", "99999999999": "fault #0001", "0": "cleared #0001 0", "00": "cleared #0001 0"} {
		if got := told(shoe.NewDecoder(shoe.Neutral), line("SB,0001,E,"+said)); len(got) != 1 || got[0] != want {
			t.Errorf("trouble %q: %q, want %q", said, got, want)
		}
	}
	for what, b := range map[string][]byte{
		"no suit": line("SB,0001,C,8"), "ten": line("SB,0001,C,10S"), "burned": line("SB,0001,C,!8S"), "nothing": line("SB,0001,C"),
		"number": line("SB,1,C,8S"), "sign": line("SB,+001,C,8S"), "more": line("SB,0001,C,8S,9S"), "name": line("SX,0001,C,8S"),
		"long": line("SB,0001,C,8S" + strings.Repeat(" ", 80)), "no return": bytes.Replace(line("SB,0001,C,8S"), []byte("\r"), nil, 1),
	} {
		for _, e := range shoe.NewDecoder(shoe.Neutral).Feed(b, now) {
			if e.Kind == shoe.Card {
				t.Errorf("%s: %v", what, e)
			}
		}
	}
}

// A line has at most 80 characters, and CR LF behind them.
func TestLengthOfALine(t *testing.T) {
	for n, want := range map[int]string{79: "start", 80: "start", 81: ""} {
		said := "SB,0001,S," + strings.Repeat("A", n-len("$SB,0001,S,*XX"))
		line := fmt.Appendf(nil, "$%s*%02X\r\n", said, shoe.CheckOf([]byte(said)))
		if len(line) != n+2 {
			t.Fatalf("%d characters", len(line)-2)
		}
		got := told(shoe.NewDecoder(shoe.Neutral), line)
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("a line of %d characters: %q", n, got)
		}
	}
}
