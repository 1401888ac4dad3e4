// Sabot stands at a table of a casino: the croupier enters bets and cards, Sabot
// says the next physical act, settles every box and keeps the record.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"sabot/app/ending"
	"sabot/app/screens"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/assets"
	"sabot/pit/record"
)

func main() {
	start.Guard()
	os.Exit(run())
}

func run() int {
	data := flag.String("data", "", "`directory` of the record (default: SABOT_DATA, else the user's data directory)")
	table := flag.String("table", "", "`name` of the table this program stands at")
	lang := flag.String("lang", "", "`language`: it, de, fr, en (default: the house's)")
	floor := flag.Bool("floor", false, "all tables of the house at once: it stands at none, and takes none")
	learn := flag.Bool("practice", false, "drills for who learns: it stands at no table and enters nothing")
	light := flag.Bool("light", false, "dark letters on light ground, for a room with daylight (default: as chosen on this machine)")
	letters := flag.Int("text", 0, "size of letters in `percent`: 100, 125, 150 (default: as chosen on this machine)")
	full := flag.Bool("fullscreen", false, "full screen without window frame")
	demo := flag.Bool("demo", false, "with no data: set a demo house up and go straight to its table")
	asManual := flag.Bool("manual", false, "print the manual page, as man reads it, and open nothing")
	version := flag.Bool("version", false, "print the version, and the commit that the program was built of where that is known, and open nothing")
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "usage: sabot [options]\n\n")
		flag.PrintDefaults()
		fmt.Fprintf(os.Stderr, "\nexample: %s\n", example)
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "sabot: %q is no option: see sabot --help\n", flag.Arg(0))
		return 2
	}
	if *version {
		fmt.Println(assets.Built("sabot"))
		return 0
	}
	if *asManual {
		fmt.Print(page().Roff())
		return 0
	}
	dir, err := start.FindData(*data)
	if err != nil {
		fmt.Fprintf(os.Stderr, "sabot: %v\n", err)
		return 2
	}

	options := screens.Options{Table: *table, Language: *lang, Light: *light, Letters: *letters, Demo: *demo, Floor: *floor}
	if err := options.Check(); err != nil {
		fmt.Fprintf(os.Stderr, "sabot: %v\n", err)
		return 2
	}
	if *learn && (*table != "" || *floor || *demo) {
		fmt.Fprintf(os.Stderr, "sabot: --practice is of no table: leave --table, --floor and --demo out\n")
		return 2
	}
	if err := start.Screen(); err != nil {
		fmt.Fprintf(os.Stderr, "sabot: %v\n", err)
		return 1
	}
	if !*learn && start.MakeData(*data) {
		options.NewData = dir
		fmt.Fprintf(os.Stderr, "sabot: %s was not there and is made\n", dir)
	}
	broke := start.Crashes
	if *learn {
		broke = start.Broken
	}
	options.Broke, options.Running, options.Shoes = broke(dir), session.Running, filepath.Join(dir, "shoes")
	options.Practice, options.Folder = filepath.Join(dir, "practice"), dir
	// The record is read while the window system starts.
	var loading func() (*session.House, error)
	if *learn {
		house, unread, err := session.Learning(dir, time.Now)
		if options.Unread = unread; unread != nil {
			fmt.Fprintf(os.Stderr, "sabot: the drills know nothing of the house: %v\n", unread)
		}
		loading = func() (*session.House, error) { return house, err }
	} else {
		loading = session.Begin(dir, *table, !*floor, time.Now).Wait
	}
	if dir, err := os.UserCacheDir(); err == nil { // a new account has none, and Fyne makes no more than its own folder in it
		_ = os.MkdirAll(dir, 0o700) // without one it goes on
	}
	app.SetMetadata(metadata())
	a := app.New()
	door := ending.NewDoor(fyne.Do)
	options.AtWindow = door.Do
	quietEnd(a)
	screens.KeepChoices(a)
	screens.Dress(a, options)
	loading = screens.Ahead(options, loading)
	w := a.NewWindow("Sabot")
	w.SetMaster()
	w.Resize(fyne.NewSize(1280, 800))
	w.SetFullScreen(*full)
	again := func() (*session.House, error) { return session.Begin(dir, *table, !*floor, time.Now).Wait() }
	if err := show(a, w, door, loading, again, *learn, options); err != nil {
		fmt.Fprintf(os.Stderr, "sabot: %v\n", err)
		return 1
	}
	return 0
}

// show fills the window and runs until it is closed. A record that cannot be
// opened is told in the window, where somebody stands, and on standard error. One whose secrets lie under a passphrase is
// opened again once somebody has given it.
func show(a fyne.App, w fyne.Window, door *ending.Door, loading, again func() (*session.House, error), learn bool, options screens.Options) error {
	house, err := loading()
	asks := errors.Is(err, record.ErrAsks)
	if err != nil && !asks {
		screens.Trouble(w, options.Language, err)
		return errors.Join(err, runs(w, door, func() error { return nil }))
	}
	if file := os.Getenv("SABOT_HEARD"); file != "" {
		heard, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		defer heard.Close()
		options.Heard = heard
	}
	begins, ends := func() {}, func() error { return nil }
	fill := func() {
		if learn {
			ends = screens.NewLearner(w, house, options).End
		} else {
			station := screens.NewStation(w, house, options)
			begins, ends = station.Begin, station.Release
		}
	}
	if !asks {
		fill()
	}
	a.Lifecycle().SetOnStarted(func() {
		w.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
		begins()
	})
	var unopened error // once the passphrase was given
	if asks {
		unlock := func(typed string) error { return session.Unlock(options.Folder, typed) }
		screens.AskPassphrase(w, options.Language, unlock, func() {
			if house, unopened = again(); unopened != nil {
				screens.Trouble(w, options.Language, unopened)
				return
			}
			fill()
			begins()
		})
	}
	return runs(w, door, func() error {
		if house == nil {
			return unopened
		}
		return errors.Join(ends(), house.Close())
	})
}

// runs shows the window until it is closed, and lets go of what the program holds by release: within a bound from when it was told to end. A window
// system that did not start, as where its server does not let this user in, is an error: Fyne panics over it.
func runs(w fyne.Window, door *ending.Door, release func() error) (err error) {
	end := ending.Of(release)
	end.Shut = door.Shut
	end.Watch(ending.Bound, ending.Dropping(fyne.Do), os.Exit)
	w.SetOnClosed(end.Told)
	defer func() {
		if broke := recover(); broke != nil {
			if !strings.Contains(fmt.Sprint(broke), "NotInitialized") {
				panic(broke)
			}
			err = errors.New("no window can be opened: the window system does not let this program in (see above)")
		}
		err = errors.Join(err, end.Release())
	}()
	w.ShowAndRun()
	return nil
}

// quietEnd has Fyne 2.8.1 do nothing of its own as it ends. It would write its preferences, in which Sabot keeps nothing, and asks its
// window for that while it closes the window's queue: it then panics, or waits for ever.
func quietEnd(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(f func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

func metadata() fyne.AppMetadata {
	return fyne.AppMetadata{
		ID: "ch.sabot.table", Name: "Sabot", Version: assets.Version, Build: 1,
		Migrations: map[string]bool{"fyneDo": os.Getenv("SABOT_CHECK_THREADS") == ""},
	}
}
