package pit

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
)

// Role is what somebody does in the house.
type Role string

// The roles.
const (
	Croupier   Role = "croupier"
	Inspector  Role = "inspector" // ISP
	Manager    Role = "manager"   // responsabile di sala
	BackOffice Role = "backoffice"
)

// Roles are all roles, the croupier first.
func Roles() []Role { return []Role{Croupier, Inspector, Manager, BackOffice} }

// Staff is somebody who works here.
type Staff struct {
	Number string // unique, digits; every number of a house has the same length
	Name   string // in full: a signature is a full name
	Role   Role
}

// The cost of a PIN's hash: 64 MiB and two passes, 70 ms on one core.
const (
	argonMemory = 64 * 1024
	argonPasses = 2
	argonLength = 32
	saltLength  = 16
)

// PIN lengths that are taken.
const (
	MinPIN = 4
	MaxPIN = 8
)

// HashPIN is the salted hash (argon2id) of a PIN of MinPIN to MaxPIN digits.
func HashPIN(pin string) (string, error) {
	if len(pin) < MinPIN || len(pin) > MaxPIN || !digits(pin) {
		return "", &Refusal{Why: BadSetting, What: "pin"}
	}
	salt := make([]byte, saltLength)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("salting a PIN: %w", err)
	}
	return encodeHash(salt, stretch(pin, salt)), nil
}

// PINMatches says whether a hash is that PIN's.
func PINMatches(hash, pin string) bool {
	salt, want, ok := decodeHash(hash)
	return ok && subtle.ConstantTimeCompare(stretch(pin, salt), want) == 1
}

func stretch(pin string, salt []byte) []byte {
	return argon2.IDKey([]byte(pin), salt, argonPasses, argonMemory, 1, argonLength)
}

func encodeHash(salt, key []byte) string {
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, argonMemory, argonPasses, enc.EncodeToString(salt), enc.EncodeToString(key))
}

func decodeHash(hash string) (salt, key []byte, ok bool) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[3] != fmt.Sprintf("m=%d,t=%d,p=1", argonMemory, argonPasses) {
		return nil, nil, false
	}
	salt, errSalt := base64.RawStdEncoding.DecodeString(parts[4])
	key, errKey := base64.RawStdEncoding.DecodeString(parts[5])
	return salt, key, errSalt == nil && errKey == nil && len(key) == argonLength
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}

// SignOn is who a code belongs to: a staff number followed by that person's PIN,
// typed in one go. The facts are to be recorded whatever it answers: a wrong PIN, or a
// right one after wrong ones. Refusals: WrongPIN, the same for a number that nobody
// has; LockedOut with the seconds that are left as What.
func (h *House) SignOn(secrets Secrets, code string, now time.Time) (Staff, []Fact, error) {
	staff, pin, ok := h.SplitCode(code)
	number := staff.Number
	if wait := h.Locked(number, now); wait > 0 {
		seconds := int((wait + time.Second - 1) / time.Second)
		return Staff{}, nil, &Refusal{Why: LockedOut, What: strconv.Itoa(seconds)}
	}
	if ok {
		hash, err := secrets.PINHash(number)
		if err != nil {
			return Staff{}, nil, fmt.Errorf("reading the PIN of %s: %w", number, err)
		}
		ok = hash != "" && PINMatches(hash, pin)
	}
	switch {
	case !ok:
		return Staff{}, []Fact{PINFailed{number}}, refuse(WrongPIN)
	case h.failed[number].n > 0:
		return staff, []Fact{PINCleared{Number: number}}, nil
	}
	return staff, nil, nil
}

// SplitCode takes a code apart: whose number it begins with, and the rest. False
// where nobody has that number.
func (h *House) SplitCode(code string) (staff Staff, pin string, ok bool) {
	n := h.NumberLength()
	if n == 0 || len(code) < n {
		return Staff{}, "", false
	}
	staff, ok = h.StaffBy(code[:n])
	return staff, code[n:], ok
}
