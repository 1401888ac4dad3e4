package centre_test

import (
	"strings"
	"testing"

	"sabot/app/centre"
	"sabot/pit/record"
	"sabot/storage/central"
)

// faults returns what pit verify names.
func (p *pit) faults(t *testing.T) (found string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, centre.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		if wrong != nil {
			found += s.Machine + " " + s.Name + ": " + wrong.Error() + "\n"
		}
	}))
	return found
}

// An act of two people that neither has signed, sealed with the machine's own key, is countersigned: nobody at the pit reads what is shipped.
// Its verify names it as the machine's own does.
func TestPitVerifyNamesWhatTheMachineNames(t *testing.T) {
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 2, 1)
	_, err := m.ship()
	must(t, err)
	if found := p.faults(t); found != "" {
		t.Fatal(found)
	}
	forged := record.BoxCounted{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 3}}, By: "41", With: "21"}
	must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), "41", forged)...))
	must(t, m.house.CatchUp())
	_, err = m.ship()
	must(t, err)
	found := p.faults(t)
	if !strings.Contains(found, m.name+" "+record.HouseStream+": ") || !strings.Contains(found, "approv") {
		t.Errorf("pit verify: %q", found)
	}
}
