package windowtest

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/pit/hand"
)

// finger touches the real window of 1024 by 768 where the same drawing, made here
// from the record, has a word or a spot.
type finger struct {
	*dealer
	view view.Viewer
	pad  *controls.Strip // which was tapped as that of the window was: decisions keep away from the last tap
}

// screen is what the window shows, made from the record.
func (f *finger) screen() view.Screen {
	return f.view.Of(f.record(), view.Cursor{}, view.Notice{})
}

// fingerPace is how fast a finger taps: faster than that, what has just come under it
// takes no tap. A finger whose tap came too soon all the same taps again.
const fingerPace = 320 * time.Millisecond

func (f *finger) touch(what string, at fyne.Position, there bool, top float32) {
	f.t.Helper()
	if !there {
		f.t.Fatalf("there is no %q to touch", what)
	}
	x, y := strconv.Itoa(int(at.X)), strconv.Itoa(int(at.Y+top))
	pace := fingerPace
	for meant := false; !meant; pace = 3 * fingerPace { // a decision takes no tap of a rhythm
		time.Sleep(pace)
		f.after(1, "mousemove", x, y, "click", "1")
		meant = f.last() != "soon"
	}
}

func (f *finger) strip(word string) {
	f.t.Helper()
	if f.pad == nil {
		f.pad = controls.NewStrip()
		f.pad.Drawn.Resize(fyne.NewSize(1024, controls.StripHigh))
		test.WidgetRenderer(f.pad.Drawn).Layout(f.pad.Drawn.Size())
	}
	f.pad.Set(f.screen().Pad)
	at, there := f.pad.Where(word)
	f.touch(word, at, there, 768-controls.StripHigh)
	f.pad.Drawn.Tapped(&fyne.PointEvent{Position: at})
}

func (f *finger) spot(box int, name string) {
	f.t.Helper()
	cloth := felt.New()
	cloth.Drawn.Resize(fyne.NewSize(1024, 768-controls.TopHigh-controls.ActHigh-controls.StripHigh))
	test.WidgetRenderer(cloth.Drawn).Layout(cloth.Drawn.Size())
	cloth.Set(f.screen().Felt, theme.Felts()[0])
	at, there := cloth.Drawn.Board.Where(felt.SpotName(box, name))
	f.touch(fmt.Sprintf("box %d, %s", box, name), at, there, controls.TopHigh)
}

func (f *finger) code(digits string) {
	f.t.Helper()
	pad := controls.NewCode(controls.Code{About: controls.About{Lines: []view.ApprovalLine{{Text: "the count"}}}, OK: f.view.Text.T("sign_ok"), Cancel: f.view.Text.T("sign_cancel"), Who: func(string) string { return "" }})
	pad.Drawn.Resize(fyne.NewSize(1024, 768))
	test.WidgetRenderer(pad.Drawn).Layout(pad.Drawn.Size())
	for _, key := range append(words(digits), pad.OK) {
		at, there := pad.Where(key)
		f.touch(key, at, there, 0)
		pad.Rune([]rune(key)[0])
	}
}

// countByTouch counts the float that the table begins with.
func (f *finger) countByTouch() {
	f.t.Helper()
	chips := []string{"1000", "500", "100", "25", "10", "5"}
	page := controls.NewCount(controls.Count{
		OK: f.view.Text.T("count_ok"), Skip: f.view.Text.T("count_skip"), Show: func([]string) controls.Counted {
			var shown controls.Counted
			for _, chip := range chips {
				shown.Lines = append(shown.Lines, controls.CountLine{Chip: chip})
			}
			return shown
		},
	}, len(chips))
	page.Drawn.Resize(fyne.NewSize(1024, 768))
	test.WidgetRenderer(page.Drawn).Layout(page.Drawn.Size())
	press := func(what string) {
		at, there := page.Where(what)
		f.touch(what, at, there, 0)
	}
	for i, worth := range opener {
		press("line " + chips[i])
		for _, digit := range words(worth) {
			press(digit)
		}
	}
	press(page.OK)
}

func words(digits string) []string {
	var out []string
	for _, d := range digits {
		out = append(out, string(d))
	}
	return out
}

// TestTouch opens the table and plays a whole hand without a keyboard.
func TestTouch(t *testing.T) {
	t.Parallel()
	test.NewTempApp(t)
	data := t.TempDir()
	d := &dealer{sabot: newDesk(t, "1024x768").open(data, "it", "--demo", "--table", tableName)}
	h, err := session.Open(data, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	f := &finger{dealer: d, view: view.Viewer{Text: text.Open("it", "CHF"), House: &h.State}}

	f.strip("Apri il tavolo")
	f.countByTouch()
	f.code(anna)
	f.code(dario)
	f.until("the table to open", func() bool { return f.record().Open })
	f.strip("Nuovo sabot in posizione")
	f.until("the bets to open", func() bool { return f.record().Deal().Phase() == hand.Betting })
	f.strip("25")
	f.spot(2, "59")
	f.spot(2, "play")
	f.strip("100")
	f.spot(9, "59")
	f.spot(9, "play")
	f.spot(9, "play")
	f.until("five chips", func() bool { return f.record().Current.Round.On(9, "play", "") == 20000 })
	f.strip("Disfa")
	f.until("the undo", func() bool { return f.record().Current.Round.On(9, "play", "") == 10000 })
	f.strip("Nulla va più")
	f.until("the deal", func() bool { return f.record().Deal().Phase() == hand.Dealing })
	for n, rank := range []string{"8", "K", "3", "8", "5"} {
		f.strip(rank)
		f.until("the card", func() bool { return len(f.record().Current.Round.Laid) == n+1 })
	}
	f.strip("Fatto")
	f.until("box 2 to be paid", func() bool { return f.record().Current.Paid == 1 })
	f.strip("Box 2: Resta")
	f.until("box 9 to be asked", func() bool { return len(f.record().Current.Round.Decisions) == 1 })
	f.strip("Raddoppia")
	f.until("the third card", func() bool { return f.record().Deal().Phase() == hand.Dealing })
	for n, rank := range []string{"4", "Q", "7"} {
		f.strip(rank)
		f.until("the card", func() bool { return len(f.record().Current.Round.Laid) == n+6 })
	}
	f.shot("touch", "last-payments")
	f.strip("Tutto pagato")
	f.until("the hand to close", func() bool { return len(f.record().History) == 1 })
}
