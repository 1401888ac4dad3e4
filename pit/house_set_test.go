package pit_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

var theHouse = record.HouseSet{Name: "Casinò", Address: "Via Stauffacher 1\n6900 Lugano", Licence: "B 12", Currencies: []string{"CHF", "EUR"}, Zone: "Europe/Zurich", Begins: 300, Language: "it"}

func pngOf(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// What a house says of itself is one entry, folded; what it may not be is refused by the
// name of the field, and nothing of the rest is taken.
func TestSetHouse(t *testing.T) {
	manager := house.Staff{Number: "31", Name: "Elena", Role: record.Manager}
	h := &house.House{}
	if p := h.Particulars(); p.Zone != "" || p.Begins != house.UsualBegin || h.Zone() != time.UTC {
		t.Errorf("a house of old says %+v, %v", p, h.Zone())
	}
	h.Apply(h.Stamp(moment, "", record.HouseNamed{Name: "Old", Currency: "CHF", Language: "de"})[0])
	said := theHouse
	said.Name, said.Address, said.Logo = "  Casinò ", " Via Stauffacher 1 \n\n 6900 Lugano\n", pngOf(t, 40, 20)
	facts, err := h.SetHouse(said, manager)
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Signers(facts[0]); len(got) != 1 || got[0] != "31" {
		t.Errorf("it is signed by %v", got)
	}
	h.Apply(h.Stamp(moment, "31", facts...)[0])
	p := h.Particulars()
	if h.Name != "Casinò" || h.Language != "it" || h.Currency != "CHF" || p.Address != theHouse.Address || len(p.Logo) == 0 || h.Zone().String() != "Europe/Zurich" {
		t.Errorf("the house is %+v, %s, %s", p, h.Name, h.Currency)
	}
	for what, spoil := range map[string]func(*record.HouseSet){
		"name":     func(s *record.HouseSet) { s.Name = " " },
		"address":  func(s *record.HouseSet) { s.Address = strings.Repeat("a\n", house.AddressLines+1) },
		"licence":  func(s *record.HouseSet) { s.Licence = strings.Repeat("ä", house.LongestName+1) },
		"logo":     func(s *record.HouseSet) { s.Logo = pngOf(t, house.WidestLogo+1, 1) },
		"currency": func(s *record.HouseSet) { s.Currencies = []string{"EUR", "CHF"} },
		"zone":     func(s *record.HouseSet) { s.Zone = "Europe/Lugano" },
		"begins":   func(s *record.HouseSet) { s.Begins = 24 * 60 },
		"language": func(s *record.HouseSet) { s.Language = "" },
		"cooldown": func(s *record.HouseSet) { s.Alerts = &record.AlertLimits{Cooldown: house.LongestCooldown + 1} },
		"alerts":   func(s *record.HouseSet) { s.Alerts = limited(record.IdleAlert, 20, 20) },
	} {
		set := theHouse
		spoil(&set)
		_, err := h.SetHouse(set, manager)
		var refusal *house.Refusal
		if !errors.As(err, &refusal) || refusal.Why != house.BadSetting || refusal.What != what {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, bad := range []func(*record.HouseSet){
		func(s *record.HouseSet) { s.Logo = []byte("GIF89a") },
		func(s *record.HouseSet) { s.Logo = pngOf(t, 40, 20)[:60] },
		func(s *record.HouseSet) { s.Currencies = nil },
		func(s *record.HouseSet) { s.Currencies = []string{"CHF", "CHF"} },
		func(s *record.HouseSet) { s.Currencies = []string{"CHF", "USD"} },
		func(s *record.HouseSet) { s.Zone = "" },
		func(s *record.HouseSet) { s.Zone = "Local" },
		func(s *record.HouseSet) { s.Alerts = limited(record.IdleAlert, 0) },
		func(s *record.HouseSet) { s.Alerts = limited(record.IdleAlert, 1, 2, 3, 4) },
		func(s *record.HouseSet) { s.Alerts = limited(record.IdleAlert, house.LargestAlert+1) },
		func(s *record.HouseSet) { s.Alerts = limited(record.DifferenceAlert) },
		func(s *record.HouseSet) { s.Alerts = limited(record.OvertakenAlert, 2) },
		func(s *record.HouseSet) { s.Alerts = limited("hunger", 2) },
		func(s *record.HouseSet) {
			s.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.IdleAlert: nil}}
		},
		func(s *record.HouseSet) { s.Alerts = &record.AlertLimits{Cooldown: -1} },
	} {
		set := theHouse
		bad(&set)
		if _, err := h.SetHouse(set, manager); err == nil {
			t.Errorf("%+v is taken", set)
		}
	}
}

func limited(rule record.AlertRule, limits ...int64) *record.AlertLimits {
	return &record.AlertLimits{Limits: map[record.AlertRule][]int64{rule: append([]int64{}, limits...)}}
}

// An alert goes by the limits that the house has said, the last of two or three the gravest; by Sabot's own where it has
// said none; and not at all where it does without.
func TestAlertLimits(t *testing.T) {
	manager := house.Staff{Number: "31", Name: "Elena", Role: record.Manager}
	idle := func(minutes int64) house.Condition {
		return house.Condition{Rule: record.IdleAlert, Table: "LB1", Value: minutes, Since: moment}
	}
	slow := house.Condition{Rule: record.PaceAlert, Table: "LB1", Value: 30, Since: moment, Spread: 10}
	for _, c := range []struct {
		set   *record.AlertLimits
		stand house.Condition
		limit int64
		level record.AlertLevel
	}{
		{nil, idle(19), 0, 0},
		{nil, idle(20), 20, record.AlertWarning},
		{nil, idle(50), 45, record.AlertCritical},
		{nil, slow, 30, record.AlertWarning},
		{&record.AlertLimits{}, idle(20), 20, record.AlertWarning},
		{limited(record.ReliefAlert, 40), idle(20), 20, record.AlertWarning},
		{limited(record.IdleAlert, 5), idle(4), 0, 0},
		{limited(record.IdleAlert, 5), idle(50), 5, record.AlertWarning},
		{limited(record.IdleAlert, 5, 10, 20), idle(5), 5, record.AlertInfo},
		{limited(record.IdleAlert, 5, 10, 20), idle(10), 10, record.AlertWarning},
		{limited(record.IdleAlert, 5, 10, 20), idle(99), 20, record.AlertCritical},
		{limited(record.IdleAlert), idle(999), 0, 0},
		{limited(record.PaceAlert), slow, 0, 0},
		{limited(record.PaceAlert, 2, 3, 4), slow, 30, record.AlertWarning},
		{limited(record.IncidentAlert, 3), house.Condition{Rule: record.IncidentAlert, Table: "LB1", Value: 2}, 0, 0},
		{limited(record.IncidentAlert, 3), house.Condition{Rule: record.IncidentAlert, Table: "LB1", Value: 7}, 6, record.AlertCritical},
	} {
		house := &house.House{}
		house.Apply(house.Stamp(moment, "", record.HouseNamed{Name: "Old", Currency: "CHF", Language: "de"})[0])
		set := theHouse
		set.Alerts = c.set
		facts, err := house.SetHouse(set, manager)
		if err != nil {
			t.Fatal(err)
		}
		house.Apply(house.Stamp(moment, "31", facts...)[0])
		raised := house.Alerts().Alert(c.stand, moment)
		if c.limit == 0 {
			if len(raised) != 0 {
				t.Errorf("%+v: %+v raises %+v", c.set, c.stand, raised)
			}
			continue
		}
		if len(raised) != 1 || raised[0].(record.Alerted).Limit != c.limit || raised[0].(record.Alerted).Level != c.level {
			t.Errorf("%+v: %+v raises %+v", c.set, c.stand, raised)
			continue
		}
		f := raised[0].(record.Alerted)
		if again := house.Alerts().Alert(house.Alerts().ConditionOf(f), moment); len(again) != 1 || !record.Same(again[0], f) {
			t.Errorf("%+v is %+v again", f, again)
		}
		if f.Limit++; f.Rule == record.PaceAlert && len(house.Alerts().Alert(house.Alerts().ConditionOf(f), moment)) != 0 {
			t.Errorf("a limit that the house has not: %+v", f)
		}
	}
	h := &house.House{}
	h.Apply(h.Stamp(moment, "", record.HouseNamed{Name: "Old", Currency: "CHF", Language: "de"})[0])
	if cooldown := h.Alerts().AlertCooldown(); cooldown != 15*time.Minute {
		t.Errorf("never set, alerts of a rule are %v apart", cooldown)
	}
	set := theHouse
	set.Alerts = &record.AlertLimits{Cooldown: 3}
	facts, err := h.SetHouse(set, manager)
	if err != nil {
		t.Fatal(err)
	}
	h.Apply(h.Stamp(moment, "31", facts...)[0])
	incidents := func(n int64, at time.Time) int {
		raised := h.Alerts().Alert(house.Condition{Rule: record.IncidentAlert, Table: "LB1", Value: n}, at)
		for _, f := range raised {
			h.Apply(h.Stamp(at, "", f)[0])
		}
		return len(raised)
	}
	if incidents(1, moment) != 1 || incidents(2, moment.Add(2*time.Minute)) != 0 || incidents(2, moment.Add(3*time.Minute)) != 1 {
		t.Error("the time between two alerts is not the house's")
	}
}

// The gaming day goes by the house's clock and hour, wherever the machine stands, also on
// the nights on which clocks are put forward and back.
func TestGamingDay(t *testing.T) {
	h := &house.House{}
	for _, c := range []struct{ utc, day, usual string }{
		{"2026-07-01T02:59:00Z", "2026-06-30", "2026-06-30"}, // 04:59 in Zurich
		{"2026-07-01T03:00:00Z", "2026-07-01", "2026-06-30"}, // 05:00
		{"2026-12-01T03:59:00Z", "2026-11-30", "2026-11-30"},
		{"2026-12-01T04:00:00Z", "2026-12-01", "2026-11-30"},
		{"2026-03-29T03:00:00Z", "2026-03-29", "2026-03-28"}, // 05:00, the hour from 2 is missing
		{"2026-10-25T03:59:00Z", "2026-10-24", "2026-10-24"}, // 04:59, the hour from 2 is there twice
		{"2026-10-25T04:00:00Z", "2026-10-25", "2026-10-24"},
	} {
		at, err := time.Parse(time.RFC3339, c.utc)
		if err != nil {
			t.Fatal(err)
		}
		h.Apply(h.Stamp(moment, "", theHouse)[0])
		for _, zone := range []string{"UTC", "Asia/Tokyo", "America/New_York"} {
			if got := h.GamingDay(at.In(house.ZoneNamed(zone))); got != c.day {
				t.Errorf("%s, asked in %s: %s, want %s", c.utc, zone, got, c.day)
			}
		}
		if got := (&house.House{}).GamingDay(at); got != c.usual {
			t.Errorf("%s in a house that never said its zone, at UTC: %s, want %s", c.utc, got, c.usual)
		}
	}
}
