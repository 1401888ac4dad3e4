package pitclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
)

// Files beside the record of a machine that is enrolled.
const (
	folder = "pit"
	// EnrolmentFile is the name of the file that exists as long as the machine is enrolled.
	EnrolmentFile = folder + "/machine.json"
)

// An Enrolment is a machine's permission to ship. It has the machine's own key: one file, of this user alone.
type Enrolment struct {
	V         int      `json:"v"`
	House     string   `json:"house"`
	Names     []string `json:"names,omitempty"` // others that the house ever had
	Machine   string   `json:"machine"`
	Tables    []string `json:"tables"`
	Addresses []string `json:"addresses"` // HOST:PORT of the pit, and of those that stand by
	Witness   string   `json:"witness"`   // verifier of the key that the pit countersigns with
	Identity  string   `json:"identity"`  // certificate, the house's authorities, key, as PEM
	// Office is the machine whose people, tables and rules are the house's; "" where each machine has its
	// own. Pepper is the office's, with which the keys of its people are sealed; it is kept elsewhere.
	Office string `json:"office,omitempty"`
	Pepper string `json:"pepper,omitempty"`

	id   sign.Identity
	line http.RoundTripper
}

// Over sets a line by which a machine reaches the pit, in place of TLS to its addresses, where the whole house
// is one program.
func (e *Enrolment) Over(line http.RoundTripper) { e.line = line }

// enrolmentVersion is that of the file.
const enrolmentVersion = 1

// Until returns when the machine's certificate ends.
func (e *Enrolment) Until() time.Time { return e.id.Certificate.NotAfter }

// Text returns the enrolment as a file.
func (e *Enrolment) Text() ([]byte, error) {
	e.V = enrolmentVersion
	text, err := json.MarshalIndent(e, "", " ")
	return append(text, '\n'), err
}

// ReadEnrolment reads what Text wrote. The error names what is wrong with it.
func ReadEnrolment(text []byte) (*Enrolment, error) {
	e := &Enrolment{}
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("that is no enrolment of sabotctl pit enroll: %w", err)
	}
	if e.V != enrolmentVersion {
		return nil, fmt.Errorf("the enrolment has version %d, this Sabot reads %d: install the same on the pit and here", e.V, enrolmentVersion)
	}
	var err error
	if e.id, err = sign.ParsePEM([]byte(e.Identity)); err != nil {
		return nil, err
	}
	post, ok := sign.PostOf(e.id.Certificate)
	switch {
	case !ok || post.Kind != sign.MachinePost || post.Name != e.Machine:
		return nil, errors.New("the certificate of the enrolment is not that of its machine")
	case !e.isOf(HouseOf(e.id)):
		return nil, errors.New("the certificate of the enrolment is of another house")
	case len(e.Addresses) == 0:
		return nil, errors.New("the enrolment names no address of the pit")
	}
	return e, seal.CheckVerifier(e.Witness)
}

// A PepperKeeper keeps the pepper of the house's office, outside the record.
type PepperKeeper interface{ KeepPepper(record.Pepper) error }

// isOf reports whether the house of the enrolment ever had one of these names.
func (e *Enrolment) isOf(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == e.House || slices.Contains(e.Names, name) })
}

// Join keeps an enrolment beside a record, and the pepper in it elsewhere. House is the name of the house
// whose record that is, "" of a new one that takes in the office's; former are names that it had before. The error names
// both where the pit is another one's.
func Join(files record.Files, house string, text []byte, former ...string) (*Enrolment, error) {
	e, err := ReadEnrolment(text)
	if err != nil {
		return nil, err
	}
	if house == "" && !e.IsMember() {
		return nil, errors.New("that is the record of no house yet: set it up first")
	}
	if err := e.CheckHouse(house, former...); err != nil {
		return nil, err
	}
	if e.Pepper != "" {
		keeper, keeps := files.(PepperKeeper)
		if !keeps {
			return nil, errors.New("this record keeps no pepper, and the enrolment brings that of the house's office")
		}
		pepper, err := record.ReadPepper(e.Pepper)
		if err != nil {
			return nil, fmt.Errorf("the pepper of the house's office: %w", err)
		}
		if err := keeper.KeepPepper(pepper); err != nil {
			return nil, err
		}
		e.Pepper = ""
	}
	if text, err = e.Text(); err != nil {
		return nil, err
	}
	_, err = files.Keep(EnrolmentFile, text)
	return e, err
}

// CheckHouse demands that the enrolment is one of a machine of the house of that name, "" of one that has none yet. Former are names that it had before. The error
// names both where it is another one's.
func (e *Enrolment) CheckHouse(house string, former ...string) error {
	names := append(slices.Clone(former), house)
	switch {
	case house == "" || e.isOf(names...):
		return nil
	case e.Office == "" && slices.Contains(names, e.Machine):
		return fmt.Errorf("that is the file of the house %q for its group %q: it joins at its pit, with sabotctl group join", e.Machine, e.House)
	}
	return fmt.Errorf("the pit is that of the house %q, and this is a record of %q", e.House, house)
}

// Leave deletes an enrolment: the record is no longer that of a member.
func Leave(files record.Files) error { return files.Forget(EnrolmentFile) }

// IsOffice reports whether this machine is the house's office.
func (e *Enrolment) IsOffice() bool { return e.Office != "" && e.Office == e.Machine }

// IsMember reports whether the house's office is another machine.
func (e *Enrolment) IsMember() bool { return e.Office != "" && e.Office != e.Machine }

// Enrolled returns the enrolment beside a record; nil where there is none, in a house of one machine.
func Enrolled(files record.Files) (*Enrolment, error) {
	text, err := files.Kept(EnrolmentFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return ReadEnrolment(text)
}

// Ships reports whether a stream is one that the machine ships: the house's own, and those of its tables; of a house to its
// group also those of its machines.
func (e *Enrolment) Ships(stream string) bool {
	_, _, whole := CutMachine(stream)
	return stream == record.HouseStream || slices.Contains(e.Tables, stream) || whole
}
