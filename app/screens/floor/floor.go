// Package floor is the floor screen: every table of the house at once, for who answers for
// many. It takes no table's lease and writes nothing at one. It knows neither a table's screen
// nor the office.
package floor

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/floor"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Floor is the floor screen. Who is not signed on sees how the tables stand, and nothing of
// the house's money.
type Floor struct {
	shell *shell.Shell
	ways  Ways
	look  *floor.Floor
	who   house.Badge // who signed on; nobody without a number
	spoke func()      // goes back to the language of the place
	used  time.Time   // last key or tap
	work  *shell.Worker
	left  bool
	asked bool // what is new is being read

	far      *shell.Worker // reads what other machines have
	askedFar bool

	asksWork  *shell.Worker // asks what tables ask
	signWork  *shell.Worker // sends what was signed
	askedAsks bool

	heardAsks
	approving *approving // nil while nobody looks at any
	withdrawn *withdrawn // what was looked at and is asked no more, until it is known why
	seeing    *seeing    // nil while nothing was sent that another machine is to enter
	unseen    *seeing    // what was sent last and not entered: its word is not lost

	wrong view.Notice // of what they have entered does not hold

	tab     int
	sort    order
	list    []string // names of the tables in the order in which they are shown
	front   map[string]bool
	good    map[string]bool // the tables that the tab of Good Roads had when it was looked at
	chosen  string
	picked  bool     // somebody chose it
	digits  []string // what was chosen before each of some digits in a row
	kept    kept
	notice  view.Notice
	stands  shell.Standing
	marks   func() // has the page that was opened last say the mark of the pit
	markWas string
	of      view.Notice
	passed  func() bool // what the notice of speaks of has gone
	tiles   map[string]*tile
	felt    *live // the felt that is looked at; nil while none is
	drawn   *controls.Tiles
}

// Ways lead away from the floor.
type Ways struct {
	Elsewhere record.Elsewhere // the tables of other machines; nil in a house of one
	Asks      Asks             // what they ask; nil there too

	Back   func()                          // to where they came from
	Office func(table string, back func()) // with the shifts of a table
}

// Times of the floor.
const (
	lookEvery = time.Second      // what is new is read
	patience  = 10 * time.Minute // nobody need touch anything before who is signed on is signed off
	untouched = 30 * time.Second // before the tiles are sorted anew by themselves
)

// The tabs.
const (
	allTables = iota
	goodRoads
)

// Open shows the floor, and asks who is there.
func Open(s *shell.Shell, w Ways) *Floor {
	f := New(s, w)
	s.Show(f)
	f.signOn(nil)
	return f
}

// New returns the floor before anything was read.
func New(s *shell.Shell, w Ways) *Floor {
	f := &Floor{
		shell: s, ways: w, look: floor.New(s.House, w.Elsewhere), used: s.Clock.Now(), work: shell.NewWorker(s), far: shell.NewWorker(s), asksWork: shell.NewWorker(s), signWork: shell.NewWorker(s), spoke: func() {},
		tiles: map[string]*tile{}, drawn: controls.NewTiles(), heardAsks: heardAsks{at: s.Clock.Now(), silent: true},
	}
	f.kept = f.keptHere()
	f.sort = f.kept.sort
	f.drawn.OnChoose = f.chooseAt
	f.drawn.OnOpen = f.openTable
	f.drawn.Noticed = f.touch
	s.HouseAt = func(table string) *house.House { return f.look.HouseAt(table) }
	f.notice = view.Notice{Text: f.t("floor_reading")}
	f.update()
	f.read()
	f.readElsewhere()
	f.again()
	return f
}

func (f *Floor) t(key string, args ...text.Args) string { return f.shell.Text.T(key, args...) }

// Content implements shell.Page.
func (f *Floor) Content() fyne.CanvasObject { return f.drawn.Drawn }

// Help returns what the keys do.
func (f *Floor) Help() (now, always []view.HelpRow) {
	return f.shell.Viewer().HelpPage("help_floor"), nil
}

// touch handles any key or tap: the last notice has been read.
func (f *Floor) touch() {
	f.used = f.shell.Clock.Now()
	f.notice = view.Notice{}
}

// until removes the present notice early, once passed reports that its cause has gone.
func (f *Floor) until(passed func() bool) { f.of, f.passed = f.notice, passed }

// fade takes away what was said once what it speaks of has gone, and after a while in any case.
func (f *Floor) fade() {
	old := f.stands.Over(f.notice, f.shell.Clock.Now())
	if f.approving != nil || f.seeing != nil || f.look.Heard().IsZero() { // that goes on still
		return
	}
	if old || f.passed != nil && f.of == f.notice && f.passed() {
		f.notice = view.Notice{}
	}
}

// again reads what is new once a while, and sees to what the clock brings about.
func (f *Floor) again() {
	f.shell.Clock.After(lookEvery, func() {
		if f.left {
			return
		}
		idle := f.shell.Clock.Now().Sub(f.used)
		switch {
		case f.signedOn() && idle >= patience:
			f.signOff(record.IdleOffice)
		case idle >= untouched && f.shell.Base() == shell.Page(f) && f.shell.Overlay() == nil:
			f.arrange()
		}
		f.read()
		f.readElsewhere()
		f.readAsked()
		f.sayGone()
		f.heardSeen()
		f.fade()
		f.update()
		f.alert()
		f.again()
	})
}

// read reads what is new beside the window, and at once more as long as the whole of a shift
// is not known.
func (f *Floor) read() {
	if f.asked || f.left {
		return
	}
	f.asked = true
	look, ending := f.look.Look(), f.shell.Ending
	f.work.Latest(func() func() {
		news, err := look(ending)
		return func() {
			f.asked = false
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					f.notice = f.shell.Bad(err)
					f.update()
				}
				return
			}
			first := f.look.Heard().IsZero()
			if f.look.Take(news) {
				if first {
					f.notice = view.Notice{}
				}
				f.update()
			}
			if !f.look.Whole() {
				f.read()
			}
		}
	})
}

// Reread forgets what was read, after something broke.
func (f *Floor) Reread() error {
	f.look, f.asked, f.askedFar, f.felt = floor.New(f.shell.House, f.ways.Elsewhere), false, false, nil
	f.tiles = map[string]*tile{}
	f.work, f.far, f.asksWork = shell.NewWorker(f.shell), shell.NewWorker(f.shell), shell.NewWorker(f.shell)
	f.askedAsks, f.approving, f.withdrawn, f.seeing = false, nil, nil, nil
	f.read()
	f.readElsewhere()
	f.update()
	return nil
}

func (f *Floor) signedOn() bool { return f.who.Number != "" }

// signOn asks who is there; then is done with it, nil for nothing.
func (f *Floor) signOn(then func()) {
	f.shell.AskCode("floor_title_door", func(pad *controls.Code, code string) {
		who, err := f.shell.House.EnterOffice(code)
		if !f.shell.TookAtDoor(pad, code, err) {
			return
		}
		f.shell.CloseOverlay()
		f.turn(who)
		f.spoke = f.shell.SpeakTo(who.Staff)
		f.touch()
		f.update()
		if then != nil {
			then()
		}
	})
}

// signOff covers the house's money again, and has the record say so.
func (f *Floor) signOff(why record.SignOffWhy) {
	err := f.gone(why)
	if f.shell.Base() == shell.Page(f) {
		f.shell.CloseOverlay()
	}
	f.felt = nil
	if err != nil {
		f.notice = f.shell.Bad(err)
	}
	f.update()
}

func (f *Floor) gone(why record.SignOffWhy) error {
	if !f.signedOn() {
		return nil
	}
	number := f.who.Number
	f.turn(house.Badge{})
	f.spoke()
	f.spoke = func() {}
	return f.shell.House.LeaveOffice(number, why)
}

// Ended signs off with the window.
func (f *Floor) Ended() error { return f.gone(record.ClosedWindow) }

// leave signs off; where nobody is signed on it goes back.
func (f *Floor) leave() {
	if f.signedOn() {
		f.signOff(record.LeftOffice)
		return
	}
	f.left, f.shell.HouseAt = true, nil
	f.work.Close()
	f.far.Close()
	f.asksWork.Close()
	f.signWork.Close()
	f.ways.Back()
}

// Warn shows a word where nothing was done.
func (f *Floor) Warn(word string) {
	f.notice = view.Notice{Text: word, Bad: true}
	f.update()
}

var _ shell.Page = (*Floor)(nil)
