package windowtest

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/recordtest"
)

// TestOfficeTour takes a picture of every page of the office.
func TestOfficeTour(t *testing.T) {
	t.Cleanup(func() {
		if data, _ := office(); data != "" {
			os.RemoveAll(data)
		}
	})
	inEachWindow(t, englishSmall, officeTour)
}

func officeTour(t *testing.T, lang, size string) {
	folder := "office-" + lang + "-" + size
	d := &dealer{sabot: newDesk(t, size).open(officeHouse(t), lang)}
	d.key("0")
	d.digits("114711")
	d.key("Return")
	d.settle() // a wrong code takes its time
	d.shot(folder, "01-a-croupier-may-not")
	d.digits("316931")
	d.key("Return")
	d.settle()
	d.shot(folder, "02-provisional")
	d.key("Down")
	d.settle()
	d.shot(folder, "03-shift")
	d.key("minus")
	d.shot(folder, "05-whole-page")
	d.key("plus", "4")
	d.settle()
	d.shot(folder, "07-no-slip")
	d.key("5")
	d.settle()
	d.shot(folder, "08-month")
	d.key("1", "d")
	d.settle()
	d.shot(folder, "09-saved")
	d.key("f")
	d.digits("114711")
	d.key("Return")
	d.digits("215821")
	d.key("Return")
	d.settle()
	d.settle()
	d.shot(folder, "10-signed")
	d.key("v")
	d.shot(folder, "11-reports")
	d.key("Return")
	d.settle()
	d.shot(folder, "12-holds")
	d.key("Escape", "Escape", "m")
	d.shot(folder, "13-menu")
	d.key("b")
	d.settle()
	d.shot(folder, "14-record")
	d.key("Escape", "m", "c")
	d.shot(folder, "15-people")
	d.key("n")
	d.shot(folder, "16-new-person")
	d.fill("1", "4", "Return")
	d.shot(folder, "17-refused")
	d.fill("Escape")
	d.key("Escape", "f", "Down", "Down", "Return")
	d.shot(folder, "18-table")
	d.fill("Escape")
	d.key("Escape", "g")
	d.digits("316931")
	d.key("Return")
	d.settle()
	d.shot(folder, "19-new-pin")
	d.key("Escape", "Escape")
	d.settle()
	d.shot(folder, "20-which-table")
}

// office is a demo house with some shifts behind it, the last one open; it is made once
// and copied for every window.
var office = sync.OnceValues(func() (string, error) {
	data, err := os.MkdirTemp("", "sabot-office")
	if err != nil {
		return "", err
	}
	clock := demo.NewClock(time.Date(2026, 11, 18, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(data, clock.Now)
	if err != nil {
		return data, err
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		return data, err
	}
	croupiers, inspector, err := demo.Crew(h)
	if err != nil {
		return data, err
	}
	for i, name := range []string{"LB1", "BJ1", "LB1", "BJ1"} {
		clock.Pass(time.Duration(i) * 11 * time.Hour)
		if err := demo.Play(context.Background(), h, clock, name, 12, int64(i)); err != nil {
			return data, err
		}
		if i == 3 {
			break
		}
		table, err := h.OpenTable(name)
		if err == nil {
			err = errors.Join(table.Close(croupiers[0], inspector, demo.Counted(table.State, h.State.Chips)), table.Release())
		}
		if err != nil {
			return data, err
		}
	}
	return data, nil
})

// officeHouse is a copy of that house.
func officeHouse(t *testing.T) string {
	t.Helper()
	from, err := office()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	recordtest.Copied(t, data, from)
	return data
}
