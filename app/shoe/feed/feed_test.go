package feed_test

import (
	"strings"
	"testing"

	"sabot/pit/record"
)

// A vector is what a shoe and people do, and what came of it.
type vector struct {
	name, table, steps string
	laid, waits, said  string
}

const (
	begun  = "shoe linked trust bet=1:59 bet=1:play close " // a hand of a game without a burn
	asked  = burned + "5s 6h 9d 8c "                        // until a box is asked
	paid   = burned + "9h Kh Ks 2d "                        // until chips are due
	burned = "shoe type=3h linked trust bet=1 close "       // and of one with
)

const (
	wasAsked = "3h/key 5s@box:1/shoe 6h@dealer/shoe 9d@box:1/shoe 8c@dealer/shoe"
	wasPaid  = "3h/key 9h@player/shoe Kh@banker/shoe Ks@player/shoe 2d@banker/shoe"
)

// Vectors without a begin of those above say their own.
var vectors = []vector{
	// What is due is entered, what comes early waits.
	{name: "a card that is due", table: "LB1", steps: begun + "8s Kh", laid: "8@box:1/shoe K@bank/shoe", said: "read_linked"},
	{name: "cards before no more bets", table: "LB1", steps: "shoe linked trust bet=1:59 bet=1:play 8s Kh", waits: "8s Kh", said: "read_linked"},
	{name: "cards before no more bets, then called", table: "LB1", steps: "shoe linked trust bet=1:59 bet=1:play 8s Kh close", laid: "8@box:1/shoe K@bank/shoe", said: "read_linked"},
	{name: "no shoe in play", table: "LB1", steps: "8s", said: "read_no_shoe"},
	{name: "a page lies over the table", table: "LB1", steps: begun + "page 8s", waits: "8s", said: "read_linked"},
	{name: "the page is closed", table: "LB1", steps: begun + "page 8s page=off tick", laid: "8@box:1/shoe", said: "read_linked"},
	{name: "a page asks for a card", table: "LB1", steps: begun + "page asks 8s X", waits: "X", said: "read_linked, give 8s"},
	{name: "a rank is typed", table: "LB1", steps: begun + "rank 8s", waits: "8s", said: "read_linked"},
	{name: "more is to be paid than is seen", table: "LB1", steps: begun + "more 8s", waits: "8s", said: "read_linked"},
	{name: "more is to be paid, the cut card", table: "LB1", steps: begun + "more X 8s", waits: "8s", said: "read_linked, cut"},
	{name: "the cut card goes in before bets are closed", table: "LB1", steps: "shoe linked trust X", said: "read_linked, cut"},
	{name: "sixty wait at most", table: "LB1", steps: "shoe linked trust" + strings.Repeat(" 8s", 61), waits: strings.TrimSpace(strings.Repeat("8s ", 60)), said: "read_linked, read_too_many"},

	// A decision is a person's.
	{name: "a third card", table: "LB1", steps: begun + "8s Kh 2d", laid: "8@box:1/shoe K@bank/shoe 2@box:1/shoe", said: "read_linked"},
	{name: "a card that waited decides nothing", table: "BJ1", steps: asked + "page 2d page=off tick", laid: wasAsked, waits: "2d", said: "read_linked"},
	{name: "it goes in behind the decision", table: "BJ1", steps: asked + "page 2d page=off do=hit", laid: wasAsked + " 2d@box:1/shoe", said: "read_linked"},
	{name: "one that comes while the box is asked decides", table: "BJ1", steps: asked + "2d", laid: wasAsked + " 2d@box:1/shoe", said: "read_linked"},
	{name: "one behind a card that waited does not", table: "BJ1", steps: asked + "page 2d page=off 3d", laid: wasAsked, waits: "2d 3d", said: "read_linked"},

	// The line, and what people say of it.
	{name: "the shoe is linked", table: "LB1", steps: "shoe linked bet=1:59 bet=1:play close 8s", waits: "8s linked", said: "read_linked"},
	{name: "Enter takes it", table: "LB1", steps: "shoe linked bet=1:59 bet=1:play close 8s Kh take", laid: "8@box:1/shoe", waits: "Kh linked", said: "read_linked"},
	{name: "all are taken", table: "LB1", steps: "shoe linked bet=1:59 bet=1:play close 8s Kh take take 2d", laid: "8@box:1/shoe K@bank/shoe 2@box:1/shoe", said: "read_linked"},
	{name: "chips first", table: "LB1", steps: "shoe linked bet=1:59 bet=1:play close 8s more take", waits: "8s linked", said: "read_linked, pays first"},
	{name: "a gap", table: "LB1", steps: begun + "8s gap Kh", laid: "8@box:1/shoe", waits: "Kh gap", said: "read_linked, shoe_gap"},
	{name: "a gap, no shoe in play", table: "LB1", steps: "gap", said: "alarm_shoe_gap"},
	{name: "a trouble of the shoe", table: "LB1", steps: begun + "fault 8s cleared", waits: "8s gap", said: "read_linked, shoe_fault 0, read_well"},
	{name: "no trouble has ended", table: "LB1", steps: begun + "cleared freed heard", said: "read_linked"},
	{name: "a shoe that is silent", table: "LB1", steps: begun + "silent 8s heard", laid: "8@box:1/shoe", said: "read_linked, shoe_silent, read_well"},
	{name: "a line that is lost twice", table: "LB1", steps: begun + "lost lost linked 8s", waits: "8s linked", said: "read_linked, shoe_lost, read_linked"},
	{name: "why a line is lost", table: "LB1", steps: begun + "lost=refused", said: "read_linked, shoe_lost, broken"},
	{name: "a lock", table: "LB1", steps: begun + "locked freed 8s", laid: "8@box:1/shoe", said: "read_linked, read_well"},
	{name: "a card out of play", table: "LB1", steps: begun + "outside 8s", laid: "8@box:1/shoe", said: "read_linked, read_outside"},
	{name: "the shoe begins between hands", table: "LB1", steps: begun + "start 8s", laid: "8@box:1/shoe", said: "read_linked"},
	{name: "the shoe begins in a hand", table: "LB1", steps: begun + "8s start Kh", laid: "8@box:1/shoe", waits: "Kh linked", said: "read_linked"},
	{name: "Sabot begins in a shoe", table: "LB1", steps: begun + "8s restart linked Kh", laid: "8@box:1/shoe", waits: "Kh restarted", said: "read_linked, read_restarted"},
	{name: "the shoe is read no more", table: "LB1", steps: begun + "gap 8s deafen", said: "read_linked, shoe_gap"},

	// Cards that somebody leaves out, types or takes back.
	{name: "the first is dropped", table: "LB1", steps: begun + "gap 8s Kh drop", waits: "Kh gap", said: "read_linked, shoe_gap, shoe_left_out 8s"},
	{name: "all are dropped", table: "LB1", steps: begun + "gap 8s X Kh drop=all", waits: "gap", said: "read_linked, shoe_gap, shoe_left_out 8s, shoe_left_out Kh"},
	{name: "leaving with cards that wait", table: "LB1", steps: begun + "gap 8s X Kh leave", waits: "gap", said: "read_linked, shoe_gap, shoe_left_out 8s, shoe_left_out Kh, 2 left"},
	{name: "the same card is typed", table: "LB1", steps: begun + "gap 8s type=8", laid: "8@box:1/key", waits: "gap", said: "read_linked, shoe_gap"},
	{name: "a card behind the first is typed", table: "LB1", steps: begun + "gap 8s Kh type=K", laid: "K@box:1/key", waits: "8s gap", said: "read_linked, shoe_gap"},
	{name: "a card behind the first, while they go in by themselves", table: "LB1", steps: begun + "page 8s Kh type=K", laid: "K@box:1/key", waits: "8s typed", said: "read_linked"},
	{name: "a card is typed that the shoe says later", table: "LB1", steps: begun + "type=8 8s", laid: "8@box:1/key", waits: "8s typed", said: "read_linked"},
	{name: "another card may be missing before", table: "LB1", steps: begun + "gap 8s type=9", laid: "9@box:1/key", waits: "8s gap", said: "read_linked, shoe_gap"},
	{name: "a card is taken back", table: "LB1", steps: begun + "8s Kh undo 2d", laid: "8@box:1/shoe K@bank/shoe undone", waits: "Kh 2d back", said: "read_linked"},
	{name: "it was right", table: "LB1", steps: begun + "8s Kh undo take", laid: "8@box:1/shoe K@bank/shoe undone K@bank/shoe", said: "read_linked"},
	{name: "it is typed", table: "LB1", steps: begun + "8s Kh undo type=K", laid: "8@box:1/shoe K@bank/shoe undone K@bank/key", said: "read_linked"},
	{name: "another one with its rank is typed", table: "PB1", steps: burned + "8s undo type=8d", laid: "3h/key 8s@player/shoe undone 8d@player/key/8s", said: "read_linked, shoe_overruled 8s"},
	{name: "and taken back, and dropped", table: "PB1", steps: burned + "8s undo type=8d undo drop", laid: "3h/key 8s@player/shoe undone 8d@player/key/8s undone", waits: "gap", said: "read_linked, shoe_overruled 8s"},
	{name: "with its rank, while a card may be missing", table: "PB1", steps: burned + "gap 8s type=8d", laid: "3h/key 8d@player/key", waits: "8s gap", said: "read_linked, shoe_gap"},
	{name: "with its rank, while it goes in by itself", table: "PB1", steps: burned + "page 8s type=8d", laid: "3h/key 8d@player/key/8s", said: "read_linked, shoe_overruled 8s"},

	// Cards that are out, and the next hand.
	{name: "a card that is taken back and not entered again", table: "PB1", steps: paid + "undo type=3d", laid: wasPaid + " undone 3d@banker/key", waits: "2d back", said: "read_linked, shoe_left_out 2d"},
	{name: "it is told once", table: "PB1", steps: paid + "undo type=3d tick drop", laid: wasPaid + " undone 3d@banker/key", waits: "gap", said: "read_linked, shoe_left_out 2d"},
	{name: "a card while chips are due", table: "PB1", steps: paid + "6d 7c", laid: wasPaid, waits: "6d 7c", said: "read_linked"},
	{name: "it opens the next hand", table: "PB1", steps: paid + "6d 7c take", laid: wasPaid + " 6d/shoe", waits: "7c", said: "read_linked"},
	{name: "the eighth was the last", table: "PB1", steps: burned + "8s 8s 8s 8s pay bet=1 close 8s 8s 8s 8s pay bet=1 close 8s", laid: "3h/key" + strings.Repeat(" 8s@player/shoe 8s@banker/shoe", 4), waits: "8s impossible", said: "read_linked, impossible_card 8s"},
	{name: "another one is typed for it", table: "PB1", steps: burned + "8s 8s 8s 8s pay bet=1 close 8s 8s 8s 8s pay bet=1 close 8s type=9c", laid: "3h/key" + strings.Repeat(" 8s@player/shoe 8s@banker/shoe", 4) + " 9c@player/key/8s", said: "read_linked, impossible_card 8s"},

	// Pages that have cards lie.
	{name: "a page lays the card that waits", table: "PB1", steps: burned + "2s 3h 4d page Kd 7c lies=Kd@player", laid: "3h/key 2s@player/shoe 3h@banker/shoe 4d@player/shoe", waits: "7c page", said: "read_linked"},
	{name: "a page lays its rank", table: "PB1", steps: burned + "2s 3h 4d page Kd 7c lies=K@player", laid: "3h/key 2s@player/shoe 3h@banker/shoe 4d@player/shoe", waits: "7c page", said: "read_linked"},
	{name: "it lies there no more", table: "PB1", steps: burned + "2s 3h 4d page Kd lies=Kd@player lies=not", laid: "3h/key 2s@player/shoe 3h@banker/shoe 4d@player/shoe", waits: "Kd page", said: "read_linked"},
	{name: "a card that waits is burned", table: "PB1", steps: burned + "2s 3h page 5c 9h burn=5c", laid: "3h/key 2s@player/shoe 3h@banker/shoe", waits: "9h page", said: "read_linked"},
	{name: "a card is burned that the shoe has not said", table: "PB1", steps: burned + "2s 3h burn=5c", laid: "3h/key 2s@player/shoe 3h@banker/shoe", waits: "typed", said: "read_linked"},
	{name: "the hand is cancelled", table: "PB1", steps: burned + "2s page 3d cancel", laid: "3h/key 2s@player/shoe", waits: "3d page", said: "read_linked"},

	// What a page shows of it.
	{name: "nothing is offered of what goes in by itself", table: "LB1", steps: begun + "page 8s shown", waits: "8s", said: "read_linked, [8s] meant"},
	{name: "what is held is offered", table: "LB1", steps: begun + "gap 8s Kh shown", waits: "8s Kh gap", said: "read_linked, shoe_gap, [8s Kh] next 8s meant F12 gap"},
	{name: "the cut card is offered", table: "LB1", steps: begun + "gap X 8s shown take shown", waits: "8s gap", said: "read_linked, shoe_gap, [X 8s] next X meant F12 gap, cut, [8s] next 8s meant F12 gap"},
	{name: "none is offered while a rank is typed", table: "LB1", steps: begun + "gap 8s rank shown", waits: "8s gap", said: "read_linked, shoe_gap, [8s] gap"},
	{name: "none is offered while a box is asked", table: "BJ1", steps: asked + "gap 2d shown", laid: wasAsked, waits: "2d gap", said: "read_linked, shoe_gap, [2d] meant gap"},
	{name: "F12 alone opens the next hand", table: "PB1", steps: paid + "6d shown", laid: wasPaid, waits: "6d", said: "read_linked, [6d] meant F12"},
	{name: "nothing that is held is nothing held", table: "LB1", steps: begun + "gap shown", waits: "gap", said: "read_linked, shoe_gap, []"},
	{name: "a trouble is shown", table: "LB1", steps: begun + "silent shown", said: "read_linked, shoe_silent, [] silent"},
	{name: "what is turned is offered", table: "PB1 reveal", steps: burned + "8s Kh 2d 5c shown take shown unread", laid: "3h/key 8s@player/shoe", said: "read_linked, [8s Kh 2d 5c] turns 8s meant F12, [Kh 2d 5c] turns 2d meant F12, 3 unread"},

	// The record is read anew, what was refused is tried again, what an entry entered.
	{name: "the record is read anew", table: "LB1", steps: begun + "reread 8s", waits: "8s linked", said: "read_linked"},
	{name: "nothing was refused", table: "LB1", steps: begun + "gap 8s retry", waits: "8s gap", said: "read_linked, shoe_gap"},
	{name: "the entry of a card", table: "LB1", steps: begun + "8s entered gap entered", laid: "8@box:1/shoe", waits: "gap", said: "read_linked, entered 8s, shoe_gap, entered X"},

	// A game whose first card says how many are burned.
	{name: "what is burned is passed over", table: "PB1", steps: "shoe linked trust 3h 2c 2d 2s bet=1 close 8s", laid: "3h/shoe 8s@player/shoe", said: "read_linked, read_burned, read_burned, read_burned"},
	{name: "bets are closed before all are burned", table: "PB1", steps: "shoe linked trust 3h 2c bet=1 close owed 8s", laid: "3h/shoe", waits: "8s burned", said: "read_linked, read_burned, 2 owed"},
	{name: "a shoe that says what it burns", table: "PB1", steps: "shoe linked trust 3h@first:1 2c@burned:1 2d@burned:2 2s@burned:3 bet=1 close owed 8s@player:1", laid: "3h/shoe 8s@player/shoe", said: "read_linked, 0 owed"},
	{name: "a shoe that says what it burns, but the first", table: "PB1", steps: "shoe linked trust 3h 2c@burned:1 2d@burned:2 2s@burned:3 bet=1 close 8s", laid: "3h/shoe 8s@player/shoe", said: "read_linked"},
	{name: "the first card is taken back", table: "PB1", steps: "shoe linked trust 3h undo 2c", laid: "3h/shoe undone", waits: "3h 2c back", said: "read_linked"},
	{name: "another shoe", table: "PB1", steps: paid + "pay gap 6d shoe 3h", laid: wasPaid + " 3h/shoe", said: "read_linked, shoe_gap"},
	{name: "what another shoe burns is counted anew", table: "PB1", steps: "shoe linked trust 3h 2c@burned:1 2d@burned:2 2s@burned:3 bet=1 close 9h Kh Ks 2d pay shoe 3h 2c@burned:1 bet=1 close owed", laid: "3h/shoe" + wasPaid[len("3h/key"):] + " 3h/shoe", said: "read_linked, 2 owed"},

	// A shoe with a game of its own.
	{name: "its places are those of the rules", table: "PB1", steps: burned + "8s@player:1 Kh@banker:1 2d@player:2 5c@banker:2", laid: "3h/key 8s@player/shoe Kh@banker/shoe 2d@player/shoe 5c@banker/shoe", said: "read_linked"},
	{name: "it has a card elsewhere", table: "PB1", steps: burned + "8s@banker:1 Kh", laid: "3h/key", waits: "8s Kh elsewhere", said: "read_linked, shoe_elsewhere 8s@banker"},
	{name: "it has a card elsewhere, and a person takes it", table: "PB1", steps: burned + "8s@banker:1 Kh@player:1 take take", laid: "3h/key 8s@player/shoe Kh@banker/shoe", said: "read_linked, shoe_elsewhere 8s@banker"},
	{name: "what a person says of its places is of one hand", table: "PB1", steps: burned + "9h@banker:1 take Kh@banker:1 Ks@player:2 2d@banker:2 pay bet=1 close 5c@banker:1", laid: wasPaid, waits: "5c elsewhere", said: "read_linked, shoe_elsewhere 9h@banker, shoe_elsewhere 5c@banker"},
	{name: "the dropped card was told already", table: "PB1", steps: burned + "8s@banker:1 drop", laid: "3h/key", waits: "gap", said: "read_linked, shoe_elsewhere 8s@banker"},
	{name: "it counts another card of the side", table: "PB1", steps: burned + "8s@player:2", laid: "3h/key", waits: "8s gap", said: "read_linked, shoe_gap"},
	{name: "it burns where the rules do not", table: "PB1", steps: burned + "8s@first:1", laid: "3h/key", waits: "8s elsewhere", said: "read_linked, shoe_elsewhere 8s"},

	// Cards that lie face down at first.
	{name: "face down, nothing is entered", table: "PB1 reveal", steps: burned + "8s Kh 2d 5c", laid: "3h/key", said: "read_linked"},
	{name: "face down, turned one by one", table: "PB1 reveal", steps: burned + "8s Kh 2d 5c take take take take", laid: "3h/key 8s@player/shoe 2d@player/shoe Kh@banker/shoe 5c@banker/shoe", said: "read_linked"},
	{name: "face down, leaving", table: "PB1 reveal", steps: burned + "8s Kh 2d 5c take leave", laid: "3h/key 8s@player/shoe", said: "read_linked, shoe_left_out Kh, shoe_left_out 2d, shoe_left_out 5c, 3 left"},
}

func TestFeed(t *testing.T) {
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			var change func(*record.Settings)
			table, reveals := strings.CutSuffix(v.table, " reveal")
			if reveals {
				change = func(s *record.Settings) { s.Reveal = true }
			}
			d := deskAt(t, table, change)
			for step := range strings.FieldsSeq(v.steps) {
				d.step(step)
			}
			for _, c := range []struct{ what, got, want string }{
				{"it has", d.laid(), v.laid}, {"waits", d.waits(), v.waits}, {"it says", strings.Join(d.said, ", "), v.said},
			} {
				if c.got != c.want {
					t.Errorf("%s\n %q, want\n %q", c.what, c.got, c.want)
				}
			}
		})
	}
}
