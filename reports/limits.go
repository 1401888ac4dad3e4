package reports

import (
	"context"
	"errors"
	"fmt"
)

// What evidence may be, so that whoever is handed a hostile one spends little memory and
// time on it: a report of a year is a tenth of that.
const (
	largestEvidence = 8 << 20 // bytes
	mostParts       = 40_000  // objects and lists
	mostValues      = 1_000_000
	mostPixels      = 4 << 20 // of a logo
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

// stopped goes up from the drawing of a report whose context has ended.
type stopped struct{ why error }

// goOn ends a drawing whose context has ended.
func goOn(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// ended makes an error of what goOn ended.
func ended(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.why
	default:
		panic(r)
	}
}

// broken makes an error of what broke on figures that no record gives.
func broken(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("no report has such figures: %v", r)
	}
}
