package screens

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/seal"
	"sabot/reports/sign"
)

// A machine that is enrolled ships beside the window: with the pit away the table has a mark after a
// while and nothing else, and the shipping ends with the window. One that is not has none of it.
func TestShippingAtTheTable(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	s := openStation(t, &now)
	const mark = "Pit assente"
	marks := func() []string {
		s.Pass(5 * time.Second)
		return s.Shell.Viewer().Marks(s.Table(), now)
	}
	if s.station.shipping.shipper != nil || slices.Contains(marks(), mark) {
		t.Error("a house of one machine ships")
	}
	house := s.Shell.House
	id, err := house.Authority().NewPost(sign.Post{Kind: sign.MachinePost, Name: "tavolo-1", Tables: []string{"LB1"}})
	if err != nil {
		t.Fatal(err)
	}
	identity, err := id.MarshalPEM()
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.NewWitnessKey()
	if err != nil {
		t.Fatal(err)
	}
	witness, err := seal.WitnessVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	// Nobody is there.
	e := pitclient.Enrolment{House: house.State.Name, Machine: "tavolo-1", Tables: []string{"LB1"}, Addresses: []string{"127.0.0.1:1"}, Witness: witness, Identity: string(identity)}
	text, err := e.Text()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pitclient.Join(house.Store(), house.State.Name, text); err != nil {
		t.Fatal(err)
	}
	s.station.ships()
	for range 500 {
		if s.station.shipping.shipper.State().Why != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if s.station.shipped(); slices.Contains(marks(), mark) {
		t.Error("the pit is missed at once")
	}
	trouble := s.station.shipping.shipper.State().Trouble(now.Add(15 * time.Second))
	if s.Shell.House.State.Pit = trouble; trouble.Why != "away" || !slices.Contains(s.Shell.Viewer().Marks(s.Table(), now), mark) {
		t.Errorf("the table has no mark: %+v", trouble)
	}
	if says := s.Shell.Viewer().Pit(); says != "Il pit non risponde dalle 20:30: il tavolo va avanti, appena torna parte tutto" {
		t.Error(says)
	}
	s.Picture("pit-away")
}

// Where the pit does not have all that the office entered the table has a mark, and the floor says it and as of when the house's data are. What
// is wrong with this machine's own record is told first.
func TestHouseDataStandStill(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	s := openStation(t, &now)
	state := pitclient.HouseState{AsOf: now.Add(-20 * time.Minute), Lacks: &pitclient.LacksError{Office: "ufficio", Refused: true}}
	if own := houseTrouble(house.PitTrouble{Why: house.PitForked}, state); own.Why != house.PitForked {
		t.Errorf("it hides %+v", own)
	}
	if none := houseTrouble(house.PitTrouble{}, pitclient.HouseState{AsOf: now}); none.Why != "" {
		t.Errorf("with nothing wrong: %+v", none)
	}
	s.Shell.House.State.Pit = houseTrouble(house.PitTrouble{}, state)
	s.Pass(5 * time.Second)
	if marks := s.Shell.Viewer().Marks(s.Table(), now); !slices.Contains(marks, "Dati della casa fermi") {
		t.Errorf("marks: %q", marks)
	}
	says := s.Shell.Viewer().Pit()
	if !strings.HasPrefix(says, "Al pit mancano registrazioni dell’ufficio, ufficio: chiamare") || !strings.HasSuffix(says, ". Dati della casa del 21.11.2026 20:10") {
		t.Error(says)
	}
	s.Look("house-data-stand-still")
	state.Lacks = &pitclient.LacksError{Office: "ufficio", Waits: true}
	s.Shell.House.State.Pit = houseTrouble(house.PitTrouble{}, state)
	s.Pass(5 * time.Second)
	s.Look("pit-restored")
	if says := s.Shell.Viewer().Pit(); !strings.HasPrefix(says, "Il pit è stato ripristinato e aspetta l’ufficio, ufficio: avviare") {
		t.Error(says)
	}
}
