package screens

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/pit/house"
)

// A pickDigits takes the digits that are typed on the page where a table is chosen. They open pages, and a number
// and a PIN that are typed there open none.
type pickDigits struct {
	station *Station
	menu    *controls.Menu
	typed   string // in a row, as long as they may be a code
	last    time.Time
	code    bool // they are one: the rest of it does nothing, nor does the Enter behind it
}

// Times of digits.
const (
	digitWaits  = 400 * time.Millisecond // a digit with which somebody's number begins, before it opens something
	digitsInRow = 3 * time.Second        // from one to the next
)

// rune takes a character.
func (p *pickDigits) rune(r rune) bool {
	now := p.station.Clock.Now()
	if now.Sub(p.last) > digitsInRow {
		p.typed, p.code = "", false
	}
	if p.last = now; r < '0' || r > '9' {
		p.typed, p.code = "", false
		return p.menu.Rune(r)
	}
	p.typed += string(r)
	p.code = p.code || p.station.House.State.People().IsCode(p.typed)
	switch {
	case p.code:
		p.station.Warn(p.station.Text.T("pick_code"))
	case !p.begins():
		p.typed = ""
		return p.menu.Rune(r)
	case len(p.typed) == 1:
		p.wait(r)
	}
	return true
}

// begins reports whether what was typed may be somebody's number with what follows it.
func (p *pickDigits) begins() bool {
	state := &p.station.House.State
	if _, _, known := state.People().SplitCode(p.typed); known {
		return true
	}
	return slices.ContainsFunc(state.Staff, func(s house.Staff) bool { return strings.HasPrefix(s.Number, p.typed) })
}

// wait does what a digit does by itself once no other has followed it.
func (p *pickDigits) wait(r rune) {
	s, top := p.station, p.station.Top()
	s.Clock.After(digitWaits, func() {
		if p.typed != string(r) || s.Top() == nil || s.Top().Content() != top.Content() {
			return
		}
		if p.typed = ""; !p.menu.Rune(r) {
			s.NoUse(string(r))
		}
	})
}

// key takes a key that is no character.
func (p *pickDigits) key(name fyne.KeyName) bool {
	behind := p.code && (name == fyne.KeyReturn || name == fyne.KeyEnter)
	if p.typed, p.code = "", false; behind {
		p.station.Warn(p.station.Text.T("pick_code"))
	}
	return behind
}
