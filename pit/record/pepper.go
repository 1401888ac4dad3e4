package record

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// A Pepper is a secret with which keys are sealed beside the PIN. It lies outside the record and outside every copy of it: who has
// one of those alone cannot try a single PIN.
type Pepper []byte

// PepperEnv is the environment variable that names the file of the pepper where it is not
// the account's usual one.
const PepperEnv = "SABOT_PEPPER"

// pepperLength is the length of a pepper, in bytes.
const pepperLength = 32

// pepperForm is the beginning of a pepper's line.
const pepperForm = "sabot-pepper"

// PepperSign stands in a sealed key before the ID of the pepper that opens it.
const PepperSign = "pepper="

// PepperIn returns the ID of the pepper that a sealed key names; "" of one that names none.
func PepperIn(sealed string) string {
	for part := range strings.SplitSeq(sealed, "$") {
		if id, named := strings.CutPrefix(part, PepperSign); named {
			return id
		}
	}
	return ""
}

// ErrPepperAway is the error of a record whose keys name a pepper that this account has not.
var ErrPepperAway = errors.New("the PINs of this record belong to another machine or account, which has their pepper: put it back with sabotctl recover and the recovery kit, or name its file with " + PepperEnv)

// NewPepper generates a random pepper.
func NewPepper() (Pepper, error) {
	p := make(Pepper, pepperLength)
	if _, err := rand.Read(p); err != nil {
		return nil, fmt.Errorf("making a pepper: %w", err)
	}
	return p, nil
}

// ID returns the name of a pepper, which reveals nothing of it: each sealed key names the one that opens it.
func (p Pepper) ID() string {
	sum := sha256.Sum256(append([]byte("sabot pepper id\n"), p...))
	return hex.EncodeToString(sum[:4])
}

// Text returns a pepper as one line, for its file and for the paper of recovery. It names its ID: a slip of the pen shows.
func (p Pepper) Text() string {
	return pepperForm + "+" + p.ID() + "+" + base64.StdEncoding.EncodeToString(p)
}

// ErrNoPepper is the error of a text that is not what Text writes.
var ErrNoPepper = errors.New("that is no pepper of Sabot, or not a whole one")

// ReadPepper reverses Text, with blanks around it or none.
func ReadPepper(text string) (Pepper, error) {
	parts := strings.SplitN(strings.TrimSpace(text), "+", 3)
	if len(parts) != 3 || parts[0] != pepperForm {
		return nil, ErrNoPepper
	}
	p, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(p) != pepperLength || Pepper(p).ID() != parts[1] {
		return nil, ErrNoPepper
	}
	return p, nil
}
