package record

import (
	"encoding/json"

	"sabot/games"
)

// HouseSet means: what the house is from now on, all of it at once. What a table or a
// shift has taken over from before stays as it was.
type HouseSet struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"` // up to five lines
	Licence string `json:"licence,omitempty"` // what its licence is called and its number
	Logo    []byte `json:"logo,omitempty"`    // a PNG
	// Currencies are the currencies that it plays in; the first is that of the amounts of every record
	// that names none.
	Currencies []string `json:"currencies"`
	Zone       string   `json:"zone"`     // by the IANA's list: Europe/Zurich
	Begins     int      `json:"begins"`   // its gaming day, in minutes after midnight
	Language   string   `json:"language"` // of its paper
	// Alerts is from when on something is an alert; nil for Sabot's own limits.
	Alerts *AlertLimits `json:"alerts,omitempty"`
	// Cash is, by currency, from what cash on something takes an inspector, in minor units; 0 for never,
	// and Sabot's own for a currency that is not in it.
	Cash map[string]games.Amount `json:"cash,omitempty"`
	// Collect is the rounding of a tracked commission to the smallest chip, once for each player when it
	// is collected; "" for Sabot's own way.
	Collect games.RoundingMode `json:"collect,omitempty"`
	// LateAlone has croupiers alone enter a decision or a bet otherwise than before, with a card behind it
	// that was seen. An alarm waits for the inspector then.
	LateAlone bool `json:"latealone,omitempty"`
	// ReadsAsk has sabotctl ask for a PIN before it reads the record.
	ReadsAsk bool   `json:"readsask,omitempty"`
	By       string `json:"by,omitempty"` // "" where it was set up with it
}

// AlertLimits are a house's settings of the rules of alerts; where it sets nothing Sabot's own apply.
type AlertLimits struct {
	Cooldown int `json:"cooldown,omitempty"` // minutes between two alerts of a rule at a table
	// Limits of a rule, ascending, in its unit; an empty list for one that the house does without.
	Limits map[AlertRule][]int64 `json:"limits,omitempty"`
}

// HouseNamed means: the house's name and the currency all its amounts are in.
type HouseNamed struct {
	Name     string `json:"name"`
	Currency string `json:"currency"` // CHF, EUR
	Language string `json:"language"`
	// Papers says, since Sabot 0.10, that whoever signs a report gives their PIN for the entry that says so too.
	Papers bool `json:"papers,omitempty"`
}

// ChipsSet means: the values of the house's chips of a currency, in minor units,
// ascending. Colours are theirs, "#rrggbb" each, "" where nobody said which.
type ChipsSet struct {
	Currency string         `json:"currency,omitempty"` // "" for the house's first
	Values   []games.Amount `json:"values"`
	Colours  []string       `json:"colours,omitempty"`
	By       string         `json:"by,omitempty"` // "" where they came with the house
}

// TableSet means: a table and the rules it plays by from its next opening on.
type TableSet struct {
	// Currency is the currency of its amounts; "" for the house's first.
	Currency string          `json:"currency,omitempty"`
	Name     string          `json:"name"`
	Game     string          `json:"game"`
	Rules    json.RawMessage `json:"rules"`
	Settings *Settings       `json:"settings,omitempty"`
	By       string          `json:"by,omitempty"` // "" where it came with the house
}

// TableRetired means: a table is opened no more, unless it is set anew. Its shifts stay.
type TableRetired struct {
	Name string `json:"name"`
	By   string `json:"by"`
}

func (HouseSet) kind() string     { return "houseset" }
func (HouseNamed) kind() string   { return "house" }
func (ChipsSet) kind() string     { return "chips" }
func (TableSet) kind() string     { return "table" }
func (TableRetired) kind() string { return "tableretired" }

// ValidTableName reports whether a name is valid: up to 12 letters, digits and hyphens, and not the house's own stream; it names a
// lock file too.
func ValidTableName(name string) bool {
	for _, r := range name {
		if (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 12 && name != HouseStream
}
