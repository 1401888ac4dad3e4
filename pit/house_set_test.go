package pit_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"sabot/pit/people"
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
	manager := people.Staff{Number: "31", Name: "Elena", Role: record.Manager}
	house := &people.House{}
	if p := house.Particulars(); p.Zone != "" || p.Begins != people.UsualBegin || house.Zone() != time.UTC {
		t.Errorf("a house of old says %+v, %v", p, house.Zone())
	}
	house.Apply(house.Stamp(moment, "", record.HouseNamed{Name: "Old", Currency: "CHF", Language: "de"})[0])
	said := theHouse
	said.Name, said.Address, said.Logo = "  Casinò ", " Via Stauffacher 1 \n\n 6900 Lugano\n", pngOf(t, 40, 20)
	facts, err := house.SetHouse(said, manager)
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Signers(facts[0]); len(got) != 1 || got[0] != "31" {
		t.Errorf("it is signed by %v", got)
	}
	house.Apply(house.Stamp(moment, "31", facts...)[0])
	p := house.Particulars()
	if house.Name != "Casinò" || house.Language != "it" || house.Currency != "CHF" || p.Address != theHouse.Address || len(p.Logo) == 0 || house.Zone().String() != "Europe/Zurich" {
		t.Errorf("the house is %+v, %s, %s", p, house.Name, house.Currency)
	}
	for what, spoil := range map[string]func(*record.HouseSet){
		"name":     func(s *record.HouseSet) { s.Name = " " },
		"address":  func(s *record.HouseSet) { s.Address = strings.Repeat("a\n", people.AddressLines+1) },
		"licence":  func(s *record.HouseSet) { s.Licence = strings.Repeat("ä", people.LongestName+1) },
		"logo":     func(s *record.HouseSet) { s.Logo = pngOf(t, people.WidestLogo+1, 1) },
		"currency": func(s *record.HouseSet) { s.Currencies = []string{"EUR", "CHF"} },
		"zone":     func(s *record.HouseSet) { s.Zone = "Europe/Lugano" },
		"begins":   func(s *record.HouseSet) { s.Begins = 24 * 60 },
		"language": func(s *record.HouseSet) { s.Language = "" },
	} {
		set := theHouse
		spoil(&set)
		_, err := house.SetHouse(set, manager)
		var refusal *people.Refusal
		if !errors.As(err, &refusal) || refusal.Why != people.BadSetting || refusal.What != what {
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
	} {
		set := theHouse
		bad(&set)
		if _, err := house.SetHouse(set, manager); err == nil {
			t.Errorf("%+v is taken", set)
		}
	}
}

// The gaming day goes by the house's clock and hour, wherever the machine stands, also on
// the nights on which clocks are put forward and back.
func TestGamingDay(t *testing.T) {
	house := &people.House{}
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
		house.Apply(house.Stamp(moment, "", theHouse)[0])
		for _, zone := range []string{"UTC", "Asia/Tokyo", "America/New_York"} {
			if got := house.GamingDay(at.In(people.ZoneNamed(zone))); got != c.day {
				t.Errorf("%s, asked in %s: %s, want %s", c.utc, zone, got, c.day)
			}
		}
		if got := (&people.House{}).GamingDay(at); got != c.usual {
			t.Errorf("%s in a house that never said its zone, at UTC: %s, want %s", c.utc, got, c.usual)
		}
	}
}
