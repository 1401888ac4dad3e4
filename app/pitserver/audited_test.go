package pitserver_test

import (
	"strings"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// faults returns what pit verify names.
func (p *pit) faults(t *testing.T) (found string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		if wrong != nil {
			found += s.Machine + " " + s.Name + ": " + wrong.Error() + "\n"
		}
	}))
	return found
}

// An act of two people that neither has signed, sealed with the machine's own key, is countersigned: nobody at the pit reads what is shipped.
// Its verify names it as the machine's own does.
func TestPitVerifyNamesWhatTheMachineNames(t *testing.T) {
	t.Parallel()
	p, m := shippedNight(t, 2)
	if found := p.faults(t); found != "" {
		t.Fatal(found)
	}
	forged := record.BoxCounted{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 3}}, By: "41", With: "21"}
	must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), "41", forged)...))
	must(t, m.house.Takeover().CatchUp())
	_, err := m.ship()
	must(t, err)
	found := p.faults(t)
	if !strings.Contains(found, m.name+" "+record.HouseStream+": ") || !strings.Contains(found, "approv") {
		t.Errorf("pit verify: %q", found)
	}
}

// A manager's PIN and a machine's seal key: a table of the office is said to be one that a machine had shipped which there never was. Its
// signatures are judged nowhere else, so pit verify names it.
func TestTableThatNoMachineShipped(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 2, 1)
	forged := record.DropCounted{Cash: 900_000, Shift: 1, By: "21", With: "31"}
	h := m.house
	open, err := h.OpenTable("LB1")
	must(t, err)
	stamped := open.State.Stamp(m.clock.Now(), forged)
	must(t, open.Release())
	must(t, h.Store().Append(stamped...))
	head, err := h.Store().Head("LB1")
	must(t, err)
	enters := func(by house.Badge, fact record.Fact) {
		t.Helper()
		badges := []house.Badge{by}
		if len(record.Signers(fact)) == 0 {
			badges = nil
		}
		entries, err := house.Sign(h.Stood(), h.State.Stamp(m.clock.Now(), by.Number, fact), badges...)
		must(t, err)
		must(t, h.Store().Append(entries...))
		must(t, h.Takeover().CatchUp())
	}
	enters(demotest.Badge(t, h, code("31")), record.TableMoved{Table: "LB1", From: "tavolo-9", To: m.name, Head: head, By: "31"})
	enters(house.Badge{}, record.TableInherited{Table: "LB1", Machine: "tavolo-9", Size: stamped[0].Seq})
	_, err = m.ship()
	must(t, err)
	if found := p.faults(t); !strings.Contains(found, "who signed it is judged nowhere") {
		t.Errorf("pit verify: %q", found)
	}
}
