package reports

import (
	"errors"
	"fmt"
)

// The limits of evidence, so that whoever is handed a hostile one spends little memory and time on it. A report of
// a year is a tenth of that.
const (
	largestEvidence = 8 << 20 // bytes
	mostParts       = 40_000  // objects and lists
	mostValues      = 1_000_000
)

// ErrTooLarge is wrapped by the error of evidence that is more than anybody reads.
var ErrTooLarge = errors.New("it is more than a report can hold: choose fewer days")

// bearable returns an error for JSON that takes more to read than a report may; nil otherwise.
func bearable(text []byte) error {
	parts, values, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			parts++
		case c == ',':
			values++
		}
	}
	if len(text) > largestEvidence || parts > mostParts || values > mostValues {
		return ErrTooLarge
	}
	return nil
}

// broken makes an error of what broke on figures that no record gives.
func broken(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("no report has such figures: %v", r)
	}
}
