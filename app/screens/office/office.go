// Package office is the back office: shifts and their reports, people, tables. It takes no
// table's lock and writes nothing at one.
package office

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/controls/preview"
	"sabot/app/printing"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An Office is the back office: the shifts, their reports as they come out of the printer,
// and what is done with them. It writes nothing at a table.
type Office struct {
	shell   *shell.Shell
	who     house.Badge // who signed on
	digits  []kindAt    // what was shown before each of some digits in a row
	back    func()      // to where they came from
	used    time.Time   // last key or tap
	printer printing.Printer
	work    *shell.Worker
	news    *shell.Worker // reads what other programs have entered
	heard   string        // how far the record went when the shifts were read
	stop    func()        // ends what goes on and says how far it has come; nil where nothing does

	query  sums.ShiftQuery  // which shifts are listed
	came   string           // the table of which shifts were asked for from another room
	shifts []sums.ShiftLine // those that are
	chosen int              // of them
	kind   int
	slip   int // which of the shift's slips
	drafted
	house  record.HouseSet // the particulars by which it was read
	apart  bool            // what is shown is of the house, and not of the chosen shift
	notice view.Notice
	faulty []string // tables of which the last backup from here has what another machine entered, and that does not hold
	stands shell.Standing
	noUse  bool   // the notice is of a key that does nothing here
	from   func() // whence a page was opened to which Esc leads back; nil for the office

	rows   []controls.DeskLine // the shifts in words
	rowOf  []int               // for each of rows the shift that it is, -1 for a day
	spoken string              // the language of rows, "" where they are to be written anew

	all   *fyne.Container
	desk  *controls.Desk
	paper *preview.Paper
}

// The pages of the office, by what is done on them. Each holds the office, and nothing else.
type (
	// An entriesPage is a page of entries and closed hands, and of what is searched there.
	entriesPage struct{ *Office }
	// A peoplePage is a page of those who work in the house, and of their rights.
	peoplePage struct{ *Office }
	// A verifyPage is a page on which records and reports are verified.
	verifyPage struct{ *Office }
	// A reportPage is a page of reports: shown, signed and printed.
	reportPage struct{ *Office }
	// An upkeepPage is a page of what a house needs to go on: backups, programs, certificates.
	upkeepPage struct{ *Office }
	// A tablesPage is a page of the tables of the house.
	tablesPage struct{ *Office }
)

func (o *Office) logs() entriesPage { return entriesPage{o} }

func (o *Office) people() peoplePage { return peoplePage{o} }

func (o *Office) verifies() verifyPage { return verifyPage{o} }

func (o *Office) papers() reportPage { return reportPage{o} }

func (o *Office) upkeep() upkeepPage { return upkeepPage{o} }

func (o *Office) tables() tablesPage { return tablesPage{o} }

// patienceOfOffice is how long nobody need touch anything before the office signs off.
const patienceOfOffice = 5 * time.Minute

// Open asks who comes and shows the office to whom may read reports; back is where
// they came from.
func Open(s *shell.Shell, back func()) { At(s, "", back) }

// At opens the office with the shifts of a table; "" of all. The code is asked at the door wherever somebody comes
// from. Who is signed on at a floor that stands open has not given it for this.
func At(s *shell.Shell, table string, back func()) {
	house := s.House
	known := shell.NewWorker(s).Look(func(work session.Work) func() { // what shifts there are is read while the code is typed
		_, _ = shiftsOf(house, work, sums.ShiftQuery{}) // who cannot read them is told when the list is shown
		return func() {}
	}, func(int, int) {})
	s.AskCode("office_title_door", func(pad *controls.Code, code string) {
		who, err := s.House.EnterOffice(code)
		if !s.TookAtDoor(pad, code, err) {
			return
		}
		known() // the list goes on from there, and says how far it has come
		spoken := s.SpeakTo(who.Staff)
		o := newOffice(s, who, func() { spoken(); back() })
		o.query.Table, o.came = table, table
		s.Show(o)
		o.watch()
		o.readShifts()
		o.upkeep().askCommission()
	})
}

func newOffice(s *shell.Shell, who house.Badge, back func()) *Office {
	o := &Office{shell: s, who: who, back: back, used: s.Clock.Now(), printer: printing.System{}, work: shell.NewWorker(s), news: shell.NewWorker(s), desk: controls.NewDesk(), paper: preview.NewPaper()}
	o.desk.OnChoose = o.chooseLine
	o.desk.OnTurn = o.paper.Turn
	o.desk.OnZoom = o.paper.Zoom
	o.desk.Noticed = o.touch
	o.paper.OnTurn = o.update
	o.all = container.New(officeLayout{}, o.desk.Drawn, o.paper.Drawn)
	return o
}

// An officeLayout lays the paper where the desk leaves room for it.
type officeLayout struct{}

func (officeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(800, 600) }

func (officeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(size)
	at, hole := controls.DeskHole(size)
	objects[1].Move(at)
	objects[1].Resize(hole)
}

// Content implements shell.Page.
func (o *Office) Content() fyne.CanvasObject { return o.all }

// Help implements the shell's helped.
func (o *Office) Help() (now, always []view.HelpRow) {
	return o.shell.Viewer().HelpPage("help_office"), nil
}

func (o *Office) t(key string, args ...text.Args) string { return o.shell.Text.T(key, args...) }

func (o *Office) touch() {
	o.used = o.shell.Clock.Now()
	if o.noUse { // it has been read
		o.noUse, o.notice = false, view.Notice{}
		o.update()
	}
}

// watch signs off once nobody has touched anything for a while.
func (o *Office) watch() {
	const pause = 10 * time.Second
	if o.work.Closed() {
		return
	}
	if o.shell.Clock.Now().Sub(o.used) >= patienceOfOffice {
		o.signOff(record.IdleOffice)
		return
	}
	o.shell.Clock.After(pause, o.watch)
}

// leave signs off and goes back.
func (o *Office) leave() { o.signOff(record.LeftOffice) }

func (o *Office) signOff(why record.SignOffWhy) {
	who := o.who.Name
	err := o.gone(why)
	o.back()
	switch {
	case err != nil:
		o.shell.Warn(o.shell.Wording(err))
	case why == record.IdleOffice:
		o.shell.Warn(o.t("office_idle", text.Args{"Name": who, "N": int(patienceOfOffice.Minutes())}))
	}
}

// gone forgets who was here, and has the record say so. It asks nothing of the window, which may have ended already.
func (o *Office) gone(why record.SignOffWhy) error {
	o.work.Close()
	o.news.Close()
	who := o.who.Number
	o.who = house.Badge{}
	return o.shell.House.LeaveOffice(who, why)
}

// Ended signs off with the window.
func (o *Office) Ended() error { return o.gone(record.ClosedWindow) }

// over shows an overlay over the office; what is pressed there counts as use.
func (o *Office) over(p shell.Page) {
	o.shell.Instead(shell.Watched(p, o.touch))
}

// tell shows a word on what was done.
func (o *Office) tell(sentence string) {
	o.notice = view.Notice{Text: sentence}
	o.update()
}

// say shows why something was not done.
func (o *Office) say(err error) {
	o.notice = o.shell.Bad(err)
	o.update()
}

// bad shows why something cannot be done here.
func (o *Office) bad(key string, args text.Args) {
	o.notice = view.Notice{Text: o.t(key, args), Bad: true}
	o.update()
}

// once does a job that leaves something behind, with a word while it goes on.
func (o *Office) once(doing string, j shell.Job) {
	if o.busy() {
		return
	}
	o.tell(o.t(doing))
	o.work.Once(j)
}

// busy says, with a word, whether something that was begun is not done yet.
func (o *Office) busy() bool {
	if o.work.Busy() {
		o.notice = view.Notice{Text: o.t("office_busy"), Bad: true}
		o.update()
	}
	return o.work.Busy()
}

// Typed handles a key that is a character.
func (o *Office) Typed(r rune) bool {
	o.touch()
	if o.work.Closed() {
		return true
	}
	switch r {
	case '+':
		o.paper.Zoom(1)
		return true
	case '-', '−':
		o.paper.Zoom(-1)
		return true
	case '<':
		o.paper.Turn(-1)
		return true
	case '>':
		o.paper.Turn(1)
		return true
	}
	for _, keys := range [][]controls.DeskKey{o.kinds(), o.acts(), {o.logs().searchKey()}, o.logs().filters()} {
		for _, k := range keys {
			if k.Key == strings.ToUpper(string(r)) {
				k.Do()
				return true
			}
		}
	}
	o.noUse, o.notice = true, view.Notice{Text: o.shell.NoUseOf(string(r)), Bad: true}
	o.update()
	return true
}

// Key handles a key that is no character.
func (o *Office) Key(name fyne.KeyName) bool {
	o.touch()
	switch name {
	case fyne.KeyUp:
		o.choose(o.chosen - 1)
	case fyne.KeyDown:
		o.choose(o.chosen + 1)
	case fyne.KeyHome:
		o.choose(0)
	case fyne.KeyEnd:
		o.choose(len(o.shifts) - 1)
	case fyne.KeyPageDown:
		o.desk.Page(1)
	case fyne.KeyPageUp:
		o.desk.Page(-1)
	case fyne.KeyF8:
		o.logs().openHands()
	case fyne.KeyTab:
		o.turnFilter(1)
	case fyne.KeyF10:
		o.openMenu()
	case fyne.KeyEscape:
		if o.stop != nil {
			o.giveUp()
			return true
		}
		if o.apart {
			o.closeApart()
			return true
		}
		if o.logs().narrowed() {
			o.search(sums.ShiftQuery{Table: o.came})
			return true
		}
		o.leave()
	default:
		return o.paper.Key(name)
	}
	return true
}

// closeApart shows the chosen shift again in place of what is of the house.
func (o *Office) closeApart() { o.choose(o.chosen) }

// goesOn sets how long work can be stopped from now on, and counts it as use of the office.
func (o *Office) goesOn(stop func()) {
	o.stop = stop
	o.touch()
	o.update()
}

// giveUp stops the long work that goes on.
func (o *Office) giveUp() {
	o.stop()
	o.stop = nil
	o.update()
}

var _ shell.Page = (*Office)(nil)
