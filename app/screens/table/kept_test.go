package table

import (
	"testing"

	"sabot/app/shoe"
)

// What this machine keeps of a table is the house's that is open: another house of the same account, one to learn
// with, has a table of that name, and took the shoe away from the one where people play.
func TestAnotherHouseHasAnotherShoe(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	shell, own := s.screen.shell, shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "127.0.0.1:1"}
	shell.Folder = "/srv/house"
	s.screen.shoes().keepShoe(own)
	cloth := s.screen.keptFelt()
	s.screen.changeFelt()
	shell.Folder = "/srv/learners"
	if kept, ok := s.screen.shoes().keptShoe(); ok {
		t.Errorf("LB1 of another house has the shoe %+v", kept)
	}
	if s.screen.keptFelt() != 0 {
		t.Error("LB1 of another house has the cloth of this one")
	}
	shell.Folder = "/srv/house"
	if kept, ok := s.screen.shoes().keptShoe(); !ok || kept != own || s.screen.keptFelt() == cloth {
		t.Errorf("kept %+v, %v", kept, ok)
	}
}
