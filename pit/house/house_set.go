package house

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the zones, for machines that have no list of them
	"unicode/utf8"

	"sabot/pit/record"
)

// Bounds of what a house may say of itself.
const (
	// UsualBegin is the begin of the gaming day in a house that never set one, in minutes
	// after midnight.
	UsualBegin = 6 * 60
	// LongestName is of the house, its licence, a person and a machine, in characters; AddressLines of its
	// address; LargestLogo and WidestLogo of its logo, in bytes and pixels each way.
	LongestName  = 64
	AddressLines = 5
	LargestLogo  = 128 << 10
	WidestLogo   = 2000
)

// Currencies returns the currencies that a house can have.
func Currencies() []string { return []string{"CHF", "EUR"} }

// Particulars returns the settings of the house by its last HouseSet. In a house that has never set them the zone is "".
func (h *House) Particulars() record.HouseSet {
	if h.set.Zone != "" {
		return h.set
	}
	p := record.HouseSet{Name: h.Name, Begins: UsualBegin, Language: h.Language}
	if h.Currency != "" {
		p.Currencies = []string{h.Currency}
	}
	return p
}

// Zone returns the zone of the house's clocks and of the times on its paper: UTC where the house never set one.
func (h *House) Zone() *time.Location { return ZoneNamed(h.Particulars().Zone) }

// Wall returns a moment as the house's clocks show it. In a house that never set its zone they show the machine's.
func (h *House) Wall(at time.Time) time.Time {
	if h.Particulars().Zone == "" {
		return at.Local()
	}
	return at.In(h.Zone())
}

// ZoneNamed returns a zone by its name in the IANA's list, UTC where there is none.
func ZoneNamed(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return time.UTC
	}
	return zone
}

// GamingDay returns the day that play at a time belongs to, by the house's clock. A house that never set its zone goes by that of
// now.
func (h *House) GamingDay(now time.Time) string {
	p := h.Particulars()
	if p.Zone != "" {
		now = now.In(h.Zone())
	}
	return dayFrom(now, p.Begins)
}

// GamingDay returns the day that play at a time belongs to. A night counts to the day on which it began, until six in the morning.
func GamingDay(now time.Time) string { return dayFrom(now, UsualBegin) }

// dayFrom returns the gaming day by what clocks on the wall show, also on a night on which they are put back or forward.
func dayFrom(now time.Time, begins int) string {
	if now.Hour()*60+now.Minute() < begins {
		now = now.AddDate(0, 0, -1)
	}
	return now.Format(time.DateOnly)
}

// SetHouse sets what the house is from now on. The currency that its amounts are in stays the first, and one that a table has
// stays. Chips are those of its currencies that may be others. Refusals: WrongRole, BadSetting with the field as What: "name",
// "address", "licence", "logo", "currency", "zone", "begins", "language", "alerts", "cooldown", "cash_limit", "collect"; those of
// SetChips.
func (h *House) SetHouse(set record.HouseSet, by Staff, chips ...record.ChipsSet) ([]record.Fact, error) {
	if err := by.MayEnter(set); err != nil {
		return nil, err
	}
	set = tidy(set)
	set.By = by.Number
	what := wrongIn(set)
	if what == "" && h.Currency != "" && set.Currencies[0] != h.Currency {
		what = "currency"
	}
	for _, t := range h.InUse() {
		if what == "" && t.Currency != "" && !slices.Contains(set.Currencies, t.Currency) {
			what = "currency"
		}
	}
	if what != "" {
		return nil, &Refusal{Why: BadSetting, What: what}
	}
	facts, next := []record.Fact{set}, h.Clone()
	next.applySet(set)
	for _, c := range chips {
		if has := next.ChipsIn(c.Currency); slices.Equal(has.Values, c.Values) && slices.Equal(has.Colours, c.Colours) {
			continue
		}
		more, err := next.SetChips(c, by)
		if err != nil {
			return nil, err
		}
		facts = append(facts, more...)
	}
	return facts, nil
}

// tidy returns the settings without the blanks that nobody sees.
func tidy(f record.HouseSet) record.HouseSet {
	f.Name, f.Licence = strings.TrimSpace(f.Name), strings.TrimSpace(f.Licence)
	var lines []string
	for line := range strings.Lines(f.Address) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	f.Address = strings.Join(lines, "\n")
	f.Alerts = tidyAlerts(f.Alerts)
	return f
}

// wrongIn returns the first field that is invalid, "" where all are valid.
func wrongIn(f record.HouseSet) string {
	lines := strings.Split(f.Address, "\n")
	zone, err := time.LoadLocation(f.Zone)
	switch {
	case f.Name == "" || !oneLine(f.Name):
		return "name"
	case len(lines) > AddressLines || slices.ContainsFunc(lines, func(s string) bool { return !oneLine(s) }):
		return "address"
	case !oneLine(f.Licence):
		return "licence"
	case !soundLogo(f.Logo):
		return "logo"
	case !soundCurrencies(f.Currencies):
		return "currency"
	case err != nil || f.Zone == "" || zone == time.Local:
		return "zone"
	case f.Begins < 0 || f.Begins >= 24*60:
		return "begins"
	case f.Language == "" || !oneLine(f.Language):
		return "language"
	}
	switch {
	case !soundCash(f):
		return "cash_limit"
	case !soundCollect(f.Collect):
		return "collect"
	}
	return wrongInAlerts(f.Alerts)
}

// SoundName reports whether a name of a person, a house or a machine will do: there is one, on one line, of at most LongestName characters.
func SoundName(name string) bool { return strings.TrimSpace(name) != "" && oneLine(name) }

func oneLine(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= LongestName && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' })
}

func soundLogo(logo []byte) bool {
	if len(logo) == 0 {
		return true
	}
	if len(logo) > LargestLogo {
		return false
	}
	size, err := png.DecodeConfig(bytes.NewReader(logo))
	if err != nil || size.Width > WidestLogo || size.Height > WidestLogo {
		return false
	}
	_, err = png.Decode(bytes.NewReader(logo))
	return err == nil
}

func soundCurrencies(list []string) bool {
	for i, c := range list {
		if !slices.Contains(Currencies(), c) || slices.Contains(list[:i], c) {
			return false
		}
	}
	return len(list) > 0
}

func (h *House) applySet(f record.HouseSet) {
	h.set = f
	h.applyDays(f)
	h.Name, h.Language = f.Name, f.Language
	if len(f.Currencies) > 0 {
		h.Currency = f.Currencies[0]
	}
}
