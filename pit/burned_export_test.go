package pit_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// A hand with a card that was burned without a place is exported as the hand file has it: settled from there it comes to what the
// record says.
func TestBurnedWithoutAPlaceSettlesFromItsExport(t *testing.T) {
	burn := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().BurnLying([]record.CardLaid{{Card: record.CardName(name)}}, &dario, "drawn")
		}
	}
	for name, play := range map[string]func(f *floor, n int){
		"Lugano": func(f *floor, n int) {
			f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 2000), closeBets)
			for i, c := range []string{"8", "K", "3"} {
				if i == n {
					f.do(burn("4"))
				}
				f.do(card(c))
			}
			if n == 3 {
				f.do(burn("4"))
			}
			f.do(decide("stand"))
			if n == 4 {
				f.do(burn("4"))
			}
			f.do(card("9"))
			if n == 5 {
				f.do(burn("4"))
			}
		},
		"punto banco": func(f *floor, n int) {
			f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
			for i, c := range []string{"9", "7", "K", "Q"} {
				if i == n {
					f.do(burn("4"))
				}
				f.do(card(c))
			}
			if n == 4 {
				f.do(burn("4"))
			}
			if n == 5 {
				f.do(burn("4"), burn("5"))
			}
		},
		"blackjack": func(f *floor, n int) {
			f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets)
			for i, c := range []string{"8c", "6d", "7d"} {
				if i == n {
					f.do(burn("4s"))
				}
				f.do(card(c))
			}
			f.do(hide)
			if n == 3 {
				f.do(burn("4s"))
			}
			f.do(decide("stand"), card("9h"))
			if n == 4 {
				f.do(burn("4s"))
			}
			f.do(card("2d"))
			if n == 5 {
				f.do(burn("4s"))
			}
		},
		"laid out and gone on with": func(f *floor, n int) {
			f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
			cards(f, "9 7 K Q")
			f.do(layOut([]string{"9@player 7@banker K@player Q@banker !4@", "9@player 7@banker K@player Q@banker !4@ 5@", "9@player 7@banker K@player Q@banker !4@ !5@", "!4@ 9@player 7@banker K@player Q@banker", "9@player !4@ 7@banker K@player Q@banker 5@ 6@", "!4@ !4@ 9@player 7@banker K@player Q@banker 5@"}[n]))
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "seen") })
		},
	} {
		for n := range 6 {
			f := newFloor(t)
			play(f, n)
			if len(f.table.History) == 0 {
				f.do(payAll)
			}
			h := f.table.History[0]
			var line, out bytes.Buffer
			line.Write(handfile.Encode(h.Export(f.table.Game)))
			failed, err := handfile.Settle(&line, &out)
			if err != nil || failed > 0 || !strings.Contains(out.String(), `"burned":["4`) {
				t.Errorf("%s, %d: %v %s", name, n, err, out.String())
			}
		}
	}
}

// A card that was burned without a place goes on to no other hand; in a record of 0.9 it opened the next one, and lies there alone.
func TestBurnedWithoutAPlaceGoesNowhere(t *testing.T) {
	for former, open := range map[bool]command{false: openingSpeed, true: unchecked(openingSpeed)} {
		f := newFloor(t)
		f.do(open, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
		cards(f, "9 7 K Q")
		f.do(layOut("9@player 7@banker K@player Q@banker !4@ !5@"))
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "seen") })
		carried, lie := map[bool]int{true: 2}[former], map[bool]int{false: 6, true: 4}[former]
		if c := f.table.Current; len(c.Carried) != carried || len(c.Round.Laid) != lie {
			t.Errorf("former %v: %d go on, want %d; there lie %v", former, len(c.Carried), carried, c.Round.Laid)
		}
		f.do(payAll)
		if again, err := pit.Resume(f.journal, "LB1"); err != nil || !reflect.DeepEqual(again, f.table) {
			t.Errorf("folded again the table is another: %v", err)
		}
	}
}
