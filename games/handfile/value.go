package handfile

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// A raw is one JSON value, known to be well formed, not yet read.
type raw = json.RawMessage

// object returns the members of an object, by name: names are case-sensitive, and none is repeated in a hand. False for any other
// value, null too.
func object(v raw) (map[string]raw, bool) {
	if len(v) == 0 || v[0] != '{' {
		return nil, false
	}
	var members map[string]raw
	return members, json.Unmarshal(v, &members) == nil
}

// array returns the elements of an array; a missing value is an empty one.
func array(v raw) ([]raw, bool) {
	if v == nil {
		return nil, true
	}
	if v[0] != '[' {
		return nil, false
	}
	var elements []raw
	return elements, json.Unmarshal(v, &elements) == nil
}

// text reads a string value; false for any other.
func text(v raw) (string, bool) {
	if len(v) == 0 || v[0] != '"' {
		return "", false
	}
	if plain := v[1 : len(v)-1]; bytes.IndexByte(plain, '\\') < 0 && isASCII(plain) {
		return string(plain), true
	}
	var s string
	return s, json.Unmarshal(v, &s) == nil
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// integer reads a number written without fraction or exponent. One past 64 bits is the nearest that fits: still an integer, and
// past every limit of the format.
func integer(v raw) (int64, bool) {
	if len(v) == 0 || v[0] != '-' && (v[0] < '0' || v[0] > '9') || bytes.ContainsAny(v, ".eE") {
		return 0, false
	}
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil && v[0] == '-' {
		return math.MinInt64, true
	}
	if err != nil {
		return math.MaxInt64, true
	}
	return n, true
}
