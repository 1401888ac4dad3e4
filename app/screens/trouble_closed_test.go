package screens

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/text"
)

// Where this user may not make the folder of the record the window says so in its own words, with the folder and what to do.
func TestFolderOfSomebodyElseIsTold(t *testing.T) {
	test.NewTempApp(t)
	err := fmt.Errorf("making the data directory: %w", &fs.PathError{Op: "mkdir", Path: "/srv/sabot", Err: syscall.EACCES})
	for _, lang := range text.Languages() {
		w := test.NewWindow(nil)
		w.Resize(fyne.NewSize(1024, 768))
		Trouble(w, lang, err)
		var all []string
		for _, o := range test.LaidOutObjects(w.Canvas().Content()) {
			all = append(all, screentest.DrawnText(o))
		}
		says := strings.Join(strings.Fields(strings.Join(all, " ")), " ")
		if !strings.Contains(says, "/srv/sabot") || !strings.Contains(says, "install.md") || strings.Contains(says, "denied") {
			t.Errorf("%s: %s", lang, says)
		}
	}
}
