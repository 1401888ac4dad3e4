package house

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"sabot/pit/record"
)

// Staff is somebody who works here.
type Staff struct {
	Number string // unique, up to six digits; none begins with another one
	Name   string // in full: a signature is a full name
	Role   record.Role
	// Language is the language of their screens; "" for the house's.
	Language string
}

// Working returns the person who has a number; true where they still work here.
func (h People) Working(number string) (Staff, bool) {
	s, ok := h.StaffBy(number)
	return s, ok && !h.Left(number)
}

// LanguageOf returns the language that somebody chose; "" where they chose none.
func (h People) LanguageOf(number string) string {
	s, _ := h.StaffBy(number)
	return s.Language
}

// validPIN reports whether a PIN has a valid number of digits, and digits alone.
func validPIN(pin string) bool { return len(pin) >= MinPIN && len(pin) <= MaxPIN && digits(pin) }

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}

// SignOn authenticates the person whose staff number and PIN are the code, typed in one go. The facts are to be recorded whatever
// it returns: a wrong PIN, or a right one after wrong ones. Refusals: WrongPIN, the same for a number that nobody has; LockedOut
// with the seconds that are left as What; PINElsewhere, which is no wrong PIN; PINExpired and PINGiven, with the badge: it is good
// for choosing a new PIN and nothing else.
func (h People) SignOn(secrets record.Secrets, code string, now time.Time) (who Badge, facts []record.Fact, err error) {
	staff, pin, ok := h.SplitCode(code)
	number := staff.Number
	ok = ok && !h.Left(number)
	if wait := h.Locked(number, now); wait > 0 {
		seconds := int((wait + time.Second - 1) / time.Second)
		return Badge{}, nil, &Refusal{Why: LockedOut, What: strconv.Itoa(seconds)}
	}
	var key *ecdsa.PrivateKey
	if ok {
		if key, err = openWith(secrets, staff, pin); err != nil {
			return Badge{}, nil, err
		}
		key = h.known(number, key)
	}
	switch {
	case key == nil:
		return Badge{}, []record.Fact{record.PINFailed{Number: number}}, Refuse(WrongPIN)
	case h.failed[number].n > 0:
		facts = []record.Fact{record.PINCleared{Number: number}}
	}
	switch {
	case h.Given(number):
		err = &Refusal{Why: PINGiven, What: staff.Name}
	case h.Expired(number, now):
		err = &Refusal{Why: PINExpired, What: staff.Name}
	}
	return NewBadge(staff, key), facts, err
}

// openWith returns the key that somebody's PIN opens; nil where it is another PIN. Refusal: PINElsewhere where it was sealed with
// a pepper that is not here, which no PIN opens.
func openWith(secrets record.Secrets, who Staff, pin string) (*ecdsa.PrivateKey, error) {
	secret, err := secrets.Secret(who.Number)
	if err != nil {
		return nil, fmt.Errorf("reading the PIN of %s: %w", who.Number, err)
	}
	id := PepperOf(secret)
	if id == "" {
		return OpenKey(secret, pin, nil), nil
	}
	pepper, err := secrets.Pepper()
	if all, more := secrets.(record.Peppers); more && (err != nil || pepper.ID() != id) {
		if of, there := all.PepperNamed(id); there {
			pepper, err = of, nil
		}
	}
	switch {
	case errors.Is(err, record.ErrPepperAway):
		return nil, &Refusal{Why: PINElsewhere, What: who.Name}
	case err != nil:
		return nil, err
	case pepper.ID() != id:
		return nil, &Refusal{Why: PINElsewhere, What: who.Name}
	}
	return OpenKey(secret, pin, pepper), nil
}

// KeyOf returns somebody's public key; "" where they have none.
func (h People) KeyOf(number string) string { return h.keys[number] }

// known returns a key if it is the one that the record has of a number: what another key signed would be invalid. It returns nil
// where a secret was exchanged, or put there, behind the record.
func (h People) known(number string, key *ecdsa.PrivateKey) *ecdsa.PrivateKey {
	if key == nil {
		return nil
	}
	if public, err := PublicKey(key); err != nil || public != h.keys[number] {
		return nil
	}
	return key
}

// SplitCode takes a code apart: whose number it begins with, and the rest. No number begins
// with another one, so there is one at most. False where nobody has that number.
func (h People) SplitCode(code string) (staff Staff, pin string, ok bool) {
	for _, s := range h.Staff {
		if pin, ok := strings.CutPrefix(code, s.Number); ok {
			return s, pin, true
		}
	}
	return Staff{}, "", false
}

// typedCode is the number of digits in a row that are taken for a code: a number and a PIN.
const typedCode = 6

// HoldsCode reports whether words that anybody may read later contain what belongs on a pad for a code. That is nothing but
// digits, or digits in a row that begin with somebody's number.
func (h People) HoldsCode(words string) bool { return h.holdsCode(words, false) }

// holdsCode is HoldsCode, where digits alone may stand for something too.
func (h People) holdsCode(words string, numbered bool) bool {
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	if !numbered && words != "" && strings.TrimFunc(words, func(r rune) bool { return digit(r) || unicode.IsSpace(r) }) == "" {
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(words, func(r rune) bool { return !digit(r) }), h.IsCode)
}

// IsCode reports whether something that was typed is digits alone that begin with somebody's number, and are enough for a PIN
// behind it. Where an amount, a card or a place is asked for, that is taken for a code.
func (h People) IsCode(typed string) bool {
	_, _, known := h.SplitCode(typed)
	return known && len(typed) >= typedCode && digits(typed)
}

// MayBeNumber reports whether something that was typed may be somebody's number, also one that nobody has, and is no code.
func (h People) MayBeNumber(typed string) bool { return validNumber(typed) && !h.IsCode(typed) }

// MayEndCode reports whether digits may be a number and a PIN and nothing else.
func (h People) MayEndCode(typed string) bool {
	_, pin, _ := h.SplitCode(typed)
	return h.IsCode(typed) && len(pin) <= MaxPIN
}

// ChooseAnew reports whether somebody is refused only because their PIN must be changed first.
func ChooseAnew(err error) bool {
	return RefusedFor(err, PINExpired, PINGiven)
}

// mostDigits is the largest length of a number.
const mostDigits = 6

func validNumber(number string) bool { return digits(number) && len(number) <= mostDigits }
