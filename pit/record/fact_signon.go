package record

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

func (SignedOn) kind() string  { return "signedon" }
func (SignedOff) kind() string { return "signedoff" }

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

func (AccessReviewed) kind() string { return "reviewed" }
