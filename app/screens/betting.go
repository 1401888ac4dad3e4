package screens

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
)

// typedBet is a character while bets are open: a box, an amount, a chip, or Space
// for the bets of the hand before.
func (t *Table) typedBet(r rune) bool {
	switch {
	case r == ' ':
		t.repeatBets()
	case r >= '0' && r <= '9' || r == '.' || r == ',':
		return t.typedDigit(r)
	default:
		i := strings.IndexRune(view.ChipKeys, unicode.ToUpper(r))
		if i < 0 || i >= len(t.shell.house.State.Chips) {
			return false
		}
		t.addChip(i)
	}
	return true
}

// typedDigit is part of an amount where a spot was just chosen, else a box.
func (t *Table) typedDigit(r rune) bool {
	if t.cursor.Box > 0 && (t.cursor.Fresh || t.cursor.Typed != "") {
		const longest = 11
		if len(t.cursor.Typed) < longest {
			t.cursor.Typed += string(r)
		}
		t.update()
		return true
	}
	box := int(r - '0')
	if r < '1' || r > '9' || box > t.session.State.Game.Options().Boxes {
		return false
	}
	t.chooseBox(box)
	return true
}

func (t *Table) chooseBox(box int) {
	t.cursor = view.Cursor{Box: box, Spot: t.spots()[0], Chip: t.cursor.Chip, Fresh: true}
	t.notice = view.Notice{}
	t.update()
}

// spots are the names of the spots that are offered, in the order of the layout.
func (t *Table) spots() []string {
	var names []string
	for _, s := range t.session.State.Game.Offered(t.session.State.Current.Round) {
		names = append(names, s.Name)
	}
	return names
}

// enterTyped makes the typed amount lie on the chosen spot; true where nothing
// was typed or it was taken.
func (t *Table) enterTyped() bool {
	if t.cursor.Typed == "" {
		return true
	}
	amount, ok := text.ParseAmount(t.cursor.Typed)
	if !ok {
		t.noUse(t.cursor.Typed)
		return false
	}
	c := t.cursor
	t.cursor.Typed, t.cursor.Fresh = "", false
	if t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.PlaceBet(c.Box, c.Spot, amount) }) {
		return true
	}
	t.cursor = c
	t.update()
	return false
}

// moveCursor goes to the next spot with Tab, to the box beside with an arrow.
func (t *Table) moveCursor(name fyne.KeyName) bool {
	if !t.enterTyped() {
		return true
	}
	spots, boxes := t.spots(), t.session.State.Game.Options().Boxes
	at := slices.Index(spots, t.cursor.Spot)
	switch {
	case t.cursor.Box == 0:
		t.chooseBox(1)
		return true
	case name == fyne.KeyTab:
		t.cursor.Spot = spots[(at+1)%len(spots)]
	case name == fyne.KeyRight:
		t.cursor.Box, t.cursor.Spot = t.cursor.Box%boxes+1, spots[0]
	case name == fyne.KeyLeft:
		t.cursor.Box, t.cursor.Spot = (t.cursor.Box+boxes-2)%boxes+1, spots[0]
	}
	t.cursor.Fresh = true
	t.notice = view.Notice{}
	t.update()
	return true
}

// addChip puts a chip on the chosen spot.
func (t *Table) addChip(i int) {
	t.cursor.Chip = i
	if t.cursor.Box == 0 {
		t.notice = view.Notice{Text: t.shell.text.T("choose_box_first"), Bad: true}
		t.update()
		return
	}
	if t.enterTyped() {
		t.cursor.Fresh = false
		t.putChip()
	}
}

// chooseChip takes a chip in hand: the next spot that is tapped gets it.
func (t *Table) chooseChip(i int) {
	t.cursor.Chip = i
	t.update()
}

// tapSpot puts the chip in hand on a spot.
func (t *Table) tapSpot(box int, spot string) {
	if t.session.State.Phase() != pit.Betting {
		t.say(&pit.Refusal{Why: pit.BetsAreClosed})
		t.update()
		return
	}
	if !t.enterTyped() {
		return
	}
	t.cursor.Box, t.cursor.Spot, t.cursor.Fresh = box, spot, false
	t.putChip()
}

func (t *Table) putChip() {
	chips := t.shell.house.State.Chips
	var chip games.Amount
	if t.cursor.Chip < len(chips) {
		chip = chips[t.cursor.Chip]
	}
	c := t.cursor
	t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.AddChip(c.Box, c.Spot, chip) })
}

func (t *Table) repeatBets() {
	if t.enterTyped() {
		t.cursor = view.Cursor{Chip: t.cursor.Chip}
		t.do((*pit.Table).RepeatBets)
	}
}

func (t *Table) clearBets() {
	t.cursor = view.Cursor{Chip: t.cursor.Chip}
	if t.do((*pit.Table).ClearBets) {
		t.tell(t.shell.text.T("said_all_cleared"))
	}
}

func (t *Table) closeBets() {
	if !t.enterTyped() {
		return
	}
	c := t.cursor
	t.cursor = view.Cursor{Chip: c.Chip}
	if !t.do((*pit.Table).CloseBets) {
		t.cursor = c
		t.update()
	}
}
