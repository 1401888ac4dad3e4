package view_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// The page of rules of a table that is closed has those of its next opening, its habits too, and its title says so.
func TestClosedTableHasTheRulesOfItsNextOpening(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.view.House.Tables = slices.Clone(s.view.House.Tables)
	next := record.Settings{}
	if old := s.view.House.Tables[0].Settings; old != nil {
		next = *old
	}
	next.BetTime, next.CutCard = 35, 21
	s.view.House.Tables[0].Settings = &next
	said := func() string { return strings.Join(s.view.RulesInWords(s.table), "\n") }
	if before := said(); strings.Contains(before, "35") || s.view.TitleOf(s.table, "title_rules") != "Rules of the table" {
		t.Errorf("while it is open: %s", before)
	}
	anna, _ := s.view.House.StaffBy("11")
	elena, _ := s.view.House.StaffBy("31")
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: elena})
	})
	if after := said(); !strings.Contains(after, "35") || !strings.Contains(after, "21") {
		t.Errorf("once it is closed: %s", after)
	}
	if title := s.view.TitleOf(s.table, "title_rules"); title != "Rules of the table · next opening" {
		t.Errorf("its title is %q", title)
	}
}

// The felt of a closed table is that of its next opening too.
func TestClosedTableHasTheFeltOfItsNextOpening(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.view.House.Tables = slices.Clone(s.view.House.Tables)
	s.view.House.Tables[0].Rules = []byte(`"lugano-hand"`)
	spots := func() int { return len(s.view.Of(s.table, view.Cursor{}, view.Notice{}).Felt.Boxes[0].Spots) }
	if n := spots(); n != 4 {
		t.Errorf("while it is open a box has %d spots", n)
	}
	anna, _ := s.view.House.StaffBy("11")
	elena, _ := s.view.House.StaffBy("31")
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: elena})
	})
	if n := spots(); n != 2 {
		t.Errorf("once it is closed a box has %d spots", n)
	}
}
