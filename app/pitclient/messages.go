package pitclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"sabot/assets"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Version is that of what is said here. Both sides name theirs.
const Version = 1

// versionHeader has the version of what is spoken and that of the program.
const versionHeader = "Sabot-Pit"

// Paths of the pit.
const (
	HelloPath    = "/pit/hello"
	AppendPath   = "/pit/append"
	StreamsPath  = "/pit/streams"
	ChangesPath  = "/pit/changes"
	MachinesPath = "/pit/machines"
)

// Most of what is sent at once.
const (
	MostEntries = 5000
	MostBytes   = 16 << 20
	// MostEntry is of one entry of a machine, see MostOf. The longest that Sabot writes has some 500 kB: what a machine takes in of its office at once, 256 kB
	// of entries, whose quotes stand there escaped. The logo of a house has 128 kB.
	MostEntry = 1 << 20
)

// MostOf returns how many bytes such an entry of a machine has at most: one in which others stand has room for the longest of those, escaped.
func MostOf(text []byte) int {
	if _, kind, err := record.DecodeKind(text); err == nil && (kind == record.KindOf(record.HouseTaken{}) || kind == record.KindOf(record.BoxesTaken{}) || kind == record.KindOf(record.PapersTaken{})) {
		return 3 * MostEntry
	}
	return MostEntry
}

// Why something was refused.
type Why string

// Reasons of refusals.
const (
	OtherVersion Why = "version"     // they do not speak the same
	NotOurs      Why = "certificate" // it has ended, or is not the house's, or not a machine's
	NotEnrolled  Why = "enrolled"    // the machine got another certificate since, or none here
	NotItsTable  Why = "table"       // the stream is not one that the machine may ship
	OtherKey     Why = "key"         // the head is signed by another key than those before
	Behind       Why = "behind"      // the machine has less than it had: its disk is an older one
	Forked       Why = "forked"      // what it has is not what the pit was sent before
	NotSigned    Why = "unsigned"    // what the office ships of its house is not signed by whoever has to
	LacksBoxes   Why = "boxes"       // counts of drop boxes that came with a table are left out of what the machine ships
	LacksPapers  Why = "papers"      // so are signed reports of its shifts
	Overtaken    Why = "overtaken"   // the table was moved to another machine, which went on without it
	NotNext      Why = "next"        // the pit has another size: go on from there
	Replayed     Why = "replayed"    // a request that was made before
	OtherSession Why = "session"     // say hello first
	Cloned       Why = "cloned"      // two programs ship as one machine
	Malformed    Why = "malformed"   // it is none of what is said here
	NotAsked     Why = "asked"       // nobody asks for that any more
	NotWriting   Why = "waiting"     // another pit writes: ask that one, or ask again
	Restored     Why = "restored"    // the pit was put back from a backup, and the house's office has not shipped all that it has: ask again
)

// Lasting reports whether asking again changes nothing: somebody has to do something.
func (w Why) Lasting() bool {
	switch w {
	case NotNext, Replayed, OtherSession, NotWriting, Restored, NotAsked:
		return false
	}
	return true
}

// Copied reports whether a record is refused as a fork or an older one, as that of a disk that was copied.
func (w Why) Copied() bool { return w == Behind || w == Forked }

// Flagged reports whether a refusal is kept at the pit, for somebody to look at.
func (w Why) Flagged() bool {
	switch w {
	case NotNext, OtherSession, NotWriting, Restored, NotAsked, OtherVersion, Malformed, NotOurs:
		return false
	}
	return true
}

// An At is a position in a stream.
type At struct {
	Size int64     `json:"size"`
	Root seal.Hash `json:"root"`
}

// A Refusal is the error of a request that the pit does not accept.
type Refusal struct {
	Why    Why    `json:"why"`
	Says   string `json:"says"`
	Stream string `json:"stream,omitempty"`
	Pit    *At    `json:"pit,omitempty"`   // as far as the pit has the stream
	Yours  *At    `json:"yours,omitempty"` // as far as the machine says that it has it
}

func (r *Refusal) Error() string { return r.Says }

// A Hello is the first message of a machine.
type Hello struct {
	Instance  string   `json:"instance"`        // of the program that ships, another one at each start
	Clock     int64    `json:"clock"`           // milliseconds of UTC
	Verifiers []string `json:"verifiers"`       // of the keys that sign, or have signed, the machine's heads
	Asks      bool     `json:"asks,omitempty"`  // it asks how far the streams are, and begins no session
	Ends      bool     `json:"ends,omitempty"`  // and says no more: the pit keeps what it has heard of it before it answers
	House     int64    `json:"house,omitempty"` // how many entries it has of the house
	Root      string   `json:"root,omitempty"`  // of the log of those, where it has a head of them
	Apart     *int64   `json:"apart,omitempty"` // by how many milliseconds its clock is ahead, by the last answer's way and back; nil before the first
}

// A Welcome is the answer.
type Welcome struct {
	House   string        `json:"house"`
	Session string        `json:"session"`
	Clock   int64         `json:"clock"`   // milliseconds of UTC
	Witness string        `json:"witness"` // verifier of the key that the pit countersigns with
	Streams map[string]At `json:"streams"` // the machine's
	// Wanted are streams of which a group asks a house for all entries.
	Wanted []string `json:"wanted,omitempty"`
	// Another is a name that no machine has, for one that cannot come back under its own; "" where nobody asks, and of older pits.
	Another string `json:"another,omitempty"`
	// Went says of the machine's tables that went elsewhere how they did, to a command that asks; of older pits nothing.
	Went map[string]Went `json:"went,omitempty"`
	// Had says of the machine's streams how many entries the pit has countersigned, where it has fewer now, to a command that asks; of older pits nothing.
	Had map[string]int64 `json:"had,omitempty"`
	// Heads are the heads of the machine's streams that the pit has countersigned, to a command that asks; of older pits nil.
	Heads map[string]string `json:"heads"`
	// Of is the machine whose record the pit's database has under the name of the one that asks; "" for none, and of older pits.
	Of string `json:"of,omitempty"`
}

// A Went is the move of a table from a machine: what that has of it behind so many entries is refused.
type Went struct {
	To   string `json:"to"`
	Size int64  `json:"size"`
}

// An Append is a piece of a stream that a machine sends; the bytes of the entries follow it, a line each.
type Append struct {
	Session string `json:"session"`
	Number  int64  `json:"number"` // of the request in the session, each higher than the one before
	Stream  string `json:"stream"`
	From    int64  `json:"from"`           // the size that the pit has
	Root    string `json:"root"`           // of the log with the entries
	Note    string `json:"note,omitempty"` // the signed head of the log with them, where there is one
	Own     int64  `json:"own"`            // how many entries the machine has
	Clock   int64  `json:"clock"`
	Apart   *int64 `json:"apart,omitempty"` // as in Hello
	Keys    []Key  `json:"keys,omitempty"`  // sealed keys of the house's people, from its office

	Texts [][]byte `json:"-"`
}

// An Appended is the answer: as far as the pit has the stream now, and where the head was signed
// the head, countersigned.
type Appended struct {
	At
	Note  string `json:"note,omitempty"`
	Clock int64  `json:"clock"`
}

// Write writes the request's body.
func (a *Append) Write() ([]byte, error) {
	head, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	size := len(head) + 1
	for _, text := range a.Texts {
		size += len(text) + 1
	}
	b := append(append(make([]byte, 0, size), head...), '\n')
	for _, text := range a.Texts {
		b = append(append(b, text...), '\n')
	}
	return b, nil
}

// ReadAppend reads a request's body, which has so many bytes. The error is a Refusal.
func ReadAppend(body io.Reader, size int64) (*Append, error) {
	all := make([]byte, size)
	if _, err := io.ReadFull(body, all); err != nil {
		return nil, Refuse(Malformed, "it did not arrive whole: %v", err)
	}
	var a Append
	var refused *Refusal
	if a.Texts, refused = readLines(all, &a); refused == nil {
		refused = a.check()
	}
	if refused != nil {
		return nil, refused
	}
	return &a, nil
}

// Refuse returns a refusal in words.
func Refuse(why Why, format string, args ...any) *Refusal {
	return &Refusal{Why: why, Says: fmt.Sprintf(format, args...)}
}

// status returns the HTTP status of a refusal.
func (w Why) status() int {
	switch w {
	case OtherVersion:
		return http.StatusUpgradeRequired
	case NotOurs, NotEnrolled, NotItsTable, OtherKey, Cloned, Overtaken:
		return http.StatusForbidden
	case Malformed:
		return http.StatusBadRequest
	case NotWriting, Restored:
		return http.StatusServiceUnavailable
	}
	return http.StatusConflict
}

// Speak puts into a header what this side speaks.
func Speak(h http.Header) { h.Set(versionHeader, fmt.Sprintf("%d %s", Version, assets.Version)) }

// Understand returns the refusal of a peer with another version; nil where both are the same. them is the name
// of the other side.
func Understand(h http.Header, them string) *Refusal {
	said := h.Get(versionHeader)
	if said != "" && !named(said, longestName) {
		return Refuse(Malformed, "%s says in no known words which Sabot it is", them)
	}
	number, program, _ := strings.Cut(said, " ")
	if n, err := strconv.Atoi(number); err == nil && n == Version {
		return nil
	}
	if said == "" {
		return Refuse(OtherVersion, "%s is no Sabot that speaks with others", them)
	}
	return Refuse(OtherVersion, "%s is Sabot %s and speaks version %s; this is Sabot %s and speaks version %d: install the same on both", them, program, number, assets.Version, Version)
}

// Program returns the version of the program on the other side.
func Program(h http.Header) string {
	_, program, _ := strings.Cut(h.Get(versionHeader), " ")
	const longest = 32
	return program[:min(len(program), longest)]
}

// Lines are an answer of entries, a line each, their bytes as they are.
type Lines [][]byte

// Answer writes an answer.
func Answer(w http.ResponseWriter, v any, err error) {
	Speak(w.Header())
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		var r *Refusal
		if !errors.As(err, &r) {
			r = Refuse(NotWriting, "the pit cannot answer: its log says more") // what went wrong inside is no machine's
		}
		w.WriteHeader(r.Why.status())
		v = r
	}
	if lines, ok := v.(Lines); ok { // who does not listen any more asks again
		for _, line := range lines {
			_, _ = w.Write(append(line, '\n'))
		}
		return
	}
	_ = json.NewEncoder(w).Encode(v)
}

// Listen reads an answer. Errors: *Refusal; those of reading.
func Listen(res *http.Response, v any) error {
	defer res.Body.Close()
	if refused := Understand(res.Header, "the pit"); refused != nil {
		return refused
	}
	body, refused := readAll(res.Body, MostBytes)
	if refused != nil {
		return errors.New(refused.Says) // a network that broke refuses nothing
	}
	if p, lines := v.(*Pulled); lines && res.StatusCode == http.StatusOK {
		return p.read(body)
	}
	if res.StatusCode == http.StatusOK {
		return json.Unmarshal(body, v)
	}
	r := &Refusal{}
	if err := json.Unmarshal(body, r); err != nil || r.Why == "" {
		return fmt.Errorf("the pit answers %s", res.Status)
	}
	return r
}

// A StreamAt is the position of a stream at the pit, for readers there.
type StreamAt struct {
	Machine string `json:"machine"`
	Stream  string `json:"stream"`
	Size    int64  `json:"size"`
	Own     int64  `json:"own,omitempty"`   // how many the machine says it has
	Heard   int64  `json:"heard,omitempty"` // when it said so, milliseconds of UTC
	Note    string `json:"note,omitempty"`  // the last head, countersigned
}

// A MachineAt is the pit's knowledge of a machine, for readers there.
type MachineAt struct {
	Machine string `json:"machine"`
	Heard   int64  `json:"heard,omitempty"` // milliseconds of UTC, by the pit's clock; 0 for never
	Quiet   int64  `json:"quiet,omitempty"` // for how many milliseconds nothing was heard
	Apart   int64  `json:"apart,omitempty"` // by how many milliseconds its clock is ahead of the pit's
	// Overtaken is how many entries it said in the last minute that it holds of each table that another one took over.
	Overtaken map[string]int64 `json:"held,omitempty"`
	Open      bool             `json:"open,omitempty"` // one of its tables is, as far as its entries have arrived; told of one that is quiet

	Tables []string `json:"tables,omitempty"` // that are played on it
}
