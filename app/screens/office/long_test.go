package office

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/pit/record"
)

// What takes long says how far it has come, and Esc ends it: nothing is left of it, and the
// office goes on.
func TestOfficeLongWorkIsGivenUp(t *testing.T) {
	was := shell.LongAfter
	shell.LongAfter = -time.Second
	defer func() { shell.LongAfter = was }()
	s := officeSeat(t, "en")
	s.inHouse()
	o := s.enter(record.BackOffice)
	before := s.Shell.House.State.Seq
	said, stopped, left := make(chan bool, 1), make(chan bool, 1), false
	o.papers().long("office_writing", func(w session.Work) func() {
		w.Progress(120, 300)
		said <- true
		<-w.Context.Done()
		stopped <- true
		return func() { left = true }
	})
	<-said
	s.Pass(time.Second)
	s.Says("120 of 300 · Esc stops it")
	s.Says("Stop")
	if strings.Contains(s.Words(), "Sign off") {
		t.Error("Esc is said to sign off")
	}
	s.Picture("long")
	s.Press(fyne.KeyEscape)
	<-stopped
	s.Rest()
	s.Says("Sign off")
	if !left || o.work.Busy() || s.office() == nil {
		t.Errorf("the answer came %v, busy %v, office %v", left, o.work.Busy(), s.office())
	}
	// The preview of a month in the same way; what is chosen next ends it.
	looks := make(chan bool, 2)
	o.stop = o.work.Look(func(w session.Work) func() {
		w.Progress(1, 2)
		<-w.Context.Done()
		looks <- true
		return func() {}
	}, func(done, all int) { o.paper.Say(o.papers().progress("office_reading", done, all)) })
	s.Press(fyne.KeyEnd)
	<-looks
	s.Rest()
	if len(o.doc.Pages) == 0 || s.Shell.House.State.Seq != before {
		t.Errorf("%d pages, %d entries were made", len(o.doc.Pages), s.Shell.House.State.Seq-before)
	}
	if names := strings.Join(files(t, s), " "); names != "" {
		t.Errorf("left are %s", names)
	}
	s.Press(fyne.KeyEscape)
	if s.office() != nil {
		t.Error("Esc does not leave any more")
	}
}
