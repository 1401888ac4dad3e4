// Stuck has a table open in a window whose end never comes, as Fyne's may not: what is to happen
// then is tried with it. It takes a data directory and a table; a third word, close, has the window close itself.
package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"sabot/app/ending"
	"sabot/app/session"
)

func main() {
	house, err := session.Open(os.Args[1], time.Now)
	if err != nil {
		fail(err)
	}
	table, err := house.OpenTable(os.Args[2])
	if err != nil {
		fail(err)
	}
	a := app.NewWithID("ch.sabot.stuck")
	w := a.NewWindow("Sabot")
	a.Lifecycle().SetOnStopped(func() { select {} })
	a.Lifecycle().SetOnStarted(func() {
		fmt.Println("started")
		if len(os.Args) > 3 {
			w.Close()
		}
	})
	end := ending.Of(func() error { return errors.Join(table.Release(), house.Close()) })
	end.Watch(ending.Bound, ending.Dropping(fyne.Do), os.Exit)
	w.SetOnClosed(end.Told)
	w.ShowAndRun()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
