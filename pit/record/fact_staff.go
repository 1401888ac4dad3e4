package record

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

// StaffSet means: somebody who works here, by a number of their own.
type StaffSet struct {
	Number string `json:"number"`
	Name   string `json:"name"`
	Role   Role   `json:"role"`
	// Language is what a screen speaks to them; "" for the house's.
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

func (PINFailed) kind() string { return "pinfailed" }

// Unlocked reports whether somebody opened the code that was shut; the right PIN was given else.
func (f PINCleared) Unlocked() bool { return f.By != "" }

func (PINCleared) kind() string { return "pincleared" }
func (StaffSet) kind() string   { return "staff" }
func (PINSet) kind() string     { return "pin" }
