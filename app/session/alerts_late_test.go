package session_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A program that looked before an alarm was seen to at the table raises no alert of it afterwards.
func TestAlarmSeenAtTheTableRaisesNoLateAlert(t *testing.T) {
	s := staff(t)
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	s.do(s.bets, s.play, pit.OfBets(hand.Bets.Close))
	s.do(func(*pit.Table) ([]record.Fact, error) {
		return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: "8"}}, nil
	})
	before := s.table.State.Conditions(s.table.Now(), nil)
	s.must(s.table.Approve(s.dario, (*pit.Table).Acknowledge))
	if raised, err := s.house.RaiseAlerts(before); err != nil || raised {
		t.Errorf("raised %v: %v", raised, err)
	}
	if open := s.house.State.Alerts().OpenAlerts(); len(open) > 0 {
		t.Errorf("open: %+v", open)
	}
}
