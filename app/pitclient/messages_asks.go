package pitclient

import (
	"encoding/json"
	"io"
	"time"

	"sabot/pit/record"
)

// Paths of what a table asks of who may approve it from elsewhere.
const (
	AskPath   = "/pit/ask"   // a table asks, says again that it does, or does no more; answered with Asked
	AskedPath = "/pit/asked" // what is asked, for who reads there: a list of AskedAt
	LookPath  = "/pit/look"  // who reads there looks at what is asked, or answers it
)

// Bounds of what is asked.
const (
	MostAsk    = 256 << 10 // bytes
	MostLooks  = 8         // people who look at one at once
	MostAsked  = 1000      // at once, in the whole house
	MostGiven  = 32        // signatures of an answer
	LongestAsk = 200       // bytes of an ID or a title

	// AskLives is the time for which a request lives after the table repeated it last, and a look after somebody
	// reported it.
	AskLives = 8 * time.Second
)

// An Ask is a table's request to whoever may approve it. The pit has it as long as the table repeats it, in no
// file and no database: the table enters the outcome.
type Ask struct {
	ID    string          `json:"id"`              // another one for whatever else is asked, and once the table has moved on
	Table string          `json:"table"`           // or the stream of the house: whether somebody has seen to an alert of the machine's
	Title string          `json:"title"`           // key of the sentence with which a code is asked for
	Of    record.Role     `json:"of,omitempty"`    // who may at the least
	Forms map[string]Form `json:"forms,omitempty"` // by number, of those who look at it
	Over  bool            `json:"over,omitempty"`  // it is asked no more
}

// A Form is the content of an approval.
type Form struct {
	Entries [][]byte     `json:"entries,omitempty"` // that would be entered in their name, numbered as with their approvals
	Before  record.Stood `json:"before,omitzero"`   // the table's record before them, which is signed too
	By      string       `json:"by,omitempty"`      // in that name, where they may only look
	Says    string       `json:"says,omitempty"`    // why they may not
}

// An Asked is the pit's answer to a table.
type Asked struct {
	Looks  []string `json:"looks,omitempty"` // numbers of those who look at it
	Answer *Look    `json:"answer,omitempty"`
}

// An AskedAt is a request, with its machine.
type AskedAt struct {
	Ask
	Machine string `json:"machine"`
}

// A Look is a message that somebody looks at a request; with signatures, that they approve it.
type Look struct {
	ID    string            `json:"id"`
	By    string            `json:"by"`
	Given []record.Approved `json:"given,omitempty"`
	Entry []byte            `json:"entry,omitempty"` // to a machine's alerts: that somebody has seen to one, which is signed
}

// AlertsOf returns the ID under which a machine asks whether somebody has seen to one of its alerts, whichever
// of its programs asks. Such an Ask has the stream of the house.
func AlertsOf(machine string) string { return "alerts " + machine }

// readAsk reads a bounded body.
func readAsk(body io.Reader, v any) error {
	all, refused := readAll(body, MostAsk)
	if refused != nil {
		return refused
	}
	if err := json.Unmarshal(all, v); err != nil {
		return Refuse(Malformed, "it is none of what is said here: %v", err)
	}
	return nil
}

// ReadAsk reads what a table asks. The error is a Refusal.
func ReadAsk(body io.Reader) (a Ask, err error) {
	if err := readAsk(body, &a); err != nil {
		return a, err
	}
	if a.ID == "" && a.Table != record.HouseStream || a.Table == "" || len(a.ID) > LongestAsk || len(a.Title) > LongestAsk || len(a.Of) > LongestAsk || len(a.Forms) > MostLooks {
		return a, Refuse(Malformed, "it asks for nothing, or too much")
	}
	return a, nil
}

// ReadLook reads who looks. The error is a Refusal.
func ReadLook(body io.Reader) (l Look, err error) {
	if err := readAsk(body, &l); err != nil {
		return l, err
	}
	if l.ID == "" || l.By == "" || len(l.ID) > LongestAsk || len(l.By) > LongestAsk || len(l.Given) > MostGiven {
		return l, Refuse(Malformed, "nobody looks, or it is too much")
	}
	return l, nil
}
