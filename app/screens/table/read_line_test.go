package table

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/pit/record"
)

// A shoe that says nothing, that is lost or has a trouble of its own is told, marked and noted; entering by
// hand goes on, and cards it says later are proposed.
func TestHandEntryGoesOn(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	for _, c := range []struct {
		event shoe.Event
		kind  record.AlarmKind
		mark  string
	}{
		{shoe.Event{Kind: shoe.Silent}, record.ShoeSilent, "mark_shoe_silent"},
		{shoe.Event{Kind: shoe.Fault, Code: "1"}, record.ShoeFault, "mark_shoe_fault"},
		{shoe.Event{Kind: shoe.Lost}, record.ShoeLost, "mark_shoe_lost"},
	} {
		s.shoeSays(c.event)
		notes := s.Table().Alarms
		if n := len(notes); n == 0 || notes[n-1].Kind != c.kind {
			t.Errorf("%s: it noted %+v", c.event, notes)
		}
		if marks := s.screen.viewer().Marks(s.Table(), time.Now()); !slices.Contains(marks, s.Shell.Text.T(c.mark)) {
			t.Errorf("%s: it marks %v", c.event, marks)
		}
		if !s.screen.notice.Bad || s.said() == "" {
			t.Errorf("%s: it says %q", c.event, s.said())
		}
	}
	s.Press(fyne.KeyF4)
	s.Choose("irregular_seen")
	s.Keys(screentest.InspectorCode)
	if n := s.Table().Alarms; len(n) != 0 {
		t.Errorf("seen by an inspector, %+v", n)
	}
	s.Keys("8k")
	if got := s.laidBy(); got != "8@box:1/key K@bank/key" {
		t.Fatalf("it has %s", got)
	}
	s.reads("8s")
	if w := s.waits(); !w.Bad || len(w.Cards) != 1 {
		t.Errorf("%+v waits", w)
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	if len(s.waits().Cards) != 0 || s.laidBy() != "8@box:1/key K@bank/key" {
		t.Errorf("it has %s, %+v waits", s.laidBy(), s.waits())
	}
}

// Why a shoe is not connected is said where it is lost, and behind F12 as long as it is.
func TestWhyAShoeIsNotConnected(t *testing.T) {
	s := linked(t, "LB1")
	s.screen.line.setting = shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "10.0.0.7:4001"}
	s.shoeSays(shoe.Event{Kind: shoe.Lost, Why: shoe.Ended, Code: "the line has ended"})
	s.Says("La linea si è interrotta")
	s.shoeSays(shoe.Event{Kind: shoe.Lost, Why: shoe.Refused, Again: true})
	s.Press(fyne.KeyF12)
	s.Shows("Connessione rifiutata: lì non risponde nessun apparecchio")
	s.LeaveOverlays()
	s.shoeSays(shoe.Event{Kind: shoe.Linked, Again: true})
	s.Press(fyne.KeyF12)
	s.Silent("rifiutata", "interrotta")
}

// Which shoe stands at a table is set with somebody who may have its equipment worked on, and that is on the
// record; an address that is none is told, and this machine keeps it.
func TestWhichShoeStandsHere(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	services := func() (what string) {
		for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := e.Fact.(record.Serviced); ok {
				what = f.Table + " " + f.What + " " + f.By
			}
		}
		return what
	}
	s.Press(fyne.KeyF12)
	s.Shows("A questo tavolo non si legge nessun sabot elettronico.")
	s.Choose("reader_set")
	s.Keys("d") // neutral, over the net
	s.Keys("here\n")
	s.Shows("Questo non è un indirizzo.")
	s.Keys("\b\b\b\b127.0.0.1")
	for _, sign := range []string{":", "/"} {
		s.TouchOn(s.OverlayDrawn(), sign)
	}
	s.Keys("\b1\n" + screentest.CroupierCode)
	if services() != "" {
		t.Errorf("a croupier set it: %s", services())
	}
	s.Keys(screentest.InspectorCode)
	if got := services(); got != "LB1 Sabot elettronico: protocollo neutro, rete, 127.0.0.1:1 21" {
		t.Errorf("the record has %q", got)
	}
	if kept, ok := s.screen.shoes().keptShoe(); !ok || kept != (shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "127.0.0.1:1"}) {
		t.Errorf("this machine keeps %+v", kept)
	}
	s.Press(fyne.KeyF12)
	s.Shows("protocollo neutro, 127.0.0.1:1. Sabot legge soltanto.")
	s.Choose("reader_set")
	s.Keys("d\b23\n") // it stands there, and is gone on with
	s.LeaveOverlays() // nobody gives a code
	s.Press(fyne.KeyF12)
	s.Choose("reader_set")
	s.Keys("d")
	s.Shows("127.0.0.1:23_")
	s.LeaveOverlays()
	s.Press(fyne.KeyF12)
	s.Choose("reader_set")
	s.Choose("reader_no")
	s.Keys(screentest.InspectorCode)
	if _, ok := s.screen.shoes().keptShoe(); ok || s.screen.line.end != nil {
		t.Error("a shoe is read that was taken away")
	}
}

// colons has a colon behind a label as each language writes it.
var colons = map[string]string{"it": ":", "de": ":", "fr": "\u00a0:", "en": ":"}

// What is entered of a shoe has a colon behind its name as the language writes it.
func TestServiceOfAShoeHasTheColonOfTheLanguage(t *testing.T) {
	for lang, colon := range colons {
		s := linked(t, "LB1")
		s.Shell.Speak(lang)
		s.Press(fyne.KeyF12)
		s.Choose("reader_set")
		s.Choose("reader_no")
		s.Keys(screentest.InspectorCode)
		what := ""
		for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := e.Fact.(record.Serviced); ok {
				what = f.What
			}
		}
		if want := s.Shell.Text.T("title_reader") + colon + " " + s.Shell.Text.T("reader_no"); what != want {
			t.Errorf("%s: the record has %q, want %q", lang, what, want)
		}
	}
}
