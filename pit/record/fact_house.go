package record

// HouseSet means: what the house is from now on, all of it at once. What a table or a
// shift has taken over from before stays as it was.
type HouseSet struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"` // up to five lines
	Licence string `json:"licence,omitempty"` // what its licence is called and its number
	Logo    []byte `json:"logo,omitempty"`    // a PNG
	// Currencies are those it plays in; the first is that of the amounts of every record
	// that names none.
	Currencies []string `json:"currencies"`
	Zone       string   `json:"zone"`         // by the IANA's list: Europe/Zurich
	Begins     int      `json:"begins"`       // its gaming day, in minutes after midnight
	Language   string   `json:"language"`     // of its paper
	By         string   `json:"by,omitempty"` // "" where it was set up with it
}

func (HouseSet) kind() string { return "houseset" }
