// Minimal is the smallest Fyne window: what Sabot's start is measured beside.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	w := app.NewWithID("ch.sabot.minimal").NewWindow("Sabot")
	w.SetContent(widget.NewLabel("Sabot"))
	w.Resize(fyne.NewSize(1280, 800))
	w.ShowAndRun()
}
