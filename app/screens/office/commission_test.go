package office

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// rounding are tables of Sabot 0.9 that round the commission of each hand as they round winnings.
var rounding = []record.TableSet{
	{Name: "PC1", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"limits":{"banker":{"min":1000,"max":100000}}}`)},
	{Name: "PC2", Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"up"},"limits":{"banker":{"min":10000,"max":100000}}}`)},
}

// A table that rounds the commission of each hand goes on so until a manager decides, who is asked once
// for each table at the next sign-on, with what it does and what exact commission would do.
func TestManagerDecidesRoundedCommission(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	if s.Shell.Overlay() != nil {
		t.Fatal("a manager is asked where no table rounds commission")
	}
	for _, set := range rounding {
		if err := s.Shell.House.Staff().SetTable(screentest.Bounded(t, set), o.who); err != nil {
			t.Fatal(err)
		}
	}
	s.Escape()
	s.enter(record.BackOffice)
	if s.Shell.Overlay() != nil {
		t.Error("somebody is asked who sets no tables")
	}
	s.Escape()
	s.enter(record.Manager)
	s.Shows("PC1: marked commission", "rounded as winnings are: down to 5", "BANKER 10 wins: owed today 0, exactly 0.50", "House edge on that stake: today −1.24\u00a0%, exactly 1.06\u00a0%", "to the nearest 5")
	s.Press(fyne.KeyEscape) // for later: nothing is decided
	s.Escape()
	s.enter(record.Manager)
	s.Shows("PC1: marked commission")
	s.Slowly("a")
	s.Shows("PC2: marked commission", "up to 5", "BANKER 105 wins: owed today 10, exactly 5.25")
	s.Slowly("b")
	if s.Shell.Overlay() != nil {
		t.Error("something is asked still")
	}
	house := &s.Shell.House.State
	for name, want := range map[string]string{"PC1": `"commission_rounding":{"unit":1,"mode":"nearest"}`, "PC2": `"commission_rounding":{"unit":500,"mode":"up"}`} {
		set, _ := house.TableNamed(name)
		if !strings.Contains(string(set.Rules), want) || set.By != "31" {
			t.Errorf("%s: %s by %s", name, set.Rules, set.By)
		}
	}
	s.Escape()
	s.enter(record.Manager)
	if s.Shell.Overlay() != nil {
		t.Error("it is asked again")
	}
}

// How a marked commission is rounded when it is collected is the house's to say, for every table that
// marks one.
func TestHouseSaysHowCommissionIsCollected(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	for _, set := range rounding {
		if err := s.Shell.House.Staff().SetTable(screentest.Bounded(t, set), o.who); err != nil {
			t.Fatal(err)
		}
	}
	h := &s.Shell.House.State
	if got := h.CollectAt("PC1"); got != games.RoundNearest {
		t.Errorf("where the house says nothing: %q", got)
	}
	f := o.houseForm()
	if err := f.enter(); !house.RefusedFor(err, house.NothingChanges) {
		t.Errorf("set as it is: %v", err)
	}
	if said := h.Particulars().Collect; said != "" {
		t.Errorf("nobody chose %q", said)
	}
	f = o.houseForm()
	f.collect.SetSelectedIndex(slices.Index(roundings, games.RoundUp))
	if err := f.enter(); err != nil {
		t.Fatal(err)
	}
	if got := []games.RoundingMode{h.CollectAt("PC1"), h.CollectAt("PC2"), h.CollectAt("LB1")}; !slices.Equal(got, []games.RoundingMode{games.RoundUp, games.RoundUp, ""}) {
		t.Errorf("after the house said up: %q", got)
	}
}

// A table about which nothing can be asked, because its currency has no chips, keeps no other from being asked about.
func TestTableWithoutChipsHidesNoOther(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	first := screentest.Bounded(t, rounding[1])
	first.Name, first.Currency = "AA1", "USD"
	if err := s.Shell.House.Staff().SetTable(screentest.Bounded(t, rounding[0]), o.who); err != nil {
		t.Fatal(err)
	}
	tables := &s.Shell.House.State.Tables
	*tables = slices.Insert(*tables, 0, first) // a record may have it, a house refuses it
	if all := s.Shell.House.State.UndecidedCommission(); len(all) != 2 || all[0].Name != "AA1" {
		t.Fatalf("undecided are %+v", all)
	}
	o.upkeep().askCommission()
	if s.Shell.Overlay() == nil {
		t.Fatal("nothing is asked")
	}
	s.Shows("PC1: marked commission")
}
