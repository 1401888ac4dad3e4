package record

// A Role is a person's position in the house.
type Role string

// The roles.
const (
	Croupier   Role = "croupier"
	Inspector  Role = "inspector" // ISP
	Manager    Role = "manager"   // responsabile di sala
	BackOffice Role = "backoffice"
)

// Roles returns all roles, the croupier first.
func Roles() []Role { return []Role{Croupier, Inspector, Manager, BackOffice} }

// PINFailed means: a wrong PIN was given for a number; "" for a code that is nobody's.
// What was typed is nowhere in the record.
type PINFailed struct {
	Number string `json:"number"`
	Table  string `json:"table,omitempty"` // at which it was typed; "" at none, and in records of before 0.10
}

// PINCleared means: wrong PINs of a number count no more: the right one was given, or
// the manager By opened the code.
type PINCleared struct {
	Number string `json:"number"`
	By     string `json:"by,omitempty"`
}

// Unlocked reports whether somebody opened the code that was shut; the right PIN was given else.
func (f PINCleared) Unlocked() bool { return f.By != "" }

// StaffSet means: somebody who works here, by a number of their own.
type StaffSet struct {
	Number string `json:"number"`
	Name   string `json:"name"`
	Role   Role   `json:"role"`
	// Language is the language of their screens; "" for the house's.
	Language string `json:"language,omitempty"`
}

// PINSet means: somebody got a new PIN. The PIN itself is nowhere in the record. Key is
// the public key that goes with it (PKIX, base64): its private half opens only with the
// PIN and signs what its owner approves; "" in records from before there were keys.
type PINSet struct {
	Number string `json:"number"`
	Key    string `json:"key,omitempty"`
	// By gave it to them: it opens nothing but the choice of another one. "" where they
	// chose it themselves.
	By string `json:"by,omitempty"`
	// Same says that it is the PIN of before under a new key, which takes the pepper: its age
	// goes on.
	Same bool `json:"same,omitempty"`
}

// PINRules means: what PINs of the house must be from now on.
type PINRules struct {
	Least int    `json:"least"`          // digits
	Days  int    `json:"days,omitempty"` // after which a PIN must be changed; 0 for never
	By    string `json:"by,omitempty"`   // who signs it; "" where they came with the house, and in old records
}

// StaffLeft means: somebody works here no more. Their name stays, their code opens
// nothing.
type StaffLeft struct {
	Number string `json:"number"`
	By     string `json:"by"`
	// Duty are the tables at which they were on duty then, as far as this machine has them; none in records of before 0.10.
	Duty []string `json:"duty,omitempty"`
}

// StaffChanged means: a manager had somebody entered or changed, or somebody signs with the
// key that they had that another one takes its place; what follows it in the same moment is
// that. The last of what sets a house up is one of who did it, for all that came before it.
type StaffChanged struct {
	Number string `json:"number"`
	By     string `json:"by"`
	// Says stands for what follows, as SaysOf has it, so that who signs this signs that; "" in
	// old records.
	Says string `json:"says,omitempty"`
}

// SignedOn means: somebody's code let them into the office, or had a table show or go on
// with what leaves no other entry. Who deals and who answers for a table signs on and off
// there with the entries that say so: Opened, Relieved, InspectorChanged, Closed.
type SignedOn struct {
	Number string `json:"number"`
	Table  string `json:"table,omitempty"` // where; "" in the office
	For    string `json:"for,omitempty"`   // the right that was used, at a table
}

// SignedOff means: somebody left the office.
type SignedOff struct {
	Number string     `json:"number"`
	Why    SignOffWhy `json:"why"`
}

// A SignOffWhy is a way in which somebody left the office.
type SignOffWhy string

// The ways of leaving.
const (
	LeftOffice   SignOffWhy = "left"
	IdleOffice   SignOffWhy = "idle"   // nobody touched anything for a while
	ClosedWindow SignOffWhy = "closed" // the program ended
)

// SignOffWhys returns all of them.
func SignOffWhys() []SignOffWhy { return []SignOffWhy{LeftOffice, IdleOffice, ClosedWindow} }

// AccessReviewed means: a manager looked at who may do what and found it right, of those
// whom it names, in the roles that they had then.
type AccessReviewed struct {
	Access []Access `json:"access"`
	By     string   `json:"by"`
}

// Access is somebody and what they are.
type Access struct {
	Number string `json:"number"`
	Role   Role   `json:"role"`
}

func (PINFailed) kind() string      { return "pinfailed" }
func (PINCleared) kind() string     { return "pincleared" }
func (StaffSet) kind() string       { return "staff" }
func (PINSet) kind() string         { return "pin" }
func (PINRules) kind() string       { return "pinrules" }
func (StaffLeft) kind() string      { return "staffleft" }
func (StaffChanged) kind() string   { return "staffchanged" }
func (SignedOn) kind() string       { return "signedon" }
func (SignedOff) kind() string      { return "signedoff" }
func (AccessReviewed) kind() string { return "reviewed" }
