package pitserver_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/storage/central"
)

// A manager signs at the office for an entry as taken in twice that is none, and for one of a machine that there is not. Nothing changes by it: the verify
// of that machine names the one, and that of the pit both.
func TestSignedInVainIsSaidByThePit(t *testing.T) {
	t.Parallel()
	p, office, a, _ := twoMembers(t)
	manager := demotest.Badge(t, p.house, code("31"))
	must(t, p.house.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-1", Entries: []int64{1}}, manager))
	must(t, p.house.Takeover().SignTwice(record.TakenTwice{Machine: "tavolo-9", Entries: []int64{2, 5}}, manager))
	p.ships(t, office)
	a.hears(t)
	if c := auditedOf(t, a.house, record.HouseStream); c.Fault != nil || !slices.Equal(c.SignedInVain, []int64{1}) {
		t.Errorf("the machine's: %v, %v", c.SignedInVain, c.Fault)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	var said []string
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		vain := pitserver.InVain{}
		if errors.As(wrong, &vain) && s.Machine == vain.Machine {
			said = append(said, wrong.Error())
		} else if wrong != nil {
			t.Errorf("%s %s: %v", s.Machine, s.Name, wrong)
		}
	}))
	if len(said) != 2 || !strings.Contains(said[0], "for entries 1 of tavolo-1 as taken in twice: they are none") || !strings.Contains(said[1], "for entries 2, 5 of tavolo-9 ") {
		t.Errorf("the pit's: %q", said)
	}
}

// An entry of the office that the office never entered, sealed at a machine as taken in there: the machine has more of the office than the pit. It
// is told both ways in which that can be, and its verify names the entry.
func TestTakenInFromNobodyIsSaid(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	size := p.house.State.Seq
	forged := p.house.State.Stamp(then(), "", record.StaffSet{Number: "66", Name: "Nessuno", Role: record.Manager})
	_, head := p.behind(t, size)
	must(t, a.house.Store().Append(a.house.State.Stamp(a.clock.Now(), "", record.HouseTaken{Machine: "ufficio", From: size, Entries: []string{string(record.Encode(forged[0]))}, Head: head})...))
	must(t, a.house.Takeover().CatchUp())
	says(t, a.puller().Once(t.Context()), "either the pit was restored, and ufficio has to ship", "here was taken in what ufficio never entered, which sabotctl verify names")
	if c := auditedOf(t, a.house, record.HouseStream); c.Fault == nil || c.Fault.Seq != a.house.State.Seq {
		t.Errorf("its verify: %v", c.Fault)
	}
}
