// Package screens is Sabot in its window. It leads from the first start to a table or to the office and back, and
// is the one that knows both.
package screens

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/floor"
	"sabot/app/screens/office"
	"sabot/app/screens/shell"
	"sabot/app/screens/table"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An Options is the way the program was started.
type Options struct {
	Table    string // the table it stands at; "" to ask
	Language string // "" for the house's own
	Light    bool   // in the light look, whatever this machine has kept
	Letters  int    // how large letters are, in percent; 0 for what this machine has kept
	Demo     bool   // set a demo house up where there is none
	Floor    bool   // it stands at no table: it shows all of them
	Practice string // folder of what people who learn have answered; "" keeps none of it
	Unread   error  // why the record cannot be read, for who learns; nil where nothing is wrong
	Shoes    string // folder of what electronic shoes say; "" keeps none of it
	Folder   string // the data directory, whole: what this machine keeps of the window is of that house alone
	NewData  string // the data directory that was named and was not there; "" where it was
	// Heard is written a line to after each key and tap that was dealt with, but not which;
	// nil for nobody. Who drives the window from outside waits for it.
	Heard io.Writer
	// Broke is told of what broke at a key or a tap and did not end the program; nil for
	// nobody.
	Broke func(text string)

	// AtWindow has the window's goroutine do something that comes from beside it; nil for fyne.Do.
	AtWindow func(do func())

	// Running finds out which program runs; nil where the record need not say.
	Running func() (record.Program, error)

	clock shell.Clock          // nil for the window's own
	ran   func() time.Duration // how long the machine has been on, whatever its clock shows; nil for this one
	pit   pitWays              // those of no enrolment
}

// Check returns an error for impossible options: a language that Sabot does not speak, letters of no size, a table
// together with the floor.
func (o Options) Check() error {
	if o.Floor && o.Table != "" {
		return fmt.Errorf("--floor shows all tables and stands at none: --table %s cannot be", o.Table)
	}
	if o.Language != "" && !slices.Contains(text.Languages(), o.Language) {
		return fmt.Errorf("--lang %q is no language of Sabot: %s", o.Language, strings.Join(text.Languages(), ", "))
	}
	if o.Letters != 0 && !slices.Contains(theme.Percents(), o.Letters) {
		return fmt.Errorf("--text %d is no size of letters: %s", o.Letters, strings.Trim(fmt.Sprint(theme.Percents()), "[]"))
	}
	return nil
}

// Dress gives the windows of a program their look and their letters, before there is any.
func Dress(a fyne.App, o Options) { shell.Dress(a, o.Light, o.Letters) }

// A Station is the place where Sabot stands: a window, and the table that is open there.
type Station struct {
	*shell.Shell
	options  Options
	table    *table.Table   // nil while none is
	open     *session.Table // its record
	floor    *floor.Floor   // while the floor is shown, or the office that was opened from it
	picks    picks
	greeting string // said once, on the first table that opens
	wantsKit bool   // a house was set up here: until a table opens it is said how one gets to the kit
	backups  plannedBackups
	disk     diskWatch
	proofs   proofs
	shipping shipping
	usual    usual
	clock    ownClock
}

// Ahead reads what the first page needs, typefaces and words beside the record, while the window
// system starts; what it answers waits for all of it.
func Ahead(o Options, loading func() (*session.House, error)) func() (*session.House, error) {
	var house *session.House
	var err error
	var read sync.WaitGroup
	read.Go(controls.ReadTypefaces)
	read.Go(func() {
		if house, err = loading(); err == nil {
			text.Open(cmp.Or(o.Language, house.State.Language), "")
		}
	})
	return func() (*session.House, error) { read.Wait(); return house, err }
}

// NewStation fills a window with the first page there is something to do on.
func NewStation(window fyne.Window, house *session.House, options Options) *Station {
	s := &Station{Shell: shellIn(window, house, options), options: options}
	s.backups.work, s.proofs.work = shell.NewWorker(s.Shell), shell.NewWorker(s.Shell)
	s.Ticks = func() { s.keepElsewhere(); s.shipped(); s.follow(); s.watchDisk(); s.alert() }
	window.SetCloseIntercept(s.quit)
	s.clock = newOwnClock(house, options.ran)
	s.shipping.pit = options.pit
	s.ships()
	s.shipping.seen, s.usual.work = shell.NewWorker(s.Shell), shell.NewWorker(s.Shell)
	s.hearSeen()
	s.start()
	return s
}

// shellIn fills a window with a shell that has no page yet.
func shellIn(window fyne.Window, house *session.House, options Options) *shell.Shell {
	clock := options.clock
	own := &shell.WindowClock{AtWindow: options.AtWindow}
	if clock == nil {
		clock = own
	}
	s := shell.New(window, house, clock, options.Heard)
	s.Broke, own.Caught, s.Folder = options.Broke, s.Caught, options.Folder
	s.Speak(options.Language)
	return s
}

// start shows what comes first: setting the house up, choosing the table, or the
// table.
func (s *Station) start() {
	state := &s.House.State
	_, named := state.TableNamed(s.options.Table)
	switch {
	case !state.SetUp() && s.options.Demo:
		s.setUpDemo()
	case !state.SetUp():
		s.Show(s.firstPage())
	case s.options.Floor:
		s.openFloor(func() { s.Show(s.pickPage()) })
	case named:
		s.openTable(s.options.Table)
	case s.options.Table == "" && len(state.Playable()) == 1:
		s.openTable(state.Playable()[0].Name)
	default:
		s.Show(s.pickPage())
	}
}

// openTable takes a table and shows it; where it cannot be had it says why.
func (s *Station) openTable(name string) {
	t, err := s.House.OpenTable(name)
	s.picks.awaits = ""
	if err != nil {
		if house.RefusedFor(err, house.TableElsewhere) {
			s.picks.awaits = name
		}
		s.Show(s.troublePage(err))
		return
	}
	s.open = t
	s.clock.found(t.State.Last())
	s.table = table.New(s.Shell, t, table.Ways{
		Office: func() { s.openOffice(s.backToTable) }, Floor: func() { s.openFloor(s.backToTable) }, Left: s.left, Shoes: s.options.Shoes,
		Asks: s.shipping.pit.asks,
	})
	s.Show(s.table)
	s.Clock.Later(s.table.ComeBack)
	if says := s.greets("setup_kit"); says != "" {
		s.table.Tell(says)
		s.greeting, s.wantsKit = "", false
	}
	if t.State.Open {
		s.table.AskWhoDeals()
	}
}

// left asks which table it is, once one was let go of.
func (s *Station) left(err error) {
	if err != nil {
		s.Show(s.troublePage(err))
		return
	}
	s.table, s.open = nil, nil
	s.Show(s.pickPage())
}

// openOffice shows the office to whoever may come in; back is where they came from.
func (s *Station) openOffice(back func()) { office.Open(s.Shell, back) }

// openFloor shows all tables at once; back is where they came from.
func (s *Station) openFloor(back func()) {
	elsewhere, leave := s.elsewhere()
	s.floor = floor.Open(s.Shell, floor.Ways{
		Elsewhere: elsewhere,
		Asks:      s.asksHere(),
		Office:    func(table string, back func()) { office.At(s.Shell, table, back) },
		Back: func() {
			leave()
			s.floor = nil
			back()
		},
	})
}

// backToTable shows the table that is open here, or where it was moved meanwhile which there are.
func (s *Station) backToTable() {
	if s.table == nil {
		s.pickAgain()
		return
	}
	s.Show(s.table)
	s.table.Update()
}

// quit closes the window; while a table is open it asks first.
func (s *Station) quit() {
	if s.table == nil {
		s.Exit()
		return
	}
	s.table.Quit()
}

// Release lets go of the table, for another program to take; the window's clock stops.
func (s *Station) Release() error {
	err := s.End()
	if s.floor != nil { // who is signed on there may be in the office now
		err = errors.Join(err, s.floor.Ended())
	}
	err = errors.Join(err, s.House.Stopped())
	s.endShipping()
	if s.table == nil {
		return err
	}
	return errors.Join(err, s.table.Release())
}
