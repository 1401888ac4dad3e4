package floor

import (
	"errors"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// readElsewhere reads beside the window what is new of the tables of other machines. That nobody answers their tiles
// say, by their age.
func (f *Floor) readElsewhere() {
	look := f.look.LookElsewhere()
	if look == nil || f.askedFar || f.left {
		return
	}
	f.askedFar = true
	ending := f.shell.Ending
	f.far.Latest(func() func() {
		news, err := look(ending)
		return func() {
			f.askedFar = false
			was := f.wrong
			f.wrong = view.Notice{}
			if unheld := (*record.NotHeldError)(nil); errors.As(err, &unheld) {
				f.wrong = view.Notice{Text: f.t("floor_not_held", text.Args{"Table": unheld.Stream, "Machine": unheld.Machine}), Bad: true}
			}
			shown := len(f.tiles)
			changed := f.look.Take(news)
			if f.redraw(); len(f.tiles) != shown && !f.picked {
				f.chosen = "" // the first of those that are there now
			}
			if changed || f.wrong != was {
				f.update()
			}
			if news.More && err == nil {
				f.readElsewhere()
			}
		}
	})
}

// mark returns what is wrong with the way to the other machines, in a word or two, as their tables mark it. It
// returns "" where nothing is, or there are none.
func (f *Floor) mark() string {
	if f.ways.Elsewhere == nil && f.ways.Asks == nil && !f.shell.House.State.Pit.Why.OwnClock() {
		return ""
	}
	return f.shell.Viewer().PitMark()
}

// marked returns the title of a page with that mark.
func (f *Floor) marked(title string) string {
	if mark := f.mark(); mark != "" {
		return title + " · " + mark
	}
	return title
}

// marking makes an open page show that mark, and again whenever it changes.
func (f *Floor) marking(say func()) {
	f.marks, f.markWas = say, f.mark()
	say()
}

// remark updates the mark on the page that was opened last.
func (f *Floor) remark() {
	if mark := f.mark(); mark != f.markWas && f.marks != nil {
		f.markWas = mark
		f.marks()
	}
}

// away returns since when nothing was heard of other machines; false where they are heard.
func (f *Floor) away() (since string, away bool) {
	pit := f.shell.House.State.Pit
	return f.shell.Viewer().Floor().When(pit.Since), f.ways.Elsewhere != nil && pit.Why == house.PitAway
}

// said returns the line under the tiles: the last notice, else what is wrong with what other machines send.
func (f *Floor) said() view.Notice {
	since, away := f.away()
	switch pit := f.shell.House.State.Pit; {
	case f.notice.Text == "" && pit.Why.OwnClock():
		return view.Notice{Text: f.shell.Viewer().Pit(), Bad: true}
	case f.notice.Text != "" || f.ways.Elsewhere == nil:
		return f.notice
	case f.wrong.Text != "":
		return f.wrong
	case away:
		return view.Notice{Text: f.t("floor_pit_away", text.Args{"At": since}), Bad: true}
	case pit.Why != "" && pit.Why != house.PitClock:
		return view.Notice{Text: f.shell.Viewer().Pit(), Bad: true}
	}
	return f.notice
}
