package shoe_test

import (
	"bytes"
	"fmt"
	"testing"

	"sabot/app/shoe"
)

// FuzzDecode feeds anything, cut anywhere: no decoder panics, a card is one whose check holds
// in the very bytes that came, and what came twice is one card.
func FuzzDecode(f *testing.F) {
	for _, v := range vectors {
		b := vector(f, v.bytes)
		f.Add(b, 3)
		f.Add(bytes.Repeat(b, 3), 7)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		cut = min(max(cut, 0), len(b))
		for _, p := range shoe.Protocols() {
			d := shoe.NewDecoder(p)
			events := append(d.Feed(b[:cut], now), d.Feed(b[cut:], now)...)
			last := ""
			for _, e := range events {
				switch {
				case e.Kind == shoe.Spoiled, e.Kind == shoe.Gap && e.Code != "unreadable": // no telegram of its own
					continue
				case e.Kind != shoe.Card && e.Card == 0:
					last = ""
					continue
				}
				if !bytes.Contains(b, e.Raw) || !checks(p, e.Raw) || !e.Card.Valid() || !e.Card.Suited() {
					t.Errorf("%s: % X is a card", p, e.Raw)
				}
				if last == string(e.Raw) {
					t.Errorf("%s: % X twice", p, e.Raw)
				}
				last = string(e.Raw)
			}
			whole := shoe.NewDecoder(p).Feed(b, now)
			if fmt.Sprint(whole) != fmt.Sprint(events) {
				t.Errorf("%s: cut after %d it is %v, whole %v", p, cut, events, whole)
			}
			if again := d.Feed(b, now); len(b) > 0 && len(events) == 1 && events[0].Kind == shoe.Card && bytes.Equal(events[0].Raw, b) && len(again) != 0 {
				t.Errorf("%s: sent again it is %v", p, again)
			}
		}
	})
}

// checks says whether the check of a telegram is right, reckoned here once more.
func checks(p shoe.Protocol, raw []byte) bool {
	from, to, end := 1, len(raw)-2, len(raw)
	if p == shoe.Neutral {
		to = bytes.IndexByte(raw, '*')
		from, end = 1, len(raw)-2
	}
	if to < from {
		return false
	}
	x := byte(0)
	for _, c := range raw[from:to] {
		x ^= c
	}
	said := raw[to:end]
	if p == shoe.Neutral {
		said = said[1:]
	}
	return fmt.Sprintf("%02X", x) == string(said)
}
