package floor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/screens/shell"
	"sabot/app/theme"
	"sabot/app/view"
)

// A live is the felt of a table as it lies there now. Nothing can be done at it.
type live struct {
	table string
	seen  int // what was drawn, of the table's changes
	age   string
	said  view.Notice
	all   *fyne.Container
	top   *controls.Top
	felt  *felt.Felt
	act   *controls.Act
	foot  *controls.Foot
}

// openFelt shows the felt of the chosen table.
func (f *Floor) openFelt() {
	if f.table() == nil {
		return
	}
	l := &live{table: f.chosen, top: controls.NewTop(), felt: felt.New(), act: controls.NewAct()}
	l.foot = controls.NewFoot(f.t("floor_only_looked"), f.feltKeys())
	l.foot.Noticed = f.touch
	l.top.OnMenu = f.shell.Back
	l.all = container.New(liveLayout{}, l.top.Drawn, l.felt.Drawn, l.act.Drawn, l.foot.Drawn)
	f.felt = l
	l.update(f)
	f.over(shell.PageOf(l.all, func(r rune) bool {
		switch r {
		case 'h', 'H':
			f.openHands()
		case 'l', 'L':
			f.openLimits()
		case 'o', 'O':
			f.openAsked()
		default:
			return false
		}
		return true
	}, func(name fyne.KeyName) bool {
		switch name {
		case fyne.KeyF8:
			f.openHands()
		case fyne.KeyF2:
			f.openLimits()
		default:
			return false
		}
		return true
	}))
}

// feltKeys returns the keys below a felt; the one for approvals is lit where one is asked.
func (f *Floor) feltKeys() []controls.DeskKey {
	approve := controls.DeskKey{Label: f.t("floor_approve"), Key: "O"}
	if f.asksNow() {
		approve.Do = f.openAsked
	}
	return []controls.DeskKey{
		approve,
		{Label: f.t("office_hands"), Key: "H", Do: f.openHands},
		{Label: f.t("floor_limits"), Key: "L", Do: f.openLimits},
		{Label: f.t("close_overlay"), Key: "Esc", Do: f.shell.Back},
	}
}

// update shows what lies there now.
func (l *live) update(f *Floor) {
	w := f.look.Table(l.table)
	if w == nil {
		return
	}
	v := f.shell.ViewerAt(l.table)
	top := v.TopOf(w.State, f.shell.House.Now())
	if mark := f.mark(); mark != "" && w.Machine != "" { // whatever else waits there is as it was heard last
		top.Mark = mark
	}
	l.top.Set(top)
	l.foot.Set(f.feltKeys())
	age, stale := "", false
	if tile := f.tiles[l.table]; tile != nil {
		age, stale = tile.Age, tile.Stale
	}
	said := f.said()
	if l.seen == w.Changed && l.age == age && l.said == said {
		return
	}
	l.seen, l.age, l.said = w.Changed, age, said
	screen := v.Of(w.State, view.Cursor{}, view.Notice{})
	screen.Felt.Betting = false
	screen.Notice = said
	if stale && said.Text == "" {
		screen.Notice = view.Notice{Text: age, Bad: true}
	}
	l.felt.Set(screen.Felt, theme.Felts()[0])
	l.act.Set(screen.Act, screen.Notice, screen.Staked, screen.Announced)
}

// A liveLayout divides the screen as a table's is.
type liveLayout struct{}

func (liveLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(800, 600) }

func (liveLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	controls.Parts(objects, size, controls.FootHigh)
}
