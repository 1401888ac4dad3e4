package screens

import (
	"image/png"
	"os"
	"testing"
)

func (s *seat) shot(name string) {
	img := s.shell.window.Canvas().Capture()
	f, _ := os.Create("/tmp/input/" + name + ".png")
	defer f.Close()
	png.Encode(f, img)
}

func TestZZShot(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "de"})
	s.open()
	s.shot("q0")
	s.keys("1d\t125")
	s.shot("q1")
	s.keys("\n")
	s.shell.table.toggleDigits()
	s.shot("q2")
	s.shell.table.toggleDigits()
	s.shell.table.takeAway()
	s.shot("q3")
	c := seats(t)
	c.keys("120\n2b20")
	c.shot("q4")
}
